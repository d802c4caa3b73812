"""Rounds that are over: step by step, in lists, and their decks for who checks them."""

import hashlib
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from fairdeal.live import Actor, Role, commands, events
from fairdeal.live.history.recall import recall
from fairdeal.web import replaying
from fairdeal.web.past import rounds, workers
from fairdeal.web.past.rounds import Rounds
from fairdeal.web.replaying import Replay
from tests.live.tables import DEALER, FLOOR, MANAGER
from tests.web.house import House
from tests.web.rounds import MARA, OSKAR, bets_fall, decided, guest, seated

PIA = Actor("pia", Role.PLAYER)
DECK = "Qs 7h 3d | Ks Kd 2c | As Jc 5h"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.deck = DECK
    house.open("three-card-poker")
    return house


def play(house: House, *players: Actor) -> None:
    bets_fall(house, {who: {"ante": 1000} for who in players})
    decided(house, {who: "fold" if who is MARA else "play" for who in players})


def steps_of(page: str) -> int:
    found = re.search(r"Step \d+ of (\d+)", page)
    assert found is not None
    return int(found[1])


def test_a_round_is_replayed_as_its_player_saw_it(house: House) -> None:
    with house.browser() as browser:
        me = guest(browser)
        seated(house, MARA, 2)
        play(house, me, MARA)
        first = browser.get("/replay/pit-1/1").text
        assert "Round 1 is open for bets." in first
        assert ">Replay</span>" in first
        assert 'aria-label="queen of spades"' not in first
        pages = [
            browser.get(f"/replay/pit-1/1?step={step + 1}").text for step in range(steps_of(first))
        ]
        dealt = next(page for page in pages if '<p class="now">Dealt: ' in page)
        assert 'aria-label="queen of spades"' in dealt
        assert "king of spades" not in dealt
        assert "ace of spades" not in dealt
        assert "Queen high loses to dealer&#39;s ace high: ante loses." in pages[-1]
        assert "Your receipt" in pages[-1]
        assert "Your receipt" not in pages[-2]
        for page in pages:
            assert 'class="clock"' not in page
            assert "data-post" not in page
            assert "data-stream" not in page


def test_the_cards_of_every_seat_lie_open_once_the_deck_was_shown(house: House) -> None:
    with house.browser() as browser:
        me = guest(browser)
        seated(house, MARA, 2)
        play(house, me, MARA)
        assert "king of spades" not in browser.get("/tables/pit-1").text
        assert 'aria-label="king of spades"' in browser.get("/replay/pit-1/1?step=99").text


def test_a_round_that_lies_far_back_is_looked_for_while_the_page_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(house, MARA, 1)
    play(house, MARA)
    go, find = threading.Event(), house.site.replays.find
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    monkeypatch.setattr(house.site.replays, "find", lambda *of: (go.wait(), find(*of))[1])
    with house.browser() as browser:
        page = browser.get("/replay/pit-1/1").text
        assert "<h1>Round 1 at pit-1</h1>" in page
        assert "the page then loads automatically" in page
        go.set()
        monkeypatch.setattr(workers, "PATIENCE", 60)
        assert "Step 1 of" in browser.get("/replay/pit-1/1").text


@pytest.mark.parametrize(
    ("asked", "step"),
    [("", 1), ("0", 1), ("nine", 1), ("3", 3), ("99999", -1), ("9" * 400, 1), ("-2", 1)],
)
def test_the_address_holds_the_step(house: House, asked: str, step: int) -> None:
    seated(house, MARA, 1)
    play(house, MARA)
    with house.browser() as browser:
        page = browser.get(f"/replay/pit-1/1?step={asked}").text
        steps = steps_of(page)
        assert f"Step {step if step > 0 else steps} of {steps}" in page


