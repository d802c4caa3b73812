"""A room in a process of its own, with one table that wins the star at a moment it is told.

It reads a word a line: ``feed`` plays a round without a win, ``deal`` deals one that wins, ``at``
with a time in nanoseconds settles it then and tells when that was, ``look`` tells how the
progressive stands, and ``decks`` which order it has arranged for each secret.
"""

import sys
import time
from typing import Any

import msgspec

from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands
from fairdeal.live.log.stores import open_store
from tests.live.decks import ARRANGED, Arranged
from tests.live.jackpots import DEALERS, NOTHING, STAR
from tests.live.stacking import deck_of, number_of
from tests.live.tables import FLOOR, KEY


class Rival:
    """One table with one player."""

    def __init__(self, address: str, table: str) -> None:
        self._hand = NOTHING
        self._room = Room(open_store(address, KEY), KEY, shoe=Arranged(KEY, below=self._below))
        self._table = table
        self._player = Actor(f"{table}.p", Role.PLAYER)
        setup: dict[str, Any] = {"game": "ags-3-card", "progressive": "stax", "tiers": {}}
        self._room.do(table, commands.open_table, by=FLOOR, **setup)
        self._room.do(table, commands.sit, by=self._player, seat=1)
        chips: dict[str, Any] = {"player": self._player.name, "cents": 10_000_000}
        self._room.do(table, commands.buy_in, by=FLOOR, **chips)

    def answer(self, word: str, *told: str) -> str:
        """Do what the word says."""
        match word:
            case "feed":
                self._deal(NOTHING)
                self._settle()
            case "deal":
                self._deal(STAR)
            case "at":
                moment = int(told[0])
                while time.time_ns() < moment:
                    pass  # a sleep would end too late, and differently in each process
                return str(self._settle())
            case "look":
                return msgspec.json.encode(self._room.progressive("stax")).decode()
            case "decks":
                return " ".join(f"{each.hex()}={ARRANGED[each].hex()}" for each in ARRANGED)
        return word

    def _below(self, count: int) -> int:
        return number_of(deck_of(f"{self._hand} {DEALERS}"))

    def _deal(self, hand: str) -> None:
        self._hand = hand
        bets = {"ante": 500, "stax": 500}
        self._room.do(self._table, commands.place, by=self._player, seat=1, bets=bets)
        self._room.do(self._table, commands.no_more_bets, by=AUTOMATIC)

    def _settle(self) -> int:
        """When it was, in microseconds; the meter is paid before this returns."""
        asked: dict[str, Any] = {"seat": 1, "word": "fold"}
        done = self._room.do(self._table, commands.decide, by=self._player, **asked)
        return done.recorded[0].at


def main(address: str, table: str) -> None:
    """Serve until the input ends."""
    rival = Rival(address, table)
    print("ready", flush=True)
    for line in sys.stdin:
        print(rival.answer(*line.split()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
