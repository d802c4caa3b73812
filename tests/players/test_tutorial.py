"""The tutorial does what it says."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli import fairdeal
from tests.test_docs import commands

PAGE = (Path(__file__).parent.parent.parent / "docs/tutorial/run-a-room.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FAIRDEAL_ROOM", raising=False)


@pytest.mark.compiled
def test_every_command_of_the_page_runs() -> None:
    typed = list(commands(PAGE))
    assert [words[1] for words in typed] == ["demo", "demo", "demo", "audit", "replay", "books"]
    for words in typed:
        result = CliRunner().invoke(fairdeal, words[1:], catch_exceptions=False)
        assert result.exit_code == 0, words


def test_the_round_by_hand_is_dealt_and_settled(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(program, "round.py", "exec"), {})
    held, *lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"ann holds( [2-9TJQKA][cdhs]){3}", held)
    assert sorted(line.split()[0] for line in lines) == ["ante", "ante-bonus", "pair-plus", "play"]
    assert all(" because " in line for line in lines)
