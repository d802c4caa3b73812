"""The accounts of the house's people: who they are, in which role, and how they sign in.

They are kept in one file beside the log.  Checking one password makes no other sign-in wait.
Whatever happens to an account stands in a diary first.
"""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Final, NoReturn

from argon2 import PasswordHasher
from msgspec.structs import replace

from fairdeal.errors import Malformed, Refused, Unavailable
from fairdeal.live import Actor, Role
from fairdeal.web.access import account_file
from fairdeal.web.access.account import Account, Tries
from fairdeal.web.access.diary import Diary
from fairdeal.web.access.limits import place_of
from fairdeal.web.access.names import is_reserved, look_of
from fairdeal.web.access.passwords import Passwords

_LOG: Final = logging.getLogger(__name__)
_STRANGERS: Final = 10_000
"""Names that nobody has are remembered when passwords were tried for them."""
_LONGEST: Final = 60
"""Characters of such a name; no account has so many."""
_UNWRITTEN: Final = "the file of the accounts could not be written"
_WRONG: Final = "the name or the password is wrong"
_LOCKED: Final = "this account is locked for 30 minutes; a manager can unlock it"
_AFTER: Final = {
    1: ": one more wrong password locks this account for 30 minutes",
    0: f": {_LOCKED}",
}
"""What is said besides, by the wrong passwords that are left."""


