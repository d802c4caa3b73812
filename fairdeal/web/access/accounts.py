"""The accounts of the house's people: who they are, in which role, and how they sign in.

They are a stream of the room's log; what is kept of their passwords lies beside it.  Checking one
password makes no other sign-in wait.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from threading import RLock
from typing import Final, NamedTuple, NoReturn

from argon2 import PasswordHasher
from msgspec.structs import replace

from fairdeal.errors import Malformed, Refused, Unavailable
from fairdeal.live import AUTOMATIC, Actor, Role, Room, events
from fairdeal.live.account_stream import digest_of
from fairdeal.live.accounts import OF_THE_ROOM, STAFF, Account, Tries
from fairdeal.live.accounts import Accounts as People
from fairdeal.live.clocks import SECOND
from fairdeal.live.commands.checks import reason_given
from fairdeal.live.log.chain import Secret
from fairdeal.live.losses import Peopled
from fairdeal.web.access.account_log import AccountLog
from fairdeal.web.access.names import is_reserved, look_of
from fairdeal.web.access.passwords import Passwords

_MINUTE: Final = 60 * SECOND
"""Refused sign-ins are recorded no more often, so that a stranger cannot fill the log."""
_ROWS: Final = 100
"""Names and places of one such record; what is beyond is counted without its place."""
_WRONG: Final = "the name or the password is wrong"
_LOCKED: Final = "this account is locked for 30 minutes; a manager can unlock it"
_AFTER: Final = {
    1: ": one more wrong password locks this account for 30 minutes",
    0: f": {_LOCKED}",
}
"""What is said besides, by the wrong passwords that are left."""


class _Matched(NamedTuple):
    """What a password was compared with."""

    hash: str
    """Empty where the password did not fit."""
    kept: bytes


class Accounts:
    """The accounts of one room, for the people who sign in to it."""

    def __init__(self, room: Room | Peopled, hasher: PasswordHasher | None = None) -> None:
        self._stream = room.accounts
        self._store = room.store
        self._passwords = Passwords(hasher)
        self._lock = RLock()
        self._fresh: dict[str, Tries] = {}
        """Wrong passwords that the log does not have yet, by name, or by the mark of a name that
        no account has."""
        self._refused: dict[tuple[str, ...], tuple[int, int]] = {}
        """How often sign-ins were refused since the last record; by name, place, device, mark."""
        self._locks: list[events.AccountLocked] = []
        self._gathered = 0
        """When they were recorded last."""
        self.log = AccountLog(room.store, room.accounts)
        self._stream.read_on()
        self._word = secrets.token_urlsafe(24)

    @property
    def first(self) -> str:
        """The word with which the first manager opens an account.

        Empty once there is an account, or once a person of the house has given a command.
        """
        people = self._stream.read_on().people
        is_used = people or self._store.is_used_by_others(STAFF, OF_THE_ROOM)
        return "" if is_used else self._word

    @property
    def _people(self) -> People:
        return self._stream.now

    def every(self) -> list[Account]:
        """All accounts by name."""
        return [account for _, account in sorted(self._people.people.items())]

    def sign_in(
        self, name: str, password: str, *, where: str = "", device: str = "", becomes: str = ""
    ) -> Account:
        """The account, if the password is its own; whichever is wrong, the answer is the same.

        A browser that was no *device* of the house *becomes* one.
        """
        matched = self._matched(name, password, where, device)
        renewed = self._passwords.renewed(matched.hash, password) if matched.hash else ""
        with self._lock:
            account = self._proven(name, matched, where, device)
            self._forget(name)
            event = events.SignedIn(name, where, device or becomes)
            if renewed != matched.hash:
                secret = self._stream.sealed(name, renewed)
                renewing = replace(event, kept=digest_of(secret.sealed))
                with suppress(Unavailable):
                    return self._record(account.actor, [renewing], secret)
            # A full disk keeps no staff out: they have to make room on it.
            return self._record(account.actor, [event], may_wait=True)

    def choose_password(
        self, name: str, old: str, new: str, *, where: str = "", device: str = ""
    ) -> Account:
        """A person replaces the password; other sessions are signed out."""
        if new == old:
            raise Malformed("the new password is the old one", code="account.password")
        secret = self._stream.sealed(name, self._passwords.hashed(new, name))
        matched = self._matched(name, old, where, device)
        with self._lock:
            account = self._proven(name, matched, where, device, "the old password is wrong")
            event = events.PasswordSet(name, name, digest_of(secret.sealed), where)
            return self._record(account.actor, [event], secret)

    def open_first(
        self, word: str, name: str, password: str, *, where: str = "", device: str = ""
    ) -> Account:
        """The first manager's account, by the word that was shown when the room was started."""
        self.check_first(word)
        return self.open_own(name, password, where=where, device=device)

    def open_own(
        self,
        name: str,
        password: str,
        role: Role = Role.MANAGER,
        *,
        where: str = "",
        device: str = "",
    ) -> Account:
        """The first account, which a manager opens in person and is signed in with."""
        by = Actor(name, role)
        return self._open(by, password, by, where, events.SignedIn(name, where, device))

    def check_first(self, word: str) -> None:
        """Refuses a link that is not the first manager's, or is so no longer."""
        # A stranger's word is compared before the log is asked.
        is_ours = secrets.compare_digest(word.encode(), self._word.encode())
        if not is_ours or not self.first:
            raise Refused("this link was used already, or is not ours", code="account.link")

    def open(self, name: str, role: Role, password: str, *, by: str, where: str = "") -> Account:
        """A new account, opened by a manager."""
        return self._open(Actor(name, role), password, self._actor(by), where)

    def _open(
        self, person: Actor, password: str, by: Actor, where: str, *more: events.SignedIn
    ) -> Account:
        name = person.name
        secret = self._stream.sealed(name, self._passwords.hashed(password, name))
        happened: list[events.AccountEvent] = [
            events.AccountOpened(name, person.role, by.name, where),
            events.PasswordSet(name, by.name, digest_of(secret.sealed), where),
            *more,
        ]

        def decided(people: People) -> Sequence[events.AccountEvent]:
            _check_name(people, person)
            return happened

        self._stream.record(by, decided, secret)
        return self._people.known(name)

    def set_password(self, name: str, password: str, *, by: str, where: str = "") -> Account:
        """A manager sets another, which the person replaces; a locked account is unlocked, too."""
        secret = self._stream.sealed(name, self._passwords.hashed(password, name))
        event = events.PasswordSet(name, by, digest_of(secret.sealed), where)
        return self._changed(name, event, secret)

    def disable(self, name: str, reason: str, *, by: str, where: str = "") -> Account:
        """Nobody signs in with the account any more, and who has is sent out."""
        reason = reason_given(reason) if reason.strip() else ""
        return self._changed(name, events.AccountDisabled(name, reason, by, where))

    def enable(self, name: str, *, by: str, where: str = "") -> Account:
        """The account is as it was, and unlocked."""
        return self._changed(name, events.AccountEnabled(name, by, where))

    def _changed(
        self,
        name: str,
        event: events.AccountDisabled | events.AccountEnabled | events.PasswordSet,
        secret: Secret | None = None,
    ) -> Account:
        """The account after a manager has changed it."""
        by = self._actor(event.by)
        with self._lock:
            self._people.known(name)
            self._forget(name)
            return self._record(by, [event], secret)

    def sign_out(self, name: str, *, where: str = "") -> Account:
        """Sign a person out at every terminal."""
        by = self._people.known(name).actor
        return self._record(by, [events.SignedOut(name, where)], may_wait=True)

    def note_lock(self, name: str, session: str, why: str, *, where: str = "") -> None:
        """A terminal was locked: it stays so until its person signs in there."""
        event = events.TerminalLocked(name, session, why, where)
        self._record(self._people.known(name).actor, [event], may_wait=True)

    def welcomes(self, name: str, role: Role, epoch: int) -> bool:
        """Whether a session of that epoch of the account, and in that role, is not over."""
        found = self.find(name)
        return bool(found and not found.disabled and (found.role, found.epoch) == (role, epoch))

    def find(self, name: str) -> Account | None:
        """The account of that name."""
        return self._people.people.get(name)

    def owes_password(self, name: str) -> bool:
        """Whether a person has yet to choose a password."""
        found = self.find(name)
        return bool(found and not found.own)

    def is_locked(self, account: Account) -> bool:
        """Whether too many wrong passwords were tried of late, at one device or another."""
        return self._tries(account.name).is_locked(self._stream.time())

    def keep(self) -> bool:
        """Take in what other processes have recorded, and record what waits; whether accounts
        have changed.
        """
        before = self._people
        self._stream.read_on()
        self._gather()
        return self._people != before

    def close(self) -> None:
        """Record what was refused since the last record."""
        with suppress(Unavailable):
            self._gather(at_once=True)

    def _record(
        self,
        by: Actor,
        happened: Sequence[events.AccountEvent],
        secret: Secret | None = None,
        *,
        may_wait: bool = False,
    ) -> Account:
        """The person's account after what happened to it."""
        people = self._stream.record(by, lambda _: happened, secret, may_wait=may_wait)
        event = happened[0]
        assert not isinstance(event, events.SignInsRefused), "that is about many accounts"
        return people.known(event.name)

    def _actor(self, name: str) -> Actor:
        return self._people.known(name).actor

    def _matched(self, name: str, password: str, where: str, device: str) -> _Matched:
        """The hash that the password fits."""
        self._check_open(name, where, device)
        account = self.find(name)
        known = self._stream.hash_of(account) if account else self._passwords.nobodys
        fits = self._passwords.fits(known, password) and account is not None
        return _Matched(known if fits else "", account.kept if account else b"")

    def _proven(
        self, name: str, matched: _Matched, where: str, device: str, said: str = _WRONG
    ) -> Account:
        """The account whose password was just looked at; others may have tried meanwhile."""
        self._stream.read_on()
        self._check_open(name, where, device)
        account = self.find(name)
        if account is None or not matched.hash or account.kept != matched.kept:
            self._refuse(name, where, device, said)
        if account.disabled:
            self._count(name, where, device, shut=1)
            raise Refused(f"{name} is disabled: {account.disabled}", code="account.disabled")
        return account

    def _check_open(self, name: str, where: str, device: str) -> None:
        """Refuses a name for which too much was tried, also one that nobody has."""
        if self._tries(name).is_locked(self._stream.time(), device):
            self._count(name, where, device, shut=1)
            raise Refused(_LOCKED, code="account.locked")

    def _refuse(self, name: str, where: str, device: str, said: str) -> NoReturn:
        """A wrong password counts even where it cannot be written down."""
        now, key = self._stream.time(), self._key(name)
        self._fresh[key] = self._fresh.get(key, Tries()).failed(device, now)
        left = self._tries(name).left(now, device)
        locks = left == 0 and self.find(name) is not None
        if locks:
            self._locks.append(events.AccountLocked(name, where, device))
        self._count(name, where, device, wrong=1, at_once=locks)
        # An unknown name is warned of and locked in the same words.
        raise Refused(said + _AFTER.get(left, ""), code="account.wrong")

    def _key(self, name: str) -> str:
        return name if self.find(name) else f"?{self._stream.mark_of(name)}"

    def _tries(self, name: str) -> Tries:
        """What was tried for a name, as the log has it and since."""
        account, key = self.find(name), self._key(name)
        known = account.tries if account else self._people.strangers.get(key[1:], Tries())
        fresh = self._fresh.get(key, Tries())
        return replace(known, failures=(*known.failures, *fresh.failures))

    def _count(
        self,
        name: str,
        where: str,
        device: str,
        *,
        wrong: int = 0,
        shut: int = 0,
        at_once: bool = False,
    ) -> None:
        """Count what was refused, to be recorded with more of it."""
        with self._lock:
            known = self.find(name)
            mark = "" if known else self._stream.mark_of(name)
            about = (name if known else "", where, device, mark)
            if about not in self._refused and len(self._refused) >= _ROWS:
                about = (about[0], "", device if known else "", "")
            before = self._refused.get(about, (0, 0))
            self._refused[about] = (before[0] + wrong, before[1] + shut)
            self._gather(at_once=at_once)

    def _forget(self, name: str) -> None:
        """Record what was tried for a name before it is forgiven."""
        if name in self._fresh:
            self._gather(at_once=True, may_wait=True)

    def _gather(self, *, at_once: bool = False, may_wait: bool = False) -> None:
        """Record what was refused, a minute after the last time or at once.

        Where it cannot be recorded now, it counts and is recorded later.
        """
        with self._lock:
            now = self._stream.time()
            if not self._refused or not (at_once or abs(now - self._gathered) >= _MINUTE):
                return
            rows = [
                events.Tried(name, where, device, *counts, mark)
                for (name, where, device, mark), counts in self._refused.items()
            ]
            refused = events.SignInsRefused(tuple(rows))
            happened: list[events.AccountEvent] = [refused, *self._locks]
            self._gathered = now
            try:
                self._stream.record(AUTOMATIC, lambda _: happened, may_wait=may_wait)
            except Unavailable:
                return
            self._refused, self._fresh, self._locks = {}, {}, []


def _check_name(people: People, person: Actor) -> None:
    """Refuses a name that is taken, or would be taken for another."""
    name = person.name
    alike = (each for each in people.people if look_of(each) == look_of(name) and each != name)
    if other := next(alike, ""):
        raise Refused(
            f"{name!r} looks like {other!r}, who has an account: choose another name",
            code="account.taken",
        )
    if name not in people.people and person.role is not Role.PLAYER and is_reserved(name):
        raise Refused(
            f"{person} cannot have an account of the house: the room has that name for another",
            code="account.role",
        )
