"""Accounts of the house's people: what the log says of them, and what each of them may do.

``accounts_after`` folds the stream, ``check`` holds an event against the accounts before it: the
room asks before it records, and the audit asks again.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC, OPENING, Actor, Role, check_name
from fairdeal.live.clocks import SECOND
from fairdeal.live.log import codec

TRIES: Final = 3
"""Wrong passwords within half an hour that lock an account."""

DAY: Final = 24 * 60 * 60 * SECOND
"""For so long nobody signs together with the person who had their account in hand."""

LONGEST_SESSION: Final = 12 * 60 * 60 * SECOND
"""No session outlives a long shift."""

GRACE: Final = 10 * SECOND
"""A command may be on its way so long when its account is disabled, as the audit sees it."""

_HALF_AN_HOUR: Final = 30 * 60 * SECOND
_DEVICES: Final = 8
"""Devices of the last sign-ins that are remembered."""

_OWN: Final[Mapping[tuple[str, str], frozenset[str]]] = {
    (AUTOMATIC.name, AUTOMATIC.role): frozenset(
        {"open-round", "no-more-bets", "next-step", "time-out", "pay-jackpot"}
    ),
    (OPENING.name, OPENING.role): frozenset({"open-table", "close-table", "leave"}),
    (OPENING.name, Role.MANAGER): frozenset({"open-progressive"}),
    ("cage", Role.FLOOR): frozenset({"buy-in", "leave"}),
}
"""What the room does itself, by name and role: these need no account."""

OF_THE_ROOM: Final = frozenset(name for name, _ in _OWN)
"""Names under which the room itself acts."""

STAFF: Final = frozenset(Role) - {Role.PLAYER}
"""Roles that take an account."""

COMMANDS: Final[Mapping[type, str]] = {
    events.AccountOpened: "open-account",
    events.AccountDisabled: "disable-account",
    events.AccountEnabled: "enable-account",
    events.PasswordSet: "set-password",
    events.SignedIn: "sign-in",
    events.SignedOut: "sign-out",
    events.TerminalLocked: "lock-terminal",
    events.SignInsRefused: "note-refusals",
}
"""The command under which the log has what begins with such an event."""


class Failure(msgspec.Struct, frozen=True, array_like=True):
    """A wrong password."""

    at: int
    device: str


class Tries(msgspec.Struct, frozen=True, omit_defaults=True):
    """The recent wrong passwords for a name, whether or not an account has it.

    A device at which the person has signed in before counts for itself; other devices of the house
    count together, and so does everybody else.  So no stranger locks a person out of the house.
    """

    failures: tuple[Failure, ...] = ()
    devices: tuple[str, ...] = ()
    """Where the person has signed in, the latest last."""

    def failed(self, device: str, now: int, times: int = 1) -> "Tries":
        """Some more; those of long ago are forgotten."""
        more = (Failure(now, device),) * min(times, TRIES)
        return replace(self, failures=(*self._late(now), *more))

    def succeeded(self, device: str) -> "Tries":
        """After a sign-in, the wrong passwords there are over; at a new device, all but those at
        the person's other ones.
        """
        own = {device} if device in self.devices else {"d", ""}
        others = tuple(each for each in self.failures if self._group(each.device) not in own)
        devices = (*(each for each in self.devices if each != device), device)[-_DEVICES:]
        return Tries(others, devices if device else self.devices)

    def is_locked(self, now: int, device: str | None = None) -> bool:
        """Whether too many wrong passwords were tried at a device, or at any."""
        devices = {each.device for each in self.failures} if device is None else {device}
        return any(self.left(now, each) <= 0 for each in devices)

    def left(self, now: int, device: str) -> int:
        """Wrong passwords at a device until the account is locked there."""
        group = self._group(device)
        return TRIES - sum(self._group(each.device) == group for each in self._late(now))

    def _late(self, now: int) -> tuple[Failure, ...]:
        # A clock that was set back must not lock anybody for as long as it was wrong.
        return tuple(each for each in self.failures if abs(now - each.at) < _HALF_AN_HOUR)

    def _group(self, device: str) -> str:
        """What counts together: a device of the person, other devices of the house, or no device.

        No device's number is one letter long.
        """
        return device if device in self.devices else "d" if device else ""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """A moment, and a person or a session."""

    at: int
    what: str


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person."""

    name: str
    role: Role
    created: int
    by: str
    """Who opened the account."""
    changed: int = 0
    """When the password was last set."""
    kept: bytes = b""
    """The digest of what is kept of the password."""
    own: bool = False
    """Whether the person chose the password; otherwise another person knows it, too."""
    seen: int = 0
    """When the person last signed in."""
    tries: Tries = Tries()
    epoch: int = 0
    """Sessions of an earlier epoch are over."""
    disabled: str = ""
    """Why nobody may sign in with it."""
    disabled_at: int = 0
    handled: tuple[Mark, ...] = ()
    """Who else opened, reset or enabled it within a day of the last time."""
    locked: tuple[Mark, ...] = ()
    """Sessions of its locked terminals."""

    @property
    def actor(self) -> Actor:
        """Who acts."""
        return Actor(self.name, self.role)

    def has_locked(self, session: str) -> bool:
        """Whether the terminal of that session was locked."""
        return any(each.what == session for each in self.locked)

    def _in_hand(self, by: str, at: int) -> tuple[Mark, ...]:
        late = tuple(each for each in self.handled if at - each.at < DAY)
        return late if by == self.name else (*late, Mark(at, by))