def test_a_watcher_sees_everybody_settled_and_no_seat_of_the_own(house: House) -> None:
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    play(house, MARA, OSKAR)
    with house.browser() as browser:
        page = browser.get("/replay/pit-1/1?step=99").text
        assert "<h2>Seat 1</h2>" in page
        assert "<h2>Seat 2</h2>" in page
        assert "The player at seat 1 bets" in page
        assert "mara" not in page
        assert "oskar" not in page
        assert "You had no bet in this round." in page
        assert "Take seat" not in page


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("pit-1/1", 409, "Round 1 at pit-1 is in play: it can be replayed when it is over."),
        ("pit-1/2", 404, "Table pit-1 has no round 2: its last one is 1."),
        ("pit-1/one", 400, "&#39;one&#39; is not the number of a round: give one such as 42."),
        ("pit-1/9999999999999", 400, "is not the number of a round"),
        ("nix/1", 404, "There is no table &#39;nix&#39;"),
    ],
)
def test_what_cannot_be_replayed_is_said_in_a_sentence(
    house: House, path: str, status: int, sentence: str
) -> None:
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 1000}})
    with house.browser() as browser:
        answer = browser.get(f"/replay/{path}")
        assert answer.status_code == status
        assert sentence in answer.text
        table, number = path.split("/")
        told = browser.get(f"/api/tables/{table}/rounds/{number}")
        assert told.status_code == status
        assert "deck" not in told.json()


def test_the_deck_of_a_round_that_is_over_fits_what_was_published(house: House) -> None:
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 1000}})
    with house.browser() as browser:
        published = browser.view()["round"]["commitment"]
        assert browser.view()["round"]["deck"] == []
        decided(house, {MARA: "play"})
        told = browser.get("/api/tables/pit-1/rounds/1").json()
        assert told["commitment"] == published
        head = b"fairdeal-deck-1/commitment\ntable/pit-1\n1\n"
        assert hashlib.sha256(head + bytes.fromhex(told["secret"])).hexdigest() == published
        assert (told["form"], told["nonce"], told["seeds"]) == ("fairdeal-deck-1", "", [])
        assert [each["hand"] for each in told["hands"]] == [1, 0]
        assert sorted(bytes.fromhex(told["deck"])) == [*range(52)]


def test_a_void_round_says_why_and_that_the_bets_went_back(house: House) -> None:
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 1000}})
    asked = {"irregularity": "fouled-deck", "reason": "two queens of spades"}
    house.room.do("pit-1", commands.report, by=FLOOR, **asked)
    house.room.do("pit-1", commands.rule, by=MANAGER, reason="seen on camera")
    with house.browser() as browser:
        page = browser.get("/replay/pit-1/1?step=99").text
        assert "Every bet of the round went back." in page
        assert "two queens of spades" not in page, "who reports something is heard by staff alone"
        assert "Fouled deck is reported; the table holds" in page or "fouled deck" in page.lower()
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("fran")
        assert "two queens of spades" in browser.get("/replay/pit-1/1").text


def test_a_round_that_ended_before_the_shuffle_has_no_seal(house: House) -> None:
    seated(house, MARA, 1)
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets={"ante": 1000})
    asked = {"irregularity": "fouled-deck", "reason": "short"}
    house.room.do("pit-1", commands.report, by=FLOOR, **asked)
    house.room.do("pit-1", commands.rule, by=MANAGER, reason="counted")
    with house.browser() as browser:
        page = browser.get("/replay/pit-1/1?step=99").text
        assert "The round ended before the cards were shuffled" in page
        assert "Check the shuffle" not in page


def test_chips_and_payments_of_others_are_nobody_elses_affair(house: House) -> None:
    with house.browser() as browser:
        me = guest(browser)
        seated(house, MARA, 2)
        bets_fall(house, {me: {"ante": 1000}, MARA: {"ante": 1000}})
        house.room.do("pit-1", commands.buy_in, by=FLOOR, player="mara", cents=12_300)
        house.room.do("pit-1", commands.buy_in, by=FLOOR, player=me.name, cents=45_600)
        decided(house, {me: "play", MARA: "play"})
        page = browser.get("/replay/pit-1/1").text
        assert "buys chips for $456" in page
        assert "$123" not in page
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("fran")
        assert "buys chips for $123" in browser.get("/replay/pit-1/1").text


