"""The dealer's terminal: what it says, offers and hides, to whom."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.live import Actor, Role, commands
from fairdeal.live.commands import Command
from fairdeal.web.faces.dealer import terminal
from tests.live.tables import BETS, DEALER, FLOOR, WATCHER
from tests.web.house import AUTOMATIC, Browser, House

ANN, BEN = Actor("ann", Role.PLAYER), Actor("ben", Role.PLAYER)
HOUSE_BANKED = [key for key in sorted(games.GAMES) if not games.game(key).player_banked]
NEXT = re.compile(
    r'<button class="btn touch primary" type="button" data-post="[^"]*/([\w-]+)"'
    r"(?: data-ask='([^']*)')?>"
)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    for name, role in (("dora", Role.DEALER), ("dan", Role.DEALER), ("fran", Role.FLOOR)):
        house.staff(name, role)
    for name, role in (("cam", Role.SURVEILLANCE), ("aude", Role.AUDITOR)):
        house.staff(name, role)
    return house


def do(house: House, command: Command, by: Actor = DEALER, **asked: Any) -> None:
    house.room.do("pit-1", command, by=by, **asked)


def seated(house: House, game: str = "three-card-poker", **setup: Any) -> None:
    """A table that dora deals, with ann and ben."""
    house.open(game, **{"dealer": "dora", **setup})
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.sit, player, seat=seat)
        do(house, commands.buy_in, FLOOR, player=player.name, cents=100_000)


def page(browser: Browser, path: str = "/dealer/pit-1") -> str:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def shown(house: House, name: str = "dora", path: str = "/dealer/pit-1") -> str:
    """The page as somebody of the house sees it."""
    with house.browser() as browser:
        browser.sign_in(name)
        return page(browser, path)


def test_a_dealer_finds_the_own_table_first_and_may_look_at_others(house: House) -> None:
    house.open("three-card-poker", "pit-1")
    house.open("three-card-fury", "pit-2", dealer="dan")
    house.open("ags-3-card", "pit-3", dealer="dora")
    house.open("ags-3-card", "pit-4")
    house.room.do("pit-4", commands.close_table, by=FLOOR, reason="late")
    text = shown(house, path="/dealer")
    assert text.index("pit-3") < text.index("pit-1") < text.index("pit-2")
    assert (text.count(">Deal<"), text.count(">Watch<")) == (1, 2)
    assert "Automatic dealer" in text
    assert "Dan deals" in text
    assert "pit-4" not in text
    assert "Change a dealer" not in text


def test_a_room_without_tables_has_nothing_to_deal(house: House) -> None:
    assert "No tables are open" in shown(house, path="/dealer")


def test_the_floor_puts_a_person_to_a_table_and_takes_the_automatic_dealer_back(
    house: House,
) -> None:
    house.site.accounts.disable("dan", "on leave", by="max")
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.sign_in("fran")
        text = page(browser, "/dealer")
        assert "Change a dealer" in text
        assert "<option>dora</option>" in text
        assert "<option>dan</option>" not in text
        assert "Assign a dealer" in page(browser)
        assert browser.act("change-dealer", dealer="dora").status_code == 200
        assert "Dora deals here; you are watching" in page(browser)
        assert browser.act("change-dealer").status_code == 200
        assert "The automatic dealer deals here" in page(browser)


def test_players_sign_in_first_and_auditors_have_no_business_at_a_terminal(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        for path in ("/dealer", "/dealer/pit-1", "/dealer/pit-1/jackpot"):
            answer = browser.client.get(path, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"][:13]) == (303, "/sign-in?back")
        for face in ("dealer/pit-1", "dealers/all", "jackpot/pit-1"):
            assert browser.get(f"/stream/{face}").json()["code"] == "session.none"
        browser.sign_in("aude")
        assert browser.get("/dealer/pit-1").status_code == 403
        assert browser.get("/stream/jackpot/pit-1").json()["code"] == "role.refused"


def test_a_terminal_of_no_table_is_told(house: House) -> None:
    with house.browser() as browser:
        browser.sign_in("dora")
        for path in ("/dealer/pit-9", "/dealer/pit-9/jackpot"):
            assert browser.get(path).status_code == 404


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_a_dealer_runs_a_whole_round_by_the_button_that_is_offered(house: House, game: str) -> None:
    seated(house, game)
    walked: set[str] = set()
    with house.browser() as browser:
        browser.sign_in("dora")
        for _ in range(40):
            text = page(browser)
            now = house.room.table("pit-1").playing
            walked |= {*re.findall(r'data-line="([^"]*)"', text)}
            if now and now.betting and not now.bets:
                for seat, player in enumerate((ANN, BEN), 1):
                    do(house, commands.place, player, seat=seat, bets=BETS[game])
            elif now and now.turn and not now.unconfirmed:
                assert f"Seat {now.turn}, your decision" in text
                assert f"Waits for seat {now.turn}" in text
                word = "stand" if game == "three-way-action" else ("fold", "play")[now.turn - 1]
                do(house, commands.decide, (ANN, BEN)[now.turn - 1], seat=now.turn, word=word)
            else:
                [(command, asked)] = NEXT.findall(text)
                done = browser.act(command, **json.loads(asked or "{}"))
                assert done.status_code == 200, done.text
                if house.room.table("pit-1").round and not house.room.table("pit-1").playing:
                    break
        over = house.room.view("pit-1", DEALER).round
        assert over is not None
        assert over.over
        paid = {(line.seat, line.bet) for line in over.lines if line.stake_cents or line.net_cents}
        assert {(int(key.split("/")[1]), key.split("/")[2]) for key in walked} == paid


def test_steps_with_nothing_to_do_take_no_touch(house: House) -> None:
    """Both play, and the table pays no envy: nothing is collected, and no envy is settled."""
    house.deck = "Jd Js 6c 8h 9s 2c Qh Tc 4s"
    seated(house, pay_tables=("bonus=TCPB-01",))
    dealt(house, {"ante": 500, "bonus": 500})
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.decide, player, seat=seat, word="play")
    with house.browser() as browser:
        browser.sign_in("dora")
        touches = []
        while house.room.table("pit-1").playing:
            text = page(browser)
            [(command, asked)] = NEXT.findall(text)
            touches += re.findall(r"data-ask='{\"skip_idle\": true}'>([^<]*)<", text)
            assert browser.act(command, **json.loads(asked)).status_code == 200
    assert touches == [
        "Turn the cards",
        "Turn and settle seat 2",
        "Turn and settle seat 1",
        "Clear the table",
    ]


def test_a_payment_that_waits_is_not_skipped(house: House) -> None:
    house.deck = "Jd Js 6c Ah 9h 2h Qh Tc 4s"
    seated(house, tiers={"floor": 1})
    revealed(house)
    do(house, commands.next_step)
    assert "Wait for approval" not in shown(house), "another hand is to be settled"
    do(house, commands.next_step)
    assert "Wait for approval" in shown(house)
    with house.browser() as browser:
        browser.sign_in("dora")
        page(browser)
        assert browser.act("next-step", skip_idle=True).json()["code"] == "round.held"


def test_no_card_that_lies_face_down_is_on_the_terminal(house: House) -> None:
    house.deck = "Qs 9h 4d Jc 8s 2h Kd 7c 5d"
    seated(house)
    dealt(house)
    text = shown(house)
    assert "face-down card" in text
    assert not re.search(r'class="card [shdc]"', text)


def dealt(house: House, bets: dict[str, int] | None = None) -> None:
    do(house, commands.open_round)
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.place, player, seat=seat, bets=bets or {"ante": 500})
    do(house, commands.no_more_bets)
    do(house, commands.next_step)
    do(house, commands.next_step)


def revealed(house: House, bets: dict[str, int] | None = None) -> None:
    """Both play, and the dealer's cards are turned."""
    dealt(house, bets)
    for seat, player in enumerate((ANN, BEN), 1):
        if house.room.view("pit-1").round.turn != seat:  # type: ignore[union-attr]
            do(house, commands.next_step)  # some games have a step more before
        do(house, commands.decide, player, seat=seat, word="play")
    while None in house.room.view("pit-1").round.dealer:  # type: ignore[union-attr]
        do(house, commands.next_step)


