"""Rows that fit the screen: side by side where there is room, below each other where not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fairdeal.cli.grids import table_of
from fairdeal.cli.screen import Screen

_GAP: Final = 2
"""Blanks between two columns, and as many at the edges together."""

Cell = Sequence[str]
"""What stands in a cell: words between which a line may be broken, none of which is cut."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column and how it is set."""

    name: str
    is_right: bool = False
    may_break: bool = False
    """Its words may go on several lines before the rows are taken apart; for one column."""


def show_rows(screen: Screen, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> None:
    """Show the rows with nothing cut off; a column that is empty all over is left out."""
    kept = [place for place in range(len(columns)) if any(any(row[place]) for row in rows)]
    columns, rows = [columns[place] for place in kept], [[row[at] for at in kept] for row in rows]
    widths = [max(_width(cell) for cell in each) for each in zip(*rows, strict=True)]
    widths = [max(len(column.name), width) for column, width in zip(columns, widths, strict=True)]
    room = screen.width - sum(widths) - _GAP * len(widths)
    for place, column in enumerate(columns):
        if column.may_break and room < 0:
            words = [word for row in rows for word in row[place]]
            least = max(map(len, [*words, column.name])) + 1  # a comma may follow
            widths[place], room = max(widths[place] + room, least), 0
    if sum(widths) + _GAP * len(widths) > screen.width:
        _show_apart(screen, columns, rows)
    elif rows:
        _show_grid(screen, columns, rows, widths)


def _show_grid(
    screen: Screen,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[int],
) -> None:
    left = [column.name for column in columns if not column.is_right]
    right = [column.name for column in columns if column.is_right]
    grid = table_of(left, right)
    for row in rows:
        lines = [packed(cell, width) for cell, width in zip(row, widths, strict=True)]
        grid.add_row(*(Text("\n".join(each)) for each in lines))
    screen.show(grid)


def _show_apart(screen: Screen, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> None:
    """Each row on lines of its own: what it is about, and below it the rest by name."""
    head, *others = columns
    names = max(len(column.name) for column in others)
    for [first], *cells in rows:
        screen.show(Text(f"\n{head.name} {first}", "bold"))
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        grid.add_column(width=names)
        grid.add_column(overflow="fold")
        for column, cell in zip(others, cells, strict=True):
            if any(cell):
                lines = packed(cell, screen.width - names - 2 * _GAP)
                grid.add_row(column.name, Text("\n".join(lines)))
        screen.show(Padding(grid, (0, 0, 0, _GAP)))


def packed(words: Cell, width: int) -> list[str]:
    """The words with commas between them, on as few lines as the width allows.

    >>> packed(["ante $10", "bonus $5", "play $10"], 20)
    ['ante $10, bonus $5,', 'play $10']
    """
    lines: list[str] = []
    for number, word in enumerate(words, 1):
        said = word if number == len(words) else f"{word},"
        if lines and len(lines[-1]) + 1 + len(said) <= width:
            lines[-1] += f" {said}"
        else:
            lines.append(said)
    return lines


def _width(cell: Cell) -> int:
    return cell_len(", ".join(cell))
