"""What happened to the accounts, as the log has it: changes, sign-ins and refusals."""

from collections import deque
from collections.abc import Iterator, Sequence
from enum import StrEnum
from threading import Lock
from typing import Final, NamedTuple

from fairdeal.live import events
from fairdeal.live.account_stream import AccountStream, event_of
from fairdeal.live.accounts import Accounts, accounts_after
from fairdeal.live.log.chain import ACCOUNTS
from fairdeal.live.log.stores.protocol import Store

REMEMBERED: Final = 200
"""Of the latest entries of each kind are at hand."""


class Kind(StrEnum):
    """What an entry is about; what strangers try pushes none of the others off a page."""

    CHANGE = "changes"
    SIGN_IN = "sign-ins"
    REFUSAL = "refusals"


_KINDS: Final = {
    "refused": Kind.REFUSAL,
    "locked": Kind.REFUSAL,
    "signed in": Kind.SIGN_IN,
    "signed out": Kind.SIGN_IN,
    "terminal locked": Kind.SIGN_IN,
}
"""By what happened; anything else is a change."""


class Entry(NamedTuple):
    """Something that happened."""

    at: int
    what: str
    """In a word or two, such as ``signed in``."""
    about: str
    """Whose account it was; empty for a name that nobody has."""
    by: str
    """Who did it."""
    where: str
    """From which address."""
    text: str = ""
    """What was before and what is now, or why not."""

    @property
    def kind(self) -> Kind:
        """What it is about."""
        return _KINDS.get(self.what, Kind.CHANGE)

    def mentions(self, text: str) -> bool:
        """Whether any of its words contain that text, in small or capital letters."""
        return any(text.casefold() in each.casefold() for each in self[1:])


class _Teller:
    """Follows the accounts, and tells each event as entries."""

    def __init__(self, now: Accounts) -> None:
        self._now = now
        self._opened = ""

    def on(self, event: events.AccountEvent, at: int) -> Iterator[Entry]:
        """What an event tells, which may be several things."""
        yield from self._entries(event, at)
        self._opened = event.name if isinstance(event, events.AccountOpened) else ""
        self._now = accounts_after(self._now, event, at)

    def _entries(self, event: events.AccountEvent, at: int) -> Iterator[Entry]:
        match event:
            case events.AccountOpened(name=name, role=role, by=by, where=where):
                yield Entry(at, "opened", name, by, where, f"role {role}")
            case events.AccountDisabled(name=name, reason=reason, by=by, where=where):
                yield Entry(at, "disabled", name, by, where, reason)
            case events.AccountEnabled(name=name, by=by, where=where):
                account = self._now.known(name)
                wrong = f"{len(account.tries.failures)} wrong passwords"
                yield Entry(at, "enabled", name, by, where, f"before: {account.disabled or wrong}")
            case events.PasswordSet(name=name, by=by, where=where) if name != self._opened:
                what = "password changed" if by == name else "password set"
                yield Entry(at, what, name, by, where)
            case events.AccountLocked(name=name, where=where):
                yield Entry(at, "locked", name, "", where, "three wrong passwords")
            case events.SignedIn(name=name, where=where):
                yield Entry(at, "signed in", name, name, where)
            case events.SignedOut(name=name, where=where):
                yield Entry(at, "signed out", name, name, where)
            case events.TerminalLocked(name=name, reason=reason, where=where):
                yield Entry(at, "terminal locked", name, name, where, reason)
            case events.SignInsRefused(refused=refused):
                for each in refused:
                    yield Entry(at, "refused", each.name, "", each.where, _refusal(each))


def _refusal(row: events.Tried) -> str:
    counts = {"wrong password": row.wrong, "while the account was locked or disabled": row.shut}
    told = "; ".join(f"{count} x {what}" for what, count in counts.items() if count)
    return told if row.name else f"{told}; no account has that name"


class AccountLog:
    """The entries of one room, the newest at hand and all of them in its log."""

    def __init__(self, store: Store, stream: AccountStream) -> None:
        self._store = store
        self._stream = stream
        self._lock = Lock()
        self._version = 0
        self._teller = _Teller(Accounts())
        self._latest = {kind: deque[Entry](maxlen=REMEMBERED) for kind in (None, *Kind)}
        """Of any kind, and of each."""

    @property
    def unwritten(self) -> int:
        """Entries that the disk did not take yet."""
        return len([*self._waiting()])

    def latest(self, kind: Kind | None = None) -> Sequence[Entry]:
        """What happened last, of one kind or of any, the newest first."""
        with self._lock:
            for row in self._store.stream(ACCOUNTS, self._version):
                for entry in self._teller.on(event_of(row), row.at):
                    self._latest[None].append(entry)
                    self._latest[entry.kind].append(entry)
                self._version = row.version
            waiting = (entry for entry in self._waiting() if kind in (None, entry.kind))
            return tuple(reversed([*self._latest[kind], *waiting]))

    def find(self, text: str = "", kind: Kind | None = None) -> Iterator[Entry]:
        """All entries that mention a text, of one kind or of any, the newest first."""
        teller = _Teller(Accounts())
        rows = ((event_of(row), row.at) for row in self._store.stream(ACCOUNTS))
        found = [entry for event, at in rows for entry in teller.on(event, at)]
        for entry in reversed([*found, *self._waiting()]):
            if kind in (None, entry.kind) and entry.mentions(text):
                yield entry

    def _waiting(self) -> Iterator[Entry]:
        teller = _Teller(self._stream.now)
        for each in tuple(self._stream.waiting):
            for event in each.happened:
                yield from teller.on(event, each.at)
