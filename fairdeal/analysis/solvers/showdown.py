"""The player's cards against the dealer's: every situation in which a player decides, counted.

The rules say how hands compare and what they are paid for; sizes, cards up and pay tables are in
the declaration.  Dealer's hands fall into regions within which the settlement rule says the same,
and where they begin is read off the rule, so that nothing is assumed about how it compares hands.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from math import comb, factorial
from os import cpu_count
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Whole, kernel
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seven.patterns import FULL, Deck
from fairdeal.analysis.solvers.asking import (
    asked,
    check_suits,
    distinct,
    loops,
    pays_apart,
    region_starts,
    signature_of,
)
from fairdeal.analysis.solvers.kept import Arrays
from fairdeal.analysis.solvers.orbits import CHOOSE, LARGEST, Hands, images, orbits, spread
from fairdeal.analysis.solvers.sweep import (
    Classes,
    Questions,
    counters,
    dealers_of,
    questions,
    sweep,
)
from fairdeal.cards import SUITS as SUIT_LETTERS
from fairdeal.errors import Refused, listed
from fairdeal.games.kinds import Event, Of, Rule, Showdown
from fairdeal.games.layout import Game, Who
from fairdeal.games.showdown import columns_of

MOST_HELD: Final = 200_000_000
"""Player's hands that are counted at most; there are 134 million of seven cards."""

_MOST_HANDS: Final = 30_000_000
"""Dealer's hands that are swept at most."""

MOST_STRENGTHS: Final = int(np.iinfo(np.int16).max)
"""Different strengths at most; classes have numbers of sixteen bits."""

_TABLE: Final = 1 << 22
"""Numbers up to this are told apart by a table, larger ones by a sort."""

_JOBS: Final = ThreadPoolExecutor(min(4, cpu_count() or 1), thread_name_prefix="sweep")
"""Few, because each holds all the dealer's hands."""


KEPT_FROM: Final = 1_000_000
"""Rows from which on counting takes longer than reading from disk."""

_ARRAYS: Final = {"paid": np.int32, "counts": np.int32, "ways": np.int64, "merged": np.int32}


@dataclass(frozen=True)
class Asked:
    """What is asked of a game's rules: everything but pays that the counts depend on."""

    rules: Showdown
    player_cards: int
    dealer_cards: int
    up: int
    """Cards of the dealer that lie face up before the decision."""
    lengths: tuple[int, ...]
    """Events that each pay table of the rule prices."""
    deck: Deck = FULL

    @property
    def own_events(self) -> dict[str, Event]:
        """The events of the player's cards alone, by bet."""
        return {bet: each for bet, each in self.rules.events.items() if each.of is not Of.ALL}

    @property
    def fixed(self) -> tuple[int, ...]:
        """The suits that some event tells apart."""
        return suits_of("".join(each.suits for each in self.own_events.values()), self.deck)

    @property
    def hands(self) -> int:
        """All hands of a player, with all cards that may be up."""
        cards = len(self.deck.cards)
        return comb(cards, self.player_cards) * comb(cards - self.player_cards, self.up)

    @property
    def is_large(self) -> bool:
        """Whether counting takes longer than reading from disk."""
        return self.hands // factorial(self.deck.suits) >= KEPT_FROM

    def count(self, progress: Progress = unseen) -> "Counts":
        """Every situation of the game; the counts hold for all pay tables."""
        return count(self, progress)

    def arrays(self, counts: "Counts") -> Arrays:
        """The numbers of the counts."""
        return {name: getattr(counts, name) for name in _ARRAYS}

    def from_arrays(self, arrays: Arrays) -> "Counts":
        """The counts with these numbers; ValueError where they are not those of all deals."""
        if {name: each.dtype for name, each in arrays.items()} != _ARRAYS:
            raise ValueError("the arrays have numbers of another kind")
        found = Counts(self, kinds_of(self), **arrays)
        rows, regions = len(found.ways), found.kinds.starts.shape[1] - 1
        if found.counts.shape != (rows, regions) or found.paid.shape != (rows,):
            raise ValueError("the arrays do not fit together")
        if found.hands != self.hands or int(found.counts[0].sum()) != self.going_on:
            raise ValueError("the counts are not those of all deals")
        if int(found.paid.max()) >= len(found.kinds.player) or int(found.merged.max()) >= rows:
            raise ValueError("a number points beyond the end")
        return found

    @property
    def going_on(self) -> int:
        """Ways in which every situation goes on."""
        rest = len(self.deck.cards) - self.player_cards - self.up
        return comb(rest, self.dealer_cards - self.up)


