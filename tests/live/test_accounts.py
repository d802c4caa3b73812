"""People of the house in the log: nobody acts without an account, and nobody signs as two."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Final

import pytest
from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands, events
from fairdeal.live.account_stream import AccountStream, accounts_in, digest_of
from fairdeal.live.accounts import (
    COMMANDS,
    DAY,
    GRACE,
    Account,
    Accounts,
    accounts_after,
)
from fairdeal.live.actors import OPENING
from fairdeal.live.audit import audit
from fairdeal.live.audit.findings import Check, Findings
from fairdeal.live.clocks import SECOND, Clock
from fairdeal.live.history.telling import told
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ACCOUNTS, Draft, Entry
from fairdeal.live.log.moving import copied
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table.state import Table
from fairdeal.live.worth import Worth
from tests.live.forging import Forged, rechained
from tests.live.jackpots import NOTHING, STAR, Linked
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, PLAYERS, WATCHER

CHECKED: Final = ("hand", "wager", "amount", "player", "deck", "identity", "tax")
CAGE: Final = Actor("cage", Role.FLOOR)


class People:
    """The accounts of a log, opened and changed as the pages do it."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.stream = AccountStream(store, KEY, now)

    def do(self, by: Actor, *happened: events.AccountEvent) -> Accounts:
        return self.stream.record(by, lambda _: happened)

    def set_password(self, who: Actor, by: Actor, *before: events.AccountEvent) -> None:
        secret = self.stream.sealed(who.name, "hash")
        event = events.PasswordSet(who.name, by.name, digest_of(secret.sealed))
        self.stream.record(by, lambda _: (*before, event), secret)

    def open(self, who: Actor, by: Actor = MANAGER) -> None:
        self.set_password(who, by, events.AccountOpened(who.name, who.role, by.name))


class House(Linked):
    """A table with its progressive, in a room whose people have accounts since days."""

    def __init__(self, *staff: Actor, age: int = 2 * DAY) -> None:
        self.now = 1_790_000_000_000_000
        store = MemoryStore(KEY)
        self.people = People(store, lambda: self.now)
        self.people.open(MANAGER, MANAGER)
        for each in staff:
            self.people.open(each)
        self.now += age
        room = Room(store, KEY, clock=Clock.of(lambda: self.now))
        room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
        super().__init__(store, dealer="dora", profile="washington", now=self.now)

    def held(self) -> None:
        """The dealer submits a payment of $1,000, which takes the floor."""
        self.deal_round(STAR, NOTHING)
        self.do(commands.touch_seat, DEALER, seat=1)
        self.do(commands.choose_hand, DEALER, seat=1, hand="royal-diamonds")
        self.do(commands.touch_pending, DEALER, seat=1)
        self.do(commands.pay_jackpot, DEALER, seat=1)

    def sign(self, by: Actor) -> None:
        self.do(
            commands.approve_pay, by, pay=1, checked=("hand", "wager", "amount", "player", "deck")
        )

    def audited(self) -> Findings:
        return audit(self.store, KEY, every=True)


@pytest.fixture
def house() -> House:
    return House(FLOOR, DEALER, WATCHER)


def faults(found: Findings) -> list[tuple[Check, str]]:
    return [(each.check, each.sentence) for each in found.faults]


class Lawless(Room):
    """A program that asks nobody for an account, or has another rule for who signs together."""

    def _people(self, by: Actor, command: str) -> Accounts:
        return Accounts()


def lawless(house: House) -> None:
    """From now on commands come from another program."""
    house.room = Lawless(house.store, KEY, clock=Clock.of(lambda: house.now), shoe=house.shoe)


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (Actor("nobody-at-all", Role.FLOOR), "floor nobody-at-all has no account in this role"),
        (Actor("dora", Role.FLOOR), "floor dora has no account in this role (its account is a"),
        (Actor("cam", Role.FLOOR), "floor cam has no account in this role (its account is a surv"),
    ],
)
def test_nobody_acts_without_an_account_in_that_role(house: House, who: Actor, why: str) -> None:
    assert why in house.refusal(commands.disable, who, reason="why not")
    lawless(house)
    house.do(commands.disable, who, reason="why not")
    [(check, said)] = faults(house.audited())
    assert check is Check.AUTHORITY
    assert said.startswith(why)


def test_nobody_acts_with_an_account_that_is_disabled(house: House) -> None:
    house.people.do(MANAGER, events.AccountDisabled("fran", "left the house", "max"))
    said = house.refusal(commands.disable, FLOOR, reason="revenge")
    assert said == "disable is refused: the account of fran is disabled: left the house"
    lawless(house)
    house.do(commands.disable, FLOOR, reason="on its way")
    house.now += GRACE
    assert house.audited().holds, "what was on its way then is no fault"
    house.do(commands.enable, FLOOR, reason="revenge")
    [(check, said)] = faults(house.audited())
    assert (check, said) == (Check.AUTHORITY, "the account of fran is disabled: left the house")


