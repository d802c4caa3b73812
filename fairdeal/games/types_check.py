"""Values of a declaration that are of another type than their fields say, each in a sentence.

Python checks no annotation when a game is loaded, and a page that draws the game fails much later.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

_EXPECTED: Final[Mapping[object, str]] = {
    **{str: "text", int: "an int", bool: "True or False", type(None): "None"},
    **{tuple: "a tuple", Mapping: "a mapping", frozenset: "a frozenset", Callable: "a function"},
}

_LONGEST: Final = 40
"""Characters of a wrong value that a sentence repeats."""


def odd_values(declared: object, name: str) -> Iterator[str]:
    """What is odd in a dataclass and in all that it holds; *name* is what the author calls it."""
    return _odd(declared, type(declared), name)


def _odd(value: Any, hint: Any, where: str) -> Iterator[str]:
    form, parts = get_origin(hint) or hint, get_args(hint)
    if form is UnionType:
        fitting = [each for each in parts if isinstance(value, get_origin(each) or each)]
        if fitting:
            yield from _odd(value, fitting[0], where)
        else:
            yield _sentence(value, where, " or ".join(map(_expected, parts)))
    elif form is type:
        if not isinstance(value, type) or not issubclass(value, parts[0]):
            yield _sentence(value, where, f"a class of {parts[0].__name__}")
    elif not isinstance(value, form) or (form is int and isinstance(value, bool)):
        yield _sentence(value, where, _expected(form))
    elif is_dataclass(value):
        for field, inner in _fields(form):
            yield from _odd(getattr(value, field), inner, f"{where}.{field}")
    elif parts and form is not Callable:
        yield from _odd_elements(value, form, parts, where)
    else:
        yield from _impossible(value, form, where)


def _odd_elements(value: Any, form: Any, parts: tuple[Any, ...], where: str) -> Iterator[str]:
    if form is Mapping:
        for key, each in value.items():
            yield from _odd(key, parts[0], f"a key of {where}")
            yield from _odd(each, parts[1], f"{where}[{key!r}]")
        return
    assert parts[1:] in ((), (...,)), "every element is of one type"
    for number, each in enumerate(value):
        place = f"{where}[{number}]" if form is tuple else f"an element of {where}"
        yield from _odd(each, parts[0], place)


def _impossible(value: Any, form: Any, where: str) -> Iterator[str]:
    """Values of the right type that nothing could be done with."""
    if form is int and value < 0 and not where.endswith((".times", "]")):
        yield f"{where} is {value}: expected 0 or more"
    if form is str and not _can_be_written(value):
        yield f"{where} is {value!a}: it has a character that cannot be written"


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a character
        return False
    return True


@cache
def _fields(form: Any) -> list[tuple[str, Any]]:
    hints = get_type_hints(form)
    return [(each.name, hints[each.name]) for each in fields(form) if each.init]


def _sentence(value: object, where: str, expected: str) -> str:
    shown = repr(value)
    if len(shown) > _LONGEST:
        shown = f"of type {type(value).__name__}"
    return f"{where} is {shown}: expected {expected}"


def _expected(hint: Any) -> str:
    form = get_origin(hint) or hint
    if isinstance(form, type) and issubclass(form, Enum):
        return f"one of {form.__name__}"
    return _EXPECTED.get(form, getattr(form, "__name__", str(form)))
