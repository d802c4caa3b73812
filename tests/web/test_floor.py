"""The floor's page: what waits, who may do what there, and commands for all tables at once."""

from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import Malformed
from fairdeal.live import Actor, Done, Role, commands
from fairdeal.live.table.holding import Screen
from fairdeal.web.faces.floor import FloorFace
from fairdeal.web.faces.waiting import count_for
from fairdeal.web.form.edges import Edges
from fairdeal.web.hub import Parts
from tests.live.jackpots import DEALERS, NOTHING, STAR
from tests.live.tables import DEALER, FLOOR, MANAGER, OTHER_FLOOR, PLAYERS, WATCHER
from tests.web.house import AUTOMATIC, Browser, House

TCP = "three-card-poker"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.site.edges = Edges(lambda terms: {})
    return house


def seated(house: House, table: str = "pit-1", count: int = 2) -> None:
    for seat, player in enumerate(PLAYERS[:count], 1):
        house.room.do(table, commands.sit, by=player, seat=seat)
        house.room.do(table, commands.buy_in, by=FLOOR, player=player.name, cents=50_000)


def jackpot(house: House, *, hand: str = "royal-diamonds") -> None:
    """Seat 1 of pit-1 has won the star, and dora has entered a hand for it."""
    room = house.room
    room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("ags-3-card", dealer="dora", profile="washington", progressive="stax")
    seated(house)
    house.deck = f"{STAR} {NOTHING} {DEALERS}"
    room.do("pit-1", commands.open_round, by=DEALER)
    for seat, player in enumerate(PLAYERS[:2], 1):
        bets = {"ante": 500, "stax": 500}
        room.do("pit-1", commands.place, by=player, seat=seat, bets=bets)
    room.do("pit-1", commands.no_more_bets, by=DEALER)
    while not (now := room.view("pit-1", DEALER)).pays:
        assert now.round is not None
        if turn := now.round.turn:
            by = PLAYERS[turn - 1]
            room.do("pit-1", commands.decide, by=by, seat=turn, word="fold")
        else:
            room.do("pit-1", commands.next_step, by=DEALER)
    room.do("pit-1", commands.touch_seat, by=DEALER, seat=1)
    room.do("pit-1", commands.choose_hand, by=DEALER, seat=1, hand=hand)


def submitted(house: House) -> None:
    house.room.do("pit-1", commands.touch_pending, by=DEALER, seat=1)
    house.room.do("pit-1", commands.pay_jackpot, by=DEALER, seat=1)


def large_win(house: House, **setup: Any) -> None:
    """Seat 1 of pit-1 has a straight flush, which somebody has to sign."""
    house.open(TCP, tiers={"floor": 10_000}, **setup)
    seated(house)
    house.deck = "As Ks Qs 4d 5c 7h"
    bets = {"pair-plus": 5000, "ante": 5000}
    house.room.do("pit-1", commands.place, by=PLAYERS[0], seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PLAYERS[0], seat=1, word="play")


def parts(house: House, who: Actor = OTHER_FLOOR) -> Parts:
    return house.site.hub.shown("floor", "all", who)


def working(house: House, browser: Browser, name: str = "finn", role: Role = Role.FLOOR) -> Browser:
    house.staff(name, role)
    browser.sign_in(name)
    browser.get("/floor")
    return browser


def test_an_empty_floor_says_what_to_do(house: House) -> None:
    shown = parts(house)
    assert "No table is open." in shown["summary"]
    assert "Nothing. Large wins" in shown["waiting"]
    assert "Open the first one below" in shown["tables"]
    assert "No progressive is open" in shown["progressives"]


def test_a_jackpot_shows_everything_needed_to_decide(house: House) -> None:
    jackpot(house)
    before = parts(house)["waiting"]
    assert "shown once submitted" in before
    assert "approve-pay" not in before
    submitted(house)
    shown = parts(house)["waiting"]
    for text in (
        "Jackpot, pit-1, seat 1",
        "ace of diamonds",
        "<dt>Player</dt><dd>p1</dd>",
        "Royal Flush in Diamonds",
        "$5 on STAX",
        '<dd class="brass">Star</dd>',
        "<dt>Wins</dt><dd>$1,000.50</dd>",
        "<dt>Submitted by</dt><dd>dora</dd>",
        "<dt>Missing</dt><dd>floor</dd>",
        "Deck fixed as",
        "the cards are Royal Flush in Diamonds",
        "every card of the deck was counted",
    ):
        assert text in shown, text
    assert "approve-pay" not in parts(house, WATCHER)["waiting"]


