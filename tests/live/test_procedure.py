"""The dealer's procedure: what is announced, in which order hands are laid out and steps taken."""

import pytest

from fairdeal import cards
from fairdeal.hands.three_card import highest_first
from fairdeal.live import commands, events
from fairdeal.live.audit import audit
from fairdeal.live.history.naming import hand_told
from fairdeal.live.history.recall import recall
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Draft, Entry
from fairdeal.live.views import RoundView
from tests.live.jackpots import Linked, opened
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, PLAYERS


def dealt(game: str, deck: str, seats: int = 1) -> Stacked:
    """A round whose betting a person has just closed."""
    table = Stacked(game, deck, dealer="dora")
    table.seat(*PLAYERS[:seats])
    table.bet()
    table.deal()
    return table


def seen(table: Stacked) -> RoundView:
    now = table.room.view("pit-1").round
    assert now is not None
    return now


def revealed(table: Stacked) -> RoundView:
    """Every seat stays in and the dealer goes on until the whole hand lies face up."""
    while not seen(table).call:
        if table.playing.turn:
            table.say("play")
        else:
            table.step()
    return seen(table)


@pytest.mark.parametrize(
    ("held", "laid_out"),
    [
        ("7h 9h Qc", "Qc 9h 7h"),
        ("6d Ks 2c", "Ks 6d 2c"),
        ("2c As 3d", "3d 2c As"),
        ("As Qd Kd", "As Kd Qd"),
        ("9c Ks 9h", "Ks 9c 9h"),
        ("2c As 4d", "As 4d 2c"),
    ],
)
def test_a_hand_is_laid_out_from_the_highest_card_to_the_lowest(held: str, laid_out: str) -> None:
    assert highest_first(tuple(cards.parse(held))) == tuple(cards.parse(laid_out))


@pytest.mark.parametrize(
    ("game", "deck", "laid_out", "call"),
    [
        (
            "three-card-poker",
            "Jd Js 6c | 7h 9h 8h",
            "9h 8h 7h",
            "Dealer plays: nine-high straight flush",
        ),
        ("three-card-poker", "Jd Js 6c | 4s Tc Jh", "Jh Tc 4s", "Dealer does not play: jack high"),
        ("ags-3-card", "Jd Js 6c | 2c As 3d", "3d 2c As", "Dealer qualifies: three-high straight"),
        (
            "three-card-fury",
            "4s Tc Qh 2c | Ad Ac 5d 8d",
            "Qh Tc 4s",
            "Dealer does not qualify: queen high",
        ),
        (
            "three-card-fury",
            "Kh Qh Ah 2c | Ad Ac 5d 8d",
            "Ah Kh Qh",
            "Dealer qualifies: mini-royal",
        ),
    ],
)
def test_the_dealer_names_the_hand_and_lays_it_out_highest_first(
    game: str, deck: str, laid_out: str, call: str
) -> None:
    table = dealt(game, deck)
    assert seen(table).call == ""
    now = revealed(table)
    assert (" ".join(map(str, now.dealer)), now.call) == (laid_out, call)


def test_a_player_dealers_hand_is_named_too() -> None:
    table = dealt("napa-three-card-poker", "Jd Js 6c | 4s Tc Jh", 2)
    assert revealed(table).call == "Player/dealer does not qualify: jack high"


def test_the_log_keeps_the_order_dealt_and_tells_the_hand_laid_out() -> None:
    table = dealt("three-card-poker", "Jd Js 6c | 7h 9h 8h")
    revealed(table)
    turned = next(each for each in table.happened() if isinstance(each, events.CardsTurned))
    assert turned.turned == (events.Turned(0, tuple(cards.parse("7h 9h 8h"))),)
    told = [step.text for step in recall(table.store, "pit-1", 1).steps]
    assert "turned: dealer 9h 8h 7h (nine-high straight flush)" in told


def test_in_three_way_action_the_dealers_cards_stay_as_dealt_and_are_named_at_each_game() -> None:
    table = dealt("three-way-action", "9c 9h | 2c Tc Ts 3c 3d 4h 4s 5h 5s 7d 7h Kd")
    calls = []
    while table.table.playing:
        if table.playing.turn:
            table.say("stand")
        else:
            table.step()
        if table.table.playing and seen(table).call not in calls:
            calls.append(seen(table).call)
    assert calls == ["", "Dealer has 19", "Dealer qualifies: two pair (sevens and fives)"]
    last = table.room.view("pit-1").round
    assert last is not None
    assert last.dealer[:2] == ("9h", "Tc")


