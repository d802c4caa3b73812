"""How tables, headings and shares look on the screen."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table

from fairdeal.cli.screen import Screen


def percent(value: dict[str, Any], digits: int = 4) -> str:
    """A share of one as people read it; what is rounded to zero has no sign.

    >>> percent({"value": -0.0001}, 1), percent({"value": -0.051}, 1)
    ('0.0 %', '-5.1 %')
    """
    rounded = round(100 * value["value"], digits) + 0.0
    return f"{rounded:.{digits}f} %"


def table_of(left: Sequence[str], right: Sequence[str]) -> Table:
    """An empty table: texts on the left, numbers on the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in left:
        table.add_column(name, no_wrap=True)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def heading(screen: Screen, text: str) -> None:
    """Begin a new part."""
    screen.show(f"\n[bold underline]{text}[/]")


def note(screen: Screen, text: str, depth: int = 0) -> None:
    """A line of its own, indented also where it is broken."""
    screen.show(Padding(text, (0, 0, 0, 2 + 2 * depth)))
