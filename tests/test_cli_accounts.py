"""Accounts at the command line, and people who sign in there."""

import json
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.audit import audit
from fairdeal.live.log.chain import ACCOUNTS
from fairdeal.live.log.stores import open_store
from fairdeal.live.shoe import key_in
from fairdeal.web.access import accounts as accounts_module
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.passwords import Passwords
from tests.typed import Run

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
OURS = "correct horse"
GIVEN = "a battery staple"


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room of which nothing is there yet, and passwords that are hashed fast."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(accounts_module, "Passwords", lambda hasher: Passwords(hasher or QUICK))
    for name in ("FAIRDEAL_PASSWORD", "FAIRDEAL_NEW_PASSWORD", "FAIRDEAL_ROOM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "fairdeal.db"


class Console:
    """The command line, with what a person has put into the environment."""

    def __init__(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self._run, self._patch = run, monkeypatch

    def __call__(self, *words: str, own: str = OURS, new: str = GIVEN) -> tuple[int, str, str]:
        self._patch.setenv("FAIRDEAL_PASSWORD", own)
        self._patch.setenv("FAIRDEAL_NEW_PASSWORD", new)
        return self._run(*words)

    def done(self, *words: str, own: str = OURS, new: str = GIVEN) -> str:
        code, out, err = self(*words, own=own, new=new)
        assert code == 0, err
        return out

    def said(self, *words: str, own: str = OURS, new: str = GIVEN) -> str:
        code, out, err = self(*words, own=own, new=new)
        assert code, out
        return err


@pytest.fixture
def console(run: Run, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(run, monkeypatch)


@pytest.fixture
def house(console: Console) -> Console:
    """A manager, max, and a floor person, fran, who has chosen a password."""
    console.done("accounts", "open", "max", "--role", "manager", new=OURS)
    console.done("accounts", "open", "fran", "--role", "floor", "--as", "manager:max")
    console.done("accounts", "reset", "fran", "--as", "floor:fran", own=GIVEN, new=OURS)
    return console


def kinds() -> list[str]:
    store = open_store("fairdeal.db", read_only=True)
    try:
        return [row.kind for row in store.stream(ACCOUNTS)]
    finally:
        store.close()


def test_accounts_are_opened_listed_and_changed_at_the_command_line(house: Console) -> None:
    found = json.loads(house.done("accounts", "list", "--json"))
    assert found == [
        {"name": "fran", "role": "floor", "by": "max", "disabled": "", "own_password": True},
        {"name": "max", "role": "manager", "by": "max", "disabled": "", "own_password": True},
    ]
    words = ("--as", "manager:max")
    assert house.done("accounts", "disable", "fran", "--reason", "on leave", *words) == (
        "disable: fran, floor\n"
    )
    assert "disabled: on leave" in house.done("accounts", "list")
    told = json.loads(house.done("accounts", "enable", "fran", "--json", *words))
    assert told["disabled"] == ""
    house.done("accounts", "reset", "fran", *words)
    assert "with a password that a manager set" in house.done("accounts", "list")


def test_a_room_without_accounts_says_so(console: Console) -> None:
    with Room.open("fairdeal.db"):
        pass
    assert console.done("accounts", "list") == "there is no account yet\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("promote", "fran"), "accounts cannot 'promote'"),
        (("disable",), "accounts disable needs a NAME"),
        (("open", "dana", "--role", "dealer"), "accounts open needs --as manager:NAME"),
        (("open", "dana", "--as", "manager:max"), "':dana' names no role"),
        (("disable", "fran", "--as", "floor:max"), "max is a manager, not a floor"),
        (("disable", "fran", "--as", "manager:max"), "say why fran is disabled"),
        (("disable", "max", "--reason", "x", "--as", "floor:fran"), "floor fran may not record"),
        (("reset", "nora", "--as", "manager:max"), "there is no account 'nora'"),
        (("list", "--room", "memory:"), "there is nothing to show"),
        (("enable", "fran", "--room", "memory:"), "a room in memory ends with its process"),
    ],
)
def test_what_cannot_be_done_to_an_account_is_told(
    house: Console, words: tuple[str, ...], said: str
) -> None:
    assert said in house.said("accounts", *words)


def test_the_first_account_at_the_command_line_is_a_managers(console: Console) -> None:
    said = console.said("accounts", "open", "fran", "--role", "floor")
    assert "the first account is a manager's" in said


def test_passwords_are_asked_for_where_the_environment_has_none(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def prompt(what: str, **how: object) -> str:
        asked.append((what, how["hide_input"], how["confirmation_prompt"]))
        return OURS if "New" in what else GIVEN

    monkeypatch.setattr("click.prompt", prompt)
    assert run("accounts", "open", "max", "--role", "manager")[0] == 0
    code, _, err = run("accounts", "disable", "max", "--as", "manager:max")
    assert (code, "the name or the password is wrong" in err) == (2, True)
    assert asked == [("New password of max", True, True), ("Password of max", True, False)]


def opened(console: Console, *words: str, own: str = OURS) -> tuple[int, str, str]:
    return console("do", "pit-1", "open-table", "game=three-card-poker", *words, own=own)


def test_a_person_signs_in_to_give_a_command(house: Console, room: Path) -> None:
    code, out, err = opened(house, "--as", "floor:fran")
    assert (code, "the table opens" in out) == (0, True), err
    assert kinds()[-1] == "signed-in"
    house.done("do", "pit-1", "sit", "seat=1", "--as", "player:alice", own="")
    store = open_store(room, read_only=True)
    try:
        found = audit(store, key_in(Path(f"{room}.key"), create=False))
    finally:
        store.close()
    assert (found.holds, found.warnings) == (True, ())


@pytest.mark.parametrize(
    ("who", "own", "said"),
    [
        ("floor:nobody-at-all", OURS, "the name or the password is wrong"),
        ("floor:fran", "wrong horse", "the name or the password is wrong"),
        ("manager:fran", OURS, "fran is a floor, not a manager"),
        ("floor:cage", OURS, "floor cage is the room itself: name a person with --as"),
        ("manager:opening", OURS, "manager opening is the room itself"),
    ],
)
def test_nobody_acts_at_the_command_line_who_cannot_sign_in(
    house: Console, who: str, own: str, said: str
) -> None:
    code, _, err = opened(house, "--as", who, own=own)
    assert (code, said in err) == (2, True), err
    with Room.open("fairdeal.db") as room:
        assert room.tables() == []


def test_a_person_with_a_password_that_a_manager_set_chooses_another_first(
    house: Console,
) -> None:
    house.done("accounts", "reset", "fran", "--as", "manager:max")
    code, _, err = opened(house, "--as", "floor:fran", own=GIVEN)
    assert (code, "choose your own with fairdeal accounts reset fran" in err) == (2, True)


def test_wrong_passwords_at_the_command_line_count(house: Console) -> None:
    for _ in range(3):
        house.said("accounts", "reset", "max", "--as", "floor:fran", own="wrong horse")
    assert "locked for 30 minutes" in opened(house, "--as", "floor:fran")[2]
    assert kinds()[-2:] == ["account-locked", "sign-ins-refused"]


def test_a_log_without_accounts_asks_nobody_for_a_password(console: Console) -> None:
    assert opened(console, "--as", "floor:fran", own="")[0] == 0
    with Room.open("fairdeal.db") as room:
        room.do("pit-1", commands.disable, by=Actor("fran", Role.FLOOR), reason="x")


def test_a_loss_is_accepted_by_a_manager_who_signs_in(house: Console, room: Path) -> None:
    before = room.read_bytes()
    opened(house, "--as", "floor:fran")
    room.write_bytes(before)
    words = ("accept-loss", "--reason", "a new disk", "--as")
    assert "has no account in this role" in house.said(*words, "manager:mia")
    assert "password is wrong" in house.said(*words, "manager:max", own="wrong horse")
    assert "max accepts that the log" in house.done(*words, "manager:max")
    with Room.open(room) as again:
        assert Accounts(again, QUICK).sign_in("max", OURS)


def test_who_lacks_the_web_extra_is_told(house: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "fairdeal.extras.missing", lambda *names: [each for each in names if each == "web"]
    )
    said = opened(house, "--as", "floor:fran")[2]
    assert 'pip install "fairdeal[web]"' in said
