"""The page on working a table shows what the command prints."""

import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.errors import Refused
from fairdeal.live.actors import MAY, Role
from tests.typed import Run

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/how-to/work-a-table.md").read_text(encoding="utf-8")


def typed_and_printed() -> Iterator[tuple[list[str], str]]:
    """Every command of the page with what is shown below it."""
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for shown in block.split("$ .venv/bin/fairdeal ")[1:]:
            command, _, printed = shown.partition("\n")
            yield shlex.split(command), printed


def fits(shown: str, printed: str) -> bool:
    """Whether the text is the one shown; three dots stand for anything, also for nothing."""
    parts = "".join(shown.split()).split("...")
    pattern = ".*".join(map(re.escape, parts))
    return re.fullmatch(pattern, "".join(printed.split())) is not None


def test_every_command_prints_what_the_page_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FAIRDEAL_ROOM", raising=False)
    for words, shown in typed_and_printed():
        if "time-out" in words:  # the reader has waited
            late = time.time_ns() + 60 * 10**9
            monkeypatch.setattr("time.time_ns", lambda late=late: late)
        code, out, err = run(*words, columns="80")
        assert code == (2 if shown.startswith("fairdeal: ") else 0), err
        assert fits(shown, out + err), (words, out + err)


def test_every_variable_of_the_program_is_on_the_page() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "fairdeal").rglob("*.py")
    )
    named = set(re.findall(r"FAIRDEAL_[A-Z_]*[A-Z]", sources))
    assert set(re.findall(r"^\| `(FAIRDEAL_\w+)`", PAGE, re.M)) == named


def test_every_role_is_on_the_page() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.M)
    told = {role for row in rows for role in re.findall(r"`([a-z]+)`", row)}
    assert told == set(Role)
    audits = {command for command, roles in MAY.items() if Role.AUDITOR in roles}
    assert audits == {"approve-adjustment", "refuse-adjustment"}


def test_the_tutorial_shows_the_refusal_as_it_is_said() -> None:
    page = (ROOT / "docs/tutorial/run-a-room.md").read_text(encoding="utf-8")
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    [sentence] = re.findall(r"^fairdeal\.errors\.Refused: (.*)$", page, re.M)
    changed = program.replace('{"ante": 1000,', '{"ante": 100,')
    with pytest.raises(Refused) as refusal:
        exec(compile(changed, "round.py", "exec"), {})
    assert str(refusal.value) == sentence


def test_the_round_of_the_readme_can_be_played_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for _ in range(2):
        exec(compile(program, "round.py", "exec"), {})
        assert "pair-plus" in capsys.readouterr().out
