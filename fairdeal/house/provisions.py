"""What a jurisdiction may lay down, and what such a provision rests on."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Kind(StrEnum):
    """What the value of a provision looks like in a file."""

    AMOUNT = "dollars such as '$400', or 'none'"
    COUNT = "a whole number above 0, or 'none'"
    YES_NO = "true or false"
    OPTIONS = "a list of options of games such as 'three-card-poker ante=mandatory', or 'none'"


class Chosen(NamedTuple):
    """The value of a game's option that a jurisdiction lays down."""

    game: str
    option: str
    value: str

    def __str__(self) -> str:
        return f"{self.game} {self.option}={self.value}"


Value = int | tuple[Chosen, ...] | None
"""Of a provision; None where there is no such limit."""


@dataclass(frozen=True, slots=True)
class Provision:
    """Something that a jurisdiction may lay down."""

    key: str
    kind: Kind
    text: str
    """What the value means, as a screen shows it."""
    field: str
    """Where a profile keeps the value."""


PROVISIONS: Final = {
    each.key: each
    for each in (
        Provision("house-banks", Kind.YES_NO, "the house may bank a game", "house_banks"),
        Provision("players-bank", Kind.YES_NO, "a player may bank a game", "players_bank"),
        Provision("wager-limit", Kind.AMOUNT, "one wager, at most", "wager_limit_cents"),
        Provision("games-per-hand", Kind.COUNT, "games on one hand, at most", "games_per_hand"),
        Provision("games-above", Kind.COUNT, "of them with higher wagers, at most", "games_above"),
        Provision(
            "games-above-amount", Kind.AMOUNT, "a wager is higher above", "games_above_cents"
        ),
        Provision(
            "offered-every-round",
            Kind.YES_NO,
            "the bank is offered before every round",
            "offered_every_round",
        ),
        Provision(
            "rotation-rounds",
            Kind.COUNT,
            "rounds in a row that one player may bank",
            "rotation_rounds",
        ),
        Provision(
            "rotation-minutes", Kind.COUNT, "minutes for the bank to rotate", "rotation_minutes"
        ),
        Provision(
            "rotation-players",
            Kind.COUNT,
            "players who must have banked in that time",
            "rotation_players",
        ),
        Provision(
            "surveillance-over",
            Kind.AMOUNT,
            "surveillance verifies a win above",
            "surveillance_over_cents",
        ),
        Provision(
            "deck-kept-from",
            Kind.AMOUNT,
            "the deck is counted and kept from a win of",
            "deck_kept_from_cents",
        ),
        Provision("deck-kept-days", Kind.COUNT, "days that it is kept", "deck_kept_days"),
        Provision(
            "aggregate-odds",
            Kind.COUNT,
            "wins of a bet may be limited together where it pays, to one, at least",
            "aggregate_odds",
        ),
        Provision("floor-from", Kind.AMOUNT, "the floor approves a win from", "floor_from_cents"),
        Provision(
            "manager-from", Kind.AMOUNT, "a manager approves a win from", "manager_from_cents"
        ),
        Provision("options", Kind.OPTIONS, "options of games are", "options"),
    )
}
"""By key, in the order in which screens show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What the value of a provision rests on."""

    provision: str
    since: dt.date
    """The day of the edition that names the value."""
    source: str
    certain: bool = True
    why: str = ""
    """Why it is not certain."""
    note: str = ""
    """What else one should know of it."""
