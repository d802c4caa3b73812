"""Help that fits a terminal, errors for programs, and what a shell completes."""

import json
import re
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from fairdeal.cli import EXIT_CODES, VERBS, fairdeal
from fairdeal.live import Room, commands
from tests.live.tables import FLOOR, MANAGER
from tests.typed import Run

STRANGE = re.compile(r"\b(whoever|somebody|nobody|everybody|anew|nought|whom|if not said)\b", re.I)


@pytest.mark.parametrize(
    "words", [(), *((verb,) for verb in VERBS)], ids=lambda words: "".join(words)
)
def test_help_fits_80_columns_is_not_cut_off_and_says_it_plainly(words: tuple[str, ...]) -> None:
    printed = CliRunner().invoke(fairdeal, [*words, "--help"], terminal_width=80).output
    assert [line for line in printed.splitlines() if len(line) > 80] == []
    if not words:
        assert all(text in printed for text in (*VERBS.values(), *EXIT_CODES.values()))
    assert not STRANGE.findall(printed)


def test_help_is_a_command_too(run: Run) -> None:
    assert isinstance(fairdeal, click.Group)
    assert fairdeal.list_commands(click.Context(fairdeal)) == [*VERBS]
    assert run("help")[:2] == run("--help")[:2]
    assert "par [OPTIONS] [GAME]" in run("help", "par")[1].splitlines()[0]
    code, _, err = run("help", "pa")
    assert (code, "there is no command 'pa': did you mean par?" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        (("games", "nope"), "game.unknown", 2),
        (("settle", "nope"), "game.unknown", 2),
        (("par", "nope"), "game.unknown", 2),
        (("advise", "three-card-poker"), "cards.missing", 2),
        (("sweep", "nope"), "game.unknown", 2),
        (("demo", "--rounds", "0"), "demo.number", 2),
        (("do", "open-table", "x"), "command.unknown", 2),
        (("table",), "store.none", 2),
        (("meters",), "store.none", 2),
        (("books",), "store.none", 2),
        (("audit",), "store.none", 2),
        (("replay",), "store.none", 2),
        (("export",), "option.missing", 2),
        (("backup", "--to", "x.db"), "store.none", 2),
        (("restore",), "usage", 2),
        (("move", "--to", "x.db"), "store.none", 2),
        (("doctor", "--bad"), "usage", 2),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) else "",
)
def test_where_json_is_asked_for_errors_are_json(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: tuple[str, ...],
    code: str,
    status: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    found, out, err = run(*words, "--json")
    assert (found, out) == (status, "")
    error = json.loads(err)["error"]
    assert error["code"] == code
    assert all(error["faults"])


@pytest.fixture
def room(tmp_path: Path) -> str:
    where = str(tmp_path / "room.db")
    with Room.open(where) as opened:
        opened.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
        opened.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    return where


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("re", ["receipt", "replay", "restore"]),
        ("help do", ["do", "doctor"]),
        ("par three-card-p", ["three-card-poker"]),
        ("games nap", ["napa-three-card-poker"]),
        ("par three-card-poker --bet pa", ["pair-plus"]),
        ("par --bet p", []),
        ("par three-card-poker --pay-table bonus=TCPB-03", ["bonus=TCPB-03E"]),
        ("par three-card-poker --pay-table TCP-0", [f"TCP-0{number}" for number in range(1, 10)]),
        ("par --pay-table b", []),
        ("par three-card-poker --option ante=", ["ante=optional", "ante=mandatory"]),
        ("table --room ROOM ", ["pit-1"]),
        ("do --room ROOM ", ["pit-1", "stax"]),
        ("do --room ROOM pit-1 open-", ["open-round", "open-table", "open-progressive"]),
        ("table --room NONE ", []),
        ("nothing ", [*VERBS]),
    ],
)
def test_a_shell_completes_verbs_games_bets_and_tables(
    room: str, line: str, found: list[str]
) -> None:
    assert isinstance(fairdeal, click.Group)
    shell = ShellComplete(fairdeal, {}, "fairdeal", "_FAIRDEAL_COMPLETE")
    *words, begun = line.replace("ROOM", room).replace("NONE", f"{room}.none").split(" ")
    completed = [each.value for each in shell.get_completions(words, begun)]
    assert sorted(completed) == sorted(found)
