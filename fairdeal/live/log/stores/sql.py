"""A log in a database, whichever it is, written by one transaction after the other."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from fairdeal.errors import Corrupt, FairdealError, Unavailable, named
from fairdeal.live.log.chain import Entry, Head, Recorded, head_of
from fairdeal.live.log.stores import schema
from fairdeal.live.log.stores.extension import extend, known_keys
from fairdeal.live.log.stores.protocol import Snapshot, not_written, reading_only
from fairdeal.live.log.stores.reading import SqlReader
from fairdeal.live.log.stores.writer import Outcome, Task, Writer


class SqlStore(SqlReader):
    """What the databases have in common; without an engine to *write*, the log is only read."""

    def __init__(self, name: str, key: bytes, readers: sa.Engine, write: sa.Engine | None) -> None:
        super().__init__(name, key, readers)
        self._engine = write
        self._writer = None
        if write is None:
            with self._reading() as connection:
                schema.check_form(connection, name)
        else:
            with self._writing(write) as connection:
                schema.prepare(connection, name, key)
                head = schema.read_checked_head(connection, name, key)
                if head.seal and not key:
                    sentence = f"the log in {name} is sealed: it cannot be written without its key"
                    raise Unavailable(sentence, code="store.no-key")
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

    @property
    def failures(self) -> int:
        """Grows whenever entries fail."""
        return self._writer.failures if self._writer else 0

    @property
    def stopped(self) -> str:
        """Why nothing more is written until a new start."""
        return self._writer.stopped if self._writer else ""

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        """Put the entry in line."""
        if self._writer is None:
            raise reading_only(self.name)
        return self._writer.submit(entry, seen)

    def append(self, entry: Entry) -> tuple[Recorded, ...]:
        """Submit the entry and wait until it is durable."""
        return self.submit(entry).result()

    def save_snapshot(self, stream: str, version: int, form: str, body: bytes) -> None:
        """Put a snapshot in line."""
        if self._writer is None:
            raise reading_only(self.name)
        self._writer.submit(Snapshot(stream, version, form, body))

    def seal(self, key: bytes) -> None:
        """Seal the end of a log that was written without a key."""
        if self._engine is None:
            raise reading_only(self.name)
        with self._writing(self._engine) as connection:
            head = schema.read_checked_head(connection, self.name, self._key)
            schema.write_head(connection, head_of(key, head.pos, head.hash))
        self._key = key

    def close(self) -> None:
        """Write what is in line and let go of the log."""
        if self._writer is not None:
            self._writer.close()
        # Who lets go of a file last puts it in order, which a reader may not.
        for engine in (self._readers, self._engine):
            if engine is not None:
                engine.dispose()

    def _write(self, tasks: Sequence[Task], careful: bool = False) -> list[Outcome]:
        """Write a batch; look for repeated commands only after the database has found one."""
        assert self._engine is not None, "only a log that is written has a writer"
        try:
            with self._writing(self._engine) as connection:
                head = schema.read_checked_head(connection, self.name, self._key)
                known = known_keys(connection, tasks) if careful else set()
                return extend(connection, tasks, head, self._key, known)
        except IntegrityError as error:
            if careful:
                sentence = f"the log in {self.name} takes no more events: {self._reason(error)}"
                raise Corrupt(sentence, code="log.broken") from error
            return self._write(tasks, careful=True)

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
