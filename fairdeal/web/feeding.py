"""Which tables feed the meters of a progressive."""

from fairdeal.live import Room


def feeding(room: Room, progressive: str = "") -> list[str]:
    """The tables whose bets make its meters grow; without a name, those that feed any."""
    setups = ((table, room.table(table).setup) for table in room.tables())
    return [
        table
        for table, setup in setups
        if setup and setup.progressive and progressive in ("", setup.progressive)
    ]
