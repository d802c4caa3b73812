"""Seven-card hands judged by our rule and by the evaluators a user would otherwise pick."""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from benchmarks.harness import Bench
from fairdeal.analysis.compiled import THREADS
from fairdeal.analysis.seven.patterns import seven_card_strengths
from fairdeal.cards import name
from fairdeal.hands import poker

HANDS = 20_000


def same_order(ours: Sequence[int], theirs: Sequence[Any], *, falling: bool = False) -> bool:
    """Whether both put the hands in one order, ties included."""
    places = {score: i for i, score in enumerate(sorted(set(theirs), reverse=falling))}
    own = {score: i for i, score in enumerate(sorted(set(ours)))}
    return [own[each] for each in ours] == [places[each] for each in theirs]


def others() -> dict[str, tuple[Callable[[list[tuple[str, ...]]], Callable[[], list[Any]]], bool]]:
    """Each evaluator: how it takes hands of cards by name, and whether low scores are better."""

    def with_phevaluator(hands: list[tuple[str, ...]]) -> Callable[[], list[Any]]:
        evaluate = import_module("phevaluator").evaluate_cards
        return lambda: [evaluate(*hand) for hand in hands]

    def with_eval7(hands: list[tuple[str, ...]]) -> Callable[[], list[Any]]:
        module = import_module("eval7")
        made = [[module.Card(card) for card in hand] for hand in hands]
        return lambda: [module.evaluate(hand) for hand in made]

    def with_treys(hands: list[tuple[str, ...]]) -> Callable[[], list[Any]]:
        module = import_module("treys")
        judge = module.Evaluator()
        made = [[module.Card.new(card) for card in hand] for hand in hands]
        return lambda: [judge.evaluate(hand[:2], hand[2:]) for hand in made]

    def with_pokerkit(hands: list[tuple[str, ...]]) -> Callable[[], list[Any]]:
        hand_type = import_module("pokerkit").StandardHighHand
        made = ["".join(hand) for hand in hands]
        return lambda: [hand_type.from_game(hand).entry.index for hand in made]

    return {
        "phevaluator": (with_phevaluator, True),
        "eval7": (with_eval7, False),
        "treys": (with_treys, True),
        "PokerKit": (with_pokerkit, False),
    }


def bench(found: Bench) -> None:
    """Measure everything here, on the same random hands."""
    random = Random(7)
    hands = [tuple(random.sample(range(52), 7)) for _ in range(HANDS)]
    rows = np.array(hands, np.int8)
    ours = [poker.strength_of(hand) for hand in hands]
    halves = np.array_split(rows, 2)
    fast = found.time(
        "seven cards, our rule compiled, two threads",
        lambda: np.concatenate(list(THREADS.map(seven_card_strengths, halves))).tolist(),
        lambda each: each == ours,
        unit="ns",
        per=HANDS,
    )
    found.time(
        "seven cards, our rule in plain Python",
        lambda: [poker.strength_of(hand) for hand in hands],
        lambda each: each == ours,
        unit="ns",
        per=HANDS,
        times=3,
    )
    for key, (made, falling) in others().items():
        few = hands if key != "PokerKit" else hands[:500]
        run = made([tuple(map(name, hand)) for hand in few])
        slow = found.time(
            f"seven cards, {key}",
            run,
            lambda each, few=few, falling=falling: same_order(  # type: ignore[misc]
                ours[: len(few)], each, falling=falling
            ),
            unit="ns",
            per=len(few),
            times=3,
        )
        found.add(f"  {key} against our rule compiled", slow / fast, "x")
