"""Whether a PostgreSQL server keeps what it says it has written, and whose sessions it gives."""

import os
from typing import Final

import sqlalchemy as sa

from fairdeal.errors import Refused, listed

ALLOWS_UNSAFE: Final = "FAIRDEAL_ALLOW_UNSAFE_DATABASE"
"""The environment variable that, set to ``yes``, lets a test use a server that can lose a log."""

# The server asks a silent client after five seconds, and gives it up six seconds later: a machine
# that is gone would keep its tables for two hours by most systems' own settings.
KEEPALIVES: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
KEEPALIVE_SETTINGS: Final = (
    *(f"SET tcp_{name} = {value}" for name, value in KEEPALIVES.items()),
    "SET tcp_user_timeout = '10s'",
)

_NEEDED: Final = ("fsync", "full_page_writes")
"""Without these an answered command can be lost, or the log damaged, by a power cut."""

_NOTES: Final = {
    "data_checksums": (
        "off",
        "the database keeps no checksums of its pages: damage on its disk can go unnoticed until an"
        " audit",
    ),
    "synchronous_standby_names": (
        "",
        "no standby of the database is synchronous: if its machine is lost, answered commands can"
        " be lost with it",
    ),
}


def check_settings(connection: sa.Connection, name: str) -> list[str]:
    """Refuses a server that can lose what it has confirmed; what an operator should know of it."""
    asked = sa.text("SELECT name, setting FROM pg_settings WHERE name = ANY(:names)")
    found = connection.execute(asked, {"names": [*_NEEDED, *_NOTES]})
    settings = {row.name: row.setting for row in found}
    notes = [said for each, (value, said) in _NOTES.items() if settings.get(each) == value]
    if off := [f"{each} = off" for each in _NEEDED if settings.get(each) == "off"]:
        said = f"the server of {name} runs with {listed(off)}: a power cut can lose the log"
        if os.environ.get(ALLOWS_UNSAFE) != "yes":
            raise Refused(
                f"{said}; turn {'it' if len(off) == 1 else 'them'} on, or set {ALLOWS_UNSAFE}=yes"
                " where nothing may be lost that matters",
                code="store.unsafe",
            )
        notes.append(said)
    return notes


def check_sessions(one: sa.Connection, other: sa.Connection, name: str) -> None:
    """Refuses a pooler, which gives one session to several clients.

    Tables are claimed by locks that belong to a session, and last as long as it does.
    """
    # Twice the same one first: a pooler that goes round its sessions is found out as well.
    for each in (one, one, other, one):
        driver = each.connection.driver_connection
        assert driver is not None, "it is connected"
        if driver.info.backend_pid != each.scalar(sa.select(sa.func.pg_backend_pid())):
            raise Refused(
                f"the address of {name} leads to a connection pooler, which shares sessions: tables"
                " are claimed by locks of a session; give the address of the server itself",
                code="store.pooler",
            )
