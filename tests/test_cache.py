"""Compiled code is never older than the rules, and never taken from a place others may write to."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fairdeal
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
