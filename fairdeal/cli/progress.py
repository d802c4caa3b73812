"""A bar for work that takes longer than a moment; nothing where nobody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE: Final = 0.5
"""Seconds before a bar appears."""


@contextmanager
def bar(text: str, patience: float = PATIENCE) -> Iterator[Callable[[float], None]]:
    """A bar on the error stream, so that what is printed stays clean.

    It moves to and fro until it is told what share of the work is done.
    """
    console = Console(stderr=True)
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[share]}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    task = shown.add_task(text, total=None, share="")

    def told(share: float) -> None:
        shown.update(task, total=1.0, completed=share, share=f"{share:.0%}")

    waiting = Timer(patience, shown.start)
    if console.is_terminal:
        waiting.start()
    try:
        yield told
    finally:
        waiting.cancel()
        if waiting.ident is not None:  # the bar may be appearing just now
            waiting.join()
        if shown.live.is_started:
            shown.stop()
