"""The jackpot's screens and the payments that wait: who sees, enters and signs what."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from fairdeal.live import Actor, Role, commands
from fairdeal.live.commands import Command
from fairdeal.web.faces import trail
from fairdeal.web.faces.dealer import terminal
from tests.live.jackpots import DEALERS, NOTHING, STAR
from tests.live.tables import DEALER, FLOOR, MANAGER, WATCHER
from tests.web.house import PASSWORD, Browser, House

ANN, BEN = Actor("ann", Role.PLAYER), Actor("ben", Role.PLAYER)
CHECKS = {"hand": True, "wager": True, "deck": True}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    staff = (
        ("dora", Role.DEALER),
        ("fran", Role.FLOOR),
        ("finn", Role.FLOOR),
        ("cam", Role.SURVEILLANCE),
    )
    for name, role in staff:
        house.staff(name, role)
    return house


def do(house: House, command: Command, by: Actor = DEALER, **asked: Any) -> None:
    house.room.do("pit-1", command, by=by, **asked)


def won(house: House, star: str = "", bets: dict[str, int] | None = None, **setup: Any) -> None:
    """A table at which ann at seat 1 has won the star meter, and ben nothing."""
    resets = {"star": star} if star else {}
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card", resets=resets)
    link: dict[str, Any] = {"progressive": "stax", "limits": {"stax": "5"}, "profile": "washington"}
    house.open("ags-3-card", dealer="dora", **link, **setup)
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.sit, player, seat=seat)
        do(house, commands.buy_in, FLOOR, player=player.name, cents=1_000_000)
    house.deck = f"{STAR} {NOTHING} {DEALERS}"
    play(house, bets or {"ante": 500, "stax": 500})


def play(house: House, bets: dict[str, int]) -> None:
    """A round as far as the settlement; both play."""
    do(house, commands.open_round)
    for seat, player in enumerate((ANN, BEN), 1):
        do(house, commands.place, player, seat=seat, bets=bets)
    do(house, commands.no_more_bets)
    while (now := house.room.table("pit-1").playing) and now.step < 7:
        if now.turn:
            do(house, commands.decide, (ANN, BEN)[now.turn - 1], seat=now.turn, word="play")
        else:
            do(house, commands.next_step)


def entered(house: House) -> None:
    do(house, commands.touch_seat, seat=1)
    do(house, commands.choose_hand, seat=1, hand="royal-diamonds")
    do(house, commands.touch_pending, seat=1)


def submitted(house: House) -> None:
    entered(house)
    do(house, commands.pay_jackpot, seat=1)


def shown(house: House, name: str = "dora") -> str:
    with house.browser() as browser:
        browser.sign_in(name)
        return unescape(browser.get("/dealer/pit-1/jackpot").text)


def screen(text: str) -> str:
    found = re.search(r'<section class="screen" aria-label="([^"]*)"', text)
    assert found is not None
    return found[1]


def test_a_dealer_goes_through_four_screens_one_at_a_time(house: House) -> None:
    won(house)
    with house.browser() as browser:
        browser.sign_in("dora")

        def at(number: int) -> str:
            text = unescape(browser.get("/dealer/pit-1/jackpot").text)
            assert screen(text) == f"Screen {number}"
            assert len(re.findall(r'aria-label="Screen', text)) == 1
            return text

        text = at(1)
        assert "a win to enter" in text
        assert "settled" in text
        assert "no wager" in text
        assert "No payment waits" not in text
        assert "Touch seat 1 to enter it. Keep the cards face up." in text
        assert browser.act("touch-seat", seat=1).status_code == 200
        text = at(2)
        assert "suited ace-king-queen" in text
        for hand in ("Royal Flush in Diamonds", "Royal Flush, Other Suit", "None"):
            assert f">\n{hand}\n" in text
        for hand in ("Three of a Kind", "Straight", "Flush"):
            assert f'>\n{hand}\n<span class="sub">at the table</span>' in text
        assert browser.act("choose-hand", seat=1, hand="royal-diamonds").status_code == 200
        text = at(3)
        assert '<span class="label">Royal Flush in Diamonds</span>' in text
        assert "Seat 1 is being entered. Keep the cards face up." in text
        assert "$1,000" not in text.partition("Screen 3")[2]
        assert browser.act("touch-pending", seat=1).status_code == 200
        text = at(4)
        assert "$1,000" not in text.partition("Screen 4")[2]
        assert 'data-opens="#cancel"' in text
        assert "Royal Flush in Diamonds" in text
        assert browser.act("cancel-jackpot", seat=1, reason=" ").status_code == 409
        assert browser.act("cancel-jackpot", seat=1, reason="the wrong seat").status_code == 200
        assert "cancels what was entered for seat 1: the wrong seat" in at(1)
    entered(house)
    do(house, commands.pay_jackpot, seat=1)
    text = shown(house)
    assert screen(text) == "Screen 1"
    assert "$1,000.50" in text.partition("Payment 1")[2]
    assert '<span class="label">payment waits</span>' in text
    assert "a win to enter" not in text


def test_none_undoes_the_touch(house: House) -> None:
    won(house)
    do(house, commands.touch_seat, seat=2)
    do(house, commands.choose_hand, seat=2, hand="none")
    assert "Dora chooses None for seat 2" in shown(house)


def test_a_hand_that_was_not_won_stops_until_the_dealer_cancels_or_the_floor_clears_it(
    house: House,
) -> None:
    won(house)
    do(house, commands.touch_seat, seat=2)
    do(house, commands.choose_hand, seat=2, hand="royal-other")
    text = shown(house)
    assert screen(text) == "Stopped"
    assert "Seat 2 has not won with Royal Flush, Other Suit." in text
    assert "Clear the claim" not in text
    assert 'data-opens="#cancel">Cancel jackpot' in text
    assert "Clear the claim" in shown(house, "fran")
    assert "Clear the claim" not in shown(house, "cam")
    do(house, commands.cancel_jackpot, seat=2, reason="the wrong line")
    text = shown(house)
    assert screen(text) == "Screen 1"
    assert "Dora cancels what was entered for seat 2: the wrong line" in text


def test_before_it_is_settled_a_wager_is_in_play_and_the_seat_cannot_be_touched(
    house: House,
) -> None:
    won(house)
    submitted(house)
    do(house, commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    do(house, commands.next_step)
    do(house, commands.open_round)
    do(house, commands.place, BEN, seat=2, bets={"ante": 500, "stax": 500})
    text = shown(house)
    assert "$5 in play" in text
    assert len(re.findall(r'class="seatbtn"[^>]* disabled', text)) == 6


def test_a_jackpot_is_paid_by_the_cage_in_full_and_moves_no_chip_of_the_tray(house: House) -> None:
    won(house)
    submitted(house)
    do(house, commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    seat = terminal(house.room.view("pit-1", DEALER), DEALER)["seats"][0]
    *others, stax = seat["lines"]
    assert (stax.do, stax.done) == ("Jackpot $1,000.50", "STAX paid by the cage")
    assert (stax.chips, stax.rest_cents) == ([], 0)
    assert (seat["net"], seat["cage_cents"]) == ("Pay $30 net", 100_050)
    assert sum(line.net_cents for line in others) == 3000
    with house.browser() as browser:
        browser.sign_in("dora")
        text = unescape(browser.get("/dealer/pit-1").text)
    assert '<span class="tag info">Paid by the cage</span>' in text
    assert "$995.50" not in text


def test_who_does_not_deal_only_looks_on(house: House) -> None:
    won(house)
    text = shown(house, "fran")
    assert "Only the dealer of this table enters a jackpot" in text
    assert len(re.findall(r'class="seatbtn"[^>]* disabled', text)) == 6
    entered(house)
    assert len(re.findall(r'class="btn lg[^>]* disabled', shown(house, "fran"))) == 2


def test_a_payment_waits_for_a_second_person_and_says_who_signed_when(house: House) -> None:
    won(house, star="3000")
    submitted(house)
    text = shown(house)
    assert "✓ Dealer</span> dora, 14:13:20 UTC" in text
    assert "Form W-2G is due" in text
    assert "Count the deck and keep it for 7 days" in text
    assert "Pay jackpot" not in text
    assert "waits for floor and surveillance" in text
    house.now += 61_000_000
    with house.browser() as browser:
        browser.sign_in("fran")
        text = unescape(browser.get("/dealer/pit-1/jackpot").text)
        assert re.search(r'disabled data-post="/api/tables/pit-1/approve-pay"[^>]*>Sign<', text)
        done = browser.act("approve-pay", pay=1, checked=["hand", "wager"])
        assert done.status_code == 200, done.text
        text = unescape(browser.get("/dealer/pit-1/jackpot").text)
        assert "✓ Floor</span> fran, 14:14:21 UTC, has checked hand, wager" in text
        assert "Surveillance signs here" in text
    text = shown(house, "cam")
    assert ">Sign and pay<" in text
    assert '"checked": ["hand", "wager", "amount", "player", "deck"]' in text
    do(
        house,
        commands.approve_pay,
        WATCHER,
        pay=1,
        checked=("hand", "wager", "amount", "player", "deck"),
    )
    text = shown(house)
    assert "No payment waits" in text
    assert "Payment 1 is made: ann gets $3,000.50" in text


def test_what_is_sent_back_says_why_and_is_entered_again(house: House) -> None:
    won(house)
    submitted(house)
    do(house, commands.send_back, FLOOR, pay=1, reason="a card is bent")
    text = shown(house)
    assert "A card is bent." in text
    assert "Enter it again: touch seat 1." in text


def test_a_large_win_is_submitted_by_the_dealer(house: House) -> None:
    won(house, bets={"ante": 500, "player-bonus": 5000})
    text = shown(house)
    assert "Submit $2,500 for approval" in text
    assert "Seat 1, ann · Suited Ace-King-Queen" in text
    assert "Player Bonus, $50 wager" in text
    assert "Only the dealer of this table submits it" in shown(house, "fran")
    do(house, commands.submit_pay, pay=1)
    assert "Floor signs here" in shown(house)
    assert ">Sign and pay<" in shown(house, "fran")


def test_a_table_without_a_progressive_has_payments_alone(house: House) -> None:
    house.open("three-card-poker", dealer="dora")
    text = shown(house)
    assert screen(text) == "No progressive"
    assert "No payment waits" in text
    assert "Nothing in this round" in text


def test_a_win_of_an_older_round_is_followed_back_to_its_beginning(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trail, "_AT_ONCE", 4)
    won(house, plays_on=True)
    for number in (2, 3):
        while house.room.table("pit-1").playing:
            do(house, commands.next_step)
        house.deck = f"2d 7s 9c {NOTHING} {DEALERS}"
        play(house, {"ante": 500})
        assert house.room.table("pit-1").rounds == number
    do(house, commands.touch_seat, seat=1)
    text = shown(house)
    assert "Payment 1 waits: the star meter for ann at seat 1" in text
    assert "Dora touches seat 1" in text
    do(house, commands.choose_hand, seat=1, hand="royal-diamonds")
    do(house, commands.touch_pending, seat=1)
    do(house, commands.pay_jackpot, seat=1)
    text = shown(house)
    assert "Star meter, round 1" in text  # neither cards nor wager are in sight any more
    assert 'class="card d"' not in text.partition('aria-label="Payment 1"')[2]


def test_a_trail_is_followed_and_not_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(house)
    trails = trail.Trails(house.room)
    begun = trails.of(house.room.view("pit-1"))
    read, history = list[int](), house.room.history

    def counted(table: str, after: int = 0) -> Any:
        rows = [*history(table, after)]
        read.append(len(rows))
        return iter(rows)

    monkeypatch.setattr(house.room, "history", counted)
    do(house, commands.touch_seat, seat=1)
    then = trails.of(house.room.view("pit-1"))
    assert len(then) == len(begun) + 1
    assert read == [house.room.table("pit-1").version - _version_of(house, "pay-held")]


def _version_of(house: House, kind: str) -> int:
    return max(row.version for row in house.room.store.stream("pit-1") if row.kind == kind)


def signed(browser: Browser, **asked: Any) -> Any:
    keys = {"idempotency-key": asked.pop("key")} if "key" in asked else {}
    headers = {"x-fairdeal-token": browser.token} | keys
    return browser.client.post("/api/dealer/pit-1/sign", json=asked, headers=headers)


def test_a_second_person_signs_at_the_terminal_with_the_own_password(house: House) -> None:
    won(house)
    submitted(house)
    with house.browser() as browser:
        browser.sign_in("dora")
        browser.get("/dealer/pit-1/jackpot")
        asked = {"pay": 1, "password": PASSWORD, "checked": CHECKS}
        wrong = signed(browser, name="fran", **asked | {"password": "guess"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "account.wrong")
        own = signed(browser, name="dora", **asked)
        assert (own.status_code, own.json()["code"]) == (403, "role.refused")
        early = signed(browser, name="fran", **asked | {"checked": {"hand": True, "wager": False}})
        assert (early.status_code, early.json()["code"]) == (409, "approval.unchecked")
        odd = signed(browser, name="fran", pay="one", password=PASSWORD)
        assert (odd.status_code, odd.json()["code"]) == (400, "command.malformed")
        assert house.room.table("pit-1").holding.pays
        assert signed(browser, key="fran-1", name="fran", **asked).status_code == 200
        assert not house.room.table("pit-1").holding.pays
        assert signed(browser, key="fran-1", name="fran", **asked).status_code == 200
        late = signed(browser, key="fran-2", name="fran", **asked)
        assert (late.status_code, late.json()["code"]) == (409, "pay.unknown")
        assert browser.name == "dora"


def test_nobody_signs_with_a_password_that_a_manager_knows(house: House) -> None:
    """A manager who set it could sign as two people."""
    won(house)
    submitted(house)
    house.site.accounts.set_password("fran", "the managers horse", by="max", where="")
    asked = {"name": "fran", "pay": 1, "checked": CHECKS}
    with house.browser() as browser:
        browser.sign_in("dora")
        browser.get("/dealer/pit-1/jackpot")
        answer = signed(browser, password="the managers horse", **asked)
        assert (answer.status_code, answer.json()["code"]) == (403, "account.given")
        said = "fran still has the password that a manager set: sign in and choose your own"
        assert answer.json()["sentences"] == [f"{said} before you sign anything"]
        assert house.room.table("pit-1").holding.pays
        house.site.accounts.choose_password("fran", "the managers horse", PASSWORD)
        assert signed(browser, password=PASSWORD, **asked).status_code == 200
    assert not house.room.table("pit-1").holding.pays


def test_nobody_signs_from_a_page_of_a_player(house: House) -> None:
    won(house)
    submitted(house)
    with house.browser() as browser:
        browser.get("/")
        answer = signed(browser, name="fran", pay=1, password=PASSWORD, checked=CHECKS)
        assert (answer.status_code, answer.json()["code"]) == (401, "session.none")
    assert house.room.table("pit-1").holding.pays