@pytest.mark.parametrize(
    ("game", "dealer", "call"),
    [
        ("three-card-poker", "Qh Tc 4s", "Dealer plays: queen high"),
        ("three-card-poker", "7h 9h 8h", "Dealer plays: nine-high straight flush"),
        ("three-card-poker", "4s Kh Tc", "Dealer plays: king high"),
        ("three-card-poker", "Jh Tc 4s", "Dealer does not play: jack high"),
        ("ags-3-card", "Qh Tc 4s", "Dealer qualifies: queen high"),
        ("ags-3-card", "Jh Tc 4s", "Dealer does not qualify: jack high"),
        ("ags-3-card", "4h 4c 2s", "Dealer qualifies: pair of fours"),
    ],
)
def test_the_dealer_says_what_fits_the_hand(
    house: House, game: str, dealer: str, call: str
) -> None:
    house.deck = f"Kd Kc 5d 8d 8c 7d {dealer}"
    seated(house, game)
    revealed(house)
    assert f"<q>{call}.</q>" in shown(house)


@pytest.mark.parametrize(
    ("dealer", "call"),
    [
        ("Kh Tc 4s", "Dealer qualifies: king high"),
        ("Qh Tc 4s", "Dealer does not qualify: queen high"),
    ],
)
def test_in_fury_a_king_qualifies(house: House, dealer: str, call: str) -> None:
    house.deck = f"{dealer} 2c Ad Ac 5d 8d 8c 7d 6h 3h"
    seated(house, "three-card-fury")
    revealed(house, {"ante": 500, "monster": 500})
    text = shown(house)
    assert f"<q>{call}.</q>" in text
    assert re.search("Dealer . (king|queen) high", text)


