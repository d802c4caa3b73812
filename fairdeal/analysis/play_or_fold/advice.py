"""The best decision for one hand, whatever other cards have been seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from fairdeal import cards
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import exact
from fairdeal.analysis.play_or_fold.dealer import dealer_hands
from fairdeal.analysis.play_or_fold.deals import every_hand
from fairdeal.analysis.play_or_fold.decisions import values
from fairdeal.analysis.play_or_fold.model import Model
from fairdeal.analysis.play_or_fold.situations import Situations
from fairdeal.errors import Malformed, Refused, listed
from fairdeal.games.layout import Game, Placed, Who
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Advice:
    """What each choice is worth."""

    choices: Mapping[str, Fraction]
    """Expected net cents, or units of the bet where no stakes were named."""
    per: str
    """What one unit is."""
    hands: int
    """Hands of the dealer that are still possible."""

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


def check_cards(named: Mapping[str, Sequence[int]]) -> None:
    """Refuse cards that are named more than once; *named* says where each was."""
    every = [card for some in named.values() for card in some]
    for card in cards.twice(every):
        where = [name for name, some in named.items() for each in some if each == card]
        at = listed(dict.fromkeys(where))
        raise Malformed(
            f"{cards.name(card)} is named {len(where)} times: in {at}", code="card.twice"
        )


def play_or_fold(
    model: Model,
    terms: Terms,
    held: tuple[int, ...],
    up: int | None,
    seen: Sequence[int],
    stakes: Mapping[str, int],
) -> Advice:
    """What playing and folding are worth; without *stakes*, of the base game per ante."""
    _check(model.game, held, up, seen)
    where = _situation(model, held, up, seen)
    prices = model.prices(where, terms, AT_RESET)
    sizes = dict(stakes) if stakes else {}
    for key in prices.played:
        bet = model.game.bet(key)
        if bet.placed is not Placed.BEFORE_THE_DEAL and (bet.equals or bet.rides_on) in stakes:
            sizes[key] = stakes[bet.equals or bet.rides_on]
    sizes = {bet: size for bet, size in (sizes or model.base).items() if bet in prices.played}
    played, folded = values(where, prices, sizes)
    return Advice(
        {
            "play": Fraction(int(played[0]), where.going_on),
            "fold": Fraction(int(folded[0]), where.going_on),
        },
        "cent" if stakes else "ante",
        where.going_on,
    )


def _check(game: Game, held: tuple[int, ...], up: int | None, seen: Sequence[int]) -> None:
    if len(held) != game.player_cards:
        raise Malformed(
            f"the player has {len(held)} cards ({cards.show(held) or 'none'}): expected"
            f" {game.player_cards}",
            code="cards.number",
        )
    shows = _shows_a_card(game)
    if up is not None and not shows:
        raise Refused(f"in {game.key} no card of the dealer is up", code="up.unknown")
    if up is None and shows:
        raise Malformed(
            f"{game.key} is played with a card of the {game.dealer} up: expected --up",
            code="up.missing",
        )
    check_cards({"--cards": held, "--up": () if up is None else (up,), "--seen": seen})
    left = 52 - len(held) - len(seen)
    if left < game.dealer_cards:
        raise Refused(
            f"{len(seen)} seen cards are too many: the {game.dealer} needs {game.dealer_cards}",
            code="seen.many",
        )


def _shows_a_card(game: Game) -> bool:
    """Whether a card of the dealer lies face up before the decision."""
    steps = (step for steps in game.procedures.values() for step in steps)
    return any("u" in each.faces for step in steps for each in step.passes if each.to is Who.DEALER)


def _situation(
    model: Model, held: tuple[int, ...], up: int | None, seen: Sequence[int]
) -> Situations:
    """The one situation, with a column for every strength the dealer may have."""
    hands, found = every_hand(3), dealer_hands()
    masks = (np.int64(1) << hands).sum(axis=1)
    dead = sum(1 << card for card in {*held, *seen})
    possible = (masks & dead) == 0
    if up is not None:
        possible &= (masks >> up & 1) == 1
    counts = np.bincount(found.class_of[possible], minlength=len(found.strengths))
    strength, events = model.read(held)
    return Situations(
        np.array([held], np.int64),
        np.ones(1, np.int64),
        np.array([strength]),
        counts[None, :].astype(np.int64),
        found.strengths[None, :],
        {name: np.array([event]) for name, event in events.items()},
    )