def cards_up(game: Game) -> int:
    """Cards of the dealer that lie face up when a player decides, the same in every deal style.

    0 where nothing is decided.
    """
    if not game.decisions:
        return 0
    for steps in game.procedures.values():
        for step in steps:
            if step.choices:
                break
            shows = (Who.DEALER in step.turns, *(each.to is Who.DEALER for each in step.passes))
            if step.when and any(shows):
                raise Refused(
                    f"{game.key} cannot be counted: the option {step.when} decides what a player"
                    f" sees of the {game.dealer}'s cards",
                    code="game.unsolved",
                )
    found = {
        style: game.faces_at_decision(Who.DEALER, style).count("u") for style in game.procedures
    }
    if len({*found.values()}) > 1:
        told = listed(f"{number} in deal style {style!r}" for style, number in found.items())
        raise Refused(
            f"{game.key} cannot be counted: the number of the {game.dealer}'s cards that are up"
            f" when a player decides differs: {told}",
            code="game.unsolved",
        )
    return next(iter(found.values()))


def question(game: Game, rules: Showdown, deck: Deck = FULL) -> Asked:
    """What has to be asked to count a game, or a sentence that says why it cannot be."""
    if game.board_cards:
        raise Refused(
            f"{game.key} cannot be counted: it has {game.board_cards} shared card"
            f"{'s' * (game.board_cards > 1)}, and its kind Showdown compares hands without any",
            code="game.unsolved",
        )
    for style in game.procedures if game.decisions else ():
        if len(game.faces_at_decision(Who.SEATS, style)) < game.player_cards:
            raise Refused(
                f"{game.key} cannot be counted: a player decides before all of the"
                f" {game.player_cards} cards are dealt",
                code="game.unsolved",
            )
    held = comb(len(deck.cards), game.player_cards)
    if game.player_cards > LARGEST or held > MOST_HELD:
        raise Refused(
            f"{game.key} cannot be counted: a player may hold {held:,} hands of"
            f" {game.player_cards} cards, and {MOST_HELD:,} can be counted",
            code="game.unsolved",
        )
    up = cards_up(game)
    hidden = game.dealer_cards - up
    if hidden < 1:
        raise Refused(
            f"{game.key} cannot be counted: no card of the {game.dealer} is hidden when a player"
            " decides",
            code="game.unsolved",
        )
    hands = comb(len(deck.cards), max(game.dealer_cards, hidden))
    if hands > _MOST_HANDS:
        raise Refused(
            f"{game.key} cannot be counted: the {game.dealer} may hold {hands:,} hands, and"
            f" {_MOST_HANDS:,} can be swept",
            code="game.unsolved",
        )
    columns = columns_of(game, rules).values()
    lengths = tuple(
        len(column.events)
        for bet, key in columns
        for column in game.bet(bet).columns
        if column.key == key
    )
    return Asked(rules, game.player_cards, game.dealer_cards, up, lengths, deck)


@dataclass(frozen=True)
class Kinds:
    """The player's hands by strength and events; those of one kind are settled alike."""

    strengths: Ints
    events: Ints
    """By kind, a column for each event that the rule takes."""
    starts: Ints
    """The dealer's classes at which the regions of each kind begin."""
    paid: Ints
    """For each kind, what it is paid for: kinds that win alike in every region have one number."""
    player: Ints
    """By what is paid for: a strength of the player that is paid so."""
    told: Ints
    """By what is paid for: the events."""
    dealers: Ints
    """By what is paid for and region: a strength of the dealer in that region."""


@dataclass(frozen=True)
class Rows:
    """The player's hands that have to be told apart, in the order of their kinds."""

    hands: Hands
    """As positions in the deck."""
    ways: Ints
    kind: NDArray[np.int32]
    orbit: NDArray[np.int32]
    first: Ints
    """Where each kind begins."""
    of: NDArray[np.int32]
    """The row of every image of the player's hands, before any are left out for a card up."""


