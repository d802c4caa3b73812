"""The games Fairdeal deals: five of its own, and those that other distributions bring.

A distribution brings a game by an entry point of the group ``fairdeal.games`` that names a module
with a ``GAME`` and a ``SETTLEMENT``.  A rule is code that runs in the room's own process: install
games as you would install any program.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from io import StringIO
from threading import RLock
from types import ModuleType
from typing import Final, TypeVar

from fairdeal.errors import (
    FairdealError,
    Malformed,
    Unavailable,
    did_you_mean,
    listed,
    located,
    named,
)
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

_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

_games: Final[dict[str, Game]] = {}
_settlements: Final[dict[str, Settlement]] = {}
_sources: Final[dict[str, str]] = {}
_faults: Final[dict[str, str]] = {}

Held = TypeVar("Held")


class _ByKey(Mapping[str, Held]):
    """Something of every game; installed games are loaded when a key is not Fairdeal's own.

    They are not loaded with this module, which a game's own module imports before it declares
    anything.
    """

    def __init__(self, held: dict[str, Held]) -> None:
        self._held = held

    def __getitem__(self, key: str) -> Held:
        if key not in self._held:
            _load_installed()
        return self._held[key]

    def __iter__(self) -> Iterator[str]:
        _load_installed()
        return iter(self._held)

    def __len__(self) -> int:
        _load_installed()
        return len(self._held)

    def __repr__(self) -> str:
        return repr(dict(self))


GAMES: Final[Mapping[str, Game]] = _ByKey(_games)
SETTLEMENTS: Final[Mapping[str, Settlement]] = _ByKey(_settlements)
SOURCES: Final[Mapping[str, str]] = _ByKey(_sources)
"""The distribution that brought each game, with its version; empty for Fairdeal's own."""
FAULTS: Final[Mapping[str, str]] = _ByKey(_faults)
"""Why a game that is installed cannot be dealt, in a sentence, by the name of its entry point in
lower case; by its key where several distributions bring it.
"""


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
    _load_installed()
    declared, settles = _declared(module, source)
    _keep(declared, settles, source)
    return declared


def _declared(module: ModuleType, source: str) -> tuple[Game, Settlement]:
    """What a module declares, if its key is free."""
    declared, settles = getattr(module, "GAME", None), getattr(module, "SETTLEMENT", None)
    if not isinstance(declared, Game) or not isinstance(settles, Settlement):
        raise Malformed(
            f"module {module.__name__} declares no game: expected GAME and SETTLEMENT",
            code="game.undeclared",
        )
    left_out = f"game {declared.key!r} of {source or module.__name__} is left out"
    if not isinstance(declared.key, str) or not _KEY.fullmatch(declared.key):
        raise Malformed(
            f"{left_out}: a key has small letters and digits, with single '-' between them",
            code="game.key",
        )
    if declared.key in _games:
        before = _sources[declared.key] or "Fairdeal itself"
        raise Malformed(f"{left_out}: {before} has a game of that key", code="game.twice")
    if source and declared.package == __name__:
        raise Malformed(
            f"{left_out}: it must say package=__name__, so that its files are found",
            code="game.package",
        )
    return declared, settles


def _keep(declared: Game, settles: Settlement, source: str) -> None:
    _sources[declared.key], _settlements[declared.key] = source, settles
    _games[declared.key] = declared


def remove(key: str) -> None:
    """Forget a game that was taken up."""
    for each in (_games, _settlements, _sources):
        each.pop(key, None)


for _own in (
    three_card_poker,
    napa_three_card_poker,
    ags_3_card,
    three_card_fury,
    three_way_action,
):
    _keep(_own.GAME, _own.SETTLEMENT, "")


