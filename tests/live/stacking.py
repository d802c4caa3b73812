"""Tables whose next deck a test can lay out, and what it then wants to know of them."""

from collections.abc import Iterable, Sequence
from typing import Any

from fairdeal import cards
from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.clocks import Clock
from fairdeal.live.log import codec
from fairdeal.live.table.state import RoundState
from tests.live.decks import Arranged
from tests.live.tables import DEALER, FLOOR, KEY, Felt


def number_of(order: Sequence[int]) -> int:
    """What the shuffle must draw to end in this order."""
    deck, number, weight = list(range(52)), 0, 1
    for last in range(51, 0, -1):
        place = deck.index(order[last])
        number += weight * place
        weight *= last + 1
        deck[last], deck[place] = deck[place], deck[last]
    return number


def deck_of(text: str) -> list[int]:
    """A deck that begins with these cards; a bar may stand between hands."""
    top = cards.parse(text.replace("|", " "))
    assert len({*top}) == len(top), f"a card comes twice in {text}"
    return [*top, *(card for card in range(52) if card not in top)]


class Stacked(Felt):
    """A table at which the test knows every card before it is dealt."""

    def __init__(self, game: str, deck: str = "", **setup: Any) -> None:
        super().__init__(game, **setup)
        self.order = deck_of(deck)
        self.shoe = Arranged(KEY, below=lambda count: number_of(self.order))
        self.room = Room(self.store, KEY, clock=Clock.of(lambda: self.now), shoe=self.shoe)

    def stack(self, deck: str) -> None:
        """The next decks begin with these cards."""
        self.order = deck_of(deck)

    @property
    def playing(self) -> RoundState:
        now = self.table.playing
        assert now is not None, "no round is in play"
        return now

    @property
    def last(self) -> RoundState:
        """The round in play, or the last one."""
        now = self.table.round
        assert now is not None, "there was no round"
        return now

    def seat(self, *players: Actor, cents: int = 1_000_000, seats: Iterable[int] = ()) -> None:
        """Seat players with chips, at these seats or from the first one on."""
        for number, player in zip(seats or range(1, 8), players, strict=False):
            self.do(commands.sit, player, seat=number)
            if not self.table.chips(player.name):
                self.do(commands.buy_in, FLOOR, player=player.name, cents=cents)

    @property
    def dealer(self) -> Actor:
        """The person who deals."""
        return Actor(self.table.dealer or DEALER.name, Role.DEALER)

    def step(self, count: int = 1) -> None:
        """The person who deals does the next steps."""
        for _ in range(count):
            self.do(commands.next_step, self.dealer)

    def to_a_payment(self) -> None:
        """The person who deals turns every hand until one is to be paid; everybody plays."""
        while not self.table.holding.pays or self.hand_next():
            if self.playing.turn:
                self.say("play")
            else:
                self.step()

    def hand_next(self) -> int:
        """The seat whose hand is turned and settled next; 0 where it is not a hand's turn."""
        now = self.room.view(self.name).round
        return now.next_hand if now else 0

    def happened(self) -> list[events.AnyEvent]:
        """Everything that happened at the table."""
        return [codec.decoded(each.kind, each.body) for each in self.store.stream(self.name)]

    def kinds(self) -> list[str]:
        """Everything that happened at the table, by kind."""
        return [each.kind for each in self.store.stream(self.name)]

    def chips(self) -> dict[str, int]:
        """What every player at the table has."""
        return {player: self.table.chips(player) for player in self.table.seats.values()}
