"""Payments and meters that somebody has tampered with, by leaving out, adding or doubling."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.live import Room, commands, events
from fairdeal.live.audit import Check, audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.table.snapshots import packed
from tests.live.days import eventful_day
from tests.live.forging import Forged, appended, first, rechained, rewritten
from tests.live.jackpots import NOTHING, SPADE, STAR, Linked, opened, reconciled
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, PLAYERS, WATCHER

DORA = {"actor": "dora", "role": "dealer"}
FRAN = {"actor": "fran", "role": "floor"}
MAX = {"actor": "max", "role": "manager"}
AUDE = {"actor": "aude", "role": "auditor"}


@cache
def rows() -> tuple[Recorded, ...]:
    return tuple(eventful_day().store.read())


def up_to(kind: str, **fields: Any) -> tuple[Recorded, ...]:
    """The log up to and with the first event of a kind."""
    return rows()[: first(rows(), kind, **fields)]


def said_of(forged: Sequence[Recorded]) -> list[str]:
    """Everything that the audit has to say of a log."""
    return [fault.sentence for fault in audit(rechained(forged), every=True).faults]


def without(found: Sequence[Recorded], kind: str) -> list[Recorded]:
    """The log without the first event of a kind; its command goes on as if nothing was missing."""
    pos = first(found, kind)
    key = found[pos - 1].key
    later = (
        replace(row, part=row.part - 1) if row.key == key and row.pos > pos else row
        for row in found[pos:]
    )
    return [*rechained([*found[: pos - 1], *later]).read()]


def doubled(found: Sequence[Recorded], kind: str) -> list[Recorded]:
    """The log with the first event of a kind twice."""
    pos = first(found, kind)
    key = found[pos - 1].key
    later = (replace(row, part=row.part + 1) if row.key == key else row for row in found[pos - 1 :])
    return [*found[:pos], *later]


def decoded(kind: str) -> Any:
    return codec.decoded(kind, rows()[first(rows(), kind) - 1].body)


OPENED = up_to("progressive-opened")
PROPOSED = up_to("adjustment-proposed")
HELD = up_to("pay-held")
TOUCHED = up_to("seat-touched")
STOPPED = up_to("hand-chosen", fits=False)
PENDING = up_to("pending-touched")
SUBMITTED = up_to("pay-submitted")
SIGNED = up_to("pay-signed")
MADE = up_to("pay-made")
SIGNATURE = events.PaySigned(1, "fran", "floor", ("hand", "wager", "deck"))

IMPOSSIBLE: list[tuple[tuple[Recorded, ...], Any, dict[str, str], str]] = [
    (OPENED, decoded("progressive-opened"), MAX, "the progressive was open already"),
    (OPENED, events.ProgressiveEnabled("x"), FRAN, "the progressive was not disabled"),
    (up_to("progressive-disabled"), events.ProgressiveDisabled("x"), FRAN, "disabled already"),
    (OPENED, events.AdjustmentRefused("aude", "x"), AUDE, "nothing was proposed"),
    (OPENED, decoded("meter-adjusted"), MAX, "it was not proposed"),
    (PROPOSED, decoded("adjustment-proposed"), FRAN, "another adjustment waited for a second"),
    (PROPOSED, decoded("meter-adjusted"), FRAN, "floor fran may not ask for approve-adjustment"),
    (OPENED, events.SeatTaken(1, "p1"), MAX, "staff accounts cannot play"),
    (HELD, decoded("progressive-opened"), MAX, "ProgressiveOpened cannot happen at table pit-6"),
    (HELD, decoded("pay-held"), DORA, "account layout would hold -500 cents"),
    (HELD, decoded("meters-fed"), DORA, "next-step does not begin with such an event"),
    (HELD, events.HandChosen(1, "royal-diamonds", "dora"), DORA, "the screen is None and should"),
    (HELD, decoded("pay-submitted"), DORA, "payment 1 was not entered on the terminal"),
    (HELD, SIGNATURE, FRAN, "payment 1 did not wait for approval"),
    (HELD, events.PaySentBack(1, "fran", "floor", "x"), FRAN, "did not wait for approval"),
    (HELD, decoded("pay-made"), FRAN, "payment 1 was not due"),
    (HELD, events.JackpotCancelled(1, "dora"), DORA, "the screen is None and should be"),
    (TOUCHED, events.SeatTouched(2, "dora"), DORA, "the screen is hands and should be None"),
    (
        TOUCHED,
        events.HandChosen(2, "royal-diamonds", "dora", fits=False, bet="ante"),
        DORA,
        "the bet of the hand is ante and should be stax",
    ),
    (TOUCHED, events.PendingTouched(2, "dora"), DORA, "the screen is hands and should be pending"),
    (STOPPED, events.PendingTouched(2, "dora"), DORA, "the screen is stopped and should be"),
    (STOPPED, events.ClaimSettled(2, "dora", "x"), {**FRAN, "actor": "dora"}, "dora cleared what"),
    (PENDING, events.HandErased(1, "dora"), DORA, "the screen is confirm and should be"),
    (SUBMITTED, decoded("pay-submitted"), DORA, "payment 1 did not wait to be submitted"),
    (SUBMITTED, replace(SIGNATURE, by="p1"), {**FRAN, "actor": "p1"}, "p1 signed, and has won it"),
    (SUBMITTED, replace(SIGNATURE, by="dora"), {**FRAN, "actor": "dora"}, "dora signed, and has e"),
    (SUBMITTED, replace(SIGNATURE, role="dealer"), DORA, "dora may not ask for approve-pay"),
    (SUBMITTED, decoded("pay-made"), FRAN, "payment 1 was made without floor"),
    (MADE, decoded("pay-made"), FRAN, "KeyError: 1"),
    (MADE, events.RoundVoided("x", (), deck=bytes(52)), FRAN, "void after a payment that was"),
    (SIGNED, replace(SIGNATURE, by="finn"), {**FRAN, "actor": "finn"}, "did not need the signat"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "event", "who", "words"),
    IMPOSSIBLE,
    ids=[f"{type(each[1]).__name__}: {each[3]}" for each in IMPOSSIBLE],
)
def test_an_event_that_cannot_have_happened_then_is_found(
    before: tuple[Recorded, ...], event: events.AnyEvent, who: dict[str, str], words: str
) -> None:
    assert said_of(before) == []
    hidden = isinstance(event, events.PayMade)  # no command begins with it
    happened = (events.ChipsBought("p1", 100), event) if hidden else (event,)
    said = said_of(appended(before, *happened, **who))
    assert any(words in each for each in said), said


@pytest.mark.parametrize("kind", ["meters-fed", "pay-held"])
def test_what_a_settlement_did_not_bring_is_missed(kind: str) -> None:
    found = [*two_winners().store.read()]
    said = said_of(without(found, kind))
    assert any("what the settlement brought is PayHeld" in each for each in said)


def test_meters_that_grow_twice_for_the_same_bets_are_found() -> None:
    said = said_of(doubled(rows(), "meters-fed"))
    assert any("what the settlement brought is MetersFed" in each for each in said)


def two_winners() -> Linked:
    """Two players have won the same meter, and nobody was paid yet."""
    felt = Linked(opened(), dealer="dora", profile="washington", plays_on=True)
    felt.deal_round(SPADE, "As Ks Qs")
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    return felt


def test_one_winner_in_the_place_of_another_is_found() -> None:
    found = [*two_winners().store.read()]
    assert said_of(found) == []
    [one, other] = [row.pos for row in found if row.kind == "pay-held"]
    paid: Any = codec.decoded("pay-held", found[one - 1].body)
    forged = rewritten(found, other, lambda event: replace(paid, pay=event.pay))
    assert any("what the settlement brought is PayHeld" in each for each in said_of(forged))


def test_a_round_that_ends_before_its_payments_are_made_is_found() -> None:
    felt = Linked(opened(), dealer="dora", profile="washington", plays_on=True)
    felt.deal_round(STAR, NOTHING)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    found = [*felt.store.read()]
    pos = first(found, "table-opened")
    forged = rewritten(found, pos, lambda event: replace(event, plays_on=False))
    said = "the round was closed before payment 1 (the star meter, p1 at seat 1) was made"
    assert said in said_of(forged)


def test_a_void_round_leaves_nothing_out_either() -> None:
    felt = Linked(opened(), dealer="dora")
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, MANAGER, reason="it does")
    found = [*felt.store.read()]
    assert said_of(found) == []
    forged = without(found, "pay-held")
    pos = first(forged, "round-voided")
    forged = rewritten(forged, pos, lambda event: replace(event, dropped=(), held_cents=0))
    said = "pay-held should have followed the settlement"
    assert said in said_of(forged)
    more = {"star": 10**12}
    forged = rewritten(
        found, first(found, "meters-fed"), lambda event: replace(event, parts=event.parts | more)
    )
    assert any("what the settlement brought is MetersFed" in each for each in said_of(forged))


def test_bets_of_one_kind_that_are_settled_in_two_steps_feed_the_meters_twice() -> None:
    store = MemoryStore(KEY)
    Room(store, KEY).do(
        "crown",
        commands.open_progressive,
        by=MANAGER,
        game="three-card-poker",
        bet="pair-plus",
        wins={"straight-flush": "crown"},
        resets={"crown": "2000"},
        rates={"crown": "2.5%"},
        wager_cents=500,
    )
    hands = "5h 6h 7h | 3d 8s Th | 3c 8h Tc"
    felt = Stacked("three-card-poker", hands, store=store, progressive="crown")
    felt.seat(*PLAYERS[:2])
    for seat in (1, 2):
        bets = {"ante": 500, "pair-plus": 500}
        felt.do(commands.place, felt.player_at(seat), seat=seat, bets=bets)
    felt.deal()
    felt.say("play")
    felt.say("fold")
    fed = [each for each in felt.happened() if isinstance(each, events.MetersFed)]
    assert [each.stakes for each in fed] == [((2, 500),), ((1, 500),)]
    reconciled(felt.room, "crown")
    found = [*store.read()]
    assert said_of(found) == []
    said = said_of(without(found, "meters-fed"))
    assert "meters-fed should have followed the settlement" in said


def test_a_bank_that_was_filled_too_well_before_a_payment_is_found() -> None:
    felt = Linked(opened(), dealer="dora", profile="washington", float_cents=0)
    felt.stack("5h 6h 7h | 2c 7d 9s")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "player-bonus": 5000})
    felt.deal()
    felt.to_a_payment()
    felt.do(commands.submit_pay, DEALER, pay=1)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    found = [*felt.store.read()]
    assert said_of(found) == []
    made = first(found, "pay-made")
    assert found[made - 2].kind == "bank-filled"
    forged = rewritten(found, made - 1, lambda event: replace(event, cents=event.cents + 5))
    assert any("what the house added to the bank before" in each for each in said_of(forged))


def test_what_comes_of_itself_is_entered_by_the_automatic_dealer() -> None:
    felt = Linked(opened())
    felt.deal_round(STAR, NOTHING)
    found = [*felt.store.read()]
    pos = first(found, "hand-chosen")
    assert found[pos - 1].part
    forged = rewritten(found, pos, lambda event: replace(event, by="dora"))
    assert "who entered it is dora and should be house" in said_of(forged)


def with_snapshot(found: Sequence[Recorded], body: bytes) -> Forged:
    log = rechained(found)
    log.snapshot = lambda stream, form: (  # type: ignore[method-assign]
        Snapshot(stream, 3, form, body) if stream == "progressive:stax" else None
    )
    return log


def test_a_snapshot_of_a_progressive_must_be_what_the_log_made_of_it() -> None:
    felt = Linked(opened())
    felt.deal_round(NOTHING)
    found, now = [*felt.store.read()], felt.progressive
    assert audit(with_snapshot(found, packed(now))).holds
    more = replace(now.meters["star"], parts=now.meters["star"].parts + 1)
    for forged, words in (
        (packed(replace(now, meters=now.meters | {"star": more})), "is of another progressive"),
        (packed(replace(now, pos=now.pos + 7)), "progressive stax is of no place in the log"),
        (packed(replace(now, pos=0)), "progressive stax is of no place in the log"),
        (b"{}", "a snapshot cannot be read"),
    ):
        fault = audit(with_snapshot(found, forged)).first_fault
        assert fault is not None
        assert fault.check is Check.SNAPSHOT
        assert words in fault.sentence


def test_a_snapshot_of_a_progressive_that_cannot_be_read_stops_no_audit() -> None:
    felt = Linked(opened())
    log = rechained([*felt.store.read()])

    def damaged(stream: str, form: str) -> None:
        raise OSError(stream)

    log.snapshot = damaged  # type: ignore[method-assign]
    said = [fault.sentence for fault in audit(log, every=True).faults]
    assert said[0].startswith("the snapshot of progressive stax cannot be read: OSError")


def test_a_progressive_that_makes_no_sense_is_left_alone() -> None:
    """One fault is told, and nothing of what follows from it."""
    felt = Linked(opened())
    room = felt.room
    said = {"meter": "star", "rate": "1%", "reason": "as wished"}
    room.do("stax", commands.schedule_rate, by=MANAGER, **said)
    room.do("stax", commands.disable_progressive, by=MANAGER, reason="dark")
    found = [*felt.store.read()]
    forged = rewritten(found, first(found, "rate-scheduled"), lambda e: replace(e, meter="moon"))
    assert [each for each in said_of(forged) if "KeyError" not in each] == []
