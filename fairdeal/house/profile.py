"""What a jurisdiction lays down, by date: limits, who may bank, and when a win is verified."""

import datetime as dt
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from fairdeal import money
from fairdeal.errors import Corrupt, Malformed, Refused, did_you_mean, listed
from fairdeal.house.profile_check import NONE, read
from fairdeal.house.provisions import PROVISIONS, Basis, Chosen, Kind, Value

PROFILES: Final = ("plain", "washington", "california")
"""The keys of the profiles that come with the package."""


class Note(NamedTuple):
    """Something about a provision that is uncertain or worth saying."""

    provision: str
    text: str
    source: str
    certain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One edition of a jurisdiction's rules."""

    key: str
    name: str
    """As sentences have it: "Washington allows $400 a wager"."""
    date: dt.date
    """The day from which the edition is in force."""
    house_banks: bool
    """Whether games that the house banks may be run."""
    players_bank: bool
    """Whether games that a player banks may be run."""
    wager_limit_cents: int | None = None
    """The most on one bet; it binds each wager of a seat, not their sum."""
    games_per_hand: int | None = None
    """The most separate games that one hand may carry; see `wagers.separate_games`."""
    games_above: int | None = None
    """How many of them may take more than *games_above_cents*."""
    games_above_cents: int = 0
    offered_every_round: bool = False
    """Whether the bank is offered to every player before each round."""
    rotation_rounds: int | None = None
    """Consecutive rounds that one player may hold the bank."""
    rotation_minutes: int | None = None
    """The time in which *rotation_players* must have banked, or the game ends."""
    rotation_players: int | None = None
    """Players other than a third-party provider."""
    surveillance_over_cents: int | None = None
    """A win above it is verified by surveillance before it is paid."""
    deck_kept_from_cents: int | None = None
    """From such a win on, the deck is counted and kept for *deck_kept_days*."""
    deck_kept_days: int | None = None
    aggregate_odds: int | None = None
    """A bet that pays at least so many to one may have its wins limited together, at no less than
    the highest wager times that; None where wins may not be limited together."""
    floor_from_cents: int | None = None
    """From such a win on, the dealer calls the floor."""
    manager_from_cents: int | None = None
    """From such a win on, the floor calls a manager."""
    options: tuple[Chosen, ...] = ()
    """Options of games that the house cannot choose."""
    bases: tuple[Basis, ...] = ()
    """What each provision rests on; one that was never laid down has none."""

    def options_of(self, game: str) -> dict[str, str]:
        """The options of a game that are laid down."""
        return {each.option: each.value for each in self.options if each.game == game}

    def source_of(self, provision: str) -> str:
        """Where a provision comes from; empty where it was never laid down."""
        return next((each.source for each in self.bases if each.provision == provision), "")

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is uncertain or worth saying, each with its source."""
        return tuple(
            Note(basis.provision, text, basis.source, certain)
            for basis in self.bases
            for text, certain in ((basis.why, False), (basis.note, True))
            if text
        )


def profile(key: str, on: dt.date) -> Profile:
    """The edition of a profile that is in force on a day."""
    every = editions(key)
    in_force = [each for each in every if each.date <= on]
    if not in_force:
        first = every[0]
        raise Refused(
            f"{first.key} has no rules before {_day(first.date)}: {_day(on)} is too early",
            code="profile.early",
        )
    return in_force[-1]


def editions(key: str) -> tuple[Profile, ...]:
    """Every edition of a profile, the oldest first."""
    if key.lower() not in PROFILES:
        hint = did_you_mean(key, PROFILES)
        raise Malformed(f"there is no profile {key!r}: {hint}", code="profile.unknown")
    return _shipped(key.lower())


@cache
def _shipped(key: str) -> tuple[Profile, ...]:
    file = resources.files("fairdeal.house") / "profiles" / f"{key}.toml"
    try:
        return read_editions(key, file.read_text(encoding="utf-8"))
    except Malformed as error:
        raise Corrupt(str(error), code=error.code, faults=error.faults) from error


def read_editions(key: str, text: str) -> tuple[Profile, ...]:
    """Every edition in the text of a file, or a sentence that lists all its faults."""
    faults: list[str] = []
    try:
        name, found = read(tomllib.loads(text), faults)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"profile {key} is not TOML: {error}", code="profile.toml") from None
    if faults:
        why = f"profile {key}: {'; '.join(faults)}"
        raise Malformed(why, code="profile.faulty", faults=faults)
    return tuple(
        Profile(
            key=key,
            name=name,
            date=edition.since,
            bases=tuple(edition.bases[each] for each in PROVISIONS if each in edition.bases),
            **_fields(edition.values),
        )
        for edition in found
    )


def _fields(values: Mapping[str, Value]) -> dict[str, Any]:
    """Values by field; where there is no limit, the field keeps its default."""
    return {PROVISIONS[key].field: value for key, value in values.items() if value is not None}


def described(shown: Profile) -> dict[str, Any]:
    """Everything about an edition, ready for JSON."""
    return {
        "profile": shown.key,
        "name": shown.name,
        "from": shown.date.isoformat(),
        "provisions": [
            {
                **asdict(basis),
                "since": basis.since.isoformat(),
                "text": PROVISIONS[basis.provision].text,
                "value": in_words(shown, basis.provision),
            }
            for basis in shown.bases
        ],
    }


def in_words(shown: Profile, provision: str) -> str:
    """The value of a provision as a screen shows it: ``$400``, ``3``, ``yes``."""
    kind, value = PROVISIONS[provision].kind, getattr(shown, PROVISIONS[provision].field)
    if kind is Kind.YES_NO:
        return "yes" if value else "no"
    if not value:
        return NONE
    if kind is Kind.OPTIONS:
        return listed(map(str, value))
    return money.show(value) if kind is Kind.AMOUNT else str(value)


def _day(day: dt.date) -> str:
    return f"{day.day} {day:%B} {day.year}"
