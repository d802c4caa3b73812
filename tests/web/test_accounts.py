"""Accounts of the house's people: opened, locked, disabled, and kept (ACC-1 to ACC-3)."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from threading import Barrier
from typing import Any

import pytest
from argon2 import PasswordHasher

from fairdeal.errors import Conflict, FairdealError, Malformed, Refused, Unavailable
from fairdeal.live import Actor, Role, Room, account_stream, commands, events
from fairdeal.live import accounts as live
from fairdeal.live.clocks import Clock
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ACCOUNTS, Entry, Recorded, Secret
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import not_written
from fairdeal.web.access import accounts as accounts_module
from fairdeal.web.access.account_log import Entry as Told
from fairdeal.web.access.account_log import Kind
from fairdeal.web.access.accounts import Accounts
from tests.live.tables import KEY

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
MINUTE = 60_000_000
PASSWORD = "correct horse"
OTHER = "another horse"
HERE = "10.0.0.7"
TERMINAL = "terminal-1"


class Disk(MemoryStore):
    """A log in memory, whose disk can be full."""

    is_full = False

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        if self.is_full:
            failed: Future[tuple[Recorded, ...]] = Future()
            failed.set_exception(not_written(self.name, "the disk is full"))
            return failed
        return super().submit(entry, seen)


class House:
    """A room with accounts, and a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000_000
        self.store = Disk(KEY)
        self.accounts = self.again()

    def again(self, hasher: PasswordHasher = QUICK) -> Accounts:
        """The accounts as another process of the room knows them."""
        self.room = Room(self.store, KEY, clock=Clock.of(lambda: self.now))
        return Accounts(self.room, hasher)

    def opened(self) -> Accounts:
        word = self.accounts.first
        self.accounts.open_first(word, "max", PASSWORD, where=HERE, device=TERMINAL)
        self.accounts.open("fran", Role.FLOOR, PASSWORD, by="max", where=HERE)
        return self.accounts

    def kinds(self) -> list[str]:
        return [row.kind for row in self.store.stream(ACCOUNTS)]

    def bodies(self) -> str:
        rows = self.store.stream(ACCOUNTS)
        return "\n".join((row.body + row.arguments).decode() for row in rows)


@pytest.fixture
def house() -> House:
    return House()


def refused(accounts: Accounts, name: str, password: str = "wrong horse", **at: str) -> Refused:
    with pytest.raises(Refused) as error:
        accounts.sign_in(name, password, **at)
    return error.value


def test_the_first_manager_comes_by_a_link_that_works_once(house: House) -> None:
    word = house.accounts.first
    assert len(word) >= 32
    with pytest.raises(Refused, match="this link was used already, or is not ours"):
        house.accounts.open_first("guess", "max", PASSWORD, where=HERE)
    account = house.accounts.open_first(word, "max", PASSWORD, where=HERE)
    assert (account.role, account.by, house.accounts.first) == (Role.MANAGER, "max", "")
    assert (account.seen, account.own) == (house.now, True)
    for again in ("", word):
        with pytest.raises(Refused, match="this link was used already"):
            house.accounts.open_first(again, "mia", PASSWORD, where=HERE)
    assert house.again().first == ""


def test_two_who_have_a_first_link_each_open_one_account(house: House) -> None:
    other = house.again()
    house.accounts.open_first(house.accounts.first, "max", PASSWORD)
    with pytest.raises(Refused, match="this link was used already"):
        other.open_first(other._word, "mallory", PASSWORD)
    with pytest.raises(Refused, match="manager mallory may not record account-opened"):
        other.open_own("mallory", PASSWORD)


def test_no_first_link_comes_where_people_of_the_house_have_given_commands(house: House) -> None:
    """Nothing that is deleted brings it back: it follows from the log alone."""
    assert house.accounts.first
    fran = Actor("fran", Role.FLOOR)
    house.room.do("pit-1", commands.open_table, by=fran, game="three-card-poker")
    assert house.accounts.first == house.again().first == ""


