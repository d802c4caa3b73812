"""Marks: which functions are rules, and which fields of a declaration decide nothing.

A rule is a pure function of small integers: read it, call it, or compile it.
"""

import time
from collections.abc import Callable
from dataclasses import fields
from typing import Final, TypeVar

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

RULES: Final[list[Callable[..., object]]] = []
"""Every rule that has been imported, in the order of its definition."""

LOADED: Final = time.time()
"""When rules began to be loaded: a file that was written later may not be what is running."""

SHOWN: Final = "__shown__"
"""The attribute of a class that names its fields that decide nothing."""


def rule(function: F) -> F:
    """Mark *function* as a rule.  It stays an ordinary Python function."""
    RULES.append(function)
    return function


def shown(*names: str) -> Callable[[type[T]], type[T]]:
    """Mark fields of a dataclass that decide nothing, such as prose: they do not count."""

    def mark(cls: type[T]) -> type[T]:
        unknown = {*names} - {field.name for field in fields(cls)}  # type: ignore[arg-type]
        assert not unknown, f"{cls.__name__} has no field {', '.join(sorted(unknown))}"
        setattr(cls, SHOWN, frozenset(names) | getattr(cls, SHOWN, frozenset()))
        return cls

    return mark
