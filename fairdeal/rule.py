"""Marks: which functions are rules, and which fields of a declaration decide nothing.

A rule is a pure function of small integers: read it, call it, or compile it.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Final, TypeVar

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

RULES: Final[list[Callable[..., object]]] = []
"""Every rule that has been imported, in the order of its definition."""

SHOWN: Final = "__shown__"
"""The attribute of a class that names its fields that decide nothing."""


def rule(function: F) -> F:
    """Mark *function* as a rule.  It stays an ordinary Python function."""
    RULES.append(function)
    return function


COUNTED: Final = "__counted__"
"""The attribute of a class that names the properties that fingerprints count."""


def counted(*names: str) -> Callable[[type[T]], type[T]]:
    """Mark properties of a dataclass that a fingerprint counts beside its fields.

    They say what code reads where fingerprints do not look, such as in annotations.
    """

    def mark(cls: type[T]) -> type[T]:
        setattr(cls, COUNTED, names)
        return cls

    return mark


def shown(*names: str) -> Callable[[type[T]], type[T]]:
    """Mark fields of a dataclass that decide nothing, such as prose: they do not count."""

    def mark(cls: type[T]) -> type[T]:
        unknown = {*names} - {field.name for field in fields(cls)}  # type: ignore[arg-type]
        assert not unknown, f"{cls.__name__} has no field {', '.join(sorted(unknown))}"
        setattr(cls, SHOWN, frozenset(names) | getattr(cls, SHOWN, frozenset()))
        return cls

    return mark
