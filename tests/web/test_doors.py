"""Who comes in, who only looks at the door, and what nobody gets through it."""

import re
from html import unescape

import pytest

from fairdeal.errors import Refused
from fairdeal.live import Role
from fairdeal.web.access import sessions
from tests.web.house import House


def test_a_guest_who_looks_at_the_door_stays_the_same_guest(house: House) -> None:
    with house.browser() as browser:
        name = browser.name
        browser.get("/sign-in")
        browser.sign_in("nobody")
        assert browser.name == name


def test_a_locked_terminal_stays_locked_until_somebody_signs_in(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("fran")
        old = browser.client.cookies["fairdeal"]
        house.now += 6 * 60_000_000
        for _ in range(2):
            page = browser.get("/sign-in?back=/floor").text
            assert "<h1>Locked</h1>" in page
            assert 'value="fran"' in page
        assert browser.sign_in("fran").status_code == 303
        assert browser.name == "fran"
        browser.client.cookies.clear()
        browser.client.cookies.set("fairdeal", old)
        assert browser.name.startswith("guest-")


HALF_AN_HOUR = 30 * 60_000_000


def test_a_player_who_was_away_is_asked_and_goes_on_as_the_same(house: House) -> None:
    """ACC-4."""
    house.open("three-card-poker")
    with house.browser() as browser:
        name = browser.name
        assert browser.act("sit").status_code == 200
        house.now += HALF_AN_HOUR
        assert browser.get("/").status_code == 200
        house.now += HALF_AN_HOUR + 1
        refused = browser.act("leave", seat=1)
        assert (refused.status_code, refused.json()["code"]) == (401, "session.locked")
        answer = browser.client.get("/tables/pit-1?x=1&y=2", follow_redirects=False)
        assert answer.status_code == 303
        page = browser.client.get(answer.headers["location"]).text
        assert "<h1>Are you still there?</h1>" in page
        assert f"If you are {name}, you go on where you were." in page
        [address] = re.findall(r'action="([^"]*)"', page)
        on = browser.client.post(unescape(address), follow_redirects=False)
        assert (on.status_code, on.headers["location"]) == (303, "/tables/pit-1?x=1&y=2")
        assert browser.name == name
        assert browser.act("leave", seat=1).status_code == 200


def test_after_twelve_hours_a_player_goes_on_as_somebody_new(house: House) -> None:
    with house.browser() as browser:
        name = browser.name
        for _ in range(29):
            house.now += HALF_AN_HOUR - 60_000_000
            page = browser.get("/").text
        assert "<h1>Twelve hours are over</h1>" in page
        assert f"that of {name} has ended" in page
        answer = browser.client.post("/go-on?back=//elsewhere", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert browser.name not in (name, "")


def test_who_signs_in_where_a_player_was_is_not_asked_about_the_player(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.get("/")
        house.now += 100 * HALF_AN_HOUR
        page = browser.get("/sign-in").text
        assert "<h1>Sign in</h1>" in page
        assert 'value=""' in page
        assert browser.sign_in("fran").status_code == 303
        assert browser.name == "fran"


def test_after_twelve_hours_the_houses_people_sign_in_again(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("fran")
        for _ in range(181):
            house.now += 4 * 60_000_000
            page = browser.get("/").text
        assert "You signed in twelve hours ago" in page
        assert browser.client.post("/go-on", follow_redirects=False).headers["location"] == "/floor"
        assert "You signed in twelve hours ago" in browser.get("/floor").text


def test_a_sign_on_the_wall_never_asks_whether_anybody_is_there(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as screen:
        assert screen.get("/sign/pit-1").status_code == 200
        house.now += 10 * HALF_AN_HOUR
        answer = screen.client.get("/sign/pit-1", follow_redirects=False)
        assert answer.status_code == 200


def test_the_first_account_says_its_rules_and_keeps_what_was_typed(house: House) -> None:
    link = f"/first/{house.site.accounts.first}"
    with house.browser() as browser:
        page = browser.get(link).text
        for rule in ("small letters and digits", "at least 10 characters", "same password again"):
            assert rule in page
        for told, status, said in (
            (("max", "correct horse", "correct house"), 400, "The two passwords are not the same"),
            (("max", "short", "short"), 400, "A password has 10 to 200 characters, and not 5"),
            (("Max!", "correct horse", "correct horse"), 400, "is not the name of a manager"),
        ):
            fields = dict(zip(("name", "password", "again"), told, strict=True))
            answer = browser.client.post(link, data=fields)
            assert answer.status_code == status
            assert said in answer.text
            assert f'value="{told[0]}"' in answer.text
            assert told[1] not in answer.text
        fields = {"name": "max", "password": "correct horse", "again": "correct horse"}
        assert browser.client.post(link, data=fields, follow_redirects=False).status_code == 303
        for answer in (browser.get(link), browser.get("/first/guess")):
            assert answer.status_code == 409
            assert "This link was used already, or is not ours." in answer.text


def test_a_form_that_is_not_the_doors_is_told(house: House) -> None:
    with house.browser() as browser:
        many = "&".join(f"field{number}=x" for number in range(20))
        answer = browser.client.post("/sign-in", content=many)
        assert (answer.status_code, "not the form of the door" in answer.text) == (400, True)


@pytest.mark.parametrize("path", ["/sign-in", "/api/session", "/api/tables/pit-1/sit"])
def test_a_request_that_is_too_long_is_not_read_to_its_end(house: House, path: str) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/")
        headers = {"x-fairdeal-token": browser.token}
        answer = browser.client.post(path, content=b"x" * 70_000, headers=headers)
        assert answer.status_code == 413
        assert answer.json()["code"] == "request.long"


@pytest.mark.parametrize("name", ["house", "cage", "opening", "guest-1"])
def test_nobody_has_a_name_under_which_the_room_acts(house: House, name: str) -> None:
    with pytest.raises(Refused, match="cannot have an account of the house"):
        house.staff(name, Role.FLOOR)


@pytest.mark.parametrize("number", [0, 1, 10**9])
def test_a_round_that_was_never_dealt_is_told_at_once(house: House, number: int) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        answer = browser.get(f"/replay/pit-1/{number}")
        assert f"Table pit-1 has no round {number}: none was played there." in answer.text
        assert answer.status_code == 404


def test_who_signs_out_is_out_everywhere_also_after_a_restart(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser, house.browser() as other:
        for each in (browser, other):
            each.sign_in("fran")
            each.get("/")
        house.now += 1_000_000
        old = browser.client.cookies["fairdeal"]
        browser.client.post("/sign-out", headers={"x-fairdeal-token": browser.token})
        assert other.name.startswith("guest-")
        house.site.sessions._ended.clear()
        browser.client.cookies.clear()
        browser.client.cookies.set("fairdeal", old)
        assert browser.name.startswith("guest-")


def test_a_guest_signs_out_as_well(house: House) -> None:
    with house.browser() as browser:
        name = browser.name
        browser.client.post("/sign-out", headers={"x-fairdeal-token": browser.token})
        assert browser.name != name


def test_a_room_remembers_so_many_and_no_more(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_MOST", 3)
    guests = [house.site.sessions.guest() for _ in range(5)]
    for each in guests:
        house.site.sessions.heard(each)
    assert [bool(house.site.sessions.heard_of(each.name)) for each in guests] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_a_terminal_that_is_locked_waits_for_its_person(house: House) -> None:
    house.staff("dora", Role.DEALER)
    house.open("three-card-poker", dealer="dora")
    with house.browser() as browser:
        browser.sign_in("dora")
        browser.get("/dealer/pit-1")
        token = browser.token
        assert browser.post("/lock").status_code == 200
        away = browser.get("/dealer/pit-1", follow_redirects=False)
        assert (away.status_code, away.headers["location"]) == (
            303,
            "/sign-in?back=/dealer/pit-1",
        )
        door = browser.get("/sign-in?back=/dealer/pit-1").text
        assert "Locked" in door
        assert 'value="dora"' in door
        browser.token = token
        assert browser.act("open-round").json()["code"] == "session.locked"
        assert browser.post("/sign-out").status_code == 200
