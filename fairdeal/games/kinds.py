"""The kinds of game that the analysis can count: which rules decide the bets, on which cards.

A game names one of these beside its declaration.  Cards, choices and pay tables are in the
declaration already, so that a solver needs nothing else to count the game exactly.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias, get_type_hints

Rule: TypeAlias = Callable[..., Any]
"""A function marked with ``@rule``: ints and tuples in, ints or a named tuple of ints out."""


def takes_one_by_one(rule: Rule, size: int) -> bool:
    """Whether the rule has an argument for each of so many cards, rather than one for all."""
    arguments = inspect.signature(rule).parameters
    if len(arguments) == size == 1:
        return get_type_hints(rule).get(next(iter(arguments))) is int
    return len(arguments) == size


def ask(rule: Rule, cards: tuple[int, ...]) -> int:
    """What a rule says of some cards."""
    said = rule(*cards) if takes_one_by_one(rule, len(cards)) else rule(cards)
    return int(said)


class Of(StrEnum):
    """The cards that a rule is asked about."""

    OWN = "the player's own cards"
    HAND = "the player's hand, with the cards that all hands share"
    ALL = "the player's and the dealer's cards together"


@dataclass(frozen=True, slots=True)
class Event:
    """What cards are for a bet that a pay table settles."""

    rule: Rule
    """Takes the cards, one argument each or all of them as a tuple; gives the event's number."""
    of: Of = Of.HAND
    suits: str = ""
    """The suits that the rule tells apart, such as ``s``; any others may be swapped."""
    flush: int = 0
    """Cards of one suit from which on suits matter; 0 where nothing is claimed."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hands compare: the higher number wins, equal numbers tie."""

    rule: Rule
    """Takes the cards, one argument each or all of them as a tuple."""
    flush: int = 0
    """Cards of one suit from which on suits matter; 0 where nothing is claimed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Showdown:
    """The player's cards against the dealer's."""

    settle: Rule
    """``settle(player, dealer, events, pays)``: what each bet of a hand that was not given up wins,
    in units of its own stake, as a named tuple with a field for each bet.

    *player* and *dealer* are strengths.  *events* is a named tuple with a field for each event,
    *pays* one with a field for each column of a pay table that the rule needs: the bet's key for a
    column of the key ``pays``, else the column's key.  Fields are keys with ``_`` for ``-``.  What
    becomes of a hand that is given up follows from the declaration.
    """
    player: Strength
    dealer: Strength
    events: Mapping[str, Event] = field(default_factory=dict)
    """By bet."""


class Own:
    """A kind of game that is like no other; the analysis has a solver for it alone."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Community:
    """The player's own cards and cards that all hands share, which are turned in stages.

    *settle* is asked as in a showdown.  A game without a dealer's hand has no *dealer*, and its
    rule is given 0 for the strength of one.
    """

    settle: Rule
    player: Strength
    """Of the player's own cards and the shared ones, in that order."""
    dealer: Strength | None = None
    """Of the dealer's own cards and the shared ones, in that order."""
    events: Mapping[str, Event] = field(default_factory=dict)
    """By bet."""


Kind: TypeAlias = Showdown | Community
"""Every kind that a solver can count from the declaration alone."""
