"""What a log of events can do, wherever it is kept, and what every log says when it refuses."""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from fairdeal.errors import Conflict, FairdealError, Refused, Unavailable, listed
from fairdeal.live.log.chain import (
    ORIGIN,
    Entry,
    Head,
    Origin,
    Recorded,
    StreamHead,
    Unless,
    full_name,
    sealed,
)
from fairdeal.live.log.checkpoints import Kept, Signed
from fairdeal.live.log.tree import Leaf, Tile

WENT_BACK: Final = "log.went-back"
"""The code of a log that lacks events which it once had."""


class Answered(NamedTuple):
    """A command that a table has recorded."""

    key: str
    asked: str
    actor: str
    version: int
    """Number of its first event within the table."""


class Place(NamedTuple):
    """Where the one order over all streams has come to."""

    pos: int
    """The position of its last event."""
    log_hash: bytes
    """The hash of the log there."""
    at: int
    """When that event was recorded, in microseconds since 1970."""


class Snapshot(Struct, frozen=True):
    """The state of a table after *version* events, as a program of this *form* wrote it."""

    stream: str
    version: int
    form: str
    body: bytes
    hash: bytes = ORIGIN
    """The hash of the entry that made this state: what comes next must continue from it."""

    def seal(self, key: bytes) -> bytes:
        """The snapshot's seal by the room's key; empty without one."""
        name, digest = full_name(self.stream), self.hash.hex()
        place = f"snapshot\n{name}\n{self.form}\n{self.version}\n{digest}\n"
        return sealed(key, place.encode() + self.body)


class Store(Protocol):
    """A log: entries go in at the end, in the order submitted, and never change."""

    name: str
    """How sentences call the log: its path or address, without a password."""
    notes: list[str]
    """What an operator should know about this log, one sentence each."""
    origin: Origin
    """Which log it is."""
    public_key: bytes
    """The public key of the log's checkpoints; empty where the room has no key."""

    @property
    def failures(self) -> int:
        """Grows whenever entries fail; see :meth:`submit`."""

    @property
    def stopped(self) -> str:
        """Why the log takes nothing more until the program is started again; empty while it does.

        After a failed COMMIT only a new start can tell what the log has recorded.
        """

    @property
    def went_back(self) -> bool:
        """Whether it takes nothing more because events are gone that this process had written."""

    @property
    def in_line(self) -> int:
        """Entries and snapshots that wait to be written, or are being written."""

    def check_writes(self) -> Future[tuple[Recorded, ...]]:
        """Commit something that is no event; the future is done when it is durable, or fails."""

    def on_placed(self, told: Callable[[Place], object]) -> None:
        """Call with the end of the order whenever it has grown, durably."""

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        """Put the entry in line; the future is done when it is durable, or carries the reason.

        A room may work ahead and submit entries that build on others still in line.  When one
        fails, every entry of its table behind it fails too.  Where the room gives the number of
        *failures* that it saw before it loaded the table's state, an entry that was decided on a
        state lost since then is refused as well, however late it arrives.

        Call-backs run on the thread that writes, and everybody waits for them.

        Where several processes write, an entry gets its place in the order a moment later; until
        then its events have position 0.  One that must hold *unless* something happened gets its
        place at once.
        """

    def append(self, entry: Entry) -> tuple[Recorded, ...]:
        """Submit the entry and wait until it is durable and has its place."""

    def catch_up(self) -> None:
        """Give everything that was recorded by now, by any process, its place in the order."""

    @property
    def placed(self) -> int:
        """The newest position that this process knows of, without asking the log."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The whole log in order, from the event behind *after* up to and with *until*.

        It has everything that this process has written.
        """

    def read_so_far(self, after: int) -> Iterator[Recorded]:
        """The same, without a turn at the order: the newest of it may be missing for a moment."""

    def leaves(self, after: int = 0, until: int | None = None) -> Iterator[Leaf]:
        """The entries behind the event *after* as the tree has them, in order, up to and with the
        one that ends at *until*.
        """

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table, from the version behind *after*."""

    def answer(self, stream: str, key: str) -> tuple[Recorded, ...]:
        """What the command under this key recorded; nothing where the key is not known."""

    def recent_keys(self, stream: str, count: int) -> Sequence[Answered]:
        """The newest commands of a table, at most *count*, the oldest of them first."""

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""

    def head(self) -> Head:
        """Where the order ends, with everything that this process has written."""

    def damage(self) -> Iterator[str]:
        """What the database itself finds wrong, one sentence each."""

    def stream_head(self, name: str) -> StreamHead:
        """Where a table ends; refused where this room's key has not tagged it."""

    def secrets(self) -> dict[str, bytes]:
        """What is kept of each account's password, under a key that is not in the log."""

    def is_used_by_others(self, roles: Collection[str], names: Collection[str]) -> bool:
        """Whether anyone in these roles, but for these names, has given a command."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Put a snapshot in line; the newest of each table and form is kept.

        A snapshot is a short cut and nothing more: one that cannot be written, or whose table
        never gets so far, is dropped.
        """

    def snapshot(self, stream: str, form: str) -> Snapshot | None:
        """A table's snapshot of this form, if nobody changed it."""

    def sign(self, checkpoint: Signed) -> Future[tuple[Recorded, ...]]:
        """Put a checkpoint in line; the future is done when it is durable.

        Of each hour the last checkpoint is kept.
        """

    def checkpoints(self) -> list[Kept]:
        """All checkpoints that are kept, of all incarnations, in the order of their signing."""

    def checkpoint(self, incarnation: int) -> Kept | None:
        """The newest checkpoint of this incarnation; where it has none, of one before."""

    def tile(self, incarnation: int, level: int, index: int) -> Tile | None:
        """A tile of the tree of this incarnation, if it is kept."""

    def claim(self, stream: str) -> int:
        """The number of the claim under which this process may write the table, 0 for none.

        A claim lasts until the log is closed, the process dies, or it cannot renew its lease; one
        that is made again has another number.
        """

    def still_holds(self, stream: str, claim: int) -> bool:
        """Whether the claim was not lost since: if it was, others may have written the table."""

    def seal(self, key: bytes, *, marked: bool = False, origin: Origin | None = None) -> None:
        """Seal every end of the log with this key, which writes it from now on; and as this log.

        A log that was sealed as *marked* stays so: it does not open without its mark.
        """

    def backup(self, path: Path) -> Head:
        """Copy the log into a new file, while it is in use; where the copy ends."""

    def close(self) -> None:
        """Write what is in line and let go of the log."""


