"""The bar below the felt: it offers what the table would take, and says what it waits for."""

from typing import Any

import pytest

from fairdeal.live import Actor, Role, commands
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.ring import ring
from fairdeal.web.faces.bar import Bar, Choice, bar, least_cents
from fairdeal.web.faces.table import shown_to
from fairdeal.web.replaying import Replay
from tests.live.jackpots import DEALERS, STAR
from tests.live.tables import DEALER, FLOOR, MANAGER, time_passes
from tests.web.house import AUTOMATIC, House

PIA, TOM = Actor("guest-pia", Role.PLAYER), Actor("guest-tom", Role.PLAYER)


def seen(house: House, viewer: Actor | None = PIA) -> Bar:
    last_bets = house.site.rounds.last_bets("pit-1", viewer.name) if viewer else {}
    return bar(Felt(house.room.view("pit-1", viewer), viewer), last_bets)


def test_a_player_bets_decides_and_bets_the_same_again(house: House) -> None:
    house.open("three-card-poker")
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.seat(PIA)
    assert seen(house) == Bar("bet", "Your bets")
    bets = {"ante": 500, "pair-plus": 1000}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    now = seen(house)
    assert (now.kind, [each.word for each in now.choices]) == ("decide", ["fold", "play"])
    assert seen(house, TOM).says == "Seat 1 decides"
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="play")
    again = seen(house)
    assert (again.kind, again.again, again.again_cents) == ("bet", bets, 1500)
    shown = shown_to(house.room.view("pit-1", PIA), PIA)
    assert (shown["receipt"].is_over, shown["staked"]) == (True, 0)


def test_every_choice_of_a_game_has_its_place_and_key_open_or_not(house: House) -> None:
    house.open("three-way-action", limits={"blackjack": "5-500"})
    house.deck = "Ah 7c Ac 8c 2d 3d"
    house.seat(PIA)
    bets = {"high-card": 500, "blackjack": 30_000, "poker": 500}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    now = seen(house)
    assert [(each.word, each.key, each.sub) for each in now.choices] == [
        ("hit", "H", ""),
        ("stand", "S", ""),
        ("double", "D", "needs $300"),
        ("split", "P", "needs $300"),
    ]
    assert now.is_short
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="hit")
    after = seen(house)
    assert [each.key for each in after.choices] == [each.key for each in now.choices]
    assert [each.sub for each in after.choices] == ["", "", "2 cards only", "aces only"]
    assert not after.is_short
    assert Choice("surrender", 0, "U", is_dear=False, is_open=False).sub == "not now"


@pytest.mark.parametrize(
    ("deck", "warns"),
    [("Qs 9h 4d", ""), ("Qs Qh 4d", "Pair of queens: press F again to fold.")],
)
def test_the_key_that_folds_warns_of_a_pair_or_better(house: House, deck: str, warns: str) -> None:
    house.open("three-card-poker")
    house.deck = deck
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert [each.warns for each in seen(house).choices] == [warns, ""]


def test_a_player_who_has_declared_a_fold_may_play_until_the_dealer_confirms(house: House) -> None:
    house.open("three-card-fury", dealer="dora")
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    bets = {"ante": 500, "monster": 500}
    for seat, player in enumerate((PIA, TOM), 1):
        house.room.do("pit-1", commands.place, by=player, seat=seat, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    while not house.room.table("pit-1").round.turn:  # type: ignore[union-attr]
        house.room.do("pit-1", commands.next_step, by=DEALER)
    assert seen(house).note == ""
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="fold")
    now, waits = seen(house), "Your fold waits for the dealer's confirmation."
    assert (now.kind, now.note) == ("decide", f"{waits} Changed your mind? Play.")
    fold, play = now.choices
    assert (fold.is_open, fold.sub, play.is_open, play.sub) == (False, "declared", True, "$5")
    assert spoken(house) == now.note
    view = house.room.view("pit-1", PIA)
    assert shown_to(view, PIA)["say"] == "Waiting for the dealer to confirm your fold"
    assert [place.state for place in ring(Felt(view, TOM))][:1] == ["Fold?"]
    assert seen(house, TOM).says == "Seat 1 waits for the dealer to confirm the fold"
    view = house.room.view("pit-1", TOM)
    assert shown_to(view, TOM)["say"] == "Waiting for the dealer to confirm seat 1's fold"


