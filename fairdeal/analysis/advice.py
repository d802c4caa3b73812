"""What a player may do, and what each choice is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairdeal import cards
from fairdeal.analysis.figures import exact
from fairdeal.errors import Malformed, Refused, listed


@dataclass(frozen=True)
class Advice:
    """What each choice is worth."""

    choices: Mapping[str, Fraction]
    """Expected net units."""
    per: str
    """What one unit is: the ante, the bet, or a dollar where stakes were named."""
    to: str = ""
    """The bet whose worth it is, where that is not the base game."""

    @property
    def best(self) -> tuple[str, ...]:
        """What is worth most: one choice, or several worth the same; none where none is open."""
        most = max(self.choices.values(), default=None)
        return tuple(each for each, value in self.choices.items() if value == most)

    def as_json(self) -> dict[str, Any]:
        """The advice as JSON."""
        return {
            "best": list(self.best),
            "per": self.per,
            "choices": [
                {"choice": choice, "value": exact(value)}
                for choice, value in sorted(self.choices.items(), key=lambda each: -each[1])
            ],
        }


def check_no_board(game: str, board: Sequence[int]) -> None:
    """Refuse shared cards in a game that has none."""
    if board:
        raise Refused(f"in {game} no cards are shared: leave the board out", code="board.unknown")


def check_cards(named: Mapping[str, Sequence[int]]) -> None:
    """Refuse cards that are named more than once; *named* says where each was."""
    every = [card for some in named.values() for card in some]
    for card in cards.twice(every):
        where = [name for name, some in named.items() for each in some if each == card]
        at = listed(dict.fromkeys(where))
        raise Malformed(
            f"{cards.name(card)} is named {len(where)} times: in {at}", code="card.twice"
        )
