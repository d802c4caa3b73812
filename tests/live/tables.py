"""A room with one table, on which tests may do what they like."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from fairdeal.errors import FairdealError
from fairdeal.live import AUTOMATIC, Actor, Done, Role, Room, commands
from fairdeal.live.audit import tables as audited
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import COMMANDS, Command, checks
from fairdeal.live.commands import tables as opening
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.shoe import Deck
from fairdeal.live.table import procedure
from fairdeal.live.table.context import deck_in_play
from fairdeal.live.table.state import Table
from tests.live.decks import Arranged

KEY = bytes(range(32))
FLOOR = Actor("fran", Role.FLOOR)
OTHER_FLOOR = Actor("finn", Role.FLOOR)
DEALER = Actor("dora", Role.DEALER)
WATCHER = Actor("cam", Role.SURVEILLANCE)
AUDITOR = Actor("aude", Role.AUDITOR)
MANAGER = Actor("max", Role.MANAGER)
STAFF = (FLOOR, OTHER_FLOOR, DEALER, WATCHER, AUDITOR, MANAGER, AUTOMATIC)
PLAYERS = tuple(Actor(f"p{number}", Role.PLAYER) for number in range(1, 7))

AS_IT_PAYS: dict[str, Any] = {"tiers": {}, "fills_itself": True}
"""A table that nobody has to look after: it pays by the law alone, whatever its bank holds."""

BETS: Mapping[str, Mapping[str, int]] = {
    "three-card-poker": {"ante": 1000, "pair-plus": 500, "bonus": 500},
    "napa-three-card-poker": {"ante": 1000, "pair-plus": 500},
    "ags-3-card": {"ante": 1000, "player-bonus": 500, "six-card-bonus": 500, "stax": 500},
    "three-card-fury": {"ante": 1000, "monster": 1000, "royal-family": 500, "seven-card": 500},
    "three-way-action": {"high-card": 500, "blackjack": 1000, "poker": 500, "bonus": 500},
}


def card_by_card(source: random.Random) -> Callable[[int], int]:
    """Numbers for the shuffle, made of a draw from the source for each place of the deck."""

    def below(orders: int) -> int:
        number, weight = 0, 1
        for cards_left in range(52, 1, -1):
            number += weight * source.randrange(cards_left)
            weight *= cards_left
        assert weight == orders
        return number

    return below


OTHER_RULES = "0123456789abcdef"


def get_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the program had been exchanged for one with other rules of every game."""
    for module in (procedure, checks, opening, audited):
        monkeypatch.setattr(module, "rules_digest", lambda game: OTHER_RULES)


class Watched(Protocol):
    """A room and the moment that its clock shows."""

    now: int
    room: Room


def time_passes(watched: Watched, microseconds: int, room: Room | None = None) -> int:
    """Time goes by while a keeper looks at all clocks; how many defaults it took."""
    room = room or watched.room
    taken, until = room.tick(), watched.now + microseconds
    while watched.now < until:
        watched.now = min(until, watched.now + 1_000_000)
        taken += room.tick()
    return taken


class Felt:
    """One table of a room, a clock that a test can move, and cards that it can foresee."""

    name = "pit-1"

    def __init__(
        self,
        game: str,
        *,
        seed: int = 7,
        store: Store | None = None,
        now: int = 1_790_000_000_000_000,
        **setup: Any,
    ) -> None:
        self.game = game
        self.now = now
        self.shoe = Arranged(KEY, below=card_by_card(random.Random(seed)))
        self.store = store or MemoryStore(KEY)
        self.room = Room(self.store, KEY, clock=Clock.of(lambda: self.now), shoe=self.shoe)
        self.do(commands.open_table, FLOOR, game=game, **(AS_IT_PAYS | setup))

    @property
    def table(self) -> Table:
        return self.room.table(self.name)

    @property
    def deck(self) -> Deck:
        """The deck of the round in play, which nobody at the table can see."""
        now = self.table.playing
        assert now is not None
        return deck_in_play(self.shoe, self.name, now)

    def do(self, command: Command, by: Actor, key: str | None = None, **arguments: Any) -> Done:
        return self.room.do(self.name, command, by=by, key=key, **arguments)

    def refusal(self, command: Command, by: Actor, **arguments: Any) -> str:
        """The sentence with which a command is refused; it must have changed nothing."""
        before, head = self.table, self.store.head()
        try:
            self.do(command, by, **arguments)
        except FairdealError as error:
            assert self.table == before
            assert self.store.head() == head
            return str(error)
        raise AssertionError(f"{command.__name__} was not refused")

    def fill(self, seats: int = 6, cents: int = 1_000_000) -> None:
        """Seat players with chips."""
        for number, player in enumerate(PLAYERS[:seats], 1):
            self.do(commands.sit, player, seat=number)
            self.do(commands.buy_in, FLOOR, player=player.name, cents=cents)

    def player_at(self, seat: int) -> Actor:
        return Actor(self.table.seats[seat], Role.PLAYER)

    def bank(self, cents: int = 50_000) -> None:
        """Whoever is offered the bank takes it."""
        now = self.table.playing
        if now and now.offered:
            seat = now.offered
            self.do(commands.post_bank, self.player_at(seat), seat=seat, cents=cents)

    def bet(self, bets: Mapping[str, int] | None = None) -> None:
        """Every seat bets, except the one that banks."""
        if self.table.dealer and not self.table.playing:
            self.do(commands.open_round, Actor(self.table.dealer, Role.DEALER))
        self.bank()
        for seat in sorted(self.table.seats):
            now = self.table.playing
            if not now or self.table.seats[seat] != now.banker:
                placed = dict(bets or BETS[self.game])
                self.do(commands.place, self.player_at(seat), seat=seat, bets=placed)

    def deal(self) -> None:
        dealer = self.table.dealer
        self.do(commands.no_more_bets, Actor(dealer, Role.DEALER) if dealer else AUTOMATIC)

    def words(self) -> tuple[str, ...]:
        """What the seat whose turn it is may say."""
        table = self.table
        assert table.playing is not None
        seat = table.playing.turn
        found = procedure.moves(table, table.playing, self.deck, seat)
        return tuple(each.word for each in found)

    def say(self, word: str) -> None:
        """The seat whose turn it is decides, and the dealer confirms what waits for that."""
        table = self.table
        assert table.playing is not None
        seat = table.playing.turn
        self.do(commands.decide, self.player_at(seat), seat=seat, word=word)
        if self.table.playing and self.table.playing.unconfirmed:
            dealer = Actor(table.dealer, Role.DEALER)
            self.do(commands.confirm_decision, dealer, seat=seat)

    def play(self, choose: random.Random | None = None) -> None:
        """One whole round; without a *choose* everybody stays in and stands."""
        self.bet()
        self.deal()
        while (now := self.table.playing) and now.turn:
            words = self.words()
            self.say(choose.choice(words) if choose else next(w for w in words if w in _CALM))


_CALM = ("play", "stand")

ANYBODY = (*PLAYERS, *STAFF)
EVERY_COMMAND = tuple(COMMANDS.values())
