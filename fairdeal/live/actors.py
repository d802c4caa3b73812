"""Who acts, in which role, and which role may do what."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.errors import Malformed, Refused, listed

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


class Role(StrEnum):
    """What a person is at the room."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    MANAGER = "manager"


def check_name(what: str, name: object) -> None:
    """Refuses a name that no badge, account or sign over a table would carry."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise Malformed(
            f"{name!r} is not the name of a {what}: expected up to 40 small letters, digits, dots,"
            " dashes or underscores",
            code="name.unreadable",
        )


@dataclass(frozen=True, slots=True)
class Actor:
    """A person in a role; names are lower case, as a badge or an account has them."""

    name: str
    role: Role

    def __post_init__(self) -> None:
        check_name(self.role, self.name)

    def __str__(self) -> str:
        return f"{self.role} {self.name}"


AUTOMATIC: Final = Actor("house", Role.DEALER)
"""The house's automatic dealer, which also keeps the clock."""

OPENING: Final = Actor("opening", Role.FLOOR)
"""The room itself, which opens its first tables and, in a play room, extra ones."""

_RUNS_TABLES: Final = frozenset({Role.FLOOR, Role.MANAGER})
_DEALS: Final = frozenset({Role.DEALER})
_PLAYS: Final = frozenset({Role.PLAYER})
_SELLS_CHIPS: Final = frozenset({Role.DEALER, Role.FLOOR, Role.MANAGER})
_SIGNS: Final = frozenset({Role.FLOOR, Role.SURVEILLANCE, Role.MANAGER})
_MANAGES: Final = frozenset({Role.MANAGER})
_WATCHES: Final = frozenset({Role.DEALER, Role.FLOOR, Role.SURVEILLANCE, Role.MANAGER})

MAY: Final[Mapping[str, frozenset[Role]]] = {
    "open-table": _RUNS_TABLES,
    "reconfigure": _RUNS_TABLES,
    "close-table": _RUNS_TABLES,
    "disable": _RUNS_TABLES | {Role.SURVEILLANCE},
    "enable": _RUNS_TABLES,
    "change-dealer": _RUNS_TABLES,
    "fill-bank": _RUNS_TABLES,
    "free-seat": _RUNS_TABLES,
    "buy-in": _SELLS_CHIPS,
    "cash-out": _SELLS_CHIPS,
    "tip": _PLAYS | _DEALS,
    "sit": _PLAYS,
    "announce-seed": _PLAYS,
    "leave": _PLAYS | _RUNS_TABLES,
    "post-bank": _PLAYS,
    "decline-bank": _PLAYS,
    "place": _PLAYS,
    "decide": _PLAYS,
    "open-round": _DEALS,
    "no-more-bets": _DEALS,
    "next-step": _DEALS,
    "confirm-decision": _DEALS,
    "time-out": _DEALS,
    "report": _WATCHES,
    "rule": _RUNS_TABLES | {Role.SURVEILLANCE},
    "touch-seat": _DEALS,
    "choose-hand": _DEALS,
    "touch-pending": _DEALS,
    "cancel-jackpot": _DEALS,
    "pay-jackpot": _DEALS,
    "settle-claim": _RUNS_TABLES,
    "submit-pay": _DEALS,
    "approve-pay": _SIGNS,
    "send-back": _SIGNS,
    "open-progressive": _MANAGES,
    "disable-progressive": _RUNS_TABLES | {Role.SURVEILLANCE},
    "enable-progressive": _RUNS_TABLES,
    "schedule-rate": _MANAGES,
    "raise-ceiling": _MANAGES,
    "propose-adjustment": _RUNS_TABLES,
    "approve-adjustment": _MANAGES | {Role.AUDITOR},
    "refuse-adjustment": _RUNS_TABLES | {Role.AUDITOR},
}
"""Every command, and the roles that may give it."""


def check_may(by: Actor, command: str) -> None:
    """Refuses a command that the actor's role may not give."""
    if not isinstance(by, Actor):
        raise Malformed(
            f"by must be an Actor such as Actor('pat', Role.FLOOR), not {by!r:.60}",
            code="actor.unreadable",
        )
    allowed = MAY[command]
    if by.role not in allowed:
        if allowed == _PLAYS:
            raise Refused("staff accounts cannot play", code="role.refused")
        who = listed(sorted(allowed), "or")
        article = "an" if who[0] in "aeiou" else "a"
        said = f"{by} may not ask for {command}: that takes {article} {who}"
        raise Refused(said, code="role.refused")
