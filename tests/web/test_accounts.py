"""Accounts of the house's people: opened, locked, disabled, and kept (ACC-1 to ACC-3)."""

import errno
import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from argon2 import PasswordHasher

from fairdeal.errors import Corrupt, Malformed, Refused, Unavailable
from fairdeal.live import Role
from fairdeal.web.access import accounts as accounts_module
from fairdeal.web.access import diary
from fairdeal.web.access.accounts import Accounts

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
MINUTE = 60_000_000
PASSWORD = "correct horse"
HERE = "10.0.0.7"


class House:
    """Accounts in a file, with a clock that the test moves."""

    def __init__(self, path: Path) -> None:
        self.now = 1_790_000_000_000_000
        self.path = path
        self.accounts = self.again()

    def again(self, hasher: PasswordHasher = QUICK) -> Accounts:
        return Accounts(self.path, lambda: self.now, hasher)

    def opened(self) -> Accounts:
        self.accounts.open_first(self.accounts.first, "max", PASSWORD, where=HERE)
        self.accounts.open("fran", Role.FLOOR, PASSWORD, by="max", where=HERE)
        return self.accounts


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "room.staff")


def test_the_first_manager_comes_by_a_link_that_works_once(house: House) -> None:
    word = house.accounts.first
    assert len(word) >= 32
    with pytest.raises(Refused, match="this link was used already, or is not ours"):
        house.accounts.open_first("guess", "max", PASSWORD, where=HERE)
    account = house.accounts.open_first(word, "max", PASSWORD, where=HERE)
    assert (account.role, account.by, house.accounts.first) == (Role.MANAGER, "max", "")
    for again in ("", word):
        with pytest.raises(Refused, match="this link was used already"):
            house.accounts.open_first(again, "mia", PASSWORD, where=HERE)
    assert house.again().first == ""


def test_accounts_are_kept_in_a_file_that_only_its_owner_reads(house: House) -> None:
    house.opened()
    assert house.path.stat().st_mode & 0o777 == 0o600
    assert PASSWORD not in house.path.read_text(encoding="utf-8")
    again = house.again()
    assert [each.name for each in again.every()] == ["fran", "max"]
    assert again.sign_in("fran", PASSWORD, where=HERE).actor.role is Role.FLOOR
    files = sorted(house.path.parent.iterdir())
    assert [each.name for each in files] == ["room.staff", "room.staff.log"]
    assert all(each.stat().st_mode & 0o777 == 0o600 for each in files)


def test_the_answer_is_the_same_whichever_is_wrong(house: House) -> None:
    accounts = house.opened()
    said = set()
    for name, password in (("fran", "wrong horse"), ("nobody", PASSWORD)):
        with pytest.raises(Refused) as refused:
            accounts.sign_in(name, password, where=HERE)
        said.add((str(refused.value), refused.value.code))
    assert said == {("the name or the password is wrong", "account.wrong")}


def test_three_wrong_passwords_in_half_an_hour_lock_an_account(house: House) -> None:
    accounts = house.opened()
    for _ in range(3):
        with pytest.raises(Refused, match="is wrong"):
            accounts.sign_in("fran", "wrong horse", where=HERE)
        house.now += MINUTE
    with pytest.raises(Refused, match="this account is locked for 30 minutes"):
        accounts.sign_in("fran", PASSWORD, where=HERE)
    with pytest.raises(Refused, match="is locked"):
        house.again().sign_in("fran", PASSWORD, where=HERE)
    accounts.enable("fran", by="max", where=HERE)
    assert accounts.sign_in("fran", PASSWORD, where=HERE).tries.failures == ()


