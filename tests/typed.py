"""The command as tests type it."""

from collections.abc import Callable
from typing import TypeAlias

Run: TypeAlias = Callable[..., tuple[int, str, str]]
"""Takes the words, gives back the exit code and both outputs."""
