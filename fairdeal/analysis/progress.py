"""How long work tells how far it is; apart from the compiler, which is slow to load."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], None]
"""Told the share of a long piece of work that is done."""


def unseen(share: float) -> None:
    """Progress that is shown nowhere."""
