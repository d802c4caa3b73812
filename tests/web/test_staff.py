"""Accounts on the manager's page: opened, changed, disabled, and what happened (ACC-2, LOG-1)."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fairdeal.errors import Refused
from fairdeal.live import Role
from fairdeal.live.log.chain import Entry
from fairdeal.live.log.stores.protocol import not_written
from fairdeal.web.access.account_log import Entry as Told
from tests.web.house import PASSWORD, Browser, House

MINUTE = 60_000_000


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.staff("fran", Role.FLOOR)
    house.now += MINUTE
    return house


def signed_in(browser: Browser, name: str, page: str = "/staff") -> Browser:
    assert browser.sign_in(name).status_code == 303
    browser.get(page)
    return browser


def test_a_manager_opens_an_account_and_that_person_signs_in(house: House) -> None:
    with house.browser() as manager, house.browser() as new:
        signed_in(manager, "max")
        answer = manager.post("/api/staff/rhea/open", role="dealer", password=PASSWORD)
        assert answer.status_code == 200, answer.text
        page = manager.get("/staff").text
        assert '<th scope="row">rhea</th><td>dealer</td>' in page
        assert "by max" in page
        assert new.sign_in("rhea").headers["location"] == "/dealer"


@pytest.mark.parametrize("name", ["fran", ""])
def test_the_page_and_its_changes_are_for_managers(house: House, name: str) -> None:
    with house.browser() as browser:
        if name:
            signed_in(browser, name, "/floor")
        browser.get("/")
        page = browser.client.get("/staff", follow_redirects=False)
        assert page.status_code == (403 if name else 303)
        answer = browser.post("/api/staff/fran/password", password=PASSWORD)
        assert answer.status_code == (403 if name else 401)
        assert {each.by for each in diary(house) if each.about == "fran"} <= {"max", "fran"}
        assert [each.what for each in diary(house)].count("password set") == 0


def diary(house: House) -> Sequence[Told]:
    return house.site.accounts.log.latest()


@pytest.mark.parametrize(
    ("change", "asked", "status", "said"),
    [
        ("open", {"role": "dealer", "password": PASSWORD}, 409, "there is an account 'fran'"),
        ("open", {"role": "king", "password": PASSWORD}, 400, "invalid enum value 'king'"),
        ("password", {"password": "short"}, 400, "a password has 10 to 200 characters"),
        ("password", {"password": PASSWORD, "by": "fran"}, 400, "unknown field `by`"),
        ("disable", {"reason": " "}, 409, "say why fran is disabled"),
        ("promote", {}, 404, "an account has no 'promote'"),
    ],
)
def test_what_cannot_be_done_is_told(
    house: House, change: str, asked: dict[str, str], status: int, said: str
) -> None:
    with house.browser() as manager:
        signed_in(manager, "max")
        answer = manager.post(f"/api/staff/fran/{change}", **asked)
        assert answer.status_code == status
        assert said in answer.json()["sentences"][0]


def test_a_person_who_is_disabled_is_nobody_on_the_next_request(house: House) -> None:
    with house.browser() as manager, house.browser() as person:
        signed_in(manager, "max")
        signed_in(person, "fran", "/floor")
        session = house.site.sessions.read(person.client.cookies["fairdeal"])
        assert session is not None
        assert not house.site.sessions.is_over(session)
        manager.post("/api/staff/fran/disable", reason="left the house")
        assert house.site.sessions.is_over(session)
        answer = person.post("/api/floor/disable", reason="revenge")
        assert (answer.status_code, answer.json()["code"]) == (403, "page.old")
        page = person.client.get("/floor", follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/sign-in?back=/floor")
        assert "Fran is disabled: left the house" in person.sign_in("fran").text
        shown = manager.get("/staff").text
        assert "Disabled</span>" in shown
        assert "Enable fran" in shown
        manager.post("/api/staff/fran/enable")
        assert person.sign_in("fran").status_code == 303


def test_a_new_password_ends_what_was_begun_with_the_old_one(house: House) -> None:
    with house.browser() as manager, house.browser() as person:
        signed_in(manager, "max")
        signed_in(person, "fran", "/floor")
        house.now += MINUTE
        manager.post("/api/staff/fran/password", password="another horse")
        assert person.client.get("/floor", follow_redirects=False).status_code == 303
        assert person.sign_in("fran", "another horse").status_code == 303


def test_the_streams_of_a_person_who_is_disabled_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dismissed = []
    monkeypatch.setattr(house.site.hub, "dismiss", lambda: dismissed.append(True))
    with house.browser() as manager:
        signed_in(manager, "max")
        manager.post("/api/staff/fran/disable", reason="left the house")
    assert dismissed == [True]


def test_failures_locks_and_changes_are_kept_with_address_and_shown(house: House) -> None:
    with house.browser() as stranger:
        stranger.sign_in("nobody knows this name")
        for _ in range(4):
            stranger.sign_in("fran", "wrong horse")
    with house.browser() as manager:
        signed_in(manager, "max")
        assert "Locked</span>" in manager.get("/staff").text
        manager.post("/api/staff/fran/enable")
        page = manager.get("/staff").text
    found = [(each.what, each.about, each.by, each.text) for each in reversed(diary(house))]
    assert found[-5:] == [
        ("refused", "", "", "1 x wrong password; no account has that name"),
        ("refused", "fran", "", "3 x wrong password"),
        ("locked", "fran", "", "three wrong passwords"),
        ("signed in", "max", "max", ""),
        ("enabled", "fran", "max", "before: 3 wrong passwords"),
    ]
    assert {each.where for each in diary(house)[:5]} == {"testclient"}
    assert "nobody knows this name" not in page
    assert page.count('<span class="tag warn">refused</span>') == 2


def test_a_role_that_changed_or_an_account_that_is_gone_ends_a_session(house: House) -> None:
    accounts = house.site.accounts
    account = accounts.find("fran")
    assert account is not None
    now = account.epoch
    assert accounts.welcomes("fran", Role.FLOOR, now)
    assert not accounts.welcomes("fran", Role.MANAGER, now)
    assert not accounts.welcomes("nobody", Role.FLOOR, now)
    accounts.sign_out("fran")
    assert not accounts.welcomes("fran", Role.FLOOR, now)
    assert accounts.welcomes("fran", Role.FLOOR, now + 1)


def test_the_page_tells_what_a_full_disk_did_not_take(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(entry: Entry) -> None:
        raise not_written("memory", "the disk is full")

    monkeypatch.setattr(house.room.store, "append", full)
    with house.browser() as browser:
        assert browser.sign_in("max").status_code == 303
        page = " ".join(browser.get("/staff").text.split())
    assert (
        "The account log cannot be written to disk.</b> 1 of these entries waits in memory" in page
    )


def test_changes_stay_in_sight_whatever_strangers_try_and_all_is_searched_and_exported(
    house: House,
) -> None:
    accounts = house.site.accounts
    accounts.set_password("fran", "another horse", by="max", where="10.0.0.7")
    accounts.disable("fran", "\uff1d1+1", by="max")
    for number in range(210):
        with pytest.raises(Refused):
            accounts.sign_in("nobody", "wrong horse", where=f"10.9.0.{number}")
        house.now += MINUTE
    with house.browser() as manager:
        signed_in(manager, "max")
        page = manager.get("/staff").text
        changes, _, refusals = page.partition('<h2 id="log-2">Refused sign-ins</h2>')
        assert "password set" in changes
        assert "10.9.0.209" not in changes
        assert refusals.count(">refused</span>") == 40
        found = manager.get("/staff?q=PASSWORD+SET").text
        assert found.count("password set") == 1
        assert '<h2 id="log-1">Account log</h2>' in found
        refused = manager.get("/staff?kind=refusals").text
        assert refused.count(">refused</span>") == 200
        assert "Only the newest 200 entries are shown" in refused
        assert "Nothing was found." in manager.get("/staff?q=elsewhere&kind=changes").text
        assert ">refused</span>" in manager.get("/staff?kind=weather").text
        answer = manager.get("/staff/log.csv")
        assert "fairdeal-accounts.csv" in answer.headers["content-disposition"]
        head, *lines = answer.text.splitlines()
        assert head == "when,what,account,by,from,why"
        assert len(lines) == len([*accounts.log.find()])
        assert ",disabled,fran,max,,'\uff1d1+1" in answer.text, "no spreadsheet reads a formula"
        one = manager.get("/staff/log.csv?q=10.0.0.7").text.splitlines()[1:]
        assert [line.split(",", 1)[1] for line in one] == ["password set,fran,max,10.0.0.7,"]


def test_who_is_signed_in_has_access_now(house: House) -> None:
    with house.browser() as manager:
        signed_in(manager, "max")
        page = manager.get("/staff").text
    row = page.partition('<th scope="row">max</th>')[2].partition("</tr>")[0]
    assert '<td class="nowrap at-desk">now</td>' in row
    assert "never" not in row


def test_a_locked_terminal_is_in_the_account_log(house: House) -> None:
    with house.browser() as terminal:
        signed_in(terminal, "fran")
        assert terminal.post("/lock").status_code == 200
        terminal.get("/floor")
        terminal.sign_in("fran")
        house.now += 6 * 60 * 1_000_000
        terminal.get("/floor")
        terminal.get("/floor")
    told = [(each.about, each.text) for each in diary(house) if each.what == "terminal locked"]
    assert told == [("fran", "not used for a while"), ("fran", "by hand")]


def test_a_locked_terminal_offers_no_pages_of_guests(house: House) -> None:
    with house.browser() as terminal:
        signed_in(terminal, "fran")
        terminal.post("/lock")
        for address in ("/floor", "/", "/lab", "/rules/three-card-poker"):
            page = terminal.get(address).text
            assert "<h1>Locked</h1>" in page, address
            assert "<nav" not in page, address
            assert 'href="/sign-in"' not in page, address
            assert "Terminal locked" in page, address