def test_neither_a_password_nor_its_hash_is_in_the_log(house: House) -> None:
    accounts = house.opened()
    accounts.set_password("fran", OTHER, by="max")
    refused(accounts, "fran", "typed by mistake")
    refused(accounts, "my own password", "fran")
    text = house.bodies()
    for secret in (PASSWORD, OTHER, "argon2", "typed by mistake", "my own password"):
        assert secret not in text
    kept = house.store.secrets()
    assert kept.keys() == {"fran", "max"}
    assert all(b"argon2" not in each for each in kept.values())
    account = accounts.find("fran")
    assert account is not None
    assert account.kept == sha256(kept["fran"]).digest()


def test_accounts_are_read_from_the_log_by_any_process(house: House) -> None:
    house.opened()
    again = house.again()
    assert [each.name for each in again.every()] == ["fran", "max"]
    assert again.sign_in("fran", PASSWORD, where=HERE).actor.role is Role.FLOOR


def test_the_answer_is_the_same_whichever_is_wrong(house: House) -> None:
    accounts = house.opened()
    said = [refused(accounts, "fran"), refused(accounts, "nobody", PASSWORD)]
    assert {(str(each), each.code) for each in said} == {
        ("the name or the password is wrong", "account.wrong")
    }


@pytest.mark.parametrize("name", ["fran", "nobody"])
def test_the_last_try_is_announced_and_the_lock_is_told_at_once(house: House, name: str) -> None:
    accounts = house.opened()
    wrong = "the name or the password is wrong"
    locked = "this account is locked for 30 minutes; a manager can unlock it"
    assert [str(refused(accounts, name)) for _ in range(4)] == [
        wrong,
        f"{wrong}: one more wrong password locks this account for 30 minutes",
        f"{wrong}: {locked}",
        locked,
    ]


@pytest.mark.parametrize("name", ["fran", "nobody"])
def test_a_locked_name_tells_nothing_about_a_password_or_whether_there_is_such_a_name(
    house: House, name: str
) -> None:
    accounts = house.opened()
    passwords = ("wrong horse", "wrong horse", "wrong horse", "wrong horse", PASSWORD)
    said = [refused(accounts, name, each).code for each in passwords]
    assert said == ["account.wrong"] * 3 + ["account.locked"] * 2


@pytest.mark.parametrize("name", ["fran", "nobody"])
def test_a_restart_does_not_tell_which_names_exist(house: House, name: str) -> None:
    accounts = house.opened()
    for _ in range(3):
        refused(accounts, name)
    accounts.close()
    assert refused(house.again(), name).code == "account.locked"


def test_three_wrong_passwords_in_half_an_hour_lock_an_account(house: House) -> None:
    accounts = house.opened()
    for _ in range(3):
        assert "is wrong" in str(refused(accounts, "fran"))
        house.now += MINUTE
    assert "this account is locked for 30 minutes" in str(refused(accounts, "fran", PASSWORD))
    assert "account-locked" in house.kinds()
    assert refused(house.again(), "fran", PASSWORD).code == "account.locked"
    accounts.enable("fran", by="max", where=HERE)
    assert accounts.sign_in("fran", PASSWORD, where=HERE).tries.failures == ()


def test_wrong_passwords_of_long_ago_do_not_count(house: House) -> None:
    accounts = house.opened()
    for _ in range(4):
        assert "is wrong" in str(refused(accounts, "fran"))
        house.now += 20 * MINUTE
    assert accounts.sign_in("fran", PASSWORD).seen == house.now


def test_strangers_lock_nobody_out_of_a_device_of_the_house(house: House) -> None:
    accounts = house.opened()
    accounts.sign_in("fran", PASSWORD, where=HERE, becomes=TERMINAL)
    for _ in range(5):
        refused(accounts, "fran", where="203.0.113.7")
    fran = accounts.find("fran")
    assert fran is not None
    assert accounts.is_locked(fran)
    assert refused(accounts, "fran", PASSWORD, where=HERE).code == "account.locked"
    again = house.again()
    assert again.sign_in("fran", PASSWORD, where=HERE, device=TERMINAL).seen == house.now
    assert refused(again, "fran", PASSWORD, where="198.51.100.1").code == "account.locked"