def test_an_approval_pays_and_a_payment_that_is_sent_back_says_why(house: House) -> None:
    large_win(house)
    assert parts(house)["waiting"].count("Large win, pit-1, seat 1") == 2
    with house.browser() as browser:
        working(house, browser)
        looked: dict[str, Any] = {"checked": ["hand", "wager"]}
        for pay in (1, 2):
            answer = browser.act("send-back", pay=pay, reason="a card is bent")
            assert answer.status_code == 200, answer.text
        shown = parts(house)["waiting"]
        assert shown.count("Sent back: a card is bent.") == 2
        assert "<dt>Submitted by</dt><dd>not yet</dd>" in shown
        assert browser.act("approve-pay", pay=1, **looked).json()["code"] == "approval.early"


def test_a_bonus_names_the_wager_that_earned_it(house: House) -> None:
    large_win(house)
    shown = parts(house)["waiting"]
    assert "<dd>Ante Bonus</dd><dt>Wager</dt><dd>$50 on Ante</dd>" in shown
    assert "Suited ace-king-queen" in shown
    assert "<dt>Submitted by</dt><dd>the automatic dealer</dd>" in shown


def test_who_signed_and_who_is_missing_is_told(house: House) -> None:
    large_win(house, profile="plain")
    room = house.room
    room.do("pit-2", commands.open_table, by=FLOOR, game=TCP, tiers={"manager": 10_000})
    seated(house, "pit-2")
    room.do("pit-2", commands.place, by=PLAYERS[0], seat=1, bets={"pair-plus": 5000})
    room.do("pit-2", commands.no_more_bets, by=AUTOMATIC)
    looked = ("hand", "wager", "amount", "player", "deck")
    room.do("pit-2", commands.approve_pay, by=OTHER_FLOOR, pay=1, checked=looked)
    shown = parts(house, WATCHER)["waiting"]
    assert "finn, floor" in shown
    assert "<dt>Missing</dt><dd>surveillance, manager</dd>" in shown
    assert "Others sign after you." in shown


def test_a_payment_of_an_earlier_round_is_shown_with_its_cards_or_without(house: House) -> None:
    large_win(house, plays_on=True)
    room = house.room
    for number in range(2):
        shown = parts(house)["waiting"]
        assert ("ace of spades" in shown) is (number < 2)
        room.do("pit-1", commands.place, by=PLAYERS[1], seat=2, bets={"pair-plus": 500})
    assert "ace of spades" in parts(house)["waiting"]
    house.deck = "2c 7h 9s 3c 8h Tc"
    for _ in range(2):
        room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        room.do("pit-1", commands.place, by=PLAYERS[1], seat=2, bets={"pair-plus": 500})
    shown = parts(house)["waiting"]
    assert "Large win, pit-1, seat 1" in shown
    assert "ace of spades" not in shown
    assert "Deck fixed as" not in shown


def test_a_claim_that_does_not_fit_the_cards_is_cleared(house: House) -> None:
    jackpot(house, hand="royal-other")
    assert house.room.view("pit-1", FLOOR).terminal[1].screen is Screen.STOPPED
    assert "settle-claim" not in parts(house, WATCHER)["waiting"]
    shown = parts(house)["waiting"]
    assert "Claim stopped, pit-1, seat 1" in shown
    assert "Royal Flush, Other Suit" in shown
    assert 'data-post="/api/tables/pit-1/settle-claim"' in shown


def test_a_report_waits_with_its_ruling_and_its_effect(house: House) -> None:
    house.open("three-card-fury")
    declared = games.game("three-card-fury").irregularities[0]
    house.room.do(
        "pit-1", commands.report, by=FLOOR, irregularity=declared.key, reason="a card was seen"
    )
    shown = parts(house)["waiting"]
    assert "By fran: a card was seen." in shown
    assert declared.ruling[1:].replace("'", "&#39;") in shown
    assert 'name="upheld" hidden checked' in shown
    assert 'name="upheld" hidden>' in shown
    assert "/rule" not in parts(house, WATCHER)["waiting"]
    assert (
        '<span class="tag warn"><span class="dot ring"></span>Ruling</span>'
        in parts(house)["tables"]
    )
    with house.browser() as browser:
        working(house, browser)
        assert browser.act("rule", reason="nobody saw it", upheld=False).status_code == 200
    assert "Nothing. Large wins" in parts(house)["waiting"]


