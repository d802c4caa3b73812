"""The diary of the accounts: nothing is lost, nothing is changed unseen (LOG-1, LOG-2)."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from fairdeal.errors import Unavailable
from fairdeal.web.access.diary import REMEMBERED, Diary, Kind


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.staff.log"


def opened(path: Path) -> Diary:
    return Diary(path, lambda: 1_790_000_000_000_000)


def noted(path: Path, count: int) -> Diary:
    diary = opened(path)
    for number in range(count):
        diary.note("signed in", f"fran-{number}", by="fran", where="10.0.0.7")
    return diary


def test_what_was_noted_is_there_again_the_newest_first(path: Path) -> None:
    before = noted(path, 3).latest()
    again = opened(path)
    assert again.latest() == before
    assert [each.about for each in before] == ["fran-2", "fran-1", "fran-0"]
    again.note("disabled", "fran", by="max", where="10.0.0.8", text="left the house")
    third = opened(path)
    assert third.broken == 0
    assert [each.text for each in third.latest()] == ["left the house", "", "", ""]


def test_only_its_owner_reads_it(path: Path) -> None:
    noted(path, 1)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_page_is_not_filled_with_all_of_it(path: Path) -> None:
    assert len(noted(path, REMEMBERED + 5).latest()) == REMEMBERED


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [lines[0], lines[2]], 2),
        (lambda lines: [lines[0].replace(b"fran-0", b"finn-0"), *lines[1:]], 2),
        (lambda lines: [lines[0], b"{}", lines[2]], 2),
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
    diary = opened(path)
    assert (diary.broken, len(diary.latest()), path.read_bytes()) == (0, 2, whole)
    diary.note("signed in", "fran", by="fran", where="")
    assert opened(path).broken == 0


def test_a_file_that_cannot_be_read_or_written_is_told(path: Path, tmp_path: Path) -> None:
    path.mkdir()
    with pytest.raises(Unavailable, match=r"room\.staff\.log cannot be read: Is a directory"):
        opened(path)
    gone = Diary(tmp_path / "gone" / "room.staff.log", lambda: 0)
    with pytest.raises(Unavailable, match="cannot be written: No such file or directory; nothing"):
        gone.note("signed in", "fran", by="fran", where="")
    assert gone.latest() == ()


@pytest.mark.parametrize(
    "strange", ["\ud800", 'x"}\n{"at": 1', "a\r\nb", "\u2028", "\u202egnp.exe", "\x00", "\x1b[2J"]
)
def test_whatever_is_sent_neither_breaks_nor_forges_a_line(path: Path, strange: str) -> None:
    diary = noted(path, 1)
    diary.note("disabled", "fran", by=strange, where=strange, text=strange * 200)
    diary.note("enabled", "fran", by="max", where="")
    again = opened(path)
    assert (again.broken, len(again.latest())) == (0, 3)
    found = again.latest()[1]
    assert (found.by + found.where + found.text).isprintable()
    assert len(found.text) <= 300


def test_a_line_of_bytes_that_are_no_text_is_noticed(path: Path) -> None:
    noted(path, 2)
    lines = path.read_bytes().splitlines()
    for spoilt in (b'{"at": "\xff"}', b"[" * 100_000, lines[0].replace(b"17900000", b"9" * 20)):
        path.write_bytes(spoilt + b"\n" + lines[1] + b"\n")
        diary = opened(path)
        assert (diary.broken, len(diary.latest())) == (1, 1)


def test_without_a_file_it_is_forgotten_with_the_process() -> None:
    diary = Diary(None, lambda: 0)
    diary.note("signed in", "fran", by="fran", where="")
    assert [each.about for each in diary.latest()] == ["fran"]


def test_half_a_line_of_a_full_disk_is_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = noted(path, 2)
    before = path.read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Unavailable, match="No space left on device"):
            diary.note("disabled", "fran", by="max", where="")
    assert path.read_bytes() == before
    diary.note("enabled", "fran", by="max", where="")
    assert opened(path).broken == 0


def test_what_two_threads_note_at_once_stands_in_one_chain(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary, sync = opened(path), os.fsync
    begun = Barrier(2)

    def slow(number: int) -> None:
        time.sleep(0.001)
        sync(number)

    monkeypatch.setattr(os, "fsync", slow)

    def note(name: str) -> None:
        begun.wait(10)
        for _ in range(10):
            diary.note("refused", name, by="", where="", text="the account is locked")
            assert diary.latest()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(note, ("fran", "finn")))
    again = opened(path)
    assert (again.broken, len(again.latest())) == (0, 20)
    assert again.latest() == diary.latest()


def test_a_line_that_failed_takes_no_other_along(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is taken back of a full disk is the own line, and not that of another thread."""
    diary, sync = noted(path, 1), os.fsync
    failing, writes = Barrier(2), iter((True, False))

    def full(number: int) -> None:
        if next(writes):
            failing.wait(10)
            time.sleep(0.05)  # the other would write now, if it could
            raise OSError(28, "No space left on device")
        sync(number)

    monkeypatch.setattr(os, "fsync", full)

    def fails() -> None:
        with pytest.raises(Unavailable):
            diary.note("disabled", "fran", by="max", where="")

    def goes_on() -> None:
        failing.wait(10)
        diary.note("enabled", "finn", by="max", where="")

    with ThreadPoolExecutor(2) as threads:
        for each in [threads.submit(fails), threads.submit(goes_on)]:
            each.result()
    again = opened(path)
    assert (again.broken, [each.about for each in again.latest()]) == (0, ["finn", "fran-0"])