def test_a_person_acts_again_whose_account_was_enabled(house: House) -> None:
    house.people.do(MANAGER, events.AccountDisabled("fran", "on leave", "max"))
    house.people.do(MANAGER, events.AccountEnabled("fran", "max"))
    house.do(commands.disable, FLOOR, reason="a fight")
    assert house.audited().holds


def test_what_was_on_its_way_when_the_first_account_was_opened_is_no_fault() -> None:
    house = House(DEALER, FLOOR, age=0)
    lawless(house)
    house.do(commands.disable, Actor("nora", Role.FLOOR), reason="on its way")
    assert house.audited().holds


def test_the_room_itself_and_players_need_no_account(house: House) -> None:
    house.seat(PLAYERS[0])
    room, setup = house.room, {"game": "three-card-poker"}
    room.do("pit-2", commands.open_table, by=OPENING, **setup)
    room.do("pit-2", commands.sit, by=PLAYERS[1], seat=1)
    room.do("pit-2", commands.buy_in, by=CAGE, player=PLAYERS[1].name, cents=10_000)
    room.do("pit-2", commands.place, by=PLAYERS[1], seat=1, bets={"ante": 1000})
    room.do("pit-2", commands.no_more_bets, by=AUTOMATIC)
    assert house.audited().holds


@pytest.mark.parametrize("who", [CAGE, OPENING, AUTOMATIC, Actor("opening", Role.MANAGER)])
def test_under_the_rooms_own_names_nobody_does_more_than_the_room_does(
    house: House, who: Actor
) -> None:
    house.seat(PLAYERS[0])
    command = commands.disable if who.role is not Role.DEALER else commands.buy_in
    asked = {"reason": "x"} if who.role is not Role.DEALER else {"player": "p1", "cents": 100}
    assert f"{who} has no account in this role" in house.refusal(command, who, **asked)


def test_the_cage_gives_no_chips_that_are_cash(house: House) -> None:
    house.room.declare(Worth.CASH, by=Actor("opening", Role.MANAGER))
    house.seat(PLAYERS[0])
    said = house.refusal(commands.buy_in, CAGE, player="p1", cents=100)
    assert said == "buy-in is refused: floor cage has no account in this role"
    lawless(house)
    house.do(commands.buy_in, CAGE, player="p1", cents=100)
    assert faults(house.audited()) == [(Check.AUTHORITY, "floor cage has no account in this role")]


def test_a_log_without_accounts_is_as_before_and_one_warning_says_so() -> None:
    store = MemoryStore(KEY)
    room = Room(store, KEY)
    room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    room.do("pit-1", commands.disable, by=FLOOR, reason="x")
    found = audit(store, KEY)
    assert (found.holds, found.warnings) == (
        True,
        (
            "2 commands of the house's people were not held against accounts: the log has no"
            " accounts",
        ),
    )
    people = People(store, lambda: 1_790_000_000_000_000)
    people.open(MANAGER, MANAGER)
    [said] = audit(store, KEY).warnings
    assert said.endswith("the log had no account yet")
    with pytest.raises(Refused, match="floor fran has no account"):
        room.do("pit-1", commands.enable, by=FLOOR, reason="x")


def test_accounts_are_not_asked_for_where_only_the_room_and_players_act() -> None:
    store = MemoryStore(KEY)
    Room(store, KEY).do("pit-1", commands.open_table, by=OPENING, game="three-card-poker")
    assert audit(store, KEY).warnings == ()


def test_one_manager_who_opens_three_accounts_cannot_sign_alone() -> None:
    house = House(DEALER, FLOOR, WATCHER, age=0)
    house.held()
    said = house.refusal(
        commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "amount", "player", "deck")
    )
    assert said == (
        "floor fran cannot sign payment 1 (the star meter, p1 at seat 1) beside the others: max had"
        " the accounts of fran and dora opened, reset or enabled within the last 24 hours"
    )
    lawless(house)
    house.sign(FLOOR)
    assert (
        Check.APPROVAL,
        "fran signed beside dora: max had the accounts of fran and dora opened, reset or enabled"
        " within the last 24 hours",
    ) in faults(house.audited())


def test_a_day_later_they_sign_together() -> None:
    house = House(DEALER, FLOOR, age=DAY)
    house.held()
    house.sign(FLOOR)
    assert house.audited().holds


