"""Figures are counted in a process that may end, and the room goes on."""

import functools
import json
import logging
import operator
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Final

import pytest

from fairdeal import cards, games
from fairdeal.analysis import counting, registry
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.books import expectation
from fairdeal.books.expectation import why_unknown
from fairdeal.books.wagers import Theme
from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable
from fairdeal.games.digest import rules_digest
from fairdeal.games.terms import terms
from fairdeal.web.advising import Adviser, Question
from fairdeal.web.form.edges import Edges
from fairdeal.web.lab.question import designs_of
from fairdeal.web.running import figures
from fairdeal.web.running.figures import Counting, Figures
from tests.examples import example, registered
from tests.typed import MAIN
from tests.web.test_serving import asked, started

SEARCH: Final = [("game", "three-card-poker"), ("bet", "pair-plus"), ("search", "yes")]


class Away:
    """A process that counts, and a clock that the test moves."""

    def __init__(self, megabytes: int = 4096) -> None:
        self.at = 100.0
        self.figures = Figures(megabytes, lambda: self.at)

    def run(self, function: Callable[..., Any], *args: Any) -> Any:
        return self.figures(function, args, None)

    def refused(self, function: Callable[..., Any], *args: Any) -> str:
        with pytest.raises(Refused, match="the tables play on") as error:
            self.run(function, *args)
        return error.value.code


@pytest.fixture
def away() -> Iterator[Away]:
    found = Away()
    with found.figures:
        yield found


def test_without_a_process_figures_are_counted_here() -> None:
    assert counting.run(operator.add, 2, 3) == 5
    shares: list[float] = []
    found = counting.run_with(shares.append, designs_of, SEARCH)
    assert found == designs_of(SEARCH, unseen)
    assert shares


def test_a_program_says_where_figures_are_counted() -> None:
    def elsewhere(function: Any, args: tuple[Any, ...], progress: Progress | None) -> Any:
        return "elsewhere", function(*args)

    with counting.counting_in(elsewhere):
        assert counting.run(operator.add, 2, 3) == ("elsewhere", 5)
    assert counting.run(operator.add, 2, 3) == 5


def test_the_process_answers_many_at_once_with_what_it_finds_or_why_not(away: Away) -> None:
    with ThreadPoolExecutor(8) as threads:
        found = threads.map(lambda n: away.run(operator.add, n, n), range(40))
        assert [*found] == [n + n for n in range(40)]
    pids = {away.run(os.getpid) for _ in range(3)}
    assert len(pids) == 1
    assert os.getpid() not in pids
    with pytest.raises(Malformed) as refused:
        away.run(cards.parse, "Zz")
    with pytest.raises(Malformed) as here:
        cards.parse("Zz")
    assert (str(refused.value), refused.value.code, refused.value.faults) == (
        str(here.value),
        here.value.code,
        here.value.faults,
    )
    with pytest.raises(RuntimeError, match="a figure was not counted: Traceback"):
        away.run(json.loads, "no JSON")
    with pytest.raises(RuntimeError, match="a figure was not counted: Traceback"):
        away.run(sys.exit, 3)
    assert away.run(os.getpid) in pids, "a count that fails ends nothing"


def test_a_search_tells_how_far_it_is_and_ends_when_nobody_waits(away: Away) -> None:
    shares: list[float] = []
    found = away.figures(designs_of, (SEARCH,), shares.append)
    here = designs_of(SEARCH, unseen)
    assert replace(found, space=here.space) == here
    assert shares == sorted(shares)
    assert shares

    class Left(Exception):
        pass

    def leaves(share: float) -> None:
        raise Left

    with pytest.raises(Left):
        away.figures(designs_of, (SEARCH,), leaves)
    assert away.run(operator.add, 2, 3) == 5


def test_a_process_that_ends_ends_no_room_and_the_next_one_is_not_begun_at_once(
    away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    first = away.run(os.getpid)
    with caplog.at_level(logging.ERROR):
        assert away.refused(os.abort) == "figures.ended"
    [record] = caplog.records
    assert "ended with status -6, and 1 questions with it" in record.getMessage()
    assert away.refused(os.getpid) == "figures.ended"
    away.at += 1
    second = away.run(os.getpid)
    assert second != first
    # One that ends again and again is begun less and less often.
    for waits in (1, 2, 4, 8, 16, 32, 60, 60):
        assert away.refused(os.abort) == "figures.ended"
        away.at += waits - 0.5
        assert away.refused(os.getpid) == "figures.ended"
        away.at += 0.5
    assert away.run(os.getpid) != second


def test_all_who_wait_hear_of_the_end(away: Away) -> None:
    away.run(os.getpid)
    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(away.refused, time.sleep, 60) for _ in range(2)]
        while len(away.figures._asked) < 2:
            time.sleep(0.01)
        assert away.refused(os._exit, 3) == "figures.ended"
        assert [each.result(30) for each in waiting] == ["figures.ended"] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit it")