class _Installed:
    """The games of other distributions, each loaded once."""

    def __init__(self) -> None:
        self._points: list[EntryPoint] | None = None
        """Those that are still to be loaded; None before they were looked for."""
        self._lock = RLock()
        """Guards what is known of games.  Modules are imported before it is taken: a thread that
        imports one holds that module's import lock, and may wait for this lock.
        """
        self._is_taking = False
        self._clashing: dict[str, list[str]] = {}
        """The distributions that bring games of one key; none of these is dealt."""

    def load(self) -> None:
        """Load every game that is not loaded; one whose module is being imported waits."""
        if self._points == []:
            return
        from fairdeal.games import check, digest  # both look games up in this module

        def faults(declared: Game, settles: Settlement) -> list[str]:
            if not (found := check.faults(declared, settles)):
                digest.digest_of(declared, settles, approved(declared))
            return found

        modules = [(point, _imported(point)) for point in self._found()]
        with self._lock:
            if self._is_taking:
                return  # a rule that is being checked looks at games
            self._is_taking = True
            try:
                for point, module in modules:
                    if self._points and point in self._points and module is not None:
                        if not self._clashes(point, module):
                            _take_up(point, module, faults)
                        self._points.remove(point)
            finally:
                self._is_taking = False

    def _clashes(self, point: EntryPoint, module: ModuleType | str) -> bool:
        """Whether another distribution brings a game of the same key: then neither is dealt, since
        which of them comes first says nothing about which one is meant.
        """
        declared = getattr(module, "GAME", None)
        key = str(getattr(declared, "key", ""))
        if key in self._clashing:
            sources = self._clashing[key]
        elif _sources.get(key) and _games[key] is not declared:
            sources = self._clashing.setdefault(key, [_sources[key]])
            remove(key)
        else:
            return False
        sources.append(_source(point))
        _faults[key] = f"game {key!r} is left out: {listed(sources)} bring it, keep one of them"
        return True

    def _found(self) -> list[EntryPoint]:
        with self._lock:
            if self._points is None:
                try:
                    found = entry_points(group=GROUP)
                except Exception as error:  # metadata of any distribution may be broken
                    _faults["installed games"] = f"installed games cannot be found: {named(error)}"
                    found = EntryPoints()
                self._points = sorted(
                    found, key=lambda each: (each.name, each.value, _source(each))
                )
            return [*self._points]


_INSTALLED: Final = _Installed()


def _load_installed() -> None:
    _INSTALLED.load()


def _source(point: EntryPoint) -> str:
    """The distribution of an entry point, or what it loads where that is unknown."""
    named_so = point.dist and point.dist.name and point.dist.version
    return f"{point.dist.name} {point.dist.version}" if point.dist and named_so else point.value


def _imported(point: EntryPoint) -> ModuleType | str | None:
    """The module of an installed game; None while it is being imported, or why it cannot be."""
    try:
        with redirect_stdout(StringIO()):  # what a module prints would spoil a command's JSON
            module: ModuleType = point.load()
    except (Exception, SystemExit) as error:  # a module may even end the program
        return f"game {point.name!r} of {_source(point)} cannot be loaded ({located(error)})"
    is_begun = getattr(getattr(module, "__spec__", None), "_initializing", False)
    return None if is_begun else module


def _take_up(
    point: EntryPoint,
    module: ModuleType | str,
    faults: Callable[[Game, Settlement], list[str]],
) -> None:
    """Keep an installed game, or why it cannot be dealt; none keeps another from being dealt."""
    source, why = _source(point), ""
    try:
        if isinstance(module, str):
            raise Malformed(module, code="game.unloadable")
        declared, settles = _declared(module, source)
    except Malformed as fault:
        _faults[point.name.lower()] = str(fault)
        return
    try:
        with redirect_stdout(StringIO()):
            why = "; ".join(faults(declared, settles))
    except FairdealError as fault:
        why = str(fault)
    except (Exception, SystemExit) as error:  # a rule may do anything
        why = located(error)
    if why:
        _faults[point.name.lower()] = f"game {point.name!r} of {source} is left out: {why}"
    else:
        _keep(declared, settles, source)