def test_strangers_do_not_keep_a_new_person_from_signing_in_at_a_terminal(house: House) -> None:
    accounts = house.opened()
    for _ in range(3):
        refused(accounts, "fran", where=HERE)
    assert refused(accounts, "fran", PASSWORD, where=HERE).code == "account.locked"
    assert accounts.sign_in("fran", PASSWORD, where=HERE, device=TERMINAL)


def test_nobody_behind_the_same_address_locks_the_only_manager(house: House) -> None:
    accounts = house.opened()
    for _ in range(3):
        refused(accounts, "max", where=HERE)
    assert accounts.sign_in("max", PASSWORD, where=HERE, device=TERMINAL)


def test_other_devices_of_the_house_count_together(house: House) -> None:
    accounts = house.opened()
    for number in range(3):
        refused(accounts, "fran", device=f"device-{number}")
    assert refused(accounts, "fran", PASSWORD, device="device-9").code == "account.locked"
    assert accounts.sign_in("fran", PASSWORD)


def test_the_own_terminal_is_locked_by_what_is_tried_there(house: House) -> None:
    accounts = house.opened()
    accounts.sign_in("fran", PASSWORD, device=TERMINAL)
    for _ in range(3):
        refused(accounts, "fran", device=TERMINAL)
    assert refused(accounts, "fran", PASSWORD, device=TERMINAL).code == "account.locked"
    assert accounts.sign_in("fran", PASSWORD, device="terminal-2").seen


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
        return refused(accounts, "fran", where=f"203.0.113.{number}").code

    with ThreadPoolExecutor(6) as threads:  # nobody holds the lock while a password is looked at
        said = sorted(threads.map(guess, range(6)))
    assert said == ["account.locked"] * 3 + ["account.wrong"] * 3


def test_a_password_that_was_changed_meanwhile_lets_nobody_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = house.opened()

    def fits(known: str, password: str) -> bool:
        house.again().set_password("fran", OTHER, by="max", where=HERE)
        return True

    monkeypatch.setattr(accounts._passwords, "fits", fits)
    assert "is wrong" in str(refused(accounts, "fran", PASSWORD))


def test_another_password_takes_the_place_of_the_old_one(house: House) -> None:
    accounts = house.opened()
    house.now += MINUTE
    assert accounts.set_password("fran", OTHER, by="max", where=HERE).changed == house.now
    assert "is wrong" in str(refused(accounts, "fran", PASSWORD))
    assert accounts.sign_in("fran", OTHER)


def test_a_new_password_forgives_what_was_tried_before(house: House) -> None:
    accounts = house.opened()
    refused(accounts, "fran")
    refused(accounts, "fran")
    accounts.set_password("fran", OTHER, by="max")
    assert refused(accounts, "fran").code == "account.wrong"
    assert accounts.sign_in("fran", OTHER)


def test_a_person_chooses_a_password_of_their_own(house: House) -> None:
    accounts = house.opened()
    assert accounts.owes_password("fran")
    assert not accounts.owes_password("nobody")
    with pytest.raises(Malformed, match="the new password is the old one"):
        accounts.choose_password("fran", PASSWORD, PASSWORD)
    with pytest.raises(Refused, match="the old password is wrong"):
        accounts.choose_password("fran", "wrong horse", OTHER)
    before = accounts.find("fran")
    chosen = accounts.choose_password("fran", PASSWORD, OTHER)
    assert before is not None
    assert (chosen.own, chosen.epoch) == (True, before.epoch + 1)
    assert not accounts.owes_password("fran")


