"""A bar for work that takes longer than a moment; nothing where nobody watches."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE: Final = 0.5
"""Seconds before a bar appears."""


@contextmanager
def bar(text: str, patience: float = PATIENCE) -> Iterator[Callable[[float], None]]:
    """A bar on the error stream, so that what is printed stays clean.

    It moves to and fro until it is told what share of the work is done.  While it lasts, an
    interrupt ends the process at once: threads that count would otherwise finish first.
    """
    shown = progress_bar()
    task = shown.add_task(text, total=None, share="")

    def told(share: float) -> None:
        shown.update(task, total=1.0, completed=share, share=f"{share:.0%}")

    waiting = Timer(patience, shown.start)
    if shown.console.is_terminal:
        waiting.start()
    try:
        with _leaving_at_once(shown.console):
            yield told
    finally:
        waiting.cancel()
        if waiting.ident is not None:  # the bar may be appearing just now
            waiting.join()
        if shown.live.is_started:
            shown.stop()


def progress_bar() -> Progress:
    """A bar on the error stream, not yet shown."""
    try:
        console = Console(stderr=True)
    except ValueError:  # COLUMNS may hold anything
        console = Console(stderr=True, width=80, height=25)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[share]}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )


@contextmanager
def _leaving_at_once(console: Console) -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return

    def leave(*_: object) -> None:
        console.show_cursor()
        os._exit(130)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