def test_what_strangers_try_pushes_no_change_out_of_sight(path: Path) -> None:
    diary = opened(path)
    diary.note("password set", "fran", by="max", where="10.0.0.7")
    for number in range(REMEMBERED + 5):
        diary.note("refused", "", by="", where=f"10.9.0.{number}", text="no account has that name")
    diary.note("terminal locked", "fran", by="fran", where="10.0.0.7")
    for each in (diary, opened(path)):
        assert [entry.what for entry in each.latest(Kind.CHANGE)] == ["password set"]
        assert [entry.what for entry in each.latest(Kind.SIGN_IN)] == ["terminal locked"]
        assert len(each.latest(Kind.REFUSAL)) == REMEMBERED


@pytest.mark.parametrize("is_kept", [True, False])
def test_the_whole_diary_is_searched_the_newest_first(path: Path, is_kept: bool) -> None:
    diary = Diary(path if is_kept else None, lambda: 1_790_000_000_000_000)
    assert [*diary.find()] == []
    diary.note("opened", "fran", by="max", where="10.0.0.7", text="role floor")
    diary.note("refused", "", by="", where="10.9.0.1", text="no account has that name")
    diary.note("disabled", "fran", by="max", where="10.0.0.7", text="Left the house")
    assert {entry.what for entry in diary.find()} == {"opened", "refused", "disabled"}
    assert [entry.what for entry in diary.find("FRAN")] == ["disabled", "opened"]
    assert [entry.what for entry in diary.find("left the")] == ["disabled"]
    assert [entry.what for entry in diary.find("", Kind.REFUSAL)] == ["refused"]
    assert [*diary.find("fran", Kind.REFUSAL)] == []


def test_a_search_finds_what_the_disk_did_not_take_yet(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = noted(path, 1)

    def full(line: bytes) -> None:
        raise Unavailable("the disk is full", code="account.diary")

    monkeypatch.setattr(diary, "_write", full)
    diary.note("signed in", "finn", by="finn", where="", may_wait=True)
    assert [entry.about for entry in diary.find()] == ["finn", "fran-0"]


def test_a_diary_that_cannot_be_read_is_told_to_who_searches(path: Path) -> None:
    diary = noted(path, 1)
    path.unlink()
    path.mkdir()
    with pytest.raises(Unavailable, match="cannot be read"):
        [*diary.find()]
