"""A log in a database, read page by page."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import starmap, takewhile
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from fairdeal.errors import Unavailable
from fairdeal.live.log.chain import Head, Recorded
from fairdeal.live.log.stores import schema
from fairdeal.live.log.stores.protocol import Answered, Snapshot
from fairdeal.live.log.stores.schema import EVENT, SNAPSHOT

PAGE: Final = 1000
"""Events read at once: a reader holds neither a lock nor much memory for long."""

_IN_LOG: Final = sa.text(schema.IN_LOG)


class SqlReader(ABC):
    """What can be asked of a log in any database."""

    def __init__(self, name: str, key: bytes, readers: sa.Engine) -> None:
        self.name = name
        self.notes: list[str] = []
        self._key = key
        self._readers = readers

    @abstractmethod
    def _reason(self, error: DBAPIError) -> str:
        """What the database complains about, as a person would say it."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The whole log in order."""
        events = sa.select(EVENT)
        if until is not None:
            events = events.where(EVENT.c.pos <= until)
        return self._pages(events, EVENT.c.pos, after)

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table."""
        return self._pages(_of(name), EVENT.c.version, after)

    def answer(self, stream: str, key: str) -> tuple[Recorded, ...]:
        """What a command recorded."""
        found = sa.select(EVENT.c.version).where(
            EVENT.c.stream == stream, EVENT.c.key == key, EVENT.c.part == 0, _IN_LOG
        )
        with self._reading() as connection:
            first = connection.scalar(found)
        if first is None:
            return ()
        events = self._pages(_of(stream), EVENT.c.version, first - 1, size=16)
        return tuple(takewhile(lambda event: event.key == key, events))

    def recent_keys(self, stream: str, count: int) -> Sequence[Answered]:
        """The newest commands of a table, the oldest of them first."""
        columns = EVENT.c.key, EVENT.c.asked, EVENT.c.actor, EVENT.c.version
        of_table = sa.select(*columns).where(EVENT.c.stream == stream, EVENT.c.part == 0, _IN_LOG)
        with self._reading() as connection:
            rows = connection.execute(of_table.order_by(EVENT.c.version.desc()).limit(count)).all()
        return list(starmap(Answered, reversed(rows)))

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""
        with self._reading() as connection:
            found = connection.execute(schema.STREAMS)
            return {row.name: row.version for row in found if row.version is not None}

    def head(self) -> Head:
        """Where the log ends."""
        with self._reading() as connection:
            return schema.read_head(connection, self.name)

    def snapshot(self, stream: str, form: str) -> tuple[int, bytes] | None:
        """Version and body of a table's snapshot, if it has this form and nobody changed it."""
        found = sa.select(SNAPSHOT).where(SNAPSHOT.c.stream == stream, SNAPSHOT.c.form == form)
        with self._reading() as connection:
            row = connection.execute(found).first()
        if row is None or row.seal != Snapshot(stream, row.version, form, row.body).seal(self._key):
            return None
        return row.version, row.body

    def _pages(
        self, events: sa.Select[Any], column: sa.Column[Any], after: int, size: int = PAGE
    ) -> Iterator[Recorded]:
        page = events.order_by(column).limit(size)
        while True:
            with self._reading() as connection:
                rows = connection.execute(page.where(column > after)).all()
            yield from starmap(Recorded, rows)
            if len(rows) < size:
                return
            after = getattr(rows[-1], column.name)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._readers.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: DBAPIError) -> Unavailable:
        sentence = f"the log in {self.name} cannot be read: {self._reason(error)}"
        return Unavailable(sentence, code="store.unavailable")


def _of(stream: str) -> sa.Select[Any]:
    return sa.select(EVENT).where(EVENT.c.stream == stream, _IN_LOG)
