"""Days on which tables feed a progressive, with a clock that a test can move."""

from datetime import UTC, date, datetime
from typing import Any

from fairdeal.books.meters_report import Asked, meters_report
from fairdeal.live import Room, commands
from fairdeal.live.clocks import Clock
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Store
from tests.live.jackpots import NOTHING, STAR, Linked
from tests.live.tables import AUDITOR, DEALER, FLOOR, KEY, MANAGER, WATCHER

NOON = int(datetime(2026, 10, 5, 12, tzinfo=UTC).timestamp()) * 1_000_000
DAY = 24 * 60 * 60 * 1_000_000
MONDAY, TUESDAY = date(2026, 10, 5), date(2026, 10, 6)
CHECKED = ("hand", "wager", "amount", "player", "deck")
OTHER_NOTHING = "2d 7s 9c"


def begun(store: Store | None = None, **setup: Any) -> Store:
    """A log with a progressive that was opened on Monday at noon."""
    store = store or MemoryStore(KEY)
    room = Room(store, KEY, clock=Clock.of(lambda: NOON))
    room.do("stax", commands.open_progressive, by=MANAGER, **{"game": "ags-3-card", **setup})
    return store


def table(store: Store, name: str = "pit-1", **setup: Any) -> Linked:
    """A table that feeds it, dealt by a person under the rules of Washington."""
    usual = {"dealer": "dora", "profile": "washington"}
    return Linked(store, name, now=NOON, **{**usual, **setup})


def entered(felt: Linked, seat: int = 1, hand: str = "royal-diamonds") -> None:
    """The dealer enters what a seat has won and hands it in."""
    felt.do(commands.touch_seat, DEALER, seat=seat)
    felt.do(commands.choose_hand, DEALER, seat=seat, hand=hand)
    felt.do(commands.touch_pending, DEALER, seat=seat)
    felt.do(commands.pay_jackpot, DEALER, seat=seat)


def ended(felt: Linked) -> None:
    """The dealer takes the last steps of the round."""
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)


def two_days(store: Store | None = None) -> Linked:
    """The star is won on Monday and paid on Tuesday, at a table that plays on; and more."""
    store = begun(store, resets={"star": "3000"}, ceilings={"diamond": "250.50"})
    felt = table(store, plays_on=True)
    felt.deal_round(STAR, NOTHING)
    ended(felt)
    felt.now += DAY
    felt.deal_round(NOTHING, OTHER_NOTHING)
    ended(felt)
    entered(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    felt.do(commands.send_back, WATCHER, pay=1, reason="the tape is blurred")
    entered(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    felt.do(commands.approve_pay, WATCHER, pay=1, checked=CHECKED)
    fall: dict[str, Any] = {
        "meter": "heart",
        "why": "malfunction",
        "cents": 35,
        "reason": "counted twice",
    }
    felt.room.do("stax", commands.propose_adjustment, by=FLOOR, **fall)
    felt.room.do("stax", commands.approve_adjustment, by=AUDITOR)
    return felt


def report(felt: Linked, first: date = MONDAY, last: date = TUESDAY, **asked: Any) -> Any:
    """The report on these days."""
    return meters_report(felt.store.read(), Asked(first, last, **asked), felt.now)