def test_who_bets_no_pair_plus_is_named(house: House) -> None:
    seated(house)
    do(house, commands.open_round)
    assert "<q>" not in shown(house)
    do(house, commands.place, BEN, seat=2, bets={"ante": 500})
    assert "<q>No pair plus, seat 2.</q>" in shown(house)
    do(house, commands.place, ANN, seat=1, bets={"ante": 500})
    assert "<q>No pair plus, seats 1 and 2.</q>" in shown(house)
    do(house, commands.place, ANN, seat=1, bets={"ante": 500, "pair-plus": 500})
    do(house, commands.place, BEN, seat=2, bets={"ante": 500, "pair-plus": 500})
    text = shown(house)
    assert "<q>No more bets.</q>" in text
    assert "No pair plus" not in text


def is_within(text: str) -> bool:
    """Whether the step that settled the bets goes on with the next hand."""
    [(at, done)] = re.findall(r'class="steps" data-at="(\d+)" data-done="(\d+)"', text)
    return bool(at == done)


def test_what_is_paid_and_taken_is_told_in_chips(house: House) -> None:
    house.deck = "Jd Js 6c 8h 9s 2c Qh Tc 4s"
    seated(house)
    revealed(house, {"ante": 7500, "pair-plus": 1000})
    assert "Turn and settle seat 2" in shown(house)
    do(house, commands.next_step)
    text = shown(house)
    assert is_within(text)
    assert 'data-done="Ante taken"' in text
    assert 'data-done="Ante paid"' not in text
    assert "Turn and settle seat 1" in text
    assert "next hand" in text
    do(house, commands.next_step)
    text = shown(house)
    assert not is_within(text)
    assert 'data-done="Ante paid"' in text
    assert re.search(
        'aria-label="[$]25 chips"><use href="#c25"/></svg><span class="x">.3</span>', text
    )
    assert "Take $10" in text
    assert "Pay $160 net" in text
    assert "Ante Bonus" not in text  # it rides on the ante, won nothing, and moves no chip
    assert re.search('data-walk="[0-9a-f]{16}"', text)
    do(house, commands.report, irregularity="fouled-deck", reason="a card is torn")
    assert 'data-walk=""' in shown(house)  # nothing more is paid before it is ruled on


def test_less_than_the_smallest_chip_is_told_in_cents(house: House) -> None:
    house.deck = "Ad 9c Kd 7h"
    house.open("three-way-action", dealer="dora")
    do(house, commands.sit, ANN, seat=1)
    do(house, commands.buy_in, FLOOR, player="ann", cents=100_000)
    do(house, commands.open_round)
    do(house, commands.place, ANN, seat=1, bets={**BETS["three-way-action"], "blackjack": 500})
    do(house, commands.no_more_bets)
    text = ""
    while 'data-done="Blackjack paid"' not in text:
        do(house, commands.next_step)
        text = shown(house)
    assert "Pay $7.50" in text
    assert "and $0.50" in text


