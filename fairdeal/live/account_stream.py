"""The stream of accounts, for one process of a room: read on, decided and written.

Another process may write it as well: a change is decided on the newest version, and decided again
where the log has moved on.  What is kept of passwords lies outside of the chain, under a key of its
own; it is written in one transaction with the event that names its digest.
"""

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from threading import RLock
from typing import Final, Protocol

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fairdeal.errors import Conflict, Corrupt, Refused, Unavailable
from fairdeal.live import events
from fairdeal.live.accounts import COMMANDS, Account, Accounts, accounts_after, check
from fairdeal.live.actors import Actor
from fairdeal.live.arguments import packed
from fairdeal.live.log import codec
from fairdeal.live.log.chain import (
    ACCOUNTS,
    Draft,
    Entry,
    Recorded,
    Secret,
    StreamChecker,
    derived,
)
from fairdeal.live.log.stores.protocol import Store, ended

WAITING: Final = 200
"""Entries that wait in memory for a disk that takes nothing."""

_ATTEMPTS: Final = 5
"""How often a change is decided again because another process was faster."""
_LOG: Final = logging.getLogger(__name__)


class Waiting(msgspec.Struct, frozen=True):
    """What the disk did not take yet."""

    at: int
    by: Actor
    happened: tuple[events.AccountEvent, ...]


class AccountStream:
    """The accounts of a room as its log has them, and what one process adds to them."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        now: Callable[[], int],
        told: Callable[[Sequence[Recorded]], object] = lambda rows: None,
    ) -> None:
        self.now = Accounts()
        """As far as they are known here, with what waits to be written."""
        self.waiting: list[Waiting] = []
        """What the disk did not take yet, the oldest first."""
        self._store = store
        self._cipher = AESGCM(derived(key, "passwords"))
        self._marks = derived(key, "strangers")
        self.time = now
        """The log's time."""
        self._told = told
        self._durable = Accounts()
        self._checker = StreamChecker()
        self._keys = (f"{prefix}-{n}" for prefix in [secrets.token_hex(8)] for n in count(1))
        # Callers read on under the first.  Changes are decided one after the other under the
        # second, which is held while the disk is waited for; the first is not.
        self._reading, self._writing = RLock(), RLock()

    def read_on(self) -> Accounts:
        """The accounts as the log has them now, with what waits here."""
        with self._reading:
            if self._store.stopped:
                raise ended(self._store)
            self._durable = accounts_in(self._store, self._durable, self._checker)
            self.now = self._with_waiting()
            return self.now

    def _with_waiting(self) -> Accounts:
        now = self._durable
        for each in self.waiting:
            for event in each.happened:
                now = accounts_after(now, event, each.at)
        return now

    def record(
        self,
        by: Actor,
        decide: Callable[[Accounts], Sequence[events.AccountEvent]],
        secret: Secret | None = None,
        *,
        may_wait: bool = False,
    ) -> Accounts:
        """Record what is decided on the accounts as they are, and on nothing older.

        What *may_wait* is kept in memory where the disk takes nothing, and is written before the
        next change.
        """
        with self._writing:
            left = _ATTEMPTS
            while True:
                left -= 1
                try:
                    self._write_waiting()
                    accounts = self.read_on()
                    happened = tuple(self._checked(accounts, by, decide(accounts)))
                    self._write(Waiting(self.time(), by, happened), secret)
                    return self.read_on()
                except Conflict:  # another process was faster
                    if not left:
                        raise
                except Unavailable as error:
                    if not may_wait or error.code != "store.unavailable":
                        raise
                    return self._wait(by, decide, error)

    @staticmethod
    def _checked(
        accounts: Accounts, by: Actor, happened: Sequence[events.AccountEvent]
    ) -> Iterator[events.AccountEvent]:
        for event in happened:
            check(accounts, by, event)
            accounts = accounts_after(accounts, event, 0)
            yield event

    def _wait(
        self,
        by: Actor,
        decide: Callable[[Accounts], Sequence[events.AccountEvent]],
        error: Unavailable,
    ) -> Accounts:
        if len(self.waiting) >= WAITING:
            raise error
        with self._reading:
            happened = tuple(decide(self.now))
            self.waiting.append(Waiting(self.time(), by, happened))
            self.now = self._with_waiting()
        what = codec.KINDS[type(happened[0])]
        _LOG.error("%s: %s by %s waits in memory", error, what, by)
        return self.now

    def _write_waiting(self) -> None:
        while self.waiting:
            self.read_on()
            self._write(self.waiting[0], None)
            with self._reading:
                del self.waiting[0]
                self.read_on()

    def _write(self, what: Waiting, secret: Secret | None) -> None:
        command = COMMANDS[type(what.happened[0])]
        drafts = tuple(Draft(*codec.encoded(event)) for event in what.happened)
        asked = packed(command, _arguments(what.happened[0]))
        who = what.by.name, what.by.role
        entry = Entry(
            ACCOUNTS,
            self._checker.version,
            what.at,
            *who,
            command,
            next(self._keys),
            asked,
            drafts,
            secret=secret,
        )
        self._told(self._store.append(entry))

    def sealed(self, name: str, hashed: str) -> Secret:
        """What is to be kept of a password: its hash, under the room's key, for that account."""
        nonce = secrets.token_bytes(12)
        return Secret(name, nonce + self._cipher.encrypt(nonce, hashed.encode(), name.encode()))

    def hash_of(self, account: Account) -> str:
        """The hash of an account's password; refused where another is kept than the log names."""
        sealed = self._store.secrets().get(account.name, b"")
        try:
            if digest_of(sealed) != account.kept:
                raise InvalidTag
            return self._cipher.decrypt(sealed[:12], sealed[12:], account.name.encode()).decode()
        except (InvalidTag, ValueError):
            raise Refused(
                f"what is kept of the password of {account.name} is not what the log names: a"
                " manager sets another password",
                code="account.secret",
            ) from None

    def mark_of(self, name: str) -> str:
        """Four digits for a name that no account has: it may be a password, which no log keeps."""
        return sha256(self._marks + name.encode("utf-8", "replace")).hexdigest()[:4]


