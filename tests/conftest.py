"""Fixtures and profiles; no assertions here."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from fairdeal import cli
from tests.examples import PACKAGES, example, registered
from tests.scale import SCALE
from tests.small_games import SMALL
from tests.typed import Run

# The everyday run is the same everywhere and on every day; the slow run looks further each time.
settings.register_profile(
    "everyday", deadline=None, derandomize=SCALE == 1, database=None, max_examples=100 * SCALE
)
settings.load_profile("everyday")


@pytest.fixture
def more_games() -> Iterator[None]:
    """The example games and the small ones of the tests are dealt, as if they were installed."""
    with registered(*map(example, PACKAGES), *SMALL):
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command and give back its exit code and both outputs."""

    def typed(*words: str, columns: str = "100") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["fairdeal", *words])
        monkeypatch.setenv("COLUMNS", columns)
        with pytest.raises(SystemExit) as stop:
            cli.main()
        printed = capsys.readouterr()
        return int(stop.value.code or 0), printed.out, printed.err

    return typed
