"""What a solver takes for granted of a rule, proven over all hands.

A solver asks about one hand for all that a swap of suits or another order of the cards makes of it,
and where a flush is claimed about one hand of each kind.  Here the rules are asked about all hands,
once: a proof is kept for as long as the rule means the same.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum
from functools import cache
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from fairdeal import cards
from fairdeal.analysis.compiled import (
    KEPT_SECONDS,
    THREADS,
    Ints,
    kernel,
    part,
    safe_folder,
)
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers.asking import first
from fairdeal.analysis.solvers.hands import (
    CHOOSE,
    FULL,
    ONES,
    SWAPS,
    Rows,
    examples,
    suit_groups,
    swaps_within,
)
from fairdeal.errors import Unavailable, listed
from fairdeal.fingerprint import Fingerprints
from fairdeal.games.kinds import Kind, Of, Rule, Showdown, ask, takes_one_by_one
from fairdeal.games.layout import Game
from fairdeal.hands import words
from fairdeal.rule import unmarked

MOST_HANDS: Final = 200_000_000
"""Hands that a rule is asked about at most; there are 134 million of seven cards."""

_PROOFS: Final = Fingerprints(
    *("numba", "numpy", "fairdeal.rule", "fairdeal.errors", "fairdeal.analysis.compiled"),
    *(f"{__name__}._differs", f"{__name__}._both"),  # sentences about what is not proof
)

_CHUNK: Final = 20_000


class Claim(NamedTuple):
    """What a solver takes for granted of a rule: what the game declares of it, or its default."""

    rule: Rule
    size: int
    """Cards of the hands."""
    suits: str
    """The suits that the rule tells apart."""
    flush: int
    """Cards of one suit whose ranks alone decide; 0 where nothing is claimed."""
    events: type[IntEnum] | None = None
    """What the rule's numbers stand for; None for a strength."""

    @property
    def hands(self) -> int:
        """Hands to ask about."""
        return comb(len(FULL), self.size)

    @property
    def can_be_proven(self) -> bool:
        """Whether there are not too many hands."""
        return self.hands <= MOST_HANDS

    def __str__(self) -> str:
        named = (words.SUIT[cards.SUITS.index(suit)] for suit in self.suits)
        but = f" but {listed(named)}" if self.suits else ""
        told = f"no suit is told apart{but}"
        if self.flush:
            told = f"suits matter only for a flush of {self.flush}"
        return f"{self.rule.__name__} ({self.size} card{'s' * (self.size > 1)}): {told}"


def claims(game: Game, kind: Kind) -> list[Claim]:
    """What a solver takes for granted of the rules of a game, each once."""
    return list(dict.fromkeys(_claims(game, kind)))


def _claims(game: Game, kind: Kind) -> Iterator[Claim]:
    own, shared, dealers = game.player_cards, game.board_cards, game.dealer_cards
    sizes = {Of.OWN: own, Of.HAND: own + shared, Of.ALL: own + shared + dealers}
    whole = isinstance(kind, Showdown) or kind.player.flush > 0
    if whole:  # else the rule is asked about every hand, the player's cards apart from the board
        yield Claim(kind.player.rule, own + shared, "", kind.player.flush)
        if kind.dealer is not None:
            yield Claim(kind.dealer.rule, dealers + shared, "", kind.dealer.flush)
    for bet, event in kind.events.items():
        if whole or event.of is Of.OWN:
            events = game.bet(bet).columns[0].events
            yield Claim(event.rule, sizes[event.of], event.suits, event.flush, events)


def refuted(claim: Claim, progress: Progress = unseen) -> str:
    """A sentence with hands that contradict the claim; empty when it is proven."""
    place = _place(claim)
    if place is not None and place.exists():
        with suppress(OSError):
            os.utime(place)
        return ""
    fault = _contradicted(claim, progress)
    if not fault and place is not None:
        _keep(place, claim)
    return fault


def _place(claim: Claim) -> Path | None:
    """The file of a proof, named after what the proof depends on; None where none can be kept."""
    folder = safe_folder("proofs")
    if folder is None or unmarked([claim.rule]):  # a mark that was removed leaves the name as it is
        return None
    with suppress(Unavailable):  # a rule without source has no name that follows its meaning
        one_by_one = takes_one_by_one(claim.rule, claim.size)
        return folder / _PROOFS.of(claim.rule, claim[1:], one_by_one, _contradicted)
    return None


def _keep(place: Path, claim: Claim) -> None:
    oldest = time.time() - KEPT_SECONDS
    with suppress(OSError):  # a proof that is not kept is made again
        place.write_text(f"{claim}: proven over {claim.hands:,} hands\n", encoding="utf-8")
        for each in place.parent.iterdir():
            if each.stat().st_mtime < oldest:
                each.unlink()


