"""No way of playing the blackjack hand changes what the poker bet is dealt.

Every order of a small deck is dealt by the game's own rules, with hands of four cards in place of
seven: the leg as the words have it, the dealer's draws, and then both hands filled.
"""

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from fairdeal.cards import parse
from fairdeal.games import blackjack_leg
from fairdeal.games.blackjack_leg import OVER, Leg, Word, after, begin, dealer_stands, may
from fairdeal.hands.blackjack import total_of

FULL = 4
DECK = parse("As Ah 5c 6d Ts 9h 2c 3d")

Policy = Callable[[Leg, int], Word]
"""The word that a player would say first, given the leg and the dealer's card that is up."""


def dealt(order: tuple[int, ...], policy: Policy) -> frozenset[int]:
    """The player's final hand when the deck comes in this order; the rest is the dealer's."""
    deck = iter(order)
    player, dealer = [next(deck)], [next(deck)]
    player.append(next(deck))
    dealer.append(next(deck))
    leg = begin(player[0], player[1], False)
    while leg.current != OVER:
        wish = policy(leg, dealer[0])
        word = wish if may(leg, wish) else Word.STAND
        taken = [next(deck) for _ in range({Word.STAND: 0, Word.SPLIT: 2}.get(word, 1))]
        first, second = (*taken, 0, 0)[:2]
        leg = after(leg, word, first, second, False)
        player += taken
    while len(dealer) < FULL and not dealer_stands(total_of(tuple(dealer)), True):
        dealer.append(next(deck))
    player += [next(deck) for _ in range(FULL - len(player))]
    return frozenset(player)


POLICIES: dict[str, Policy] = {
    "stands": lambda leg, up: Word.STAND,
    "hits": lambda leg, up: Word.HIT,
    "doubles": lambda leg, up: Word.DOUBLE,
    "splits and then hits": lambda leg, up: Word.SPLIT if may(leg, Word.SPLIT) else Word.HIT,
    "by total": lambda leg, up: Word.HIT if leg.points < 16 else Word.STAND,
    "by the card up": lambda leg, up: Word.DOUBLE if up > 20 else Word.STAND,
    "by a suspicion": lambda leg, up: Word((leg.points * 7 + up + leg.used) % 2),
}


@pytest.mark.parametrize("name", POLICIES)
def test_the_final_hands_are_equally_likely_under_every_policy(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blackjack_leg, "MOST_CARDS", FULL)
    found = Counter(dealt(order, POLICIES[name]) for order in permutations(DECK))
    assert len(found) == 70  # four of eight cards
    assert set(found.values()) == {40_320 // 70}
