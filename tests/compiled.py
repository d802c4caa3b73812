"""The rules made known to Numba, for tests whose own kernels call them."""

from numba.extending import register_jitable

import fairdeal.games
from fairdeal.rule import RULES

assert fairdeal.games.GAMES, "importing the games defines every rule"

for _rule in RULES:
    register_jitable(_rule)