def test_an_account_is_disabled_for_a_reason_and_comes_back(house: House) -> None:
    accounts = house.opened()
    with pytest.raises(Refused, match="say why fran is disabled"):
        accounts.disable("fran", " ", by="max", where=HERE)
    accounts.disable("fran", "left the house", by="max", where=HERE)
    assert str(refused(accounts, "fran", PASSWORD)) == "fran is disabled: left the house"
    with pytest.raises(Refused, match="fran is disabled"):
        accounts.choose_password("fran", PASSWORD, OTHER)
    assert accounts.enable("fran", by="max", where=HERE).disabled == ""


def test_the_last_manager_stays(house: House) -> None:
    accounts = house.opened()
    with pytest.raises(Refused, match="max is the only manager"):
        accounts.disable("max", "left the house", by="max", where=HERE)
    accounts.open("mia", Role.MANAGER, PASSWORD, by="max", where=HERE)
    assert accounts.disable("max", "left the house", by="max", where=HERE).disabled
    with pytest.raises(Refused, match="mia is the only manager"):
        accounts.disable("mia", "left the house", by="mia", where=HERE)


@pytest.mark.parametrize("by", ["fran", "mia"])
def test_only_a_manager_who_is_not_disabled_changes_accounts(house: House, by: str) -> None:
    accounts = house.opened()
    accounts.open("mia", Role.MANAGER, PASSWORD, by="max")
    accounts.disable("mia", "left the house", by="max")
    before = house.kinds()
    changes: Sequence[Callable[[], object]] = (
        lambda: accounts.open("pia", Role.DEALER, PASSWORD, by=by),
        lambda: accounts.set_password("max", OTHER, by=by),
        lambda: accounts.disable("max", "revenge", by=by),
        lambda: accounts.enable("mia", by=by),
    )
    for change in changes:
        with pytest.raises(Refused, match=f"{by} may not record"):
            change()
    assert house.kinds() == before


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
    before = house.kinds(), house.store.secrets()
    with pytest.raises((Refused, Malformed), match=said):
        accounts.open(name, role, password, by="max", where=HERE)
    assert (house.kinds(), house.store.secrets()) == before


def test_an_account_that_is_not_there_is_told(house: House) -> None:
    with pytest.raises(Refused, match="there is no account 'pia'"):
        house.opened().set_password("pia", PASSWORD, by="max", where=HERE)


@pytest.mark.parametrize(
    "name", ["fran.", "fran_", "fr-an", "f.r.a.n", "c.age", "0skar", "h0use", "guest.1", "rnara"]
)
def test_a_name_that_looks_like_another_is_refused(house: House, name: str) -> None:
    with pytest.raises(Refused, match=r"looks like|cannot have an account"):
        house.opened().open(name, Role.FLOOR, PASSWORD, by="max", where=HERE)


def test_rn_looks_like_m(house: House) -> None:
    accounts = house.opened()
    accounts.open("tim", Role.DEALER, PASSWORD, by="max", where=HERE)
    with pytest.raises(Refused) as error:
        accounts.open("tirn", Role.FLOOR, PASSWORD, by="max", where=HERE)
    assert str(error.value) == "'tirn' looks like 'tim', who has an account: choose another name"
    assert error.value.code == "account.taken"


def test_a_hash_of_older_settings_is_made_again(house: House) -> None:
    house.opened()
    before = house.store.secrets()["fran"]
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    house.again(stronger).sign_in("fran", PASSWORD, where=HERE)
    assert house.store.secrets()["fran"] != before
    assert house.again(stronger).sign_in("fran", PASSWORD, where=HERE)
    assert "kept" not in house.bodies().splitlines()[-1]


def test_a_hash_of_older_settings_does_for_as_long_as_the_disk_is_full(house: House) -> None:
    house.opened()
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    accounts, before = house.again(stronger), house.store.secrets()
    house.store.is_full = True
    assert accounts.sign_in("fran", PASSWORD)
    house.store.is_full = False
    assert accounts.sign_in("max", PASSWORD)
    assert house.store.secrets()["fran"] == before["fran"]
    assert house.again().sign_in("fran", PASSWORD)


def exchange(house: House, name: str, sealed: bytes) -> None:
    house.store._secrets[name] = sealed


