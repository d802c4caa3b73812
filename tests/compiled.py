"""The rules made known to Numba, for tests that compile them or need them fast."""

from collections.abc import Callable
from typing import Any

import numba
from numba.extending import register_jitable

import fairdeal.games
from fairdeal.rule import RULES

assert fairdeal.games.GAMES, "importing the games defines every rule"

for _rule in RULES:
    register_jitable(_rule)


def compiled(rule: Callable[..., object], calls: list[tuple[Any, ...]]) -> Any:
    """The rule compiled alone, for every kind of arguments it is called with."""
    dispatcher = numba.njit(rule)
    for kinds in {tuple(numba.typeof(each) for each in call) for call in calls}:
        dispatcher.compile(kinds)
    return dispatcher
