"""What was decided on a meter while another table won it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from fairdeal.errors import Conflict, Refused
from fairdeal.live import Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.log.chain import Entry, Recorded
from fairdeal.live.log.stores.memory import MemoryStore
from tests.live.jackpots import NOTHING, STAR, Linked, opened, reconciled
from tests.live.tables import FLOOR, KEY, MANAGER

OTHER_NOTHING = "3s 8d Td"


class Crossing(MemoryStore):
    """A log in which something else comes before an entry that was decided already."""

    def __init__(self) -> None:
        super().__init__(KEY)
        self.before: dict[str, Callable[[], object]] = {}
        """By the kind of event that is to come second."""

    def submit(self, entry: Entry, seen: int | None = None) -> "Future[tuple[Recorded, ...]]":
        for draft in entry.drafts:
            self.before.pop(draft.kind, lambda: None)()
        return super().submit(entry, seen)


@pytest.fixture
def log() -> Crossing:
    store = Crossing()
    opened(store)
    return store


def test_a_meter_that_was_won_meanwhile_is_not_adjusted(log: Crossing) -> None:
    felt, floor = Linked(log, dealer="dora", plays_on=True), Room(log, KEY)
    felt.deal_round(NOTHING, OTHER_NOTHING)
    fall: dict[str, Any] = {
        "meter": "star",
        "why": "malfunction",
        "cents": 100_001,
        "reason": "a wrong sign",
    }
    floor.do("stax", commands.propose_adjustment, by=FLOOR, **fall)
    log.before["meter-adjusted"] = lambda: felt.deal_round(STAR, NOTHING)
    with pytest.raises(Conflict, match=r"has changed since approve-adjustment .* look again"):
        floor.do("stax", commands.approve_adjustment, by=MANAGER)
    assert felt.progressive.meters["star"].cents == 100_000
    with pytest.raises(Refused, match="was won: pay the winner first"):
        floor.do("stax", commands.approve_adjustment, by=MANAGER)
    reconciled(floor)
    assert audit(log, KEY, every=True).faults == ()


def test_bets_grow_at_the_rate_at_which_they_were_settled(log: Crossing) -> None:
    """The rate changes with a win, which the process of the other table has not heard of."""
    east, west = (
        Linked(log, name, dealer=dealer, plays_on=True)
        for name, dealer in (("east", "dora"), ("west", "dirk"))
    )
    change = {"meter": "star", "rate": "1%", "reason": "the owner wants it so"}
    east.room.do("stax", commands.schedule_rate, by=MANAGER, **change)
    west.deal_round(NOTHING)
    log.before["meters-fed"] = lambda: east.deal_round(STAR)
    west.deal_round(NOTHING)
    west.deal_round(NOTHING)
    fed = [each.parts["star"] for each in west.happened() if isinstance(each, events.MetersFed)]
    assert fed == [25_000_000, 25_000_000, 5_000_000]
    reconciled(east.room)
    assert audit(log, KEY, every=True).faults == ()