def test_a_push_and_an_even_seat_move_nothing(house: House) -> None:
    house.deck = "Ad Kd 9c Ac Kc 9s Ah Ks 9h"
    seated(house)
    revealed(house)
    do(house, commands.next_step)
    text = shown(house)
    assert 'data-done="Ante pushed"' in text
    assert 'data-net="Even"' in text
    assert 'data-net="Push' not in text


def test_only_who_deals_has_the_large_button(house: House) -> None:
    seated(house)
    for name in ("dan", "fran", "cam"):
        text = shown(house, name)
        assert not NEXT.search(text)
        assert "Dora deals" in text
    do(house, commands.change_dealer, FLOOR, dealer="")
    assert "The automatic dealer deals" in shown(house)


def test_the_time_that_is_up_can_be_entered_by_who_deals(house: House) -> None:
    seated(house, decision_seconds=20)
    dealt(house)
    with house.browser() as browser:
        browser.sign_in("dora")
        assert "Time is up" in page(browser)
        assert "20 seconds left" in browser.act("time-out").json()["sentences"][0]
        house.now += 21_000_000
        assert browser.act("time-out").status_code == 200
        assert "folded" in page(browser)
    assert "Time is up" not in shown(house, "fran")


def test_betting_has_its_own_clock_and_no_more_bets_ends_it(house: House) -> None:
    seated(house, betting_seconds=15, decision_seconds=40)
    do(house, commands.open_round)
    text = shown(house)
    assert 'data-whole="15"' in text
    assert "Time is up" not in text


def test_a_declared_fold_is_confirmed_by_the_large_button_of_who_deals(house: House) -> None:
    seated(house, "three-card-fury", decision_seconds=30)
    do(house, commands.open_round)
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.place, player, seat=seat, bets=BETS["three-card-fury"])
    do(house, commands.no_more_bets)
    while not house.room.table("pit-1").round.turn:  # type: ignore[union-attr]
        do(house, commands.next_step)
    do(house, commands.decide, ANN, seat=1, word="fold")
    text = shown(house)
    assert NEXT.findall(text) == [("confirm-decision", '{"seat": 1}')]
    assert "Confirm fold, seat 1" in text
    assert "Confirm the fold of seat 1; until then the player may decide otherwise." in text
    assert 'data-state="fold: confirm"' in text
    assert "Time is up" not in text
    assert "your decision" not in text
    assert "Confirm fold" not in shown(house, "dan")
    do(house, commands.confirm_decision, seat=1)
    assert "Seat 2, your decision" in shown(house)
    assert 'data-state="folded"' in shown(house)


def test_a_tip_box_that_holds_tips_stays_in_sight_when_the_automatic_dealer_takes_over(
    house: House,
) -> None:
    seated(house, tips=True)
    assert "Tip box" in shown(house)
    do(house, commands.change_dealer, FLOOR)
    assert "Tip box" not in shown(house)
    assert "Tip box" not in floor(house)
    do(house, commands.change_dealer, FLOOR, dealer="dora")
    do(house, commands.tip, player=ANN.name, cents=250)
    do(house, commands.change_dealer, FLOOR)
    assert "Tip box" in shown(house)
    assert "Tip box" in floor(house)
    assert "/tip" not in shown(house)


def floor(house: House) -> str:
    return house.site.hub.shown("floor", "all", FLOOR)["tables"]


def test_the_player_reads_what_the_dealer_put_into_the_tip_box(house: House) -> None:
    seated(house, tips=True)
    said = "The dealer put $2.50 of your chips into the tip box."
    assert said not in house.site.hub.shown("table", "pit-1", ANN)["receipt"]
    do(house, commands.tip, player=ANN.name, cents=250)
    assert said in house.site.hub.shown("table", "pit-1", ANN)["receipt"]
    assert said not in house.site.hub.shown("table", "pit-1", BEN)["receipt"]


def test_the_seat_whose_turn_it_is_comes_into_view(house: House) -> None:
    seated(house)
    assert 'data-first="0"' in shown(house)
    do(house, commands.open_round)
    do(house, commands.place, BEN, seat=2, bets={"ante": 500})
    assert 'data-first="2"' in shown(house)
    do(house, commands.place, ANN, seat=1, bets={"ante": 500})
    assert 'data-first="1"' in shown(house)
    do(house, commands.no_more_bets)
    for _ in range(2):
        do(house, commands.next_step)
    do(house, commands.decide, ANN, seat=1, word="play")
    text = shown(house)
    assert "Seat 2, your decision" in text
    assert 'data-first="2"' in text


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ("napa-three-card-poker", {"Settle hands"}),
        (
            "three-way-action",
            {"Settle high card", "Settle blackjack", "Settle poker", "Settle bonus"},
        ),
    ],
)
def test_every_settlement_is_named_by_what_is_settled(
    house: House, game: str, named: set[str]
) -> None:
    seated(house, game)
    steps = re.findall(r"<div><span>(Settle[^<]*)</span>", shown(house))
    assert {*steps} == named


