"""Who comes in, who only looks at the door, and what nobody gets through it."""

from pathlib import Path

import pytest

from fairdeal.errors import Refused
from fairdeal.live import Role
from fairdeal.web import sessions
from tests.web.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


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
