"""Live tables: rounds, seats, bets and money, as events on a log that loses nothing.

Uses the games and the house's limits; needs neither pages nor mathematics.  ``Room`` takes
commands, ``audit`` checks a log, ``history`` tells what happened.
"""

from fairdeal.live import commands
from fairdeal.live.actors import AUTOMATIC, Actor, Role
from fairdeal.live.room import Room
from fairdeal.live.slot import Done

__all__ = ["AUTOMATIC", "Actor", "Done", "Role", "Room", "commands"]
