"""Live tables: rounds, seats, bets and money, as events on a log that loses nothing."""

from fairdeal.live import commands
from fairdeal.live.actors import AUTOMATIC, Actor, Role
from fairdeal.live.room import Room
from fairdeal.live.slot import Done

__all__ = ["AUTOMATIC", "Actor", "Done", "Role", "Room", "commands"]
