"""The documentation is complete, fresh, and its examples run."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

import fairdeal as fd
from docs.figures import counted_pages
from docs.generate import pages
from docs.wrapping import too_long, wrapped
from fairdeal.cli import VERBS, fairdeal
from fairdeal.games import GAMES
from tests.examples import PACKAGES, example, registered

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PACKAGE = sorted((ROOT / "fairdeal").rglob("*.py"))
SCRIPTS = [*(ROOT / "docs").glob("*.py"), *(ROOT / "examples").glob("*.py")]
SHOWN = [path for end in ("html", "js", "css") for path in (ROOT / "fairdeal").rglob(f"*.{end}")]
AVOIDED = re.compile(
    r"\b(?:whoever|somebody|whom|anew|noughts?|an?\s+own|the\s+own|stands\s+here"
    r"|of\s+its\s+own\s+accord)\b",
    re.I,
)
"""Words that a reader stumbles over: name the subject, and use the plain word."""


def page_ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


def commands(text: str) -> Iterator[list[str]]:
    """Every ``fairdeal`` command that a page tells the reader to type."""
    for match in re.finditer(r"(?:^    |^\$ )\.venv/bin/(fairdeal (?:.*\\\n)*.*)", text, re.M):
        yield shlex.split(match[1].replace("\\\n", " "))


@pytest.mark.parametrize("path", pages(), ids=page_ids)
def test_generated_page_is_fresh(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == pages()[path], "run make docs"


@pytest.mark.compiled
def test_counted_pages_are_fresh() -> None:
    for path, text in counted_pages().items():
        assert path.read_text(encoding="utf-8") == text, "run make docs"


@pytest.mark.parametrize("path", PAGES, ids=page_ids)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def avoided(text: str) -> Iterator[tuple[int, str]]:
    """Every word of a text that is not used, with the number of its line."""
    for match in AVOIDED.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[0]


def test_docs_pages_and_code_use_plain_words() -> None:
    """Decision records are history, and stay as they were written."""
    read = [path for path in PAGES if path.parent.name != "adr"]
    found = [
        f"{page_ids(path)}:{line}: {word!r}"
        for path in (*read, *PACKAGE, *SCRIPTS, *SHOWN)
        for line, word in avoided(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_a_word_to_avoid_is_found_with_its_line() -> None:
    text = "Pay the winner.\nWhoever wins\nsees the\nown cards, at least by itself."
    assert list(avoided(text)) == [(2, "Whoever"), (3, "the\nown")]


def test_every_error_code_is_documented_and_every_documented_one_exists() -> None:
    raised = {
        code
        for path in PACKAGE
        for code in re.findall(
            r'(?:code=|refuse\(\s*)"([a-z-]+\.[a-z-]+)"', path.read_text(encoding="utf-8")
        )
    }
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z.-]+)`", page, re.M)) == raised


def test_every_game_and_command_has_its_place_in_the_documentation() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    assert all(f"reference/games/{key}.md" in index for key in GAMES)
    reference = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    assert all(f"## {verb}" in reference for verb in VERBS)


def test_every_key_of_the_json_is_documented() -> None:
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    napa = ["napa-three-card-poker", "--dealer", "Jc 9s 2h", "--bank", "5"]
    ags = ["ags-3-card", "--dealer", "Jc 9s 2h"]
    for words in (napa, ags):
        typed = ["settle", *words, "--seat", "As Ks Js | ante=10 | play", "--json"]
        shown = json.loads(CliRunner().invoke(fairdeal, typed).output)
        keys = {*shown, *shown["terms"], *(key for line in shown["settlement"] for key in line)}
        assert not {key for key in keys if f"`{key}`" not in page}
    shown = json.loads(CliRunner().invoke(fairdeal, ["games", "ags-3-card", "--json"]).output)
    assert not {key for key in shown if f"`{key}`" not in page}


def test_every_key_of_a_par_sheet_is_documented() -> None:
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    typed = ["par", "three-card-poker", "--bets", "ante=10 bonus=1", "--json"]
    shown = json.loads(CliRunner().invoke(fairdeal, typed).output)
    keys = {*shown, *(key for each in shown["figures"] for key in each)}
    keys |= {*shown["figures"][0]["outcomes"][0], *shown["figures"][3]["lines"][0]}
    keys |= {*shown["figures"][0]["published"], *shown["strategies"][0]}
    keys |= {key for each in shown["strategies"] for cut in each["cuts"] for key in cut}
    assert not {key for key in keys if f"`{key}`" not in page}


def test_every_key_of_a_design_is_documented() -> None:
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    goals = ["--edge", "0%-9%", "--hit", "1%-99%", "--deviation", "1-9", "--top", "1-99"]
    typed = ["design", "three-card-poker", "pair-plus", *goals, "--json"]
    shown = json.loads(CliRunner().invoke(fairdeal, typed).output)
    keys = {*shown, *shown["goal"], *shown["rows"][0], *shown["designs"][0], *shown["printed"][0]}
    assert not {key for key in keys if f"`{key}`" not in page}


def test_the_slips_of_every_document_are_listed_and_the_page_is_linked() -> None:
    page = (ROOT / "docs/reference/slips.md").read_text(encoding="utf-8")
    parts = dict(zip(GAMES, page.split("\n## ")[1:], strict=True))
    for key, words in {
        "three-card-poker": ("page 7", '"Straight Flush" a second time'),
        "napa-three-card-poker": ('"housing bonus bets"', '"three (three) card"'),
        "ags-3-card": ("Bounty", "for 1", "19.4 %", "Heart meter", "hands, a", "hands, b"),
        "three-card-fury": ("All 4 Suits", "merged cells"),
        "three-way-action": ('"shaved"', "three-or-a-kind", "high card", "yellow"),
    }.items():
        assert f"games/{key}.md" in parts[key]
        assert all(word in parts[key] for word in words)
    assert "(reference/slips.md)" in (ROOT / "docs/README.md").read_text(encoding="utf-8")
    assert "(slips.md)" in (ROOT / "docs/reference/errata.md").read_text(encoding="utf-8")


def test_the_twin_shares_nothing_with_the_package() -> None:
    for path in (ROOT / "tests/naive").glob("*.py"):
        assert "fairdeal" not in re.findall(r"^(?:from|import) (\w+)", path.read_text(), re.M), path


def test_every_decision_says_context_decision_and_consequences() -> None:
    records = sorted((ROOT / "docs/adr").glob("0*.md"))
    index = (ROOT / "docs/adr/README.md").read_text(encoding="utf-8")
    assert len(records) >= 5
    for record in records:
        text = record.read_text(encoding="utf-8")
        assert record.name in index
        assert all(f"**{word}.**" in text for word in ("Context", "Decision", "Consequences"))


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/tutorial/settle-a-round.md",
        "docs/tutorial/read-a-par-sheet.md",
        "docs/how-to/try-a-pay-table.md",
    ],
)
def test_every_command_of_the_page_runs(name: str) -> None:
    typed = list(commands((ROOT / name).read_text(encoding="utf-8")))
    assert typed
    for words in typed:
        result = CliRunner().invoke(fairdeal, words[1:], catch_exceptions=False)
        assert result.exit_code == 0, words


@pytest.mark.parametrize("name", ["README.md", "docs/how-to/design-a-pay-table.md"])
def test_the_page_shows_what_the_command_prints(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    [shown] = re.findall(r"```console\n\$ (?:.*\\\n)*.*\n((?:.*\n)*?)```", text)
    [words] = commands(text)
    printed = CliRunner().invoke(fairdeal, words[1:], env={"COLUMNS": "80"}).output
    assert bare(shown) == bare(printed)


@pytest.mark.parametrize("name", ["README.md", "docs/how-to/use-it-from-python.md"])
def test_python_on_the_page_answers_as_the_page_says(name: str) -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.S)
    page = DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    assert len(page.examples) > 3
    said: list[str] = []
    assert DocTestRunner().run(page, out=said.append).failed == 0, "".join(said)


def test_the_code_of_the_page_on_games_is_that_of_the_example() -> None:
    page = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
    module = (PACKAGES["two-card-duel"] / "__init__.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    *quoted, twin = blocks
    assert len(quoted) == 7
    for block in quoted:
        for piece in block.strip().split("\n\n\n"):
            assert piece in module, piece
    assert module.partition("\n\n\n@rule")[0].endswith(quoted[0].strip()), "all of the imports"
    assert twin == (PACKAGES["two-card-duel"] / "twin.py").read_text(encoding="utf-8")


@pytest.mark.compiled
def test_the_page_on_games_shows_what_the_check_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    page = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
    [(typed, shown)] = re.findall(r"```console\n\$ fairdeal ([^\n]+)\n(.*?)```", page, re.DOTALL)
    verb, folder = typed.split()
    with registered(example("two-card-duel")):
        printed = CliRunner().invoke(fairdeal, [verb, str(ROOT / folder)]).output
    assert bare(shown) == bare(printed)


def test_every_name_that_the_package_offers_is_in_the_reference() -> None:
    page = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    assert all(f"\n## {name}\n" in page for name in fd.__all__ if name != "__version__")
    methods = [name for name in dir(fd.Game) if not name.startswith("_") and name != "blocks"]
    assert all(f"### Game.{name}\n" in page or f"| `{name}` |" in page for name in methods)


def bare(text: str) -> list[str]:
    """The lines without the blanks at their ends."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("path", PAGES, ids=page_ids)
