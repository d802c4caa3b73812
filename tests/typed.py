"""The command as tests type it."""

from collections.abc import Callable
from typing import Final, TypeAlias

Run: TypeAlias = Callable[..., tuple[int, str, str]]
"""Takes the words, gives back the exit code and both outputs."""

MAIN: Final = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from fairdeal.cli import main
main()
"""
"""The command in a process of its own, with the signals that a terminal gives it.

A shell ignores SIGINT for what it runs in the background, and children inherit that.
"""