def jackpot(tmp_path: Path) -> House:
    """A table at which mara wins the star meter, which waits for approval, and a round after it."""
    house = House(tmp_path)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.deck = "Ad Kd Qd | 9c 5h 2s | Jc Ts 4h"
    house.open(
        "ags-3-card",
        progressive="stax",
        limits={"stax": "5"},
        plays_on=True,
        tiers={"floor": 50_000},
    )
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    bets_fall(house, {MARA: {"ante": 1000, "stax": 500}, OSKAR: {"ante": 1000, "stax": 500}})
    decided(house, {MARA: "play", OSKAR: "play"})
    return house


def pay(house: House) -> None:
    [held] = house.room.table("pit-1").holding.pays
    checked = ("hand", "wager", "amount", "player", "deck")
    house.room.do("pit-1", commands.approve_pay, by=FLOOR, pay=held, checked=checked)


def test_a_win_that_was_paid_later_belongs_to_its_round(tmp_path: Path) -> None:
    house = jackpot(tmp_path)
    before = house.site.replays.find("pit-1", 1)
    assert not before.later
    house.deck = DECK
    bets_fall(house, {OSKAR: {"ante": 1000}})
    pay(house)
    found = house.site.replays.find("pit-1", 1)
    assert [line.bet for line in found.later] == ["stax"]
    mara, oskar = Replay(found, MARA), Replay(found, OSKAR)
    shown = mara.felt(mara.scenes[-1])
    assert any("is made: mara gets" in scene.text for scene in mara.scenes)
    assert not any("is made" in scene.text or "waits" in scene.text for scene in oskar.scenes)
    assert [line.name for line in shown["receipt"].lines].count("STAX") == 1
    assert mara.scenes[-1].lines[0].net_cents == found.later[0].net_cents
    assert house.room.table("pit-1").playing, "the next round is in play meanwhile"
    assert shown["stage"] == "Settle"


def test_a_round_is_looked_for_once_and_then_at_hand(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "_AT_HAND", 1)
    looked: list[int] = []

    def counted(log: Any, table: str, number: int, **more: Any) -> Any:
        looked.append(number)
        return recall(log, table, number, **more)

    monkeypatch.setattr(replaying, "recall", counted)
    seated(house, MARA, 1)
    for _ in range(2):
        play(house, MARA)
    for number in (1, 1, 2, 2, 1):
        house.site.replays.find("pit-1", number)
    assert looked == [1, 2, 1]


def test_a_round_is_found_from_the_nearest_state_that_is_known(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_MARKED", 1)
    seated(house, MARA, 1)
    known = Rounds(house.room)
    assert known.before("pit-1", 1) is None
    for number in (1, 2, 3):
        play(house, MARA)
        assert known.of("pit-1")[0].number == number
    near = known.before("pit-1", 3)
    assert near is not None
    assert near.rounds == 2
    whole = recall(house.room.store, "pit-1", 3)
    assert recall(house.room.store, "pit-1", 3, known=near) == whole


def test_the_list_beside_the_felt_has_the_own_results_of_the_last_rounds(house: House) -> None:
    with house.browser() as browser:
        me = guest(browser)
        assert "Every round that was played here" in browser.get("/tables/pit-1").text
        seated(house, MARA, 2)
        play(house, me, MARA)
        play(house, MARA)
        parts = house.site.hub.shown("table", "pit-1", me)
        listed = re.findall(r"Round (\d+)</a>(?:<span[^>]*>)([^<]*)", parts["history"])
        assert listed == [("2", "no bet"), ("1", "\N{MINUS SIGN}$20")]
        assert 'href="/replay/pit-1/1"' in parts["history"]
        assert "no bet" in house.site.hub.shown("table", "pit-1", None)["history"]


def test_the_list_reads_what_is_new_and_nothing_twice(house: House) -> None:
    seated(house, MARA, 1)
    play(house, MARA)
    known = Rounds(house.room)
    assert len(known.of("pit-1")) == 1
    read: list[int] = []
    history = house.room.history

    def counted(table: str, after: int = 0) -> Any:
        read.append(after)
        return history(table, after)

    house.room.history = counted  # type: ignore[method-assign]
    known.of("pit-1")
    assert read == []
    version = house.room.table("pit-1").version
    play(house, MARA)
    assert [each.number for each in known.of("pit-1")] == [2, 1]
    assert read == [version]


def test_a_list_that_begins_in_the_middle_of_a_round_leaves_it_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 1000}})
    monkeypatch.setattr(rounds, "READ", 1)
    known = Rounds(house.room)
    assert known.of("pit-1") == []
    decided(house, {MARA: "play"})
    assert known.of("pit-1") == []
    play(house, MARA)
    assert [each.number for each in known.of("pit-1")] == [2]