def test_an_adjustment_waits_for_a_second_person(house: House) -> None:
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    asked: dict[str, Any] = {"meter": "star", "why": "malfunction", "cents": 100, "reason": "stuck"}
    house.room.do("stax", commands.propose_adjustment, by=MANAGER, **asked)
    own, other = (
        parts(house, MANAGER)["waiting"],
        parts(house, Actor("mia", Role.MANAGER))["waiting"],
    )
    assert "Another person approves what you have proposed." in own
    assert "Take back" in own
    assert "Approve $1</button>" in other
    floor = parts(house)
    assert "Approve $1</button>" not in floor["waiting"]
    assert "Refuse with reason" in floor["waiting"]
    assert "propose-adjustment" not in floor["progressives"]
    assert "Adjustment, progressive stax" in parts(house, WATCHER)["waiting"]


@pytest.mark.parametrize(
    ("who", "sees", "misses"),
    [
        (FLOOR, ["close-table", "change-dealer", "propose-adjustment"], ["schedule-rate"]),
        (MANAGER, ["close-table", "schedule-rate", "raise-ceiling"], []),
        (WATCHER, ["/disable", "disable-progressive"], ["close-table", "change-dealer", "propose"]),
    ],
)
def test_roles_see_only_the_buttons_that_they_may_use(
    house: House, who: Actor, sees: list[str], misses: list[str]
) -> None:
    house.open(TCP)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    shown = "".join(parts(house, who).values())
    assert all(text in shown for text in sees)
    assert not any(text in shown for text in misses)


def test_a_table_says_how_it_is_and_why(house: House) -> None:
    for number in range(1, 6):
        house.open(TCP, f"pit-{number}", dealer="dora" if number == 1 else "")
    do = house.room.do
    do("pit-2", commands.disable, by=FLOOR, reason="spilled drink")
    do("pit-3", commands.close_table, by=FLOOR, reason="late")
    seated(house, "pit-4")
    do("pit-4", commands.place, by=PLAYERS[0], seat=1, bets={"ante": 500})
    do("pit-4", commands.close_table, by=FLOOR, reason="early shift")
    shown = parts(house)
    rows = dict(zip(("1", "2", "3", "4", "5"), shown["tables"].split("<tr")[2:], strict=True))
    assert ("dora" in rows["1"], "Open</span>" in rows["1"]) == (True, True)
    assert ("Disabled</span>" in rows["2"], "spilled drink" in rows["2"]) == (True, True)
    assert ("Closed</span>" in rows["3"], "Open again" in rows["3"]) == (True, True)
    do("pit-4", commands.disable, by=FLOOR, reason="fire alarm")
    rows["4"] = parts(house)["tables"].split("<tr")[5]
    assert ("Disabled</span>" in rows["4"], "fire alarm" in rows["4"]) == (True, True)
    assert ("Closing</span>" in rows["4"], "early shift" in rows["4"]) == (True, True)
    assert "2 of 6" in rows["4"]
    assert "Enable pit-2" in shown["tables"]
    assert "Take bets again" in shown["tables"]
    assert "4 tables are open, 2 of 24 seats are taken." in shown["summary"]
    do("pit-3", commands.open_table, by=FLOOR, game="ags-3-card")
    assert "3 Card" in parts(house)["tables"]


def test_one_table_is_one_table(house: House) -> None:
    house.open(TCP)
    assert "One table is open, 0 of 6 seats are taken." in parts(house)["summary"]


def test_the_meters_show_what_is_scheduled_and_why_they_take_no_bets(house: House) -> None:
    do = house.room.do
    do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("ags-3-card", progressive="stax")
    do("stax", commands.schedule_rate, by=MANAGER, meter="star", rate="7%", reason="summer")
    do("stax", commands.raise_ceiling, by=MANAGER, meter="star", cents=500_000, reason="summer")
    shown = parts(house)["progressives"]
    assert "then 7 %" in shown
    assert "$5,000" in shown
    assert "fed by pit-1" in shown
    do("stax", commands.disable_progressive, by=FLOOR, reason="sign is dark")
    shown = parts(house)["progressives"]
    assert "Takes no bets: sign is dark." in shown
    assert "/enable-progressive" in shown
    assert "Enable" not in parts(house, WATCHER)["progressives"]


