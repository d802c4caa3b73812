"""No module above the games knows a game: keys of games, bets, choices and options are data.

A key that a module names would be a second home for a fact of the declaration, and the next game
would not have it.  Whole texts count, in Python, templates, scripts and styles.  Docstrings,
comments, names of classes in a style and longer texts, such as examples of what to type, do not.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import fairdeal
from fairdeal.games import GAMES
from tests.examples import PACKAGES, example

PACKAGE = Path(fairdeal.__file__).parent

BELOW = ("games", "hands")
"""Where games are declared, and what they are made of."""

OWN = {
    "analysis/bank.py": "the bank of Napa, which is asked by what its rules are",
    "analysis/blackjack": "the blackjack leg of 3 Way Action",
    "analysis/coverage.py": "a posted wager of the bank of Napa",
    "analysis/seven/matchups.py": "the seven cards of 3 Way Action",
    "analysis/seven/outcomes.py": "the seven cards of 3 Way Action",
    "analysis/three_way_action.py": "the figures of 3 Way Action, a kind of its own",
    "analysis/three_way_simulation.py": "the bets of 3 Way Action together",
    "analysis/three_ways.py": "the solver of 3 Way Action",
}
"""What is truly a game's own; every way to it asks for the kind of the rules."""

CHART = dict.fromkeys(
    ("stand", "hit", "double", "split"), "a word of the chart of two cards against the card up"
)
CHAPTERS = dict.fromkeys(("blackjack", "envy"), "a key of the par sheet's JSON, and its chapter")

EXCEPTIONS = {
    "analysis/instructions.py": dict.fromkeys(
        ("first", "second", "third"), "the place of a card in a hand, in words"
    ),
    "analysis/registry.py": {"import three_way_action": "where kinds get their solvers"},
    "analysis/search.py": {"hit": "short for the hit frequency"},
    "analysis/sheet.py": CHAPTERS,
    "analysis/side_bets.py": {"envy": "a key of a figure's JSON"},
    "cli/books_days.py": {"first": "the first day, by the name of the argument"},
    "cli/par_sections.py": {
        **CHAPTERS,
        "split": CHART["split"],
        "fold": "the heading of a column of the strategy",
    },
    "front/game.py": {"hit": "short for the hit frequency"},
    "live/audit/findings.py": {"check": "the check that found something"},
    "live/table/state.py": {"raised": "a field of the round: what decisions have added"},
    "live/worth.py": {"play": "play chips"},
    "report/blackjack.py": {"blackjack": CHAPTERS["blackjack"]},
    "report/blocks.py": {"fold": "a block that is folded away"},
    "front/rooms.py": {"check": "the heading of a column of faults"},
    "report/borders.py": {"fold": "the line that says what a fold is worth"},
    "report/charts.py": CHART,
    "report/conditions.py": {"envy": CHAPTERS["envy"]},
    "report/layout.py": CHAPTERS,
    "report/one_figure.py": {"envy": "a key of a figure's JSON"},
    "report/templates/par.typ": {"fold": "a block that is folded away"},
    "web/faces/dealer.py": {"first": "the seat that gets the first card"},
    "web/lab/chart.py": CHART,
    "web/lab/question.py": {"hit": "short for the hit frequency"},
    "web/pages/doors.py": {"first": "the first word of a page's heading"},
    "web/static/lab.js": {"hit": "the class of a row with a changed line"},
    "web/templates/books/page.html": {"play": "play chips"},
}
"""By file, the texts that it may hold, and what each is there."""

LIBRARY_WORDS = ("overflow",)
"""Arguments of a library whose values are words of its own."""

NOT_COUNTED = re.compile(r"""(?s)/\*.*?\*/|(?m:^\s*//.*?$)|\{#.*?#\}|class="[^"{]*\"""")
"""Comments, and names of classes in a style."""

QUOTED = re.compile(r"""(["'])([^"'\n]*)\1""")

MODULES = frozenset(
    f"fairdeal.games.{name}"
    for name in ("ante_play", "blackjack_leg", *(key.replace("-", "_") for key in GAMES))
)
"""The modules that declare a game, or a part that some share."""


@cache
def keys() -> frozenset[str]:
    """Every key of every game: its own, and those of its bets, choices and options."""
    declared = [*GAMES.values(), *(example(key).GAME for key in PACKAGES)]
    return frozenset(
        key
        for game in declared
        for key in (
            game.key,
            *game.bet_by_key,
            *game.choices,
            *(option.key for option in game.options),
        )
    )


def named_in_python(text: str) -> Iterator[str]:
    """The texts of a module, and the modules of games that it imports."""
    tree = ast.parse(text)
    skipped = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    skipped |= {
        id(each.value)
        for each in ast.walk(tree)
        if isinstance(each, ast.keyword) and each.arg in LIBRARY_WORDS
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in skipped:
                yield node.value
        elif isinstance(node, ast.Import):
            names = {each.name for each in node.names}
            yield from (f"import {each.rpartition('.')[2]}" for each in MODULES & names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
            yield from (f"import {each.rpartition('.')[2]}" for each in MODULES & names)


def named(path: Path) -> set[str]:
    """The keys and the games that a file names."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        texts = named_in_python(text)
    else:
        texts = (found[2] for found in QUOTED.finditer(NOT_COUNTED.sub("", text)))
    return {each for each in texts if each in keys() or each.startswith("import ")}


def files() -> dict[str, Path]:
    """Every file above the games, by its place in the package."""
    found = {
        path.relative_to(PACKAGE).as_posix(): path
        for kind in ("py", "html", "js", "css", "typ")
        for path in PACKAGE.rglob(f"*.{kind}")
    }
    return {
        place: path
        for place, path in sorted(found.items())
        if place.partition("/")[0] not in BELOW
        and not any(place == own or place.startswith(f"{own}/") for own in OWN)
    }


def test_no_module_above_the_games_names_a_game_a_bet_a_choice_or_an_option() -> None:
    found = {
        (place, text)
        for place, path in files().items()
        for text in named(path) - EXCEPTIONS.get(place, {}).keys()
    }
    assert found == set()


def test_every_exception_is_still_needed() -> None:
    every = files()
    assert all((PACKAGE / own).exists() for own in OWN)
    idle = {
        (place, text)
        for place, texts in EXCEPTIONS.items()
        for text in texts.keys() - named(every[place])
    }
    assert idle == set()


def test_a_key_is_found_wherever_it_is_named(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""stax"""\n'
        "import fairdeal.games.three_card_fury\n"
        "from fairdeal.games import layout, three_card_poker\n"
        "from fairdeal.games.ags_3_card import GAME\n"
        "def is_large(bet):\n"
        '    """monster"""\n'
        '    return bet == "ante" or bet in {"poker": 1} or f"{bet}" == "ante poker peek"\n'
        'Text(overflow="fold")\n'
    )
    games = {"import three_card_fury", "import three_card_poker", "import ags_3_card"}
    assert named(module) == {"ante", "poker", *games}
    page = tmp_path / "page.html"
    page.write_text(
        "<i class=\"split\" data-bet=\"stax\">{# 'peek' #}{% if bet == 'ante' %}fold</i>"
    )
    assert named(page) == {"stax", "ante"}
    script = tmp_path / "script.js"
    script.write_text('  // "peek"\n/* "stax" */ const bet = "monster";\n')
    assert named(script) == {"monster"}
    style = tmp_path / "style.css"
    style.write_text('[data-game="ags-3-card"] .fold { color: red }')
    assert named(style) == {"ags-3-card"}
