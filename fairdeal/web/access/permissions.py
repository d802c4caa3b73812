"""Which roles see which pages and streams; what they may do there is the core's to say."""

from collections.abc import Mapping
from typing import Final

from fairdeal.errors import Refused, listed
from fairdeal.live import Role
from fairdeal.live.actors import MAY

_EVERYBODY: Final = frozenset(Role)
_HOUSE: Final = _EVERYBODY - {Role.PLAYER}
_RUNS_TABLES: Final = frozenset({Role.FLOOR, Role.MANAGER})

SEES: Final[Mapping[str, frozenset[Role]]] = {
    "lobby": _EVERYBODY,
    "table": _EVERYBODY,
    "practice": _EVERYBODY,
    "view": _EVERYBODY,
    "rules": _EVERYBODY,
    "replay": _EVERYBODY,
    "sign": _EVERYBODY,
    "lab": _EVERYBODY,
    "dealer": _HOUSE - {Role.AUDITOR},
    "dealers": _HOUSE - {Role.AUDITOR},
    "jackpot": _HOUSE - {Role.AUDITOR},
    "floor": _RUNS_TABLES | {Role.SURVEILLANCE},
    "cage": _RUNS_TABLES,
    "books": _HOUSE - {Role.DEALER},
    "log": _HOUSE - {Role.DEALER},
    "staff": frozenset({Role.MANAGER}),
    "password": _HOUSE,
}
"""Every page, and the roles that may open it."""

PUBLIC: Final = frozenset({"sign"})
"""Pages and streams that are the same for everybody, and that end with nobody's session."""

_NAVIGATION: Final = (
    ("lobby", "/", "Lobby"),
    ("dealer", "/dealer", "Dealer"),
    ("floor", "/floor", "Floor"),
    ("cage", "/cage", "Cage"),
    ("books", "/books", "Books"),
    ("log", "/log", "Log"),
    ("lab", "/lab", "Lab"),
    ("staff", "/staff", "Staff"),
)
"""What the head of every page offers, in this order."""

HOME: Final[Mapping[Role, str]] = {
    Role.PLAYER: "/",
    Role.DEALER: "/dealer",
    Role.FLOOR: "/floor",
    Role.SURVEILLANCE: "/floor",
    Role.AUDITOR: "/books",
    Role.MANAGER: "/floor",
}
"""The first page of each role."""


WAITED_FOR: Final = frozenset().union(
    *(MAY[command] for command in ("approve-pay", "rule", "settle-claim", "approve-adjustment"))
)
"""Roles whose pages tell that something waits for them."""


def check_sees(role: Role, page: str) -> None:
    """Refuses a page, or its stream, that a role may not see."""
    if role not in SEES[page]:
        if role is Role.PLAYER:
            raise Refused("this page is for the house's people: sign in", code="session.none")
        who = listed(sorted(SEES[page]), "or")
        raise Refused(f"this page is for {who}, and not for {role}", code="role.refused")


def navigation(role: Role) -> list[tuple[str, str, str]]:
    """The pages that a role may open: key, address and name."""
    return [each for each in _NAVIGATION if role in SEES[each[0]]]
