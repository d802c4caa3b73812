"""The optional parts of an installation, and what is said when one is missing.

``pip install fairdeal`` brings the rules, the referee and the command line; everything else is an
extra, which pyproject.toml declares under the same name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from fairdeal.errors import Refused, listed


@dataclass(frozen=True, slots=True)
class Extra:
    """One extra."""

    words: str
    """What it brings."""
    modules: tuple[str, ...]
    """Modules of other projects, all of which are there when the extra is."""
    includes: tuple[str, ...] = ()
    """Extras that come with it."""


EXTRAS: Final[Mapping[str, Extra]] = {
    "analysis": Extra("the analysis", ("jinja2", "numba", "numpy", "platformdirs")),
    "room": Extra(
        "the card room", ("cryptography", "filelock", "msgspec", "pyrage", "sqlalchemy", "tzdata")
    ),
    "web": Extra(
        "the web pages",
        ("argon2", "jinja2", "prometheus_client", "starlette", "uvicorn", "zxcvbn"),
        ("analysis", "room"),
    ),
    "pdf": Extra("the PDF printer", ("typst",), ("analysis",)),
    "postgres": Extra("the PostgreSQL driver", ("psycopg",), ("room",)),
    "gym": Extra("Gymnasium", ("gymnasium",)),
}


def missing(*names: str) -> list[str]:
    """Which of the extras are not installed, or only in part."""
    return [name for name in names if any(find_spec(each) is None for each in _modules(name))]


def need(who: str, *names: str) -> None:
    """Refuse in one sentence what *who* cannot do without these extras."""
    if lacking := missing(*names):
        words = listed(EXTRAS[name].words for name in lacking)
        command = f'pip install "fairdeal[{",".join(lacking)}]"'
        raise Refused(f"{who} needs {words}: {command}", code="extra.missing")


def need_module(who: str, name: str) -> None:
    """Refuse in one sentence what *who* cannot do without a module that no extra brings."""
    if find_spec(name) is None:
        raise Refused(f"{who} needs {name}: pip install {name}", code="extra.missing")


def _modules(name: str) -> Iterator[str]:
    extra = EXTRAS[name]
    yield from extra.modules
    for included in extra.includes:
        yield from _modules(included)
