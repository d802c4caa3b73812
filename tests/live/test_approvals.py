"""Approval of payments: every step from every state, by everybody."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fairdeal.errors import FairdealError, Refused
from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.audit import audit
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import COMMANDS
from fairdeal.live.table.context import Context
from fairdeal.live.table.holding import Screen
from tests.live.jackpots import HEART, NOTHING, SPADE, STAR, Linked, opened, reconciled
from tests.live.stacking import Stacked
from tests.live.tables import (
    DEALER,
    FLOOR,
    KEY,
    MANAGER,
    OTHER_FLOOR,
    PLAYERS,
    WATCHER,
    get_other_rules,
)

EVERYBODY = (*(Actor("x", role) for role in Role if role is not Role.DEALER), DEALER)


def won(**setup: Any) -> Linked:
    """A table at which seat 1 has won the star, and seat 2 nothing."""
    felt = Linked(opened(), dealer="dora", profile="washington", **setup)
    felt.deal_round(STAR, NOTHING)
    return felt


def touched(felt: Linked, seat: int = 1) -> None:
    felt.do(commands.touch_seat, DEALER, seat=seat)


def chosen(felt: Linked, seat: int = 1, hand: str = "royal-diamonds") -> None:
    touched(felt, seat)
    felt.do(commands.choose_hand, DEALER, seat=seat, hand=hand)


def confirming(felt: Linked) -> None:
    chosen(felt)
    felt.do(commands.touch_pending, DEALER, seat=1)


def submitted(felt: Linked) -> None:
    confirming(felt)
    felt.do(commands.pay_jackpot, DEALER, seat=1)


def stopped(felt: Linked) -> None:
    chosen(felt, hand="royal-other")


SCREENS: dict[str, Callable[[Linked], None]] = {
    "nothing": lambda felt: None,
    "hands": touched,
    "pending": chosen,
    "confirm": confirming,
    "stopped": stopped,
    "submitted": submitted,
}
ASKED: dict[str, dict[str, Any]] = {
    "touch-seat": {"seat": 1},
    "choose-hand": {"seat": 1, "hand": "royal-diamonds"},
    "touch-pending": {"seat": 1},
    "cancel-jackpot": {"seat": 1, "reason": "a slip"},
    "pay-jackpot": {"seat": 1},
    "settle-claim": {"seat": 1, "reason": "a slip"},
    "submit-pay": {"pay": 1},
    "approve-pay": {"pay": 1, "checked": ("hand", "wager", "amount", "player", "deck")},
    "send-back": {"pay": 1, "reason": "a card is bent"},
}
ALLOWED = {
    ("nothing", "touch-seat"): {Role.DEALER},
    ("submitted", "touch-seat"): {Role.DEALER},
    ("hands", "choose-hand"): {Role.DEALER},
    ("pending", "touch-pending"): {Role.DEALER},
    ("pending", "cancel-jackpot"): {Role.DEALER},
    ("confirm", "cancel-jackpot"): {Role.DEALER},
    ("stopped", "cancel-jackpot"): {Role.DEALER},
    ("confirm", "pay-jackpot"): {Role.DEALER},
    ("stopped", "settle-claim"): {Role.FLOOR, Role.MANAGER},
    ("submitted", "approve-pay"): {Role.FLOOR},
    ("submitted", "send-back"): {Role.FLOOR},
}
"""Who may do what from where; a payment of $1,000 needs the floor alone in Washington."""


def every_try() -> Iterator[tuple[str, str, Actor]]:
    for state in SCREENS:
        for command in ASKED:
            for who in EVERYBODY:
                yield state, command, who


@pytest.mark.parametrize("state", SCREENS)
def test_every_step_from_every_state_by_everybody(state: str) -> None:
    for at, command, who in every_try():
        if at != state:
            continue
        felt = won()
        SCREENS[state](felt)
        may = who.role in ALLOWED.get((state, command), set())
        if may:
            felt.do(COMMANDS[command], who, **ASKED[command])
        else:
            said = felt.refusal(COMMANDS[command], who, **ASKED[command])
            assert said[:1].islower() or said[:1] == "'", said
        reconciled(felt.room)


def test_the_amount_is_not_shown_before_it_is_submitted() -> None:
    felt = won()
    confirming(felt)
    [held] = felt.table.holding.pays.values()
    assert (held.due.net_cents, held.submitted) == (0, None)
    felt.do(commands.pay_jackpot, DEALER, seat=1)
    [held] = felt.table.holding.pays.values()
    assert held.submitted is not None
    assert (held.submitted.cents, held.submitted.needs) == (100_050, ("floor",))


def test_none_is_the_first_undo_and_cancel_the_second() -> None:
    felt = won()
    touched(felt, 2)
    felt.do(commands.choose_hand, DEALER, seat=2, hand="None")
    assert felt.table.holding.terminal == {}
    confirming(felt)
    felt.do(commands.cancel_jackpot, DEALER, seat=1, reason="the wrong seat")
    assert felt.happened()[-1] == events.JackpotCancelled(1, "dora", "the wrong seat")
    assert felt.table.holding.terminal == {}
    assert list(felt.table.holding.pays) == [1]  # what was won stays due
    said = felt.refusal(commands.next_step, DEALER)
    assert said == ("round 1 waits for approval of payment 1 (the star meter, p1 at seat 1)")


@pytest.mark.parametrize(("seat", "hand"), [(1, "royal-other"), (2, "royal-diamonds")])
def test_a_hand_that_the_seat_has_not_won_is_not_paid_and_the_floor_may_clear_it(
    seat: int, hand: str
) -> None:
    felt = won()
    chosen(felt, seat, hand)
    assert felt.table.holding.terminal[seat].screen is Screen.STOPPED
    said = felt.refusal(commands.touch_pending, DEALER, seat=seat)
    assert said == (
        f"the terminal asks at seat {seat} for Cancel, or for the floor to clear the claim,"
        " and not for a touch on Pending Jackpot"
    )
    felt.do(commands.settle_claim, FLOOR, seat=seat, reason="it was misread")
    assert felt.table.holding.terminal == {}


def test_a_dealer_cancels_a_wrong_hand_without_the_floor_and_the_log_has_it() -> None:
    felt = won()
    stopped(felt)
    felt.do(commands.cancel_jackpot, DEALER, seat=1, reason="the wrong line")
    assert felt.happened()[-1] == events.JackpotCancelled(1, "dora", "the wrong line")
    assert felt.table.holding.terminal == {}
    chosen(felt)
    felt.do(commands.cancel_jackpot, DEALER, seat=1, reason="too early")
    submitted(felt)
    assert felt.table.holding.pays[1].missing() == ("floor",)
    assert audit(felt.store, KEY, every=True).faults == ()


def test_every_hand_of_the_pay_table_can_be_chosen_and_the_table_pays_those_without_a_meter() -> (
    None
):
    felt = Linked(opened(), dealer="dora", tiers={"floor": 2000})
    felt.deal_round(STAR, "2c 7c 9c", "4s 5d 6h")
    assert [(pay.due.meter, pay.due.seat) for pay in felt.table.holding.pays.values()] == [
        ("", 3),
        ("star", 1),
    ]
    for seat, hand in ((2, "flush"), (3, "straight")):  # a straight waits as a large win
        chosen(felt, seat, hand)
        assert felt.happened()[-1] == events.HandChosen(seat, hand, "dora", bet="stax")
        assert felt.table.holding.terminal == {}
    for hand in ("straight", "three-of-a-kind", "royal-diamonds"):
        chosen(felt, 2, hand)
        assert felt.table.holding.terminal[2].screen is Screen.STOPPED
        felt.do(commands.cancel_jackpot, DEALER, seat=2, reason="the wrong line")
    touched(felt, 2)
    assert "has no hand 'pair'" in felt.refusal(commands.choose_hand, DEALER, seat=2, hand="pair")
    assert audit(felt.store, KEY, every=True).faults == ()


def test_nobody_clears_or_approves_what_is_the_own() -> None:
    felt = won()
    stopped(felt)
    said = felt.refusal(commands.settle_claim, Actor("dora", Role.FLOOR), seat=1, reason="mine")
    assert said == "floor dora cannot clear the claim of seat 1: dora has entered or made it"
    felt.do(commands.settle_claim, FLOOR, seat=1, reason="misread")
    submitted(felt)
    checks = ASKED["approve-pay"]
    for name in ("dora", "p1"):
        said = felt.refusal(commands.approve_pay, Actor(name, Role.FLOOR), **checks)
        assert said.endswith((f"{name} has won it", f"{name} has entered it"))
    said = felt.refusal(commands.approve_pay, Actor("p2", Role.FLOOR), **checks)
    assert said.endswith("p2 dealt, banked or played in the round")


def test_a_signature_needs_every_check() -> None:
    felt = won()
    submitted(felt)
    said = felt.refusal(commands.approve_pay, FLOOR, pay=1, checked=("hand",))
    assert said == (
        "floor fran cannot approve payment 1 (the star meter, p1 at seat 1) without having checked"
        " wager and deck"
    )
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("deck", "hand", "wager", "amount"))
    [signed] = [each for each in felt.happened() if isinstance(each, events.PaySigned)]
    assert signed.checked == ("hand", "wager", "deck")
    assert felt.table.holding.pays == {}


def grown() -> Linked:
    """A table whose star meter stands above $3,000."""
    felt = Linked(opened(resets={"star": "3000"}), dealer="dora", profile="washington")
    felt.deal_round(STAR, NOTHING)
    submitted(felt)
    return felt


def test_above_3000_dollars_surveillance_signs_as_well_and_each_is_another_person() -> None:
    felt = grown()
    said = felt.refusal(commands.approve_pay, MANAGER, **ASKED["approve-pay"])
    assert said.endswith("it needs floor and surveillance")
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    said = felt.refusal(commands.approve_pay, OTHER_FLOOR, **ASKED["approve-pay"])
    assert said.endswith("it needs surveillance")
    said = felt.refusal(
        commands.approve_pay, Actor("fran", Role.SURVEILLANCE), **ASKED["approve-pay"]
    )
    assert said.endswith("fran has signed it already")
    felt.do(commands.approve_pay, WATCHER, **ASKED["approve-pay"])
    [paid] = [each for each in felt.happened() if isinstance(each, events.PayMade)]
    assert paid.award_cents == 300_050
    assert paid.form == "W-2G"
    assert felt.chips()["p1"] == 1_000_000 - 1000 + 300_050
    assert audit(felt.store, KEY).faults == ()


def test_what_is_sent_back_is_entered_anew_without_the_old_signatures() -> None:
    felt = grown()
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    felt.do(commands.send_back, WATCHER, pay=1, reason="the player is not on the tape")
    submitted(felt)
    [held] = felt.table.holding.pays.values()
    assert held.missing() == ("floor", "surveillance")
    felt.do(commands.approve_pay, OTHER_FLOOR, pay=1, checked=("hand", "wager"))
    felt.do(commands.approve_pay, WATCHER, **ASKED["approve-pay"])
    assert audit(felt.store, KEY).faults == ()


def test_the_table_holds_or_plays_on_as_it_was_opened() -> None:
    felt = won()
    assert felt.table.playing is not None
    felt = won(plays_on=True)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    assert list(felt.table.holding.pays) == [1]
    felt.deal_round(NOTHING, NOTHING.replace("2c", "2d").replace("7h", "7s").replace("9s", "9c"))
    submitted(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    reconciled(felt.room)
    assert audit(felt.store, KEY).faults == ()


def test_a_table_closes_when_everybody_was_paid() -> None:
    felt = won(plays_on=True)
    felt.do(commands.close_table, FLOOR, reason="late")
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    assert felt.table.is_open
    submitted(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    assert not felt.table.is_open
    assert audit(felt.store, KEY).faults == ()


def test_other_tables_play_on_while_one_holds() -> None:
    felt = won()
    other = Linked(felt.store, "pit-2")
    other.deal_round(NOTHING)
    assert other.table.playing is None
    assert other.shown("diamond") == 25_000 + 3 * 30


def test_nothing_is_approved_while_a_ruling_is_waited_for() -> None:
    felt = won()
    submitted(felt)
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    said = felt.refusal(commands.approve_pay, FLOOR, **ASKED["approve-pay"])
    assert said == "table pit-1 holds until shuffler-malfunction is ruled on"


def test_a_round_in_which_somebody_was_paid_after_approval_is_not_voided() -> None:
    felt = won()
    submitted(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    said = felt.refusal(commands.rule, MANAGER, reason="it does")
    assert said == (
        "round 1 cannot be void: p1 was paid for stax at seat 1 after approval;"
        " the report can be ruled unfounded"
    )
    felt.do(commands.rule, MANAGER, reason="it does not", upheld=False)


@pytest.mark.parametrize("lost", ["rules", "key"])
def test_what_was_approved_stays_paid_where_the_round_cannot_go_on(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt = Linked(opened(), dealer="dora", profile="washington")
    felt.deal_round(STAR, SPADE)
    submitted(felt)
    felt.do(commands.approve_pay, FLOOR, pay=2, checked=("hand", "wager", "deck"))
    star = felt.chips()["p1"]
    if lost == "rules":
        get_other_rules(monkeypatch)
    else:
        felt.room = Room(felt.store, bytes(32), clock=Clock.of(lambda: felt.now))
    felt.do(commands.report, DEALER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, OTHER_FLOOR, reason="it cannot go on")
    assert felt.table.playing is None
    assert felt.chips() == {"p1": star + 500, "p2": 1_000_000}  # the ante, which was lost, is back
    assert felt.shown("spade") == 50_000 + 2 * 500 * 5 // 100
    reconciled(felt.room)
    assert audit(felt.store).holds


def test_a_large_win_of_any_bet_waits_as_well() -> None:
    felt = Linked(opened(), dealer="dora", profile="washington")
    felt.stack("5h 6h 7h | 2c 7d 9s")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    bets = {"ante": 500, "player-bonus": 5000}
    felt.do(commands.place, PLAYERS[0], seat=1, bets=bets)
    felt.deal()
    felt.to_a_payment()
    [held] = felt.table.holding.pays.values()
    assert (held.due.bet, held.due.net_cents) == ("player-bonus", 200_000)
    said = felt.refusal(commands.approve_pay, FLOOR, **ASKED["approve-pay"])
    assert said.endswith("was not submitted yet")
    felt.do(commands.submit_pay, DEALER, pay=1)
    said = felt.refusal(commands.submit_pay, DEALER, pay=1)
    assert said.endswith("was submitted already")
    before = felt.chips()["p1"]
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    assert felt.chips()["p1"] == before + 205_000
    assert audit(felt.store, KEY).faults == ()


def test_what_the_terminal_does_not_know_is_told() -> None:
    felt = won()
    said = felt.refusal(commands.touch_seat, DEALER, seat=9)
    assert said == "there is no seat 9 at table pit-1: it has 6"
    said = felt.refusal(commands.touch_seat, DEALER, seat=6)
    assert said == "seat 6 of table pit-1 is empty and has no payment due"
    touched(felt)
    said = felt.refusal(commands.choose_hand, DEALER, seat=1, hand="royal-diamond")
    assert said == "the terminal has no hand 'royal-diamond': did you mean royal-diamonds?"
    said = felt.refusal(commands.send_back, FLOOR, pay=7, reason="x")
    assert said == "table pit-1 holds no payment 7: expected 1"
    alone = Linked(felt.store, "pit-2", progressive="", dealer="dirk")
    said = alone.refusal(commands.touch_seat, Actor("dirk", Role.DEALER), seat=1)
    assert said == "table pit-2 feeds no progressive"


def test_a_jackpot_is_submitted_once() -> None:
    felt = won()
    SCREENS["submitted"](felt)
    said = felt.refusal(commands.submit_pay, DEALER, pay=1)
    assert said.endswith("was submitted already")
    touched(felt)
    again = felt.refusal(commands.choose_hand, DEALER, seat=1, hand="royal-diamonds")
    assert again == said
    felt.do(commands.choose_hand, DEALER, seat=1, hand="none")


def test_an_open_payment_keeps_the_table_as_it_is() -> None:
    felt = won(plays_on=True)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    said = felt.refusal(commands.reconfigure, FLOOR, reason="x", most_cents=5000)
    assert said.startswith("table pit-1 cannot be changed before payment 1")
    with pytest.raises(FairdealError, match="is entered on the terminal: touch seat 1"):
        felt.do(commands.submit_pay, DEALER, pay=1)


def test_a_win_that_the_log_does_not_have_yet_is_not_submitted() -> None:
    felt = Linked(opened(), dealer="dora", profile="washington")
    before = felt.progressive
    felt.deal_round(STAR, NOTHING)
    confirming(felt)
    context = Context(DEALER, felt.now, felt.shoe, lambda name: before)
    with pytest.raises(FairdealError, match="is not in the log yet: try again"):
        commands.pay_jackpot(felt.table, context, seat=1)


def test_the_automatic_dealer_hands_a_large_win_in_at_once() -> None:
    felt = Linked(opened(), profile="washington")
    felt.stack("5h 6h 7h | 2c 7d 9s")
    felt.seat(PLAYERS[0])
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "player-bonus": 5000})
    felt.deal()
    felt.say("play")
    [held] = felt.table.holding.pays.values()
    assert held.submitted is not None
    assert (held.submitted.by, held.submitted.cents) == ("house", 200_000)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    assert felt.table.playing is None
    assert audit(felt.store, KEY).faults == ()


def test_a_payment_is_seen_by_staff_and_by_the_player_whose_it_is() -> None:
    felt = grown()
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager"))
    [seen] = felt.room.view(felt.name, WATCHER).pays
    assert (seen.cents, seen.missing, seen.form) == (300_050, ("surveillance",), "W-2G")
    assert [each.by for each in seen.signed] == ["fran"]
    [own] = felt.room.view(felt.name, PLAYERS[0]).pays
    assert (own.cents, own.signed) == (300_050, ())
    assert felt.room.view(felt.name, PLAYERS[1]).pays == felt.room.view(felt.name).pays == ()
    felt.do(commands.send_back, WATCHER, pay=1, reason="look again")
    [seen] = felt.room.view(felt.name, WATCHER).pays
    assert (seen.cents, seen.deck_days, seen.form) == (None, 0, "")


def test_a_dealer_who_takes_over_goes_on_where_the_terminal_stands() -> None:
    """From any screen, and whoever began it may not approve it."""
    for state in (touched, chosen):
        felt = won()
        state(felt)
        felt.do(commands.change_dealer, FLOOR, dealer="")
        [held] = felt.table.holding.pays.values()
        assert held.submitted is not None
        assert held.submitted.entered == ("dora", "house")
        said = felt.refusal(commands.approve_pay, Actor("dora", Role.FLOOR), **ASKED["approve-pay"])
        assert said.endswith("dora has entered it")
        felt.do(commands.approve_pay, FLOOR, **ASKED["approve-pay"])
        assert audit(felt.store, KEY).faults == ()


def test_each_of_two_jackpots_of_a_seat_is_paid_for_its_own_hand() -> None:
    felt = won(plays_on=True)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    felt.deal_round(HEART, NOTHING)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    touched(felt)
    felt.do(commands.choose_hand, DEALER, seat=1, hand="straight-flush-diamonds")
    felt.do(commands.touch_pending, DEALER, seat=1)
    felt.do(commands.pay_jackpot, DEALER, seat=1)
    [star] = felt.table.holding.pays.values()  # the heart needs nobody's signature below $500
    assert (star.due.meter, star.submitted) == ("star", None)
    assert audit(felt.store, KEY).faults == ()


def test_a_winner_does_not_hand_in_the_own_jackpot() -> None:
    felt = won(plays_on=True)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    felt.do(commands.leave, PLAYERS[0], seat=1)
    felt.do(commands.change_dealer, FLOOR, dealer="p1")
    winner = Actor("p1", Role.DEALER)
    felt.do(commands.touch_seat, winner, seat=1)
    felt.do(commands.choose_hand, winner, seat=1, hand="royal-diamonds")
    felt.do(commands.touch_pending, winner, seat=1)
    said = felt.refusal(commands.pay_jackpot, winner, seat=1)
    assert said.endswith("p1 won it")


def test_a_table_that_closes_begins_nothing_and_may_close_for_a_payment_alone() -> None:
    felt = won(plays_on=True)
    while felt.table.playing:
        felt.do(commands.next_step, DEALER)
    felt.do(commands.close_table, FLOOR, reason="late")
    assert felt.refusal(commands.open_round, DEALER) == "table pit-1 closes: late"
    submitted(felt)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    assert not felt.table.is_open
    assert audit(felt.store, KEY).faults == ()


def test_a_win_that_needs_a_tax_form_is_handed_in_though_nobody_else_signs() -> None:
    felt = Stacked("ags-3-card", "Ah Kh Qh | Jh Th 2c", dealer="dora")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, DEALER)
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "six-card-bonus": 500})
    felt.deal()
    felt.to_a_payment()
    [held] = felt.table.holding.pays.values()
    assert (held.due.bet, held.due.net_cents) == ("six-card-bonus", 500_000)
    made = felt.do(commands.submit_pay, DEALER, pay=1).events[-1]
    assert isinstance(made, events.PayMade)
    assert (made.line.net_cents, made.form) == (500_000, "W-2G")
    assert audit(felt.store, KEY).faults == ()


def test_a_house_has_its_own_people_sign_from_its_own_tiers_on() -> None:
    felt = Linked(opened(), dealer="dora", tiers={"manager": 90_000})
    felt.deal_round(STAR, NOTHING)
    submitted(felt)
    [held] = felt.table.holding.pays.values()
    assert held.missing() == ("floor", "surveillance", "manager")
    looked = ("hand", "wager", "amount", "player")
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=looked)
    felt.do(commands.approve_pay, WATCHER, pay=1, checked=looked)
    said = felt.refusal(commands.approve_pay, MANAGER, pay=1, checked=looked)
    assert said.endswith("without having checked deck")
    felt.do(commands.approve_pay, MANAGER, pay=1, checked=(*looked, "deck"))
    assert felt.table.holding.pays == {}
    reconciled(felt.room)
    assert audit(felt.store, KEY).faults == ()


def test_tiers_are_of_people_who_sign_and_of_amounts() -> None:
    with pytest.raises(Refused) as refused:
        Linked(opened(), tiers={"flor": 1, "manager": 0})
    assert refused.value.faults == (
        "'flor' is not a role that signs payments: did you mean floor?",
        "the manager cannot sign payments from $0 on",
    )