@pytest.mark.parametrize(
    ("command", "said"), [(commands.disable, "the lamp is out"), (commands.close_table, "late")]
)
def test_a_table_that_takes_no_bets_says_why(house: House, command: Command, said: str) -> None:
    seated(house)
    if command is commands.close_table:
        dealt(house)
    do(house, command, FLOOR, reason=said)
    if command is commands.close_table:
        do(house, commands.report, irregularity="fouled-deck", reason="a card is torn")
        do(house, commands.rule, FLOOR, reason="it is")
        said = "The table is closed"
    text = shown(house)
    assert said in text
    assert not NEXT.search(text)


def test_a_round_that_waits_for_nobody_but_the_end_is_closed_after_it(house: House) -> None:
    seated(house, plays_on=True, tiers={"floor": 1})
    house.deck = "Jd Js 6c Ah 9h 2h Qh Tc 4s"
    revealed(house)
    do(house, commands.next_step)
    do(house, commands.close_table, FLOOR, reason="late")
    while house.room.table("pit-1").playing:
        do(house, commands.next_step)
    text = shown(house)  # the table waits for its payments alone
    assert '<span class="tag warn">late</span>' in text


def test_every_irregularity_is_shown_with_its_ruling_before_it_is_reported(house: House) -> None:
    seated(house)
    text = shown(house)
    for each in games.game("three-card-poker").irregularities:
        assert each.event in text
        assert each.ruling[1:] in text
        assert each.source[1:] in text
        assert f'name="irregularity" value="{each.key}"' in text
    assert 'name="irregularity" value=' not in shown(house, "dan")  # who looks on reports nothing
    assert 'name="irregularity" value=' in shown(house, "cam")


def test_what_was_reported_holds_the_table_until_another_person_rules(house: House) -> None:
    seated(house)
    dealt(house)
    with house.browser() as browser:
        browser.sign_in("dora")
        page(browser)
        asked = {"irregularity": "wrong-number-of-cards", "reason": "seat 2 has four"}
        assert browser.act("report", **asked).status_code == 200
        text = page(browser)
        assert "Waits for a ruling" in text
        assert "Reported by dora: seat 2 has four" in text
        assert "Uphold:" not in text
        assert not NEXT.search(text)
    assert "waits for a ruling" in shown(house, path="/dealer").lower()
    with house.browser() as browser:
        browser.sign_in("fran")
        assert "Uphold: the round is void" in page(browser)
        assert browser.act("rule", reason="it has").status_code == 200
        assert "Round 1 is void and every bet went back" in page(browser)


def test_a_seat_that_is_out_is_named_in_the_report(house: House) -> None:
    seated(house, "three-way-action")
    assert '<select class="input" id="seat-seat-skipped"' in shown(house)
    do(house, commands.open_round)
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.place, player, seat=seat, bets=BETS["three-way-action"])
    do(house, commands.no_more_bets)
    do(house, commands.next_step)
    do(house, commands.report, irregularity="seat-skipped", reason="no card", seat=2)
    assert "Reported by dora at seat 2" in shown(house)
    do(house, commands.rule, FLOOR, reason="so it is")
    assert "hand killed, bets back" in shown(house)


def test_a_bank_is_offered_taken_and_shown(house: House) -> None:
    seated(house, "napa-three-card-poker")
    do(house, commands.open_round)
    text = shown(house)
    assert "is offered the bank" in text
    assert "Waits for seat 1" in text
    assert not NEXT.search(text)
    do(house, commands.post_bank, ANN, seat=1, cents=50_000)
    do(house, commands.place, BEN, seat=2, bets={"ante": 1000})
    text = shown(house)
    assert "bank $500" in text
    assert "$10 bet" in text


