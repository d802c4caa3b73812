"""A log in a database, whichever it is, written by one transaction after the other."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
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
from fairdeal.live.log.stores.protocol import Snapshot, not_written, reading_only
from fairdeal.live.log.stores.reading import SqlReader
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
        self._writer = None
        self._known: schema.Known = (0, ORIGIN)
        self._streams: dict[str, Stream] = {}
        """The streams as this process has written or seen them last."""
        self._told: Callable[[Recorded], object] | None = None
        if write is None:
            with self._reading() as connection:
                schema.check_form(connection, name)
                self.origin, self.public_key = schema.read_origin(connection, name)
        else:
            with self._writing(write) as connection:
                schema.prepare(connection, name, key)
                head = schema.read_checked_head(connection, name, key)
                if head.seal and not key:
                    sentence = f"the log in {name} is sealed: it cannot be written without its key"
                    raise Unavailable(sentence, code="store.no-key")
                self._known = (head.pos, head.hash)
                self.origin, self.public_key = schema.read_origin(connection, name)
            self._writer = Writer(name, self._write)

    @abstractmethod
    def _lock(self, connection: sa.Connection) -> None:
        """Make sure that nobody else writes before this transaction ends."""

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

    def damage(self) -> Iterator[str]:
        """What the database itself finds wrong; a server has tools of its own for that."""
        return iter(())

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

    def check_writes(self) -> Future[tuple[Recorded, ...]]:
        """Write the snapshot of no table, in line with everything else."""
        if self._writer is None:
            raise reading_only(self.name)
        return self._writer.submit(Snapshot(_CHECK, 0, _CHECK, bytes(_CHECKED)))

    def on_written(self, told: Callable[[Recorded], object]) -> None:
        """Call with the last event of each batch, when it is durable, on the thread that writes."""
        self._told = told

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        """Put the entry in line."""
        if self._writer is None:
            raise reading_only(self.name)
        return self._writer.submit(entry, seen)

    def append(self, entry: Entry) -> tuple[Recorded, ...]:
        """Submit the entry and wait until it is durable."""
        return self.submit(entry).result()

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
            head = schema.read_checked_head(connection, self.name, self._key, self._known)
            marked = marked or is_marked(head, self._key)
            schema.write_head(connection, head_of(key, head.pos, head.hash, marked=marked))
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

    def _write(self, tasks: Sequence[Task], careful: bool = False) -> list[Outcome]:
        """Write a batch; look at heads and keys only after something stood against an entry."""
        assert self._engine is not None, "only a log that is written has a writer"
        try:
            with self._writing(self._engine) as connection:
                head = schema.read_checked_head(connection, self.name, self._key, self._known)
                what = (tasks, head, self.origin, self._key, self._streams)
                batch = Extension(connection, *what, careful=careful)
                outcomes = batch.write()
        except (IntegrityError, OvertakenError) as error:
            if careful and isinstance(error, IntegrityError):
                sentence = f"the log in {self.name} takes no more events: {self._reason(error)}"
                raise Corrupt(sentence, code="log.broken") from error
            return self._write(tasks, careful=True)
        self._streams |= batch.streams
        written = [each[-1] for each in outcomes if isinstance(each, tuple) and each]
        # Events of other processes count as well: they are in the log, and have to stay.
        end = written[-1] if written else None
        self._known = (end.pos, end.log_hash) if end else (head.pos, head.hash)
        if written and self._told is not None:
            self._told(written[-1])
        return outcomes

    @contextmanager
    def _writing(self, engine: sa.Engine) -> Iterator[sa.Connection]:
        committing = False
        try:
            with engine.begin() as connection:
                self._lock(connection)
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
