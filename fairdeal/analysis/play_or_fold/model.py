"""What the analysis needs to know of a game in which a player plays or folds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fairdeal.analysis.compiled import Progress
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.play_or_fold.decisions import Prices
from fairdeal.analysis.play_or_fold.situations import Situations
from fairdeal.games.layout import Game
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms


def by_table(event: int, pays: tuple[int, ...]) -> int:
    """What a bet that its pay table alone settles wins for an event."""
    return paid(pays, event)


@dataclass(frozen=True)
class SideBet:
    """A bet that a pay table settles by what the cards are."""

    hands: Callable[[], tuple[int, ...]]
    """How many hands bring each event."""
    settle: Callable[[int, tuple[int, ...]], int] = by_table
    """What the rule pays for an event, in stakes, from what the table has for each."""


@dataclass(frozen=True)
class SharedBet:
    """A bet on all the cards together, which outlives a fold."""

    event: Callable[[tuple[int, ...]], int]
    """The rule that says what the cards are."""
    split: Callable[[Situations, Progress], Situations]
    """The situations whose columns tell the event."""


@dataclass(frozen=True)
class Model:
    """A game as the analysis sees it."""

    game: Game
    base: Mapping[str, int]
    """The bets of the base game in units of the ante."""
    decided_by: str
    """The bet whose pay table decides the base game; empty when none does."""
    where: Callable[[], Situations]
    read: Callable[[tuple[int, ...]], tuple[int, dict[str, int]]]
    """The strength of one hand, and what its cards are for bets that pay by a table."""
    prices: Callable[[Situations, Terms, Conditions], Prices]
    """Of every bet that the columns of the situations can tell."""
    side_bets: Mapping[str, SideBet]
    shared: Mapping[str, SharedBet] = field(default_factory=dict)
    """Bets on the player's and the dealer's cards together."""
    simple_rules: Mapping[str, int] = field(default_factory=dict)
    """Strategies people use: the weakest strength that each of them plays."""
