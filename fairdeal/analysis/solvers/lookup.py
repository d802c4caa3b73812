"""One hand looked up among all situations."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.solvers.decisions import Chosen
from fairdeal.analysis.solvers.orbits import CHOOSE, images
from fairdeal.analysis.solvers.showdown import Counts


class Lookup:
    """What was chosen in every situation, by the cards that a player sees."""

    def __init__(self, counts: Counts, chosen: Chosen) -> None:
        self._asked = counts.asked
        self._chosen = chosen
        self._jobs = {
            job.up: (job, job.row_of_image(), situation)
            for job, _, situation in counts.situations()
        }
        self._places: dict[tuple[int, ...], tuple[Ints, Ints]] = {}

    def chosen(self, held: tuple[int, ...], up: tuple[int, ...]) -> int:
        """The number of the best choice; cards are those of the deck."""
        return int(self._chosen[self.situation(held, up)])

    def situation(self, held: tuple[int, ...], up: tuple[int, ...]) -> int:
        """The situation of a hand against the cards that are up."""
        deck = self._asked.deck
        position = {card: place for place, card in enumerate(deck.cards)}
        own, shown = ([position[card] for card in some] for some in (held, up))
        for swap in permutations(range(deck.suits)):
            if any(swap[suit] != suit for suit in self._asked.fixed):
                continue
            there = self._swapped(shown, swap)
            if there not in self._jobs:
                continue
            job, of, situation = self._jobs[there]
            image = self._image(job.fixed, self._swapped(own, swap))
            if image >= 0 and of[image] >= 0:
                return int(situation[of[image]])
        raise AssertionError(f"{held} against {up} is in no situation")

    def _swapped(self, positions: list[int], swap: tuple[int, ...]) -> tuple[int, ...]:
        suits = self._asked.deck.suits
        return tuple(sorted(each // suits * suits + swap[each % suits] for each in positions))

    def _image(self, fixed: tuple[int, ...], held: tuple[int, ...]) -> int:
        """Which image the hand is, -1 where a swap of suits makes another of it."""
        if fixed not in self._places:
            hands = images(len(held), fixed, self._asked.deck).hands.astype(np.int64)
            places: NDArray[np.int64] = sum(CHOOSE[i + 1, hands[:, i]] for i in range(len(held)))
            order = np.argsort(places)
            self._places[fixed] = places[order], order
        places, order = self._places[fixed]
        place = sum(int(CHOOSE[i + 1, card]) for i, card in enumerate(held))
        at = int(np.searchsorted(places, place))
        return int(order[at]) if at < len(places) and places[at] == place else -1