@dataclass(frozen=True)
class Counts:
    """How the deals go on from every situation; situations that no price can tell apart are one."""

    asked: Asked
    kinds: Kinds
    paid: NDArray[np.int32]
    """What each situation is paid for."""
    counts: NDArray[np.int32]
    """Dealer's hands by situation and region."""
    ways: Ints
    """How many hands, with cards up, are in each situation."""
    merged: NDArray[np.int32]
    """For every row of every job in turn, the situation it is in."""

    @property
    def going_on(self) -> int:
        """Dealer's hands that are possible in a situation."""
        return self.asked.going_on

    @property
    def hands(self) -> int:
        """All hands of a player, with all cards that may be up."""
        return int(self.ways.sum())

    @property
    def deals(self) -> int:
        """All deals."""
        return self.hands * self.going_on

    @cached_property
    def jobs(self) -> "tuple[Job, ...]":
        """The cards that may be up, and the player's hands against each."""
        return tuple(jobs_of(self.asked))

    def situations(self) -> "Iterator[tuple[Job, Rows, NDArray[np.int32]]]":
        """For each of the jobs its rows, and the situation of every row."""
        start = 0
        for job in self.jobs:
            rows = job.rows()
            end = start + len(rows.ways)
            yield job, rows, self.merged[start:end]
            start = end


