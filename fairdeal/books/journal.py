"""What a log says of money and rounds, in the form in which books are kept.

A round stands in the books when it is over, with everything that was settled in it; until then its
events wait.  A win that waited for approval and was paid when its round was over stands by itself,
at the time of the payment.  Little is decoded that lies outside the interval asked about.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from fairdeal.errors import Corrupt
from fairdeal.live import events
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.codec import KINDS, decoded

DROP: Final = "drop"
"""Chips that players bought at the table."""
CASHED: Final = "cashed"
FILLS: Final = "fills"
"""What the house added to a bank that could not have paid."""
FLOATS: Final = "floats"
"""What the house put into banks when tables were opened."""
BANKED: Final = "banked"
"""What went back to the house when tables were closed."""
CONTRIBUTED: Final = "contributed"
"""Whole cents that went from a table's bank to the meters of a progressive."""
TIPS: Final = "tips"
"""What players put into tip boxes; no part of a drop, a handle or a win."""
TIPS_PAID: Final = "tips-paid"
"""What tip boxes held when their tables were closed, and the dealers got."""
RESETS: Final = "resets"
"""What the house put into meters when wins of them were paid."""

_MOVES: Final[Mapping[str, Mapping[str, str]]] = {
    KINDS[events.ChipsBought]: {DROP: "cents"},
    KINDS[events.ChipsCashed]: {CASHED: "cents"},
    KINDS[events.DealerTipped]: {TIPS: "cents"},
    KINDS[events.BankFilled]: {FILLS: "cents"},
    KINDS[events.TableOpened]: {FLOATS: "float_cents"},
    KINDS[events.TableClosed]: {BANKED: "bank_cents", TIPS_PAID: "tips_cents"},
}
"""What an event that moves chips is in the books, and where it says how many."""
_OPENED: Final = KINDS[events.TableOpened]
_BEGINS: Final = KINDS[events.RoundOpened]
_ENDS: Final = frozenset({KINDS[events.RoundClosed], KINDS[events.RoundVoided]})
_OF_A_ROUND: Final = frozenset(
    KINDS[each]
    for each in (
        events.BankDeclined,
        events.BankPosted,
        events.BetsPlaced,
        events.DecisionMade,
        events.BetsSettled,
        events.SeatDied,
        events.PayHeld,
    )
)
_FED: Final = KINDS[events.MetersFed]
_HELD: Final = KINDS[events.PayHeld]
_PAID: Final = KINDS[events.PayMade]


@dataclass(frozen=True, slots=True)
class Moved:
    """Chips that came to a table or left it."""

    table: str
    setup: events.TableOpened
    at: int
    what: str
    cents: int


