"""``fairdeal demo``, as people type it."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from fairdeal.cli import demo, demo_screen
from fairdeal.cli.demo import until_interrupted
from fairdeal.games import GAMES
from fairdeal.live import Room, commands
from fairdeal.players.sitting import FLOOR
from tests.typed import Run

ROOT = Path(__file__).parent.parent.parent
QUICK = ("demo", "--strategy", "simple", "--rounds", "4")


def told(run: Run, *words: str) -> dict[str, Any]:
    code, out, _ = run(*QUICK, *words, "--json")
    assert code == 0
    shown: dict[str, Any] = json.loads(out)
    return shown


def keys(shown: object) -> Iterator[str]:
    if isinstance(shown, dict):
        yield from shown
        for each in shown.values():
            yield from keys(each)
    if isinstance(shown, list):
        for each in shown:
            yield from keys(each)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FAIRDEAL_ROOM", raising=False)


def test_the_five_games_are_played_and_summed_up(run: Run) -> None:
    code, out, err = run(*QUICK, "--room", "memory:")
    assert (code, err) == (0, "")
    assert "5 tables in memory: played 20 rounds" in out
    for number, game in enumerate(GAMES, 1):
        assert f"pit-{number}  {game}" in out
    assert "Biggest wins" in out
    assert "in-memory room: nothing is saved" in out
    assert "Look further" not in out


def test_the_room_stays_in_the_folder_and_further_commands_are_named(
    run: Run, tmp_path: Path
) -> None:
    code, out, _ = run(*QUICK)
    assert code == 0
    assert (tmp_path / "fairdeal.db").exists()
    for typed in ("fairdeal audit\n", "fairdeal replay pit-", "fairdeal books\n"):
        assert typed in out


def test_a_room_that_is_named_is_named_to_the_further_commands_too(run: Run) -> None:
    _, out, _ = run(*QUICK, "--tables", "1", "--room", "my room.db")
    assert "fairdeal audit --room 'my room.db'" in out


def test_the_environment_says_which_room(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_ROOM", str(tmp_path / "other.db"))
    shown = told(run, "--tables", "1")
    assert shown["room"] == str(tmp_path / "other.db")
    assert (tmp_path / "other.db").exists()


def test_a_key_may_lie_elsewhere(run: Run, tmp_path: Path) -> None:
    told(run, "--tables", "1", "--key", "secret.key")
    assert (tmp_path / "secret.key").exists()
    assert not (tmp_path / "fairdeal.db.key").exists()


def test_a_room_goes_on_where_it_was_left(run: Run) -> None:
    first, second = told(run), told(run, "--seats", "3")
    assert second["log"]["events"] > first["log"]["events"]
    with Room.open("fairdeal.db") as room:
        assert [room.table(f"pit-{number}").rounds for number in (1, 3, 4, 5)] == [8] * 4
        assert all({*room.table(f"pit-{number}").seats} <= {1, 2, 3} for number in range(1, 6))
        assert room.store.head().hash.hex() == second["log"]["head"]


def test_tables_that_were_closed_are_opened_again(run: Run) -> None:
    told(run, "--tables", "2")
    with Room.open("fairdeal.db") as room:
        room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    told(run, "--tables", "2")
    with Room.open("fairdeal.db") as room:
        assert room.table("pit-1").rounds == 8


def test_the_json_says_what_the_log_says(run: Run) -> None:
    shown = told(run, "--seed", "5")
    assert (shown["seed"], shown["strategy"], shown["seats"]) == (5, "simple", 6)
    assert shown["rounds"] == sum(each["rounds"] for each in shown["tables"]) == 20
    assert shown["rounds_per_second"] > 0
    assert not shown["interrupted"]
    for each in shown["tables"]:
        banked = GAMES[each["game"]].player_banked
        exact = Fraction(each["win_cents"], each["drop_cents"])
        assert each["hold"] is None if banked else Fraction(each["hold"]["exact"]) == exact
    opened = len(shown["tables"])
    assert shown["log"]["events"] == opened + sum(each["events"] for each in shown["tables"])


def test_every_key_of_the_json_is_documented(run: Run) -> None:
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    assert not {key for key in keys(told(run)) if f"`{key}`" not in page}


def test_the_same_seed_gives_the_players_the_same_whims(run: Run) -> None:
    def drops(seed: str) -> list[int]:
        words = ("--room", "memory:", "--seed", seed)
        return [each["drop_cents"] for each in told(run, *words)["tables"] if each["hold"]]

    assert drops("1") == drops("1") != drops("2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", "0"), "--tables must be 1 to 100, and 0 is not"),
        (("--rounds", "2000000"), "--rounds must be 1 to 1,000,000, and 2,000,000 is not"),
        (("--seats", "1"), "--seats must be 2 to 6, and 1 is not"),
        (("--strategy", "sipmle"), "there is no strategy 'sipmle': did you mean simple?"),
        (("--seats", "3", "--seats", "4"), "--seats is given 2 times"),
    ],
)
def test_what_cannot_be_is_refused_before_a_room_is_made(
    run: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    code, out, err = run("demo", *words)
    assert (code, out, err) == (2, "", f"fairdeal: {said}\n")
    assert not list(tmp_path.iterdir())


def test_an_interrupt_sums_up_and_leaves_the_rounds_in_play_for_the_next_time(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interrupted(rounds: int) -> Iterator[Callable[[], None]]:
        done: list[int] = []

        def told() -> None:
            done.append(1)
            if len(done) == 7:
                signal.raise_signal(signal.SIGINT)

        yield told

    with monkeypatch.context() as patched:
        patched.setattr(demo, "counting", interrupted)
        code, out, _ = run("demo", "--strategy", "simple", "--rounds", "1000")
    assert code == 130
    assert "interrupted after" in out
    with Room.open("fairdeal.db") as room:
        before = [room.table(name) for name in room.tables()]
        assert any(each.playing for each in before)
        assert all(sum(each.accounts.values()) == 0 for each in before)
        done = sum(each.rounds - (each.playing is not None) for each in before)
    told(run)
    with Room.open("fairdeal.db") as room:
        after = [room.table(name) for name in room.tables()]
        assert sum(each.rounds - (each.playing is not None) for each in after) == done + 20


def test_an_interrupt_before_the_first_round_has_nothing_to_show(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def at_once(rounds: int) -> Iterator[Callable[[], None]]:
        signal.raise_signal(signal.SIGINT)
        yield lambda: None

    monkeypatch.setattr(demo, "counting", at_once)
    code, out, _ = run(*QUICK)
    assert code == 130
    assert "interrupted after 0 rounds" in out
    assert "fairdeal replay pit-1/1" in out


def test_a_second_interrupt_does_not_wait() -> None:
    with until_interrupted() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_interrupts_are_a_matter_of_the_main_thread() -> None:
    found: list[bool] = []

    def work() -> None:
        with until_interrupted() as stopped:
            found.append(stopped())

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]


class Clock:
    """A clock that goes on by a given time whenever somebody looks."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "appears"), [(1.0, True), (0.001, False)])
def test_the_bar_shows_rounds_and_their_speed_once_somebody_has_waited(
    step: float, appears: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with demo_screen.counting(5, Clock(step)) as count:
        for _ in range(5):
            count()
    err = capsys.readouterr().err
    assert ("5 of 5 rounds, 1 a second" in err) is appears


def test_no_bar_is_drawn_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with demo_screen.counting(5, Clock(1.0)) as count:
        count()
    assert capsys.readouterr().err == ""
