"""The games Fairdeal deals, each declared from its maker's document."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fairdeal.errors import Malformed, did_you_mean
from fairdeal.games import (
    ags_3_card,
    napa_three_card_poker,
    three_card_fury,
    three_card_poker,
    three_way_action,
)
from fairdeal.games.layout import Game
from fairdeal.games.round import Settlement

_MODULES: Final = (
    three_card_poker,
    napa_three_card_poker,
    ags_3_card,
    three_card_fury,
    three_way_action,
)

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {module.GAME.key: module.GAME for module in _MODULES}
)
SETTLEMENTS: Final[Mapping[str, Settlement]] = MappingProxyType(
    {module.GAME.key: module.SETTLEMENT for module in _MODULES}
)


def game(key: str) -> Game:
    """The game of that key, or a sentence that names the nearest one."""
    if key.lower() not in GAMES:
        hint = did_you_mean(key, GAMES)
        raise Malformed(f"there is no game {key!r}: {hint}", code="game.unknown")
    return GAMES[key.lower()]
