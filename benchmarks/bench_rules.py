"""The rules in plain Python, as a live table calls them, beside the naive twin."""

from random import Random
from typing import Any

from fairdeal.hands import poker, three_card
from tests import naive
from tests.twins import named

RANDOM = Random(52)
THREES = [tuple(RANDOM.sample(range(52), 3)) for _ in range(1000)]
SEVENS = [tuple(RANDOM.sample(range(52), 7)) for _ in range(1000)]


def bench_a_thousand_three_card_hands(benchmark: Any) -> None:
    found = benchmark(lambda: [three_card.strength_of(*hand) for hand in THREES])
    best = found.index(max(found))
    assert best == max(range(1000), key=lambda i: naive.three_card_key(named(THREES[i])))


def bench_a_thousand_three_card_hands_by_the_naive_twin(benchmark: Any) -> None:
    hands = [named(hand) for hand in THREES]
    found = benchmark(lambda: [naive.three_card_key(hand) for hand in hands])
    assert found.index(max(found)) == max(
        range(1000), key=lambda i: three_card.strength_of(*THREES[i])
    )


def bench_a_thousand_seven_card_hands(benchmark: Any) -> None:
    found = benchmark(lambda: [poker.strength_of(hand) for hand in SEVENS])
    order = sorted(range(1000), key=found.__getitem__)
    keys = [naive.five_card_key(named(SEVENS[i])) for i in order]
    assert keys == sorted(keys)


def bench_a_thousand_seven_card_hands_by_the_naive_twin(benchmark: Any) -> None:
    hands = [named(hand) for hand in SEVENS]
    found = benchmark(lambda: [naive.five_card_key(hand) for hand in hands])
    order = sorted(range(1000), key=found.__getitem__)
    strengths = [poker.strength_of(SEVENS[i]) for i in order]
    assert strengths == sorted(strengths)