def test_a_password_that_was_exchanged_by_hand_is_noticed_and_refused(house: House) -> None:
    accounts = house.opened()
    exchange(house, "max", house.store.secrets()["fran"])
    said = str(refused(accounts, "max", PASSWORD))
    assert said == (
        "what is kept of the password of max is not what the log names: a manager sets another"
        " password"
    )
    house.store._secrets.clear()
    assert refused(accounts, "fran", PASSWORD).code == "account.secret"


def test_what_is_kept_of_a_password_is_of_no_use_under_another_key(house: House) -> None:
    house.opened()
    room = Room(house.store, bytes(32), clock=Clock.of(lambda: house.now))
    unsealed: Any = _Unsealed(house.store)  # who has the log alone sees no tags
    room.accounts._store = unsealed
    assert refused(Accounts(room, QUICK), "fran", PASSWORD).code == "account.secret"


class _Unsealed:
    """A log whose ends are not checked against the key."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_an_account_never_has_a_password_that_nobody_set(house: House) -> None:
    """The event and what is kept go into the log together, or neither does."""
    accounts = house.opened()
    before = house.kinds(), house.store.secrets()
    house.store.is_full = True
    with pytest.raises(Unavailable, match="the disk is full; nothing was recorded"):
        accounts.set_password("fran", OTHER, by="max")
    with pytest.raises(Unavailable):
        accounts.choose_password("fran", PASSWORD, OTHER)
    assert (house.kinds(), house.store.secrets()) == before
    house.store.is_full = False
    assert accounts.sign_in("fran", PASSWORD)


def test_the_house_can_sign_in_on_a_full_disk_and_what_was_not_written_is_later(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    accounts = house.opened()
    before = house.kinds()
    house.store.is_full = True
    house.now += MINUTE
    for name in ("fran", "max"):
        assert accounts.sign_in(name, PASSWORD, where=HERE).seen == house.now
    refused(accounts, "fran")
    assert (house.kinds(), accounts.log.unwritten) == (before, 2)
    assert "the disk is full" in caplog.text
    assert "signed-in by floor fran waits in memory" in caplog.text
    assert [each.about for each in accounts.log.latest(Kind.SIGN_IN)[:2]] == ["max", "fran"]
    assert [each.about for each in accounts.log.find("signed in")][:2] == ["max", "fran"]
    with pytest.raises(Unavailable, match="the disk is full; nothing was recorded"):
        accounts.disable("fran", "left the house", by="max", where=HERE)
    house.store.is_full = False
    house.now += MINUTE
    accounts.sign_in("max", PASSWORD, where=HERE)
    assert accounts.log.unwritten == 0
    again = house.again()
    signed = [each for each in again.log.latest() if each.what == "signed in"]
    assert [each.about for each in signed[:3]] == ["max", "max", "fran"]
    assert [each.seen for each in again.every()] == [house.now - MINUTE, house.now]


def test_what_waits_is_written_as_soon_as_the_disk_takes_it(house: House) -> None:
    accounts = house.opened()
    house.store.is_full = True
    refused(accounts, "fran")
    accounts.sign_in("fran", PASSWORD)
    assert not accounts.keep()
    house.store.is_full = False
    house.now += MINUTE
    refused(accounts, "fran")
    assert house.kinds()[-3:] == ["sign-ins-refused", "signed-in", "sign-ins-refused"]


def test_not_everything_waits_in_memory_without_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = house.opened()
    monkeypatch.setattr(account_stream, "WAITING", 2)
    house.store.is_full = True
    for _ in range(2):
        accounts.sign_in("fran", PASSWORD, where=HERE)
    with pytest.raises(Unavailable, match="the disk is full"):
        accounts.sign_in("fran", PASSWORD, where=HERE)


def test_wrong_passwords_count_where_nothing_can_be_written(house: House) -> None:
    accounts = house.opened()
    house.store.is_full = True
    for _ in range(3):
        assert refused(accounts, "fran").code == "account.wrong"
    assert refused(accounts, "fran", PASSWORD).code == "account.locked"
    house.store.is_full = False
    accounts.close()
    assert refused(house.again(), "fran", PASSWORD).code == "account.locked"


def test_a_clock_that_was_set_back_locks_nobody_for_years(house: House) -> None:
    house.opened()
    fran = house.accounts.find("fran")
    assert fran is not None
    tries = fran.tries
    for _ in range(3):
        tries = tries.failed("", house.now + 365 * 24 * 60 * MINUTE)
    assert not tries.is_locked(house.now)


def test_a_stranger_cannot_fill_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_module, "_ROWS", 5)
    accounts = house.opened()
    before = len(house.kinds())
    for number in range(100):
        refused(accounts, f"nobody-{number}", where=f"203.0.113.{number}")
        refused(accounts, "fran", where=f"198.51.100.{number}")
    assert house.kinds()[before:] == ["sign-ins-refused"] * 2 + ["account-locked"]
    house.now += MINUTE
    accounts.keep()
    accounts.keep()
    rows = [*house.store.stream(ACCOUNTS)][before:]
    told = [codec.decoded(row.kind, row.body) for row in rows]
    gathered = [each.refused for each in told if isinstance(each, events.SignInsRefused)]
    assert len(gathered) == 3
    assert len(gathered[-1]) <= 5 + 2
    assert sum(each.wrong + each.shut for rows in gathered for each in rows) == 200
    assert sum(each.wrong for rows in gathered for each in rows if each.name) == 3


def test_what_was_refused_is_told_with_its_address_and_not_with_what_was_typed(
    house: House,
) -> None:
    accounts = house.opened()
    for _ in range(4):
        refused(accounts, "fran", where="203.0.113.7")
    refused(accounts, "my password by mistake", where="203.0.113.8")
    accounts.close()
    told = [(each.about, each.where, each.text) for each in accounts.log.latest(Kind.REFUSAL)]
    assert told == [
        ("", "203.0.113.8", "1 x wrong password; no account has that name"),
        ("fran", "203.0.113.7", "1 x while the account was locked or disabled"),
        ("fran", "203.0.113.7", "three wrong passwords"),
        ("fran", "203.0.113.7", "2 x wrong password"),
        ("fran", "203.0.113.7", "1 x wrong password"),
    ]


def test_another_process_may_change_the_accounts_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = house.opened()
    other = house.again()
    append = house.store.append
    left = [lambda: other.open("dana", Role.DEALER, PASSWORD, by="max")]

    def overtaken(entry: Entry) -> tuple[Recorded, ...]:
        if left:
            left.pop()()
        return append(entry)

    monkeypatch.setattr(house.store, "append", overtaken)
    assert accounts.disable("fran", "left the house", by="max").disabled
    assert [each.name for each in accounts.every()] == ["dana", "fran", "max"]
    assert not other.keep() or other.find("fran") == accounts.find("fran")


def test_what_another_process_decided_first_holds(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two managers disable each other: the last one stays."""
    accounts = house.opened()
    accounts.open("mia", Role.MANAGER, PASSWORD, by="max")
    other = house.again()
    append = house.store.append
    left = [lambda: other.disable("max", "left the house", by="mia")]

    def overtaken(entry: Entry) -> tuple[Recorded, ...]:
        if left:
            left.pop()()
        return append(entry)

    monkeypatch.setattr(house.store, "append", overtaken)
    with pytest.raises(Refused, match="manager max may not record account-disabled"):
        accounts.disable("mia", "left the house", by="max")


