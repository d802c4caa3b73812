"""The rules under Numba, for tests that compile them or need them fast."""

import inspect
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

import numba
from numba import typeof
from numba.core import types
from numba.extending import register_jitable

import fairdeal.games
from fairdeal.rule import RULES

assert fairdeal.games.GAMES, "importing the games defines every rule"

for _rule in RULES:
    register_jitable(_rule)

SIZES = {"pays": 10, "beat": 7, "busted": 7}
"""How long a tuple argument is, by name; cards come in fives, sixes and sevens."""


def signatures(rule: Callable[..., object]) -> list[tuple[Any, ...]]:
    """The Numba types a rule is compiled for, from its annotations."""
    hints = get_type_hints(rule)
    parameters = inspect.signature(rule).parameters
    return [
        tuple(_numba_type(name, hints[name], size) for name in parameters)
        for size in ((5, 6, 7) if "cards" in parameters else (0,))
    ]


def _numba_type(name: str, hint: Any, cards: int) -> Any:
    if hint is bool:
        return types.boolean
    if hint is int:
        return types.int64
    if get_origin(hint) is tuple and get_args(hint) == (int, ...):
        return types.UniTuple(types.int64, SIZES.get(name, cards))
    return typeof(hint(*(0 for _ in hint._fields)))


def compiled(rule: Callable[..., object]) -> Any:
    """The rule compiled alone, for every signature it may be called with."""
    dispatcher = numba.njit(rule)
    for signature in signatures(rule):
        dispatcher.compile(signature)
    return dispatcher
