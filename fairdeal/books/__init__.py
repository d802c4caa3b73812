"""The books of a room: what its tables took and paid, and what that was to be expected."""

from typing import Final

BY: Final = ("table", "shift", "day", "game", "wager")
"""What the rows of a statement may stand for."""
