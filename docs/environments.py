"""The page of docs/reference that lists the Gymnasium environments."""

import inspect

from docs.grid import grid
from fairdeal.games import GAMES
from fairdeal.gym import Table, id_of


def environments_page() -> str:
    """Every environment with its actions, and what an observation holds."""
    tables = {key: Table(key) for key in GAMES}
    rows = [
        [f"`{id_of(key)}`", ", ".join(map(code, table.actions)), ", ".join(map(code, table.bets))]
        for key, table in tables.items()
    ]
    about, _, _ = (inspect.getdoc(Table) or "").partition("\n\n>>>")
    parts = [
        "# Environments",
        "`import fairdeal.gym` registers an environment of Gymnasium for every game that is"
        " installed; the extra `gym` brings what it needs."
        " [Train a player](../how-to/train-a-player.md) shows one at work.",
        grid(("id", "actions, counted from 0", "bets of the base game, in order"), rows),
        "A game of another distribution has an id of the same form: `fairdeal/CaribbeanStud-v0`.",
        "## `Table`",
        "The class behind every id, `fairdeal.gym.Table`; `gymnasium.make` takes the same arguments"
        " after the id.",
        f"    {signature()}",
        text_of(Table.__init__),
        about.replace("``", "`"),
        "### `reset`",
        text_of(Table.reset),
        "### `step`",
        text_of(Table.step),
        "### `render`",
        text_of(Table.render),
    ]
    return "\n\n".join(parts) + "\n"


def text_of(part: object) -> str:
    """A docstring as Markdown."""
    return (inspect.getdoc(part) or "").replace("``", "`")


def signature() -> str:
    """How a table is made, without types."""
    parameters = [*inspect.signature(Table).parameters.values()]
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return f"Table{inspect.Signature(bare)}"


def code(word: str) -> str:
    """A word as it is typed."""
    return f"`{word}`"