def test_a_change_that_is_always_overtaken_is_given_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = house.opened()

    def overtaken(entry: Entry) -> tuple[Recorded, ...]:
        raise Conflict("too late", code="table.moved-on")

    monkeypatch.setattr(house.store, "append", overtaken)
    with pytest.raises(Conflict, match="too late"):
        accounts.disable("fran", "left the house", by="max")


def test_a_log_that_takes_nothing_more_tells_nothing_of_its_accounts(house: House) -> None:
    accounts = house.opened()
    house.store.stopped = "a write broke off"
    with pytest.raises(Unavailable, match="start the program again"):
        accounts.sign_in("fran", PASSWORD)


def test_sessions_of_before_are_over_when_a_person_signs_out_also_after_a_restart(
    house: House,
) -> None:
    accounts = house.opened()
    fran = accounts.sign_in("fran", PASSWORD)
    assert accounts.welcomes("fran", Role.FLOOR, fran.epoch)
    assert not accounts.welcomes("fran", Role.MANAGER, fran.epoch)
    assert not accounts.welcomes("nobody", Role.FLOOR, fran.epoch)
    accounts.sign_out("fran")
    for each in (accounts, house.again()):
        assert not each.welcomes("fran", Role.FLOOR, fran.epoch)


def test_a_terminal_stays_locked_after_a_restart(house: House) -> None:
    accounts = house.opened()
    accounts.note_lock("fran", "session-1", "by hand")
    house.now += 12 * 60 * MINUTE
    accounts.note_lock("fran", "session-2", "by hand")
    fran = house.again().find("fran")
    assert fran is not None
    assert (fran.has_locked("session-1"), fran.has_locked("session-2")) == (False, True)


