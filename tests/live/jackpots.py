"""Tables that feed a progressive, and hands that win its meters."""

from typing import Any

from fairdeal.live import Room, commands
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table.holding import PARTS
from fairdeal.live.table.ledger import pool
from fairdeal.live.table.progressive import Progressive
from tests.live.stacking import Stacked
from tests.live.tables import KEY, MANAGER, PLAYERS

STAR = "Ad Kd Qd"
SPADE = "Ah Kh Qh"
HEART = "4d 5d 6d"
DIAMOND = "4s 5s 6s"
NOTHING = "2c 7h 9s"
DEALERS = "3c 8h Tc"


def opened(store: Store | None = None, **setup: Any) -> Store:
    """A log with a progressive of the name ``stax``."""
    store = store or MemoryStore(KEY)
    room = Room(store, KEY)
    room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card", **setup)
    return store


class Linked(Stacked):
    """A table of 3 Card that feeds the progressive."""

    def __init__(self, store: Store, name: str = "pit-1", **setup: Any) -> None:
        self.name = name
        super().__init__("ags-3-card", store=store, **{"progressive": "stax", **setup})

    @property
    def progressive(self) -> Progressive:
        return self.room.progressive("stax")

    def shown(self, meter: str = "star") -> int:
        return self.progressive.shown_cents(meter)

    def deal_round(self, *hands: str, wager: int = 500) -> None:
        """A round in which the seats get these hands; everybody bets, and folds."""
        self.stack(" ".join([*hands, DEALERS]))
        if not self.table.seats:
            self.seat(*PLAYERS[: max(2, len(hands))])
        if self.table.dealer:
            self.do(commands.open_round, self.dealer)
        for seat in range(1, len(hands) + 1):
            bets = {"ante": 500, "stax": wager}
            self.do(commands.place, self.player_at(seat), seat=seat, bets=bets)
        self.deal()
        while (now := self.table.playing) and (now.turn or self.table.dealer):
            if now.turn:
                self.say("fold")
            elif self.table.holding.of_round(now.number) and not self.hand_next():
                return
            else:
                self.do(commands.next_step, self.dealer)


def reconciled(room: Room, name: str = "stax") -> None:
    """Every contributed part of a cent is shown, held or paid: the books and the meters agree."""
    progressive = room.progressive(name)
    tables = [room.table(each) for each in room.tables()]
    for key, meter in progressive.meters.items():
        account = pool(name, key)
        cents = progressive.accounts.get(account, 0)
        cents += sum(table.accounts.get(account, 0) for table in tables)
        carried = sum(
            table.holding.carry.get(f"{name}.{key}", 0)
            for table in tables
            if table.setup and table.setup.progressive == name
        )
        hits = [hit for hit in progressive.hits.values() if hit.meter == key]
        owed = sum(hit.reset_cents for hit in hits)
        held = meter.parts + meter.overflow + sum(hit.cents for hit in hits) * PARTS
        assert (cents + owed) * PARTS + carried == held, key