def spoken(house: House, viewer: Actor = PIA) -> str:
    return str(shown_to(house.room.view("pit-1", viewer), viewer)["spoken"])


def test_hand_choices_dealers_hand_and_result_are_spoken(house: House) -> None:
    house.open("three-card-poker")
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.seat(PIA)
    assert spoken(house) == "Place your bets"
    bets = {"ante": 500, "pair-plus": 1000}
    for word, end in (
        ("play", "Dealer has jack, eight, two: jack high. You lose $5."),
        ("fold", "You folded. You lose $15."),
    ):
        house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
        house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        hand = "You have queen, nine, four: queen high."
        assert spoken(house) == f"{hand} Fold or play for $5 more."
        house.room.do("pit-1", commands.decide, by=PIA, seat=1, word=word)
        assert spoken(house).endswith(end)


def test_what_is_settled_before_a_decision_is_spoken_with_it(house: House) -> None:
    house.open("three-way-action")
    house.deck = "Kd 9s 8c 7h Tc"
    house.seat(PIA)
    bets = {"high-card": 500, "blackjack": 500, "poker": 500}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    so_far = "You have king, eight: 18. So far you win $5."
    assert spoken(house) == f"{so_far} Hit, stand or double for $5 more."


def test_the_dealers_three_cards_against_four_are_spoken_with_what_they_make(house: House) -> None:
    house.open("three-card-fury")
    house.deck = "9c 8s 2h Ks Kh 4d 7c"
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500, "monster": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="play")
    assert spoken(house) == "Dealer has nine, eight, two: nine high. You break even."


def test_who_holds_the_bank_hears_what_it_won_or_lost(house: House) -> None:
    house.open("napa-three-card-poker")
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.post_bank, by=PIA, seat=1, cents=10_000)
    house.room.do("pit-1", commands.place, by=TOM, seat=2, bets={"ante": 500, "pair-plus": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=TOM, seat=2, word="play")
    assert spoken(house).endswith("Your bank breaks even.")


def test_the_same_bets_that_chips_do_not_cover_are_named_with_what_there_is(house: House) -> None:
    house.open("three-card-poker", limits={"ante": "300-500"})
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 30000})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="fold")
    assert seen(house) == Bar("bet", "Your bets", again={"ante": 30_000}, lacks="you have $200")
    shown = house.site.hub.shown("table", "pit-1", PIA)["bar"]
    said = '<span class="below"><span class="sub">$300: you have $200</span>'
    assert f'data-key="A" disabled>Same again {said}' in shown


def played(house: House, *bettors: tuple[Actor, int]) -> None:
    """A round in which everybody folds who has bet."""
    for player, seat in bettors:
        house.room.do("pit-1", commands.place, by=player, seat=seat, bets={"ante": 500 * seat})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    for player, seat in bettors:
        house.room.do("pit-1", commands.decide, by=player, seat=seat, word="fold")


def test_the_same_again_is_remembered_over_missed_rounds_and_by_player(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM)
    played(house, (PIA, 1), (TOM, 2))
    for _ in range(3):
        played(house, (TOM, 2))
        assert seen(house).again == {"ante": 500}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 700})
    assert seen(house).again == {}, "a bet lies there"
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={})
    assert seen(house).again == {"ante": 500}, "what was taken back was never dealt"
    house.room.do("pit-1", commands.leave, by=PIA, seat=1)
    ana = Actor("guest-ana", Role.PLAYER)
    house.room.do("pit-1", commands.sit, by=ana, seat=1)
    house.site.give_chips("pit-1", ana)
    assert seen(house, ana).again == {}
    house.room.do("pit-1", commands.sit, by=PIA, seat=3)
    assert seen(house).again == {"ante": 500}


