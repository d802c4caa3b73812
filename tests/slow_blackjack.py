"""The blackjack leg once more: points on the cards, fractions, one card after the other.

It follows the words of the rules and shares nothing with the analysis but the house's options.
Nothing in it is fast, so that it plays decks of a few values only.
"""

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from fairdeal.analysis.blackjack.house import House

Hand: TypeAlias = tuple[int, ...]
"""Points: 2 to 10, and 11 for an ace."""
Chances: TypeAlias = dict[Fraction, Fraction]
"""Probability of each net result."""
Considers: TypeAlias = Callable[[int, bool], Collection[str]]


class Seen(NamedTuple):
    """All that does not change while a hand is played."""

    up: int
    house: House
    considers: Considers


def anything(points: int, soft: bool) -> Collection[str]:
    return ("stand", "hit", "double", "split")


def count(hand: Hand) -> tuple[int, bool]:
    hard = sum(1 if card == 11 else card for card in hand)
    return (hard + 10, True) if 11 in hand and hard <= 11 else (hard, False)


def without(deck: Hand, card: int) -> Hand:
    at = deck.index(card)
    return deck[:at] + deck[at + 1 :]


def shares(cards: Hand) -> dict[int, Fraction]:
    return {card: Fraction(cards.count(card), len(cards)) for card in set(cards)}


def holes(deck: Hand, seen: Seen) -> Hand:
    """The cards that may lie under the up card, as far as the player knows."""
    return tuple(card for card in deck if not (seen.house.peeks and card + seen.up == 21))


def mixed(parts: Iterable[tuple[Fraction, Chances]]) -> Chances:
    chances: Chances = {}
    for share, part in parts:
        for net, chance in part.items() if share else ():
            chances[net] = chances.get(net, Fraction(0)) + share * chance
    return chances


@cache
def dealer_ends(hand: Hand, deck: Hand, hits_soft_17: bool) -> Chances:
    points, soft = count(hand)
    if points > 17 or len(hand) == 7 or (points == 17 and not (soft and hits_soft_17)):
        return {Fraction(points): Fraction(1)}
    return mixed(
        (chance, dealer_ends(tuple(sorted((*hand, card))), without(deck, card), hits_soft_17))
        for card, chance in shares(deck).items()
    )


def won(hand: Hand, split: bool, dealer: Fraction, natural: bool, house: House) -> Fraction:
    points = count(hand)[0]
    if len(hand) == 2 and points == 21 and not split:
        return Fraction(0) if natural else Fraction(*house.natural)
    if points > 21:
        return Fraction(-1)
    if len(hand) == 7 and house.seven_card_win:
        return Fraction(1)
    if natural or points < dealer <= 21:
        return Fraction(-1)
    return Fraction(0 if points == dealer else 1)


@cache
def settled(hands: tuple[Hand, ...], bets: int, deck: Hand, seen: Seen) -> Chances:
    parts: list[tuple[Fraction, Chances]] = []
    for hole, share in shares(holes(deck, seen)).items():
        natural = hole + seen.up == 21
        hand = tuple(sorted((seen.up, hole)))
        ends = dealer_ends(hand, without(deck, hole), seen.house.hits_soft_17)
        for dealer, chance in ends.items():
            split = len(hands) == 2
            nets = [bets * won(each, split, dealer, natural, seen.house) for each in hands]
            parts.append((share * chance, {sum(nets, Fraction(0)): Fraction(1)}))
    return mixed(parts)


def drawn(deck: Hand, seen: Seen) -> list[tuple[int, Fraction]]:
    """How likely each card is to come next: one of the others is the hole card."""
    chances = mixed(
        (share, {Fraction(card): each for card, each in shares(without(deck, hole)).items()})
        for hole, share in shares(holes(deck, seen)).items()
    )
    return [(int(card), chance) for card, chance in chances.items()]


def worth(chances: Chances) -> Fraction:
    return sum((net * chance for net, chance in chances.items()), Fraction(0))


@cache
def each_word(hands: tuple[Hand, ...], at: int, deck: Hand, seen: Seen) -> dict[str, Chances]:
    """What follows from every word to the hand *at*, the best words following."""
    hand, used = hands[at], sum(map(len, hands))
    words = {"stand": played(hands, at + 1, deck, seen)}
    draws: list[tuple[Fraction, Chances]] = []
    doubles: list[tuple[Fraction, Chances]] = []
    for card, chance in drawn(deck, seen):
        grown = (*hands[:at], tuple(sorted((*hand, card))), *hands[at + 1 :])
        rest = without(deck, card)
        bust = count(grown[at])[0] > 21
        following = len(hands) if used == 6 else at + bust
        draws.append((chance, played(grown, following, rest, seen)))
        if used == 2:
            doubles.append((chance, settled(grown, 2, rest, seen)))
    words["hit"] = mixed(draws)
    if used == 2:
        words["double"] = mixed(doubles)
    if used == 2 and hand == (11, 11):
        words["split"] = mixed(
            [
                (chance * second, split_aces(card, other, without(rest, other), seen))
                for card, chance in drawn(deck, seen)
                if (rest := without(deck, card))
                for other, second in drawn(rest, seen)
            ]
        )
    return words


def split_aces(card: int, other: int, deck: Hand, seen: Seen) -> Chances:
    hands = (tuple(sorted((11, card))), tuple(sorted((11, other))))
    return played(hands, 0 if seen.house.split_draws else 2, deck, seen)


def played(hands: tuple[Hand, ...], at: int, deck: Hand, seen: Seen) -> Chances:
    if at == len(hands):
        return settled(hands, 1, deck, seen)
    words = each_word(hands, at, deck, seen)
    return words[best(words, hands[at], seen)]


def best(words: dict[str, Chances], hand: Hand, seen: Seen) -> str:
    considered = [word for word in words if word in seen.considers(*count(hand))]
    return max(considered, key=lambda word: worth(words[word]))


class Slow(NamedTuple):
    """What becomes of two cards."""

    law: Chances
    wager: Fraction
    values: dict[str, Fraction]


def start(a: int, b: int, deck: Hand, seen: Seen) -> Slow:
    share = Fraction(len(holes(deck, seen)), len(deck))
    lost: Chances = {won((a, b), False, Fraction(21), True, seen.house): Fraction(1)}
    if a + b == 21:
        paid = settled(((a, b),), 1, deck, seen)
        return Slow(mixed([(share, paid), (1 - share, lost)]), Fraction(1), {})
    if not share:
        return Slow(lost, Fraction(1), {})
    words = each_word(((a, b),), 0, deck, seen)
    said = best(words, (a, b), seen)
    bets = 2 if said in ("double", "split") else 1
    return Slow(
        mixed([(share, words[said]), (1 - share, lost)]),
        share * bets + (1 - share),
        {word: worth(chances) for word, chances in words.items()},
    )
