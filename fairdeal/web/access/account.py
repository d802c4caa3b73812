"""One account of the house's people, and when it is locked.

Three wrong passwords within half an hour lock it, from wherever they came.  A place from which the
person has signed in before counts for itself: nobody elsewhere can lock it, and three wrong
passwords from there lock it there.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal.live import Actor, Role
from fairdeal.web.moments import Moment

TRIES: Final = 3
"""Wrong passwords within half an hour after which nobody gets in until a manager says so."""

_HALF_AN_HOUR: Final = 30 * 60 * 1_000_000
_PLACES: Final = 8
"""Places of the last sign-ins that are remembered."""


class Failure(msgspec.Struct, frozen=True, array_like=True):
    """A wrong password."""

    at: Moment
    place: str


class Tries(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wrong passwords of late for a name, whether or not it exists."""

    failures: tuple[Failure, ...] = ()
    places: tuple[str, ...] = ()
    """From where the person has signed in, the latest last."""

    def failed(self, place: str, now: int) -> "Tries":
        """One more; those of long ago are forgotten."""
        return replace(self, failures=(*self._late(now), Failure(now, place)))

    def succeeded(self, place: str) -> "Tries":
        """The person has come in: what was tried from there, or from nowhere known, is over."""
        others = tuple(each for each in self.failures if not self._is_like(each.place, place))
        places = (*(each for each in self.places if each != place), place)[-_PLACES:]
        return Tries(others, places)

    def is_locked(self, now: int, place: str | None = None) -> bool:
        """Whether too many wrong passwords were tried, for who comes from there, or for anybody."""
        late = self._late(now)
        places = {each.place for each in late} if place is None else {place}
        return any(
            sum(self._is_like(each.place, other) for each in late) >= TRIES for other in places
        )

    def left(self, now: int, place: str) -> int:
        """Wrong passwords from there that do not lock it yet, but for the last of them."""
        return TRIES - sum(self._is_like(each.place, place) for each in self._late(now))

    def _late(self, now: int) -> tuple[Failure, ...]:
        # A clock that was set back must not lock anybody for as long as it was wrong.
        return tuple(each for each in self.failures if abs(now - each.at) < _HALF_AN_HOUR)

    def _is_like(self, one: str, other: str) -> bool:
        """Whether two places count together: the same one, or both unknown to the person."""
        return one == other or not {one, other} & {*self.places}


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person."""

    name: str
    role: Role
    password: str
    """Its Argon2 hash."""
    created: Moment
    by: str
    """Who opened the account."""
    changed: Moment
    """When the password was last changed."""
    seen: Moment = 0
    """When the person last signed in."""
    tries: Tries = Tries()
    turn: int = 0
    """It goes up when everybody is sent out who has signed in."""
    own: bool = False
    """Whether the person chose the password; otherwise another person knows it, too."""
    disabled: str = ""
    """Why nobody may sign in with it."""

    @property
    def actor(self) -> Actor:
        """Who acts."""
        return Actor(self.name, self.role)