@pytest.mark.parametrize("name", ["fran", "nobody"])
def test_a_locked_name_tells_nothing_about_a_password_or_whether_there_is_such_a_name(
    house: House, name: str
) -> None:
    accounts = house.opened()
    said = []
    for password in ("wrong horse", "wrong horse", "wrong horse", "wrong horse", PASSWORD):
        with pytest.raises(Refused) as refused:
            accounts.sign_in(name, password, where=HERE)
        said.append(refused.value.code)
    assert said == ["account.wrong"] * 3 + ["account.locked"] * 2


def test_a_stranger_cannot_lock_somebody_out_of_the_own_terminal(house: House) -> None:
    accounts = house.opened()
    accounts.sign_in("fran", PASSWORD, where=HERE)
    for number in range(5):
        with pytest.raises(Refused):
            accounts.sign_in("fran", "wrong horse", where=f"203.0.113.{number}")
    fran = accounts.find("fran")
    assert fran is not None
    assert accounts.is_locked(fran)
    assert len(fran.tries.failures) == 3
    with pytest.raises(Refused, match="is locked"):
        accounts.sign_in("fran", PASSWORD, where="198.51.100.1")
    again = house.again()
    assert again.sign_in("fran", PASSWORD, where=HERE).seen == house.now
    with pytest.raises(Refused, match="is locked"):
        again.sign_in("fran", PASSWORD, where="198.51.100.1")


def test_the_own_terminal_is_locked_by_what_is_tried_there(house: House) -> None:
    accounts = house.opened()
    accounts.sign_in("fran", PASSWORD, where=HERE)
    for _ in range(3):
        with pytest.raises(Refused, match="is wrong"):
            accounts.sign_in("fran", "wrong horse", where=HERE)
    with pytest.raises(Refused, match="is locked"):
        accounts.sign_in("fran", PASSWORD, where=HERE)
    assert accounts.sign_in("fran", PASSWORD, where="10.0.0.8").seen


