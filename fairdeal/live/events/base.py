"""What all events have in common."""

import msgspec

DEALER = 0
"""Where seats are numbered from 1, the dealer's hand is number 0."""

BOARD = -2
"""Cards in the middle that all hands share."""

BURNED = -1
"""Cards that go unseen to the discards."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at one table."""