def test_the_account_log_tells_everything_the_newest_first(house: House) -> None:
    accounts = house.opened()
    accounts.set_password("fran", OTHER, by="max")
    accounts.choose_password("fran", OTHER, PASSWORD)
    accounts.sign_in("fran", PASSWORD)
    accounts.note_lock("fran", "session-1", "by hand")
    accounts.sign_out("fran")
    accounts.disable("fran", "left the house", by="max")
    accounts.enable("fran", by="max")
    accounts.enable("fran", by="max")

    def words(each: Told) -> tuple[str, str, str, str]:
        return each.what, each.about, each.by, each.text

    told = [words(each) for each in accounts.log.latest()]
    assert told == [
        ("enabled", "fran", "max", "before: 0 wrong passwords"),
        ("enabled", "fran", "max", "before: left the house"),
        ("disabled", "fran", "max", "left the house"),
        ("signed out", "fran", "fran", ""),
        ("terminal locked", "fran", "fran", "by hand"),
        ("signed in", "fran", "fran", ""),
        ("password changed", "fran", "fran", ""),
        ("password set", "fran", "max", ""),
        ("opened", "fran", "max", "role floor"),
        ("signed in", "max", "max", ""),
        ("opened", "max", "max", "role manager"),
    ]
    assert [words(each) for each in accounts.log.find()] == told
    assert [each.what for each in accounts.log.find("LEFT THE", Kind.CHANGE)] == [
        "enabled",
        "disabled",
    ]
    assert [*accounts.log.find("left the", Kind.SIGN_IN)] == []


@pytest.mark.parametrize(
    "event",
    [
        events.AccountOpened("fran", "floor", "max"),
        events.AccountOpened("Fran!", "floor", "max"),
        events.AccountOpened("pia", "player", "max"),
        events.AccountDisabled("pia", "why", "max"),
        events.SignedIn("fran"),
        events.AccountLocked("fran"),
        events.SignInsRefused(()),
    ],
)
def test_what_cannot_happen_to_an_account_is_refused(
    house: House, event: events.AccountEvent
) -> None:
    house.opened()
    with pytest.raises(FairdealError):
        live.check(house.accounts._people, Actor("max", Role.MANAGER), event)


def test_the_first_account_is_a_managers(house: House) -> None:
    with pytest.raises(Refused, match="the first account is a manager's, and fran would be a floo"):
        live.check(
            live.Accounts(),
            Actor("fran", Role.FLOOR),
            events.AccountOpened("fran", "floor", "fran"),
        )


def test_secrets_are_kept_for_their_account_alone(house: House) -> None:
    stream = house.room.accounts
    one, other = stream.sealed("fran", "hash"), stream.sealed("fran", "hash")
    assert isinstance(one, Secret)
    assert one.sealed != other.sealed
