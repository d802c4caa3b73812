"""A pay table: what it prices, and what each line pays."""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Final

from fairdeal.money import ceiling, dollars, show
from fairdeal.rule import rule, shown

_ODDS: Final = re.compile(r"(\d{1,3}(?:,\d{3}){1,2}|\d{1,9}) (to|for) ([1-9])", re.ASCII)
_DOLLARS: Final = re.compile(r"\$\d{1,9}(\.\d\d)?", re.ASCII)
_METER: Final = re.compile(r"([a-z]+) meter( and the bet back)?", re.ASCII)


class Unit(StrEnum):
    """How the amount on a line is meant."""

    TO = "to 1"
    FOR = "for 1"
    PUSH = "push"
    LOSE = "lose"
    DOLLARS = "dollars"
    METER = "meter"


ODDS: Final = frozenset({Unit.TO, Unit.FOR, Unit.PUSH, Unit.LOSE})
"""The units of a bet that is settled by its stake alone."""


@dataclass(frozen=True, slots=True)
class Pay:
    """What a line pays: odds, a fixed sum or a meter."""

    unit: Unit
    amount: int = 0
    """Odds as printed, or cents of a fixed sum."""
    meter: str = ""
    bet_back: bool = False
    """A meter is paid on top of the bet, which the player keeps."""
    per: int = 1
    """What the odds are given to, or for: 3 to 2 is an amount of 3 per 2."""

    @property
    def units(self) -> Fraction:
        """Stakes won, net: 20 for 1 gives the stake away and so wins 19."""
        match self.unit:
            case Unit.TO:
                return Fraction(self.amount, self.per)
            case Unit.FOR:
                return Fraction(self.amount, self.per) - 1
            case Unit.LOSE:
                return Fraction(-1)
            case _:
                return Fraction(0)

    @property
    def includes_bet(self) -> bool:
        """Whether the bet is part of what is paid, as in 20 for 1."""
        return self.unit is Unit.FOR or (self.unit is Unit.METER and not self.bet_back)

    def beside(self, unit: Unit | None) -> str:
        """The pay beside a heading that says ``to 1`` or ``for 1``: 4 for 4 to 1, but 3 to 2."""
        return f"{self.amount:,}" if self.unit is unit and self.per == 1 else str(self)

    def __str__(self) -> str:
        match self.unit:
            case Unit.TO | Unit.FOR:
                return f"{self.amount:,} {self.unit[:-1]}{self.per}"
            case Unit.DOLLARS:
                return show(self.amount)
            case Unit.METER:
                return f"{self.meter} meter" + (" and the bet back" if self.bet_back else "")
            case _:
                return str(self.unit)


def pay_of(text: str) -> Pay | None:
    """The pay that *text* prints, or None when it cannot be read.

    >>> str(pay_of("4,000 to 1")), str(pay_of("3 to 2")), str(pay_of("$25")), pay_of("lots")
    ('4,000 to 1', '3 to 2', '$25', None)
    """
    if match := _ODDS.fullmatch(text):
        unit = Unit.TO if match[2] == "to" else Unit.FOR
        return Pay(unit, int(match[1].replace(",", "")), per=int(match[3]))
    if match := _METER.fullmatch(text):
        return Pay(Unit.METER, meter=match[1], bet_back=match[2] is not None)
    if _DOLLARS.fullmatch(text):
        return Pay(Unit.DOLLARS, dollars(text))
    return Pay(Unit(text)) if text in (Unit.PUSH, Unit.LOSE) else None


@rule
def paid(pays: tuple[int, ...], event: int) -> int:
    """Stakes won for an event, from what a pay table pays for each.

    Compiled, an enum's member cannot be an index; its sum with zero can.
    """
    return pays[event + 0]


@rule
def meter_net(stake: int, meter: int, wager: int, bet_back: bool) -> int:
    """Cents won from a meter: it stands for *wager* and scales with another stake."""
    award = ceiling(meter * stake, wager)
    return award if bet_back else award - stake


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """Whose hands a bet pays for beside the bettor's own, as the house decides by an option."""

    option: str
    names: Mapping[str, str]
    """What these players are called, by the value of the option."""
    are_all: Callable[[Mapping[str, str]], bool]
    """Whether hands of players without the bet count too, under the options of the house."""

    def called(self, options: Mapping[str, str]) -> str:
        """What the players are called under the options of the house."""
        return self.names[options[self.option]]


