"""A round as it was dealt, bet and decided, and the lines of its settlement."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fairdeal.games.layout import Direction, Game
from fairdeal.games.reasons import EVEN, NO_ACTION, because, effect
from fairdeal.games.terms import Terms
from fairdeal.money import Odds, net_of


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat brought to the round."""

    number: int
    cards: tuple[int, ...]
    """In the order dealt."""
    bets: Mapping[str, int]
    """Cents by bet."""
    decisions: tuple[str, ...] = ()

    @property
    def folded(self) -> bool:
        """Whether the seat gave up its hand."""
        return "fold" in self.decisions

    def stake(self, bet: str) -> int:
        """Cents on the bet, 0 when it was not placed."""
        return self.bets.get(bet, 0)


@dataclass(frozen=True, slots=True)
class Round:
    """Everything a settlement depends on."""

    game: Game
    terms: Terms
    dealer: tuple[int, ...]
    seats: tuple[Seat, ...]
    bank_cents: int | None = None
    """The player/dealer's posted wager in a player-banked game; None covers everything."""
    meters_cents: Mapping[str, int] = field(default_factory=dict)
    """Progressive meters that differ from their reset level."""

    def meters(self) -> dict[str, int]:
        """What every meter shows, in cents."""
        resets = {key: meter.reset_cents for key, meter in self.terms.meters.items()}
        return resets | dict(self.meters_cents)


@dataclass(frozen=True, slots=True)
class Line:
    """What one bet won or lost, and why."""

    stage: str
    seat: int
    bet: str
    stake_cents: int
    net_cents: int
    reason: str
    returned_cents: int = 0
    """The part of the stake that had no action and goes back."""
    event: str = ""
    """The line of the pay table that decided, column first: ``pays straight-flush``."""

    def as_json(self) -> dict[str, Any]:
        """The line as ``fairdeal settle --json`` prints it."""
        shown: dict[str, Any] = {
            "seat": self.seat,
            "bet": self.bet,
            "stake_cents": self.stake_cents,
            "net_cents": self.net_cents,
            "reason": self.reason,
        }
        if self.returned_cents:
            shown["returned_cents"] = self.returned_cents
        return shown


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a game does with a round: the part of a game that is not data."""

    settle: Callable[[Round], list[Line]]
    """Every bet of a legal round, in any order."""
    decision_faults: Callable[[Round, Seat], list[str]]
    """What is wrong with a seat's decisions, each in a sentence."""


def line(
    played: Round,
    stage: str,
    seat: Seat,
    key: str,
    odds: Odds,
    fact: str,
    *,
    wager: int | None = None,
    has_action: bool = True,
    two_hands: bool = False,
) -> Line:
    """The line of a bet settled at *odds* because of *fact*.

    *wager* is what lies there where that is not the seat's stake: a play bet, which equals the
    ante, or the whole wager of a doubled hand.  *two_hands* of which one won and one lost do not
    push, they come out even.
    """
    bet = played.game.bet(key)
    cents = seat.stake(key) if wager is None else wager
    said = effect(bet, odds) if has_action else NO_ACTION
    if two_hands and odds.won == 0:
        said = EVEN
    return Line(
        stage,
        seat.number,
        key,
        cents,
        net_of(cents, odds),
        because(fact, bet, said, rounded=cents * odds.won % odds.per != 0),
        returned_cents=0 if has_action else cents,
    )


def paid_line(
    played: Round,
    stage: str,
    seat: Seat,
    key: str,
    units: int,
    fact: str,
    *,
    event: int,
    column: str = "pays",
) -> Line:
    """The line of a bet that its pay table settles at *units* for an event.

    An award is reckoned on the bet it rides on.
    """
    bet, table = played.game.bet(key), played.terms.pay[key]
    wager = seat.stake(bet.rides_on or key)
    stake = 0 if bet.rides_on else wager
    said = effect(bet, Odds(units), table.pays[column][event].unit)
    reason = because(fact, bet, said)
    label = table.label(column, event)
    return Line(stage, seat.number, key, stake, wager * units, reason, event=label)


def in_order(game: Game, lines: Iterable[Line]) -> list[Line]:
    """The lines in the declared order of settlement: by stage, then by seat, then by bet."""
    place = {stage.key: (index, stage) for index, stage in enumerate(game.stages)}

    def key(each: Line) -> tuple[int, int, int]:
        index, stage = place[each.stage]
        leftward = stage.seats is Direction.RIGHT_TO_LEFT
        return index, -each.seat if leftward else each.seat, stage.bets.index(each.bet)

    return sorted(lines, key=key)