@pytest.mark.parametrize("submits_first", [True, False])
def test_nobody_signs_beside_the_person_who_reset_their_password(submits_first: bool) -> None:
    other = Actor("mia", Role.MANAGER)
    house = House(DEALER, FLOOR, other)
    if submits_first:
        house.held()
    for who in (DEALER, FLOOR):
        house.people.set_password(who, other)
    if not submits_first:
        house.held()
    with pytest.raises(Refused, match="mia had the accounts of fran and dora opened, reset"):
        house.sign(FLOOR)


def account(name: str, *handled: str) -> Account:
    now = Account(name, Role.FLOOR, 0, "max")
    for by in handled:
        now = accounts_after(Accounts({name: now}), events.AccountEnabled(name, by), 0).people[name]
    return now


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("fran", "max", "max had the account of fran opened"),
        ("max", "fran", "max had the account of fran opened"),
        ("fran", "finn", "max had the accounts of fran and finn opened"),
        ("nora", "max", "max had the account of nora opened"),
        ("nora", "fran", "fran had the account of nora opened"),
        ("old", "max", ""),
        ("old", "fran", ""),
    ],
)
def test_who_had_an_account_in_hand_is_nobody_else(one: str, other: str, said: str) -> None:
    """Also through another account: max had that of fran in hand, who had that of nora."""
    people = {
        "max": account("max"),
        "fran": account("fran", "max"),
        "finn": account("finn", "max"),
        "nora": account("nora", "fran"),
        "old": account("old"),
    }
    now = Accounts(people)
    assert now.together(one, other, DAY - 1).startswith(said)
    assert bool(now.together(one, other, DAY - 1)) is bool(said)
    assert now.together(one, other, DAY) == ""


def test_what_a_person_does_to_the_own_account_puts_it_in_nobody_elses_hand(house: House) -> None:
    house.people.set_password(FLOOR, FLOOR)
    assert house.people.stream.now.people["fran"].handled == ()
    assert house.people.stream.now.together("fran", "max", house.now) == ""


def test_a_password_that_was_exchanged_by_hand_is_found_by_the_audit(house: House) -> None:
    assert house.audited().holds
    assert isinstance(house.store, MemoryStore)
    secrets = house.store._secrets
    secrets["max"] = secrets["fran"]
    assert faults(house.audited()) == [
        (Check.ACCOUNTS, "what is kept of the password of max is not what the log names")
    ]
    del secrets["max"]
    assert [check for check, _ in faults(house.audited())] == [Check.ACCOUNTS]


