"""The kinds of game that the analysis can count: which rules decide the bets, on which cards.

A game names one of these beside its declaration.  Cards, choices and pay tables are in the
declaration already, so that a solver needs nothing else to count the game exactly.
"""

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, get_type_hints

from fairdeal.rule import counted

Rule: TypeAlias = Callable[..., Any]
"""A function marked with ``@rule``: ints and tuples in, ints or a named tuple of ints out."""


@lru_cache(maxsize=1024)
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


class Signature(NamedTuple):
    """The named tuples that a settlement rule takes and gives; None where it does not name one."""

    events: Any
    pays: Any
    result: Any


@cache
def forms_of(settle: Rule) -> Signature:
    """The named tuples, as the rule's annotations name them."""
    hints = get_type_hints(settle)
    named = (hints.get(what) for what in ("events", "pays", "return"))
    return Signature(*(each if hasattr(each, "_fields") else None for each in named))


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
    """Cards of one suit that make a flush, as in ``Strength``; 0 where that is not claimed."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hands compare: the higher number wins, equal numbers tie."""

    rule: Rule
    """Takes the cards, one argument each or all of them as a tuple."""
    flush: int = 0
    """Cards of one suit that make a flush: with them the ranks of that suit decide, and without
    them the ranks of all cards.  0 where that is not claimed.

    ``fairdeal check-game`` proves it over all hands.
    """


class _Annotated:
    """A kind of game whose settlement reads annotations of its rules."""

    __slots__ = ()

    @property
    def read(self: Any) -> list[Any]:
        """What it reads: the forms of events and pays, and which rules take a card by itself."""
        found: list[Any] = []
        with suppress(Exception):  # what cannot be read settles nothing either
            found += forms_of(self.settle)[:2]
        for rule in rules_of(self):
            with suppress(Exception):
                found.append(takes_one_by_one(rule, 1))
        return found


@counted("read")
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Showdown(_Annotated):
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


@counted("read")
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Community(_Annotated):
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


def rules_of(kind: Kind) -> list[Rule]:
    """The rules that decide the bets of a game, each once."""
    dealer = [kind.dealer.rule] if kind.dealer else []
    events = (event.rule for event in kind.events.values())
    return list(dict.fromkeys([kind.player.rule, *dealer, *events, kind.settle]))
