"""The record of audits: nothing is lost, nothing is changed unseen (LOG-1, LOG-2)."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal.errors import Unavailable
from fairdeal.web.past.results import REMEMBERED, Results


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.checks"


def opened(path: Path) -> Results:
    return Results(path, lambda: 1_790_000_000_000_000)


def noted(path: Path, count: int) -> Results:
    results = opened(path)
    for number in range(count):
        results.note("holds", f"head-{number}", by="ada", text="events: 7")
    return results


def test_what_was_noted_is_there_again_the_newest_first(path: Path) -> None:
    before = noted(path, 3).latest()
    again = opened(path)
    assert again.latest() == before
    assert [each.about for each in before] == ["head-2", "head-1", "head-0"]
    again.note("does not hold", "head-3", by="max", text="1 found")
    third = opened(path)
    assert third.broken == 0
    assert [each.text for each in third.latest()] == ["1 found", *["events: 7"] * 3]


def test_only_its_owner_reads_it(path: Path) -> None:
    noted(path, 1)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_page_is_not_filled_with_all_of_it(path: Path) -> None:
    assert len(noted(path, REMEMBERED + 5).latest()) == REMEMBERED


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [lines[0], lines[2]], 2),
        (lambda lines: [lines[0].replace(b"head-0", b"head-9"), *lines[1:]], 2),
        (lambda lines: [lines[0], b"{}", lines[2]], 2),
        (lambda lines: [lines[0], b'{"at": "\xff"}', lines[2]], 2),
        (lambda lines: [lines[0], b"[" * 100_000, lines[2]], 2),
        (lambda lines: lines[1:], 1),
    ],
)
def test_a_line_that_was_changed_or_taken_out_is_noticed(
    path: Path, change: Callable[[list[bytes]], list[bytes]], line: int
) -> None:
    noted(path, 3)
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join(change(lines)) + b"\n")
    assert opened(path).broken == line


def test_a_line_that_was_torn_by_a_power_cut_is_dropped(path: Path) -> None:
    noted(path, 2)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"at": 17')
    results = opened(path)
    assert (results.broken, len(results.latest()), path.read_bytes()) == (0, 2, whole)
    results.note("holds", "head-2", by="ada", text="")
    assert opened(path).broken == 0


def test_a_file_that_cannot_be_read_or_written_is_told(path: Path, tmp_path: Path) -> None:
    path.mkdir()
    with pytest.raises(Unavailable, match=r"room\.checks cannot be read: Is a directory"):
        opened(path)
    gone = Results(tmp_path / "gone" / "room.checks", lambda: 0)
    with pytest.raises(Unavailable, match="cannot be written: No such file or directory; nothing"):
        gone.note("holds", "head", by="ada", text="")
    assert gone.latest() == ()


@pytest.mark.parametrize("strange", ["\ud800", 'x"}\n{"at": 1', "a\r\nb", "\u2028", "\x00"])
def test_whatever_is_found_neither_breaks_nor_forges_a_line(path: Path, strange: str) -> None:
    results = noted(path, 1)
    results.note("does not hold", "head", by=strange, text=strange * 200)
    again = opened(path)
    assert (again.broken, len(again.latest())) == (0, 2)
    found = again.latest()[0]
    assert (found.by + found.text).isprintable()
    assert len(found.text) <= 300


def test_without_a_file_it_is_forgotten_with_the_process() -> None:
    results = Results(None, lambda: 0)
    results.note("holds", "head", by="ada", text="")
    assert [each.about for each in results.latest()] == ["head"]


def test_half_a_line_of_a_full_disk_is_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = noted(path, 2)
    before = path.read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Unavailable, match="No space left on device"):
            results.note("holds", "head", by="ada", text="")
    assert path.read_bytes() == before
    results.note("holds", "head", by="ada", text="")
    assert opened(path).broken == 0
