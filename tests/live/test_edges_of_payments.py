"""Payments and meters where things go wrong around them."""

from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.clocks import Clock
from fairdeal.live.commands.progressives import rate_of
from tests.live.forging import Forged, first, rechained, rewritten
from tests.live.jackpots import NOTHING, SPADE, STAR, Linked, opened, reconciled
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, OTHER_FLOOR, PLAYERS, WATCHER, Felt

OTHER_NOTHING = "3s 8d Td"
ALL = ("hand", "wager", "amount", "player", "deck")
DAN = Actor("dan", Role.DEALER)


def entered(felt: Linked, by: Actor = DEALER, hand: str = "royal-diamonds") -> None:
    felt.do(commands.touch_seat, by, seat=1)
    felt.do(commands.choose_hand, by, seat=1, hand=hand)
    felt.do(commands.touch_pending, by, seat=1)
    felt.do(commands.pay_jackpot, by, seat=1)


def void(felt: Felt, by: Actor = MANAGER) -> None:
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, by, reason="it does")


def ordered(felt: Linked, command: Any, **asked: Any) -> None:
    felt.room.do("stax", command, by=MANAGER, reason="the owner wants it so", **asked)


def emptied(felt: Linked) -> None:
    """The star falls to nothing, for a malfunction."""
    cents = felt.progressive.meters["star"].cents
    asked: dict[str, Any] = {"meter": "star", "why": "malfunction", "cents": cents, "reason": "x"}
    felt.room.do("stax", commands.propose_adjustment, by=FLOOR, **asked)
    felt.room.do("stax", commands.approve_adjustment, by=MANAGER)


def sound(felt: Felt) -> None:
    assert audit(felt.store, KEY, every=True).faults == ()


@pytest.mark.parametrize("days", [0, 30])
@pytest.mark.parametrize("parts", [-1000, 25_000_000 * 2])
def test_a_feed_at_a_rate_that_never_was_or_was_long_ago_is_found(days: int, parts: int) -> None:
    felt = Linked(opened())
    ordered(felt, commands.schedule_rate, meter="star", rate="40%")
    felt.deal_round(STAR, NOTHING)
    felt.now = [*felt.store.read()][-1].at + days * 86_400_000_000 + 11_000_000
    felt.deal_round(NOTHING, OTHER_NOTHING)
    sound(felt)
    rows = [*felt.store.read()]
    pos = [row.pos for row in rows if row.kind == "meters-fed"][-1]

    def change(fed: events.MetersFed) -> events.MetersFed:
        cents = parts // 1_000_000
        return replace(fed, parts=fed.parts | {"star": parts}, cents=fed.cents | {"star": cents})

    forged = rechained(rewritten(rows, pos, change), KEY)
    [fault, *_] = audit(forged, KEY, every=True).faults
    assert (fault.pos, fault.sentence[:27]) == (pos, "what the settlement brought")


def test_what_a_bet_wins_waits_though_a_meter_comes_on_top() -> None:
    store = Felt("three-card-poker").store
    crown: dict[str, Any] = {"game": "three-card-poker", "bet": "pair-plus", "wager_cents": 10_000}
    crown |= {"wins": {"straight-flush": "crown"}, "resets": {"crown": "50"}}
    crown |= {"rates": {"crown": "1%"}}
    Room(store, KEY).do("crown", commands.open_progressive, by=MANAGER, **crown)
    setup: dict[str, Any] = {"progressive": "crown", "tiers": {"floor": 25_000}, "dealer": "dora"}
    setup["limits"] = {"pair-plus": "100"}

    class Crowned(Stacked):
        name = "pit-2"

    felt = Crowned("three-card-poker", "5h 6h 7h | 3c 8h Tc", store=store, **setup)
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "pair-plus": 10_000})
    felt.deal()
    felt.to_a_payment()
    waits = [pay.due for pay in felt.table.holding.pays.values()]
    assert [(due.bet, due.meter, due.net_cents) for due in waits] == [
        ("pair-plus", "", 400_000),
        ("pair-plus", "crown", 0),
    ]
    assert all(line.bet != "pair-plus" for line in felt.playing.lines)
    sound(felt)


def test_a_bet_that_rides_on_another_has_no_stake_to_give_back() -> None:
    felt = Stacked("three-card-poker", "4d 5d 6d 3c 8h Tc", dealer="dora", tiers={"floor": 1000})
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500})
    felt.deal()
    felt.to_a_payment()
    [pay] = felt.table.holding.pays
    assert felt.table.holding.pays[pay].due.bet == "ante-bonus"
    felt.do(commands.submit_pay, DEALER, pay=pay)
    felt.do(commands.approve_pay, FLOOR, pay=pay, checked=("hand", "wager"))
    felt.room = Room(felt.store, bytes(32), clock=Clock.of(lambda: felt.now))
    void(felt)
    assert felt.chips() == {"p1": 1_002_500}
    sound(felt)


