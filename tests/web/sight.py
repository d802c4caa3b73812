"""Which cards each may see, told a second time: from the deck and the documents, and no view."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from fairdeal import cards, games
from fairdeal.live import Actor, Role
from fairdeal.live.shoe import Deck
from fairdeal.live.table.state import RoundState

_DEALER: Final = 0

_ROUNDS: Final = {
    "three-card-poker": "bets close deal decide collect dealer hands envy clear",
    "napa-three-card-poker": "bets close deal look decide dealer hands clear",
    "ags-3-card": "bets close deal decide collect dealer hands clear",
    "three-card-fury": "bets close deal discard decide collect dealer hands clear",
    "three-way-action": "bets close first high second peek decide dealer draw blackjack fill hands"
    " poker bonus clear",
}
"""A round as the documents have it: "dealer" and "hands" turn what lies face down."""

KEPT: Final[Mapping[str, set[str]]] = {
    "three-card-poker": {"bonus"},
    "napa-three-card-poker": set(),
    "ags-3-card": {"player-bonus", "six-card-bonus", "stax"},
    "three-card-fury": {"seven-card"},
    "three-way-action": set(),
}
"""Bets that outlive a fold: the hand under them is turned, another folded one is not."""


class Sight:
    """What may be seen of the round in play at a table."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._steps = _ROUNDS[game].split()
        steps = (each for steps in games.game(game).procedures.values() for each in steps)
        self._printed = " ".join(str((each.text, each.say, each.calls)) for each in steps).lower()
        """What the procedure says in every round, such as what the dealer needs to qualify."""
        self._open: dict[int, int] = {}
        """How many cards each hand of a game of open cards had before the rest came face down."""

    def _done(self, now: RoundState, step: str) -> bool:
        return now.step > self._steps.index(step)

    def cards(self, now: RoundState, deck: Deck, viewer: Actor | None) -> set[str]:
        """The names of all cards that a viewer may see now."""
        found: set[str] = set()
        for hand, held in now.hands.items():
            if hand >= _DEALER:
                names = [cards.name(deck.order[place]) for place in held.places]
                found |= self._of_dealer(now, names) if hand == _DEALER else set()
                found |= self._of_seat(now, names, hand, viewer) if hand != _DEALER else set()
        return found

    def _of_dealer(self, now: RoundState, names: list[str]) -> set[str]:
        if self._game == "napa-three-card-poker":
            return {*(names if self._done(now, "dealer") else names[:1])}
        if self._game != "three-way-action":
            return {*(names if self._done(now, "dealer") else [])}
        if self._done(now, "dealer"):
            return {*(names if self._done(now, "hands") else names[: self._drawn(now, 0, names)])}
        is_natural = {*(name[0] for name in names[:2])} in [{"A", ten} for ten in "TJQK"]
        looks = names[:1] and names[0][0] in "ATJQK"
        turns = is_natural and looks and self._done(now, "peek")
        return {*(names[:2] if turns else names[:1])}

    def _of_seat(
        self, now: RoundState, names: list[str], seat: int, viewer: Actor | None
    ) -> set[str]:
        """A player's own cards from the decisions on; those of others when they are turned."""
        folded = "fold" in now.decisions.get(seat, ())
        turned = not folded or bool(KEPT[self._game] & {*now.bets[seat]})
        # Where a person deals, one hand after the other is turned and settled.
        if (self._done(now, "hands") or seat in now.settled) and turned:
            return {*names}
        is_own = viewer is not None and viewer.role is Role.PLAYER
        is_own = is_own and now.players[seat] == (viewer.name if viewer else "")
        if is_own and now.step >= self._steps.index("decide"):
            return {*names}
        if self._game == "three-way-action":
            return {*names[: self._drawn(now, seat, names)]}
        return set()

    def _drawn(self, now: RoundState, hand: int, names: list[str]) -> int:
        if not self._done(now, "fill"):
            self._open[hand] = len(names)
        return self._open[hand]

    def words(self, now: RoundState, deck: Deck, viewer: Actor | None) -> set[str]:
        """What hidden hands make, until bets are settled and other hands may make the same."""
        if self._done(now, "hands" if self._game == "three-way-action" else "dealer"):
            return set()
        seen = self.cards(now, deck, viewer)
        told: set[str] = set()
        secret: set[str] = set()
        for hand, held in now.hands.items():
            order = [deck.order[place] for place in held.places]
            if hand >= _DEALER and len(order) == _WHOLE[self._game][hand == _DEALER]:
                of_three = "three-card-poker" if len(order) == 3 else self._game
                words = games.SETTLEMENTS[of_three].reads(tuple(order))
                is_seen = {cards.name(card) for card in order} <= seen
                (told if is_seen else secret).add(words.lower())
        return {words for words in secret - told if words not in self._printed}


_WHOLE: Final = {
    "three-card-poker": (3, 3),
    "napa-three-card-poker": (3, 3),
    "ags-3-card": (3, 3),
    "three-card-fury": (4, 3),
    "three-way-action": (7, 7),
}
"""Cards of a whole hand, of a seat and of the dealer."""

_SUITS: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_RANK: Final = "two three four five six seven eight nine ten jack queen king ace"
_RANKS: Final = dict(zip(_RANK.split(), "23456789TJQKA", strict=True))
_NAMED: Final = re.compile(r"(?<![\w#-])[2-9TJQKA][cdhs](?![\w-])")  # and not in a token
_SPOKEN: Final = re.compile(rf" of ({'|'.join(_SUITS)})\b")
_DRAWN: Final = re.compile(r"#r([2-9TJQKA])\b[^#]*#s([cdhs])\b")


@lru_cache(10_000)  # many see the same pieces
def named(text: str) -> Counter[str]:
    """Every card that a text names, says or draws.

    >>> sorted(named('"Qs", ace of hearts, <use href="#rT" x="9"/><use href="#sc"/>'))
    ['Ah', 'Qs', 'Tc']
    """
    found = Counter(_NAMED.findall(text))
    lower = text.lower()
    for spoken in _SPOKEN.finditer(lower):
        word = re.split(r"\W", lower[max(0, spoken.start() - 6) : spoken.start()])[-1]
        found.update([_RANKS[word] + _SUITS[spoken[1]]] if word in _RANKS else [])
    found.update(r + s for r, s in _DRAWN.findall(text))
    return found
