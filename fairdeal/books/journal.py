"""What a log says of money and rounds, in the form in which books are kept.

A round stands in the books when it is over, with everything that was settled in it; until then its
events wait.  Nothing is decoded that lies outside the interval asked about.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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

_MOVES: Final[Mapping[str, tuple[str, str]]] = {
    KINDS[events.ChipsBought]: (DROP, "cents"),
    KINDS[events.ChipsCashed]: (CASHED, "cents"),
    KINDS[events.BankFilled]: (FILLS, "cents"),
    KINDS[events.TableOpened]: (FLOATS, "float_cents"),
    KINDS[events.TableClosed]: (BANKED, "bank_cents"),
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
    )
)


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
    lines: list[events.Paid] = field(default_factory=list)
    dead: list[int] = field(default_factory=list)
    """Seats that were ruled out and had their bets back."""
    posted_cents: int = 0
    """What a player/dealer put up."""
    system_decisions: int = 0
    """Decisions that were taken for players who made none in time."""


Happening: TypeAlias = Moved | FinishedRound


class _Held:
    """A table as far as the reader has come."""

    def __init__(self) -> None:
        self.setup: events.TableOpened | None = None
        self.begun: int | None = None
        """When the round in play was opened."""
        self.waiting: list[Recorded] = []
        """The events of the round in play."""


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
                if self._has(record.at):
                    yield _finished(record, held)
                held.begun, held.waiting = None, []
            elif record.kind == _BEGINS:
                held.begun = record.at
            elif record.kind == _OPENED or (record.kind in _MOVES and self._has(record.at)):
                event = decoded(record.kind, record.body)
                if isinstance(event, events.TableOpened):
                    held.setup = event
                if self._has(record.at):
                    what, place = _MOVES[record.kind]
                    cents = getattr(event, place)
                    yield Moved(record.stream, _setup(record, held), record.at, what, cents)


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
            case events.BetsPlaced(seat=seat, bets=bets):
                found.placed[seat] = bets
            case events.DecisionMade() | events.BankDeclined():
                found.system_decisions += event.by_system
            case events.BetsSettled(lines=lines):
                found.lines += lines
            case events.SeatDied(seat=seat):
                found.dead.append(seat)
            case _:
                assert isinstance(event, events.BankPosted)
                found.posted_cents = event.cents
    return found