def test_the_hole_card_is_looked_at_only_with_an_ace_or_a_ten_point_card_up() -> None:
    for up, looks in (("6d", False), ("9d", False), ("Kd", True), ("Ad", True)):
        table = dealt("three-way-action", f"9c {up} | 2c 3s")
        table.step(3)
        step = table.room.view("pit-1").round
        assert step is not None
        assert step.text.startswith("With an ace" if looks else "Seat by seat")
        assert ("step-taken" in table.kinds()) is not looks
        table.step()
        assert ("dealer-peeked" in table.kinds()) is looks
        while table.table.playing:
            if table.playing.turn:
                table.say("stand")
            else:
                table.do(commands.next_step, DEALER)
        assert audit(table.store, KEY).faults == ()


def test_what_the_automatic_dealer_does_is_the_dealers_in_the_log() -> None:
    table = Stacked("three-card-poker")
    table.seat(*PLAYERS[:2])
    table.play()
    rows = [*table.store.stream("pit-1")]
    assert {row.role for row in rows if row.kind in ("cards-turned", "bets-settled")} == {"dealer"}
    last = rows[-1]
    assert (last.kind, last.command, last.actor) == ("round-closed", "decide", "house")
    said = [row for row in rows if row.kind == "decision-made"]
    assert [(row.actor, row.role) for row in said] == [("p1", "player"), ("p2", "player")]
    assert audit(table.store, KEY).faults == ()


def test_where_a_person_deals_the_automatic_dealer_has_done_nothing() -> None:
    table = Stacked("three-card-poker", dealer="dora")
    table.seat(PLAYERS[0])
    table.bet()
    opened = events.RoundOpened(1)
    drafts = (Draft(*codec.encoded(opened)), Draft(*codec.encoded(opened)))
    entry = Entry(
        "pit-1", table.table.version, table.now, "dora", "dealer", "x", "k", b"{}", drafts, 1
    )
    table.store.append(entry)
    sentences = [fault.sentence for fault in audit(table.store, KEY, every=True).faults]
    assert "house acted where dora deals" in sentences


HAND_BY_HAND = ("ags-3-card", "napa-three-card-poker", "three-card-fury", "three-card-poker")


def to_the_hands(table: Stacked) -> None:
    """Every seat plays, except the second, until the hands of the seats are to be turned."""
    while not seen(table).next_hand:
        if table.playing.turn:
            table.say("fold" if table.playing.turn == 2 else "play")
        else:
            table.step()


@pytest.mark.parametrize("game", HAND_BY_HAND)
def test_a_person_turns_and_settles_one_hand_after_the_other(game: str) -> None:
    table = dealt(game, "", 4)
    to_the_hands(table)
    hidden = {n for n, hand in table.playing.hands.items() if n > 0 and "d" in hand.faces}
    order = []
    while table.playing.step == (at := table.playing.step) and (seat := seen(table).next_hand):
        order.append(seat)
        before = table.chips()
        happened = table.do(commands.next_step, DEALER).events
        settled = next(each for each in happened if isinstance(each, events.BetsSettled))
        assert (settled.seat, {line.seat for line in settled.lines}) == (seat, {seat})
        turned = [each for each in happened if isinstance(each, events.CardsTurned)]
        assert all([hand.hand for hand in each.turned] == [seat] for each in turned)
        still = {n for n, hand in table.playing.hands.items() if n > 0 and "d" in hand.faces}
        assert hidden - still <= {seat}, "no other hand was turned"
        hidden = still
        changed = {name for name, cents in table.chips().items() if cents != before[name]}
        assert changed <= {table.table.seats[seat]}
        assert settled.step == (at if seen(table).next_hand else at + 1)
    expected = {
        "ags-3-card": [4, 3, 2, 1],
        "napa-three-card-poker": [2, 3, 4],
        "three-card-fury": [4, 3, 2, 1],
        "three-card-poker": [4, 3, 2, 1],
    }
    assert order == expected[game]
    while table.table.playing:
        table.step()
    assert audit(table.store, KEY).faults == ()


