"""Deals one after the other, where counting without a loop will not do.

A bet on the player's and the dealer's cards together looks at every card of a deal, and advice may
know cards that no table of counts foresees.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from fairdeal.analysis.compiled import THREADS, Ints, Whole, kernel, part
from fairdeal.analysis.progress import Progress
from fairdeal.analysis.solvers.asking import first, pays_apart, region_starts, signature_of, store
from fairdeal.analysis.solvers.orbits import CHOOSE, Hands
from fairdeal.analysis.solvers.showdown import Counts, classes_by_place, ranked
from fairdeal.analysis.solvers.sweep import Classes, next_hand
from fairdeal.errors import Refused
from fairdeal.games.kinds import Of, Rule, Showdown, ask, takes_one_by_one

_CHUNK: Final = 50
"""Hands whose deals a thread goes through at a time."""


def split(counts: Counts, bet: str, events: int, progress: Progress) -> Counts:
    """The counts with each region divided by the events of a bet on all the cards together.

    Every row has a situation of its own, because its cards make the events.
    """
    asked_of = counts.asked
    _check_regions(counts, bet, events)
    rule = asked_of.rules.events[bet].rule
    dealer = asked_of.rules.dealer.rule
    class_of = classes_by_place(dealer, asked_of.dealer_cards, asked_of.deck)
    work = _splitting(rule, asked_of.player_cards, asked_of.dealer_cards)
    cards, kinds = np.array(asked_of.deck.cards), counts.kinds
    jobs, paid, ways = [], [], []
    for job, rows, _ in counts.situations():
        up = np.array(job.up, np.int64)
        for start in range(0, len(rows.ways), _CHUNK):
            some = slice(start, start + _CHUNK)
            starts = kinds.starts[rows.kind[some]]
            jobs.append(THREADS.submit(work, rows.hands[some], up, starts, class_of, cards, events))
        paid.append(kinds.paid[rows.kind])
        ways.append(rows.ways)
    done = []
    for each in jobs:
        done.append(each.result())
        progress(len(done) / len(jobs))
    return replace(
        counts,
        paid=np.concatenate(paid).astype(np.int32),
        counts=np.concatenate(done),
        ways=np.concatenate(ways),
        merged=np.arange(sum(map(len, ways)), dtype=np.int32),
    )


def _check_regions(counts: Counts, bet: str, events: int) -> None:
    """Refuse a rule whose regions depend on what all the cards together are."""
    asked_of, kinds = counts.asked, counts.kinds
    dealer = ranked(asked_of.rules.dealer.rule, asked_of.dealer_cards, asked_of.deck)
    settle = asked_of.rules.settle
    forms = signature_of(settle)
    pays = pays_apart(forms.pays, asked_of.lengths)
    told = kinds.events.copy()
    for event in range(events):
        told[:, forms.events._fields.index(bet.replace("-", "_"))] = event
        starts = region_starts(settle, kinds.strengths, told, dealer.strengths, pays)
        if not np.array_equal(starts, kinds.starts):
            raise Refused(
                f"{bet} cannot be counted with the base game: the rule compares hands otherwise for"
                " some of its events",
                code="game.unsolved",
            )


@cache
def _splitting(rule: Rule, size: int, dealt: int) -> Callable[..., Ints]:
    say = _saying(rule, size + dealt)

    @kernel
    def count_events(
        hands: Hands, up: Ints, starts: Ints, class_of: Classes, cards: Ints, events: int
    ) -> Ints:
        """Dealer's hands by region and event, for every hand."""
        found = np.zeros((len(hands), (starts.shape[1] - 1) * events), np.int32)
        every, dealer = np.empty(size + dealt, np.int64), np.empty(dealt, np.int64)
        same = np.arange(64)
        for i in range(len(hands)):
            rest = _rest(hands[i], up, len(cards))
            for j in range(size):
                every[j] = cards[hands[i, j]]
            hidden = np.arange(dealt - len(up))
            while hidden[-1] < len(rest):
                _fill_dealer(rest, hidden, up, dealer)
                place = 0
                for j in range(dealt):
                    place += CHOOSE[j + 1, dealer[j]]
                    every[size + j] = cards[dealer[j]]
                column = 0
                while starts[i, column + 1] <= class_of[place]:
                    column += 1
                found[i, column * events + say(every, same)] += 1
                next_hand(hidden)
        return found

    return count_events


