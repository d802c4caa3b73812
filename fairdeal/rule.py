"""Marks: which functions are rules, and which fields of a declaration decide nothing.

A rule is a pure function of small integers: read it, call it, or compile it.
"""

import dis
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import takewhile
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeVar

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


def unmarked(rules: Iterable[Callable[..., Any]]) -> list[tuple[Callable[..., Any], str]]:
    """The functions that rules call, or the rules called by them, and that lack the mark: each with
    the rule that calls it.

    Code that was compiled and proofs that were kept while they had it say nothing of it.
    """
    found: list[tuple[Callable[..., Any], str]] = []
    asked = list(dict.fromkeys(rules))
    for each in asked:  # which grows
        for name, called in _called(each):
            if called not in RULES:
                found.append((each, name))
            elif called not in asked:
                asked.append(called)
    return found


def _called(rule: Callable[..., Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions that a function names, of its own module or of one that it has imported."""
    code = getattr(rule, "__code__", None)
    if code is None:
        return
    cells = dict(zip(code.co_freevars, getattr(rule, "__closure__", None) or (), strict=True))
    for name, attributes, is_global in dict.fromkeys(_names(code)):
        if is_global:
            found = getattr(rule, "__globals__", {}).get(name)
        else:
            found = cells[name].cell_contents if name in cells else None
        for attribute in attributes:
            if isinstance(found, ModuleType):
                name, found = attribute, getattr(found, attribute, None)
        if isinstance(found, FunctionType):
            yield name, found


def _names(code: CodeType) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Each name that code loads from outside, with the attributes that it asks it for and whether
    it is one of the module.
    """
    codes = [*dis.get_instructions(code)]
    for place, each in enumerate(codes):
        if each.opname in ("LOAD_GLOBAL", "LOAD_DEREF"):
            after = takewhile(lambda other: other.opname in _ATTRIBUTES, codes[place + 1 :])
            attributes = tuple(str(other.argval) for other in after)
            yield each.argval, attributes, each.opname != "LOAD_DEREF"
        elif isinstance(each.argval, CodeType):
            yield from _names(each.argval)


_ATTRIBUTES: Final = ("LOAD_ATTR", "LOAD_METHOD")


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