def test_only_dealers_who_may_come_are_offered(house: House) -> None:
    house.open(TCP)
    for name in ("dora", "dirk"):
        house.staff(name, Role.DEALER)
    house.site.accounts.disable("dirk", "ill", by="max", where="")
    shown = parts(house)["tables"]
    assert "<option>dora</option>" in shown
    assert "dirk" not in shown


def test_there_is_one_floor(house: House) -> None:
    face = FloorFace(house.room, lambda: [])
    face.check("all")
    with pytest.raises(Malformed, match="there is no floor 'west'"):
        face.check("west")
    assert [*face.touched([])] == ["all"]


def test_the_page_is_for_those_who_run_tables(house: House) -> None:
    house.open(TCP)
    for name, role, status in (
        ("finn", Role.FLOOR, 200),
        ("cam", Role.SURVEILLANCE, 200),
        ("dora", Role.DEALER, 403),
    ):
        with house.browser() as browser:
            house.staff(name, role)
            browser.sign_in(name)
            page = browser.get("/floor")
            assert page.status_code == status
            assert ("Open a table" in page.text) is (role is Role.FLOOR)
            assert browser.get("/floor/tables/pit-1").status_code == (
                200 if name == "finn" else 403
            )
    with house.browser() as guest:
        assert guest.client.get("/floor", follow_redirects=False).status_code == 303


def test_a_manager_opens_a_progressive_with_levels_of_the_house(house: House) -> None:
    with house.browser() as browser:
        working(house, browser, "max", Role.MANAGER)
        assert 'name="resets.star"' in browser.get("/floor").text
        address = "/api/progressives/stax/open-progressive"
        answer = browser.post(address, game="ags-3-card", resets={"star": "2000"}, shared=True)
        assert answer.status_code == 200, answer.text
    assert "$2,000" in parts(house)["progressives"]


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_the_form_of_every_game_is_put_into_the_page(house: House, game: str) -> None:
    with house.browser() as browser:
        working(house, browser)
        text = browser.get(f"/floor/form?game={game}").text
        assert text.startswith("<form")
        assert f'data-game value="{game}" name="game"' in text
        assert all(f'name="options.{each.key}"' in text for each in games.game(game).options)
        assert browser.get("/floor/form?game=roulette").status_code == 404


def test_a_table_is_opened_again_as_it_was(house: House) -> None:
    house.open(TCP, pay_tables=("pair-plus=D",), limits={"ante": "10-50"})
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    with house.browser() as browser:
        working(house, browser)
        page = browser.get("/floor?game=three-card-poker&table=pit-1").text
        assert 'name="table" value="pit-1"' in page
        assert 'value="pair-plus=D" checked' in page
        assert browser.get("/floor?table=nix").status_code == 404


def test_a_change_of_a_table_begins_with_what_it_has(house: House) -> None:
    house.open(TCP, pay_tables=("pair-plus=D",), limits={"ante": "10-50"})
    with house.browser() as browser:
        working(house, browser)
        page = browser.get("/floor/tables/pit-1").text
        assert 'data-post="/api/tables/pit-1/reconfigure"' in page
        assert 'value="pair-plus=D" checked' in page
        assert 'name="seats"' not in page
        change: dict[str, Any] = {
            "reason": "busy night",
            "limits": {"ante": "5-200"},
            "profile": "plain",
        }
        assert browser.act("reconfigure", **change).status_code == 200
        assert 'data-bound="most" value="200"' in browser.get("/floor/tables/pit-1").text
        assert browser.get("/floor/tables/nix").status_code == 404


def test_the_form_is_told_what_the_profile_forbids(house: House) -> None:
    with house.browser() as browser:
        working(house, browser)
        asked = {"game": TCP, "profile": "washington", "limits.ante": "5-500"}
        found = browser.client.get("/api/floor/check", params=asked).json()
        assert found["designator"] == "TCP-01"
        assert "Washington allows $400 a wager" in found["fields"]["ante"]
        wrong = browser.client.get("/api/floor/check", params={"game": "roulette"})
        assert (wrong.status_code, wrong.json()["code"]) == (404, "game.unknown")


