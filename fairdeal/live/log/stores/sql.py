"""A log in a database, whichever it is, written by one transaction after the other."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from fairdeal.errors import Corrupt, FairdealError, Unavailable, named
from fairdeal.live.log.chain import ORIGIN, Entry, Head, Origin, Recorded, head_of, is_marked
from fairdeal.live.log.checkpoints import Signed, public_key
from fairdeal.live.log.stores import schema
from fairdeal.live.log.stores.extension import (
    Extension,
    OvertakenError,
    Stream,
    tag_again,
)
from fairdeal.live.log.stores.protocol import (
    Place,
    Snapshot,
    not_written,
    reading_only,
    went_back,
)
from fairdeal.live.log.stores.reading import SqlReader
from fairdeal.live.log.stores.schema import End
from fairdeal.live.log.stores.writer import Outcome, Task, Writer

_CHECK: Final = "check:"
"""The name of a snapshot of nothing; tables have no colon in theirs."""

_CHECKED: Final = 8192
"""Its bytes: a disk with less space takes no command either."""


class SqlStore(SqlReader):
    """What the databases have in common; without an engine to *write*, the log is only read."""

    def __init__(self, name: str, key: bytes, readers: sa.Engine, write: sa.Engine | None) -> None:
        super().__init__(name, key, readers)
        self._engine = write
        self._writer: Writer | None = None
        self._known: schema.Known = (0, ORIGIN)
        self._streams: dict[str, Stream] = {}
        """The streams as this process has written or seen them last."""
        self._told: Callable[[Place], object] = lambda place: None
        if write is None:
            with self._reading() as connection:
                schema.check_form(connection, name)
                self.origin, self.public_key = schema.read_origin(connection, name)
        else:
            with self._writing(write) as connection:
                self._begin_alone(connection)
                schema.prepare(connection, name, key)
                head = schema.read_end(connection, name, key).head
                if head.seal and not key:
                    sentence = f"the log in {name} is sealed: it cannot be written without its key"
                    raise Unavailable(sentence, code="store.no-key")
                self._known = (head.pos, head.hash)
                self.origin, self.public_key = schema.read_origin(connection, name)
            self._writer = Writer(name, self._write)

    def _begin_alone(self, connection: sa.Connection) -> None:
        """Make sure that nobody else makes a log here before this transaction ends."""

    @abstractmethod
    def _check_writable(self, connection: sa.Connection) -> None:
        """Make sure that what this transaction writes comes where it belongs."""

    @abstractmethod
    def _check_durable(self) -> None:
        """Make sure that what was committed is where the next reader looks for it."""

    @abstractmethod
    def claim(self, stream: str) -> int:
        """The number of the claim under which this process may write the table, 0 for none."""

    @abstractmethod
    def still_holds(self, stream: str, claim: int) -> bool:
        """Whether the claim was not lost since."""

    @abstractmethod
    def backup(self, path: Path) -> Head:
        """Copy the log into a new file."""

    @property
    def failures(self) -> int:
        """Grows whenever entries fail."""
        return self._writer.failures if self._writer else 0

    @property
    def stopped(self) -> str:
        """Why nothing more is written until a new start."""
        return self._writer.stopped if self._writer else ""

    @property
    def went_back(self) -> bool:
        """Whether events are gone that this process had written."""
        return self._writer is not None and self._writer.went_back

    @property
    def in_line(self) -> int:
        """What waits to be written, or is being written."""
        return self._writer.in_line if self._writer else 0

    @property
    def placed(self) -> int:
        """The newest position that this process knows of."""
        return self._known[0]

    def check_writes(self) -> Future[tuple[Recorded, ...]]:
        """Write the snapshot of no table, in line with everything else."""
        if self._writer is None:
            raise reading_only(self.name)
        return self._writer.submit(Snapshot(_CHECK, 0, _CHECK, bytes(_CHECKED)))

    def on_placed(self, told: Callable[[Place], object]) -> None:
        """Call with the end of the order whenever it has grown."""
        self._told = told

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        """Put the entry in line."""
        if self._writer is None:
            raise reading_only(self.name)
        return self._writer.submit(entry, seen)

    def append(self, entry: Entry) -> tuple[Recorded, ...]:
        """Submit the entry and wait until it is durable and has its place."""
        recorded = self.submit(entry).result()
        if recorded[0].pos:
            return recorded
        self._catch_up_with_itself()
        return self.answer(entry.stream, entry.key)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Put a snapshot in line."""
        if self._writer is None:
            raise reading_only(self.name)
        self._writer.submit(snapshot)

    def sign(self, checkpoint: Signed) -> Future[tuple[Recorded, ...]]:
        """Put a checkpoint in line."""
        if self._writer is None:
            raise reading_only(self.name)
        return self._writer.submit(checkpoint)

    def seal(self, key: bytes, *, marked: bool = False, origin: Origin | None = None) -> None:
        """Seal the end of the log."""
        if self._engine is None:
            raise reading_only(self.name)
        with self._writing(self._engine) as connection:
            end, _ = self._end(connection)
            head = end.head
            marked = marked or is_marked(head, self._key)
            sealed = head_of(key, head.pos, head.hash, marked=marked)
            schema.write_end(connection, end._replace(head=sealed))
            origin = origin or self.origin
            schema.write_origin(connection, origin, key)
            tag_again(connection, self._key, self.origin, key, origin)
        self._key, self._streams, self.origin = key, {}, origin
        self.public_key = public_key(key)

    def close(self) -> None:
        """Write what is in line and let go of the log."""
        if self._writer is not None:
            self._writer.close()
        # Who lets go of a file last puts it in order, which a reader may not.
        for engine in (self._readers, self._engine):
            if engine is not None:
                engine.dispose()

    def _end(self, connection: sa.Connection) -> tuple[End, Place | None]:
        """Where the order ends, after everything that is in the log, and what has come now."""
        return schema.read_end(connection, self.name, self._key, self._known), None

    def _places_at_once(self, tasks: Sequence[Task]) -> bool:
        """Whether a batch gets its places as it is written."""
        return True

    @property
    def _member(self) -> int:
        """The number of this process where several share the tables out; 0 where one has all."""
        return 0

    def _held(self, names: Collection[str]) -> Mapping[str, int]:
        """Those of the streams that this process has taken, each with the epoch of its claim."""
        return {}

    def _end_writing(self, error: FairdealError) -> None:
        """Nothing more is written until a new start."""
        assert self._writer is not None, "only a log that is written has a writer"
        self._writer.end(error)

    def _write(self, tasks: Sequence[Task], careful: bool = False) -> list[Outcome]:
        """Write a batch; look at heads and keys only after something stood against an entry."""
        assert self._engine is not None, "only a log that is written has a writer"
        end, place = None, None
        try:
            with self._writing(self._engine) as connection:
                if self._places_at_once(tasks):
                    end, place = self._end(connection)
                what = (tasks, end, self.origin, self._key, self._streams)
                names = {task.stream for task in tasks}
                batch = Extension(
                    connection,
                    *what,
                    careful=careful,
                    holds=self._held(names),
                    member=self._member,
                )
                for name, knew in batch.gone_back.items():
                    schema.read_end(connection, self.name, self._key, self._known)
                    raise went_back(self.name, knew.version, batch.tip(name).version, name)
                outcomes = batch.write()
        except (IntegrityError, OvertakenError) as error:
            if careful and isinstance(error, IntegrityError):
                sentence = f"the log in {self.name} takes no more events: {self._reason(error)}"
                raise Corrupt(sentence, code="log.broken") from error
            return self._write(tasks, careful=True)
        self._streams |= batch.streams
        written = [each[-1] for each in outcomes if isinstance(each, tuple) and each]
        if batch.end is not None:
            last = written[-1] if written else None
            self._now_at(batch.end, Place(last.pos, last.log_hash, last.at) if last else place)
        return outcomes

    def _now_at(self, end: End, place: Place | None) -> None:
        """The order ends there, durably; events of other processes count as well."""
        self._known = (end.head.pos, end.head.hash)
        if place is not None:
            self._told(place)

    @contextmanager
    def _writing(self, engine: sa.Engine) -> Iterator[sa.Connection]:
        committing = False
        try:
            with engine.begin() as connection:
                self._check_writable(connection)
                yield connection
                committing = True
            self._check_durable()
        except FairdealError:
            raise
        except Exception as error:
            if committing:
                # What a failed COMMIT has written may still be found by the next start.
                is_known = self._is_undone(error)
                raise not_written(self.name, self._why(error), is_known=is_known) from error
            if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
                raise not_written(self.name, self._reason(error)) from error
            raise

    def _is_undone(self, error: Exception) -> bool:
        """Whether an error of COMMIT proves that nothing was recorded; usually none does."""
        return False

    def _why(self, error: Exception) -> str:
        return self._reason(error) if isinstance(error, DBAPIError) else named(error)
