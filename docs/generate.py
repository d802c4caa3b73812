"""Write what comes from the program, the pages of docs/reference and outputs of notebooks; wrap all
other pages.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from docs.environments import environments_page
from docs.events import events_page
from docs.figures import counted_pages
from docs.grid import grid
from docs.interface import interface_page
from docs.notebook import notebooks
from docs.profiles import profiles_page
from docs.python import python_page
from docs.wrapping import wrapped
from fairdeal import cards, money
from fairdeal.cli import VERBS, fairdeal
from fairdeal.games import GAMES
from fairdeal.games.describe import described
from fairdeal.games.notation import parse_seat
from fairdeal.games.phrases import (
    figures,
    notes,
    qualifies,
    settled_by,
    side_by_side,
    size,
    source,
    step_in_words,
)
from fairdeal.games.referee import settle
from fairdeal.games.round import Round
from fairdeal.games.terms import terms

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"


def pages() -> dict[Path, str]:
    """Every generated page, by its place."""
    written = {
        REFERENCE / "games" / f"{key}.md": game_page(described(game)) for key, game in GAMES.items()
    }
    written[REFERENCE / "cli.md"] = command_page()
    written[REFERENCE / "profiles.md"] = profiles_page()
    written[REFERENCE / "events.md"] = events_page()
    written[REFERENCE / "interface.md"] = interface_page()
    written[REFERENCE / "environments.md"] = environments_page()
    written[REFERENCE / "python.md"] = python_page()
    return {path: wrapped(text) for path, text in written.items()}


def game_page(shown: dict[str, Any]) -> str:
    """Everything about one game."""
    parts = [f"# {shown['name']}", f"`{shown['game']}`. {shown['text']}."]
    parts += [f"Source: {source(shown)}.", size(shown)]
    parts += ["## Bets", grid(("bet", "what it is about", "rules"), _bets(shown))]
    parts.append("\n".join(f"- {notice}" for notice in shown["notices"]))
    parts += ["## How hands rank", *_ranking(shown)]
    for style, steps in shown["procedures"].items():
        parts += [f"## A round, {style}-dealt", "\n".join(_steps(steps))]
    parts += ["## Settlement", "\n".join(_stages(shown))]
    for bet in shown["bets"]:
        tables = [table for table in shown["pay_tables"] if table["bet"] == bet["bet"]]
        if tables:
            parts += [f"## Pay tables: {bet['name']}", *_pay_tables(tables)]
    if shown["examples"]:
        parts += ["## The document's examples", *_examples(shown)]
    if shown["combinations"]:
        parts += ["## Combinations", grid(("name", "tables", "printed"), _combinations(shown))]
    if shown["meters"]:
        rows = [
            [each[key] for key in ("meter", "reset", "increment", "wager")]
            for each in shown["meters"]
        ]
        parts += ["## Meters", grid(("meter", "reset", "increment", "for a wager of"), rows)]
    if shown["options"]:
        rows = [
            [
                f"`{each['option']}`",
                " or ".join(f"`{v}`" for v in each["values"]),
                each["text"],
                each["source"],
            ]
            for each in shown["options"]
        ]
        parts += ["## House options", "The first value is the default."]
        parts.append(grid(("option", "values", "what it decides", "source"), rows))
    rows = [[each["point"], each["ours"]] for each in shown["readings"]]
    parts += ["## Our readings", "Where the document is silent or unclear."]
    parts.append(grid(("point", "our reading"), rows))
    rows = [
        [
            f"`{each['irregularity']}`",
            each["event"],
            " ".join([each["ruling"], *_numbered(each["steps"])]),
            *(each[key] for key in ("effect", "source")),
        ]
        for each in shown["irregularities"]
    ]
    parts += ["## Irregularities", "A report at a live table names the key."]
    parts.append(grid(("key", "event", "ruling", "what follows", "source"), rows))
    return "\n\n".join(parts) + "\n"


def _bets(shown: dict[str, Any]) -> list[list[str]]:
    return [[f"`{bet['bet']}`", bet["text"], ", ".join(bet["rules"])] for bet in shown["bets"]]


def _numbered(steps: list[str]) -> list[str]:
    """The steps of a ruling, in the middle of a sentence."""
    said = [f"({number}) {step}" for number, step in enumerate(steps, 1)]
    return ["Steps:", "; ".join(said)] if said else []


def _ranking(shown: dict[str, Any]) -> Iterator[str]:
    ranking = shown["ranking"]
    yield f"Highest first; {ranking['of']}. Source: {ranking['source']}."
    rows = [
        [str(number), each["hand"], each["example"], each["text"]]
        for number, each in enumerate(ranking["kinds"], 1)
    ]
    yield grid(("rank", "hand", "example", "what it is"), rows)
    yield f"- The ace is {ranking['ace']}.\n- {qualifies(shown)}."
    spots = [
        f"{bet['name']}: {'; '.join([*bet['legends'], *bet['footnotes']])}"
        for bet in shown["bets"]
        if bet["legends"] or bet["footnotes"]
    ]
    printed = [*shown["legends"], *spots]
    yield "The felt prints:\n\n" + "\n".join(f"- {each}" for each in printed)


def _examples(shown: dict[str, Any]) -> Iterator[str]:
    """Every example with what the referee pays for it."""
    game = GAMES[shown["game"]]
    yield (
        "The document works these out in pictures. The cards here are ours and fit what it tells;"
        " the results are the referee's."
    )
    for number, each in enumerate(shown["examples"], 1):
        seat = parse_seat(1, each["seat"])
        played = Round(game, terms(game), cards.parse(each["dealer"]), (seat,))
        rows = [
            [f"`{line.bet}`", money.show(line.stake_cents), _net(line.net_cents), line.reason]
            for line in settle(played)
        ]
        yield f"### {number}. {each['title'].capitalize()}"
        yield f"Dealer {each['dealer']}, player {cards.show(seat.cards)}: {each['text']}."
        yield grid(("bet", "stake", "result", "reason"), rows)
        yield f"    .venv/bin/{settled_by(shown, each)}"


def _net(cents: int) -> str:
    if cents == 0:
        return "push"
    return f"+{money.show(cents)}" if cents > 0 else f"-{money.show(-cents)}"


def _steps(steps: list[dict[str, Any]]) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        yield f"{number}. {step_in_words(step)}"


def _stages(shown: dict[str, Any]) -> Iterator[str]:
    for number, stage in enumerate(shown["settlement"], 1):
        bets = ", ".join(f"`{bet}`" for bet in stage["bets"])
        yield f"{number}. {stage['text']}: {bets}, {stage['seats']}."


def _pay_tables(tables: list[dict[str, Any]]) -> Iterator[str]:
    titles = {key: title for table in tables for key, title in table["titles"].items()}
    for column, title in titles.items():
        having = [table for table in tables if column in table["columns"]]
        [_, *names], *rows = side_by_side(having, column)
        yield grid((title, *names), rows)
    yield "\n".join(f"- {note}" for note in ("* is the default", *notes(tables)))


def _combinations(shown: dict[str, Any]) -> list[list[str]]:
    return [
        [
            each["name"],
            ", ".join(f"{bet} {name}" for bet, name in each["tables"].items()),
            figures(each),
        ]
        for each in shown["combinations"]
    ]


_COMPLETION: Final = """\
Bash, zsh and fish complete commands, games, bets, pay tables, house options and the tables of a
room. For bash, put this line into `~/.bashrc`; for zsh and fish put their names in place of `bash`:

    eval "$(_FAIRDEAL_COMPLETE=bash_source fairdeal)"

With `--json` a command prints JSON, and an error is JSON on stderr:
`{"error": {"code": ..., "faults": [...]}}`, with a code of [this list](errors.md)."""


def command_page() -> str:
    """The help of every command, as the command prints it."""
    parts = ["# The command line", "As `fairdeal --help` and `fairdeal COMMAND --help` print it."]
    parts.append(_COMPLETION)
    parts.append(_help())
    for verb in VERBS:
        parts += [f"## {verb}", _help(verb)]
    return "\n\n".join(parts) + "\n"


def _help(*words: str) -> str:
    typed = [*words, "--help"]
    printed = CliRunner().invoke(fairdeal, typed, prog_name="fairdeal", terminal_width=90).output
    return f"```text\n{printed.rstrip()}\n```"


def main() -> None:
    """Write the pages that changed, and name them."""
    others = {
        path: wrapped(path.read_text(encoding="utf-8"))
        for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    }
    for path, text in (others | pages() | counted_pages() | notebooks()).items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