def test_a_table_that_closes_is_closed_by_the_last_payment_of_the_automatic_dealer() -> None:
    """The win needs a tax form and nobody's signature."""
    felt = Stacked("ags-3-card", "Ah Kh Qh | Jh Th 2c", dealer="dora", plays_on=True)
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "six-card-bonus": 500})
    felt.deal()
    felt.to_a_payment()
    while felt.table.playing:
        felt.step()
    felt.do(commands.close_table, FLOOR, reason="late")
    assert felt.table.is_open
    felt.do(commands.change_dealer, FLOOR, dealer="")
    assert (felt.table.is_open, felt.table.holding.pays) == (False, {})
    sound(felt)


def test_a_round_without_bets_does_not_keep_a_table_open_that_closes() -> None:
    felt = Linked(opened(), dealer="dora", plays_on=True, profile="washington")
    felt.deal_round(STAR, NOTHING)
    felt.step()
    felt.do(commands.open_round, DEALER)
    entered(felt)
    felt.do(commands.close_table, FLOOR, reason="late")
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=ALL)
    assert (felt.table.is_open, felt.table.playing) == (False, None)
    assert felt.kinds()[-2:] == ["round-voided", "table-closed"]
    sound(felt)


def test_a_meter_whose_winner_waits_is_not_adjusted() -> None:
    felt = Linked(opened(), dealer="dora")
    emptied(felt)
    felt.deal_round(STAR, NOTHING)
    with pytest.raises(Refused, match="star of stax was won: pay the winner first"):
        emptied(felt)
    void(felt)
    assert felt.progressive.meters["star"].cents == 50
    reconciled(felt.room)
    sound(felt)


def test_an_adjustment_while_a_winner_waits_is_found() -> None:
    felt = Linked(opened(), dealer="dora")
    emptied(felt)
    rows = [*felt.store.read()]
    adjusted = rows[first(rows, "meter-adjusted") - 2 :]
    felt.deal_round(STAR, NOTHING)
    late = [row for row in felt.store.read() if row.pos > adjusted[-1].pos]
    forged = rechained([*rows[: -len(adjusted)], *late, *adjusted], KEY)
    said = [fault.sentence for fault in audit(forged, KEY, every=True).faults]
    assert "a winner of the meter waited to be paid" in said


def test_what_the_house_added_for_the_meters_is_right_while_a_payment_waits() -> None:
    felt = Linked(opened(), dealer="dora", float_cents=0)
    felt.stack(f"{STAR} 3c 8h Tc")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "stax": 500})
    felt.deal()
    felt.to_a_payment()
    assert "bank-filled" in felt.kinds()
    sound(felt)


def test_who_dealt_a_part_of_the_round_does_not_sign() -> None:
    felt = Linked(opened(), dealer="dora", tiers={"floor": 100})
    felt.stack(f"{STAR} 3c 8h Tc")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "stax": 500})
    felt.deal()
    felt.step(2)
    for dealer in ("dan", "", "dan"):
        felt.do(commands.change_dealer, FLOOR, dealer=dealer)
        if not dealer:
            break
    felt.say("fold")
    [held] = felt.table.holding.pays.values()
    assert held.due.concerned == ("dan", "dora", "p1")
    said = felt.refusal(commands.approve_pay, Actor("dora", Role.FLOOR), pay=1, checked=ALL)
    assert said.endswith("dora dealt, banked or played in the round")


def test_who_submitted_it_before_it_was_sent_back_does_not_sign() -> None:
    felt = Linked(opened(), dealer="dan", tiers={"floor": 100})
    felt.do(commands.change_dealer, FLOOR, dealer="dora")
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.change_dealer, FLOOR, dealer="dan")
    entered(felt, DAN)
    felt.do(commands.send_back, FLOOR, pay=1, reason="look again")
    felt.do(commands.change_dealer, FLOOR, dealer="dora")
    entered(felt)
    said = felt.refusal(commands.approve_pay, Actor("dan", Role.FLOOR), pay=1, checked=ALL)
    assert "dan" in said.partition(": ")[2]
    felt.do(commands.approve_pay, OTHER_FLOOR, pay=1, checked=ALL)
    sound(felt)


