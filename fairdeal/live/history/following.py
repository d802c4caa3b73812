"""A log told forwards: every event with its table before and after it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from fairdeal.errors import Corrupt, Refused, did_you_mean, named
from fairdeal.live import events
from fairdeal.live.history.telling_pays import Own
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded, fits
from fairdeal.live.table.progressive import is_table
from fairdeal.live.table.state import RoundState, Table, after


class Happened(NamedTuple):
    """An event in its place."""

    row: Recorded
    event: events.AnyEvent
    before: Table
    then: Table


class TableLogs(Protocol):
    """What telling asks of a store."""

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table."""

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""


class Following:
    """Tables, each from its first event on, or from where it is *known*."""

    def __init__(self, known: Table | None = None) -> None:
        self._tables: dict[str, Table] = {known.name: known} if known else {}

    def on(self, row: Recorded) -> Happened:
        """Go on to the next event of a table."""
        before, event = self._tables.get(row.stream) or Table(row.stream), _read(row)
        try:
            then = self._tables[row.stream] = after(before, event)
        except Exception as error:  # what was tampered with can be anything
            raise _untold(row, named(error)) from None
        return Happened(row, event, before, then)


def followed(rows: Iterable[Recorded], known: Table | None = None) -> Iterator[Happened]:
    """The events of one table or of several; what people did to progressives is left out."""
    following = Following(known)
    return (following.on(row) for row in rows if is_table(row.stream))


def done_to_a_progressive(row: Recorded) -> Own:
    """An event of a progressive's own stream."""
    event = _read(row)
    if not isinstance(event, Own):
        raise _untold(row, "it cannot happen to a progressive")
    return event


def _read(row: Recorded) -> events.AnyEvent:
    """The event of a row, which must fit its hash."""
    try:
        is_whole = fits(row)
        event = codec.decoded(row.kind, row.body)
    except Exception as error:  # what was tampered with can be anything
        raise _untold(row, named(error)) from None
    if not is_whole:
        raise _untold(row, "it does not fit its hash")
    return event


def _untold(row: Recorded, why: str) -> Corrupt:
    return Corrupt(
        f"{row} cannot be told: {why}; fairdeal audit names the first bad event",
        code="event.impossible",
    )


def events_of(log: TableLogs, table: str) -> int:
    """How many events a table has, 1 at least; a table that is not in the log is refused."""
    tables = {name: each for name, each in log.streams().items() if is_table(name)}
    if table not in tables:
        hint = did_you_mean(table, tables) if tables else "the log is empty"
        raise Refused(f"there is no table {table!r}: {hint}", code="table.unknown")
    count = tables[table]
    return max(1, count) if isinstance(count, int) else 1


class RoundSummary(NamedTuple):
    """A round in the index."""

    table: str
    number: int
    game: str
    begun: int
    """Microseconds since 1970."""
    ended: int
    """0 for a round in play."""
    state: str
    """``closed``, ``void`` or ``in play``."""
    seats: int
    staked_cents: int
    net_cents: int
    """What the players won in all; less what still waited for approval when it ended."""


def rounds(rows: Iterable[Recorded]) -> Iterator[RoundSummary]:
    """Every round in the order in which they ended, those in play last, without their details."""
    begun: dict[str, int] = {}
    tables: dict[str, Table] = {}
    for row, event, _, then in followed(rows):
        tables[row.stream] = then
        if isinstance(event, events.RoundOpened):
            begun[row.stream] = row.at
        elif isinstance(event, events.RoundClosed | events.RoundVoided):
            yield _summary(then, begun[row.stream], row.at)
    for name, table in tables.items():
        if table.playing:
            yield _summary(table, begun[name], 0)


def standing_of(now: RoundState) -> str:
    """Whether a round is ``closed``, ``void`` or ``in play``."""
    if not now.over:
        return "in play"
    return "void" if now.void else "closed"


def _summary(table: Table, begun: int, ended: int) -> RoundSummary:
    now = table.round
    assert now is not None, "a round was opened"
    return RoundSummary(
        table.name,
        now.number,
        table.setup.game if table.setup else "",
        begun,
        ended,
        standing_of(now),
        len(now.bets),
        sum(cents for seat in now.bets for cents in now.wagers(seat).values()),
        sum(line.net_cents for line in now.every_line()),
    )