def test_the_same_again_is_offered_while_the_table_takes_such_bets(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA)
    played(house, (PIA, 1))
    house.room.do("pit-1", commands.reconfigure, by=FLOOR, reason="a", limits={"ante": "10-50"})
    assert seen(house).again == {}
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    house.open("three-way-action")
    assert (seen(house).kind, seen(house).again) == ("bet", {})


def test_the_smallest_bet_counts_everything_that_is_compulsory(house: House) -> None:
    house.open("three-card-fury", limits={"ante": "10-100"})
    assert least_cents(Felt(house.room.view("pit-1", PIA), PIA)) == 2000
    house.open("three-way-action", "pit-2")
    assert least_cents(Felt(house.room.view("pit-2", PIA), PIA)) == 1500


def test_who_has_too_few_chips_is_told_how_many_a_bet_takes(house: House) -> None:
    house.open("three-card-poker")
    house.site.play_chips = 400
    house.seat(PIA)
    assert seen(house) == Bar("broke", "The smallest bet takes $5, and you have $4.")
    assert house.site.give_chips("pit-1", PIA)
    assert not house.site.give_chips("pit-1", PIA)
    assert seen(house).kind == "bet"


def test_bets_that_took_the_last_chips_can_still_be_changed(house: House) -> None:
    house.open("three-card-poker")
    house.site.play_chips = 500
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    assert seen(house).kind == "bet"


def test_the_bank_is_offered_taken_and_waited_for(house: House) -> None:
    house.open("napa-three-card-poker")
    house.seat(PIA)
    assert seen(house).says == "A player must take the bank first"
    house.room.do("pit-1", commands.sit, by=TOM, seat=2)
    house.site.give_chips("pit-1", TOM)
    now = seen(house)
    assert (now.kind, now.bank_cents) == ("bank", 1000)
    assert seen(house, TOM).says == "The bank is offered to seat 1"
    shown = shown_to(house.room.view("pit-1", TOM), TOM)
    assert shown["say"] == "Seat 1 is offered the bank"
    assert shown_to(house.room.view("pit-1", PIA), PIA)["say"] == "Do you take the bank?"
    house.room.do("pit-1", commands.post_bank, by=PIA, seat=1, cents=20_000)
    assert seen(house).says == "You hold the bank: the others bet against you"
    assert seen(house, TOM).kind == "bet"


def test_who_only_watches_is_told_what_goes_on(house: House) -> None:
    house.open("three-card-poker")
    assert seen(house, None).says == "You are watching"
    assert not shown_to(house.room.view("pit-1", FLOOR), FLOOR)["may_sit"]
    assert shown_to(house.room.view("pit-1", PIA), PIA)["may_sit"]
    house.room.do("pit-1", commands.disable, by=FLOOR, reason="a spill")
    assert seen(house, None).says == "No bets for now: a spill"
    house.room.do("pit-1", commands.enable, by=FLOOR, reason="dry again")
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    assert seen(house, None).says == "The table is closed"


def test_a_dealer_by_hand_opens_the_betting_and_leaves_time_between_the_cards(
    house: House,
) -> None:
    house.open("three-card-poker")
    house.room.do("pit-1", commands.change_dealer, by=FLOOR, dealer=DEALER.name)
    house.seat(PIA)
    assert seen(house) == Bar("wait", "Dora opens the betting")
    shown = shown_to(house.room.view("pit-1", PIA), PIA)
    assert (shown["say"], shown["stage"]) == ("Dora opens the betting", "Bets")
    house.room.do("pit-1", commands.open_round, by=DEALER)
    assert (seen(house).kind, seen(house, None).says) == ("bet", "You are watching")
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    assert seen(house).says == "The cards are dealt"
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    assert seen(house).says == "The table closes when everything is paid: late"
    reason = "two cards stuck together"
    house.room.do("pit-1", commands.report, by=DEALER, irregularity="fouled-deck", reason=reason)
    assert seen(house).says == "A ruling is awaited: bets and cards stay as they are"
    house.room.do("pit-1", commands.rule, by=FLOOR, reason="seen on the camera")
    shown = shown_to(house.room.view("pit-1", PIA), PIA)
    assert shown["void"]
    with house.browser() as browser:
        browser.client.cookies.set(
            "fairdeal", house.site.sessions.cookie(house.site.sessions.begin(PIA))
        )
        page = browser.get("/tables/pit-1").text
        assert "$5 back" in page
        assert "Every bet of the round goes back." in page


