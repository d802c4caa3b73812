"""No way of playing the blackjack hand changes what the poker bet is dealt.

Every order of a small deck is dealt by the procedure of the game, with hands of three cards in
place of seven: two cards each, then the player may draw, the dealer may draw, and both are filled.
"""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest

CARDS = range(6)
FULL = 3

Policy = Callable[[tuple[int, int], int], bool]
"""Whether to draw, given one's two cards and the dealer's card that is up."""


def dealt(order: tuple[int, ...], draws: Policy) -> tuple[frozenset[int], frozenset[int]]:
    """The final hands of player and dealer when the deck comes in this order."""
    deck = iter(order)
    player, dealer = [next(deck)], [next(deck)]
    player.append(next(deck))
    dealer.append(next(deck))
    if draws((player[0], player[1]), dealer[0]):
        player.append(next(deck))
    if sum(dealer) < 6:  # the dealer's own rule also depends on the cards
        dealer.append(next(deck))
    while len(player) < FULL:
        player.append(next(deck))
    while len(dealer) < FULL:
        dealer.append(next(deck))
    return frozenset(player), frozenset(dealer)


def final_hands(draws: Policy) -> Counter[tuple[frozenset[int], frozenset[int]]]:
    return Counter(dealt(order, draws) for order in permutations(CARDS))


POLICIES: dict[str, Policy] = {
    "never": lambda own, up: False,
    "always": lambda own, up: True,
    "by total": lambda own, up: sum(own) < 5,
    "by the card up": lambda own, up: up > 2,
    "by a suspicion": lambda own, up: (own[0] * 5 + own[1] * 3 + up) % 2 == 0,
}


@pytest.mark.parametrize("name", POLICIES)
def test_the_final_hands_are_equally_likely_under_every_policy(name: str) -> None:
    found = final_hands(POLICIES[name])
    assert len(found) == 20  # three of six cards for the player, the rest for the dealer
    assert set(found.values()) == {36}


def test_even_every_policy_that_looks_at_the_first_card_alone_leaves_them_so() -> None:
    for answers in product((False, True), repeat=len(CARDS)):
        found = final_hands(lambda own, up, answers=answers: answers[own[0]])  # type: ignore[misc]
        assert set(found.values()) == {36}
