"""A password is its person's alone: who was given one chooses an own one before anything else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairdeal.live import Role
from fairdeal.web.access.passwords import STRONG, strength
from tests.web.house import PASSWORD, Browser, House
from tests.web.test_permissions import STREAMING, addresses

OWN = " my own horse "
"""Spaces at its ends are part of it."""
GIVEN = "the managers horse"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.staff("max", Role.MANAGER)
    house.staff("finn", Role.FLOOR)
    house.open("three-card-poker")
    return house


@pytest.fixture
def fran(house: House) -> Iterator[Browser]:
    """Somebody who has signed in with the password that the manager has set."""
    house.site.accounts.open("fran", Role.FLOOR, GIVEN, by="max", where="")
    with house.browser() as browser:
        assert browser.sign_in("fran", GIVEN).status_code == 303
        browser.get("/password")
        yield browser


def chosen(browser: Browser, old: str, new: str) -> Any:
    return browser.post("/api/password", old=old, password=new, again=new)


STILL_OPEN = (
    "/password",
    "/sign-in",
    "/first/{word}",
    "/sign/{topic}",
    "/static/{name}",
    "/api/openapi.json",
    "/api/session",
    "/api/games",
    "/api/games/{game}",
    "/api/progressives",
    "/api/progressives/{name}",
    "/api/tables",
    "/health",
    "/metrics",
    "/checkpoint",
    "/api/checkpoint/consistency",
    "/api/checkpoint/inclusion",
)
"""What is the same for everybody, and the way out."""


def test_who_was_given_a_password_is_sent_to_choose_one(house: House, fran: Browser) -> None:
    said = "fran still has the password that a manager set: choose your own first"
    for pattern, address in addresses(house, "GET"):
        answer = fran.client.get(address, follow_redirects=False)
        if pattern in STILL_OPEN:
            assert "/password" not in answer.headers.get("location", ""), address
            assert answer.status_code != 403 or pattern == "/metrics", address
        elif pattern.startswith("/api/"):
            assert (answer.status_code, answer.json()["sentences"]) == (403, [said]), address
        elif pattern in ("/lab/figures", "/lab/design/figures"):
            assert answer.json() == {"sentences": [said]}
        else:
            assert answer.status_code == 303, address
            assert answer.headers["location"].startswith("/password?back=/"), address


def test_who_was_given_a_password_does_nothing_and_hears_nothing(
    house: House, fran: Browser
) -> None:
    head = house.room.store.head()
    asked = [
        fran.act("disable", reason="smoke"),
        fran.post("/api/floor/disable", reason="smoke"),
        fran.client.get("/api/tables/pit-1"),
        *(fran.client.get(each.format(face="floor", topic="all")) for each in STREAMING),
    ]
    assert {(each.status_code, each.json()["code"]) for each in asked} == {(403, "account.given")}
    assert house.room.store.head() == head
    assert fran.post("/api/here").status_code == 200
    assert fran.client.get("/api/session").json()["name"] == "fran"
    assert fran.post("/sign-out").status_code == 200
    assert fran.name.startswith("guest-")


def test_an_own_password_opens_the_room_and_takes_the_place_of_the_given_one(
    house: House, fran: Browser
) -> None:
    moved = fran.client.get("/floor?game=ags-3-card", follow_redirects=False).headers["location"]
    page = fran.get(moved).text
    assert "<h1>Choose your password</h1>" in page
    assert 'data-then="/floor?game=ags-3-card"' in page
    assert 'href="/books"' not in page
    assert chosen(fran, GIVEN, OWN).status_code == 200
    assert fran.client.get("/floor", follow_redirects=False).status_code == 200
    assert fran.act("disable", reason="smoke").status_code == 200
    with house.browser() as other:
        assert other.sign_in("fran", GIVEN).status_code == 401
        assert other.sign_in("fran", OWN.strip()).status_code == 401
        assert other.sign_in("fran", OWN).status_code == 303
        assert other.client.get("/floor", follow_redirects=False).status_code == 200


def test_a_password_that_a_manager_sets_again_is_to_be_replaced_again(
    house: House, fran: Browser
) -> None:
    chosen(fran, GIVEN, OWN)
    with house.browser() as manager:
        manager.sign_in("max")
        assert "One-time</span>" not in manager.get("/staff").text
        manager.post("/api/staff/fran/password", password=GIVEN)
        assert "One-time</span>" in manager.get("/staff").text
    assert fran.sign_in("fran", GIVEN).status_code == 303
    floor = fran.client.get("/floor", follow_redirects=False)
    assert floor.headers["location"] == "/password?back=/floor"


def test_who_changes_the_password_goes_on_and_is_sent_out_elsewhere(house: House) -> None:
    with house.browser() as browser, house.browser() as other:
        for each in (browser, other):
            each.sign_in("finn")
            each.get("/floor")
        old = browser.client.cookies["fairdeal"]
        page = browser.get("/password").text
        assert "<h1>Change your password</h1>" in page
        assert 'data-then="/floor"' in page
        assert 'data-then="/floor"' in browser.get("/password?back=//elsewhere").text
        assert chosen(browser, PASSWORD, OWN).status_code == 200
        assert browser.post("/api/floor/disable", reason="smoke").status_code == 200
        assert browser.name == "finn"
        assert other.name.startswith("guest-")
        other.client.cookies.set("fairdeal", old)
        assert other.name.startswith("guest-")
        assert other.sign_in("finn").status_code == 401
    told = house.site.accounts.log.latest()[1]
    assert (told.what, told.about, told.by) == ("password changed", "finn", "finn")


@pytest.mark.parametrize(
    ("asked", "status", "code", "said"),
    [
        ({"old": "a guess"}, 401, "account.wrong", "the old password is wrong"),
        ({"again": "other"}, 400, "account.password", "the two passwords are not the same"),
        (
            {"password": PASSWORD, "again": PASSWORD},
            400,
            "account.password",
            "the new password is the old one",
        ),
        (
            {"password": "short", "again": "short"},
            400,
            "account.password",
            "a password has 10 to 200 characters, and not 5",
        ),
        (
            {"old": 1},
            400,
            "command.malformed",
            "password cannot be read: Expected `str`, got `int` - at `$.old`",
        ),
    ],
)
def test_a_password_that_is_not_changed_is_told_and_everybody_stays(
    house: House, asked: dict[str, Any], status: int, code: str, said: str
) -> None:
    with house.browser() as browser, house.browser() as other:
        for each in (browser, other):
            each.sign_in("finn")
        browser.get("/password")
        told = {"old": PASSWORD, "password": OWN, "again": OWN} | asked
        answer = browser.post("/api/password", **told)
        assert (answer.status_code, answer.json()) == (status, {"code": code, "sentences": [said]})
        assert other.name == browser.name == "finn"
        assert other.sign_in("finn").status_code == 303


def test_an_old_password_is_not_guessed_at_a_terminal_that_was_left(house: House) -> None:
    """ACC-3: tries there count like those at the door."""
    with house.browser() as browser:
        browser.sign_in("finn")
        browser.get("/password")
        codes = [chosen(browser, f"guess {n}", OWN).json()["code"] for n in range(4)]
        assert codes == ["account.wrong"] * 3 + ["account.locked"]
        assert chosen(browser, PASSWORD, OWN).json()["code"] == "account.locked"


def test_players_have_no_password(house: House) -> None:
    with house.browser() as browser:
        browser.get("/")
        page = browser.client.get("/password", follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/sign-in?back=/password")
        assert chosen(browser, "", OWN).json()["code"] == "session.none"
        assert 'href="/password"' not in browser.get("/").text
        browser.sign_in("finn")
        assert 'href="/password"' in browser.get("/floor").text


def test_the_first_manager_has_chosen_the_password_already(tmp_path: Path) -> None:
    house = House(tmp_path)
    link = f"/first/{house.site.accounts.first}"
    told = {"name": "max", "password": PASSWORD, "again": PASSWORD}
    with house.browser() as browser:
        browser.client.post(link, data=told)
        assert browser.client.get("/staff", follow_redirects=False).status_code == 200


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("1234567890", "this is a top-100 common password"),
        ("password12", "this is a very common password"),
        (" " * 10, 'repeats like "aaa" are easy to guess'),
        ("\0" * 10, 'repeats like "aaa" are easy to guess'),
        ("x" * 200, 'repeats like "aaa" are easy to guess'),
        ("qwertyuiop", "this is a top-100 common password"),
        ("finn123456", "it contains the account's name or a word of the house"),
        ("f4irdeal!!", "it contains the account's name or a word of the house"),
        ("Three Card Poker", "it contains the account's name or a word of the house"),
        ("floor manager 2026", "it contains the account's name or a word of the house"),
        ("fairdealpokercasinomanager", "it contains the account's name or a word of the house"),
        ("golden palace 7", "it contains the account's name or a word of the house"),
    ],
)
def test_a_password_that_is_easy_to_guess_is_refused_in_one_sentence(
    house: House, monkeypatch: pytest.MonkeyPatch, password: str, why: str
) -> None:
    monkeypatch.setenv("FAIRDEAL_OPERATOR", "Golden Palace")
    with house.browser() as browser:
        browser.sign_in("finn")
        browser.get("/password")
        answer = chosen(browser, PASSWORD, password)
        said = f"this password is easy to guess ({why}): choose a longer one, such as four"
        assert answer.status_code == 400
        assert answer.json() == {
            "code": "account.password",
            "sentences": [f"{said} unrelated words"],
        }
    assert house.site.accounts.sign_in("finn", PASSWORD), "nothing was changed"


def test_a_weak_password_for_which_there_is_no_better_word_is_refused_all_the_same() -> None:
    found = strength("Tr0ub4dour&3", "fran")
    assert found.score < STRONG
    assert found.says == (
        "this password is easy to guess: choose a longer one, such as four unrelated words"
    )


def test_the_form_tells_how_strong_a_password_is_before_it_is_sent(house: House) -> None:
    with house.browser() as browser, house.browser() as guest:
        browser.sign_in("finn")
        assert '<meter min="0" max="4"' in browser.get("/password").text
        weak = browser.post("/password/strength", password="finn123456", name="finn").json()
        assert (weak["score"], "contains the account's name" in weak["says"]) == (1, True)
        assert browser.post("/password/strength", password=OWN).json() == {"score": 4, "says": ""}
        guest.get("/")
        assert guest.post("/password/strength", password=OWN).status_code == 401


def test_the_first_manager_sees_the_strength_by_the_link_alone(tmp_path: Path) -> None:
    house = House(tmp_path)
    word = house.site.accounts.first
    with house.browser() as browser:
        assert f'data-asks="/first/{word}/strength"' in browser.get(f"/first/{word}").text
        found = browser.post(f"/first/{word}/strength", password="max1234567", name="max").json()
        assert "contains the account's name" in found["says"]
        assert browser.post("/first/guessed/strength", password=OWN).status_code == 409