def by_hand(counts: Counts, known: NDArray[Any]) -> NDArray[Any]:
    """What is known of situations, for every hand by its place; with a card up, for each such too.

    A hand that holds the card up has nothing.
    """
    asked_of, deck = counts.asked, counts.asked.deck
    hands, cards = comb(len(deck.cards), asked_of.player_cards), len(deck.cards)
    if asked_of.up > 1:
        raise Refused(
            f"a table by {asked_of.up} cards that are up would be too large", code="game.unsolved"
        )
    found = np.zeros((hands, cards) if asked_of.up else (hands,), known.dtype)
    swaps = [
        np.array(swap)
        for swap in permutations(range(deck.suits))
        if all(swap[suit] == suit for suit in asked_of.fixed)
    ]
    for job, _, situation in counts.situations():
        of = job.row_of_image()
        own = images(asked_of.player_cards, job.fixed, deck).hands[of >= 0].astype(np.int64)
        said = known[situation[of[of >= 0]]]
        for swap in swaps:
            swapped = np.sort(own // deck.suits * deck.suits + swap[own % deck.suits], axis=1)
            place = sum(CHOOSE[i + 1, swapped[:, i]] for i in range(own.shape[1]))
            if job.up:
                up = job.up[0] // deck.suits * deck.suits + swap[job.up[0] % deck.suits]
                found[place, up] = said
            else:
                found[place] = said
    return found


class Job(NamedTuple):
    """Cards that may be up, one set for all that a swap of suits makes of them."""

    asked: Asked
    up: tuple[int, ...]
    """As positions in the deck."""
    ways: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that are up."""
        return tuple(self.asked.deck.cards[each] for each in self.up)

    @property
    def fixed(self) -> tuple[int, ...]:
        """The suits that events or the cards up tell apart."""
        suits = {each % self.asked.deck.suits for each in self.up}
        return tuple(sorted({*self.asked.fixed, *suits}))

    def rows(self) -> Rows:
        """The player's hands that do not hold the cards up."""
        every = rows_of(self.asked, self.fixed)
        if not self.up:
            return every
        apart = self._apart(every)
        kind = every.kind[apart]
        first = np.searchsorted(kind, np.arange(len(every.first)))
        ways = every.ways[apart] * self.ways
        return Rows(every.hands[apart], ways, kind, every.orbit[apart], first, every.of)

    def row_of_image(self) -> NDArray[np.int32]:
        """The row of every image of the player's hands, -1 where it holds a card that is up."""
        every = rows_of(self.asked, self.fixed)
        apart = self._apart(every)
        place = np.where(apart, np.cumsum(apart) - 1, -1).astype(np.int32)
        return place[every.of]

    def _apart(self, every: Rows) -> NDArray[np.bool_]:
        """Whether each hand holds none of the cards up."""
        apart = np.ones(len(every.ways), np.bool_)
        for card in self.up:
            for column in every.hands.T:
                apart &= column != card
        return apart


def jobs_of(asked_of: Asked) -> Iterator[Job]:
    """The cards that may be up, up to swaps of the suits that no event tells apart."""
    if asked_of.up == 0:
        yield Job(asked_of, (), 1)
        return
    found = images(asked_of.up, asked_of.fixed, asked_of.deck)
    for up, ways in zip(found.hands.tolist(), found.ways.tolist(), strict=True):
        yield Job(asked_of, tuple(up), ways)


def numbered(numbers: Ints) -> tuple[Ints, Ints]:
    """The different numbers, rising, and the place of each among them."""
    least, most = int(numbers.min()), int(numbers.max())
    if most - least >= _TABLE:
        different, places = np.unique(numbers, return_inverse=True)
        return different, places.astype(np.int64)
    is_there = np.zeros(most - least + 1, np.bool_)
    is_there[numbers - least] = True
    return np.flatnonzero(is_there) + least, (np.cumsum(is_there) - 1)[numbers - least]


class Ranked(NamedTuple):
    """Hands of one size by strength; classes number the different strengths from 0 up."""

    strengths: Ints
    """Of each class, rising."""
    class_of: Classes
    """By orbit."""


@lru_cache(maxsize=8)
def ranked(rule: Rule, size: int, deck: Deck) -> Ranked:
    """What a rule makes of the hands of so many cards."""
    every, cards = orbits(size, deck), np.array(deck.cards)
    strengths = asked(rule, every.hands, cards)
    check_suits(rule, "", every.hands, np.array(deck.cards))
    different, classes = numbered(strengths)
    if len(different) > MOST_STRENGTHS:
        raise Refused(
            f"the rule {rule.__name__} gives {len(different):,} different strengths to hands of"
            f" {size} cards: {MOST_STRENGTHS:,} can be counted",
            code="game.unsolved",
        )
    return Ranked(different, classes.astype(np.int16))


@lru_cache(maxsize=4)
def classes_by_place(rule: Rule, size: int, deck: Deck) -> Classes:
    """The class of every hand of so many cards, by place."""
    return spread(orbits(size, deck), ranked(rule, size, deck).class_of)


@lru_cache(maxsize=8)
def kinds_of(asked_of: Asked) -> Kinds:
    """The kinds of the player's hands, and where their regions begin."""
    keys, _ = _numbers(asked_of)
    sizes = tuple(
        int(events_of(each.rule, each.suits, asked_of.player_cards, asked_of.deck).max()) + 1
        for each in _different(asked_of).values()
    )
    own, events = _from_keys(asked_of, keys, sizes)
    player = ranked(asked_of.rules.player.rule, asked_of.player_cards, asked_of.deck)
    dealer = ranked(asked_of.rules.dealer.rule, asked_of.dealer_cards, asked_of.deck)
    settle, strengths = asked_of.rules.settle, player.strengths[own]
    pays = pays_apart(signature_of(settle).pays, asked_of.lengths)
    starts = region_starts(settle, strengths, events, dealer.strengths, pays)
    classes = len(dealer.strengths)
    dealers = dealer.strengths[np.minimum(starts[:, :-1], classes - 1)]
    bets = len(signature_of(settle).result._fields)
    units = np.empty((*dealers.shape, bets), np.int64)
    loops(settle).units(strengths, events, dealers, pays, units)
    units[starts[:, :-1] == classes] = 0
    told = np.concatenate(
        [events, (starts < classes).sum(axis=1)[:, None], units.reshape(len(units), -1)], axis=1
    )
    first, paid = distinct(told)
    return Kinds(
        strengths,
        events,
        starts,
        paid.astype(np.int64),
        strengths[first],
        events[first],
        dealers[first],
    )


def _different(asked_of: Asked) -> dict[Rule, Event]:
    """The events of the player's cards by rule: bets that pay for the same events share one."""
    return {each.rule: each for each in asked_of.own_events.values()}


def _keys(asked_of: Asked, fixed: tuple[int, ...]) -> Ints:
    """A number for the class and the events of each hand, when some suits are told apart."""
    size, deck = asked_of.player_cards, asked_of.deck
    found = images(size, fixed, deck)
    keys = ranked(asked_of.rules.player.rule, size, deck).class_of.astype(np.int64)[found.orbit]
    for rule, event in _different(asked_of).items():
        said = events_of(rule, event.suits, size, deck)
        if not event.suits:
            own = said[found.orbit]
        elif fixed == suits_of(event.suits, deck):
            own = said
        else:
            own = asked(rule, found.hands, np.array(deck.cards))
        keys = keys * (int(said.max()) + 1) + own
    return keys


def suits_of(letters: str, deck: Deck) -> tuple[int, ...]:
    """The suits that letters name, as far as the deck has them."""
    return tuple(suit for suit in range(deck.suits) if SUIT_LETTERS[suit] in letters)


@lru_cache(maxsize=16)
def events_of(rule: Rule, suits: str, size: int, deck: Deck) -> Ints:
    """What a rule says of the hands that its own suits tell apart."""
    found = images(size, suits_of(suits, deck), deck)
    said = asked(rule, found.hands, np.array(deck.cards))
    check_suits(rule, suits, found.hands, np.array(deck.cards))
    return said


def _from_keys(asked_of: Asked, keys: Ints, sizes: tuple[int, ...]) -> tuple[Ints, Ints]:
    """The player's classes, and the events in the order in which the rule takes them."""
    numbers = {}
    for rule, size in reversed(list(zip(_different(asked_of), sizes, strict=True))):
        keys, numbers[rule] = np.divmod(keys, size)
    fields = [each.replace("_", "-") for each in signature_of(asked_of.rules.settle).events._fields]
    events = np.zeros((len(keys), len(fields)), np.int64)
    for column, bet in enumerate(fields):
        if bet in asked_of.own_events:
            events[:, column] = numbers[asked_of.own_events[bet].rule]
    return keys, events


@lru_cache(maxsize=8)
def rows_of(asked_of: Asked, fixed: tuple[int, ...]) -> Rows:
    """The player's hands that differ when some suits are told apart, in the order of kinds."""
    found = images(asked_of.player_cards, fixed, asked_of.deck)
    keys, kind = _numbers(asked_of)
    if fixed != asked_of.fixed:
        kind = np.searchsorted(keys, _keys(asked_of, fixed))
    hands, ways, orbit = found.hands, found.ways, found.orbit
    if asked_of.up == 0:
        one, ways, of = _like(orbit, kind, ways)
        hands, kind, orbit = hands[one], kind[one], orbit[one]
    order, first = _by_kind(kind, len(keys))
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return Rows(
        hands[order],
        ways[order],
        kind[order].astype(np.int32),
        orbit[order],
        first,
        place[of] if asked_of.up == 0 else place,
    )


@lru_cache(maxsize=8)
def _numbers(asked_of: Asked) -> tuple[Ints, Ints]:
    """The keys that occur, rising, and the place of each image's key among them."""
    return numbered(_keys(asked_of, asked_of.fixed))


@kernel
def _by_kind(kind: Ints, kinds: int) -> tuple[Ints, Ints]:
    """The rows in the order of their kinds, and where each kind begins."""
    first = np.zeros(kinds + 1, np.int64)
    for each in kind:
        first[each + 1] += 1
    for k in range(kinds):
        first[k + 1] += first[k]
    ends = first.copy()
    order = np.empty(len(kind), np.int64)
    for i in range(len(kind)):
        order[ends[kind[i]]] = i
        ends[kind[i]] += 1
    return order, first


@kernel
def _like(orbit: NDArray[np.int32], kind: Ints, ways: Ints) -> tuple[Ints, Ints, Ints]:
    """One hand for all of an orbit that are of one kind, how many it stands for, and for which."""
    one = np.empty(len(orbit), np.int64)
    found = np.empty(len(orbit), np.int64)
    of = np.empty(len(orbit), np.int64)
    number = begin = 0
    for i in range(len(orbit)):
        if i > 0 and orbit[i] != orbit[i - 1]:
            begin = number
        at = begin
        while at < number and kind[one[at]] != kind[i]:
            at += 1
        if at == number:
            one[at] = i
            found[at] = 0
            number += 1
        found[at] += ways[i]
        of[i] = at
    return one[:number].copy(), found[:number].copy(), of


def count(asked_of: Asked, progress: Progress = unseen) -> Counts:
    """Every situation of the game; the counts hold for all pay tables."""
    kinds, jobs = kinds_of(asked_of), list(jobs_of(asked_of))
    for fixed in {job.fixed for job in jobs}:
        rows_of(asked_of, fixed)  # once, before threads ask for the same
    dealer = asked_of.rules.dealer.rule
    classes = len(ranked(dealer, asked_of.dealer_cards, asked_of.deck).strengths)
    classes_by_place(dealer, asked_of.dealer_cards, asked_of.deck)
    asks = questions(kinds.starts, classes)
    rows = sum(len(rows_of(asked_of, job.fixed).ways) for job in jobs)
    merged, end, number = np.empty(rows, np.int32), 0, 0
    parts: list[tuple[Whole, Ints]] = []

    def work(job: Job) -> tuple[Whole, Ints, NDArray[np.int32]]:
        return _merged(*_counted(job, kinds, asks, classes))

    for situations, ways, of in map(work, jobs) if len(jobs) == 1 else _JOBS.map(work, jobs):
        parts.append((situations, ways))
        merged[end : end + len(of)] = of + number
        end, number = end + len(of), number + len(ways)
        progress(len(parts) / len(jobs))
    merged = merged[:end]
    situations, ways = (np.concatenate(each) for each in zip(*parts, strict=True))
    if len(jobs) > 1:
        parts.clear()
        situations, ways, of = _merged(situations, ways)
        for start in range(0, end, _TABLE):
            some = slice(start, start + _TABLE)
            merged[some] = of[merged[some]]
    found = Counts(
        asked_of,
        kinds,
        situations[:, 0].astype(np.int32),
        np.ascontiguousarray(situations[:, 1:], np.int32),
        ways,
        merged,
    )
    cards = len(asked_of.deck.cards)
    every = comb(cards, asked_of.player_cards) * comb(cards - asked_of.player_cards, asked_of.up)
    assert found.hands == every, "every hand with every card up is in one situation"
    return found


def _counted(job: Job, kinds: Kinds, asks: Questions, classes: int) -> tuple[Whole, Ints]:
    """What each row is paid for with its dealer's hands by region, and how many hands it is."""
    asked_of, rows = job.asked, job.rows()
    cards, hidden = len(asked_of.deck.cards), asked_of.dealer_cards - asked_of.up
    class_of = classes_by_place(asked_of.rules.dealer.rule, asked_of.dealer_cards, asked_of.deck)
    dealers = dealers_of(class_of, classes, cards, hidden, np.array(job.up, np.int64))
    upto = np.full((len(rows.ways), kinds.starts.shape[1]), asked_of.going_on, np.int32)
    sweep(asked_of.player_cards, hidden)(
        dealers,
        asks,
        rows.first,
        rows.hands,
        counters(cards, asked_of.player_cards, hidden),
        upto,
    )
    _to_regions(kinds.paid, rows.kind, asked_of.going_on, upto)
    return upto, rows.ways


@kernel
def _to_regions(paid: Ints, kind: Whole, going_on: int, upto: NDArray[np.int32]) -> None:
    """Turn hands below each edge into what is paid for and the hands of each region, in place."""
    edges = upto.shape[1] - 2
    for i in range(len(upto)):
        above = going_on
        for j in range(edges - 1, -1, -1):
            below = upto[i, j]
            upto[i, j + 2] = above - below
            above = below
        upto[i, 1] = above
        upto[i, 0] = paid[kind[i]]


def _merged(rows: Whole, ways: Ints) -> tuple[Whole, Ints, NDArray[np.int32]]:
    """The different rows, how many hands are like each, and which of them each row is."""
    first, of = distinct(rows)
    together = np.zeros(len(first), np.int64)
    _add_up(of, ways, together)
    return rows[first], together, of


@kernel
def _add_up(of: NDArray[np.int32], ways: Ints, together: Ints) -> None:
    for i in range(len(of)):
        together[of[i]] += ways[i]


def forget() -> None:
    """Drop what the rules said; which hands differ only by suits stays."""
    for each in (ranked, classes_by_place, kinds_of, events_of, rows_of, _numbers):
        each.cache_clear()
