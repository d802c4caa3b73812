"""How tables, headings and shares look on the screen."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table

from fairdeal.cli.screen import Screen


def percent(value: dict[str, Any], digits: int = 4) -> str:
    """A share of one as people read it."""
    return f"{100 * value['value']:.{digits}f} %"


def table_of(left: Sequence[str], right: Sequence[str]) -> Table:
    """An empty table: texts on the left, numbers on the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in left:
        table.add_column(name, overflow="fold", min_width=min(len(name), 8) or None)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def heading(screen: Screen, text: str) -> None:
    """Begin a new part."""
    screen.show(f"\n[bold underline]{text}[/]")
