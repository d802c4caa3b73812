"""Compiled code is never older than the rules, and never taken from a place others may write to."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fairdeal
from fairdeal.analysis.compiled import _forgive, _prune
from fairdeal.games.digest import PACKAGE, digest_of, rules_digest

EDGE = """
from fairdeal.analysis.par import figure
from fairdeal.games import GAMES
from fairdeal.games.terms import terms
game = GAMES["three-card-poker"]
print(figure(game, "ante", terms(game)).house_edge)
"""
DIGEST = "from fairdeal.games.digest import rules_digest; print(rules_digest())"
WHERE = "from fairdeal.analysis.compiled import CACHE; print(CACHE)"


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


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.compiled
def test_an_edited_rule_changes_the_figures_at_once(tmp_path: Path) -> None:
    package, cache = tmp_path / "copy", str(tmp_path / "cache")
    shutil.copytree(PACKAGE, package / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"))
    assert told(EDGE, package, cache) == "686689/20358520"
    assert told(EDGE, package, cache) == "686689/20358520"
    rules = package / "fairdeal" / "games" / "ante_play.py"
    text = rules.read_text()
    assert "showdown(player, dealer, QUEEN_HIGH)" in text
    rules.write_text(
        text.replace("showdown(player, dealer, QUEEN_HIGH)", "showdown(player, dealer, 11 << 8)")
    )
    # A dealer who needs a king: 2.3950 %, by a loop over all deals with the edited rule.
    numerator, denominator = map(int, told(EDGE, package, cache).split("/"))
    assert f"{numerator / denominator:.4%}" == "2.3950%"


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("cards.py", True),
        ("money.py", True),
        ("hands/poker.py", True),
        ("games/showdown.py", True),
        ("games/paytables/ags_3_card.toml", True),
        ("cli/screen.py", False),
        ("analysis/par.py", False),
    ],
)
def test_the_rules_digest_follows_what_decides_a_payment(
    tmp_path: Path, path: str, changes: bool
) -> None:
    package = tmp_path / "copy"
    shutil.copytree(PACKAGE, package / "fairdeal", ignore=shutil.ignore_patterns("__pycache__"))
    told_before = told(DIGEST, package, str(tmp_path))
    assert told_before == rules_digest()
    with (package / "fairdeal" / path).open("a") as file:
        file.write("\n# another line\n")
    assert (told(DIGEST, package, str(tmp_path)) != told_before) is changes


def test_a_digest_does_not_depend_on_the_order_of_files() -> None:
    before = digest_of(PACKAGE.glob("games/*.py"))
    assert before == digest_of(sorted(PACKAGE.glob("games/*.py"), reverse=True))
    assert before != digest_of(list(PACKAGE.glob("games/*.py"))[1:])


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


def test_a_damaged_cache_costs_time_and_nothing_else() -> None:
    cache = Damaged()
    _forgive(cache)
    assert cache.load_overload("signature") is None
    cache.save_overload("signature", "code")
    assert cache.saved == 1
    assert cache.load_overload("signature") == ("signature",)
    full = Damaged(forever=True)
    _forgive(full)
    full.save_overload("signature", "code")
    assert full.saved == 0


def test_code_of_long_gone_sources_is_removed(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"kernels-{number}").mkdir()
        os.utime(tmp_path / f"kernels-{number}", (number, number))
    _prune(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == [f"kernels-{n}" for n in range(4, 9)]


@pytest.mark.compiled
def test_a_kernel_with_an_empty_cache_file_is_compiled_anew(tmp_path: Path) -> None:
    source = Path(fairdeal.__file__).parents[1]
    script = "from fairdeal.analysis.solvers import orbits; print(orbits.place_of_three(0, 1, 2))"
    assert told(script, source, str(tmp_path)) == "0"
    for file in tmp_path.rglob("*.nbi"):
        file.write_bytes(b"")
    assert told(script, source, str(tmp_path)) == "0"
