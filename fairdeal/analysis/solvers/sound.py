"""What must hold of a game's rules for its counts to be right, tried before anything is counted.

A hand stands for all that a swap of suits makes of it, and regions are read off the settlement rule
under one set of sample pays.  Both are taken for granted while counting, and neither need be so.
"""

from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np

from fairdeal.analysis.compiled import Ints, compiles
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seven.patterns import FULL
from fairdeal.analysis.solvers.asking import loops, pays_apart, region_starts, signature_of
from fairdeal.analysis.solvers.claims import MOST_HANDS, Claim, claims, refuted
from fairdeal.analysis.solvers.settling import key_of
from fairdeal.analysis.solvers.showdown import Asked, kinds_of, ranked
from fairdeal.errors import Refused
from fairdeal.games.kinds import Kind, Of
from fairdeal.games.layout import Game
from fairdeal.games.showdown import columns_of

AT_ONCE: Final = 3_000_000
"""Hands up to which a claim is proven before a game counts as solved: those of five cards."""

_IN_PYTHON: Final = 30_000
"""The same where nothing is compiled; larger claims are then tried on some hands only."""

_FAULTS: Final[dict[Claim, str]] = {}
"""What was found of a claim in this process; empty for one that is proven."""

_PROVING: Final = Lock()
"""Guards ``_FAULTS``; one claim is proven at a time, since a proof takes all processors."""


def is_own(kind: Kind) -> bool:
    """Whether the rules are those of a game of Fairdeal's own, which its tests prove."""
    return kind.settle.__module__.startswith("fairdeal.games.")


def prove(game: Game, kind: Kind, progress: Progress = unseen, most: int = MOST_HANDS) -> None:
    """Refuse a game one of whose rules tells apart what counting takes for the same.

    Claims over more than *most* hands are left for later, unless there are too many to be proven at
    all.  A proof takes a moment for hands of five cards and some ten seconds for hands of seven; it
    is kept on disk, as is what ``fairdeal check-game`` proves.
    """
    if is_own(kind):
        return
    for claim in claims(game, kind):
        if not claim.can_be_proven:
            raise _refused(game, f"{claim}: {claim.hands:,} hands are too many to prove it")
        if claim.hands > (most if compiles() else _IN_PYTHON):
            continue
        with _PROVING:
            if claim not in _FAULTS:
                _FAULTS[claim] = refuted(claim, progress)
        if fault := _FAULTS[claim]:
            raise _refused(game, fault)


def _refused(game: Game, why: str) -> Refused:
    return Refused(f"{game.key} has no exact figures: {why}", code="game.unsolved")


def check_settling(game: Game, asked_of: Asked) -> None:
    """Refuse a game whose settlement rule counts deals otherwise under other pays.

    Regions are found with pays that are all high and all differ.  A rule that does more than pay a
    line, such as one that pays at least even money, has others under low pays.
    """
    if is_own(asked_of.rules) or asked_of.deck != FULL:
        return
    of_all = (
        (bet, len(game.bet(bet).columns[0].events))
        for bet, event in asked_of.rules.events.items()
        if event.of is Of.ALL
    )
    keys = map(key_of, signature_of(asked_of.rules.settle).result._fields)
    stakes = tuple((key, game.bet(key).parts) for key in keys)
    if why := _fault(asked_of, tuple(_losses(game, asked_of)), tuple(of_all), stakes):
        raise _refused(game, why)


def _losses(game: Game, asked_of: Asked) -> Iterator[tuple[int | None, ...]]:
    """For each column that the rule takes: what events without a line pay, None for the others."""
    for bet, key in columns_of(game, asked_of.rules).values():
        for column in (each for each in game.bet(bet).columns if each.key == key):
            lost = int(column.otherwise.units * column.parts)
            yield tuple(lost if event < column.lowest else None for event in column.events)


@lru_cache(maxsize=64)
def _fault(
    asked_of: Asked,
    losses: tuple[tuple[int | None, ...], ...],
    of_all: tuple[tuple[str, int], ...],
    stakes: tuple[tuple[str, int], ...],
) -> str:
    settle = asked_of.rules.settle.__name__
    units = _units_there(asked_of, _sample(asked_of, losses, 0))
    for (bet, parts), least in zip(stakes, units.min(axis=0, initial=0).tolist(), strict=True):
        if least < -parts:
            return f"{settle} takes {-least / parts:g} times the stake of {bet}"
    for sample in range(4):
        if not holds(asked_of, _sample(asked_of, losses, sample)):
            return (
                f"{settle} compares hands otherwise when pay tables pay otherwise, and deals are"
                " counted once for all pay tables"
            )
    for bet, events in of_all:
        if other := _moved(asked_of, bet.replace("-", "_"), events):
            return f"{settle} lets {other} depend on what all the cards are for {bet}"
    return ""


