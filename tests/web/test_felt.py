"""A felt in pieces: two hands after a split, the receipt of a bank, stages that fit the words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from fairdeal import games
from fairdeal.live import Actor, Role, commands
from fairdeal.live.table.state import RoundState
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.helping import even_pays, tops
from fairdeal.web.drawing.pieces import Hand
from fairdeal.web.drawing.ring import ring, shuffler
from fairdeal.web.faces.dealer import terminal
from fairdeal.web.faces.table import latest_rounds, shown_to
from fairdeal.web.rendering import rendered
from fairdeal.web.replaying import Replay
from tests.live.tables import DEALER, FLOOR, MANAGER
from tests.live.test_progressives import CROWN
from tests.web.house import AUTOMATIC, House
from tests.web.rounds import bets_fall, decided

PIA, TOM = Actor("guest-pia", Role.PLAYER), Actor("guest-tom", Role.PLAYER)
ANA = Actor("guest-ana", Role.PLAYER)
ACES = "Ah 7c 6c Ac 8c Td 5s Kd 3h"
"""Two aces and a fifteen against a six; to the aces a five and a king, to the six a nineteen."""
BETS = {"high-card": 500, "blackjack": 1000, "poker": 500}


def shown(house: House, viewer: Actor | None = PIA) -> dict[str, Any]:
    last_bets = house.site.rounds.last_bets("pit-1", viewer.name) if viewer else {}
    return shown_to(house.room.view("pit-1", viewer), viewer, last_bets=last_bets)


def with_aces(house: House, **setup: Any) -> None:
    """Two players have bet, and the first holds a pair of aces."""
    house.deck = ACES
    house.open("three-way-action", **setup)
    house.seat(PIA, TOM)
    dealer = DEALER if setup else AUTOMATIC
    if setup:
        house.room.do("pit-1", commands.open_round, by=dealer)
    for number, player in enumerate((PIA, TOM), 1):
        house.room.do("pit-1", commands.place, by=player, seat=number, bets=BETS)
    house.room.do("pit-1", commands.no_more_bets, by=dealer)


def says(house: House, player: Actor, word: str) -> None:
    now = house.room.table("pit-1").playing
    assert now is not None
    house.room.do("pit-1", commands.decide, by=player, seat=now.turn, word=word)


def told(hands: tuple[Hand, ...] | list[Hand]) -> list[tuple[str, str, str, int, int | None]]:
    """Of each hand its name, its cards, what they make, the bet on it and the result."""
    return [
        (each.name, " ".join(face.name or "" for face in each.faces), *_figures(each))
        for each in hands
    ]


def _figures(hand: Hand) -> tuple[str, int, int | None]:
    return hand.reads, hand.cents, hand.net_cents


def test_split_aces_are_two_hands_with_their_own_totals_bets_and_results(house: House) -> None:
    with_aces(house)
    assert len(shown(house)["hands"]) == 1
    assert shown(house)["receipt"].result == "So far"
    assert (
        '<span class="result">Decide</span>' in house.site.hub.shown("lobby", "all", None)["tables"]
    )
    says(house, PIA, "split")
    first, second = ("First hand", "Ah 5s"), ("Second hand", "Ac Kd")
    assert told(shown(house)["hands"]) == [
        (*first, "soft 16", 1000, None),
        (*second, "21", 1000, None),
    ]
    assert shown(house)["read"] == "Split aces"
    says(house, TOM, "stand")
    settled = [(*first, "soft 16", 1000, -1000), (*second, "21", 1000, 1000)]
    assert told(shown(house)["hands"][:2]) == settled
    assert [each.name for each in shown(house)["hands"]] == [*_NAMES, "For poker"]
    assert len(shown(house)["hands"][2].faces) == 3
    [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert told(place.hands[:2]) == settled
    assert place.reads.startswith("Full house")
    assert ("Blackjack", 2000, 0) in place.bets
    # the same is in sight while the next bets are placed, and "same again" is what was bet first
    assert shown(house)["bar"].again == BETS
    house.room.do("pit-1", commands.place, by=TOM, seat=2, bets=BETS)
    assert shown(house)["stage"] == "Bets"
    assert told(shown(house)["hands"][:2]) == settled
    assert shown(house)["bar"].again == BETS


_NAMES = ("First hand", "Second hand")


def test_split_aces_are_settled_hand_by_hand_at_the_terminal(house: House) -> None:
    with_aces(house, dealer=DEALER.name)
    for line in _settled(house):
        assert line.stake_cents == 1000
    view = house.room.view("pit-1", DEALER)
    one, other = terminal(view, DEALER)["seats"][:2]
    assert [each.name for each in one["hands"]] == [*_NAMES]
    due = [(line.bet, line.do) for line in one["lines"] if line.bet.startswith("Blackjack")]
    assert due == [
        ("Blackjack, first hand", "Take $10"),
        ("Blackjack, second hand", "Pay $10"),
    ]
    assert len({line.key for line in one["lines"]}) == len(one["lines"])
    assert [line.bet for line in other["lines"]] == ["High Card", "Blackjack"]
    house.room.do("pit-1", commands.next_step, by=DEALER)
    [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert [face.name for face in place.hands[2].faces] == [None] * 3


def _settled(house: House) -> Iterator[Any]:
    """Go on until the blackjack bets are settled; those lines of the first seat."""
    while True:
        view = house.room.view("pit-1", DEALER)
        assert view.round is not None
        if any(line.bet == "blackjack" for line in view.round.lines):
            lines = terminal(view, DEALER)["seats"][0]["lines"]
            yield from (line for line in lines if line.bet.startswith("Blackjack"))
            return
        if view.round.turn:
            says(house, *((PIA, "split") if view.round.turn == 1 else (TOM, "stand")))
        else:
            house.room.do("pit-1", commands.next_step, by=DEALER)


def test_a_replay_shows_two_hands_from_the_card_that_made_them(house: House) -> None:
    with_aces(house)
    says(house, PIA, "split")
    says(house, TOM, "stand")
    replay = Replay(house.site.replays.find("pit-1", 1), PIA)
    felts = [replay.felt(scene) for scene in replay.scenes]
    assert felts[0]["stage"] == "Bets"
    assert felts[-1]["stage"] == "Settle"
    split = next(at for at, scene in enumerate(replay.scenes) if "split" in scene.text)
    assert len(felts[split - 1]["hands"]) == 1
    assert len(felts[split]["hands"]) == 2
    assert [each.net_cents for each in felts[-1]["hands"]] == [-1000, 1000, None]


def test_what_the_felt_shows_adds_up_to_the_total(house: House) -> None:
    house.open("three-card-poker")
    house.deck = "As Ks Qs 9c 8d 2h"
    house.seat(PIA)
    bets = {"ante": 500, "pair-plus": 500, "bonus": 500}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PIA, seat=1, word="play")
    shown = shown_to(house.room.view("pit-1", PIA), PIA)
    pills = {spot.key: spot.net_cents for spot in shown["spots"]}
    awards = {spot.key: spot.awards for spot in shown["spots"] if spot.awards}
    assert awards == {"ante": (("Bonus", 2500),)}
    assert sum(pills.values()) + 2500 == shown["receipt"].net_cents
    assert "Bonus +$25" in rendered("parts/hero.html", felt=shown)


def test_who_holds_the_bank_has_a_receipt_of_what_it_paid_and_took(house: House) -> None:
    house.deck = "2c 2d 2h Js 8s 3h"
    house.open("napa-three-card-poker")
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.post_bank, by=PIA, seat=1, cents=30_000)
    bets = {"ante": 500, "pair-plus": 500}
    house.room.do("pit-1", commands.place, by=TOM, seat=2, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert shown(house)["receipt"] is None
    says(house, TOM, "play")
    paid, theirs = shown(house)["receipt"], shown(house, TOM)["receipt"]
    assert (paid.is_bank, paid.result) == (True, "Result of your bank")
    assert paid.net_cents == shown(house)["won"] == -theirs.net_cents
    assert paid.net_cents == house.site.rounds.of("pit-1")[0].won_by(PIA.name)
    [line] = paid.lines
    assert (line.name, line.stake_cents) == ("Seat 2, guest-tom", 1500)
    assert line.reason == (
        "Pays $5 on Ante and pays $150 on Pair Plus. Player/dealer does not qualify (jack high):"
        " ante wins 1 to 1. Player/dealer does not qualify (jack high): play has no action and goes"
        " back. Three of a kind (twos): pair plus wins 30 to 1"
    )
    [bank] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert (bank.is_bank, bank.result_cents) == (True, paid.net_cents)


def test_a_bank_that_moves_nothing_says_why(house: House) -> None:
    house.deck = "Qs 9h 4d Qd 9c 4h"
    house.open("napa-three-card-poker")
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.post_bank, by=PIA, seat=1, cents=30_000)
    house.room.do("pit-1", commands.place, by=TOM, seat=2, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    says(house, TOM, "play")
    [line] = shown(house)["receipt"].lines
    tie = "Queen high ties player/dealer's queen high"
    assert line.reason == f"{tie}: ante pushes. {tie}: play pushes"
    for viewer in (PIA, TOM):
        parts = house.site.hub.shown("table", "pit-1", viewer)
        assert '<span class="amt">Even</span></div>' in parts["receipt"], "the total"
        assert '<span class="amt">Even</span></li>' in parts["history"]
    assert (
        '<span class="amt">Even</span><p>' in house.site.hub.shown("table", "pit-1", PIA)["receipt"]
    )
    assert (
        '<span class="amt">Push</span><p>' in house.site.hub.shown("table", "pit-1", TOM)["receipt"]
    )
    with house.browser() as browser:
        cookie = house.site.sessions.cookie(house.site.sessions.begin(TOM))
        browser.client.cookies.set("fairdeal", cookie)
        replay = browser.get("/replay/pit-1/1?step=99").text
        assert '<span>Round result</span><span class="amt">Even</span>' in replay
        assert '<td class="num"><b class="">Even</b></td>' in browser.get("/rounds").text


def test_a_table_that_closes_or_wants_a_bank_does_not_ask_for_bets(house: House) -> None:
    house.deck = ACES
    house.open("three-card-poker", dealer=DEALER.name)
    house.seat(PIA)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    assert shown(house)["say"] == "The table closes"
    house.open("napa-three-card-poker", "pit-2")
    view = house.room.view("pit-2", PIA)
    assert shown_to(view, PIA)["say"] == "A player must take the bank"


def test_a_round_that_is_over_is_settled_until_the_dealer_opens_the_next(house: House) -> None:
    house.open("three-card-poker", dealer=DEALER.name)
    house.seat(PIA)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    while (now := house.room.table("pit-1").playing) is not None:
        if now.turn:
            assert shown(house)["say"] == "Your decision"
            assert shown(house, TOM)["say"] == "Seat 1 decides"
            says(house, PIA, "fold")
        else:
            house.room.do("pit-1", commands.next_step, by=DEALER)
    assert (shown(house)["stage"], shown(house)["say"]) == ("Settle", "Dora opens the betting")
    [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert place.is_folded
    house.room.do("pit-1", commands.open_round, by=DEALER)
    [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert place.is_folded, "the last round is still in sight"


def test_the_ring_of_a_bet_by_decision_says_when_it_is_placed_and_what_it_costs(
    house: House,
) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM)
    house.site.give_chips("pit-1", TOM)

    def play_says(viewer: Actor) -> str:
        [said] = [spot.when for spot in shown(house, viewer)["spots"] if spot.key == "play"]
        return str(said)

    assert [play_says(PIA), play_says(TOM)] == ["after the deal", "after the deal"]
    bets_fall(house, {PIA: {"ante": 1000}, TOM: {"ante": 500}})
    assert [play_says(PIA), play_says(TOM), play_says(ANA)] == [
        "$10 more",
        "on your turn",
        "after the deal",
    ]
    says(house, PIA, "fold")
    assert [play_says(PIA), play_says(TOM)] == ["", "$5 more"]
    says(house, TOM, "fold")
    assert [play_says(PIA), play_says(TOM)] == ["after the deal", "after the deal"]


def test_a_dealer_who_is_called_like_a_player_has_no_seat(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA)
    bets_fall(house, {PIA: {"ante": 500}})
    decided(house, {PIA: "fold"})
    site, found = house.site, house.site.replays.find("pit-1", 1)
    namesake = Actor(PIA.name, Role.DEALER)
    for viewer, own, won in ((PIA, 1, -500), (namesake, 0, None)):
        assert shown(house, viewer)["own"] == own
        assert [each["won"] for each in latest_rounds(site.rounds, "pit-1", viewer)] == [won]
        assert [each["is_own"] for each in Replay(found, viewer).seats()] == [bool(own)]


def test_who_watches_sees_the_seal_of_the_deck(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA)
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    sealed = shown(house, None)["commitment"]
    assert len(sealed) == 39
    with house.browser() as browser:
        assert sealed in browser.get("/tables/pit-1").text


def test_a_game_that_says_neither_pays_nor_tops_has_its_rules_without_them() -> None:
    poker = games.game("three-card-poker")
    silent = replace(poker, bets=tuple(replace(bet, pays="", top="") for bet in poker.bets))
    assert even_pays(silent) == []
    assert tops(silent, {}) == []


def test_a_seat_shows_nothing_of_a_round_that_somebody_else_played_there(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM)
    bets_fall(house, {PIA: {"ante": 500}, TOM: {"ante": 500}})
    decided(house, {PIA: "play", TOM: "play"})
    house.room.do("pit-1", commands.leave, by=PIA, seat=1)
    [left] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert left.reads, "the cards of who has left lie there until the next deal"
    house.room.do("pit-1", commands.sit, by=ANA, seat=1)
    house.site.give_chips("pit-1", ANA)
    for _ in range(2):  # while the round is over, and while bets are placed for the next
        mine = shown(house, ANA)
        assert (mine["receipt"], mine["won"], mine["read"], mine["staked"]) == (None, None, "", 0)
        assert [face.name for face in mine["hands"][0].faces] == [""] * 3
        assert {spot.cents for spot in mine["spots"]} == {0}
        assert mine["bar"].again == {}
        [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
        assert (place.player, place.state, place.reads, place.bets) == (ANA.name, "", "", ())
        assert (place.result_cents, place.hands[0].faces) == (None, ())
        assert shown(house, TOM)["receipt"] is not None
        house.room.do("pit-1", commands.place, by=ANA, seat=1, bets={"ante": 500})
        house.room.do("pit-1", commands.place, by=ANA, seat=1, bets={})


def test_a_new_player_at_the_seat_of_the_bank_gets_no_receipt_of_it(house: House) -> None:
    house.open("napa-three-card-poker")
    house.seat(PIA, TOM)
    house.room.do("pit-1", commands.post_bank, by=PIA, seat=1, cents=30_000)
    bets_fall(house, {TOM: {"ante": 500}})
    says(house, TOM, "play")
    house.room.do("pit-1", commands.leave, by=PIA, seat=1)
    house.room.do("pit-1", commands.sit, by=ANA, seat=1)
    assert shown(house, ANA)["receipt"] is None
    [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert (place.is_bank, place.result_cents) == (False, None)


def test_every_payment_of_a_bet_is_on_the_receipt_and_in_what_a_seat_won(house: House) -> None:
    house.deck = "2c 7d Js 5h 6h 7h 8c 9c Tc Ad Kc 3s"
    house.open("three-card-poker", pay_tables=("TCPB-03E",))
    house.seat(PIA, TOM, ANA)
    everybody = (PIA, TOM, ANA)
    bets_fall(house, {player: {"ante": 500, "bonus": 500} for player in everybody})
    decided(house, dict.fromkeys(everybody, "play"))
    lines = [line for line in _over(house).every_line() if line.seat == 1]
    assert [line.bet for line in lines].count("envy") == 2
    won = sum(line.net_cents for line in lines)
    mine = shown(house)
    assert len(mine["receipt"].lines) == len(lines)
    assert mine["won"] == mine["receipt"].net_cents == won
    assert won == house.site.rounds.of("pit-1")[0].won_by(PIA.name)
    [place] = [each for each in shown(house, TOM)["ring"] if each.number == 1]
    assert place.result_cents == sum(net_cents or 0 for _, _, net_cents in place.bets) == won
    assert ("Envy", 0, 1000) in place.bets


def test_a_meter_on_top_of_a_bet_adds_to_what_the_bet_won(house: House) -> None:
    house.room.do("crown", commands.open_progressive, by=MANAGER, **CROWN)
    house.deck = "5h 6h 7h 3c 8h Tc"
    house.open("three-card-poker", progressive="crown")
    house.seat(PIA)
    bets_fall(house, {PIA: {"ante": 500, "pair-plus": 500}})
    decided(house, {PIA: "play"})
    lines = [line.net_cents for line in _over(house).every_line() if line.bet == "pair-plus"]
    assert lines == [20_000, 200_012]
    mine = shown(house)
    assert mine["receipt"].net_cents == house.site.rounds.of("pit-1")[0].won_by(PIA.name)
    [spot] = [each for each in mine["spots"] if each.key == "pair-plus"]
    assert (spot.cents, spot.net_cents, spot.why.count("; ")) == (500, 220_012, 1)


def _over(house: House) -> RoundState:
    """The round that is over and in sight."""
    table = house.room.table("pit-1")
    now = table.round if table.playing is None else table.last
    assert now is not None
    return now


@pytest.mark.parametrize("count", range(1, 8))
def test_every_other_seat_has_a_place_of_its_own(house: House, count: int) -> None:
    house.open("ags-3-card", seats=count)
    for own in range(count + 1):
        if own:
            house.room.do("pit-1", commands.sit, by=PIA, seat=own)
        felt = Felt(house.room.view("pit-1", PIA), PIA)
        places = [*ring(felt)]
        assert [each.number for each in places] == [n for n in range(1, count + 1) if n != own]
        taken = [each.where for each in places] + [shuffler(felt)] * bool(shuffler(felt))
        assert len({*taken}) == len(taken)
        if own:
            house.room.do("pit-1", commands.leave, by=PIA, seat=own)