def test_a_count_that_wants_too_much_memory_ends_its_process_alone() -> None:
    small = Away(megabytes=300)
    with small.figures:
        assert small.run(len, small.run(bytes, 1000)) == 1000
        assert small.refused(bytes, 600 * 2**20) == "figures.ended"
        small.at += 1
        assert "500" in small.run(Path("/proc/self/oom_score_adj").read_text)


def test_a_room_that_closes_waits_for_no_figure(away: Away) -> None:
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(away.refused, time.sleep, 60)
        while not away.figures._asked:
            time.sleep(0.01)
        away.figures.__exit__()
        assert waiting.result(30) == "figures.ended"
    with pytest.raises(Unavailable, match="the room is closing"):
        away.run(os.getpid)
    with Figures(64):
        pass  # one that was never begun


def test_a_process_that_does_not_end_is_ended(away: Away, monkeypatch: pytest.MonkeyPatch) -> None:
    assert away.run(operator.add, 2, 3) == 5
    process = away.figures._process
    assert process is not None
    monkeypatch.setattr(figures, "_PATIENCE", 0.0)
    away.figures.__exit__()
    assert process.returncode in (0, -9)

    def never(seconds: float | None = None) -> int:
        if seconds is not None:
            raise subprocess.TimeoutExpired("figures", seconds)
        return -9

    monkeypatch.setattr(process, "wait", never)
    assert away.figures._end(process) == -9


def test_the_process_ends_with_its_room() -> None:
    asks, into = os.pipe()
    out, answers = os.pipe()
    with os.fdopen(asks, "rb") as asked_in, os.fdopen(answers, "wb") as told:
        room = os.fdopen(into, "wb")
        other = Counting(asked_in, told)
        with ThreadPoolExecutor(1) as threads, os.fdopen(out, "rb") as heard:
            ends = threads.submit(other.serve)

            def says(*message: Any) -> tuple[Any, ...]:
                pickle.dump(message, room)
                room.flush()
                found: tuple[Any, ...] = pickle.load(heard)
                return found

            assert says(1, operator.add, (2, 3), False) == (1, "done", 5)
            number, word, told_why = says(2, cards.parse, ("Zz",), False)
            assert (number, word, told_why[0]) == (2, "failed", "Malformed")
            assert says(3, json.loads, ("no JSON",), False)[:2] == (3, "broken")
            # What no pickle takes is an answer all the same.
            assert says(4, functools.partial, (operator.add,), True)[:2] == (4, "broken")
            assert says(5, designs_of, (SEARCH,), True)[:2] == (5, "progress")
            assert says(5, False) == (5, "broken", "no one waits for it")
            pickle.dump((5, True), room)  # it has ended already
            room.close()
            ends.result(30)


def test_a_process_without_memory_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    with figures._ending_without_memory():
        raise MemoryError
    assert ended == [1]


def test_the_process_takes_what_it_may_and_answers_through_a_pipe_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    did: list[Any] = []
    monkeypatch.setattr(os, "nice", did.append)
    monkeypatch.setattr(Path, "write_text", lambda *_, **__: did.append("first to end"))

    class Limits:
        RLIMIT_DATA = 2

        @staticmethod
        def setrlimit(kind: int, most: tuple[int, int]) -> None:
            did.append((kind, most))

    monkeypatch.setattr(figures, "resource", Limits)

    class Served:
        def __init__(self, asked: object, answers: IO[bytes]) -> None:
            answers.close()

        def serve(self) -> bool:
            did.append("serves")
            return is_busy

    monkeypatch.setattr(figures, "Counting", Served)

    monkeypatch.setattr(os, "dup2", lambda old, new: did.append((old, new)))
    monkeypatch.setattr(os, "_exit", did.append)
    monkeypatch.setattr(sys, "argv", ["figures", "2"])
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        for is_busy in (False, True):
            did.clear()
            figures.main()
            begun = [5, "first to end", (2, (2**21, 2**21)), (2, 1), "serves"]
            assert did == begun + ([0] if is_busy else [])
    did.clear()
    monkeypatch.setattr(figures, "resource", None)  # as on Windows
    monkeypatch.delattr(os, "nice")
    figures.limit(2)
    assert did == ["first to end"]


