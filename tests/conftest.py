"""Fixtures and profiles; no assertions here."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from fairdeal import cli
from fairdeal.games.layout import Game
from tests.examples import FEW, all_registered
from tests.scale import SCALE
from tests.typed import Run

# The everyday run is the same everywhere and on every day; the slow run looks further each time.
settings.register_profile(
    "everyday", deadline=None, derandomize=SCALE == 1, database=None, max_examples=100 * SCALE
)
settings.load_profile("everyday")


@pytest.fixture
def more_games() -> Iterator[None]:
    """The example games and the small ones of the tests are dealt, as if they were installed."""
    with all_registered():
        yield


@pytest.fixture
def few_cards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever asks for the solver of a game with shared cards gets one for a few cards."""
    from fairdeal.analysis.registry import SOLVERS, forget
    from fairdeal.analysis.shared_cards import shared_cards
    from fairdeal.games.kinds import Community

    def few(game: Game, rules: Community) -> object:
        return shared_cards(game, rules, FEW[game.key])

    monkeypatch.setitem(SOLVERS, Community, few)
    forget()
    yield
    forget()


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
