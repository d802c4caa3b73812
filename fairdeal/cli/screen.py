"""Printing for people: a width that shows every amount whole, and no blanks at line ends."""

import sys
from typing import Final

import click
from rich.console import Console, RenderableType

NARROWEST: Final = 50
WIDEST: Final = 160


class Screen:
    """Collects what a command shows and prints it at once."""

    def __init__(self, narrowest: int = NARROWEST) -> None:
        width = min(max(_columns(), narrowest), WIDEST)
        self._console = Console(highlight=False, width=width, height=25, emoji=False)
        self._console.begin_capture()
        self.width = width

    def show(self, *parts: RenderableType) -> None:
        """Add a line, a table or an empty line."""
        self._console.print(*parts)

    def flush(self) -> None:
        """Print everything."""
        encoding = sys.stdout.encoding or "utf-8"
        text = "\n".join(map(str.rstrip, self._console.end_capture().splitlines()))
        click.echo(text.encode(encoding, "replace").decode(encoding))


def _columns() -> int:
    try:
        return Console().width
    except ValueError:  # COLUMNS may hold anything
        return 80