def digest_of(sealed: bytes) -> bytes:
    """The digest by which an event names what is kept of a password."""
    return sha256(sealed).digest()


def event_of(row: Recorded) -> events.AccountEvent:
    """The event of a row of the stream."""
    event = codec.decoded(row.kind, row.body)
    if not isinstance(event, events.AccountEvent):
        raise Corrupt(f"{row} cannot happen to an account", code="event.impossible")
    return event


def _arguments(event: events.AccountEvent) -> dict[str, object]:
    """What was asked for, without what the program adds."""
    fields = msgspec.structs.asdict(event)
    return {name: value for name, value in fields.items() if name not in ("by", "kept", "refused")}


def accounts_in(
    store: Store, known: Accounts | None = None, checker: StreamChecker | None = None
) -> Accounts:
    """The accounts of a log, from its first event, or from where they are *known*."""
    accounts, checker = known or Accounts(), checker or StreamChecker()
    head = store.stream_head(ACCOUNTS)
    if head.version != checker.version:
        for row in store.stream(ACCOUNTS, checker.version):
            if row.version > head.version:
                break  # written meanwhile
            checker.check(row)
            accounts = accounts_after(accounts, event_of(row), row.at)
    checker.finish(ACCOUNTS, head)
    return accounts


class HasSecrets(Protocol):
    """What keeps passwords: a store, or what an audit asks of one."""

    def secrets(self) -> dict[str, bytes]:
        """What is kept of each account's password."""


def wrong_passwords(store: HasSecrets, accounts: Accounts) -> list[str]:
    """Whose password is kept otherwise than the log names it."""
    kept = store.secrets()
    return [
        name
        for name, account in sorted(accounts.people.items())
        if digest_of(kept.get(name, b"")) != account.kept
    ]