def _contradicted(claim: Claim, progress: Progress) -> str:
    """Ask the rule about every hand, with every allowed swap of suits and in another order."""
    hands = examples.__wrapped__(claim.size, FULL, claim.suits).hands  # too many to be kept
    swaps = SWAPS[swaps_within(suit_groups(FULL, claim.suits))]
    said = np.empty(len(hands), np.int64)
    work = _asking(claim.rule, claim.size)
    deck = np.arange(len(FULL))
    work(hands[:0], swaps, deck, said[:0])  # compiled here, so that no thread waits for another

    def ask_some(at: int) -> int:
        some = slice(at, at + _CHUNK)
        found = work(hands[some], swaps, deck, said[some])
        return -1 if found < 0 else at * len(swaps) + found

    starts = range(0, len(hands), _CHUNK)
    for done, found in enumerate(THREADS.map(ask_some, starts), 1):
        if found >= 0:
            return _differs(claim, hands[found // len(swaps)], swaps[found % len(swaps)])
        progress(done / len(starts))
    if claim.events is not None:
        known = np.isin(said, [*claim.events])
        if not known.all():
            hand = tuple(map(int, hands[int(np.argmin(known))]))
            return _both(claim, f"gives numbers that {claim.events.__name__} does not have", hand)
    if claim.flush:
        one, other = _unlike(hands, said, claim.flush)
        if one >= 0:
            pair = (tuple(map(int, hands[each])) for each in (one, other))
            return _both(claim, f"does not go by flushes of {claim.flush}", *pair)
    return ""


@cache
def _asking(rule: Rule, size: int) -> Callable[[Rows, Ints, Ints, Ints], int]:
    """The loop that asks a rule about images of hands."""
    take = first(size)
    if takes_one_by_one(rule, size):

        @part
        def answer(row: Ints, deck: Ints) -> int:
            said: int = rule(*take(row, deck))
            return said

    else:

        @part
        def answer(row: Ints, deck: Ints) -> int:
            said: int = rule(take(row, deck))
            return said

    @kernel
    def work(hands: Rows, swaps: Ints, deck: Ints, said: Ints) -> int:
        """Where an image is first answered otherwise than its hand, -1 if nowhere.

        Each image begins with another card of the hand.
        """
        image = np.empty(size, np.int64)
        for i in range(len(hands)):
            for j in range(size):
                image[j] = hands[i, j]
            said[i] = answer(image, deck)
            for s in range(len(swaps)):
                for j in range(size):
                    card = int(hands[i, j])
                    image[(j + s + 1) % size] = (card >> 2 << 2) + swaps[s, card & 3]
                if answer(image, deck) != said[i]:
                    return i * len(swaps) + s
        return -1

    return work


@kernel
def _unlike(hands: Rows, said: Ints, flush: int) -> tuple[int, int]:
    """Two hands that should be equal by the ranks that decide, and are not; or -1 twice.

    Ranks rise in every hand, so that they have a place among all choices that may repeat.
    """
    size = hands.shape[1]
    plain = np.full(CHOOSE[12 + size, size], -1, np.int64)
    suited = np.full(1 << 13, -1, np.int64)
    for i in range(len(hands)):
        place = suits = 0
        for j in range(size):
            card = int(hands[i, j])
            place += CHOOSE[(card >> 2) + j, j + 1]
            suits |= 1 << 13 * (card & 3) + (card >> 2)
        ranks = 0
        for suit in range(4):
            held = suits >> 13 * suit & 0x1FFF
            if ONES[held] >= flush:
                ranks = held
        other = suited[ranks] if ranks else plain[place]
        if other < 0:
            if ranks:
                suited[ranks] = i
            else:
                plain[place] = i
        elif said[other] != said[i]:
            return other, i
    return -1, -1


def _differs(claim: Claim, hand: Rows, swap: Ints) -> str:
    """Two hands that the rule should not tell apart: by their order, or else by their suits."""
    one = tuple(int(card) for card in hand)
    said = _answer(claim, one)
    if not isinstance(said, int):
        name = claim.rule.__name__
        return f"{name} answers {said!r} for {cards.show(one)}: expected a whole number (int)"
    other = tuple((card >> 2 << 2) + int(swap[card & 3]) for card in one)
    for held in (one, other):
        for turned in (held[turn:] + held[:turn] for turn in range(claim.size)):
            if ask(claim.rule, turned) != ask(claim.rule, held):
                return _both(claim, "depends on the order of the cards", held, turned)
    told = f"other suits than {claim.suits!r}" if claim.suits else "suits"
    return _both(claim, f"tells {told} apart and does not say so", one, other)


def _answer(claim: Claim, hand: tuple[int, ...]) -> object:
    """What the rule itself says, of whatever type."""
    return claim.rule(*hand) if takes_one_by_one(claim.rule, claim.size) else claim.rule(hand)


def _both(claim: Claim, why: str, *hands: tuple[int, ...]) -> str:
    said = listed(f"{cards.show(hand)} gives {ask(claim.rule, hand)}" for hand in hands)
    return f"{claim.rule.__name__} {why}: {said}"