def test_what_the_clock_chose_is_said_until_the_player_bets_and_on_the_receipt(
    house: House,
) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    time_passes(house, 10 * 60_000_000)
    note = "Time ran out: your hand was folded."
    for _ in range(2):  # after the round, and when somebody else has bet for the next
        parts = house.site.hub.shown("table", "pit-1", PIA)
        assert note in parts["hero"]
        assert f'<p class="line">{note}</p>' in parts["receipt"]
        assert note not in house.site.hub.shown("table", "pit-1", TOM)["hero"]
        house.room.do("pit-1", commands.place, by=TOM, seat=2, bets={"ante": 500})
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    assert note not in house.site.hub.shown("table", "pit-1", PIA)["hero"]
    replay = Replay(house.site.replays.find("pit-1", 1), PIA)
    assert [each["note"] for each in replay.seats()] == [note]


def test_a_win_that_needs_approval_names_who_is_waited_for(house: House) -> None:
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    setup: dict[str, Any] = {"profile": "washington", "limits": {"stax": "5"}}
    house.open("ags-3-card", progressive="stax", dealer=DEALER.name, **setup)
    house.deck = f"{STAR} {DEALERS}"
    house.seat(PIA)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500, "stax": 500})
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    while not house.room.view("pit-1", PIA).pays:
        if house.room.view("pit-1", PIA).choices:
            house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="play")
        else:
            house.room.do("pit-1", commands.next_step, by=DEALER)
    assert seen(house).says == "Your STAX wins: the dealer enters it for approval"
    told = seen(house, FLOOR).says
    assert told == "STAX at seat 1 wins: the dealer enters it for approval"
    assert shown_to(house.room.view("pit-1", PIA), PIA)["until"] == 0
    house.room.do("pit-1", commands.touch_seat, by=DEALER, seat=1)
    house.room.do("pit-1", commands.choose_hand, by=DEALER, seat=1, hand="royal-diamonds")
    house.room.do("pit-1", commands.touch_pending, by=DEALER, seat=1)
    house.room.do("pit-1", commands.pay_jackpot, by=DEALER, seat=1)
    assert seen(house).says == "Your STAX waits for floor"


def test_every_choice_has_a_key_of_its_own(house: House) -> None:
    house.open("three-way-action")
    house.deck = "As 9s Ah 7h Tc"
    house.seat(PIA)
    bets = {"high-card": 500, "blackjack": 500, "poker": 500}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    keys = {each.word: each.key for each in seen(house).choices}
    assert keys == {"hit": "H", "stand": "S", "double": "D", "split": "P"}