def test_what_was_sent_back_is_for_a_person_to_hand_in_anew() -> None:
    felt = Linked(opened(), tiers={"floor": 100})
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.send_back, FLOOR, pay=1, reason="look again")
    felt.room.tick()
    [held] = felt.table.holding.pays.values()
    assert (held.submitted, held.sent_back) == (None, "look again")
    [seen] = felt.room.view("pit-1", FLOOR).pays
    assert (seen.handed_in, seen.sent_back, seen.cents) == (False, "look again", None)
    felt.do(commands.change_dealer, OTHER_FLOOR, dealer="dora")
    entered(felt)
    felt.do(commands.approve_pay, OTHER_FLOOR, pay=1, checked=ALL)
    sound(felt)


def test_a_second_win_with_the_same_hand_waits_behind_one_that_was_sent_back() -> None:
    felt = Linked(opened(), tiers={"floor": 100}, plays_on=True)
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.send_back, FLOOR, pay=1, reason="look again")
    felt.deal_round(STAR, NOTHING)
    assert [pay.submitted for pay in felt.table.holding.pays.values()] == [None, None]
    felt.do(commands.change_dealer, OTHER_FLOOR, dealer="dora")
    for pay in (1, 2):
        entered(felt)
        felt.do(commands.approve_pay, OTHER_FLOOR, pay=pay, checked=ALL)
    reconciled(felt.room)
    sound(felt)


def test_the_winner_does_not_clear_the_own_claim() -> None:
    felt = Linked(opened(), dealer="dora", tiers={"floor": 100})
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.touch_seat, DEALER, seat=1)
    felt.do(commands.choose_hand, DEALER, seat=1, hand="royal-other")
    said = felt.refusal(commands.settle_claim, Actor("p1", Role.FLOOR), seat=1, reason="mine")
    assert said == "floor p1 cannot clear the claim of seat 1: p1 has entered or made it"


def test_a_first_ceiling_is_not_below_the_reset_level() -> None:
    felt = Linked(opened())
    emptied(felt)
    said = "the ceiling of star cannot be $5: it is at least $1,000"
    with pytest.raises(Refused, match=said.replace("$", r"\$")):
        ordered(felt, commands.raise_ceiling, meter="star", cents=500)
    ordered(felt, commands.raise_ceiling, meter="star", cents=100_000)
    with pytest.raises(Refused, match=r"the ceiling of star is \$1,000 already"):
        ordered(felt, commands.raise_ceiling, meter="star", cents=100_000)
    sound(felt)


def test_a_rate_that_was_scheduled_since_survives_a_void_win() -> None:
    felt = Linked(opened(), dealer="dora")
    felt.deal_round(STAR, NOTHING)
    ordered(felt, commands.schedule_rate, meter="star", rate="4%")
    void(felt)
    star = felt.progressive.meters["star"]
    assert (star.rate, star.next_rate, star.wins) == (50_000, 40_000, 0)
    sound(felt)


@pytest.mark.parametrize("order", [("east", "west"), ("west", "east")])
def test_two_void_wins_leave_the_rates_as_they_were_in_either_order(order: tuple[str, str]) -> None:
    store = opened()
    dealers = {"east": "dora", "west": "dirk"}
    tables = {name: Linked(store, name, dealer=who) for name, who in dealers.items()}
    ordered(tables["east"], commands.schedule_rate, meter="star", rate="4%")
    for felt in tables.values():
        felt.deal_round(STAR, NOTHING)
    for name in order:
        void(tables[name])
    star = tables["east"].progressive.meters["star"]
    assert (star.rate, star.next_rate, star.wins) == (50_000, 40_000, 0)
    sound(tables["east"])


def test_a_rate_stays_when_a_later_win_was_paid() -> None:
    store = opened()
    dealers = {"east": "dora", "west": "dirk"}
    east, west = (Linked(store, name, dealer=who) for name, who in dealers.items())
    ordered(east, commands.schedule_rate, meter="star", rate="4%")
    east.deal_round(STAR, NOTHING)
    west.deal_round(STAR, NOTHING)
    entered(west, Actor("dirk", Role.DEALER))
    void(east)
    star = east.progressive.meters["star"]
    assert (star.rate, star.next_rate, star.wins) == (40_000, -1, 1)
    reconciled(east.room)
    sound(east)


def test_a_void_round_drops_what_no_meter_pays_as_well() -> None:
    felt = Linked(opened(), dealer="dora", tiers={"floor": 1000})
    felt.stack("5h 6h 7h 3c 8h Tc")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    bets = {"ante": 500, "player-bonus": 500, "stax": 500}
    felt.do(commands.place, PLAYERS[0], seat=1, bets=bets)
    felt.deal()
    felt.to_a_payment()
    assert {pay.due.meter for pay in felt.table.holding.pays.values()} == {"", "diamond"}
    void(felt, OTHER_FLOOR)
    assert felt.chips() == {"p1": 1_000_000}
    assert (felt.progressive.hits, felt.table.holding.pays) == ({}, {})
    reconciled(felt.room)
    sound(felt)