def test_chips_are_sold_by_the_dealer_of_the_table_and_by_the_floor(house: House) -> None:
    seated(house)
    with house.browser() as browser:
        browser.sign_in("dora")
        assert 'data-post="/api/tables/pit-1/buy-in"' in page(browser)
        assert browser.act("buy-in", player="ann", cents=2000).status_code == 200
        assert "ann, $1,020" in page(browser)
        assert browser.act("cash-out", player="ann").status_code == 200
    assert ">Buy-in<" in shown(house, "fran")
    for name in ("dan", "cam"):
        assert ">Buy-in<" not in shown(house, name)
    house.room.do("pit-1", commands.change_dealer, by=FLOOR, dealer="")
    house.open("ags-3-card", "pit-2", dealer="dora")
    assert "No one sits at this table" in shown(house, path="/dealer/pit-2")


def test_a_cash_out_needs_an_amount_or_the_word_all(house: House) -> None:
    seated(house)
    text = shown(house)
    amount = re.search(r'<input class="input" id="cash-out-cents"[^>]*>', text)
    assert amount is not None
    assert amount[0].endswith(" required>")
    assert 'data-all data-opens="#cash-all">All chips<' in text
    assert ">Cash out all chips</button>" in text


def test_a_payment_that_waits_holds_the_table_or_lets_it_play_on(house: House) -> None:
    house.deck = "Jd Js 6c Ah 9h 2h Qh Tc 4s"
    seated(house, tiers={"floor": 1})
    revealed(house)
    for _ in range(3):
        do(house, commands.next_step)
    text = shown(house)
    assert "4 payments wait" in text  # ante and play of both seats
    assert "to be submitted" in text
    assert "Waits for payments to be approved" in text
    assert not NEXT.search(text)
    current = re.search(r'aria-current="step"><div><span>([^<]*)</span><p>([^<]*)</p>', text)
    assert current is not None
    assert current.groups() == (
        "Wait for approval",
        "Keep all cards face up and wait for approval",
    )
    assert "Put all cards on the discards" not in text
    assert "<p>Keep all cards face up and wait for approval.</p>" in text
    assert len(re.findall('data-net="payment waits"', text)) == 2
    assert "Payment 1 waits" in shown(house, path="/dealer")
    do(house, commands.submit_pay, pay=1)
    assert "waits for floor" in shown(house)


def test_a_terminal_that_locked_itself_shows_nothing_of_the_felt_and_comes_back(
    house: House,
) -> None:
    seated(house)
    dealt(house)
    with house.browser() as browser:
        browser.sign_in("dora")
        page(browser)
        house.now += 5 * 60_000_000
        assert browser.client.get("/dealer/pit-1", follow_redirects=False).status_code == 200
        house.now += 5 * 60_000_000 + 1
        assert browser.act("next-step").json()["code"] == "session.locked"
        answer = browser.client.get("/dealer/pit-1", follow_redirects=False)
        door = answer.headers["location"]
        assert (answer.status_code, door) == (303, "/sign-in?back=/dealer/pit-1")
        text = browser.get(door).text
        assert "Locked" in text
        assert 'value="dora"' in text
        assert not re.search(r'class="(felt|card|seatbtn|announce)', text)
        told = {"name": "dora", "password": "correct horse"}
        back = browser.client.post(door, data=told, follow_redirects=False)
        assert (back.status_code, back.headers["location"]) == (303, "/dealer/pit-1")
        assert "Seat 1, your decision" in page(browser)


def test_surveillance_looks_on_where_the_automatic_dealer_deals(house: House) -> None:
    seated(house, dealer="")
    do(house, commands.place, ANN, seat=1, bets={"ante": 500})
    do(house, commands.no_more_bets, AUTOMATIC)
    assert "decides now" in shown(house, WATCHER.name)


def test_a_seat_that_has_no_cards_yet_is_not_said_to_hold_those_of_the_round_before(
    house: House,
) -> None:
    seated(house)
    house.deck = "Qs 9h 4d Js 8s 2h 7c 7d 3h"
    do(house, commands.open_round)
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.place, player, seat=seat, bets={"ante": 500})
    do(house, commands.no_more_bets)
    while now := house.room.table("pit-1").playing:
        if now.turn:
            do(house, commands.decide, (ANN, BEN)[now.turn - 1], seat=now.turn, word="play")
        else:
            do(house, commands.next_step)
    do(house, commands.open_round)
    shown = terminal(house.room.view("pit-1", DEALER), DEALER)
    assert [seat["reads"] for seat in shown["seats"]] == [""] * 6