class Accounts:
    """The accounts of one room."""

    def __init__(
        self, path: Path | None, clock: Callable[[], int], hasher: PasswordHasher | None = None
    ):
        self._path = path
        self._clock = clock
        self._passwords = Passwords(hasher)
        self._lock = RLock()
        self.diary = Diary(path and path.with_name(f"{path.name}.log"), clock)
        self._strangers: OrderedDict[str, Tries] = OrderedDict()
        self._accounts = account_file.read(path) if path else {}
        self.first = "" if self._accounts else secrets.token_urlsafe(24)
        """The word with which the first manager opens an account; empty once there is one."""

    def every(self) -> list[Account]:
        """All accounts by name."""
        return [account for _, account in sorted(self._accounts.items())]

    def sign_in(self, name: str, password: str, *, where: str = "") -> Account:
        """The account, if the password is its own; whichever is wrong, the answer is the same."""
        known = self._looked_at(name, password, where)
        kept = self._passwords.renewed(known, password) if known else ""
        with self._lock:
            account = self._proven(name, known, where)
            # A full disk keeps no staff out: they have to make room on it.
            self.diary.note("signed in", name, by=name, where=where, may_wait=True)
            return self._keep(replace(account, seen=self._clock(), password=kept), may_wait=True)

    def choose_password(self, name: str, old: str, new: str, *, where: str = "") -> Account:
        """A person replaces the password; other sessions are signed out."""
        if new == old:
            raise Malformed("the new password is the old one", code="account.password")
        kept = self._passwords.hashed(new, name)
        known = self._looked_at(name, old, where)
        with self._lock:
            account = self._proven(name, known, where, "the old password is wrong")
            self.diary.note("password changed", name, by=name, where=where)
            renewed = _sent_out(account)
            return self._keep(replace(renewed, password=kept, own=True, changed=self._clock()))

    def open_first(self, word: str, name: str, password: str, *, where: str = "") -> Account:
        """The first manager's account, by the word that was shown when the room was started."""
        self.check_first(word)
        kept = self._passwords.hashed(password, name)
        with self._lock:
            self.check_first(word)
            account = self._opened(name, Role.MANAGER, kept, by=name, where=where, first=True)
            self.first = ""
            return account

    def check_first(self, word: str) -> None:
        """Refuses a link that is not the first manager's, or is so no longer."""
        if not self.first or not secrets.compare_digest(word.encode(), self.first.encode()):
            raise Refused("this link was used already, or is not ours", code="account.link")

    def open(self, name: str, role: Role, password: str, *, by: str, where: str = "") -> Account:
        """A new account, opened by a manager."""
        kept = self._passwords.hashed(password, name)
        with self._lock:
            return self._opened(name, role, kept, by=by, where=where)

    def set_password(self, name: str, password: str, *, by: str, where: str = "") -> Account:
        """A manager sets another, which the person replaces; a locked account is unlocked, too."""
        kept = self._passwords.hashed(password, name)
        with self._lock:
            account = self._known(name)
            self.diary.note("password set", name, by=by, where=where)
            renewed = _sent_out(_forgiven(account))
            return self._keep(replace(renewed, password=kept, own=False, changed=self._clock()))

    def disable(self, name: str, reason: str, *, by: str, where: str = "") -> Account:
        """Nobody signs in with the account any more, and who has is sent out."""
        with self._lock:
            account = self._known(name)
            if not reason.strip():
                raise Refused(f"say why {name} is disabled", code="reason.missing")
            others = [
                each
                for each in self._accounts.values()
                if each.role is Role.MANAGER and not each.disabled and each.name != name
            ]
            if account.role is Role.MANAGER and not others:
                raise Refused(
                    f"{name} is the only manager: open another manager's account first",
                    code="account.last-manager",
                )
            self.diary.note("disabled", name, by=by, where=where, text=reason.strip())
            return self._keep(replace(_sent_out(account), disabled=reason.strip()))

    def enable(self, name: str, *, by: str, where: str = "") -> Account:
        """The account is as it was, and unlocked."""
        with self._lock:
            account = self._known(name)
            was = account.disabled or f"{len(account.tries.failures)} wrong passwords"
            self.diary.note("enabled", name, by=by, where=where, text=f"before: {was}")
            return self._keep(replace(_forgiven(account), disabled=""))

    def sign_out(self, name: str, *, where: str = "") -> Account:
        """Sign a person out at every terminal."""
        with self._lock:
            self.diary.note("signed out", name, by=name, where=where)
            return self._keep(_sent_out(self._known(name)))

    def note_lock(self, name: str, why: str, *, where: str = "") -> None:
        """A terminal was locked; that stands in the diary, and the person may come back."""
        self.diary.note("terminal locked", name, by=name, where=where, text=why, may_wait=True)

    def welcomes(self, name: str, role: Role, turn: int) -> bool:
        """Whether who came in in that turn of the account, and in that role, may still be there."""
        found = self._accounts.get(name)
        return bool(found and not found.disabled and (found.role, found.turn) == (role, turn))

    def find(self, name: str) -> Account | None:
        """The account of that name."""
        return self._accounts.get(name)

    def owes_password(self, name: str) -> bool:
        """Whether a person has yet to choose a password."""
        found = self._accounts.get(name)
        return bool(found and not found.own)

    def is_locked(self, account: Account) -> bool:
        """Whether too many wrong passwords were tried of late, from one place or another."""
        return account.tries.is_locked(self._clock())

    def _looked_at(self, name: str, password: str, where: str) -> str:
        """The hash that the password fits; empty where it fits none."""
        self._check_open(name, where)
        account = self._accounts.get(name)
        known = account.password if account else self._passwords.nobodys
        return known if self._passwords.fits(known, password) else ""

    def _proven(self, name: str, known: str, where: str, said: str = _WRONG) -> Account:
        """The account whose password was just looked at; others may have tried meanwhile."""
        self._check_open(name, where)
        account = self._accounts.get(name)
        if account is None or not known or account.password != known:
            self._refuse(name, where, said)
        if account.disabled:
            self.diary.note("refused", name, by="", where=where, text="the account is disabled")
            raise Refused(f"{name} is disabled: {account.disabled}", code="account.disabled")
        return replace(account, tries=account.tries.succeeded(place_of(where)))

    def _check_open(self, name: str, where: str) -> None:
        """Refuses a name for which too much was tried, also one that nobody has."""
        if self._tries(name).is_locked(self._clock(), place_of(where)):
            account = self._accounts.get(name)
            about = account.name if account else ""
            self.diary.note("refused", about, by="", where=where, text="the account is locked")
            raise Refused(_LOCKED, code="account.locked")

    def _refuse(self, name: str, where: str, said: str) -> NoReturn:
        """A wrong password counts even where it cannot be written down."""
        now, place = self._clock(), place_of(where)
        tries = self._tries(name).failed(place, now)
        if account := self._accounts.get(name):
            tried = replace(account, tries=tries)
            self._accounts = {**self._accounts, name: tried}
            what = "locked" if tried.tries.is_locked(now, place) else "refused"
            self.diary.note(what, name, by="", where=where, text="wrong password")
            self._keep(tried)
        else:  # what was typed for a name may be a password
            stranger = name[:_LONGEST]
            self._strangers[stranger] = tries
            self._strangers.move_to_end(stranger)
            if len(self._strangers) > _STRANGERS:
                self._strangers.popitem(last=False)
            self.diary.note("refused", "", by="", where=where, text="no account has that name")
        # An unknown name is warned of and locked in the same words.
        raise Refused(said + _AFTER.get(tries.left(now, place), ""), code="account.wrong")

    def _tries(self, name: str) -> Tries:
        account = self._accounts.get(name)
        return account.tries if account else self._strangers.get(name[:_LONGEST], Tries())

    def _known(self, name: str) -> Account:
        if name not in self._accounts:
            raise Refused(f"there is no account {name!r}", code="account.unknown")
        return self._accounts[name]

    def _opened(
        self, name: str, role: Role, kept: str, *, by: str, where: str, first: bool = False
    ) -> Account:
        """A new account; the first manager opens it in person and alone knows its password."""
        actor, now = Actor(name, role), self._clock()
        if name in self._accounts:
            raise Refused(f"there is an account {name!r} already", code="account.taken")
        if alike := next((each for each in self._accounts if look_of(each) == look_of(name)), ""):
            raise Refused(
                f"{name!r} looks like {alike!r}, who has an account: choose another name",
                code="account.taken",
            )
        if role is Role.PLAYER or is_reserved(name):
            why = (
                "players need none" if role is Role.PLAYER else "the room has that name for another"
            )
            raise Refused(
                f"{actor} cannot have an account of the house: {why}", code="account.role"
            )
        tries = Tries(places=(place_of(where),) if first else ())
        seen = now if first else 0  # who opens the first account is signed in with it
        self.diary.note("opened", name, by=by, where=where, text=f"role {role}")
        return self._keep(Account(name, role, kept, now, by, now, seen, tries, own=first))

    def _keep(self, account: Account, *, may_wait: bool = False) -> Account:
        """The account is so from now on; one that *may_wait* is written with the next change."""
        then = {**self._accounts, account.name: account}
        if self._path:
            try:
                account_file.write(self._path, [then[name] for name in sorted(then)])
            except Unavailable as error:
                if not may_wait:  # the diary has been told of it already
                    with suppress(Unavailable):
                        self.diary.note("not done", account.name, by="", where="", text=_UNWRITTEN)
                    raise
                _LOG.error("%s: the last sign-in of %s waits in memory", error, account.name)
        self._accounts = then
        return account


def _forgiven(account: Account) -> Account:
    """Whatever was tried wrongly is forgotten."""
    return replace(account, tries=replace(account.tries, failures=()))


def _sent_out(account: Account) -> Account:
    """Whatever was begun before is worth nothing any more."""
    return replace(account, turn=account.turn + 1)
