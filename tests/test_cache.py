"""Compiled code is never older than the rules, and never taken from a place others may write to."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core.caching import NullCache

import fairdeal
from fairdeal.analysis import bank, compiled
from fairdeal.analysis.compiled import KEPT_SECONDS, _Kept, _prune, kernel, kernel_digest
from fairdeal.analysis.solvers import orbits
from fairdeal.rule import RULES

PACKAGE = Path(fairdeal.__file__).parent
EDGE = """
from fairdeal.analysis.par import figure
from fairdeal.games import GAMES
from fairdeal.games.terms import terms
game = GAMES["three-card-poker"]
print(figure(game, "ante", terms(game)).house_edge)
"""
WHERE = "from fairdeal.analysis.compiled import CACHE; print(CACHE)"
PLUGIN = """
from fairdeal.rule import rule

@rule
def worth(card):
    return card * {factor}
"""
FACTORY = """
from fairdeal.analysis.compiled import kernel
from fairdeal.analysis.solvers.orbits import place_of_three as place

assert place(0, 1, 2) == 0  # something is compiled before the rule is there

def summed(rule):
    @kernel
    def every(cards):
        total = 0
        for card in range(cards):
            total += rule(card) + place(0, 1, 2)
        return total
    return every

from plugin import worth

every = summed(worth)
assert summed(abs)(4) == 6  # another closure of the same code
print(every(4), sum(every.stats.cache_hits.values()))
"""


def told(script: str, package: Path, cache: str, **more: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(package), "FAIRDEAL_CACHE": cache, **more}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        cwd=package,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def names(cache: Path) -> set[str]:
    """The kernels that are kept."""
    return {path.name for path in cache.rglob("*.nbi")}


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.compiled
def test_an_edited_rule_changes_the_figures_at_once_and_a_comment_compiles_nothing(
    tmp_path: Path,
) -> None:
    package, cache = tmp_path / "copy", tmp_path / "cache"
    shutil.copytree(PACKAGE, package / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"))
    assert told(EDGE, package, str(cache)) == "686689/20358520"
    kept = names(cache)
    written = max(path.stat().st_mtime for path in cache.rglob("*.nbc"))
    for path in (
        *("games/ante_play.py", "games/three_card_fury.py", "web/hub.py"),
        *("analysis/solvers/orbits.py", "analysis/compiled.py", "hands/three_card.py"),
    ):
        file = package / "fairdeal" / path
        file.write_text(f"# A comment.\n\n{file.read_text()}")
    other = package / "fairdeal" / "games" / "three_card_fury.py"
    other.write_text(other.read_text().replace("spades == 3 else", "spades == 2 else"))
    assert told(EDGE, package, str(cache)) == "686689/20358520"
    assert names(cache) == kept
    assert max(path.stat().st_mtime for path in cache.rglob("*.nbc")) == written
    rules = package / "fairdeal" / "games" / "ante_play.py"
    text = rules.read_text()
    assert "showdown(player, dealer, QUEEN_HIGH)" in text
    rules.write_text(
        text.replace("showdown(player, dealer, QUEEN_HIGH)", "showdown(player, dealer, 11 << 8)")
    )
    # A dealer who needs a king: 2.3950 %, by a loop over all deals with the edited rule.
    numerator, denominator = map(int, told(EDGE, package, str(cache)).split("/"))
    assert f"{numerator / denominator:.4%}" == "2.3950%"
    assert names(cache) > kept


@pytest.mark.compiled
def test_a_rule_that_is_imported_late_compiles_into_a_closure_and_is_never_stale(
    tmp_path: Path,
) -> None:
    for name, text in (("plugin", PLUGIN.format(factor=1)), ("factory", FACTORY)):
        (tmp_path / f"{name}.py").write_text(text)
    where = os.pathsep.join((str(tmp_path), str(PACKAGE.parent)))

    def found() -> str:
        environment = {**os.environ, "PYTHONPATH": where, "FAIRDEAL_CACHE": str(tmp_path / "cache")}
        environment.pop("NUMBA_DISABLE_JIT", None)
        command = [sys.executable, "-B", "-m", "factory"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert (found(), found()) == ("6 0", "6 1")
    (tmp_path / "plugin.py").write_text("# A comment.\n" + PLUGIN.format(factor=1))
    (tmp_path / "factory.py").write_text("# A comment.\n" + FACTORY)
    assert found() == "6 1"
    (tmp_path / "plugin.py").write_text(PLUGIN.format(factor=2))
    assert (found(), found()) == ("12 0", "12 1")


ADDERS = """
import numpy as np