def test_a_seat_that_was_skipped_is_dead_and_the_others_play_on(house: House) -> None:
    house.open("three-way-action", dealer=DEALER.name)
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    bets = {"high-card": 500, "blackjack": 500, "poker": 500}
    for number, player in enumerate((PIA, TOM), 1):
        house.room.do("pit-1", commands.place, by=player, seat=number, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    told: dict[str, Any] = {
        "irregularity": "seat-skipped",
        "reason": "no card for seat 2",
        "seat": 2,
    }
    house.room.do("pit-1", commands.report, by=FLOOR, **told)
    house.room.do("pit-1", commands.rule, by=MANAGER, reason="seen on the camera")
    others = {each.number: each for each in ring(Felt(house.room.view("pit-1", PIA), PIA))}
    assert (others[2].state, others[2].bets) == ("Dead", ())


def test_a_seat_names_all_of_its_bets_as_they_lie(house: House) -> None:
    house.open("ags-3-card", limits={"stax": "5"})
    house.seat(PIA)
    bets = {"ante": 500, "player-bonus": 500, "six-card-bonus": 500}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="play")
    [place] = [each for each in ring(Felt(house.room.view("pit-1", TOM), TOM)) if each.player]
    names = [name for name, _, _ in place.bets]
    assert names == ["Six Card Bonus", "Player Bonus", "Ante", "Play", "Ante Bonus"]
    assert all(net_cents is not None for _, _, net_cents in place.bets)


def test_the_bank_is_in_sight_of_who_holds_it(house: House) -> None:
    house.open("napa-three-card-poker")
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.post_bank, by=PIA, seat=1, cents=20_000)
    shown = shown_to(house.room.view("pit-1", PIA), PIA)
    assert (shown["staked"], shown["print"]) == (
        20_000,
        "Napa Valley Three Card Poker · bank $200",
    )
    house.room.do("pit-1", commands.disable, by=FLOOR, reason="a spill")
    with house.browser() as browser:
        assert "No bets now" in browser.get("/").text


def test_play_chips_are_for_who_has_nothing_left_anywhere_on_the_table(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 10_000})
    assert not house.site.give_chips("pit-1", PIA)


def test_who_has_bet_everything_takes_chips_for_what_a_choice_costs(house: House) -> None:
    house.open("three-card-poker", limits={"ante": "5-500"})
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 40_000})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    shown = seen(house)
    assert [(each.word, each.is_dear) for each in shown.choices] == [
        ("fold", False),
        ("play", True),
    ]
    assert "disabled>Play" in house.site.hub.shown("table", "pit-1", PIA)["bar"]
    assert house.site.give_chips("pit-1", PIA)
    assert not seen(house).is_short
    assert not house.site.give_chips("pit-1", PIA)
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="play")


def test_the_bank_that_is_proposed_is_the_one_that_is_named_to_the_cent(house: House) -> None:
    house.open("napa-three-card-poker", limits={"ante": "7.25-100"})
    house.seat(PIA, TOM)
    shown = house.site.hub.shown("table", "pit-1", PIA)["bar"]
    assert seen(house).bank_cents == 1450
    assert 'value="$14.50"' in shown
    assert "$14.50 covers the smallest bets" in shown


def test_only_the_time_of_the_viewer_is_said(house: House) -> None:
    house.open("three-card-poker")
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.seat(PIA, TOM)
    assert seen(house).hurries == "to bet"
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert (seen(house).hurries, seen(house, TOM).hurries) == ("to decide", "")


def test_a_bet_that_lies_after_a_void_round_is_not_given_back(house: House) -> None:
    house.open("three-card-poker", dealer="dora")
    house.seat(PIA)
    placed = []
    for _ in range(2):
        house.room.do("pit-1", commands.open_round, by=DEALER)
        house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
        hero = house.site.hub.shown("table", "pit-1", PIA)["hero"]
        placed.append(("$5 back" in hero, 'data-placed="500"' in hero))
        house.room.do("pit-1", commands.no_more_bets, by=DEALER)
        house.room.do("pit-1", commands.next_step, by=DEALER)
        hero = house.site.hub.shown("table", "pit-1", PIA)["hero"]
        assert "data-placed" not in hero, "no more bets"
        told = {"irregularity": "fouled-deck", "reason": "a card is torn"}
        house.room.do("pit-1", commands.report, by=DEALER, **told)
        house.room.do("pit-1", commands.rule, by=FLOOR, reason="seen on the camera")
    assert placed == [(False, True)] * 2
    assert "$5 back" in house.site.hub.shown("table", "pit-1", PIA)["hero"]
