"""Any sequence of rounds, wins, approvals and adjustments keeps the meters true."""

from collections import Counter
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fairdeal.errors import FairdealError
from fairdeal.live import AUTOMATIC, Actor
from fairdeal.live.audit import audit
from fairdeal.live.commands import COMMANDS
from fairdeal.live.log import codec
from fairdeal.live.table.progressive import Progressive, after
from tests.live.jackpots import DIAMOND, HEART, NOTHING, SPADE, STAR, Linked, opened, reconciled
from tests.live.tables import (
    AUDITOR,
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    WATCHER,
)
from tests.scale import SCALE

HANDS = {STAR, SPADE, HEART, DIAMOND, NOTHING, "As Ks Qs", "9d Td Jd", "3s 8d Td"}
METERS = ("star", "spade", "heart", "diamond")
ALL = ("hand", "wager", "amount", "player", "deck")
PEOPLE = (FLOOR, OTHER_FLOOR, WATCHER, MANAGER, AUDITOR, DEALER, AUTOMATIC)
FALLS = {"pay-made", "meter-adjusted"}


class AnyMeters(RuleBasedStateMachine):
    """Three tables feed one progressive; people do what they like."""

    @initialize(
        shared=st.booleans(),
        wager=st.sampled_from([100, 125, 500]),
        capped=st.booleans(),
        people=st.sampled_from([["dora", "", ""], ["", "dora", ""], ["", "", ""]]),
        plays_on=st.booleans(),
        law=st.sampled_from(["plain", "washington"]),
    )
    def open(
        self, shared: bool, wager: int, capped: bool, people: list[str], plays_on: bool, law: str
    ) -> None:
        self.wager = wager
        top = {"diamond": f"{wager * 52 // 100}"} if capped else {}
        store = opened(wager_cents=wager, shared=shared, ceilings=top)
        setup = {"profile": law, "plays_on": plays_on, "limits": {"stax": f"{wager / 100}"}}
        self.tables = [
            Linked(store, f"pit-{number}", dealer=dealer, **setup)
            for number, dealer in enumerate(people, 1)
        ]
        self.seen = Progressive("stax")
        self.wins: Counter[str] = Counter()

    @rule(
        at=st.integers(0, 2),
        hands=st.lists(st.sampled_from(sorted(HANDS)), min_size=1, max_size=2, unique=True),
    )
    def play(self, at: int, hands: list[str]) -> None:
        cards = " ".join(hands).split()
        if len(set(cards)) < len(cards):
            return
        felt = self.tables[at]
        try:
            felt.deal_round(*hands, wager=self.wager)
        except FairdealError:
            return  # the table holds, or the progressive takes no bets

    @rule(
        at=st.integers(0, 2),
        seat=st.integers(1, 2),
        who=st.sampled_from(PEOPLE),
        command=st.sampled_from(
            ["touch-seat", "touch-pending", "cancel-jackpot", "pay-jackpot", "next-step"]
        ),
    )
    def terminal(self, at: int, seat: int, who: Actor, command: str) -> None:
        asked: dict[str, Any] = {} if command == "next-step" else {"seat": seat}
        if command == "cancel-jackpot":
            asked["reason"] = "a slip"
        self.try_at(at, command, who, **asked)

    @rule(at=st.integers(0, 2), seat=st.integers(1, 2), meter=st.sampled_from([*METERS, ""]))
    def choose(self, at: int, seat: int, meter: str) -> None:
        rows = ("royal-diamonds", "royal-other", "straight-flush-diamonds", "straight-flush-other")
        hand = dict(zip(METERS, rows, strict=True)).get(meter, "none")
        self.try_at(at, "choose-hand", DEALER, seat=seat, hand=hand)

    @rule(at=st.integers(0, 2))
    def enter_rightly(self, at: int) -> None:
        """The dealer enters what is due, up to the last screen and beyond."""
        for held in [*self.tables[at].table.holding.pays.values()]:
            seat, hand = held.due.seat, held.due.event.partition(" ")[2]
            self.try_at(at, "touch-seat", DEALER, seat=seat)
            self.try_at(at, "choose-hand", DEALER, seat=seat, hand=hand)
            self.try_at(at, "touch-pending", DEALER, seat=seat)
            self.try_at(at, "pay-jackpot", DEALER, seat=seat)
            self.try_at(at, "submit-pay", DEALER, pay=held.due.pay)

    @rule(at=st.integers(0, 2), who=st.sampled_from(PEOPLE), back=st.booleans())
    def sign(self, at: int, who: Actor, back: bool) -> None:
        for pay in [*self.tables[at].table.holding.pays]:
            if back:
                self.try_at(at, "send-back", who, pay=pay, reason="look again")
            else:
                self.try_at(at, "approve-pay", who, pay=pay, checked=ALL)

    @rule(at=st.integers(0, 2), seat=st.integers(1, 2))
    def clear(self, at: int, seat: int) -> None:
        self.try_at(at, "settle-claim", FLOOR, seat=seat, reason="misread")

    @rule(at=st.integers(0, 2), upheld=st.booleans())
    def void(self, at: int, upheld: bool) -> None:
        asked = {"irregularity": "shuffler-malfunction", "reason": "it smokes"}
        self.try_at(at, "report", WATCHER, **asked)
        if not self.try_at(at, "rule", MANAGER, reason="seen", upheld=upheld):
            self.try_at(at, "rule", MANAGER, reason="seen", upheld=False)

    @rule(who=st.sampled_from(PEOPLE), on=st.booleans())
    def switch(self, who: Actor, on: bool) -> None:
        name = "enable-progressive" if on else "disable-progressive"
        self.try_with(name, who, reason="the sign")

    @rule(
        meter=st.sampled_from(METERS),
        cents=st.integers(-5, 200),
        why=st.sampled_from(["malfunction", "cap", "receipts", "seed", "win", ""]),
        who=st.sampled_from(PEOPLE),
        other=st.sampled_from(PEOPLE),
    )
    def adjust(self, meter: str, cents: int, why: str, who: Actor, other: Actor) -> None:
        asked = {"meter": meter, "cents": cents, "why": why, "reason": "said at length"}
        self.try_with("propose-adjustment", who, **asked)
        self.try_with("approve-adjustment", other)
        self.try_with("refuse-adjustment", MANAGER, reason="enough")

    @rule(meter=st.sampled_from(METERS), rate=st.sampled_from(["0%", "0.0101%", "12.5%", "x"]))
    def schedule(self, meter: str, rate: str) -> None:
        self.try_with("schedule-rate", MANAGER, meter=meter, rate=rate, reason="the owner")

    @rule(meter=st.sampled_from(METERS), cents=st.integers(0, 200_000))
    def raise_ceiling(self, meter: str, cents: int) -> None:
        self.try_with("raise-ceiling", MANAGER, meter=meter, cents=cents, reason="the owner")

    def try_at(self, at: int, command: str, who: Actor, **asked: Any) -> bool:
        felt = self.tables[at]
        before = felt.store.head()
        try:
            felt.do(COMMANDS[command], who, **asked)
        except FairdealError:
            assert felt.store.head() == before, "what is refused changes nothing"
            return False
        return True

    def try_with(self, command: str, who: Actor, **asked: Any) -> None:
        room = self.tables[0].room
        before = room.store.head()
        try:
            room.do("stax", COMMANDS[command], by=who, **asked)
        except FairdealError:
            assert room.store.head() == before, "what is refused changes nothing"

    @invariant()
    def meters_are_true(self) -> None:
        if not hasattr(self, "tables"):
            return
        felt = self.tables[0]
        reconciled(felt.room)
        for row in felt.store.read(after=self.seen.pos):
            event = codec.decoded(row.kind, row.body)
            then = after(self.seen, row, event)
            if self.seen.setup and row.kind not in FALLS:
                for key, meter in then.meters.items():
                    if row.kind != "round-voided":
                        assert then.shown_cents(key) >= self.seen.shown_cents(key)
                    assert meter.parts >= 0 <= meter.overflow
            if row.kind == "pay-made":
                self.wins[f"{row.stream}/{getattr(event, 'pay', 0)}"] += 1
            self.seen = then
        assert all(count == 1 for count in self.wins.values()), "a jackpot is paid once"
        assert self.seen == felt.progressive, "what the log makes is what the room has"

    def teardown(self) -> None:
        if hasattr(self, "tables"):
            found = audit(self.tables[0].store, KEY, every=True)
            assert found.faults == ()


TestAnyMeters = AnyMeters.TestCase
TestAnyMeters.settings = settings(max_examples=60 * SCALE, stateful_step_count=30, deadline=None)
