"""The notebooks run from scratch and show what they answer; their words and links are sound."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.notebook import FOLDER, executed

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def name_of(path: Path) -> str:
    return path.stem


def cells(path: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def words(path: Path) -> Iterator[str]:
    """The texts between the cells of code."""
    for cell in cells(path):
        source = cell["source"]
        assert isinstance(source, list)
        if cell["cell_type"] == "markdown":
            yield "".join(source)


def test_there_are_four_notebooks_and_two_pages_lead_to_each() -> None:
    assert len(NOTEBOOKS) == 4
    pages = ("docs/README.md", "docs/how-to/use-it-from-python.md")
    for page in pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert all(f"notebooks/{path.name})" in text for path in NOTEBOOKS), page


@pytest.mark.compiled
@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_a_notebook_that_is_executed_again_shows_what_is_stored(path: Path) -> None:
    assert executed(path) == path.read_text(encoding="utf-8"), "run make docs"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_a_notebook_is_short_and_small_and_explains_every_figure_before_it_is_counted(
    path: Path,
) -> None:
    kinds = [cell["cell_type"] for cell in cells(path)]
    assert 8 <= len(kinds) <= 15
    assert kinds[0] == "markdown"
    assert kinds.count("markdown") >= kinds.count("code")
    assert path.stat().st_size < 200_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_every_link_of_a_notebook_leads_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", "\n".join(words(path)))
    assert targets
    assert all((path.parent / target).exists() for target in targets)
