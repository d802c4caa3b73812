"""What the rules are really asked: their arguments in random rounds of every game."""

from functools import cache
from random import Random

from fairdeal.games import GAMES
from fairdeal.games.kinds import Rule
from fairdeal.games.sampling import Calls, asked_of_rules
from tests.rounds import random_round
from tests.scale import SCALE

ROUNDS = 400 * SCALE


@cache
def recorded_calls() -> dict[Rule, Calls]:
    """Different arguments of every rule, in the order they came."""
    seen: dict[Rule, Calls] = {}
    for key in GAMES:
        random = Random(key)
        for rule, calls in asked_of_rules(random_round(key, random) for _ in range(ROUNDS)).items():
            seen.setdefault(rule, []).extend(calls)
    return seen