def test_guesses_at_the_same_moment_are_counted_one_by_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are looked at together, a fourth learns nothing."""
    accounts = house.opened()
    begun = Barrier(6)

    def fits(known: str, password: str) -> bool:
        begun.wait(10)
        return password == PASSWORD

    monkeypatch.setattr(accounts._passwords, "fits", fits)

    def guess(number: int) -> str:
        try:
            accounts.sign_in("fran", "wrong horse", where=f"203.0.113.{number}")
        except Refused as refused:
            return refused.code
        return ""

    with ThreadPoolExecutor(6) as threads:  # nobody holds the lock while a password is looked at
        said = sorted(threads.map(guess, range(6)))
    assert said == ["account.locked"] * 3 + ["account.wrong"] * 3


def test_a_password_that_was_changed_meanwhile_lets_nobody_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = house.opened()

    def fits(known: str, password: str) -> bool:
        accounts.set_password("fran", "another horse", by="max", where=HERE)
        return True

    monkeypatch.setattr(accounts._passwords, "fits", fits)
    with pytest.raises(Refused, match="is wrong"):
        accounts.sign_in("fran", PASSWORD, where=HERE)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Fill the disk, or empty it."""
    sync = os.fsync

    def fails(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    return lambda is_full: monkeypatch.setattr(os, "fsync", fails if is_full else sync)


def test_the_house_can_sign_in_on_a_full_disk_and_what_was_not_written_is_later(
    house: House, full: Callable[[bool], None], caplog: pytest.LogCaptureFixture
) -> None:
    accounts = house.opened()
    before = house.path.read_bytes()
    full(True)
    house.now += MINUTE
    for name in ("fran", "max"):
        assert accounts.sign_in(name, PASSWORD, where=HERE).seen == house.now
    assert house.path.read_bytes() == before
    assert accounts.diary.unwritten == 2
    assert "No space left on device" in caplog.text
    assert "'signed in' of fran waits in memory" in caplog.text
    assert "the last sign-in of max waits in memory" in caplog.text
    with pytest.raises(Unavailable, match="No space left on device; nothing was changed"):
        accounts.disable("fran", "left the house", by="max", where=HERE)
    full(False)
    accounts.sign_in("max", PASSWORD, where=HERE)
    assert accounts.diary.unwritten == 0
    again = house.again()
    assert again.diary.broken == 0
    assert [each.about for each in again.diary.latest()[:3]] == ["max", "max", "fran"]
    assert [each.seen for each in again.every()] == [house.now, house.now]


def test_not_everything_waits_in_memory_without_end(
    house: House, full: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = house.opened()
    monkeypatch.setattr(diary, "REMEMBERED", 2)
    full(True)
    for _ in range(2):
        accounts.sign_in("fran", PASSWORD, where=HERE)
    with pytest.raises(Unavailable, match="No space left on device"):
        accounts.sign_in("fran", PASSWORD, where=HERE)


def test_accounts_are_durable_under_their_name_before_anybody_is_answered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts, synced = house.opened(), []
    sync = os.fsync

    def watched(number: int) -> None:
        synced.append(os.path.realpath(f"/proc/self/fd/{number}"))
        sync(number)

    monkeypatch.setattr(os, "fsync", watched)
    accounts.disable("fran", "left the house", by="max", where=HERE)
    assert synced[-1] == str(house.path.parent)

    def fails(number: int) -> None:
        if Path(f"/proc/self/fd/{number}").is_dir():
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(Unavailable, match=r"were written, but may be lost .*; set this once more"):
        accounts.enable("fran", by="max", where=HERE)


def test_wrong_passwords_count_where_nothing_can_be_written(house: House) -> None:
    accounts = house.opened()
    log = house.path.with_name("room.staff.log")
    log.unlink()
    log.mkdir()
    for _ in range(3):
        with pytest.raises(Unavailable, match="cannot be written"):
            accounts.sign_in("fran", "wrong horse", where=HERE)
    fran = accounts.find("fran")
    assert fran is not None
    assert accounts.is_locked(fran)
    log.rmdir()
    with pytest.raises(Refused, match="is locked"):
        accounts.sign_in("fran", PASSWORD, where=HERE)


def test_a_clock_that_was_set_back_locks_nobody_for_years(house: House) -> None:
    accounts = house.opened()
    now = house.now
    house.now += 365 * 24 * 60 * MINUTE
    for _ in range(3):
        with pytest.raises(Refused, match="is wrong"):
            accounts.sign_in("fran", "wrong horse", where=HERE)
    house.now = now
    assert accounts.sign_in("fran", PASSWORD, where=HERE)


def test_only_so_many_names_that_nobody_has_are_remembered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "_STRANGERS", 2)
    accounts = house.opened()
    for name in ("a", "b", "c" * 1000):
        with pytest.raises(Refused, match="is wrong"):
            accounts.sign_in(name, "wrong horse", where=HERE)
    assert [*accounts._strangers] == ["b", "c" * 60]


def test_wrong_passwords_of_long_ago_do_not_count(house: House) -> None:
    accounts = house.opened()
    for _ in range(4):
        with pytest.raises(Refused, match="is wrong"):
            accounts.sign_in("fran", "wrong horse", where=HERE)
        house.now += 20 * MINUTE
    assert accounts.sign_in("fran", PASSWORD, where=HERE).seen == house.now


def test_another_password_takes_the_place_of_the_old_one(house: House) -> None:
    accounts = house.opened()
    house.now += MINUTE
    assert accounts.set_password("fran", "another horse", by="max", where=HERE).changed == house.now
    with pytest.raises(Refused, match="is wrong"):
        accounts.sign_in("fran", PASSWORD, where=HERE)
    assert accounts.sign_in("fran", "another horse", where=HERE)


def test_accounts_of_before_are_read_and_their_passwords_are_to_be_chosen(house: House) -> None:
    """Nobody could choose one then, so a manager may know them all."""
    house.opened()
    text = house.path.read_text(encoding="utf-8")
    before = re.sub(r',\s*"own": true', "", text)
    assert before != text
    house.path.write_text(before, encoding="utf-8")
    accounts = house.again()
    for name in ("fran", "max"):
        assert accounts.owes_password(name)
        assert accounts.sign_in(name, PASSWORD, where=HERE)
        assert accounts.choose_password(name, PASSWORD, "another horse", where=HERE).own
        assert not house.again().owes_password(name)
    assert not accounts.owes_password("nobody")


def test_an_account_whose_hash_was_taken_out_lets_nobody_in(house: House) -> None:
    house.opened()
    text = house.path.read_text(encoding="utf-8")
    house.path.write_text(re.sub(r'"password": "[^"]*"', '"password": ""', text), encoding="utf-8")
    for password in ("", PASSWORD):
        with pytest.raises(Refused, match="is wrong"):
            house.again().sign_in("fran", password, where=HERE)


def test_an_account_is_disabled_for_a_reason_and_comes_back(house: House) -> None:
    accounts = house.opened()
    with pytest.raises(Refused, match="say why fran is disabled"):
        accounts.disable("fran", " ", by="max", where=HERE)
    accounts.disable("fran", "left the house", by="max", where=HERE)
    with pytest.raises(Refused, match="fran is disabled: left the house"):
        accounts.sign_in("fran", PASSWORD, where=HERE)
    accounts.enable("fran", by="max", where=HERE)
    found = accounts.find("fran")
    assert found is not None
    assert found.disabled == ""


def test_the_last_manager_stays(house: House) -> None:
    accounts = house.opened()
    with pytest.raises(Refused, match="max is the only manager"):
        accounts.disable("max", "left the house", by="max", where=HERE)
    accounts.open("mia", Role.MANAGER, PASSWORD, by="max", where=HERE)
    assert accounts.disable("max", "left the house", by="max", where=HERE).disabled
    with pytest.raises(Refused, match="mia is the only manager"):
        accounts.disable("mia", "left the house", by="max", where=HERE)


@pytest.mark.parametrize(
    ("name", "role", "password", "said"),
    [
        ("fran", Role.DEALER, PASSWORD, "there is an account 'fran' already"),
        ("house", Role.DEALER, PASSWORD, "dealer house cannot have an account"),
        ("guest-1", Role.FLOOR, PASSWORD, "floor guest-1 cannot have an account"),
        ("oskar", Role.DEALER, PASSWORD, "dealer oskar cannot have an account .* for another"),
        ("pia", Role.PLAYER, PASSWORD, "player pia cannot have an account"),
        ("Pia", Role.FLOOR, PASSWORD, "'Pia' is not the name of a floor"),
        ("pia", Role.FLOOR, "short", "a password has 10 to 200 characters, and not 5"),
        ("pia", Role.FLOOR, "x" * 201, "a password has 10 to 200 characters, and not 201"),
    ],
)
def test_what_cannot_be_an_account_is_told(
    house: House, name: str, role: Role, password: str, said: str
) -> None:
    accounts = house.opened()
    before = house.path.read_bytes()
    with pytest.raises((Refused, Malformed), match=said):
        accounts.open(name, role, password, by="max", where=HERE)
    assert house.path.read_bytes() == before


def test_an_account_that_is_not_there_is_told(house: House) -> None:
    with pytest.raises(Refused, match="there is no account 'pia'"):
        house.opened().set_password("pia", PASSWORD, by="max", where=HERE)


def test_a_hash_of_older_settings_is_made_anew(house: House) -> None:
    before = house.opened().find("fran")
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    after = house.again(stronger).sign_in("fran", PASSWORD, where=HERE)
    assert before is not None
    assert after.password != before.password
    assert house.again().sign_in("fran", PASSWORD, where=HERE)


def test_a_damaged_hash_lets_nobody_in(house: House) -> None:
    house.opened()
    text = house.path.read_text(encoding="utf-8").replace("$argon2id$", "$none$")
    house.path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match="is wrong"):
        house.again().sign_in("fran", PASSWORD, where=HERE)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (r"(?s).*", "", "truncated"),
        (r"(?s).*", "[]", "no manager among them"),
        (r"(?s).*", "[{}]", "missing required field"),
        (r"(?s).*", "\udcff", "codec can't decode|invalid"),
        ('"manager"', '"king"', "Invalid enum value 'king'"),
        ('"floor"', '"player"', "one of them is a player's"),
        ('"fran"', '"max"', "two of them have the same name"),
        ('"fran"', '"Fran<script>"', "is not the name of a floor"),
        (r'"created": \d+', '"created": 999999999999999999', "Expected `int` <"),
        (r'"created": \d+', '"created": "today"', "Expected `int`, got `str`"),
    ],
)
def test_a_file_that_does_not_hold_accounts_is_told_in_a_sentence(
    house: House, before: str, after: str, said: str
) -> None:
    house.opened()
    text = house.path.read_text(encoding="utf-8")
    spoilt = re.sub(before, after, text, count=1)
    assert spoilt != text
    house.path.write_text(spoilt, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(Corrupt, match=rf"room\.staff does not hold .*({said}).*put back"):
        house.again()


def test_a_file_that_is_nested_without_end_is_told(house: House) -> None:
    house.path.write_text('[{"more": ' + "[" * 100_000, encoding="utf-8")
    with pytest.raises(Corrupt, match="does not hold the accounts"):
        house.again()


def test_a_file_that_cannot_be_read_or_written_is_told(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(Unavailable, match="cannot be read: Is a directory"):
        Accounts(folder, lambda: 0, QUICK)
    gone = House(tmp_path / "gone" / "room.staff")
    with pytest.raises(Unavailable, match="cannot be written: No such file or directory; nothing"):
        gone.opened()
    assert gone.accounts.every() == []
    assert gone.accounts.first
    accounts = house.opened()
    house.path.unlink()
    house.path.mkdir()
    with pytest.raises(
        Unavailable, match=r"room\.staff cannot be written: Is a directory; nothing"
    ):
        accounts.disable("fran", "left the house", by="max", where=HERE)
    found = accounts.find("fran")
    assert found is not None
    assert found.disabled == ""
    assert [each.what for each in accounts.diary.latest()[:2]] == ["not done", "disabled"]


@pytest.mark.parametrize("name", ["fran", "nobody"])
def test_the_last_try_is_announced_and_the_lock_is_told_at_once(house: House, name: str) -> None:
    accounts = house.opened()
    said = []
    for _ in range(4):
        with pytest.raises(Refused) as refused:
            accounts.sign_in(name, "wrong horse", where=HERE)
        said.append(str(refused.value))
    wrong = "the name or the password is wrong"
    locked = "this account is locked for 30 minutes; a manager can unlock it"
    assert said == [
        wrong,
        f"{wrong}: one more wrong password locks this account for 30 minutes",
        f"{wrong}: {locked}",
        locked,
    ]


@pytest.mark.parametrize(
    "name", ["fran.", "fran_", "fr-an", "f.r.a.n", "c.age", "0skar", "h0use", "guest.1", "rnara"]
)
def test_a_name_that_looks_like_another_is_refused(house: House, name: str) -> None:
    with pytest.raises(Refused, match=r"looks like|cannot have an account"):
        house.opened().open(name, Role.FLOOR, PASSWORD, by="max", where=HERE)


def test_rn_looks_like_m(house: House) -> None:
    accounts = house.opened()
    accounts.open("tim", Role.DEALER, PASSWORD, by="max", where=HERE)
    with pytest.raises(Refused) as refused:
        accounts.open("tirn", Role.FLOOR, PASSWORD, by="max", where=HERE)
    assert str(refused.value) == "'tirn' looks like 'tim', who has an account: choose another name"
    assert refused.value.code == "account.taken"