def test_a_password_that_is_set_while_an_audit_goes_on_is_no_fault(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage = house.store.damage

    def meanwhile() -> Sequence[str]:
        monkeypatch.setattr(house.store, "damage", damage)
        return []

    secrets = house.store.secrets

    def changed() -> dict[str, bytes]:
        monkeypatch.setattr(house.store, "secrets", secrets)
        house.people.set_password(FLOOR, MANAGER)
        house.do(commands.disable, FLOOR, reason="x")
        return secrets()

    monkeypatch.setattr(house.store, "secrets", changed)
    monkeypatch.setattr(house.store, "damage", meanwhile)
    assert house.audited().holds


def test_passwords_that_cannot_be_read_are_a_fault(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> dict[str, bytes]:
        raise ValueError("no such relation")

    monkeypatch.setattr(house.store, "secrets", fails)
    assert faults(house.audited()) == [
        (
            Check.ACCOUNTS,
            "what is kept of the passwords cannot be read: ValueError: no such relation",
        )
    ]


def recorded(store: Store, by: Actor, event: events.AnyEvent, at: int, command: str = "") -> None:
    """What a program with the key can put into the stream without asking."""
    command = command or COMMANDS.get(type(event), "open-room")
    version = store.streams().get(ACCOUNTS, 0)
    draft = Draft(*codec.encoded(event))
    how = by.name, by.role, command, f"forged-{version}"
    store.append(Entry(ACCOUNTS, version, at, *how, b"{}", (draft,)))


@pytest.mark.parametrize(
    ("by", "event", "check", "said"),
    [
        (
            FLOOR,
            events.AccountOpened("nora", "manager", "fran"),
            Check.AUTHORITY,
            "floor fran may not record account-opened",
        ),
        (
            MANAGER,
            events.AccountOpened("nora", "floor", "max"),
            Check.ACCOUNTS,
            "what is kept of the password of nora is not what the log names",
        ),
        (MANAGER, events.RoomOpened("cash"), Check.EVENT, "cannot happen to an account"),
        (MANAGER, events.SignedOut("nora"), Check.AUTHORITY, "there is no account 'nora'"),
        (
            AUTOMATIC,
            events.AccountLocked("fran"),
            Check.EVENT,
            "open-account does not begin with such an event",
        ),
    ],
)
def test_what_nobody_could_do_to_accounts_is_found_by_the_audit(
    house: House, by: Actor, event: events.AnyEvent, check: Check, said: str
) -> None:
    is_part = isinstance(event, events.AccountLocked)
    recorded(house.store, by, event, house.now, "open-account" if is_part else "")
    found = faults(house.audited())
    assert [each for each, _ in found] == [check]
    assert said in found[0][1]


def test_a_stream_of_accounts_that_holds_something_else_is_not_read(house: House) -> None:
    recorded(house.store, MANAGER, events.RoomOpened("cash"), house.now)
    with pytest.raises(Exception, match="cannot happen to an account"):
        house.people.stream.read_on()


def test_what_is_recorded_while_accounts_are_read_is_read_the_next_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = house.store.stream_head(ACCOUNTS)
    house.people.do(FLOOR, events.SignedIn("fran"))
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "stream_head", lambda name: head)
        assert accounts_in(house.store).people["fran"].seen == 0
    assert accounts_in(house.store).people["fran"].seen == house.now


def test_a_log_is_moved_with_the_newest_passwords_alone(house: House) -> None:
    house.people.set_password(FLOOR, MANAGER)
    target = MemoryStore()
    copied(house.store, target)
    assert target.secrets() == house.store.secrets()


def test_every_event_of_an_account_is_told(house: House) -> None:
    every: dict[events.AnyEvent, str] = {
        events.AccountOpened("fran", "floor", "max"): "max opens the account of fran, floor",
        events.AccountDisabled("fran", "on leave", "max"): (
            "max disables the account of fran: on leave"
        ),
        events.AccountEnabled("fran", "max"): "max enables the account of fran",
        events.PasswordSet("fran", "max", b""): "max sets a password for fran",
        events.PasswordSet("fran", "fran", b""): "fran sets a password",
        events.AccountLocked("fran"): "the account of fran is locked after wrong passwords",
        events.SignedIn("fran"): "fran signs in",
        events.SignedOut("fran"): "fran signs out",
        events.TerminalLocked("fran", "1", "by hand"): "the terminal of fran is locked: by hand",
        events.SignInsRefused(
            (events.Tried("fran", "", "", 2, 1), events.Tried("", "", "", 1, 0, "0af3"))
        ): "sign-ins are refused: 3 of fran and 1 of unknown names",
    }
    for event, said in every.items():
        assert told(event, Table(ACCOUNTS)) == said


def test_names_that_nobody_has_are_forgotten_half_an_hour_after_the_last_try() -> None:
    now = Accounts()
    for minute in (0, 10, 41):
        tried = events.Tried("", "", "", 1, 0, f"mark-{minute}")
        now = accounts_after(now, events.SignInsRefused((tried,)), minute * 60 * SECOND)
    assert [*now.strangers] == ["mark-41"]
    only_shut = events.Tried("", "", "", 0, 5, "mark-0")
    assert (
        accounts_after(now, events.SignInsRefused((only_shut,)), 41 * 60 * SECOND).strangers
        == now.strangers
    )


def test_every_process_of_a_room_knows_the_accounts_and_no_change_is_lost(database: str) -> None:
    with (
        closing(open_store(database, KEY)) as one_store,
        closing(open_store(database, KEY)) as other_store,
    ):
        one, other = Room(one_store, KEY), Room(other_store, KEY)
        people = People(one_store, one.accounts.time)
        people.open(MANAGER, MANAGER)
        people.open(DEALER)
        with pytest.raises(Refused, match="floor fran has no account in this role"):
            other.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
        names = [Actor(f"person-{number}", Role.FLOOR) for number in range(8)]
        crowd = [People(each, one.accounts.time) for each in (one_store, other_store)]

        def opens(who: Actor) -> None:
            crowd[int(who.name[-1]) % 2].open(who)

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(opens, names))
        assert {*other.accounts.read_on().people} == {"max", "dora", *(who.name for who in names)}
        other.do("pit-1", commands.open_table, by=names[0], game="three-card-poker")
        found = audit(one_store, KEY, every=True)
        assert (found.faults, found.warnings) == ((), ())


def test_nobody_rewrites_what_happened_to_accounts(house: House) -> None:
    """A line is taken out, a dealer becomes a manager, the end is cut off, all is hashed again."""
    house.people.set_password(FLOOR, MANAGER)
    rows, head = [*house.store.read()], house.store.head()
    for place, row in enumerate(rows):
        if row.stream == ACCOUNTS:
            promoted = replace(row, body=row.body.replace(b'"dealer"', b'"manager"'))
            for forged in ([*rows[:place], *rows[place + 1 :]], [*rows[:place]]):
                assert not audit(Forged(forged, head), KEY).holds
                assert not audit(rechained(forged), KEY).holds
            if promoted != row:
                forged = [*rows[:place], promoted, *rows[place + 1 :]]
                assert not audit(Forged(forged, head), KEY).holds
                assert not audit(rechained(forged), KEY).holds
