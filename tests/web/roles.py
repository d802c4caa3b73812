"""Who may see and do what, told a second time: nothing here is taken from the package.

A page, a stream or a command that is not in these tables fails the tests.
"""

from collections.abc import Mapping
from typing import Final

ROLES: Final = ("player", "dealer", "floor", "surveillance", "auditor", "manager")

_ALL: Final = "player dealer floor surveillance auditor manager"

PAGES: Final[Mapping[str, str]] = {
    "/": _ALL,
    "/tables": _ALL,
    "/rules": _ALL,
    "/replay": _ALL,
    "/rounds": _ALL,
    "/sign": _ALL,
    "/lab": _ALL,
    "/shuffle": _ALL,
    "/sign-in": _ALL,
    "/first": _ALL,
    "/lock": _ALL,
    "/sign-out": _ALL,
    "/static": _ALL,
    "/health": _ALL,
    "/metrics": _ALL,
    "/checkpoint": _ALL,
    "/api/checkpoint": _ALL,
    "/waiting": "floor surveillance auditor manager",
    "/dealer": "dealer floor surveillance manager",
    "/floor": "floor surveillance manager",
    "/floor/tables": "floor manager",
    "/cage": "floor manager",
    "/books": "floor surveillance auditor manager",
    "/log": "floor surveillance auditor manager",
    "/staff": "manager",
    "/password": "dealer floor surveillance auditor manager",
    "/api/password": "dealer floor surveillance auditor manager",
    "/api/openapi.json": _ALL,
    "/api/session": _ALL,
    "/api/here": _ALL,
    "/api/games": _ALL,
    "/api/tables": _ALL,
    "/api/progressives": _ALL,
    "/api/play-chips": "player",
    "/api/dealer": "dealer floor surveillance manager",
    "/api/floor": "floor surveillance manager",
    "/api/books": "floor surveillance auditor manager",
    "/api/staff": "manager",
}
"""The beginning of every address, and the roles that get further; commands have their own table."""

STREAMS: Final[Mapping[str, str]] = {
    "lobby": _ALL,
    "table": _ALL,
    "view": _ALL,
    "sign": _ALL,
    "practice": _ALL,
    "dealer": "dealer floor surveillance manager",
    "dealers": "dealer floor surveillance manager",
    "jackpot": "dealer floor surveillance manager",
    "floor": "floor surveillance manager",
    "cage": "floor manager",
}
"""Every face of a page, and the roles that may listen to it."""

FOR_NOBODY: Final = ("sign",)
"""Screens on a wall, where nobody signs in: whoever looks, they show what the public may see."""

WAYS_OUT: Final = ("/sign-out",)
"""What can be done at a terminal that is locked."""

_PIT: Final = "floor manager"

COMMANDS: Final[Mapping[str, str]] = {
    "open-table": _PIT,
    "reconfigure": _PIT,
    "close-table": _PIT,
    "disable": "floor surveillance manager",
    "enable": _PIT,
    "change-dealer": _PIT,
    "fill-bank": _PIT,
    "free-seat": _PIT,
    "buy-in": "dealer floor manager",
    "cash-out": "dealer floor manager",
    "tip": "player dealer",
    "sit": "player",
    "announce-seed": "player",
    "leave": "player floor manager",
    "post-bank": "player",
    "decline-bank": "player",
    "place": "player",
    "decide": "player",
    "open-round": "dealer",
    "no-more-bets": "dealer",
    "next-step": "dealer",
    "confirm-decision": "dealer",
    "time-out": "dealer",
    "report": "dealer floor surveillance manager",
    "rule": "floor surveillance manager",
    "touch-seat": "dealer",
    "choose-hand": "dealer",
    "touch-pending": "dealer",
    "cancel-jackpot": "dealer",
    "pay-jackpot": "dealer",
    "settle-claim": _PIT,
    "submit-pay": "dealer",
    "approve-pay": "floor surveillance manager",
    "send-back": "floor surveillance manager",
    "open-progressive": "manager",
    "disable-progressive": "floor surveillance manager",
    "enable-progressive": _PIT,
    "schedule-rate": "manager",
    "raise-ceiling": "manager",
    "propose-adjustment": _PIT,
    "approve-adjustment": "auditor manager",
    "refuse-adjustment": "auditor floor manager",
}
"""Every command, and the roles that may give it."""


def may_open(path: str, role: str) -> bool:
    """Whether a page or an address is for a role; the longest beginning that is known decides."""
    parts = path.split("/")
    for end in range(len(parts), 0, -1):
        beginning = "/".join(parts[:end]) or "/"
        if beginning in PAGES and (beginning != "/" or path == "/"):
            return role in PAGES[beginning].split()
    raise AssertionError(f"say in tests/web/roles.py who may open {path}")


def may_listen(face: str, role: str) -> bool:
    """Whether a stream is for a role."""
    assert face in STREAMS, f"say in tests/web/roles.py who may listen to {face}"
    return role in STREAMS[face].split()
