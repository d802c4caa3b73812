"""Logs to test: each test gets its own; no assertions here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.live.log.stores import Store, open_store
from tests.live.entries import KEY
from tests.live.postgres import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests of this process."""
    running = Server()
    yield running
    running.remove()


@pytest.fixture
def database(server: Server) -> str:
    """The address of an empty place in a database."""
    return server.place()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a log in a file may be."""
    return tmp_path / "room.db"


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """The address of a log that outlives its process."""
    return str(request.getfixturevalue("path" if request.param == "sqlite" else "database"))


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty log of each kind."""
    places = {"memory": "", "sqlite": "path", "postgres": "database"}
    place = places[request.param]
    opened = open_store(str(request.getfixturevalue(place)) if place else "memory:", KEY)
    yield opened
    opened.close()
