"""The rules and the referee in plain Python, as a live table calls them, beside the naive twin."""

from random import Random

from benchmarks.harness import OWN, Bench
from fairdeal.games.referee import settle
from fairdeal.hands import poker, three_card
from tests import naive
from tests.rounds import random_round
from tests.twins import naively_settled, named, plain


def bench(found: Bench) -> None:
    """Measure everything here."""
    random = Random(52)
    threes = [tuple(random.sample(range(52), 3)) for _ in range(1000)]
    sevens = [tuple(random.sample(range(52), 7)) for _ in range(1000)]
    in_order = sorted(range(1000), key=lambda i: naive.three_card_key(named(threes[i])))
    found.time(
        "three-card strength, plain Python",
        lambda: [three_card.strength_of(*hand) for hand in threes],
        lambda each: sorted(each) == [each[i] for i in in_order],
        unit="µs",
        per=1000,
    )
    best = sorted(range(1000), key=lambda i: naive.five_card_key(named(sevens[i])))
    found.time(
        "best five of seven, plain Python",
        lambda: [poker.strength_of(hand) for hand in sevens],
        lambda each: sorted(each) == [each[i] for i in best],
        unit="µs",
        per=1000,
    )
    for key in (game.key for game in OWN):
        dealt = Random(key)
        rounds = [random_round(key, dealt) for _ in range(100)]
        right = [naively_settled(each) for each in rounds]
        found.time(
            f"a round through the referee, {key}",
            lambda rounds=rounds: [settle(each) for each in rounds],  # type: ignore[misc]
            lambda each, right=right: [plain(lines) for lines in each] == right,  # type: ignore[misc]
            unit="µs",
            per=100,
        )