class Accounts(msgspec.Struct, frozen=True):
    """All accounts of a room."""

    people: dict[str, Account] = {}
    strangers: dict[str, Tries] = {}
    """What was tried under names that no account has, by the mark of the name."""
    since: int = 0
    """When the first account was opened."""

    def known(self, name: str) -> Account:
        """The account of that name; refused where there is none."""
        if name not in self.people:
            raise Refused(f"there is no account {name!r}", code="account.unknown")
        return self.people[name]

    def missing(
        self, name: str, role: str, command: str, at: int, *, is_cash: bool = False, grace: int = 0
    ) -> str:
        """Why this person needs an account for the command and has none; empty otherwise.

        Players need none, nor does the room itself.  Nobody needs one before the first account is
        opened.
        """
        is_free = role == Role.PLAYER or is_own(name, role, command, is_cash=is_cash)
        if not self.people or is_free:
            return ""
        account = self.people.get(name)
        if account is None or account.role != role:
            is_new = at - self.since < grace
            has = f" (its account is a {account.role}'s)" if account else ""
            return "" if is_new else f"{role} {name} has no account in this role{has}"
        if account.disabled and at - account.disabled_at >= grace:
            return f"the account of {name} is disabled: {account.disabled}"
        return ""

    def together(self, one: str, other: str, at: int) -> str:
        """Why two people may be one and the same; empty where nothing says so.

        Who opens, resets or enables an account knows a password of it.  So does who had the account
        of that person in hand.
        """
        shared = self._hands(one, at) & self._hands(other, at)
        if not shared:
            return ""
        had = "opened, reset or enabled within the last 24 hours"
        for who, whose in ((other, one), (one, other)):
            if who in shared:
                return f"{who} had the account of {whose} {had}"
        return f"{min(shared)} had the accounts of {one} and {other} {had}"

    def _hands(self, name: str, at: int) -> set[str]:
        """Who may have signed in as that person within the last day."""
        found: set[str] = set()
        to_look_at = [name]
        while to_look_at:
            each = to_look_at.pop()
            found.add(each)
            handled = self.people[each].handled if each in self.people else ()
            late = {mark.what for mark in handled if at - mark.at < DAY}
            to_look_at += late - found
        return found

    def _with(self, account: Account) -> "Accounts":
        return replace(self, people={**self.people, account.name: account})


def is_own(name: str, role: str, command: str, *, is_cash: bool = False) -> bool:
    """Whether the room itself does this; it gives chips only where they are play chips."""
    return command in _OWN.get((name, role), ()) and not (is_cash and command == "buy-in")


def accounts_after(accounts: Accounts, event: events.AccountEvent, at: int) -> Accounts:
    """The accounts after an event that was recorded at that moment."""
    if isinstance(event, events.SignInsRefused):
        return _refused(accounts, event, at)
    if isinstance(event, events.AccountOpened):
        new = Account(event.name, Role(event.role), at, event.by)
        opened = accounts._with(replace(new, handled=new._in_hand(event.by, at)))
        return opened if accounts.people else replace(opened, since=at)
    return accounts._with(_account_after(accounts.known(event.name), event, at))


