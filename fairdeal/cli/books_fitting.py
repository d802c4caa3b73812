"""Tables that fit the screen: where one is too wide, every row becomes a sentence."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fairdeal.cli.screen import WIDEST


def fitted(table: Table, width: int) -> RenderableType:
    """The table, or its rows as sentences on a screen that would cut them off."""
    for column in (each for each in table.columns if each.no_wrap):
        texts = [Text.from_markup(str(cell)) for cell in (column.header, *column.cells)]
        column.min_width = max(text.cell_len for text in texts)
    if Console(width=WIDEST).measure(table).minimum <= width:
        return table
    return Group("", *_sentences(table), "")


def _sentences(table: Table) -> Iterator[RenderableType]:
    headings = [str(column.header) for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        (_, first), *others = zip(headings, map(str, row), strict=True)
        said = [f"{name} {cell}".strip() for name, cell in others if cell]
        yield Padding(f"[bold]{first.strip()}[/]: {', '.join(said)}", (0, 0, 0, 2))
