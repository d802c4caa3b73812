"""Counts on disk: kept, believed only if they are the game's own, and counted again otherwise."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.solvers import kept
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.solvers.showdown import Asked, Counts
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
    monkeypatch.setattr(kept, "FROM", 0)
    monkeypatch.setattr(kept, "_KNOWN", {})
    return tmp_path / "fairdeal" / "counts"


def again() -> Counts:
    kept.forget()
    return kept.counted(asked())


def are_equal(one: Counts, other: Counts) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in kept._ARRAYS)


def test_counts_are_read_from_disk_as_they_were_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = again()
    assert [each.name for each in folder.iterdir()] == [kept.counts_key(asked())]
    monkeypatch.setattr(kept, "count", None)  # counting again would fail
    second = again()
    assert isinstance(second.counts, np.memmap)
    assert are_equal(first, second)
    assert kept.counted(asked()) is second


def test_small_counts_are_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "FROM", 1_000_000)
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
    header["shapes"][name] = list(other.shape)
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
    def full(*_: object) -> None:
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
