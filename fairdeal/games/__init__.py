"""The games Fairdeal deals: five of its own, and those that other distributions bring.

A distribution brings a game by an entry point of the group ``fairdeal.games`` that names a module
with a ``GAME`` and a ``SETTLEMENT``.  A rule is code that runs in the room's own process: install
games as you would install any program.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType, ModuleType
from typing import Final

from fairdeal.errors import FairdealError, Malformed, Unavailable, did_you_mean
from fairdeal.games import (
    ags_3_card,
    napa_three_card_poker,
    three_card_fury,
    three_card_poker,
    three_way_action,
)
from fairdeal.games.layout import Act, Bet, Document, Game, Step
from fairdeal.games.round import DealersHand, Line, Round, Settlement
from fairdeal.games.sheets import approved

GROUP: Final = "fairdeal.games"

_games: Final[dict[str, Game]] = {}
_settlements: Final[dict[str, Settlement]] = {}
_sources: Final[dict[str, str]] = {}
_faults: Final[dict[str, str]] = {}

GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)
SETTLEMENTS: Final[Mapping[str, Settlement]] = MappingProxyType(_settlements)
SOURCES: Final[Mapping[str, str]] = MappingProxyType(_sources)
"""The distribution that brought each game, with its version; empty for Fairdeal's own."""
FAULTS: Final[Mapping[str, str]] = MappingProxyType(_faults)
"""Why a game that is installed cannot be dealt, in a sentence, by the name of its entry point."""


def game(key: str) -> Game:
    """The game of that key, or a sentence that names the nearest one."""
    if key.lower() in GAMES:
        return GAMES[key.lower()]
    why = FAULTS.get(key.lower()) or f"there is no game {key!r}: {did_you_mean(key, GAMES)}"
    raise Malformed(why, code="game.unknown")


class Absent(Game):
    """A game that a log tells of and that is not installed: enough of one to read the log.

    It names whatever bet it is asked about, and a round of it has no steps to take.
    """

    def bet(self, key: str) -> Bet:
        """A bet of that name, about which nothing is known."""
        return Bet(key=key, name=key.replace("-", " "), text="")


def known(key: str) -> Game:
    """The game of that key in a log; one that is not installed is ``Absent``."""
    return GAMES.get(key) or _absent(key)


def settlement_of(key: str) -> Settlement:
    """The settlement of a game in a log; hands of an absent game are not named."""
    return SETTLEMENTS.get(key, _UNSETTLED)


@cache
def _absent(key: str) -> Absent:
    steps = (
        Step(act=Act.BET, text=f"The game {key} is not installed here"),
        Step(act=Act.ANNOUNCE, text=f"The game {key} is not installed here"),
        Step(act=Act.CLEAR, text=f"The game {key} is not installed here"),
    )
    return Absent(
        key=key,
        name=key,
        text="not installed here",
        document=Document("", "", ""),
        bets=(),
        spots=(),
        player_cards=0,
        dealer_cards=0,
        procedures={"machine": steps, "hand": steps},
        stages=(),
        irregularities=(),
        seats=1,
    )


def _not_installed(played: Round) -> list[Line]:
    raise Unavailable(f"game {played.game.key} is not installed here", code="game.unknown")


def _unnamed(held: tuple[int, ...]) -> str:
    return ""


def _as_dealt(held: tuple[int, ...]) -> tuple[int, ...]:
    return held


def _unknown(held: tuple[int, ...]) -> bool:
    return False


_UNSETTLED: Final = Settlement(
    _not_installed, DealersHand(_unknown, _unnamed, _as_dealt), reads=_unnamed
)


def add(module: ModuleType, source: str = "") -> Game:
    """Take up the game that a module declares; *source* names the distribution it comes from."""
    declared, settles = getattr(module, "GAME", None), getattr(module, "SETTLEMENT", None)
    if not isinstance(declared, Game) or not isinstance(settles, Settlement):
        raise Malformed(
            f"module {module.__name__} declares no game: expected GAME and SETTLEMENT",
            code="game.undeclared",
        )
    if declared.key in GAMES:
        before = SOURCES[declared.key] or "Fairdeal itself"
        raise Malformed(
            f"game {declared.key!r} of {source or module.__name__} is left out: {before} has a game"
            " of that key",
            code="game.twice",
        )
    _games[declared.key], _settlements[declared.key] = declared, settles
    _sources[declared.key] = source
    return declared


def remove(key: str) -> None:
    """Forget a game that was taken up."""
    for each in (_games, _settlements, _sources):
        each.pop(key, None)


def _take_up(point: EntryPoint) -> None:
    """Add an installed game; one that cannot be loaded keeps no other from being dealt."""
    source = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
    try:
        declared = add(point.load(), source)
    except Malformed as fault:
        _faults[point.name] = str(fault)
        return
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        _faults[point.name] = f"game {point.name!r} of {source} cannot be loaded ({what})"
        return
    try:
        approved(declared)
    except FairdealError as fault:
        remove(declared.key)
        _faults[point.name] = f"game {point.name!r} of {source} is left out: {fault}"


for _module in (
    three_card_poker,
    napa_three_card_poker,
    ags_3_card,
    three_card_fury,
    three_way_action,
):
    add(_module)
for _point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
    _take_up(_point)
