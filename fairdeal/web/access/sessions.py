"""Who is behind a request: signed cookies for guests and for the house's people.

A cookie says who it is and when it was made, under a signature that only the room's key can make; a
room that starts again knows everybody.  A person who does nothing for a while is asked to sign in
again, or, as a player, whether it is still the same person.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from fairdeal.live import Actor, Role
from fairdeal.live.accounts import LONGEST_SESSION
from fairdeal.live.log.chain import derived

COOKIE: Final = "fairdeal"
SECURE: Final = f"__Host-{COOKIE}"
"""Its name over HTTPS: browsers take it from this host alone, and over no other connection."""

_SECOND: Final = 1_000_000
IDLE_MINUTES: Final = 5
"""Minutes after which a terminal of the house locks itself, unless the house has set others."""

_IDLE_PLAYER: Final = 30 * 60 * _SECOND
"""Microseconds after which a player is asked to come in again."""

_SLACK: Final = 60 * _SECOND
"""A cookie that is newer than that, by the room's clock, was made before the clock was set back."""


_MASK: Final = 32
"""Bytes of a token's mask, as many as it hides."""

_MOST: Final = 100_000
"""The most sessions of which more is remembered than their cookies say."""


class Session(msgspec.Struct, frozen=True, array_like=True):
    """A person who signed in, or a guest."""

    id: str
    name: str
    role: Role
    since: int
    """When, in microseconds since 1970."""
    seen: int
    """When the cookie was last renewed."""
    epoch: int = 0
    """The epoch of the account: sessions of an earlier one are over."""

    @property
    def actor(self) -> Actor:
        """Who acts."""
        return Actor(self.name, self.role)

    @property
    def is_player(self) -> bool:
        """Whether it is a guest, and nobody of the house."""
        return self.role is Role.PLAYER


class Sessions:
    """Makes and reads the cookies of a room."""

    def __init__(
        self, key: bytes, clock: Callable[[], int], idle_minutes: int = IDLE_MINUTES
    ) -> None:
        self._key = derived(key, "sessions")
        self._tokens = derived(key, "tokens")
        self._devices = derived(key, "devices")
        self.clock = clock
        self.idle_seconds = 60 * idle_minutes
        """After which a terminal of the house locks itself."""
        self._seen: OrderedDict[str, int] = OrderedDict()
        """When each was last heard of, which is newer than what its cookie says."""
        self._guests: OrderedDict[str, int] = OrderedDict()
        """The same of guests, by name."""
        self._ended: OrderedDict[str, int] = OrderedDict()
        self._locked: OrderedDict[str, int] = OrderedDict()
        self.stands: Callable[[Session], bool] = lambda session: True
        """Whether the house still has an account for that person and role."""
        self.was_locked: Callable[[Session], bool] = lambda session: False
        """Whether the log has it that the session's terminal was locked."""

    def begin(self, actor: Actor, epoch: int = 0) -> Session:
        """Begin a session."""
        now = self.clock()
        return Session(secrets.token_urlsafe(12), actor.name, actor.role, now, now, epoch)

    def guest(self) -> Session:
        """A player nobody knows."""
        return self.begin(Actor(f"guest-{secrets.token_hex(5)}", Role.PLAYER))

    def cookie(self, session: Session) -> str:
        """What the browser keeps of it."""
        body = _text(msgspec.json.encode(session))
        return f"{body}.{self._signature(body)}"

    def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie that we made and that is not over."""
        body, _, signature = (cookie or "").rpartition(".")
        if not body or not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        try:
            session = msgspec.json.decode(_bytes(body), type=Session)
        except (ValueError, msgspec.DecodeError):  # signed by an older program
            return None
        return None if self._is_gone(session) else session

    def is_idle(self, session: Session) -> bool:
        """Whether another person may use the terminal: it was locked, or idle for long."""
        if self.is_locked(session):
            return True
        away = self.clock() - max(session.seen, self._seen.get(session.id, 0))
        most = _IDLE_PLAYER if session.is_player else self.idle_seconds * _SECOND
        return not -_SLACK <= away <= most or self.is_long(session)

    def is_long(self, session: Session) -> bool:
        """Whether the session has lasted longer than any session may."""
        return not -_SLACK <= self.clock() - session.since <= LONGEST_SESSION

    def is_over(self, session: Session) -> bool:
        """Whether the session was ended, or idle for too long."""
        return self._is_gone(session) or self.is_idle(session)

    def heard(self, session: Session) -> Session:
        """Note an action; the session as its cookie should have it now."""
        now = self.clock()
        _note(self._seen, session.id, now)
        if session.is_player:
            _note(self._guests, session.name, now)
        return msgspec.structs.replace(session, seen=now)

    def heard_of(self, guest: str) -> int:
        """When a guest was last heard of; 0 for a guest who is not remembered."""
        return self._guests.get(guest, 0)

    def end(self, session: Session) -> None:
        """End a session; its cookie is no longer valid."""
        _note(self._ended, session.id, self.clock())
        self._seen.pop(session.id, None)

    def lock(self, session: Session) -> Session:
        """Lock a terminal; the session as its cookie should have it now."""
        _note(self._locked, session.id, self.clock())
        return msgspec.structs.replace(session, seen=0)

    def is_locked(self, session: Session) -> bool:
        """Whether the terminal was locked, and not merely left."""
        return session.id in self._locked or self.was_locked(session)

    def token(self, session: Session) -> str:
        """What a page must send along, so that no other page can act for it.

        Each page has another one, under a mask of its own: pages are compressed, and from the
        length of many that repeat both the same token and what a stranger had them repeat, the
        token could be guessed (BREACH).
        """
        mask = secrets.token_bytes(_MASK)
        return _text(mask + _xor(mask, self._unmasked(session)))

    def may_act(self, session: Session, token: str) -> bool:
        """Whether a request comes from a page of ours."""
        try:
            both = _bytes(token)
        except ValueError:
            return False
        unmasked = _xor(both[:_MASK], both[_MASK:])
        return len(both) == 2 * _MASK and hmac.compare_digest(unmasked, self._unmasked(session))

    def _unmasked(self, session: Session) -> bytes:
        return _digest(self._tokens, session.id)

    def device_cookie(self, device: str) -> str:
        """What a browser keeps, so that it is known when someone signs in there again."""
        return f"{device}.{_text(_digest(self._devices, device))}"

    def device_of(self, cookie: str | None) -> str:
        """The device of a cookie that we made; empty for any other."""
        name, _, signature = (cookie or "").rpartition(".")
        made = _text(_digest(self._devices, name))
        return name if hmac.compare_digest(signature.encode(), made.encode()) else ""

    def _is_gone(self, session: Session) -> bool:
        return session.id in self._ended or not self.stands(session)

    def _signature(self, text: str) -> str:
        return _text(_digest(self._key, text))


def _digest(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _xor(one: bytes, other: bytes) -> bytes:
    """Each byte of one with that of the other; as many as the shorter has."""
    return bytes(a ^ b for a, b in zip(one, other, strict=False))


def _note(known: OrderedDict[str, int], who: str, now: int) -> None:
    """Remember a moment, and forget the one that is longest ago where there are too many."""
    known.pop(who, None)
    known[who] = now
    if len(known) > _MOST:
        known.popitem(last=False)