@shown("title", "names", "others")
@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The events that one column of a pay table prices."""

    events: type[IntEnum]
    """Worst first."""
    lowest: int
    """The worst event that has a line."""
    key: str = "pays"
    title: str = "pays"
    """What the column is about, for people."""
    units: frozenset[Unit] = ODDS
    """What a line may pay in."""
    falls_to: Mapping[int, int] = field(default_factory=dict)
    """Events a table may leave out, because they are also another, lower event."""
    otherwise: Pay = field(default=Pay(Unit.LOSE))
    """What an event without a line pays."""
    optional: bool = False
    parts: int = 1
    """In how many parts of a stake the rules count it: 2 where a line may pay 3 to 2."""
    names: Mapping[int, str] = field(default_factory=dict)
    """What the document calls an event, where we call it something else."""
    others: Others | None = None
    """Whose hands it pays for, in a column that pays a fixed sum for each of some other hands."""

    def lines(self) -> dict[str, int]:
        """The events that may have a line, best first, by the key a file names them with."""
        return {key_of(each): each for each in reversed(self.events) if each >= self.lowest}

    def paid_as(self, event: int, having: Container[int]) -> int:
        """The event itself, or the lower one it is paid as where *having* no line for it."""
        while event not in having and event in self.falls_to:
            event = self.falls_to[event]
        return event

    def name(self, event: int) -> str:
        """What the document calls the event."""
        return self.names.get(event, self.events(event).name.lower().replace("_", " "))


def row_key(column: Column, hand: str) -> str:
    """A row as a person names it; the only column need not be named."""
    return hand if column.key == "pays" else f"{column.key}.{hand}"


def key_of(event: IntEnum) -> str:
    """The event as pay-table files name it."""
    return event.name.lower().replace("_", "-")


@shown("place", "reading", "meant", "published", "probabilities")
@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """A pay table, complete and checked."""

    bet: str
    name: str
    place: str
    """Where in the document it stands."""
    reading: str
    """How we read it where the document is unclear."""
    meant: str
    """Why it mixes units or pays a worse hand more, where it does."""
    published: Mapping[str, str]
    """Figures as the document prints them."""
    columns: tuple[Column, ...]
    printed: Mapping[str, tuple[int, ...]]
    """By column, the events that have a line of their own, best first."""
    pays: Mapping[str, tuple[Pay, ...]]
    """By column, what every event pays, indexed by event."""
    alternatives: Mapping[str, "PayTable"]
    """The same table under another value of an option, by ``option=value``."""
    probabilities: Mapping[str, str]
    """Printed probability of each event."""
    _units: Mapping[str, tuple[int, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        parts = {column.key: column.parts for column in self.columns}
        units = {
            key: tuple(int(pay.units * parts[key]) for pay in pays)
            for key, pays in self.pays.items()
        }
        object.__setattr__(self, "_units", units)

    def units(self, column: str = "pays") -> tuple[int, ...]:
        """Net stakes won by event, in the column's parts of a stake, as the rules take them."""
        return self._units[column]

    def most(self, column: str = "pays") -> Fraction:
        """The most that a stake wins, whatever the parts in which the rules count."""
        return max(pay.units for pay in self.pays[column])

    def row(self, event: int, column: str = "pays") -> str:
        """What the document calls the line on which an event is paid."""
        found = self._column(column)
        return found.name(found.paid_as(event, self.printed[column]))

    def label(self, column: str, event: int) -> str:
        """A stable name for the line on which an event is paid: ``pays straight-flush``."""
        found = self._column(column)
        return f"{column} {key_of(found.events(found.paid_as(event, self.printed[column])))}"

    def by_row(self) -> dict[str, Pay]:
        """What every row pays, by the name that a person gives it: ``flush``, ``envy.flush``."""
        return {
            row_key(column, key_of(column.events(event))): self.pays[column.key][event]
            for column in self.columns
            for event in self.printed[column.key]
        }

    def has(self, column: str) -> bool:
        """Whether the table prices that column."""
        return column in self.pays

    @property
    def for_others(self) -> Column | None:
        """The column that pays for other players' hands; None where the table prices none."""
        return next((each for each in self.columns if each.others and self.has(each.key)), None)

    @property
    def others(self) -> Others | None:
        """Whose hands it pays for beside the bettor's own; None where it pays for none."""
        return self.for_others.others if self.for_others else None

    @property
    def by_meter(self) -> bool:
        """Whether a line of it pays a meter."""
        return any(pay.unit is Unit.METER for pays in self.pays.values() for pay in pays)

    def under(self, options: Mapping[str, str]) -> "PayTable":
        """This table as the options of the house read it."""
        for key, value in options.items():
            if (alternative := self.alternatives.get(f"{key}={value}")) is not None:
                return alternative
        return self

    def _column(self, key: str) -> Column:
        return next(each for each in self.columns if each.key == key)