@pytest.mark.parametrize("kind", ["meters-fed", "progressive-disabled"])
def test_a_moment_that_is_none_stops_no_audit(kind: str) -> None:
    felt = Linked(opened())
    felt.deal_round(NOTHING, OTHER_NOTHING)
    ordered(felt, commands.disable_progressive)
    ordered(felt, commands.enable_progressive)
    felt.deal_round(NOTHING, OTHER_NOTHING)
    rows = [*felt.store.read()]
    pos = first(rows, kind)
    forged = [replace(row, at="late") if row.pos == pos else row for row in rows]
    faults = audit(Forged(forged, felt.store.head()), KEY, every=True).faults
    assert faults[0].pos == pos


def test_shares_of_a_void_round_go_back_once() -> None:
    felt = Linked(opened(shared=True), dealer="dora")
    felt.deal_round(SPADE, "As Ks Qs")
    void(felt)
    assert (felt.shown("spade"), felt.progressive.meters["spade"].wins) == (50_050, 0)
    reconciled(felt.room)
    sound(felt)


def test_meters_do_not_grow_by_more_than_the_wager() -> None:
    with pytest.raises(Refused, match=r"the meters of stax cannot grow by 113 % of a wager"):
        opened(rates={"star": "95%"})
    felt = Linked(opened())
    with pytest.raises(Refused, match="cannot grow by 117 % of a wager together"):
        ordered(felt, commands.schedule_rate, meter="star", rate="99%")


@pytest.mark.parametrize("text", ["1e10000000%", "-1%", "105%", "1.00001%", "5", "%", "٣%"])
def test_what_is_no_rate_is_told_at_once(text: str) -> None:
    with pytest.raises(Malformed, match="is not a rate: expected a share such as 5%"):
        rate_of(text)


@pytest.mark.parametrize("name", ["b.c", "", "Crown", "x" * 41, "a b"])
def test_a_meter_has_a_name_that_cannot_be_taken_for_another(name: str) -> None:
    asked: dict[str, Any] = {"game": "three-card-poker", "bet": "pair-plus", "wager_cents": 500}
    asked |= {"wins": {"pair": name}, "resets": {name: "5"}, "rates": {name: "1%"}}
    with pytest.raises(Malformed, match="is not the name of a meter"):
        Room(opened(), KEY).do("crown", commands.open_progressive, by=MANAGER, **asked)


def test_a_table_is_not_called_like_a_progressive() -> None:
    room = Room(opened(), KEY)
    with pytest.raises(Malformed, match="'progressive:stax' is not the name of a table"):
        room.do("progressive:stax", commands.sit, by=PLAYERS[0], seat=1)


def test_a_mapping_that_is_none_is_refused() -> None:
    room = Room(opened(), KEY)
    asked: dict[str, Any] = {"game": "ags-3-card", "limits": range(3)}
    with pytest.raises(FairdealError, match="open-table cannot be asked like this"):
        room.do("pit-1", commands.open_table, by=FLOOR, **asked)


def test_a_word_that_nobody_checks_is_told() -> None:
    felt = Linked(opened(), dealer="dora", tiers={"floor": 100})
    felt.deal_round(STAR, NOTHING)
    entered(felt)
    said = felt.refusal(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wagr"))
    assert said == "'wagr' is not a check of a payment: did you mean wager?"
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=ALL)
    said = felt.refusal(commands.approve_pay, OTHER_FLOOR, pay=1, checked=ALL)
    assert said == "payment 1 of table pit-1 was made, or is void"


def test_many_payments_that_wait_are_counted() -> None:
    felt = Stacked("three-card-poker", dealer="dora", tiers={"floor": 1})
    felt.stack("5h 6h 7h | 5s 6s 7s | 3c 8d Tc")
    felt.seat(*PLAYERS[:2])
    felt.do(commands.open_round, DEALER)
    for seat, player in enumerate(PLAYERS[:2], 1):
        felt.do(commands.place, player, seat=seat, bets={"ante": 500, "pair-plus": 500})
    felt.deal()
    felt.to_a_payment()
    with pytest.raises(Refused) as refused:
        felt.step(9)
    said = str(refused.value)
    assert said.endswith(f" and {len(felt.table.holding.pays) - 3} more")
    assert said.count("payment ") == 3
