"""The rows of a log, one after the other, whatever was put into them."""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from fairdeal.errors import named
from fairdeal.live.log import notary
from fairdeal.live.log.chain import Head, Recorded, StreamHead
from fairdeal.live.log.checkpoints import Kept
from fairdeal.live.log.stores.protocol import Snapshot

_AT_ONCE: Final = 1000
"""Rows that are looked at one by one when they cannot be read together."""


class Log(notary.Log, Protocol):
    """What an audit asks of a store."""

    public_key: bytes

    def head(self) -> Head:
        """Where the log ends."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The log in order."""

    def snapshot(self, stream: str, form: str) -> Snapshot | None:
        """A table's snapshot."""

    def stream_head(self, name: str) -> StreamHead:
        """Where a table ends."""

    def secrets(self) -> dict[str, bytes]:
        """What is kept of each account's password."""

    def damage(self) -> Iterator[str]:
        """What the database itself finds wrong."""

    def checkpoints(self) -> list[Kept]:
        """All checkpoints that are kept."""

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""


class Unreadable(NamedTuple):
    """A row that the database does not give out."""

    pos: int
    why: str


def rows(log: Log, until: int) -> Iterator[Recorded | Unreadable]:
    """Every row up to the end of the log.

    A forged value can make a database refuse a whole page, so that the rows of such a page are
    read one by one.  A log that cannot be reached at all is not a fault of a row: that is raised.
    """
    after = 0
    while after < until:
        try:
            for record in log.read(after, until):
                yield record
                after = record.pos if isinstance(record.pos, int) else after + 1
        except Exception:
            log.head()
            last = min(after + _AT_ONCE, until)
            for pos in range(after + 1, last + 1):
                yield from _row(log, pos)
            after = last
        else:
            return


def _row(log: Log, pos: int) -> list[Recorded | Unreadable]:
    try:
        return [*log.read(pos - 1, pos)]
    except Exception as error:  # whatever it is, the row is to blame
        return [Unreadable(pos, named(error))]