def test_bets_taken_back_and_dead_seats_are_nobodys_round(house: House) -> None:
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets={"ante": 1000})
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets={})
    play(house, OSKAR)
    [ended] = house.site.rounds.of("pit-1")
    assert ended.won_by("mara") is None
    assert (ended.won_by("oskar"), ended.staked_by("oskar")) == (-2000, 2000)


def test_a_seat_that_died_had_no_round(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open("three-way-action", dealer=DEALER.name)
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    bets = {"high-card": 500, "blackjack": 500, "poker": 500}
    for seat, who in ((1, MARA), (2, OSKAR)):
        house.room.do("pit-1", commands.place, by=who, seat=seat, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    reason = "no card"
    house.room.do(
        "pit-1", commands.report, by=DEALER, irregularity="seat-skipped", seat=1, reason=reason
    )
    house.room.do("pit-1", commands.rule, by=FLOOR, reason="seen on camera")
    while (now := house.room.table("pit-1").playing) is not None:
        if now.turn:
            decided(house, {OSKAR: "stand"})
        else:
            house.room.do("pit-1", commands.next_step, by=DEALER)
    [ended] = house.site.rounds.of("pit-1")
    assert ended.won_by("mara") is None
    assert ended.won_by("oskar") is not None
    own, other = Replay(house.site.replays.find("pit-1", 1), MARA).seats()
    assert (own["is_own"], own["lines"]) == (True, [])
    assert other["lines"]


def test_who_is_told_no_names_reads_of_the_dealer_who_confirms_or_puts_in_a_tip(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.open("three-card-fury", dealer=DEALER.name, tips=True)
    for seat, who in enumerate((MARA, OSKAR, PIA), 1):
        seated(house, who, seat)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    for seat, who in ((1, MARA), (2, OSKAR)):
        bets = {"ante": 500, "monster": 500}
        house.room.do("pit-1", commands.place, by=who, seat=seat, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    house.room.do("pit-1", commands.tip, by=DEALER, player="pia", cents=250)
    while (now := house.room.table("pit-1").playing) is not None:
        if now.turn == 1:
            decided(house, {MARA: "fold"})
            house.room.do("pit-1", commands.confirm_decision, by=DEALER, seat=1)
        elif now.turn == 2:
            decided(house, {OSKAR: "fold"})
            house.room.do("pit-1", commands.change_dealer, by=FLOOR)
        else:
            house.room.do("pit-1", commands.next_step, by=DEALER)
    found = house.site.replays.find("pit-1", 1)
    read = {who: [each.text for each in Replay(found, who).scenes] for who in (MARA, PIA)}
    assert "dora confirms fold of mara at seat 1" in read[MARA]
    assert "the dealer confirms fold of the player at seat 1" in read[PIA]
    assert "the house confirms fold of the player at seat 2" in read[PIA]
    assert "the dealer puts $2.50 of pia's chips into the tip box" in read[PIA]
    assert not any("dora" in text for text in read[PIA])
    assert not any("tip box" in text for text in read[MARA])


def test_who_banks_has_a_result_too(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.deck = "Qs 7h 3d | As Jc 5h"
    house.open("napa-three-card-poker")
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    house.room.do("pit-1", commands.decline_bank, by=MARA, seat=1)
    house.room.do("pit-1", commands.post_bank, by=OSKAR, seat=2, cents=40_000)
    play(house, MARA)
    [ended] = house.site.rounds.of("pit-1")
    assert (ended.staked_by("oskar"), ended.won_by("oskar")) == (40_000, 1000)
    assert ended.won_by("mara") == -1000


def test_a_payment_of_a_round_that_is_forgotten_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = jackpot(tmp_path)
    monkeypatch.setattr(rounds, "READ", 0)
    late = Rounds(house.room)
    assert late.of("pit-1") == []
    pay(house)
    assert late.of("pit-1") == []


def test_a_round_on_which_nobody_has_bet_is_not_listed(house: House) -> None:
    seated(house, MARA, 1)
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets={"ante": 1000})
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets={})
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    assert house.site.rounds.of("pit-1") == []


def test_a_jackpot_that_was_paid_later_is_added_to_its_round(tmp_path: Path) -> None:
    house = jackpot(tmp_path)
    [before] = house.site.rounds.of("pit-1")
    won = before.won_by("mara")
    assert won is not None
    assert before.jackpots == []
    pay(house)
    [after] = house.site.rounds.of("pit-1")
    [(meter, cents)] = after.jackpots
    assert meter == "star"
    assert after.won_by("mara") == won + cents - 500
    late = Rounds(house.room)
    assert late.of("pit-1") == [after]


def test_a_player_finds_the_own_rounds_of_all_tables(house: House) -> None:
    house.open("three-card-poker", "pit-2")
    with house.browser() as browser:
        assert "No rounds yet" in browser.get("/rounds").text
        me = guest(browser)
        guest(browser, "pit-2")
        seated(house, MARA, 2)
        play(house, me, MARA)
        house.now += 60_000_000
        bets_fall(house, {me: {"ante": 500}}, "pit-2")
        decided(house, {me: "play"}, "pit-2")
        play(house, MARA)
        page = browser.get("/rounds").text
        assert re.findall(r'href="/replay/([^"]*)"', page) == ["pit-2/1", "pit-1/1"]
        assert "\N{MINUS SIGN}$20" in page


def test_how_a_shuffle_is_proven_is_told_without_a_bet(house: House) -> None:
    with house.browser() as browser:
        page = browser.get("/shuffle").text
        assert "SHA-256" in page
        assert "sha256sum" in page


def test_the_page_on_the_shuffle_claims_no_more_than_is_proven(house: House) -> None:
    """Without a player's seed the house could have chosen the deck before the bets."""
    with house.browser() as browser:
        page = browser.get("/shuffle").text
        rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", page)
        answers = {statement: (mine, none) for statement, mine, none in rows}
        assert answers["The house could not choose the deck at all"] == ("Yes", "No")
        told = "The house did not choose the deck when it knew the bets"
        assert answers[told] == ("Yes", "Yes")
        told = "The house takes every bet and voids no round without need"
        assert answers[told] == ("No", "No")
        browser.get("/")
        browser.act("sit", seat=1)
        assert "what this proves" in browser.get("/tables/pit-1").text


def test_steps_that_only_others_may_know_are_left_out() -> None:
    line = events.Paid("hands", 1, "mara", "ante", 500, 500, "won")
    secret = (
        events.ChipsBought("mara", 100),
        events.ChipsCashed("mara", 100),
        events.DealerTipped("mara", 100),
        events.PayMade(1, line),
        events.BankFilled(100),
        events.SeatTouched(1, "dora"),
    )
    for event in secret:
        assert not replaying._may_know(event, OSKAR)
        assert replaying._may_know(event, FLOOR)
    assert replaying._may_know(events.MetersFed("stax", (), {}, {}), OSKAR)
    assert replaying._may_know(events.StepTaken(1), OSKAR)
