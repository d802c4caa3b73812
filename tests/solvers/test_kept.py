"""Counts on disk: kept, believed only if they are the game's own, and counted again otherwise."""

import json
import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fairdeal.analysis.seven import patterns
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.solvers import kept, orbits, showdown, sweep
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.solvers.showdown import Asked, Counts
from fairdeal.fingerprint import Fingerprints
from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.kinds import Showdown

SMALL = Deck((0, 1, 11, 12), 3)


def asked() -> Asked:
    kind = SETTLEMENTS["napa-three-card-poker"].kind
    assert isinstance(kind, Showdown)
    return declare(GAMES["napa-three-card-poker"], kind, deck=SMALL).asked


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    monkeypatch.setattr(showdown, "KEPT_FROM", 0)
    monkeypatch.setattr(kept, "_KNOWN", OrderedDict())
    return tmp_path / "fairdeal" / "counts"


def again() -> Counts:
    kept.forget()
    return kept.counted(asked())


def are_equal(one: Counts, other: Counts) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in showdown._ARRAYS
    )


def test_counts_are_read_from_disk_as_they_were_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = again()
    assert [each.name for each in folder.iterdir()] == [kept.counts_key(asked())]
    monkeypatch.setattr(showdown, "count", None)  # counting again would fail
    second = again()
    assert isinstance(second.counts, np.memmap)
    assert are_equal(first, second)
    assert kept.counted(asked()) is second


def test_small_counts_are_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showdown, "KEPT_FROM", 1_000_000)
    again()
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("header.json", b"{"),
        ("header.json", b"[]"),
        ("ways.npy", b""),
        ("merged.npy", None),
    ],
)
def test_damaged_counts_are_counted_again_and_the_log_says_so(
    folder: Path, name: str, damage: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    first = again()
    file = folder / kept.counts_key(asked()) / name
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage)
    with caplog.at_level(logging.WARNING):
        assert are_equal(first, again())
    assert "counted again" in caplog.text
    assert are_equal(first, again())


@pytest.mark.parametrize(
    ("name", "array", "why"),
    [
        ("ways", lambda each: each * 2, "not those of all deals"),
        ("ways", lambda each: each.astype(np.int32), "numbers of another kind"),
        ("paid", lambda each: each + 1_000, "points beyond the end"),
        ("paid", lambda each: each[:-1], "the arrays do not fit together"),
    ],
)
def test_foreign_counts_are_not_believed(
    folder: Path,
    name: str,
    array: "np.ufunc",
    why: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = again()
    place = folder / kept.counts_key(asked())
    other = array(np.load(place / f"{name}.npy"))
    np.save(place / f"{name}.npy", other)
    header = json.loads((place / "header.json").read_text())
    header["arrays"][name] = [str(other.dtype), list(other.shape)]
    (place / "header.json").write_text(json.dumps(header))
    with caplog.at_level(logging.WARNING):
        assert are_equal(first, again())
    assert why in caplog.text


def test_a_place_that_others_may_write_to_is_not_used_for_counts(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    again()
    assert list(folder.iterdir()) == []


def test_counts_that_cannot_be_written_are_not_missed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with caplog.at_level(logging.INFO):
        assert again().deals == 12 * 11 * 10 // 6 * 9 * 28
    assert "No space left on device" in caplog.text


def test_counts_used_longest_ago_are_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT", 1)
    (folder / "old").mkdir(parents=True)
    folder.chmod(0o700)
    again()
    assert [each.name for each in folder.iterdir()] == [kept.counts_key(asked())]


def test_counts_of_another_process_are_kept_once_and_nothing_is_left_beside_them(
    tmp_path: Path,
) -> None:
    place = tmp_path / "key"
    for _ in range(3):
        kept._keep({"ways": np.arange(5)}, place)
    assert [each.name for each in tmp_path.iterdir()] == ["key"]


def test_what_was_not_written_to_the_end_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "KEPT", 2)
    for name in ("new-killed", "old", "new-being-written"):
        (tmp_path / name).mkdir()
    os.utime(tmp_path / "new-killed", (0, 0))
    kept._keep({"ways": np.arange(5)}, tmp_path / "key")
    assert {each.name for each in tmp_path.iterdir()} == {"old", "new-being-written", "key"}
    monkeypatch.setattr(np, "save", lambda *_, **__: (tmp_path / "none").read_bytes())
    kept._keep({"ways": np.arange(5)}, tmp_path / "another")
    assert {each.name for each in tmp_path.iterdir()} == {"old", "new-being-written", "key"}


@pytest.mark.parametrize(
    ("module", "name"),
    [(patterns.Deck, "cards"), (orbits, "_shares"), (sweep, "next_hand"), (showdown, "images")],
)
def test_counts_depend_on_all_code_that_counts(
    module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept.counts_key(asked())
    monkeypatch.setattr(kept, "_COUNTS", Fingerprints(*kept._COUNTS._by_name))
    assert kept.counts_key(asked()) == before
    monkeypatch.setattr(kept, "_COUNTS", Fingerprints(*kept._COUNTS._by_name))
    other = property(lambda self: ()) if module is patterns.Deck else lambda *_: 0
    monkeypatch.setattr(module, name, other)
    assert kept.counts_key(asked()) != before


def test_rules_without_source_are_counted_and_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed: dict[str, Any] = {}
    exec("def typed(): pass", typed)
    monkeypatch.setattr(
        kept, "_COUNTS", SimpleNamespace(of=lambda *_: Fingerprints().of(typed["typed"]))
    )
    assert again().deals
    assert not [*folder.iterdir()]


class Numbered:
    """A small game whose counts are a number of their own."""

    is_large = False

    def __init__(self, counts: Callable[[], int]) -> None:
        self._counts = counts

    def count(self, progress: object) -> int:
        return self._counts()

    def arrays(self, counts: int) -> dict[str, object]:
        return {}


def counted(game: Numbered) -> int:
    found: int = kept.counted(game)  # type: ignore[arg-type]
    return found


def test_two_threads_that_ask_for_one_game_count_it_once(folder: Path) -> None:
    began, counts, others = Event(), [0], list[Thread]()

    def count() -> int:
        counts[0] += 1
        if others:
            began.set()
        else:
            others.append(Thread(target=counted, args=(game,)))
            others[0].start()
            began.wait(0.2)  # long enough for the other thread to begin, if it may
        return 7

    game = Numbered(count)
    assert counted(game) == 7
    others[0].join()
    assert counts == [1]


def test_the_game_that_was_used_longest_ago_is_dropped_first(folder: Path) -> None:
    counts: list[int] = []

    def numbered(number: int) -> Numbered:
        def count() -> int:
            counts.append(number)
            return number

        return Numbered(count)

    games = [numbered(number) for number in range(kept._IN_MEMORY + 1)]
    for game in (*games[:-1], games[0], games[-1], games[0]):
        counted(game)
    assert counts == [*range(kept._IN_MEMORY + 1)], "the first one was used again, and stays"
    assert counted(games[1]) == 1
    assert counts[-1] == 1, "the second one was dropped"
