"""Games that come from other distributions: registered, left out with a reason, checked."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from fairdeal import games
from fairdeal.errors import Malformed
from fairdeal.games import three_card_poker
from fairdeal.rule import RULES
from tests.examples import PACKAGES, example, registered
from tests.small_games import bare_cut
from tests.typed import Run

DUEL = "two-card-duel"
TOLD = """
import json
from fairdeal import games
from fairdeal.errors import Malformed
said = {}
for key in ("two-card-duel", "broken", "empty", "three-card-poker", "nothing"):
    try:
        said[key] = games.game(key).name
    except Malformed as error:
        said[key] = str(error)
print(json.dumps([said, dict(games.SOURCES), dict(games.FAULTS)]))
"""


def install(site: Path, name: str, points: str) -> None:
    """The metadata of a distribution as an installer leaves it."""
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir(parents=True)
    folder.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    folder.joinpath("entry_points.txt").write_text(f"[fairdeal.games]\n{points}\n")


def told(site: Path) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """What a new process says of games, where they come from, and what is wrong with some."""
    environment = os.environ | {"PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-c", TOLD],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    said, sources, faults = json.loads(done.stdout)
    return said, sources, faults


def test_an_installed_game_is_dealt_and_others_are_left_out_with_a_reason(tmp_path: Path) -> None:
    shutil.copytree(PACKAGES[DUEL], tmp_path / "fairdeal_two_card_duel")
    install(tmp_path, "fairdeal-two-card-duel", f"{DUEL} = fairdeal_two_card_duel")
    tmp_path.joinpath("broken_game.py").write_text("import no_such_module\n")
    install(tmp_path, "fairdeal-broken", "broken = broken_game")
    tmp_path.joinpath("empty_game.py").write_text("GAME = 5\n")
    install(tmp_path, "fairdeal-empty", "empty = empty_game")
    tmp_path.joinpath("same_game.py").write_text(
        "from fairdeal.games.three_card_poker import GAME, SETTLEMENT\n"
    )
    install(tmp_path, "fairdeal-same", "same = same_game")
    tmp_path.joinpath("lost_game.py").write_text(
        "from dataclasses import replace\n"
        "from fairdeal_two_card_duel import GAME, SETTLEMENT\n"
        "GAME = replace(GAME, key='lost')\n"
    )
    install(tmp_path, "fairdeal-lost", "lost = lost_game")
    said, sources, faults = told(tmp_path)
    assert sources[DUEL] == "fairdeal-two-card-duel 1.0"
    assert sources["three-card-poker"] == ""
    assert "lost" not in sources
    broken = (
        "game 'broken' of fairdeal-broken 1.0 cannot be loaded"
        " (ModuleNotFoundError: No module named 'no_such_module')"
    )
    empty = "module empty_game declares no game: expected GAME and SETTLEMENT"
    assert faults == {
        "broken": broken,
        "empty": empty,
        "lost": "game 'lost' of fairdeal-lost 1.0 is left out: game lost has no file lost.toml in"
        " package 'fairdeal_two_card_duel' (FileNotFoundError)",
        "same": "game 'three-card-poker' of fairdeal-same 1.0 is left out: Fairdeal itself has a"
        " game of that key",
    }
    assert said == {
        DUEL: "Two Card Duel",
        "broken": broken,
        "empty": empty,
        "three-card-poker": "Three Card Poker",
        "nothing": said["nothing"],
    }
    assert said["nothing"].startswith("there is no game 'nothing': expected three-card-poker, ")


def test_two_distributions_with_one_key_are_told_apart() -> None:
    with registered(example(DUEL)), pytest.raises(Malformed) as raised:
        games.add(example(DUEL), "another-duel 2.0")
    assert str(raised.value) == (
        f"game '{DUEL}' of another-duel 2.0 is left out: fairdeal_two_card_duel 1.0 has a game of"
        " that key"
    )
    assert raised.value.code == "game.twice"


def test_a_module_named_as_its_own_source_is_named_in_a_clash() -> None:
    with pytest.raises(Malformed, match=r"of fairdeal\.games\.three_card_poker is left out"):
        games.add(three_card_poker)
    assert games.SETTLEMENTS["three-card-poker"] is three_card_poker.SETTLEMENT


def test_an_entry_point_without_a_distribution_is_named_by_what_it_loads() -> None:
    games._take_up(EntryPoint("lonely", "no_such_module", games.GROUP))
    assert games.FAULTS["lonely"] == (
        "game 'lonely' of no_such_module cannot be loaded"
        " (ModuleNotFoundError: No module named 'no_such_module')"
    )
    with pytest.raises(Malformed, match="cannot be loaded"):
        games.game("Lonely")
    del games._faults["lonely"]


def test_an_installed_game_whose_pay_tables_are_missing_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost = ModuleType("lost_game")
    vars(lost).update(
        GAME=replace(example(DUEL).GAME, key="lost"), SETTLEMENT=example(DUEL).SETTLEMENT
    )
    monkeypatch.setitem(sys.modules, "lost_game", lost)
    games._take_up(EntryPoint("lost", "lost_game", games.GROUP))
    assert "lost" not in games.GAMES
    assert games.FAULTS["lost"].startswith("game 'lost' of lost_game is left out: game lost has no")
    del games._faults["lost"]


def test_a_game_that_is_removed_is_forgotten_and_removing_it_again_is_nothing() -> None:
    games.add(bare_cut)
    assert games.SOURCES["bare-cut"] == ""
    for _ in range(2):
        games.remove("bare-cut")
    assert "bare-cut" not in {*games.GAMES, *games.SETTLEMENTS, *games.SOURCES}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the example under another name and key; what it leaves behind is removed."""
    package = tmp_path / "fairdeal_copied_duel"
    shutil.copytree(PACKAGES[DUEL], package, ignore=shutil.ignore_patterns("__pycache__"))
    module = package / "__init__.py"
    module.write_text(module.read_text().replace(f'key="{DUEL}"', 'key="copied-duel"'))
    for ending in (".toml", ".hand"):
        (package / f"two_card_duel{ending}").rename(package / f"copied_duel{ending}")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rules = len(RULES)
    yield package
    del RULES[rules:]
    games.remove("copied-duel")
    for name in [name for name in sys.modules if name.startswith(package.name)]:
        del sys.modules[name]


