"""Pages and the JSON interface, as a browser and a program use them."""

import re
from contextlib import ExitStack
from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import Unavailable
from fairdeal.live import Actor, Role, commands
from fairdeal.live.events import TableOpened
from fairdeal.web.access.guard import WAITS
from fairdeal.web.drawing.pieces import CHIPS
from fairdeal.web.faces import beside
from fairdeal.web.site import Site
from tests.live.tables import BETS, DEALER, FLOOR, MANAGER
from tests.web.house import AUTOMATIC, House

GAMES = sorted(games.GAMES)
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"


def test_an_empty_room_says_so(house: House) -> None:
    with house.browser() as browser:
        page = browser.get("/")
        assert page.status_code == 200
        assert "No tables are open" in page.text


def test_the_lobby_shows_every_open_table_with_its_limits_and_seats(house: House) -> None:
    for number, game in enumerate(GAMES, 1):
        house.open(game, f"pit-{number}")
    house.open("three-card-poker", "pit-9")
    house.room.do("pit-9", commands.close_table, by=FLOOR, reason="late")
    with house.browser() as browser:
        page = browser.get("/").text
        assert page.count("Sit down</button>") == 5
        assert all(games.game(game).name in page for game in GAMES)
        assert page.count("0 of 6 seats taken") == 5
        assert "/tables/pit-9" not in page
        assert "Closed now: pit-9 (Three Card Poker)." in page


def test_every_answer_carries_the_policy_and_no_inline_style_or_script(house: House) -> None:
    house.open("ags-3-card")
    with house.browser() as browser:
        for path in ("/", "/tables/pit-1", "/sign-in", "/api/tables", "/tables/nix"):
            answer = browser.get(path)
            assert answer.headers["content-security-policy"].startswith(POLICY)
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert " style=" not in answer.text
            assert "<style" not in answer.text
            assert answer.text.count("<script") == answer.text.count('<script type="module" src=')


def test_a_cookie_is_for_the_room_alone(house: House) -> None:
    with house.browser() as browser:
        cookie = browser.get("/").headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie


@pytest.mark.parametrize("game", [each for each in GAMES if not games.game(each).player_banked])
@pytest.mark.parametrize("word", ["first", "last"])
def test_a_guest_plays_a_round_with_nothing_but_the_interface(
    house: House, game: str, word: str
) -> None:
    house.open(game)
    with house.browser() as browser:
        browser.get("/tables/pit-1")
        assert browser.act("sit").json()["events"][0]["seat"] == 1
        placed = browser.act("place", seat=1, bets=BETS[game])
        assert placed.status_code == 200, placed.text
        house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        while (now := browser.view())["choices"]:
            choice = now["choices"][0 if word == "first" else -1]
            done = browser.act("decide", seat=1, word=choice["word"])
            assert done.status_code == 200, done.text
        assert now["round"]["over"]
        page = browser.get("/tables/pit-1").text
        for line in now["round"]["lines"]:
            assert line["reason"][1:].replace("'", "&#39;") in page


def test_a_page_has_no_card_that_its_viewer_may_not_see(house: House) -> None:
    house.open("three-card-poker")
    house.deck = "Qs 9h 4d Jc 8s 2h"
    with house.browser() as browser, house.browser() as stranger:
        browser.get("/tables/pit-1")
        browser.act("sit")
        browser.act("place", seat=1, bets={"ante": 500})
        house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        own, other = browser.get("/tables/pit-1").text, stranger.get("/tables/pit-1").text
        assert 'aria-label="queen of spades"' in own
        assert 'aria-label="queen of spades"' not in other
        for page in (own, other):
            assert "jack of clubs" not in page
            assert "#rJ" not in page.partition("</svg>\n")[2]
        assert "Queen high" in own