def moved_on(entry: Entry, version: int) -> Conflict:
    """The table has other events than the entry was decided on."""
    return Conflict(
        f"table {entry.stream} is at event {version}, not {entry.version}: "
        f"{entry.command} {entry.key} was decided on another state",
        code="table.moved-on",
    )


def elsewhere(entry: Entry) -> Refused:
    """The table was taken over while the entry was on its way."""
    return Refused(
        f"table {entry.stream} was taken over by another process: {entry.command} {entry.key} was"
        " not recorded; ask again",
        code="table.elsewhere",
    )


def overtaken(entry: Entry, unless: Unless) -> Conflict:
    """Something has happened elsewhere that the entry was decided without."""
    what = listed(sorted(unless.kinds), "or")
    return Conflict(
        f"{entry.stream} has changed since {entry.command} {entry.key} was decided ({what}):"
        " look again",
        code="table.moved-on",
    )


def repeated(entry: Entry) -> Conflict:
    """The command is in the log already."""
    return Conflict(
        f"table {entry.stream} has recorded {entry.command} {entry.key} already",
        code="command.repeated",
    )


def behind(task: Entry | Snapshot | Signed, first: FairdealError) -> FairdealError:
    """The task rests on one that failed."""
    code = "table.moved-on" if isinstance(first, Conflict) else first.code
    return type(first)(f"table {task.stream} has lost what this was decided on: {first}", code=code)


def lost(entry: Entry) -> Conflict:
    """The entry rests on a state that was given up before it arrived."""
    return Conflict(
        f"table {entry.stream} has lost events that {entry.command} {entry.key} was decided on: "
        "its state must be loaded again",
        code="table.moved-on",
    )


def closed(name: str) -> Unavailable:
    """The log was closed by this very program."""
    return Unavailable(f"the log in {name} is closed; nothing was recorded", code="store.closed")


def not_written(name: str, reason: str, *, is_known: bool = True) -> Unavailable:
    """The log took nothing; or, where its answer was lost, it is not known whether it did."""
    said = f"the log in {name} cannot be written: {reason}"
    if is_known:
        return Unavailable(f"{said}; nothing was recorded", code="store.unavailable")
    doubt = "whether anything was recorded is not known"
    return Unavailable(f"{said}; {doubt}", code="store.doubtful")


def broke_off(name: str) -> Unavailable:
    """A fault of the program ended the thread that writes, while it wrote."""
    reason = "what writes it was stopped by a fault of the program"
    return not_written(name, reason, is_known=False)


def stopped(name: str) -> Unavailable:
    """An earlier write broke off, and with it everything that could be relied on."""
    return Unavailable(
        f"the log in {name} takes nothing more since a write broke off: start the program again,"
        " which reads what the log has; nothing was recorded",
        code="store.stopped",
    )


def went_back(name: str, written: int, end: int, stream: str = "") -> Unavailable:
    """The database was exchanged for an older one under the running process.

    The numbers count the events of the whole log, or of the *stream* that is named.
    """
    of = f" of {full_name(stream)}" if stream else ""
    lacks = (
        f"{written - end:,} of {'the' if of else 'its'} {written:,} events{of} are missing"
        if end < written
        else f"event {written:,}{of} is another one than was written"
    )
    return Unavailable(
        f"the log in {name} has gone back while it was in use: {lacks}; the room writes nothing"
        " more; nothing was recorded",
        code=WENT_BACK,
    )


def ended(store: Store) -> Unavailable:
    """Why nothing is read or written until a new start."""
    if store.went_back:
        return Unavailable(store.stopped, code=WENT_BACK)
    return stopped(store.name)


def reading_only(name: str) -> Refused:
    """The log was opened to look at it."""
    return Refused(f"the log in {name} is open for reading only", code="store.read-only")