def test_paragraphs_and_lists_of_a_page_wrap(path: Path) -> None:
    assert too_long(path.read_text(encoding="utf-8")) == [], "run make docs"


LONG = "one two " * 20


@pytest.mark.parametrize(
    "page",
    [
        f"# {LONG}",
        f"```\n{LONG}\n```",
        f"````\n```\n{LONG}\n````",
        f"~~~\n{LONG}\n~~~",
        f"    {LONG}",
        f"| {LONG} |\n| --- |",
        f"<!-- {LONG} -->",
        f"{LONG}\n===",
        f"one\\\n{LONG}",
        f"one  \n{LONG}",
        f"[one]: two.md '{LONG}'",
        "x" * 200,
    ],
)
def test_what_is_not_a_paragraph_or_an_item_stays(page: str) -> None:
    assert wrapped(f"one\n\n{page}\n") == f"one\n\n{page}\n"


def test_paragraphs_and_items_are_wrapped_and_mean_the_same() -> None:
    page = f"{LONG}\n\n---\n\n- {LONG}- `{LONG}x`\n1. {LONG}\n   {LONG}"
    lines = wrapped(page).split("\n")
    assert lines[0] == ("one two " * 15).rstrip()
    assert lines[5] == "- " + "one two " * 14 + "one"
    assert lines[6] == "  " + "two one " * 5 + "two -"
    assert lines[7] == f"  `{LONG}x`"
    assert wrapped("\n".join(lines)) == "\n".join(lines)
    for each in (page, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        assert words_of(wrapped(each)) == words_of(each)


def words_of(page: str) -> list[str]:
    """What a reader of the page sees, with the tags round it."""
    shown: str = MarkdownIt().enable("table").render(page)
    return shown.split()
