"""The accounts of the house's people: who they are, in which role, and how they sign in.

They are kept in one file beside the log, which only its owner may read, and written whole or not at
all.  Passwords are kept as Argon2 hashes.  Whatever happens to an account stands in a diary first.
"""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec.structs import replace

from fairdeal.errors import Corrupt, Malformed, Refused, Unavailable
from fairdeal.live import Actor, Role
from fairdeal.web.diary import Diary

TRIES: Final = 3
"""Wrong passwords within half an hour after which nobody gets in until a manager says so."""

LEAST: Final = 10
"""Characters of a password."""

OF_THE_ROOM: Final = frozenset({"house", "cage", "opening"})
"""Names under which the room itself acts, so that nobody else may have them."""

_HALF_AN_HOUR: Final = 30 * 60 * 1_000_000
_MOST: Final = 200
_WRONG: Final = "the name or the password is wrong"


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person; moments are microseconds since 1970."""

    name: str
    role: Role
    password: str
    """Its Argon2 hash."""
    created: int
    by: str
    """Who opened the account."""
    changed: int
    """When the password was last changed."""
    seen: int = 0
    """When the person last signed in."""
    failures: tuple[int, ...] = ()
    """Wrong passwords since then."""
    left: int = 0
    """When the person last signed out: whatever was begun before is worth nothing."""
    disabled: str = ""
    """Why nobody may sign in with it."""

    @property
    def actor(self) -> Actor:
        """Who acts."""
        return Actor(self.name, self.role)

    def is_locked(self, now: int) -> bool:
        """Whether too many wrong passwords were tried of late."""
        return sum(now - each < _HALF_AN_HOUR for each in self.failures) >= TRIES


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
        self._accounts = self._read()
        self.first = "" if self._accounts else secrets.token_urlsafe(24)
        """The word with which the first manager opens an account; empty once there is one."""

    def every(self) -> list[Account]:
        """All accounts by name."""
        return [account for _, account in sorted(self._accounts.items())]

    def sign_in(self, name: str, password: str, *, where: str = "") -> Account:
        """The account, if the password is its own; whichever is wrong, the answer is the same."""
        now = self._clock()
        with self._lock:
            account = self._accounts.get(name)
            known = account.password if account else self._nobody
            fits = self._fits(known, password)
            if account is None:  # what was typed for a name may be a password
                self.diary.note("refused", "", by="", where=where, text="nobody has that name")
                raise Refused(_WRONG, code="account.wrong")
            if fits and account.is_locked(now):
                self.diary.note("refused", name, by="", where=where, text="the account is locked")
                raise Refused(
                    f"{name} is locked after {TRIES} wrong passwords: a manager unlocks it, or wait"
                    " half an hour",
                    code="account.locked",
                )
            if not fits:
                late = tuple(each for each in account.failures if now - each < _HALF_AN_HOUR)
                tried = replace(account, failures=(*late, now))
                what = "locked" if tried.is_locked(now) else "refused"
                self.diary.note(what, name, by="", where=where, text="wrong password")
                self._keep(tried)
                raise Refused(_WRONG, code="account.wrong")
            if account.disabled:
                self.diary.note("refused", name, by="", where=where, text="the account is disabled")
                raise Refused(f"{name} is disabled: {account.disabled}", code="account.disabled")
            account = replace(account, seen=now, failures=())
            if self._hasher.check_needs_rehash(account.password):
                account = replace(account, password=self._hasher.hash(password))
            self.diary.note("signed in", name, by=name, where=where)
            return self._keep(account)

    def open_first(self, word: str, name: str, password: str, *, where: str = "") -> Account:
        """The first manager's account, by the word that was shown when the room was started."""
        with self._lock:
            if not self.first or not secrets.compare_digest(word.encode(), self.first.encode()):
                raise Refused("this link was used already, or is not ours", code="account.link")
            account = self._opened(name, Role.MANAGER, password, by=name, where=where)
            self.first = ""
            return account

    def open(self, name: str, role: Role, password: str, *, by: str, where: str = "") -> Account:
        """A new account, opened by a manager."""
        with self._lock:
            return self._opened(name, role, password, by=by, where=where)

    def set_password(self, name: str, password: str, *, by: str, where: str = "") -> Account:
        """Another password, with which a locked account is unlocked, too."""
        with self._lock:
            account = self._known(name)
            kept = self._hasher.hash(_checked(password))
            self.diary.note("password set", name, by=by, where=where)
            return self._keep(replace(account, password=kept, changed=self._clock(), failures=()))

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
            return self._keep(replace(account, disabled=reason.strip()))

    def enable(self, name: str, *, by: str, where: str = "") -> Account:
        """The account is as it was, and unlocked."""
        with self._lock:
            account = self._known(name)
            was = account.disabled or f"{len(account.failures)} wrong passwords"
            self.diary.note("enabled", name, by=by, where=where, text=f"before: {was}")
            return self._keep(replace(account, disabled="", failures=()))

    def sign_out(self, name: str, *, where: str = "") -> Account:
        """Somebody goes, from every terminal at once."""
        with self._lock:
            self.diary.note("signed out", name, by=name, where=where)
            return self._keep(replace(self._known(name), left=self._clock()))

    def welcomes(self, name: str, role: Role, since: int) -> bool:
        """Whether who came in then, in that role, may still be there."""
        found = self._accounts.get(name)
        if found is None or found.disabled:
            return False
        return found.role is role and found.changed <= since and found.left < since

    def find(self, name: str) -> Account | None:
        """The account of that name."""
        return self._accounts.get(name)

    def _known(self, name: str) -> Account:
        if name not in self._accounts:
            raise Refused(f"there is no account {name!r}", code="account.unknown")
        return self._accounts[name]

    def _opened(self, name: str, role: Role, password: str, *, by: str, where: str = "") -> Account:
        actor, now = Actor(name, role), self._clock()
        if name in self._accounts:
            raise Refused(f"there is an account {name!r} already", code="account.taken")
        if role is Role.PLAYER or name in OF_THE_ROOM or name.startswith("guest-"):
            raise Refused(f"{actor} cannot have an account of the house", code="account.role")
        kept = self._hasher.hash(_checked(password))
        self.diary.note("opened", name, by=by, where=where, text=f"role {role}")
        return self._keep(Account(name, role, kept, now, by, now))

    def _fits(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password[:_MOST])
        except (Argon2Error, InvalidHashError):
            return False

    def _keep(self, account: Account) -> Account:
        then = {**self._accounts, account.name: account}
        self._write([then[name] for name in sorted(then)])
        self._accounts = then
        return account

    def _read(self) -> dict[str, Account]:
        if self._path is None:
            return {}
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=list[Account])
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise Unavailable(
                f"the accounts in {self._path} cannot be read: {error.strerror}",
                code="account.file",
            ) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Corrupt(
                f"{self._path} does not hold accounts: {error}", code="account.file"
            ) from None
        return {each.name: each for each in found}

    def _write(self, accounts: list[Account]) -> None:
        if self._path is None:
            return
        new = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}")
        try:
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(accounts), indent=1) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise Unavailable(
                f"the accounts in {self._path} cannot be written: {error.strerror}; nothing was"
                " changed",
                code="account.file",
            ) from None


def _checked(password: str) -> str:
    if not LEAST <= len(password) <= _MOST:
        raise Malformed(
            f"a password has {LEAST} to {_MOST} characters, and not {len(password)}",
            code="account.password",
        )
    return password
