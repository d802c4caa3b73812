"""How far two hands of one round go together: they play against the same dealer's cards."""

from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from fairdeal.analysis import bank
from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.solvers.asking import asked, loops, signature_of
from fairdeal.analysis.solvers.decisions import best
from fairdeal.analysis.solvers.declared import Bets, Declared
from fairdeal.analysis.solvers.orbits import CHOOSE, every_hand, orbits, pair_place
from fairdeal.analysis.solvers.showdown import by_hand
from fairdeal.games.kinds import Of
from fairdeal.games.showdown import given_up, pays_of
from fairdeal.games.terms import Terms

DECK: Final = 52

SIZE: Final = 3
"""Cards of a hand for which every two hands can be held against every hand of the dealer."""

MOST_CARDS: Final = 4
"""Cards of a hand up to which every two hands are held against each other."""

_PARTS: Final = 32


def two_heads(of: Declared, under: Terms) -> Fraction | None:
    """The covariance of two seats' base games with the same wager, played as well as can be.

    Of net units of the head; None where it has not been counted.
    """
    if bank.is_known(of.game):
        return bank.bank(under, players=2).covariance
    events = (of.rules.events.get(bet) for bet in of.base)
    if any(event is not None and event.of is Of.ALL for event in events):
        return None
    if of.asked.up or (of.game.player_cards, of.game.dealer_cards) != (SIZE, SIZE):
        return None
    return of_nets(nets_of(of, under))


def two_alone(of: Bets, bet: str, under: Terms) -> Fraction | None:
    """The covariance of two seats' bets on their own cards alone, with the same wager.

    Both hands come out of one deck.  Of net units, with meters at their reset level; None where it
    has not been counted: where more than a seat's own cards decides, or hands have too many cards.
    """
    game = of.game
    folds = game.has_fold and game.bet(of.head).is_required(under.options)
    is_lost = folds and not game.bet(bet).survives(under.options)
    pays_others = bet in under.pay and under.pay[bet].others is not None
    if of.shared(bet) or is_lost or pays_others or game.player_cards > MOST_CARDS:
        return None
    nets = of.events_paid(bet, under, AT_RESET)
    if nets is None:
        return None
    parts = lcm(*(net.denominator for net in nets))
    hands = every_hand(game.player_cards)
    units = np.array([int(net * parts) for net in nets])[asked(of.rules.events[bet].rule, hands)]
    deals = len(hands) * comb(DECK - game.player_cards, game.player_cards)
    mean = Fraction(int(units.sum()), len(hands))
    return (Fraction(_products(hands, units), deals) - mean**2) / parts**2


def _products(hands: Ints, units: Ints) -> int:
    """The products of what every two hands win that have no card in common.

    By inclusion and exclusion over the cards that they might share.
    """
    total = 0
    for number in range(hands.shape[1] + 1):
        sums = np.zeros(comb(DECK, number), np.int64)
        for some in combinations(range(hands.shape[1]), number):
            place = np.zeros(len(hands), np.int64)
            for i, column in enumerate(some, 1):
                place += CHOOSE[i, hands[:, column]]
            np.add.at(sums, place, units)
        total += (-1) ** number * sum(each * each for each in sums.tolist())
    return total


class Nets(NamedTuple):
    """What every hand wins against every hand of the dealer, in parts of a unit."""

    kind: Ints
    """Of the player's hands, by place; those of one kind win the same."""
    dealer: Ints
    """The class of the dealer's hands, by orbit; hands of one class are as strong."""
    units: Ints
    """By kind and class."""
    parts: int


def nets_of(of: Declared, under: Terms) -> Nets:
    """The base game of every hand, played as well as can be."""
    game, settle, every = of.game, of.rules.settle, np.arange(DECK)
    counts = of.counts()
    chosen = best(counts, of.prices(counts, under, AT_RESET), of.choices, of.base)
    hands = every_hand(SIZE)
    columns = [by_hand(counts, chosen).astype(np.int64), asked(of.rules.player.rule, hands, every)]
    for field in of.fields:
        bet = field.replace("_", "-")
        counts_here = bet in of.base
        columns.append(
            asked(of.rules.events[bet].rule, hands, every)
            if counts_here
            else np.zeros(len(hands), np.int64)
        )
    rows, kind = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    strengths, dealer = np.unique(
        asked(of.rules.dealer.rule, orbits(SIZE).hands, every), return_inverse=True
    )
    bets = [field.replace("_", "-") for field in signature_of(settle).result._fields]
    won = np.empty((len(rows), len(strengths), len(bets)), np.int64)
    against = np.ascontiguousarray(np.broadcast_to(strengths, won.shape[:2]))
    told = np.ascontiguousarray(rows[:, 2:])
    pays = pays_of(game, of.rules, under)
    loops(settle).units(np.ascontiguousarray(rows[:, 1]), told, against, pays, won)
    parts = lcm(*(game.bet(bet).parts for bet in of.base))
    units = np.zeros(won.shape[:2], np.int64)
    for number, choice in enumerate(of.choices):
        mine = rows[:, 0] == number
        for bet, size in of.base.items():
            times = size * (choice.stakes.get(bet, 0) + (bet not in of.decided))
            lost = given_up(game, bet, under.options) if choice.folds else None
            own = won[mine, :, bets.index(bet)] if lost is None else lost
            units[mine] += times * (parts // game.bet(bet).parts) * own
    return Nets(kind.reshape(-1), dealer.reshape(-1), units, parts)


def of_nets(nets: Nets) -> Fraction:
    """The covariance of two seats, over every deal to both and to the dealer."""
    every = orbits(SIZE)
    jobs = [
        THREADS.submit(
            sums_of,
            every.hands[part].astype(np.int64),
            nets.dealer[part],
            every_hand(SIZE),
            nets.kind,
            nets.units,
        )
        for part in np.array_split(np.arange(len(every.ways)), _PARTS)
    ]
    own = np.concatenate([job.result() for job in jobs]).tolist()
    total, products = (
        sum(size * sums[which] for size, sums in zip(every.ways.tolist(), own, strict=True))
        for which in (0, 1)
    )
    deals = comb(DECK, SIZE) * comb(DECK - SIZE, SIZE)
    mean, square = Fraction(total, deals), Fraction(products, deals * comb(DECK - 2 * SIZE, SIZE))
    return (square - mean**2) / nets.parts**2


@kernel
def sums_of(dealers: Ints, classes: Ints, hands: Ints, kinds: Ints, units: Ints) -> Ints:
    """For each of some dealer hands: the units of all hands, and the products of every two.

    Two seats have no card in common: pairs of hands are counted by inclusion and exclusion over
    the cards they might share.
    """
    sums = np.zeros((len(dealers), 2), np.int64)
    for i in range(len(dealers)):
        d, e, f = dealers[i]
        every = apart = 0
        with_one = np.zeros(DECK, np.int64)
        with_two = np.zeros(DECK * (DECK - 1) // 2, np.int64)
        for h in range(len(hands)):
            a, b, c = hands[h]
            if a in (d, e, f) or b in (d, e, f) or c in (d, e, f):
                continue
            net = units[kinds[h], classes[i]]
            every += net
            apart -= net * net
            with_one[a] += net
            with_one[b] += net
            with_one[c] += net
            with_two[pair_place(a, b)] += net
            with_two[pair_place(a, c)] += net
            with_two[pair_place(b, c)] += net
        apart += every * every
        for one in range(len(with_one)):
            apart -= with_one[one] ** 2
        for two in range(len(with_two)):
            apart += with_two[two] ** 2
        sums[i, 0] = every
        sums[i, 1] = apart
    return sums