def _account_after(account: Account, event: events.AccountEvent, at: int) -> Account:
    match event:
        case events.AccountDisabled(reason=reason):
            epoch = account.epoch + 1
            return replace(account, disabled=reason, disabled_at=at, epoch=epoch)
        case events.AccountEnabled(by=by):
            handled = account._in_hand(by, at)
            return replace(account, disabled="", tries=_forgiven(account), handled=handled)
        case events.PasswordSet(by=by, kept=kept):
            own = by == account.name
            return replace(
                account,
                changed=at,
                kept=kept,
                own=own,
                epoch=account.epoch + 1,
                tries=account.tries if own else _forgiven(account),
                handled=account._in_hand(by, at),
            )
        case events.SignedIn(device=device, kept=kept):
            tries = account.tries.succeeded(device)
            return replace(account, seen=at, tries=tries, kept=kept or account.kept)
        case events.SignedOut():
            return replace(account, epoch=account.epoch + 1)
        case events.TerminalLocked(session=session):
            late = (each for each in account.locked if at - each.at < LONGEST_SESSION)
            return replace(account, locked=(*late, Mark(at, session)))
        case _:  # what locks it was refused before
            return account


def _forgiven(account: Account) -> Tries:
    return replace(account.tries, failures=())


def _refused(accounts: Accounts, event: events.SignInsRefused, at: int) -> Accounts:
    people = {**accounts.people}
    strangers = {
        mark: tries
        for mark, tries in accounts.strangers.items()
        if abs(at - tries.failures[-1].at) < _HALF_AN_HOUR
    }
    for each in event.refused:
        if each.name and each.wrong:
            accounts.known(each.name)
            account = people[each.name]
            tries = account.tries.failed(each.device, at, each.wrong)
            people[each.name] = replace(account, tries=tries)
        elif each.mark and each.wrong:
            before = strangers.get(each.mark, Tries())
            strangers[each.mark] = before.failed(each.device, at, each.wrong)
    return replace(accounts, people=people, strangers=strangers)


def check(accounts: Accounts, by: Actor, event: events.AccountEvent) -> None:
    """Refuses what this person may not do to an account, or what cannot happen to it."""
    match event:
        case events.SignInsRefused() | events.AccountLocked():
            is_theirs = by == AUTOMATIC
        case events.AccountOpened(name=name, role=role):
            _check_opens(accounts, name, role)
            first = not accounts.people and Actor(name, Role(role)) == by
            is_theirs = event.by == by.name and (first or _manages(accounts, by))
        case events.AccountDisabled(name=name) | events.AccountEnabled(name=name):
            accounts.known(name)
            is_theirs = event.by == by.name and _manages(accounts, by)
        case events.PasswordSet(name=name):
            owner = accounts.known(name).actor
            is_own = owner == by and not accounts.known(name).disabled
            is_theirs = event.by == by.name and (is_own or _manages(accounts, by))
        case events.SignedIn(name=name):
            is_theirs = accounts.known(name).actor == by and not accounts.known(name).disabled
        case _:
            is_theirs = accounts.known(event.name).actor == by
    if not is_theirs:
        raise Refused(f"{by} may not record {codec.KINDS[type(event)]}", code="role.refused")
    if isinstance(event, events.AccountDisabled):
        _check_disables(accounts, event)


def _check_opens(accounts: Accounts, name: str, role: str) -> None:
    check_name("person", name)
    if role not in STAFF:
        raise Refused(
            f"{role} {name} cannot have an account of the house: players need none",
            code="account.role",
        )
    if name in accounts.people:
        raise Refused(f"there is an account {name!r} already", code="account.taken")
    if not accounts.people and role != Role.MANAGER:
        raise Refused(
            f"the first account is a manager's, and {name} would be a {role}", code="account.role"
        )


def _check_disables(accounts: Accounts, event: events.AccountDisabled) -> None:
    if not event.reason:
        raise Refused(f"say why {event.name} is disabled", code="reason.missing")
    managers = (each for each in accounts.people.values() if each.role is Role.MANAGER)
    if not any(not each.disabled and each.name != event.name for each in managers):
        raise Refused(
            f"{event.name} is the only manager: open another manager's account first",
            code="account.last-manager",
        )


def _manages(accounts: Accounts, by: Actor) -> bool:
    account = accounts.people.get(by.name)
    is_there = account is not None and account.actor == by and not account.disabled
    return is_there and by.role is Role.MANAGER
