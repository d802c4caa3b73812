"""What the base installation does, and what it says of the parts that are not there."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from fairdeal import extras
from fairdeal.cli import completion
from fairdeal.errors import Refused
from fairdeal.extras import EXTRAS, missing, need
from tests.typed import Run

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
DECLARED: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
OTHERS = {"all", "bench", "test"}

BLOCKED = """
import sys
from importlib import import_module
for name in sys.argv[1].split():
    sys.modules[name] = None
from fairdeal.cli import VERBS, main
for verb in VERBS:
    import_module("fairdeal.cli." + verb.replace("-", "_"))
sys.argv[1:] = sys.argv[2:]
main()
"""


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An installation without any extra, in an empty folder."""
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def only(*names: str) -> Callable[[str], Any]:
    there = {module for name in names for module in EXTRAS[name].modules}
    return lambda module: SimpleNamespace() if module in there else None


def test_extras_are_those_that_the_project_declares() -> None:
    assert DECLARED.keys() - OTHERS == EXTRAS.keys()
    of_module = metadata.packages_distributions()
    for name, extra in EXTRAS.items():
        wanted = [each for each in DECLARED[name] if "python_version" not in each]
        included = {
            key
            for each in wanted
            if each.startswith("fairdeal[")
            for key in each.removeprefix("fairdeal[").rstrip("]").split(",")
        }
        assert included == set(extra.includes)
        projects = {of_module[each][0].lower().replace("_", "-") for each in extra.modules}
        names = (each.partition(">=")[0].partition("[")[0] for each in wanted)
        assert projects == {each for each in names if each != "fairdeal"}


def test_all_is_every_extra() -> None:
    [everything] = DECLARED["all"]
    named = everything.removeprefix("fairdeal[").rstrip("]").split(",")
    assert {*named, *(each for name in named for each in EXTRAS[name].includes)} == EXTRAS.keys()


def test_an_extra_is_missing_when_one_that_it_includes_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", only("web", "room"))
    assert missing("room", "web", "analysis", "postgres") == ["web", "analysis", "postgres"]


def test_all_that_is_missing_is_said_at_once(base: Path) -> None:
    with pytest.raises(Refused) as told:
        need("this", "room", "analysis")
    assert str(told.value) == (
        'this needs the card room and the analysis: pip install "fairdeal[room,analysis]"'
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("par", "three-card-poker"), 'needs the analysis: pip install "fairdeal[analysis]"'),
        (("advise", "nope"), 'needs the analysis: pip install "fairdeal[analysis]"'),
        (("sweep", "nope"), 'needs the analysis: pip install "fairdeal[analysis]"'),
        (("serve",), 'needs the web pages: pip install "fairdeal[web]"'),
        (
            ("demo",),
            'needs the card room and the analysis: pip install "fairdeal[room,analysis]"',
        ),
        (("do",), 'needs the card room: pip install "fairdeal[room]"'),
        (("table",), 'needs the card room: pip install "fairdeal[room]"'),
        (("meters",), 'needs the card room: pip install "fairdeal[room]"'),
        (
            ("books",),
            "without --no-theory needs the card room and the analysis:"
            ' pip install "fairdeal[room,analysis]"',
        ),
        (("books", "--no-theory"), 'needs the card room: pip install "fairdeal[room]"'),
        (("audit",), 'needs the card room: pip install "fairdeal[room]"'),
        (("replay",), 'needs the card room: pip install "fairdeal[room]"'),
        (("export",), 'needs the card room: pip install "fairdeal[room]"'),
        (("backup", "--to", "a"), 'needs the card room: pip install "fairdeal[room]"'),
        (("restore", "a"), 'needs the card room: pip install "fairdeal[room]"'),
        (("move", "--to", "a"), 'needs the card room: pip install "fairdeal[room]"'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_without_its_extra_says_what_to_install_and_does_nothing(
    run: Run, base: Path, words: tuple[str, ...], said: str
) -> None:
    assert run(*words) == (2, "", f"fairdeal: fairdeal {words[0]} {said}\n")
    assert [*base.iterdir()] == []


def test_the_sentence_is_json_where_json_is_asked_for(run: Run, base: Path) -> None:
    code, out, err = run("par", "three-card-poker", "--json")
    told = json.loads(err)["error"]
    assert (code, out, told["code"]) == (2, "", "extra.missing")
    assert told["faults"] == ['fairdeal par needs the analysis: pip install "fairdeal[analysis]"']


def test_a_pdf_is_refused_before_anything_is_counted(
    run: Run, base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", only("analysis"))
    code, _, err = run("par", "three-card-poker", "--pdf", "a.pdf")
    said = 'fairdeal: fairdeal par --pdf needs the PDF printer: pip install "fairdeal[pdf]"\n'
    assert (code, err) == (2, said)


def test_a_report_of_meters_needs_the_analysis_unless_theory_is_left_out(
    run: Run, base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", only("room"))
    assert "needs the analysis" in run("meters", "--day", "today")[2]
    assert "there is no" in run("meters", "--day", "today", "--no-theory")[2]
    assert "there is no" in run("meters")[2]


def test_the_doctor_checks_what_is_there(run: Run, base: Path) -> None:
    code, out, _ = run("doctor", "--json")
    checks = {each["check"]: each for each in json.loads(out)["checks"]}
    assert code == 0
    assert checks.keys() == {"program", "system", "dependencies", "extras", "clock", "disk"}
    assert checks["extras"]["found"] == "none"
    assert checks["extras"]["do"].startswith('pip install "fairdeal[analysis,room,')


def test_a_shell_completes_nothing_of_a_room_that_cannot_be_opened(base: Path) -> None:
    ctx = click.Context(click.Command("do"))
    param = click.Argument(["table"])
    assert completion.tables(ctx, param, "") == []
    assert completion.tables_and_progressives(ctx, param, "") == []
    assert completion.commands(ctx, param, "") == []


def test_help_needs_no_extra(run: Run, base: Path) -> None:
    assert "do [OPTIONS] [TABLE]" in run("help", "do")[1].splitlines()[0]


def test_every_command_loads_and_a_round_is_settled_without_the_modules_of_any_extra() -> None:
    modules = {module for extra in EXTRAS.values() for module in extra.modules}
    seat = ("--dealer", "Jc 9s 2h", "--seat", "Qs 7h 3d | ante=10 | play")
    words = ("settle", "three-card-poker", *seat)
    found = subprocess.run(
        [sys.executable, "-c", BLOCKED, " ".join(modules), *words], capture_output=True, text=True
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert "house -$10" in found.stdout