@cache
def _saying(rule: Rule, size: int) -> Callable[[Any, Any], int]:
    """A rule asked about cards that are in a row."""
    take = first(size)
    if takes_one_by_one(rule, size):

        @part
        def each(row: Any, known: Any) -> int:
            return int(rule(*take(row, known)))

        return each

    @part
    def whole(row: Any, known: Any) -> int:
        return int(rule(take(row, known)))

    return whole


@kernel
def _rest(hand: Whole, up: Ints, cards: int) -> Ints:
    """The positions that are neither in the hand nor up, rising."""
    held = np.zeros(cards, np.int64)
    for card in hand:
        held[card] = 1
    for card in up:
        held[card] = 1
    return np.nonzero(held == 0)[0]


@kernel
def _fill_dealer(rest: Ints, hidden: Ints, up: Ints, dealer: Ints) -> None:
    """The dealer's cards, rising."""
    i = j = 0
    for k in range(len(dealer)):
        if j == len(up) or (i < len(hidden) and rest[hidden[i]] < up[j]):
            dealer[k] = rest[hidden[i]]
            i += 1
        else:
            dealer[k] = up[j]
            j += 1


class Weighed(NamedTuple):
    """All ways in which one situation can go on."""

    units: dict[str, int]
    """Net units of each bet that the rule settles, summed over all of them."""
    number: int


def weighed(
    rules: Showdown,
    held: Sequence[int],
    up: Sequence[int],
    seen: Sequence[int],
    dealt: int,
    pays: Any,
) -> Weighed:
    """What the rule says of every hand the dealer may still have; all in cards of a full deck."""
    forms = signature_of(rules.settle)
    told = np.zeros(len(forms.events._fields), np.int64)
    shared = []
    for place, field in enumerate(forms.events._fields):
        event = rules.events[field.replace("_", "-")]
        if event.of is Of.ALL:
            shared.append((place, event.rule))
        else:
            told[place] = ask(event.rule, tuple(held))
    sums = np.zeros(len(forms.result._fields), np.int64)
    number = _weighing(rules.settle, rules.dealer.rule, tuple(shared), len(held), dealt)(
        np.array(held, np.int64),
        np.array(sorted(up), np.int64),
        np.array([*held, *seen], np.int64),
        ask(rules.player.rule, tuple(held)),
        told,
        pays,
        sums,
    )
    fields = (field.replace("_", "-") for field in forms.result._fields)
    return Weighed(dict(zip(fields, sums.tolist(), strict=True)), number)


@cache
def _weighing(
    settle: Rule, ranking: Rule, shared: tuple[tuple[int, Rule], ...], size: int, dealt: int
) -> Callable[..., int]:
    forms = signature_of(settle)
    take, keep = first(len(forms.events._fields)), store(len(forms.result._fields))
    rank, tell = _saying(ranking, dealt), _telling(shared, size + dealt)
    events_form, bets = forms.events, len(forms.result._fields)

    @kernel
    def weigh(
        held: Ints, up: Ints, gone: Ints, player: int, told: Ints, pays: Any, sums: Ints
    ) -> int:
        rest = _rest(gone, up, 52)
        every, dealer = np.empty(size + dealt, np.int64), np.empty(dealt, np.int64)
        every[:size] = held
        same, units = np.arange(64), np.empty(bets, np.int64)
        hidden = np.arange(dealt - len(up))
        number = 0
        while hidden[-1] < len(rest):
            _fill_dealer(rest, hidden, up, dealer)
            every[size:] = dealer
            tell(every, same, told)
            own = events_form(*take(told, same))
            keep(settle(player, rank(dealer, same), own, pays), units)
            for bet in range(bets):
                sums[bet] += units[bet]
            number += 1
            next_hand(hidden)
        return number

    return weigh


@cache
def _telling(shared: tuple[tuple[int, Rule], ...], size: int) -> Callable[[Any, Any, Any], None]:
    """What writes the events of all the cards together into their places."""
    if not shared:

        @part
        def nothing(every: Any, same: Any, told: Any) -> None:
            return None

        return nothing
    others, (place, rule) = _telling(shared[:-1], size), shared[-1]
    say = _saying(rule, size)

    @part
    def more(every: Any, same: Any, told: Any) -> None:
        others(every, same, told)
        told[place] = say(every, same)

    return more
