"""Exact odds and a provable card room for casino table games.

>>> import fairdeal as fd
>>> fd.Game("three-card-poker").change({"pair-plus.flush": 3}).edge("pair-plus")
Fraction(402, 5525)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "Audit",
    "Designs",
    "FairdealError",
    "Figure",
    "Figures",
    "Game",
    "ParSheet",
    "PayTables",
    "Replay",
    "Room",
    "Row",
    "Settled",
    "Simulation",
    "Strategy",
    "Sweep",
    "Together",
    "__version__",
    "audit",
    "demo_room",
    "list_games",
    "replay",
]

_MODULES: Final = {
    "fairdeal.errors": ("FairdealError",),
    "fairdeal.front.counted": ("Designs", "Strategy", "Sweep"),
    "fairdeal.front.game": ("Game", "list_games"),
    "fairdeal.front.results": (
        *("Advice", "Figure", "Figures", "ParSheet", "PayTables", "Row", "Settled"),
        *("Simulation", "Together"),
    ),
    "fairdeal.front.rooms": ("Audit", "Replay", "audit", "demo_room", "replay"),
    "fairdeal.live": ("Room",),
}
"""The module of each name, which is loaded when the name is used."""

_NEEDS: Final = {
    "fairdeal.front.counted": "analysis",
    "fairdeal.front.rooms": "room",
    "fairdeal.live": "room",
}
"""The extras that some of them need."""


if TYPE_CHECKING:
    from fairdeal.errors import FairdealError
    from fairdeal.front.counted import Designs, Strategy, Sweep
    from fairdeal.front.game import Game, list_games
    from fairdeal.front.results import (
        Advice,
        Figure,
        Figures,
        ParSheet,
        PayTables,
        Row,
        Settled,
        Simulation,
        Together,
    )
    from fairdeal.front.rooms import Audit, Replay, audit, demo_room, replay
    from fairdeal.live import Room
else:  # type checkers skip it, so that they find names that do not exist

    def __getattr__(name: str) -> Any:
        for module, names in _MODULES.items():
            if name in names:
                if module in _NEEDS:
                    from fairdeal.extras import need

                    need(f"fairdeal.{name}", _NEEDS[module])
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
