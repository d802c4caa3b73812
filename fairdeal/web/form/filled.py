"""A table as the form describes it: what it is called, what it costs, what is wrong."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from fairdeal import games, money
from fairdeal.errors import FairdealError
from fairdeal.games.layout import Game
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms, named_tables, terms
from fairdeal.house.limits import Limit, limits_of, most_lost
from fairdeal.house.profile import Profile, profile
from fairdeal.house.wagers import fitted, opening_faults
from fairdeal.web.form.choices import LEAST, MOST, edges_shown
from fairdeal.web.form.edges import Edges

_AMOUNTS: Final = "expected dollars: a minimum, a maximum and perhaps steps, such as 5, 100 and 5"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the fields say."""

    game: Game
    terms: Terms
    limits: Mapping[str, str]
    """By bet, as typed."""
    law: Profile
    seats: int
    aggregates: Mapping[str, int]
    """Cents by bet, as far as they can be read."""


def wanted(fields: Iterable[tuple[str, str]], today: date) -> Wanted:
    """What the fields of a form say, each by its name."""
    said = dict(fields)
    game = games.game(said.get("game", ""))
    words = [text for name, text in said.items() if name.startswith("pay_tables.")]
    options = _within("options.", said)
    chosen = terms(game, named_tables(game, words), options)
    law = profile(said.get("profile", "plain"), today)
    typed = said.get("seats", "")
    seats = min(int(typed), game.seats) if typed.isascii() and typed.isdigit() else game.seats
    aggregates = {bet: _cents(text) for bet, text in _within("aggregates.", said).items()}
    limited = {bet: cents for bet, cents in aggregates.items() if cents is not None}
    return Wanted(game, chosen, _within("limits.", said), law, seats, limited)


def _cents(text: str) -> int | None:
    try:
        return money.dollars(text)
    except FairdealError:
        return None


def judged(asked: Wanted, edges: Edges) -> dict[str, Any]:
    """What the form is told: designator, edges, and what is wrong at which field."""
    found = _Limits(asked.game, asked.law)
    for bet, text in asked.limits.items():
        found.take(bet, text)
    found.judge()
    return {
        "designator": designator(asked.game, asked.terms),
        "fields": found.at_fields,
        "faults": found.elsewhere,
        "liability": liability(
            most_lost(asked.game, found.limits, asked.terms, asked.seats, asked.aggregates)
        ),
        **edges_shown(asked.game, edges.of(asked.terms)),
    }


def liability(cents: int) -> str:
    """The most that a table can lose in one round, in a sentence."""
    if not cents:
        return "Players bank this game: the house loses nothing in a round."
    return f"This table can lose up to {money.show(cents)} in one round."


def designator(game: Game, chosen: Terms) -> str:
    """What the maker's document calls the pay tables together; empty where it has no name."""
    for name, each in approved(game).combinations.items():
        if all(chosen.pay[bet].name == table for bet, table in each.tables.items()):
            return name
    return ""


@dataclass(slots=True)
class _Limits:
    """The limits of a table, and what the law has against them."""

    game: Game
    law: Profile
    limits: dict[str, Limit] = field(default_factory=dict)
    at_fields: dict[str, str] = field(default_factory=dict)
    """The sentence at the field of a bet."""
    elsewhere: list[str] = field(default_factory=list)
    """What no field can mend."""

    def take(self, bet: str, text: str) -> None:
        """A limit as typed; what cannot be read is said at its field."""
        try:
            found = limits_of(self.game, LEAST, MOST, {bet: text})
        except FairdealError as error:
            unread = error.code == "limit.unreadable"  # it tells of a form that nobody has typed
            self.at_fields[bet] = _AMOUNTS if unread else str(error)
            return
        self.limits |= {
            key: limit for key, limit in found.items() if bet in (key, self.game.bet(key).equals)
        }

    def judge(self) -> None:
        """Ask the law about all limits together; a field is wrong where the law would lower it."""
        every = opening_faults(self.law, self.game, self.limits)
        anyway = opening_faults(self.law, self.game, {})
        lowered = fitted(self.law, self.game, self.limits)
        said = set()
        for bet in [bet for bet, limit in self.limits.items() if lowered[bet] != limit]:
            alone = opening_faults(self.law, self.game, {bet: self.limits[bet]})
            own = [each for each in (*alone, *reversed(every)) if each not in anyway]
            self.at_fields.setdefault(self.game.bet(bet).equals or bet, own[0])
            said.add(own[0])
        self.elsewhere = [each for each in every if each not in said]


def _within(prefix: str, said: Mapping[str, str]) -> dict[str, str]:
    return {
        name.removeprefix(prefix): text for name, text in said.items() if name.startswith(prefix)
    }