from fairdeal.analysis.compiled import kernel

def adder(more):
    @kernel
    def add(numbers):
        found = np.empty(len(numbers), np.int64)
        for i in range(len(numbers)):
            found[i] = numbers[i] + more
        return found
    return add

def added(*each):
    return [adder(more)(np.arange(2)).tolist() for more in each]
"""


@pytest.mark.compiled
def test_closures_of_one_factory_do_not_clash_when_some_are_read_from_disk(tmp_path: Path) -> None:
    (tmp_path / "adders.py").write_text(ADDERS)
    cache, paths = (
        str(tmp_path / "cache"),
        {"PYTHONPATH": f"{tmp_path}{os.pathsep}{PACKAGE.parent}"},
    )
    for script, found in (
        ("from adders import added; print(added(1))", "[[1, 2]]"),
        ("from adders import added; print(added(1, 2))", "[[1, 2], [2, 3]]"),
        ("from adders import added; print(added(2, 3, 1))", "[[2, 3], [3, 4], [1, 2]]"),
    ):
        assert told(script, tmp_path, cache, **paths) == found


def plain(function: Any) -> Any:
    """A kernel as it was written."""
    return getattr(function, "py_func", function)


def test_the_digest_of_a_kernel_follows_the_rules_and_kernels_that_it_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changes = {"ante_and_play": lambda a, b: a + b, "place_of_three": lambda a, b, c: a}
    asked = plain(bank._moments_of), plain(orbits.place_of_three)
    before = [kernel_digest(each) for each in asked]
    for name, other in changes.items():
        with monkeypatch.context() as patched:
            fresh = type(compiled._KERNELS)("numba", "numpy", __name__)
            patched.setattr(compiled, "_KERNELS", fresh)
            patched.setattr(bank, name, other)
            after = [kernel_digest(each) for each in asked]
        assert [one == two for one, two in zip(before, after, strict=True)] == [False, True]


def test_kernels_that_check_their_bounds_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel_digest(plain(orbits.place_of_three))
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert kernel_digest(plain(orbits.place_of_three)) != before


def test_a_kernel_is_kept_in_files_named_after_what_it_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "CACHE", tmp_path)
    function = plain(orbits.place_of_three)
    cache: Any = _Kept(function)._cache
    digest = kernel_digest(function)
    cache._impl.locator.ensure_cache_path()
    cache.flush()
    [index] = tmp_path.iterdir()
    assert index.name.startswith(f"orbits.place_of_three-{digest}.py3")
    assert _Kept(function).cache_path == str(tmp_path)
    codegen = SimpleNamespace(magic_tuple=lambda: ("a machine",))
    assert cache._index_key("(int64,)", codegen) == (
        *("(int64,)", ("a machine",)),
        *("fairdeal.analysis.solvers.orbits", digest),
    )
    os.utime(index, (0, 0))
    _Kept(function).flush()
    assert index.stat().st_mtime > 0


def test_closures_of_one_factory_get_names_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "CACHE", tmp_path)

    def adder(more: int) -> Any:
        def add(number: int) -> int:
            return number + more

        return add

    one, two = adder(1), adder(2)
    for each in (one, two):
        digest = kernel_digest(each)
        assert _Kept(each).cache_path == str(tmp_path)
        assert each.__qualname__.endswith(f".add.{digest}")
        assert kernel_digest(each) == digest
    assert one.__qualname__ != two.__qualname__


def test_a_kernel_without_source_is_compiled_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: dict[str, Callable[[int], int]] = {}
    exec("def typed(x): return x", typed)
    assert isinstance(_Kept(typed["typed"])._cache, NullCache)
    monkeypatch.setattr(compiled, "CACHE", None)
    assert isinstance(_Kept(plain(orbits.place_of_three))._cache, NullCache)


def test_the_compiler_is_told_of_every_rule_before_a_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: list[Any] = []
    monkeypatch.setattr(compiled, "register_jitable", known.append)
    monkeypatch.setattr(compiled, "_known", set())
    monkeypatch.setattr(compiled, "CACHE", None)
    monkeypatch.setattr(numba, "njit", lambda **_: lambda f: SimpleNamespace(f=f, _cache=None))
    made: Any = kernel(plain(orbits.place_of_three))
    assert known == []
    assert made._cache.load_overload("signature", "context") is None
    assert known == RULES
    RULES.append(max)
    made._cache.load_overload("signature", "context")
    assert known == RULES
    assert RULES.pop() is max


def test_a_place_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    source = Path(fairdeal.__file__).parents[1]
    place = told(WHERE, source, str(tmp_path))
    assert place.startswith(str(tmp_path))
    Path(place).chmod(0o777)
    assert told(WHERE, source, str(tmp_path)) == "None"


def test_without_a_place_to_write_there_is_no_cache_and_no_complaint(tmp_path: Path) -> None:
    source = Path(fairdeal.__file__).parents[1]
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert told(WHERE, source, str(blocked)) == "None"


def test_no_array_of_the_analysis_is_unsigned() -> None:
    for path in (PACKAGE / "analysis").rglob("*.py"):
        assert "uint" not in path.read_text(), path.name


class Damaged:
    """A cache whose index is damaged until it is flushed, or that can never be written."""

    def __init__(self, *, forever: bool = False) -> None:
        self.is_damaged, self.forever, self.saved = True, forever, 0

    def load_overload(self, *words: object) -> object:
        if self.is_damaged:
            raise EOFError
        return words

    def save_overload(self, *words: object) -> None:
        if self.is_damaged:
            raise OSError(28, "No space left on device")
        self.saved += 1

    def flush(self) -> None:
        self.is_damaged = self.forever


def test_a_damaged_cache_costs_time_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, cache = _Kept(plain(orbits.place_of_three)), Damaged()
    monkeypatch.setattr(compiled, "CACHE", None)
    vars(kept)["_cache"] = cache
    assert kept.load_overload("signature") is None
    kept.save_overload("signature", "code")
    assert cache.saved == 1
    assert kept.load_overload("signature") == ("signature",)
    vars(kept)["_cache"] = full = Damaged(forever=True)
    kept.save_overload("signature", "code")
    assert full.saved == 0


def test_code_that_nothing_uses_is_removed_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "kernels"
    old = time.time() - KEPT_SECONDS - 60
    for name in ("a-1.py311", "b-2.py311"):
        for ending in ("nbi", "1.nbc", "2.nbc"):
            cache.mkdir(exist_ok=True)
            (cache / f"{name}.{ending}").touch()
    os.utime(cache / "a-1.py311.nbi", (old, old))
    os.utime(cache / "b-2.py311.1.nbc", (old, old))
    for name in ("kernels-0123", "kernels-4567"):
        (tmp_path / name).mkdir()
    os.utime(tmp_path / "kernels-0123", (old, old))
    monkeypatch.setattr(compiled, "CACHE", cache)
    _prune.cache_clear()
    _prune()
    _prune.cache_clear()
    assert {path.name.partition(".")[0] for path in cache.iterdir()} == {"b-2"}
    assert len(list(cache.iterdir())) == 3
    assert {path.name for path in tmp_path.iterdir()} == {"kernels", "kernels-4567"}


@pytest.mark.compiled
def test_a_kernel_with_an_empty_cache_file_is_compiled_anew(tmp_path: Path) -> None:
    source = Path(fairdeal.__file__).parents[1]
    script = "from fairdeal.analysis.solvers import orbits; print(orbits.place_of_three(0, 1, 2))"
    assert told(script, source, str(tmp_path)) == "0"
    for file in tmp_path.rglob("*.nbi"):
        file.write_bytes(b"")
    assert told(script, source, str(tmp_path)) == "0"
