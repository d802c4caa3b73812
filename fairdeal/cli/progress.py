"""A bar for work that takes longer than a moment; nothing where nobody watches."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

PATIENCE = 0.5
"""Seconds before a bar appears."""


class Bar:
    """Told what share of the work is done; appears only when there is something to wait for."""

    def __init__(self, text: str, console: Console) -> None:
        self._began = monotonic()
        self._text = text
        self._is_seen = console.is_terminal
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
        )

    def __call__(self, share: float) -> None:
        """Show how far it is."""
        if not self._bar.live.is_started:
            if not self._is_seen or monotonic() - self._began < PATIENCE:
                return
            self._bar.start()
            self._bar.add_task(self._text, total=1.0)
        self._bar.update(self._bar.task_ids[0], completed=share)

    def stop(self) -> None:
        """Take the bar away, if there is one."""
        if self._bar.live.is_started:
            self._bar.stop()


@contextmanager
def bar(text: str) -> Iterator[Bar]:
    """A bar on the error stream, so that what is printed stays clean."""
    shown = Bar(text, Console(stderr=True))
    try:
        yield shown
    finally:
        shown.stop()