def test_play_is_stopped_everywhere_and_every_table_is_reported(house: House) -> None:
    for number, game in enumerate((TCP, TCP, "three-card-fury"), 1):
        house.open(game, f"pit-{number}")
    house.room.do("pit-2", commands.disable, by=FLOOR, reason="spilled drink")
    house.open(TCP, "pit-4")
    house.room.do("pit-4", commands.close_table, by=FLOOR, reason="late")
    with house.browser() as browser:
        working(house, browser)
        told = [
            browser.post("/api/floor/disable", key="stop-1", reason="fire alarm").json()["tables"]
            for _ in range(2)
        ]
        assert told[0] == told[1]
        assert told[0] == [
            {"table": "pit-1", "done": True, "sentence": "no new bets are taken"},
            {
                "table": "pit-2",
                "done": False,
                "sentence": "table pit-2 is disabled already: spilled drink",
            },
            {"table": "pit-3", "done": True, "sentence": "no new bets are taken"},
        ]
        answer = browser.post("/api/floor/enable", reason="all clear", game=TCP).json()
        assert [(each["table"], each["done"]) for each in answer["tables"]] == [
            ("pit-1", True),
            ("pit-2", True),
        ]
    assert house.room.table("pit-3").disabled == "fire alarm"


def test_a_table_that_opens_while_the_others_are_stopped_is_stopped_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open(TCP, "pit-2")
    do = house.room.do

    def meanwhile(*asked: Any, **more: Any) -> Done:
        monkeypatch.undo()
        done = do(*asked, **more)
        house.open(TCP, "pit-1")
        return done

    with house.browser() as browser:
        working(house, browser)
        monkeypatch.setattr(house.room, "do", meanwhile)
        answer = browser.post("/api/floor/disable", reason="fire alarm").json()
    assert [each["table"] for each in answer["tables"]] == ["pit-2", "pit-1"]
    assert house.room.table("pit-1").disabled == "fire alarm"


@pytest.mark.parametrize(
    ("command", "asked", "status", "said"),
    [
        ("disable", {"reason": "fire", "game": "ags-3-card"}, 409, "no table of 3 Card is open"),
        ("disable", {"reason": 7}, 400, "disable cannot be asked like this"),
        ("close", {"reason": "fire"}, 404, "'close' is not for all tables"),
    ],
)
def test_what_cannot_be_asked_of_all_tables_is_told(
    house: House, command: str, asked: dict[str, Any], status: int, said: str
) -> None:
    house.open(TCP)
    with house.browser() as browser:
        working(house, browser)
        answer = browser.post(f"/api/floor/{command}", **asked)
        assert answer.status_code == status
        assert said in answer.json()["sentences"][0]


def test_an_empty_room_cannot_be_stopped_and_surveillance_cannot_start_it(house: House) -> None:
    with house.browser() as browser:
        working(house, browser, "cam", Role.SURVEILLANCE)
        assert browser.post("/api/floor/disable", reason="fire").json()["sentences"] == [
            "no table is open"
        ]
        assert browser.post("/api/floor/enable", reason="fire").status_code == 403


def test_the_floor_sees_a_short_bank_and_fills_it(house: House) -> None:
    house.open(TCP, float_cents=0, fills_itself=False, tiers=None)
    seated(house, count=1)
    house.deck = "4h 4d 9c Jc 8s 3d"
    house.room.do("pit-1", commands.place, by=PLAYERS[0], seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PLAYERS[0], seat=1, word="play")
    shown = parts(house)
    assert "Bank short, pit-1" in shown["waiting"]
    assert "Bank short</span>" in shown["tables"]
    with house.browser() as browser:
        working(house, browser)
        assert browser.act("fill-bank", cents=100_000).status_code == 200
    shown = parts(house)
    assert "Bank short" not in "".join(shown.values())
    assert house.room.table("pit-1").playing is None


def test_a_tables_details_say_what_it_can_lose_and_who_signs(house: House) -> None:
    house.open(TCP, float_cents=0, tiers={"floor": 100_000}, pay_tables=("bonus=TCPB-01",))
    shown = parts(house)["tables"]
    assert "This table can lose up to $2,4" in shown
    assert "<dt>Floor signs</dt><dd>from $1,000 on</dd>" in shown
    assert "<dt>Bank</dt><dd>$0</dd>" in shown


def test_what_the_house_adds_to_a_bank_by_itself_is_in_sight(house: House) -> None:
    house.open(TCP, float_cents=0)
    seated(house, count=1)
    house.deck = "4h 4d 9c Jc 8s 3d"
    house.room.do("pit-1", commands.place, by=PLAYERS[0], seat=1, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.decide, by=PLAYERS[0], seat=1, word="play")
    shown = parts(house)["tables"]
    assert "Bank filled</span>" in shown
    assert "the house added $5 automatically" in shown