@pytest.mark.parametrize("game", HAND_BY_HAND)
def test_hand_by_hand_and_in_one_go_come_to_the_same_settlement(game: str) -> None:
    ends = []
    for steps in (0, 1, 9):
        table = dealt(game, "", 4)
        to_the_hands(table)
        for _ in range(steps):
            if table.table.playing:
                table.step()
        if table.table.playing:
            table.do(commands.change_dealer, FLOOR, dealer="")
        paid = [each for each in table.happened() if isinstance(each, events.BetsSettled)]
        ends.append(([line for each in paid for line in each.lines], table.chips()))
        assert "round-closed" in table.kinds()
        assert audit(table.store, KEY).faults == ()
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("game", HAND_BY_HAND)
def test_a_round_is_void_between_two_hands(game: str) -> None:
    table = dealt(game, "", 3)
    to_the_hands(table)
    table.step()
    table.do(commands.report, FLOOR, irregularity="fouled-deck", reason="short")
    table.do(commands.rule, MANAGER, reason="counted")
    assert set(table.chips().values()) == {1_000_000}
    assert audit(table.store, KEY).faults == ()


def test_a_bank_that_does_not_cover_all_is_used_up_seat_by_seat() -> None:
    ends = []
    for by_hand in (True, False):
        setup = {"dealer": "dora"} if by_hand else {}
        table = Stacked("napa-three-card-poker", "", **setup)
        table.seat(*PLAYERS[:4])
        if by_hand:
            table.do(commands.open_round, DEALER)
        table.bank(1500)
        table.bet()
        table.deal()
        while (now := table.table.playing) and now.commitment:
            if table.playing.turn:
                table.say("play")
            else:
                table.step()
        paid = [each for each in table.happened() if isinstance(each, events.BetsSettled)]
        ends.append(([line for each in paid for line in each.lines], table.chips()))
        assert audit(table.store, KEY).faults == ()
    assert ends[0] == ends[1]
    assert any(line.returned_cents for line in ends[0][0])


def test_winners_who_share_a_meter_wait_until_the_last_of_them_is_turned() -> None:
    table = Linked(opened(shared=True), dealer="dora")
    table.stack("Ah Kh Qh | As Ks Qs | 2c 7h 9s | 3c 8h Tc")
    table.seat(*PLAYERS[:3])
    table.bet({"ante": 500, "stax": 500})
    table.deal()
    while not table.hand_next():
        if table.playing.turn:
            table.say("play")
        else:
            table.step()
    shown = table.shown("spade")
    table.step()  # seat 3: the bets of all seats feed the meters
    assert (fed := table.shown("spade")) > shown
    table.step()  # seat 2
    assert not table.table.holding.pays
    table.step()
    assert [pay.due.seat for pay in table.table.holding.pays.values()] == [2, 1]
    assert [pay.due.shares for pay in table.table.holding.pays.values()] == [2, 2]
    assert sum(hit.cents for hit in table.progressive.hits.values()) in (fed, fed - 1)
    assert sum(isinstance(each, events.MetersFed) for each in table.happened()) == 1
    assert audit(table.store, KEY).faults == ()


@pytest.mark.parametrize(
    ("order", "bets"),
    [
        ("back-first", ["play", "ante-bonus", "ante", "pair-plus", "bonus"]),
        ("front-first", ["bonus", "pair-plus", "ante", "ante-bonus", "play"]),
    ],
)
def test_the_house_chooses_the_order_in_which_a_hands_bets_are_settled(
    order: str, bets: list[str]
) -> None:
    table = Stacked("three-card-poker", "Jd Js 6c | 9h 8h 2h", options={"order-of-bets": order})
    table.seat(PLAYERS[0])
    table.play()
    assert [line.bet for line in table.last.lines] == bets
    assert audit(table.store, KEY).faults == ()


def test_a_hand_of_which_nothing_is_known_is_told_card_by_card() -> None:
    assert hand_told(None, 0, (0, 4, 50)) == "2c 3c Ah"
    setup = Stacked("three-card-poker").table.setup
    assert hand_told(setup, 0, (0, 99)) == "2c 99"
    assert hand_told(setup, 3, (0, 4, 50)) == "2c 3c Ah"
    assert hand_told(setup, 0, (0, 4, 50)) == "3c 2c Ah (three-high straight)"
