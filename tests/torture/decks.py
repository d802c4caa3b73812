"""Whether the cards that were shown are those of the deck that was fixed before the first one."""

import base64
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from fairdeal.live.log.chain import Recorded
from fairdeal.live.shoe import Shuffle
from tests.live.decks import order_of

DEALER = 0


class Cards:
    """The cards of one round, each at its place in the deck, as far as anybody has seen them."""

    def __init__(self, table: str = "", number: int = 0, commitment: str = "") -> None:
        self.table, self.round = table, number
        self.commitment = commitment
        self.faults: list[str] = []
        self._used = 0
        self._hands: dict[int, list[int]] = defaultdict(list)
        self._seen: dict[int, int] = {}

    def deal(self, hand: int, faces: str, shown: Iterable[int]) -> None:
        """Cards go to a hand from the top of the deck; those face up can be seen."""
        cards = iter(shown)
        for face in faces:
            if face == "u":
                self._see(self._used, next(cards))
            self._hands[hand].append(self._used)
            self._used += 1

    def turn(self, hand: int, cards: Iterable[int]) -> None:
        """A whole hand can be seen."""
        for place, card in zip(self._hands[hand], cards, strict=True):
            self._see(place, card)

    def burn(self, card: int) -> None:
        """The top card is seen and put away."""
        self.show(card)
        self._used += 1

    def show(self, card: int) -> None:
        """The top card is seen."""
        self._see(self._used, card)

    def end(self, deck: str, secret: str) -> None:
        """Deck and secret are published."""
        order, hidden = base64.b64decode(deck), base64.b64decode(secret)
        head = f"fairdeal-deck-1/commitment\ntable/{self.table}\n{self.round}\n".encode()
        if base64.b64encode(hashlib.sha256(head + hidden).digest()).decode() != self.commitment:
            self.faults.append("the secret is not the one that the house committed to")
        # The order of a stacked deck is the one that its secret names: see ``tests.live.decks``.
        if order != order_of(hidden, Shuffle(self.table, self.round, b"").message):
            self.faults.append("the deck does not follow from the secret")
        if sorted(order) != list(range(52)):
            self.faults.append("the deck does not hold every card once")
        for place, card in self._seen.items():
            if order[place : place + 1] != bytes([card]):
                self.faults.append(f"card {card} was seen at place {place}: the deck has another")

    def _see(self, place: int, card: int) -> None:
        before = self._seen.setdefault(place, card)
        if before != card:
            self.faults.append(f"place {place} showed card {before} and then card {card}")


def faults_in(events: Iterable[Recorded]) -> Iterator[str]:
    """What is wrong with the cards of a table's rounds."""
    cards = Cards()
    for event in events:
        cards = _after(cards, event, json.loads(event.body))
        yield from (f"{event}: {fault}" for fault in cards.faults)
        cards.faults = []


def _after(cards: Cards, event: Recorded, body: dict[str, Any]) -> Cards:
    match event.kind:
        case "round-opened":
            return Cards(event.stream, body["round"])
        case "betting-closed":
            cards.commitment = body["commitment"]
        case "cards-dealt":
            for hand, faces, *shown in body["deals"]:
                cards.deal(hand, faces, shown[0] if shown else ())
        case "decision-made":
            shown = body.get("shown", ())
            cards.deal(body["seat"], "u" * len(shown), shown)
        case "dealer-peeked" if "shown" in body:
            cards.turn(DEALER, body["shown"])
        case "cards-turned":
            for hand, turned in body["turned"]:
                cards.turn(hand, turned)
        case "card-burned":
            cards.burn(body["card"])
        case "card-shown":
            cards.show(body["card"])
        case "round-closed" | "round-voided" if cards.commitment:
            cards.end(body.get("deck", ""), body.get("secret", ""))
    return cards
