"""A rule is a pure function of small integers: read it, call it, or compile it."""

from collections.abc import Callable
from typing import Final, TypeVar

F = TypeVar("F", bound=Callable[..., object])

RULES: Final[list[Callable[..., object]]] = []
"""Every rule that has been imported, in the order of its definition."""


def rule(function: F) -> F:
    """Mark *function* as a rule.  It stays an ordinary Python function."""
    RULES.append(function)
    return function
