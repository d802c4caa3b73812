"""The programs in the documentation of live tables do what they say."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def programs(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)


def test_the_round_of_the_readme_is_dealt_and_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    [program] = programs("README.md")
    exec(compile(program, "README.md", "exec"), {})
    cards, *lines = capsys.readouterr().out.splitlines()
    assert len(cards.split(",")) == 3
    assert [line.split()[0] for line in lines] == ["play", "ante-bonus", "ante", "pair-plus"]
    assert not list(tmp_path.iterdir())  # it is played in memory


def test_a_commitment_is_checked_as_the_explanation_says() -> None:
    [program] = programs("docs/explanation/the-log.md")
    exec(compile(program, "the-log.md", "exec"), {})
