"""Games that come from other distributions: registered, left out with a reason, checked."""

import json
import linecache
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from fairdeal import extras, games
from fairdeal.analysis import check as analysed
from fairdeal.analysis import compiled
from fairdeal.analysis.compiled import compiles
from fairdeal.analysis.solvers import claims
from fairdeal.errors import Malformed
from fairdeal.games import check, hands_check, three_card_poker
from fairdeal.games.types_check import odd_values
from fairdeal.rule import RULES
from tests.examples import PACKAGES, edited, example, registered
from tests.small_games import bare_cut
from tests.typed import Run

DUEL = "two-card-duel"
RULES_HOLD = (
    "3 rules compile, and answer as in plain Python"
    if compiles()
    else "not compiled: NUMBA_DISABLE_JIT switches the compiler off"
)
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
    tmp_path.joinpath("ending_game.py").write_text("import sys\nsys.exit(3)\n")
    install(tmp_path, "fairdeal-ending", "ending = ending_game")
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
        " (ModuleNotFoundError: No module named 'no_such_module'; broken_game.py, line 1)"
    )
    empty = "module empty_game declares no game: expected GAME and SETTLEMENT"
    assert faults == {
        "broken": broken,
        "empty": empty,
        "ending": "game 'ending' of fairdeal-ending 1.0 cannot be loaded"
        " (SystemExit: 3; ending_game.py, line 2)",
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


def test_a_game_is_found_in_a_program_that_imports_its_module_first(tmp_path: Path) -> None:
    shutil.copytree(PACKAGES[DUEL], tmp_path / "fairdeal_two_card_duel")
    install(tmp_path, "fairdeal-two-card-duel", f"{DUEL} = fairdeal_two_card_duel")
    program = "import fairdeal_two_card_duel as duel, fairdeal.games as games"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; print(games.game('{DUEL}') is duel.GAME)"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., dict[str, str]]]:
    """A function that installs modules as games by their names, and tells which are left out."""
    before = {*games.GAMES}
    monkeypatch.setattr(games, "_INSTALLED", games._Installed())

    def install(*found: str | ModuleType) -> dict[str, str]:
        points = []
        for each in found:
            name = each if isinstance(each, str) else each.__name__
            if isinstance(each, ModuleType):
                monkeypatch.setitem(sys.modules, name, each)
            points.append(EntryPoint(name.capitalize(), name, games.GROUP))
        monkeypatch.setattr(games, "entry_points", lambda *, group: points)
        assert len(games.GAMES) >= len(before)
        return dict(games.FAULTS)

    yield install
    for key in {*games._games} - before:
        games.remove(key)
    games._faults.clear()


def test_installed_games_are_loaded_once_however_many_threads_ask(
    installed: Callable[..., dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def faults(*_: object) -> list[str]:
        asked.append(f"{len(games.GAMES)} games while one is being checked")
        time.sleep(0.01)
        return []

    monkeypatch.setattr(check, "faults", faults)
    module = edited(DUEL, tmp_path, {})
    with ThreadPoolExecutor(8) as threads:
        said = [*threads.map(lambda _: installed(module), range(8))]
    assert said == [{}] * 8
    assert games.GAMES[DUEL] is module.GAME
    assert asked == ["5 games while one is being checked"]


def test_a_game_that_is_being_imported_is_taken_up_later(
    installed: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    module = edited(DUEL, tmp_path, {})
    assert module.__spec__ is not None
    vars(module.__spec__)["_initializing"] = True
    assert installed(module) == {}
    assert DUEL not in games.GAMES
    vars(module.__spec__)["_initializing"] = False
    assert DUEL in games.GAMES


def test_a_variant_of_a_game_looks_it_up_while_its_module_is_imported(tmp_path: Path) -> None:
    tmp_path.joinpath("own_variant.py").write_text(
        "from dataclasses import replace\n"
        "from fairdeal import games\n"
        "assert len(games.GAMES) == 5\n"
        "GAME = replace(games.game('three-card-poker'), key='own-variant', package=__name__)\n"
        "SETTLEMENT = games.SETTLEMENTS['three-card-poker']\n"
    )
    install(tmp_path, "fairdeal-own-variant", "own-variant = own_variant")
    done = subprocess.run(
        [sys.executable, "-c", "import own_variant, fairdeal.games as games; print(games.FAULTS)"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "own_variant.toml" in done.stdout, "it is loaded, and has no pay tables"
    assert done.stderr == ""


def test_a_game_whose_check_is_interrupted_is_checked_at_the_next_look(
    installed: Callable[..., dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> list[str]:
        raise KeyboardInterrupt

    module = edited(DUEL, tmp_path, {})
    with monkeypatch.context() as context:
        context.setattr(check, "faults", interrupted)
        with pytest.raises(KeyboardInterrupt):
            installed(module)
        assert DUEL not in games._games
    assert installed(module) == {}
    assert DUEL in games.GAMES


def test_broken_metadata_of_a_distribution_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*, group: str) -> list[EntryPoint]:
        raise TypeError("Pair.__new__() missing 1 required positional argument: 'value'")

    monkeypatch.setattr(games, "entry_points", broken)
    monkeypatch.setattr(games, "_INSTALLED", games._Installed())
    assert "two-card-duel" not in games.GAMES
    assert games._faults.pop("installed games") == (
        "installed games cannot be found: TypeError: Pair.__new__() missing 1 required positional"
        " argument: 'value'"
    )


def test_two_distributions_with_one_key_are_told_apart() -> None:
    with registered(example(DUEL)), pytest.raises(Malformed) as raised:
        games.add(example(DUEL), "another-duel 2.0")
    assert str(raised.value) == (
        f"game '{DUEL}' of another-duel 2.0 is left out: fairdeal_two_card_duel 1.0 has a game of"
        " that key"
    )
    assert raised.value.code == "game.twice"


@pytest.mark.parametrize("order", [("one", "two", "three"), ("three", "one", "two")])
def test_a_key_that_several_distributions_bring_is_dealt_by_none_of_them(
    order: tuple[str, ...], installed: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    modules = []
    for name in order:
        (tmp_path / name).mkdir()
        modules.append(edited(DUEL, tmp_path / name, {}))
        modules[-1].__name__ = f"{name}_duel"
    says = (
        f"game '{DUEL}' is left out: one_duel, three_duel and two_duel bring it, keep one of them"
    )
    assert installed(*modules) == {DUEL: says}
    assert DUEL not in games.GAMES
    with pytest.raises(Malformed) as raised:
        games.game(DUEL)
    assert str(raised.value) == says


@pytest.mark.parametrize("key", ["Two-Duel", "two duel", "-duel", ""])
def test_a_key_that_nothing_would_find_is_refused(key: str) -> None:
    module = ModuleType("odd_game")
    duel = example(DUEL)
    vars(module).update(GAME=replace(duel.GAME, key=key), SETTLEMENT=duel.SETTLEMENT)
    with pytest.raises(Malformed, match="a key has small letters and digits") as raised:
        games.add(module)
    assert raised.value.code == "game.key"
    assert key not in games.GAMES


def test_a_module_named_as_its_own_source_is_named_in_a_clash() -> None:
    with pytest.raises(Malformed, match=r"of fairdeal\.games\.three_card_poker is left out"):
        games.add(three_card_poker)
    assert games.SETTLEMENTS["three-card-poker"] is three_card_poker.SETTLEMENT


def test_an_entry_point_without_a_distribution_is_named_by_what_it_loads(
    installed: Callable[..., dict[str, str]],
) -> None:
    assert installed("no_such_module") == {
        "no_such_module": "game 'No_such_module' of no_such_module cannot be loaded"
        " (ModuleNotFoundError: No module named 'no_such_module')"
    }
    with pytest.raises(Malformed, match="cannot be loaded"):
        games.game("No_Such_Module")


def test_an_installed_game_whose_pay_tables_are_missing_is_left_out(
    installed: Callable[..., dict[str, str]],
) -> None:
    lost = ModuleType("lost_game")
    vars(lost).update(
        GAME=replace(example(DUEL).GAME, key="lost"), SETTLEMENT=example(DUEL).SETTLEMENT
    )
    said = installed(lost)
    assert "lost" not in games.GAMES
    assert said["lost_game"].startswith("game 'Lost_game' of lost_game is left out: game lost has")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"seats=6": "seats=0"}, "seats is 0: expected 1 or more"),
        ({"seats=6": "seats=True"}, "GAME.seats is True: expected an int"),
        ({"player_cards=2": "player_cards=-2"}, "GAME.player_cards is -2: expected 0 or more"),
        (
            {"seats=6": "seats=2,\n    adjacent_hands=3"},
            "adjacent_hands is 3: expected 1 to 2",
        ),
        (
            {"lowest=Twins.SUITED": "lowest=Twins.SUITED, parts=0"},
            "bet twins: a column has 0 parts of a stake: expected 1 or more",
        ),
        ({'name="twins"': 'name=""'}, "the game or one of its bets has no name"),
        (
            {'name="twins"': 'name="\\ud800"'},
            "GAME.bets[2].name is '\\ud800': it has a character that cannot be written",
        ),
        (
            {'            name="twins",': '            name="twins", needs=("twins",),'},
            "bet twins: it names itself",
        ),
        (
            {'events={"twins"': "events={2"},
            "a key of SETTLEMENT.kind.events is 2: expected text",
        ),
        (
            {"player=Strength(strength_of)": "player=3"},
            "SETTLEMENT.kind.player is 3: expected Strength",
        ),
        (
            {"simple=TEN_HIGH": "simple='ten high'"},
            "SETTLEMENT.stays_from['simple'] is 'ten high': expected an int",
        ),
        (
            {
                "    stages=(": '    options=(Option(key="a", values=(), text=""),),\n    stages=(',
                "    Kind,": "    Kind,\n    Option,",
            },
            "option a: it has no values",
        ),
        (
            {'felt="#5a4a12"': 'felt="red"'},
            "felt 'red' is not a colour: give one such as '#5b1f2c'",
        ),
        (
            {"times=2": "times='two'"},
            "GAME.procedures['hand'][3].choices[1].times is 'two': expected an int",
        ),
        ({'name="twins"': "name=None"}, "GAME.bets[2].name is None: expected text"),
        (
            {'Document("Fairdeal", "How to add a game", "2026")': '"How to add a game"'},
            "GAME.document is 'How to add a game': expected Document",
        ),
        (
            {"events=Twins": "events=Twins.PAIR"},
            "GAME.bets[2].columns[0].events is <Twins.PAIR: 2>: expected a class of IntEnum",
        ),
        (
            {"act=Act.DEAL": "act='deals'"},
            "GAME.procedures['hand'][2].act is 'deals': expected one of Act",
        ),
        (
            {"Column(events": "Column(others=3, events"},
            "GAME.bets[2].columns[0].others is 3: expected Others or None",
        ),
        ({'"hand": (': '"hands": ('}, "procedure 'hands': expected 'hand' or 'machine'"),
        (
            {'"ante", "raised"),\n    player': '"ante"),\n    player'},
            "bet raised: it has no place on the felt (spots)",
        ),
    ],
)
def test_an_installed_game_that_a_room_could_not_deal_is_left_out(
    words: dict[str, str],
    says: str,
    installed: Callable[..., dict[str, str]],
    tmp_path: Path,
) -> None:
    module = edited(DUEL, tmp_path, words)
    name = module.__name__
    said = f"game {name.capitalize()!r} of {name} is left out: {says}"
    assert installed(module) == {name: said}
    assert DUEL not in games.GAMES


def test_a_long_value_of_another_type_is_told_by_its_type() -> None:
    game = example(DUEL).GAME
    listed = replace(game, bets=[*game.bets])
    assert [*odd_values(listed, "GAME")] == ["GAME.bets is of type list: expected a tuple"]


@pytest.mark.parametrize("error", [KeyError("stages"), SystemExit(7)])
def test_an_installed_game_is_left_out_whatever_its_rules_raise(
    error: BaseException,
    installed: Callable[..., dict[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def raising(*_: object) -> list[str]:
        raise error

    monkeypatch.setattr(check, "faults", raising)
    [said] = installed(edited(DUEL, tmp_path, {})).values()
    assert f"is left out: {type(error).__name__}: " in said
    assert DUEL not in games.GAMES


def test_an_installed_game_without_its_source_is_left_out(
    installed: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    module = edited(DUEL, tmp_path, {})
    (tmp_path / module.__name__ / "__init__.py").unlink()
    linecache.clearcache()
    [said] = installed(module).values()
    assert said.endswith(
        f"is left out: the source of {module.__name__}.settle_seat cannot be read, and without it"
        " the rules that use it have no digest"
    )


def test_what_an_installed_game_prints_is_not_shown(
    installed: Callable[..., dict[str, str]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    loud = {"    high, low = max(": '    print("hello")\n    high, low = max('}
    assert installed(edited(DUEL, tmp_path, loud)) == {}
    assert capsys.readouterr().out == ""


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
        f"ok rules {RULES_HOLD}",
        "ok hands the dealer plays from ten high; 2 kinds of hands are listed",
        "ok worked rounds the referee agrees",
        "ok naive twin 50 random rounds settled alike",
        "ok claims strength_of (2 cards): no suit is told apart: 1,326 hands",
        "twins_event (2 cards): no suit is told apart: 1,326 hands",
        "ok exact figures a solver fits the rules",
    ]
    code, out, _ = run("check-game", str(folder), "--json")
    assert code == 0, "a folder that is loaded already is checked again"
    shown = json.loads(out)
    assert (shown["game"], shown["holds"]) == ("copied-duel", True)
    assert [each["check"] for each in shown["checks"]] == [
        "declaration",
        "rules",
        "hands",
        "worked rounds",
        "naive twin",
        "claims",
        "exact figures",
    ]


@pytest.mark.usefixtures("more_games")
def test_a_game_is_checked_by_its_key(run: Run) -> None:
    code, out, _ = run("check-game", DUEL, "--rounds", "20")
    assert code == 0
    assert "20 random rounds settled alike" in out


@pytest.mark.compiled
def test_a_game_of_fairdeals_own_is_checked_but_for_what_its_tests_have(run: Run) -> None:
    code, out, _ = run("check-game", "ags-3-card", "--json")
    assert code == 0
    found = {each["check"]: each for each in json.loads(out)["checks"]}
    assert [*found] == ["declaration", "rules", "hands", "claims", "exact figures"]
    note = "its worked rounds and its twin belong to Fairdeal's tests"
    assert found["declaration"]["notes"] == [note]
    assert found["exact figures"]["found"] == ["a solver fits the rules"]


def test_a_game_that_does_not_name_its_package_is_refused(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", "    package=__name__,\n", "")
    says = f"game 'copied-duel' of {folder} is left out: it must say package=__name__, so that its"
    assert refused(run, str(folder)) == f"{says} files are found"


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_declaration_that_is_not_sound_ends_the_check(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", 'felt="#5a4a12"', 'felt="brown"')
    code, out, err = run("check-game", str(folder))
    says = "felt 'brown' is not a colour: give one such as '#5b1f2c'"
    assert code == 1
    assert "worked rounds" not in out
    assert " ".join(out.split()).endswith(f"fail declaration {says}")
    assert err == "fairdeal: copied-duel has a fault\n"
    code, out, err = run("check-game", str(folder), "--json")
    assert code == 1
    assert json.loads(out)["checks"] == [
        {"check": "declaration", "holds": False, "found": [says], "notes": [], "applies": True}
    ]
    assert json.loads(err)["error"] == {
        "code": "game.faulty",
        "faults": ["copied-duel has a fault"],
    }


def test_worked_rounds_that_the_referee_settles_otherwise_are_told(run: Run, folder: Path) -> None:
    edit(folder, "copied_duel.hand", "-> seat 1 raised +20", "-> seat 1 raised +30")
    code, out, err = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert code == 1
    said = " ".join(out.split())
    assert "fail worked rounds a pair beats a dealer who plays" in said
    assert "expected seat 1 raised +$30" in said
    assert err == "fairdeal: copied-duel has 2 faults\n"


def test_gaps_of_worked_rounds_are_noted_and_are_no_faults(run: Run, folder: Path) -> None:
    worked = folder / "copied_duel.hand"
    worked.write_text("== ".join(worked.read_text().split("== ")[:2]))
    code, out, err = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert (code, err) == (0, "")
    assert "note: no worked round says" in out


def test_a_rule_that_does_not_compile_ends_the_check(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = ["rule strength_of (__init__.py, line 40) does not compile: a reason"] * 2
    monkeypatch.setattr(analysed, "compile_faults", lambda *words: faults)
    code, out, err = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert (code, err) == (1, "fairdeal: copied-duel has 2 faults\n")
    assert f"fail  rules          {faults[0]}" in out
    assert "twin" not in out
    assert "claims" not in out
    assert "none  exact figures  see the rules above" in out


@pytest.mark.compiled
def test_a_mark_that_is_removed_is_missed_although_proofs_and_code_are_kept(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, "__init__.py", "@rule\ndef strength_of(", HELPER)
    edit(folder, "__init__.py", "return PAIR | high << 4 if high == low else", KINDRED)
    for kept in ("warm", "warm", "cold"):
        words = ("check-game", str(folder), "--rounds", "5", "--json")
        done = subprocess.run(
            [sys.executable, "-m", "fairdeal", *words],
            env=os.environ | {"FAIRDEAL_CACHE": str(tmp_path / kept)},
            capture_output=True,
            text=True,
            check=False,
        )
        found = {each["check"]: each for each in json.loads(done.stdout)["checks"]}
        if "@rule\ndef is_pair" in (folder / "__init__.py").read_text():
            assert done.returncode == 0
            edit(folder, "__init__.py", "@rule\ndef is_pair", "def is_pair")
            continue
        assert done.returncode == 1
        [says] = found["rules"]["found"]
        assert re.fullmatch(
            r"rule strength_of \(__init__\.py, line \d+\) calls is_pair, without the mark @rule",
            says,
        )
        assert "claims" not in found


HELPER = """@rule
def is_pair(a: int, b: int) -> int:
    return 1 if rank_of(a) == rank_of(b) else 0


@rule
def strength_of("""
KINDRED = "return PAIR | high << 4 if is_pair(a, b) else"


def test_a_claim_that_does_not_hold_is_told_with_the_hands(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", "high << 4 | low", "high << 4 | low + suit_of(a)")
    code, out, _ = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert code == 1
    assert "strength_of depends on the order of the cards: " in out
    assert "none  exact figures  see the claims above" in out


def test_hands_that_cannot_be_compared_are_told_with_the_reason(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("ten high")

    monkeypatch.setattr(hands_check, "border", fails)
    code, out, _ = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert code == 1
    assert "fail  hands          hands cannot be compared (KeyError: 'ten high'; test_inst" in out


def test_a_switched_off_compiler_is_told(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysed, "compile_faults", lambda *words: [])
    for at_work, says in (
        (True, "3 rules compile, and answer as in plain Python"),
        (False, "not compiled: NUMBA_DISABLE_JIT switches the compiler off"),
    ):
        monkeypatch.setattr(compiled, "compiles", lambda at_work=at_work: at_work)
        code, out, _ = run("check-game", str(folder), "--rounds", "5", columns="200")
        assert code == 0
        assert f"ok  rules          {says}" in out


def test_a_claim_over_too_many_hands_is_noted(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "MOST_HANDS", 1000)
    code, out, _ = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert code == 0
    says = "twins_event (2 cards): no suit is told apart: not proven, 1,326 hands are too many"
    assert f"note: {says}" in out


def test_a_game_whose_rules_have_no_kind_is_checked_without_them(run: Run, folder: Path) -> None:
    with (folder / "__init__.py").open("a") as module:
        module.write("\nfrom dataclasses import replace\n\n")
        module.write("SETTLEMENT = replace(SETTLEMENT, kind=None)\n")
    code, out, _ = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert code == 0
    assert "claims" not in out
    said = "copied-duel has no exact figures: no solver of the analysis fits its rules"
    assert f"none exact figures {said}" in " ".join(out.split())


def test_without_the_analysis_the_rest_is_checked_and_the_extra_named(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "missing", lambda *names: ["analysis"])
    code, out, err = run("check-game", str(folder), "--rounds", "5", columns="200")
    assert (code, err) == (0, "")
    assert "naive twin     5 random rounds settled alike" in out
    says = 'checking compiled rules needs the analysis: pip install "fairdeal[analysis]"'
    assert f"note: {says}" in out


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
    code, out, err = run("check-game", str(folder), "--rounds", "50", columns="300")
    assert (code, err) == (1, "fairdeal: copied-duel has a fault\n")
    assert "fail  naive twin     " in out
    assert says in out


def refused(run: Run, *words: str) -> str:
    code, out, err = run("check-game", *words)
    assert (code, out) == (2, "")
    return err.removeprefix("fairdeal: ").strip()


def test_a_folder_that_cannot_be_imported_is_refused(run: Run, folder: Path) -> None:
    edit(folder, "__init__.py", "from enum import IntEnum", "from enum import NoSuchEnum")
    says = f"{folder} cannot be loaded (ImportError: cannot import name 'NoSuchEnum' from 'enum'"
    assert refused(run, str(folder)).startswith(says)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("act=Act.DECIDE", "act=Act.DECIDES", "AttributeError: "),
        ("practice.FOLDS", "practice.FOLDZ", "AttributeError: module 'fairdeal.games.practice'"),
        ("survives_fold=True", "survive_fold=True", "TypeError: "),
    ],
)
def test_a_mistake_in_a_module_is_named_with_its_line(
    run: Run, folder: Path, old: str, new: str, says: str
) -> None:
    edit(folder, "__init__.py", old, new)
    said = refused(run, str(folder))
    assert said.startswith(f"{folder} cannot be loaded ({says}")
    assert re.search(r"; __init__\.py, line \d+\)$", said)
    if "Attribute" in says:
        assert f"Did you mean: '{old.partition('.')[2][:4]}" in said


def test_a_folder_that_is_no_package_is_refused(run: Run, folder: Path) -> None:
    (folder.parent / "more").mkdir()
    (folder.parent / "more" / "notes").mkdir()
    says = f"{folder.parent / 'more'} is not a Python package, it has no __init__.py"
    assert refused(run, str(folder.parent / "more")) == says
    says = f"{folder.parent} is not a Python package, it has no __init__.py: did you mean {folder}?"
    assert refused(run, str(folder.parent)) == says


def test_a_path_that_is_no_folder_is_refused_as_a_path(run: Run, folder: Path) -> None:
    gone, module = folder / "no-such", folder / "__init__.py"
    assert refused(run, str(gone)) == f"there is no folder {gone}"
    says = f"give the folder, not the file: fairdeal check-game {folder}"
    assert refused(run, str(module)) == says


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