def test_a_refused_bet_is_answered_with_every_reason(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        browser.act("sit")
        answer = browser.act("place", seat=1, bets={"ante": 1, "pair-plus": 10**7})
        assert answer.status_code == 409
        assert len(answer.json()["sentences"]) >= 2


@pytest.mark.parametrize(
    ("command", "body", "status", "code"),
    [
        ("open-table", {"game": "ags-3-card"}, 403, "role.refused"),
        ("plce", {}, 404, "command.unknown"),
        ("open-progressive", {}, 404, "command.unknown"),
        ("place", {"seat": "one", "bets": {}}, 400, "command.malformed"),
        ("place", {"seat": 1, "bets": {}, "by": "fran"}, 400, "command.malformed"),
        ("decide", {"seat": 1, "word": "play"}, 409, "round.none"),
    ],
)
def test_what_cannot_be_done_has_a_status_a_code_and_a_sentence(
    house: House, command: str, body: dict[str, Any], status: int, code: str
) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        before = house.room.store.head()
        answer = browser.act(command, **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert house.room.store.head() == before


def test_no_other_page_acts_for_somebody(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        browser.token = "made up"
        answer = browser.act("sit")
        assert (answer.status_code, answer.json()["code"]) == (403, "page.old")


def test_who_asks_too_often_has_to_wait(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        codes = [browser.act("plce").status_code for _ in range(60)]
        assert codes[:40] == [404] * 40
        assert 429 in codes


def test_a_command_under_one_key_is_done_once(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        headers = {"x-fairdeal-token": browser.token, "idempotency-key": "click-1"}
        answers = [
            browser.client.post("/api/tables/pit-1/sit", json={"seat": 2}, headers=headers).json()
            for _ in range(2)
        ]
        assert [each["repeated"] for each in answers] == [False, True]
        assert answers[0]["events"] == answers[1]["events"]


def test_a_body_that_is_no_json_is_told(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        headers = {"x-fairdeal-token": browser.token}
        answer = browser.client.post("/api/tables/pit-1/sit", content=b"{", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "request.json")


def test_a_table_that_is_not_there_is_told_with_the_nearest(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        assert browser.get("/tables/pit-2").status_code == 404
        assert (
            "There is no table &#39;pit-2&#39;: did you mean pit-1?"
            in browser.get("/tables/pit-2").text
        )
        assert browser.get("/api/tables/pit-2").json()["code"] == "table.unknown"


def test_the_first_manager_and_everybody_after_sign_in(house: House) -> None:
    link = f"/first/{house.site.accounts.first}"
    with house.browser() as browser:
        assert "Open the first account" in browser.get(link).text
        told = {"name": "max", "password": "correct horse", "again": "correct horse"}
        answer = browser.client.post(link, data=told, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/floor")
        assert browser.name == "max"
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        assert browser.sign_in("fran", "wrong horse").status_code == 401
        assert browser.sign_in("fran").status_code == 303
        assert browser.name == "fran"
        browser.client.post("/sign-out", headers={"x-fairdeal-token": browser.token})
        assert browser.name.startswith("guest-")


def test_somebody_of_the_house_who_was_away_signs_in_again(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("fran")
        house.now += 5 * 60_000_000 + 1
        answer = browser.client.get("/", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?back=/")


def test_passwords_are_not_guessed_all_day(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        codes = [browser.sign_in("nobody").status_code for _ in range(12)]
        assert codes[:10] == [401] * 10
        assert codes[-1] == 429
        assert browser.sign_in("fran").status_code == 303
    with house.browser() as browser:
        names = [f"nobody-{number}" for number in range(60)]
        codes = [browser.sign_in(name).status_code for name in names]
        assert (codes[0], codes[-1]) == (401, 429)


def test_the_stylesheet_and_the_script_can_be_kept(house: House) -> None:
    with house.browser() as browser:
        page = browser.get("/").text
        for name in ("fairdeal.css", "fairdeal.js"):
            address = next(part for part in page.split('"') if name in part)
            answer = browser.get(address)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
        assert browser.get("/static/site.py").status_code == 404


def test_the_description_names_every_command_at_a_table(house: House) -> None:
    with house.browser() as browser:
        found = browser.get("/api/openapi.json").json()
        for name in ("sit", "place", "decide", "approve-pay", "open-table"):
            assert f"/api/tables/{{name}}/{name}" in found["paths"]
        assert "View" in found["components"]["schemas"]


@pytest.mark.parametrize("game", GAMES)
def test_rules_pay_tables_and_sources_are_one_click_away(house: House, game: str) -> None:
    house.open(game)
    with house.browser() as browser:
        assert f'href="/rules/{game}?table=pit-1"' in browser.get("/tables/pit-1").text
        page = browser.get(f"/rules/{game}?table=pit-1").text
        declared = games.game(game)
        assert declared.document.title.replace("'", "&#39;") in page
        assert all(each.event.replace("'", "&#39;") in page for each in declared.irregularities)
        assert "Back to pit-1" in page


def test_a_game_that_is_not_dealt_has_no_rules(house: House) -> None:
    with house.browser() as browser:
        assert browser.get("/rules/roulette").status_code == 404


def test_a_table_says_why_nothing_can_be_bet(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        irregularity = {"irregularity": "fouled-deck", "reason": "two aces"}
        house.room.do("pit-1", commands.report, by=FLOOR, **irregularity)
        assert "The table waits for a ruling" in browser.get("/tables/pit-1").text
        house.room.do("pit-1", commands.rule, by=MANAGER, reason="looked at")
        house.room.do("pit-1", commands.disable, by=FLOOR, reason="dark")
        assert "No bets for now: dark" in browser.get("/tables/pit-1").text
        house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
        assert "The table is closed" in browser.get("/tables/pit-1").text


def test_guests_who_sit_down_at_once_all_get_a_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")
    with ExitStack() as stack:
        guests = [stack.enter_context(house.browser()) for _ in range(4)]
        for guest in guests:
            guest.get("/")
        choose, late = Site.with_a_seat, iter(guests[1:])

        def with_a_seat(
            site: Site, table: str, guest: str, asked: dict[str, Any]
        ) -> dict[str, Any]:
            chosen = choose(site, table, guest, asked)
            if quicker := next(late, None):  # somebody sits down in the very moment
                assert quicker.act("sit").status_code == 200
            return chosen

        monkeypatch.setattr(Site, "with_a_seat", with_a_seat)
        assert guests[0].act("sit").status_code == 200
        assert sorted(house.room.table("pit-1").seats) == [1, 2, 3, 4]
        again = guests[0].act("sit")
        assert (again.status_code, again.json()["repeated"]) == (200, True)
        full = [stack.enter_context(house.browser()) for _ in range(3)]
        for guest in full:
            guest.get("/")
        assert [guest.act("sit").status_code for guest in full] == [200, 200, 409]


def test_what_cannot_be_written_names_no_file(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house.open("three-card-poker")

    def full(*args: Any, **more: Any) -> Any:
        raise Unavailable("the log in /srv/room.db cannot be written", code="store.unavailable")

    with house.browser() as browser:
        browser.get("/")
        monkeypatch.setattr(house.room, "do", full)
        answer = browser.act("sit")
    assert (answer.status_code, answer.json()["code"]) == (503, "store.unavailable")
    assert "room.db" not in answer.text
    assert "/srv/room.db" in caplog.text


def test_who_asks_again_for_the_own_seat_has_it(house: House) -> None:
    """The answer may have been lost, and then the chips were not given either."""
    house.open("three-card-poker")
    with house.browser() as browser, house.browser() as other:
        browser.get("/")
        me = browser.name
        house.room.do("pit-1", commands.sit, by=Actor(me, Role.PLAYER), seat=3)
        again = browser.act("sit", seat=3)
        assert (again.status_code, again.json()["repeated"]) == (200, True)
        assert house.room.table("pit-1").chips(me) == 50_000
        other.get("/")
        assert other.act("sit", seat=3).json()["code"] == "seat.taken"


def test_records_out_of_reach_are_waited_for_and_doubt_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")

    code = "store.doubtful"

    def gone(*asked: Any, **more: Any) -> Any:
        raise Unavailable("the answer of the database was lost", code=code)

    with house.browser() as browser:
        browser.get("/")
        with monkeypatch.context() as outage:
            outage.setattr(house.room, "do", gone)
            answer = browser.act("sit")
            code = "store.stopped"
            stopped = browser.act("sit").json()["sentences"][0]
        assert (answer.status_code, answer.json()["code"]) == (503, "store.doubtful")
        said = answer.json()["sentences"][0]
        assert "does not know whether this was done" in said
        assert "nothing was changed" not in said
        assert "Look when it is open again, before you ask again" in said
        assert "the room has stopped" in stopped
        assert "this was not done" in stopped
        monkeypatch.setattr(house.room, "table", gone)
        page = browser.get("/tables/pit-1")
        assert page.status_code == 503
        assert 'http-equiv="refresh"' in page.text
        assert WAITS in page.cookies
        monkeypatch.undo()
        assert 'http-equiv="refresh"' not in browser.get("/tables/pit-9").text


def test_what_a_script_imports_can_be_kept_as_well(house: House) -> None:
    with house.browser() as browser:
        page = browser.get("/").text
        script = browser.get(next(part for part in page.split('"') if "fairdeal.js" in part)).text
        imported = next(part for part in script.split('"') if "money.js" in part)
        assert re.fullmatch(r"/static/money\.js\?[0-9a-f]{12}", imported)
        answer = browser.get(imported)
        assert "immutable" in answer.headers["cache-control"]
        assert "export function dollars" in answer.text


def test_every_chip_that_is_counted_is_drawn_and_lies_in_the_tray(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        page = browser.get("/tables/pit-1").text
    assert re.findall(r'data-chip="(\d+)"', page) == [str(cents) for cents in reversed(CHIPS)]
    assert {*re.findall(r'id="c(\d+)"', page)} == {str(cents // 100) for cents in CHIPS}


def test_the_limits_and_pay_tables_beside_a_felt_are_drawn_once_until_they_change(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker", limits={"ante": "5-100"})
    drawn: list[TableOpened] = []

    def sheets(setup: TableOpened) -> list[Any]:
        drawn.append(setup)
        return []

    monkeypatch.setattr(beside, "sheets", sheets)
    face = house.site.hub.faces["table"]
    first = {face.parts("pit-1", viewer)["side"] for viewer in (None, FLOOR, DEALER)}
    assert len(first) == len(drawn) == 1
    house.room.do("pit-1", commands.reconfigure, by=FLOOR, reason="high", limits={"ante": "25-50"})
    assert "$25 to $50" in face.parts("pit-1", None)["side"]
    assert len(drawn) == 2