@dataclass(slots=True)
class FinishedRound:
    """A round that is over."""

    table: str
    setup: events.TableOpened
    at: int
    """When it was closed, or voided."""
    void: bool = False
    placed: dict[int, Mapping[str, int]] = field(default_factory=dict)
    """Cents by seat and bet, before the deal."""
    players: dict[int, str] = field(default_factory=dict)
    """Who bet at each seat."""
    lines: list[events.Paid] = field(default_factory=list)
    dead: list[int] = field(default_factory=list)
    """Seats that were ruled out and had their bets back."""
    posted_cents: int = 0
    """What a player/dealer put up."""
    system_decisions: int = 0
    """Decisions that were taken for players who made none in time."""
    held: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Wins that had to wait for approval: seat and bet by payment."""
    pays: list[events.PayMade] = field(default_factory=list)
    """Those of them that were paid while the round was in play."""


@dataclass(frozen=True, slots=True)
class LatePay:
    """A win that was paid when its round was over."""

    table: str
    setup: events.TableOpened
    at: int
    """When it was paid."""
    paid: events.PayMade
    before: FinishedRound
    """The round, with all that was paid of it until then."""

    @property
    def then(self) -> FinishedRound:
        """The round with this payment."""
        return replace(self.before, pays=[*self.before.pays, self.paid])


Happening: TypeAlias = Moved | FinishedRound | LatePay


class _Held:
    """A table as far as the reader has come."""

    def __init__(self) -> None:
        self.setup: events.TableOpened | None = None
        self.begun: int | None = None
        """When the round in play was opened."""
        self.waiting: list[Recorded] = []
        """The events of the round in play."""
        self.late: dict[int, FinishedRound] = {}
        """Rounds that are over, by the wins of them that are not paid yet."""


class Journal:
    """Reads the happenings of an interval from a log; its end does not belong to it."""

    def __init__(self, records: Iterable[Recorded], begin: int, end: int) -> None:
        self._records = records
        self._begin, self._end = begin, end
        self._tables: dict[str, _Held] = {}
        self.last = 0
        """The position of the last event that was read."""

    @property
    def in_play(self) -> list[str]:
        """Tables with a round that began in the interval and is not over."""
        return sorted(
            name
            for name, held in self._tables.items()
            if held.begun is not None and self._has(held.begun)
        )

    def _has(self, at: int) -> bool:
        return self._begin <= at < self._end

    def __iter__(self) -> Iterator[Happening]:
        for record in self._records:
            self.last = record.pos
            held = self._tables.setdefault(record.stream, _Held())
            if record.kind in _OF_A_ROUND:
                held.waiting.append(record)
            elif record.kind in _ENDS:
                yield from self._ended(record, held)
            elif record.kind == _BEGINS:
                held.begun = record.at
            elif record.kind == _PAID:
                yield from self._paid(record, held)
            elif record.kind == _OPENED or (
                (record.kind in _MOVES or record.kind == _FED) and self._has(record.at)
            ):
                yield from self._moved(record, held)

    def _ended(self, record: Recorded, held: _Held) -> Iterator[Happening]:
        is_late = any(each.kind == _HELD for each in held.waiting)
        if is_late or self._has(record.at):
            found = _finished(record, held)
            unpaid = found.held.keys() - {each.pay for each in found.pays}
            if not found.void:
                held.late |= dict.fromkeys(unpaid, found)
            if self._has(record.at):
                yield found
        held.begun, held.waiting = None, []

    def _paid(self, record: Recorded, held: _Held) -> Iterator[Happening]:
        """A payment belongs to its round while that is in play, and else stands by itself."""
        event = decoded(record.kind, record.body)
        assert isinstance(event, events.PayMade)
        if self._has(record.at) and event.reset_cents:
            setup = _setup(record, held)
            yield Moved(record.stream, setup, record.at, RESETS, event.reset_cents)
        before = held.late.pop(event.pay, None)
        if before is None:
            held.waiting.append(record)
            return
        late = LatePay(record.stream, before.setup, record.at, event, before)
        then = late.then
        for pay in [pay for pay, each in held.late.items() if each is before]:
            held.late[pay] = then
        if self._has(record.at):
            yield late

    def _moved(self, record: Recorded, held: _Held) -> Iterator[Happening]:
        event = decoded(record.kind, record.body)
        if isinstance(event, events.TableOpened):
            held.setup = event
        if isinstance(event, events.MetersFed):
            moved = {CONTRIBUTED: sum(event.cents.values())}
        else:
            places = _MOVES[record.kind].items()
            moved = {what: getattr(event, place) for what, place in places}
        if self._has(record.at):
            setup = _setup(record, held)
            for what, cents in moved.items():
                yield Moved(record.stream, setup, record.at, what, cents)


def _setup(record: Recorded, held: _Held) -> events.TableOpened:
    if held.setup is None:
        raise Corrupt(f"{record} comes before the table was opened", code="event.impossible")
    return held.setup


def _finished(end: Recorded, held: _Held) -> FinishedRound:
    is_void = end.kind == KINDS[events.RoundVoided]
    found = FinishedRound(end.stream, _setup(end, held), end.at, is_void)
    for record in held.waiting:
        event = decoded(record.kind, record.body)
        match event:
            case events.BetsPlaced(seat=seat, player=player, bets=bets):
                found.placed[seat], found.players[seat] = bets, player
            case events.DecisionMade() | events.BankDeclined():
                found.system_decisions += event.by_system
            case events.BetsSettled(lines=lines):
                found.lines += lines
            case events.SeatDied(seat=seat):
                found.dead.append(seat)
            case events.PayHeld(pay=pay, seat=seat, bet=bet):
                found.held[pay] = seat, bet
            case events.PayMade():
                found.pays.append(event)
            case _:
                assert isinstance(event, events.BankPosted)
                found.posted_cents = event.cents
    return found