def _units_there(asked_of: Asked, pays: Any) -> Ints:
    """What each bet wins, a row for each kind of hand and region that there is."""
    kinds = kinds_of(asked_of)
    dealer = ranked(asked_of.rules.dealer.rule, asked_of.dealer_cards, asked_of.deck).strengths
    starts = kinds.starts[:, :-1]
    there = dealer[np.minimum(starts, len(dealer) - 1)]
    found: Ints = _units(asked_of, kinds.strengths, kinds.events, there, pays)[starts < len(dealer)]
    return found


def _sample(asked_of: Asked, losses: tuple[tuple[int | None, ...], ...], sample: int) -> Any:
    """Pays with nothing in every open line, or with low, high or very high numbers."""
    tables, number = [], 0
    for column in losses:
        table = []
        for lost in column:
            number += 1
            high = 1_000_003 + 10_007 * number, 90_000_049 + 30_011 * number * number
            table.append((0, number, *high)[sample] if lost is None else lost)
        tables.append(tuple(table))
    return signature_of(asked_of.rules.settle).pays(*tables)


def check_pays(game: Game, asked_of: Asked, pays: Any) -> None:
    """Refuse pays that the samples do not stand for: a line that takes something."""
    if is_own(asked_of.rules):
        return
    losses = _losses(game, asked_of)
    every = (zip(*each, strict=True) for each in zip(pays, losses, strict=True))
    is_like = all(pay >= 0 if lost is None else pay == lost for each in every for pay, lost in each)
    if not is_like and not _holds(asked_of, pays):
        settle = asked_of.rules.settle.__name__
        raise _refused(
            game, f"{settle} compares hands otherwise when a line of a pay table takes a stake"
        )


@lru_cache(maxsize=64)
def _holds(asked_of: Asked, pays: Any) -> bool:
    return holds(asked_of, pays)


def holds(asked_of: Asked, pays: Any) -> bool:
    """Whether these pays have the regions of the counts, and the kinds that win alike in them."""
    kinds, settle = kinds_of(asked_of), asked_of.rules.settle
    dealer = ranked(asked_of.rules.dealer.rule, asked_of.dealer_cards, asked_of.deck)
    starts = region_starts(settle, kinds.strengths, kinds.events, dealer.strengths, pays)
    if not _are_among(starts, kinds.starts):
        return False
    like = _units(asked_of, kinds.player, kinds.told, kinds.dealers, pays)[kinds.paid]
    is_region = kinds.starts[:, :-1] < len(dealer.strengths)
    return np.array_equal(_units_there(asked_of, pays), like[is_region])


def _are_among(some: Ints, known: Ints) -> bool:
    """Whether all that is in a row of *some* is in the same row of those *known*."""
    return all((column[:, None] == known).any(axis=1).all() for column in some.T)


def _units(asked_of: Asked, players: Ints, told: Ints, dealers: Ints, pays: Any) -> Ints:
    settle = asked_of.rules.settle
    bets = len(signature_of(settle).result._fields)
    found = np.empty((*dealers.shape, bets), np.int64)
    loops(settle).units(players, told, np.ascontiguousarray(dealers), pays, found)
    return found


def _moved(asked_of: Asked, field: str, events: int) -> str:
    """Another bet, or the word for it, whose units follow an event of all the cards; else empty."""
    kinds, settle = kinds_of(asked_of), asked_of.rules.settle
    forms = signature_of(settle)
    if field not in forms.events._fields:
        return ""
    dealer = ranked(asked_of.rules.dealer.rule, asked_of.dealer_cards, asked_of.deck).strengths
    pays, told = pays_apart(forms.pays, asked_of.lengths), kinds.told.copy()
    before = _units(asked_of, kinds.player, told, kinds.dealers, pays)
    for event in range(1, events):
        told[:, forms.events._fields.index(field)] = event
        after = _units(asked_of, kinds.player, told, kinds.dealers, pays)
        for place, other in enumerate(forms.result._fields):
            if other != field and not np.array_equal(before[..., place], after[..., place]):
                return str(other.replace("_", "-"))
        every = kinds.events.copy()
        every[:, forms.events._fields.index(field)] = event
        starts = region_starts(settle, kinds.strengths, every, dealer, pays)
        if not _are_among(starts, kinds.starts):
            return "how hands compare"
    return ""