def test_the_floor_frees_a_seat_on_its_page(house: House) -> None:
    house.open(TCP)
    seated(house)
    assert "Seat 2, p2" in parts(house)["tables"]
    with house.browser() as browser:
        working(house, browser)
        assert browser.act("free-seat", seat=2, reason="went home").status_code == 200
    assert house.room.table("pit-1").seats == {1: "p1"}


def test_a_void_that_drops_a_payout_says_that_others_sign_it(house: House) -> None:
    jackpot(house)
    house.room.do("pit-1", commands.report, by=DEALER, irregularity="fouled-deck", reason="a joker")
    shown = parts(house)["waiting"]
    assert "A void drops payment 1 for p1" in shown
    assert "Dismiss" in shown
    watcher = parts(house, WATCHER)["waiting"]
    assert ("Uphold" in watcher, "Dismiss" in watcher) == (True, False)


def test_what_waits_is_counted_for_the_roles_that_can_act_on_it(house: House) -> None:
    room, other = house.room, Actor("mia", Role.MANAGER)
    auditor = Actor("ada", Role.AUDITOR)

    def counts() -> list[int]:
        return [count_for(room, who) for who in (OTHER_FLOOR, WATCHER, other, auditor, DEALER)]

    jackpot(house, hand="royal-other")
    assert counts() == [1, 0, 1, 0, 0], "a claim that does not fit"
    asked: dict[str, Any] = {
        "meter": "heart",
        "why": "malfunction",
        "cents": 100,
        "reason": "stuck",
    }
    room.do("stax", commands.propose_adjustment, by=MANAGER, **asked)
    assert counts() == [1, 0, 2, 1, 0]
    assert count_for(room, MANAGER) == 1, "the own proposal waits for another person"
    house.open("three-card-fury", "pit-2")
    irregularity = games.game("three-card-fury").irregularities[0].key
    room.do("pit-2", commands.report, by=FLOOR, irregularity=irregularity, reason="seen")
    assert counts() == [2, 0, 3, 1, 0]
    assert count_for(room, FLOOR) == 1, "the own report waits for another person"


def test_a_payment_counts_for_those_whose_signature_is_missing(house: House) -> None:
    jackpot(house)
    assert count_for(house.room, OTHER_FLOOR) == 0, "the dealer has not submitted it"
    submitted(house)
    [pay] = house.room.view("pit-1", OTHER_FLOOR).pays
    for who in (OTHER_FLOOR, WATCHER, MANAGER, DEALER):
        assert count_for(house.room, who) == (who.role in pay.missing)
    assert "floor" in pay.missing


def test_every_staff_page_and_a_locked_one_tell_that_something_waits(house: House) -> None:
    large_win(house)
    with house.browser() as browser, house.browser() as guest:
        working(house, browser)
        for page in ("/floor", "/books", "/log", "/cage", "/", "/password", "/dealer/pit-1"):
            assert 'name="fairdeal-alerts" content="/floor"' in browser.get(page).text, page
        assert browser.get("/waiting").json() == {"count": 2}
        house.now += 4 * 60 * 1_000_000
        browser.get("/waiting")
        house.now += 2 * 60 * 1_000_000
        assert "<h1>Locked</h1>" in browser.get("/floor").text, "asking keeps nobody signed in"
        locked = browser.get("/floor").text
        assert "fairdeal-alerts" in locked
        assert "data-waiting" in locked
        assert browser.get("/waiting").json() == {"count": 2}
        assert "fairdeal-alerts" not in guest.get("/").text
        assert guest.get("/waiting", headers={"x-fairdeal-token": ""}).status_code == 401
        house.staff("dee", Role.DEALER)
        guest.sign_in("dee")
        assert "fairdeal-alerts" not in guest.get("/dealer").text


def test_staff_are_offered_no_seat_in_the_lobby_and_told_why_they_get_none(house: House) -> None:
    house.open(TCP)
    with house.browser() as browser, house.browser() as guest:
        assert "Sit down" in guest.get("/").text
        working(house, browser)
        page = browser.get("/").text
        assert "Sit down" not in page
        assert 'href="/tables/pit-1"' in page
        answer = browser.act("sit", seat=1)
        assert (answer.status_code, answer.json()["sentences"]) == (
            403,
            ["staff accounts cannot play"],
        )
        assert "Sit down" in guest.get("/").text