def _ended(function: Any, args: tuple[Any, ...], progress: Progress | None) -> Any:
    raise Refused("the figures could not be counted; the tables play on", code="figures.ended")


def test_tables_are_opened_and_played_without_figures() -> None:
    game = games.game("three-card-poker")
    edges, adviser = Edges(), Adviser()
    try:
        with counting.counting_in(_ended):
            for _ in range(20):
                assert edges.of(terms(game)) is None
                time.sleep(0.01)
            question = _question()
            assert adviser.advice(question, lambda: None) is None
        while edges.of(terms(game)) is None:
            time.sleep(0.02)
        while adviser.advice(question, lambda: None) is None:
            time.sleep(0.02)
    finally:
        edges.close()
        adviser.close()


def _question() -> Question:
    held = cards.parse("Qs 6h 4d")
    return Question("three-card-poker", (), (), held, None, (), (), (("ante", 1000),), ())


def test_rules_of_other_authors_are_tried_where_figures_are_counted() -> None:
    """Trying them compiles them; the room loads what was compiled."""
    asked_for: list[Any] = []

    def elsewhere(function: Any, args: tuple[Any, ...], progress: Progress | None) -> Any:
        asked_for.append((function, args))

    with registered(example("caribbean-stud")):
        game = games.game("caribbean-stud")
        registry.forget()
        with counting.counting_in(_ended):
            for _ in range(2):
                with pytest.raises(Refused, match="could not be counted"):
                    registry.why_unsolved(game)
            edges = Edges()
            assert edges.of(terms(game)) is None
            edges.close()
        with counting.counting_in(elsewhere):
            assert registry.why_unsolved(game) == ""
            assert registry.why_unsolved(games.game("three-card-poker")) == ""
        assert asked_for == [(registry._tried, ("caribbean-stud",))]
        registry._tried("caribbean-stud")


def test_books_say_why_a_wager_is_not_compared() -> None:
    game = games.game("three-card-poker")
    theme = Theme(game.key, (), (), rules_digest(game))
    expectation._figure.cache_clear()
    with counting.counting_in(_ended):
        assert "could not be counted" in why_unknown(theme, "ante")
    assert why_unknown(theme, "ante") == ""


def test_a_page_without_figures_says_why_and_the_room_plays_on(tmp_path: Path) -> None:
    words = ("--room", "room.db", "--empty-seats", "--figures-memory", "64")
    with started(*words, at=tmp_path) as (process, said):
        address = said[0].removeprefix("the card room is open at ")
        told = json.loads(asked(address, "/lab/figures?game=three-card-poker&bet=ante"))
        assert "the process that counts them has ended" in told["sentences"][0]
        assert "the tables play on" in asked(address, "/lab?game=three-card-poker&bet=ante")
        assert json.loads(asked(address, "/health"))["status"] == "ok"
        assert '"is_open":true' in asked(address, "/api/tables")
        assert process.poll() is None


_TELLS: Final = """
import os
from pathlib import Path
from numba.core.dispatcher import Dispatcher

compiled = Dispatcher.compile

def compile(self, signature):
    with Path("compiled").open("a") as file:
        print(os.getpid(), self.py_func, file=file)
    return compiled(self, signature)

Dispatcher.compile = compile
"""


@pytest.mark.compiled
def test_the_process_of_the_money_compiles_nothing(tmp_path: Path) -> None:
    with started("--room", "room.db", at=tmp_path, code=_TELLS + MAIN) as (_, said):
        address = said[0].removeprefix("the card room is open at ")
        sheet = "game=three-card-poker&bet=ante"
        assert json.loads(asked(address, f"/lab/figures?{sheet}"))["parts"]["figures"]
        assert "figures" in json.loads(asked(address, f"/lab/sheet.json?{sheet}"))
        assert "House edge" in asked(address, f"/lab?{sheet}")
        assert "Pair Plus" in asked(address, "/lab/design")
        found = "/lab/design/figures?game=three-card-poker&bet=pair-plus&search=yes"
        while json.loads(asked(address, found))["share"] is not None:
            time.sleep(0.1)
    assert not (tmp_path / "compiled").exists()


@pytest.mark.parametrize("megabytes", ["0", "63", "2000000"])
def test_a_memory_that_is_none_is_refused(megabytes: str) -> None:
    from fairdeal.cli.serve import command

    with pytest.raises(FairdealError, match="--figures-memory must be 64 to 1,000,000") as refused:
        command.main(["--figures-memory", megabytes], standalone_mode=False)
    assert refused.value.code == "serve.memory"
