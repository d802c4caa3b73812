"""The accounts of the house's people: who they are, in which role, and how they sign in.

They are kept in one file beside the log.  Passwords are kept as Argon2 hashes; nobody waits for one
while it is looked at.  Whatever happens to an account stands in a diary first.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import Final, NoReturn

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec.structs import replace

from fairdeal.errors import Malformed, Refused
from fairdeal.live import Actor, Role
from fairdeal.web.access import account_file
from fairdeal.web.access.account import TRIES, Account, Tries
from fairdeal.web.access.diary import Diary
from fairdeal.web.access.limits import place_of

LEAST: Final = 10
"""Characters of a password."""

OF_THE_ROOM: Final = frozenset({"house", "cage", "opening"})
"""Names under which the room itself acts, so that nobody else may have them."""

_MOST: Final = 200
_STRANGERS: Final = 10_000
"""Names that nobody has are remembered when passwords were tried for them."""
_LONGEST: Final = 60
"""Characters of such a name; no account has so many."""
_WRONG: Final = "the name or the password is wrong"


class Accounts:
    """The accounts of one room."""

    def __init__(
        self, path: Path | None, clock: Callable[[], int], hasher: PasswordHasher | None = None
    ):
        self._path = path
        self._clock = clock
        self._hasher = hasher or PasswordHasher()
        self._lock = RLock()
        self.diary = Diary(path and path.with_name(f"{path.name}.log"), clock)
        # A name that nobody has takes as long to refuse as one that somebody has.
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._strangers: OrderedDict[str, Tries] = OrderedDict()
        self._accounts = account_file.read(path) if path else {}
        self.first = "" if self._accounts else secrets.token_urlsafe(24)
        """The word with which the first manager opens an account; empty once there is one."""

    def every(self) -> list[Account]:
        """All accounts by name."""
        return [account for _, account in sorted(self._accounts.items())]

    def sign_in(self, name: str, password: str, *, where: str = "") -> Account:
        """The account, if the password is its own; whichever is wrong, the answer is the same."""
        self._check_open(name, where)
        account = self._accounts.get(name)
        known = account.password if account else self._nobody
        fits = self._fits(known, password)
        kept = self._hasher.hash(password) if fits and self._is_old(known) else known
        with self._lock:
            self._check_open(name, where)  # others may have tried meanwhile
            account = self._accounts.get(name)
            if account is None or account.password != known or not fits:
                self._refuse(name, where)
            if account.disabled:
                self.diary.note("refused", name, by="", where=where, text="the account is disabled")
                raise Refused(f"{name} is disabled: {account.disabled}", code="account.disabled")
            self.diary.note("signed in", name, by=name, where=where)
            tries = account.tries.succeeded(place_of(where))
            return self._keep(replace(account, seen=self._clock(), tries=tries, password=kept))

    def open_first(self, word: str, name: str, password: str, *, where: str = "") -> Account:
        """The first manager's account, by the word that was shown when the room was started."""
        self.check_first(word)
        kept = self._hashed(password)
        with self._lock:
            self.check_first(word)
            account = self._opened(
                name, Role.MANAGER, kept, by=name, where=where, places=(place_of(where),)
            )
            self.first = ""
            return account

    def check_first(self, word: str) -> None:
        """Refuses a link that is not the first manager's, or is so no longer."""
        if not self.first or not secrets.compare_digest(word.encode(), self.first.encode()):
            raise Refused("this link was used already, or is not ours", code="account.link")

    def open(self, name: str, role: Role, password: str, *, by: str, where: str = "") -> Account:
        """A new account, opened by a manager."""
        kept = self._hashed(password)
        with self._lock:
            return self._opened(name, role, kept, by=by, where=where)

    def set_password(self, name: str, password: str, *, by: str, where: str = "") -> Account:
        """Another password, with which a locked account is unlocked, too."""
        kept = self._hashed(password)
        with self._lock:
            account = self._known(name)
            self.diary.note("password set", name, by=by, where=where)
            anew = _sent_out(_forgiven(account))
            return self._keep(replace(anew, password=kept, changed=self._clock()))

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
        """Somebody goes, from every terminal at once."""
        with self._lock:
            self.diary.note("signed out", name, by=name, where=where)
            return self._keep(_sent_out(self._known(name)))

    def welcomes(self, name: str, role: Role, turn: int) -> bool:
        """Whether who came in in that turn of the account, and in that role, may still be there."""
        found = self._accounts.get(name)
        return bool(found and not found.disabled and (found.role, found.turn) == (role, turn))

    def find(self, name: str) -> Account | None:
        """The account of that name."""
        return self._accounts.get(name)

    def is_locked(self, account: Account) -> bool:
        """Whether too many wrong passwords were tried of late, from one place or another."""
        return account.tries.is_locked(self._clock())

    def _check_open(self, name: str, where: str) -> None:
        """Refuses a name for which too much was tried, also one that nobody has."""
        account = self._accounts.get(name)
        tries = account.tries if account else self._strangers.get(name[:_LONGEST], Tries())
        if tries.is_locked(self._clock(), place_of(where)):
            about = account.name if account else ""
            self.diary.note("refused", about, by="", where=where, text="the account is locked")
            raise Refused(
                f"{name[:40]} is locked after {TRIES} wrong passwords: a manager unlocks it, or"
                " wait half an hour",
                code="account.locked",
            )

    def _refuse(self, name: str, where: str) -> NoReturn:
        """A wrong password counts even where it cannot be written down."""
        now, place = self._clock(), place_of(where)
        if account := self._accounts.get(name):
            tried = replace(account, tries=account.tries.failed(place, now))
            self._accounts = {**self._accounts, name: tried}
            what = "locked" if tried.tries.is_locked(now, place) else "refused"
            self.diary.note(what, name, by="", where=where, text="wrong password")
            self._keep(tried)
        else:  # what was typed for a name may be a password
            stranger = name[:_LONGEST]
            self._strangers[stranger] = self._strangers.pop(stranger, Tries()).failed(place, now)
            if len(self._strangers) > _STRANGERS:
                self._strangers.popitem(last=False)
            self.diary.note("refused", "", by="", where=where, text="nobody has that name")
        raise Refused(_WRONG, code="account.wrong")

    def _known(self, name: str) -> Account:
        if name not in self._accounts:
            raise Refused(f"there is no account {name!r}", code="account.unknown")
        return self._accounts[name]

    def _opened(
        self, name: str, role: Role, kept: str, *, by: str, where: str, places: tuple[str, ...] = ()
    ) -> Account:
        actor, now = Actor(name, role), self._clock()
        if name in self._accounts:
            raise Refused(f"there is an account {name!r} already", code="account.taken")
        if role is Role.PLAYER or name in OF_THE_ROOM or name.startswith("guest-"):
            raise Refused(f"{actor} cannot have an account of the house", code="account.role")
        self.diary.note("opened", name, by=by, where=where, text=f"role {role}")
        return self._keep(Account(name, role, kept, now, by, now, tries=Tries(places=places)))

    def _fits(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password[:_MOST])
        except (Argon2Error, InvalidHashError):
            return False

    def _is_old(self, known: str) -> bool:
        return self._hasher.check_needs_rehash(known)

    def _hashed(self, password: str) -> str:
        if not LEAST <= len(password) <= _MOST:
            raise Malformed(
                f"a password has {LEAST} to {_MOST} characters, and not {len(password)}",
                code="account.password",
            )
        return self._hasher.hash(password)

    def _keep(self, account: Account) -> Account:
        then = {**self._accounts, account.name: account}
        if self._path:
            account_file.write(self._path, [then[name] for name in sorted(then)])
        self._accounts = then
        return account


def _forgiven(account: Account) -> Account:
    """Whatever was tried wrongly is forgotten."""
    return replace(account, tries=replace(account.tries, failures=()))


def _sent_out(account: Account) -> Account:
    """Whatever was begun before is worth nothing any more."""
    return replace(account, turn=account.turn + 1)
