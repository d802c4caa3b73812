"""Where a log can be while a room on it is killed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

STORES: Final = ("sqlite", "postgres")

SNAPSHOT_EVERY: Final = 60
"""Events between two snapshots: few, so that kills meet one now and then."""

REMEMBER: Final = 50
"""Commands that a table knows by heart: few, so that it must often ask the log."""

_CUT: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


class Place(NamedTuple):
    """Where a log is kept."""

    store: str
    log: str
    cut: Callable[[], None] | None = None


@contextmanager
def place_for(store: str, folder: Path, *, cut: bool) -> Iterator[Place]:
    """A place as long as it is needed."""
    if store == "sqlite":
        yield Place(store, str(folder / "room.db"))
        return
    from tests.live.postgres import Server

    server = Server()
    try:
        yield Place(store, server.place(), (lambda: server.tell(_CUT)) if cut else None)
    finally:
        server.remove()


def options(load: str) -> list[str]:
    """How a room process is told all of this."""
    return [f"--load={load}", f"--snapshot-every={SNAPSHOT_EVERY}", f"--remember={REMEMBER}"]
