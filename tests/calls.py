"""What the rules are really asked: their arguments in random rounds of every game."""

import sys
from collections.abc import Callable
from functools import cache
from random import Random
from types import CodeType, FrameType
from typing import Any

from fairdeal.games import GAMES
from fairdeal.games.referee import settle
from fairdeal.rule import RULES
from tests.rounds import random_round

ROUNDS = 1500
MOST = 300
"""Different calls that are kept of one rule."""


@cache
def recorded_calls() -> dict[Callable[..., object], list[tuple[Any, ...]]]:
    """Different arguments of every rule, in the order they came."""
    by_code: dict[CodeType, Callable[..., object]] = {rule.__code__: rule for rule in RULES}
    seen: dict[Callable[..., object], dict[tuple[Any, ...], None]] = {rule: {} for rule in RULES}

    def watch(frame: FrameType, event: str, _: object) -> None:
        rule = by_code.get(frame.f_code)
        if event != "call" or rule is None or len(seen[rule]) >= MOST:
            return
        names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
        seen[rule][tuple(frame.f_locals[name] for name in names)] = None

    for key in GAMES:
        random = Random(key)
        rounds = [random_round(key, random) for _ in range(ROUNDS)]
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            for played in rounds:
                settle(played)
        finally:
            sys.setprofile(before)
    return {rule: list(calls) for rule, calls in seen.items()}
