"""Logs to keep books of: rounds dealt at random and settled by the referee, without a room."""

import random
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from fairdeal import games
from fairdeal.games import referee
from fairdeal.games.digest import rules_digest
from fairdeal.games.round import Line, Round, Seat
from fairdeal.games.terms import terms
from fairdeal.live import events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Draft, Entry
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Store
from tests.live.tables import BETS

NOON = int(datetime(2026, 10, 5, 12, tzinfo=UTC).timestamp()) * 1_000_000
MINUTE = 60_000_000

Decide = Callable[[tuple[int, ...], tuple[int, ...]], str]
"""The word for a seat's cards and the dealer's."""


def opened(game: str, **changes: Any) -> events.TableOpened:
    """A table of the game as the floor would open it."""
    played = games.game(game)
    under = terms(played, changes.pop("pay_tables", None), changes.pop("options", None))
    setup: dict[str, Any] = {
        "configuration": 1,
        "game": game,
        "style": next(iter(played.procedures)),
        "pay_tables": {bet: sheet.name for bet, sheet in under.pay.items()},
        "options": dict(under.options),
        "rules_digest": rules_digest(played),
        "limits": {},
        "profile": "plain",
        "profile_from": "2020-01-01",
        "seats": 6,
        "hands_per_player": 1,
        "betting_seconds": 0,
        "decision_seconds": 30,
        "float_cents": 1_000_000,
    }
    return events.TableOpened(**(setup | changes))


class Log:
    """A log that a test writes event by event."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.at = NOON

    def write(self, table: str, *happened: events.AnyEvent) -> None:
        """Record events as one command; the clock goes on by a minute."""
        version = self.store.streams().get(table, 0)
        drafts = tuple(Draft(*codec.encoded(event)) for event in happened)
        key = f"{table}/{version}"
        self.store.append(
            Entry(table, version, self.at, "dora", "dealer", "next-step", key, b"{}", drafts)
        )
        self.at += MINUTE

    def deal(
        self,
        table: str,
        setup: events.TableOpened,
        rounds: int,
        *,
        decide: Decide,
        seats: int = 6,
        bets: Mapping[str, int] | None = None,
        bank_cents: int = 0,
        change: Callable[[Line], int] = lambda line: line.net_cents,
        seed: int = 7,
    ) -> None:
        """Rounds of a fair deck, in which every seat bets the same; *change* forges a payment."""
        chance, game = random.Random(seed), games.game(setup.game)
        under = terms(game, setup.pay_tables, setup.options)
        placed = dict(bets or BETS[setup.game])
        each = game.player_cards
        for number in range(1, rounds + 1):
            deck = chance.sample(range(52), (seats + 1) * max(each, game.dealer_cards))
            dealer = tuple(deck[: game.dealer_cards])
            held = [tuple(deck[each * n : each * (n + 1)]) for n in range(1, seats + 1)]
            played = Round(
                game,
                under,
                dealer,
                tuple(
                    Seat(place, cards, placed, tuple(decide(cards, dealer).split()))
                    for place, cards in enumerate(held, 1)
                ),
                bank_cents=bank_cents if game.player_banked else None,
                banker=seats + 1 if game.player_banked else 0,
            )
            self.write(table, *_events(played, number, placed, change))
            self.at -= MINUTE - 1_000_000  # a round a second


def _events(
    played: Round, number: int, placed: dict[str, int], change: Callable[[Line], int]
) -> Iterable[events.AnyEvent]:
    banker = "bea" if played.game.player_banked else ""
    yield events.RoundOpened(number)
    if banker:
        assert played.bank_cents is not None
        yield events.BankPosted(played.banker, banker, played.bank_cents, 0)
    for seat in played.seats:
        yield events.BetsPlaced(seat.number, f"p{seat.number}", placed, sum(placed.values()))
    lines = tuple(
        events.Paid(
            line.stage,
            line.seat,
            f"p{line.seat}",
            line.bet,
            line.stake_cents,
            change(line),
            line.reason,
            line.returned_cents,
        )
        for line in referee.settle(played)
    )
    yield events.BetsSettled(1, lines, banker)
    yield events.RoundClosed(b"", b"", banker)