def test_a_game_in_a_folder_is_checked_without_being_installed(run: Run, folder: Path) -> None:
    code, out, err = run("check-game", str(folder), "--rounds", "50")
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines == [
        "Two Card Duel (copied-duel)",
        "ok declaration 3 bets, 3 choices, 5 irregularities",
        "ok worked rounds the referee agrees",
        "ok naive twin 50 random rounds settled alike",
    ]
    code, out, _ = run("check-game", str(folder), "--json")
    assert code == 0, "a folder that is loaded already is checked again"
    shown = json.loads(out)
    assert (shown["game"], shown["holds"]) == ("copied-duel", True)
    assert [each["check"] for each in shown["checks"]] == [
        "declaration",
        "worked rounds",
        "naive twin",
    ]


@pytest.mark.usefixtures("more_games")
def test_a_game_is_checked_by_its_key(run: Run) -> None:
    code, out, _ = run("check-game", DUEL, "--rounds", "20")
    assert code == 0
    assert "20 random rounds settled alike" in out


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_declaration_that_is_not_sound_ends_the_check(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", 'felt="#5a4a12"', 'felt="brown"')
    code, out, err = run("check-game", str(folder))
    says = "felt 'brown' is no colour: expected such as '#5b1f2c'"
    assert code == 1
    assert "worked rounds" not in out
    assert err == f"fairdeal: declaration: {says}\n"
    code, out, err = run("check-game", str(folder), "--json")
    assert code == 1
    assert json.loads(out)["checks"] == [{"check": "declaration", "holds": False, "found": [says]}]


def test_worked_rounds_that_the_referee_settles_otherwise_are_told(run: Run, folder: Path) -> None:
    edit(folder, "copied_duel.hand", "-> seat 1 raised +20", "-> seat 1 raised +30")
    code, out, err = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert code == 1
    assert "fail" in out
    assert "worked rounds: a pair beats a dealer who plays" in err
    assert "expected seat 1 raised +$30" in err


@pytest.mark.parametrize(
    ("twin", "says"),
    [
        (None, "ModuleNotFoundError: No module named 'fairdeal_copied_duel.twin'"),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def pay(seat): ...\n", "module 'fairdeal_copied_duel.twin' has no attribute 'settle'"),
        ("def settle(seat):\n    return {}\n", "the twin $0"),
        ("def settle(seat):\n    return seat.nets\n", "the twin fails (AttributeError: "),
    ],
)
def test_a_twin_that_is_missing_broken_or_wrong_is_told(
    run: Run, folder: Path, twin: str | None, says: str
) -> None:
    (folder / "twin.py").unlink()
    if twin is not None:
        (folder / "twin.py").write_text(twin)
    code, _, err = run("check-game", str(folder), "--rounds", "50")
    assert code == 1
    assert err.startswith("fairdeal: naive twin: ")
    assert says in err


def refused(run: Run, *words: str) -> str:
    code, out, err = run("check-game", *words)
    assert (code, out) == (2, "")
    return err.removeprefix("fairdeal: ").strip()


def test_a_folder_that_cannot_be_imported_is_refused(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", "from enum import IntEnum", "from enum import NoSuchEnum")
    says = f"{folder} cannot be loaded (ImportError: cannot import name 'NoSuchEnum' from 'enum'"
    assert refused(run, str(folder)).startswith(says)


def test_a_folder_that_is_no_package_is_refused(run: Run, folder: Path) -> None:
    says = f"{folder.parent} is no Python package: it has no __init__.py"
    assert refused(run, str(folder.parent)) == says


def test_a_folder_without_a_game_is_refused(run: Run, folder: Path) -> None:
    (folder / "__init__.py").write_text("")
    says = "module fairdeal_copied_duel declares no game: expected GAME and SETTLEMENT"
    assert refused(run, str(folder)) == says


def test_a_folder_whose_key_another_game_has_is_refused(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", 'key="copied-duel"', 'key="three-card-poker"')
    says = (
        f"game 'three-card-poker' of {folder} is left out: Fairdeal itself has a game of that key"
    )
    assert refused(run, str(folder)) == says


def test_a_folder_whose_name_an_installed_package_has_is_refused(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, folder.name, ModuleType(folder.name))
    says = f"{folder} is not checked: another fairdeal_copied_duel is installed, remove it first"
    assert refused(run, str(folder)) == says


def test_a_game_that_does_not_exist_is_refused(run: Run) -> None:
    assert refused(run, "three-card") == (
        "there is no game 'three-card': did you mean three-card-poker, napa-three-card-poker or"
        " three-card-fury?"
    )


def test_games_and_doctor_name_games_of_others_and_those_that_cannot_be_dealt(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games._faults, "broken", "game 'broken' of a-game 1.0 cannot be loaded")
    with registered(example(DUEL)):
        _, listed, _ = run("games")
        _, checked, _ = run("doctor", "--json")
    assert "Two Card Duel, Fairdeal (fairdeal_two_card_duel 1.0)" in listed
    assert "game 'broken' of a-game 1.0 cannot be loaded" in listed
    found = [each for each in json.loads(checked)["checks"] if each["check"] == "game"]
    assert [(each["state"], each["found"]) for each in found] == [
        ("ok", "two-card-duel of fairdeal_two_card_duel 1.0"),
        ("warn", "game 'broken' of a-game 1.0 cannot be loaded"),
    ]
