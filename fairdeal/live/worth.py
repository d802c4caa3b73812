"""What the chips of a room are worth: cash, or nothing; its log says it first."""

from enum import StrEnum
from typing import Final

from fairdeal.errors import Corrupt
from fairdeal.live import events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ROOM, Recorded, StreamChecker
from fairdeal.live.log.stores.protocol import Store


class Worth(StrEnum):
    """What chips are worth."""

    PLAY = "play"
    """Nothing: guests get them for nothing, and none are cashed out."""
    CASH = "cash"
    """Their face: they are bought and cashed out, and none are given."""


OPENS: Final = "open-room"
"""The command under which the log has it."""

_OTHERS: Final = frozenset(
    codec.KINDS[each] for each in (events.LossAccepted, events.LogMoved, events.ClockSet)
)
"""What else the room's own stream can hold."""

_SOLD: Final = codec.KINDS[events.ChipsBought]
_CASHED: Final = codec.KINDS[events.ChipsCashed]
_OF_THE_ROOM: Final = frozenset({"cage", "demo"})
"""Who gives chips to guests and to programmed players."""


def worth_of(store: Store) -> Worth | None:
    """What the log says; None for a room of which it was never recorded.

    A log in which the room's own stream was changed is refused.
    """
    head, checker = store.stream_head(ROOM), StreamChecker()
    found = None
    for row in store.stream(ROOM):
        if row.version > head.version:
            break  # written meanwhile
        checker.check(row)
        if found is None and row.kind not in _OTHERS:
            found = said_in(row)
    checker.finish(ROOM, head)
    return found


def said_in(row: Recorded) -> Worth:
    """What an event of the room's own stream says."""
    event = codec.decoded(row.kind, row.body)
    if not isinstance(event, events.RoomOpened) or event.chips not in set(Worth):
        raise Corrupt(f"{row} does not say what chips are worth", code="event.impossible")
    return Worth(event.chips)


def worth_so_far(store: Store) -> Worth | None:
    """What chips were in a room that never recorded it; None where none were sold or given.

    A room that has given chips to guests is a play room; one whose people have sold or cashed chips
    and given none is a cash room.
    """
    sold = False
    for row in store.read():
        if row.kind not in (_SOLD, _CASHED):
            continue
        event = codec.decoded(row.kind, row.body)
        assert isinstance(event, events.ChipsBought | events.ChipsCashed)
        if row.actor == "cage" and event.player.startswith("guest-"):
            return Worth.PLAY
        sold |= row.actor not in _OF_THE_ROOM
    return Worth.CASH if sold else None
