"""What of the log nobody may see while a round is in play."""

from typing import Any, Final

import msgspec

SECRET: Final = frozenset({"sealed", "next_sealed"})
"""What an event keeps for the room alone: the house's secrets, or a deck, under the room's key."""


def open_part(event: dict[str, Any]) -> dict[str, Any]:
    """An event as plain data, without what it keeps for the room alone."""
    return {name: value for name, value in event.items() if name not in SECRET}


def withheld(body: bytes) -> dict[str, Any]:
    """The body of an event without its secrets, and which they are; it no longer fits its hash."""
    event = msgspec.json.decode(body)
    hidden = sorted(SECRET & event.keys())
    return {"body": open_part(event), "withheld": hidden} if hidden else {}
