"""The same hand and the same round, for the rules and for their naive twin."""

from collections.abc import Iterable

from fairdeal.cards import DECK, name
from fairdeal.games.round import Line, Round
from tests import naive

NAMES = tuple(map(name, DECK))


def named(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as the naive twin takes them."""
    return tuple(NAMES[card] for card in cards)


def naively_settled(played: Round) -> list[naive.Line]:
    """The round as the naive twin settles it."""
    return naive.settle(
        played.game.key,
        named(played.dealer),
        [
            naive.Seat(seat.number, named(seat.cards), seat.bets, seat.decisions, seat.player)
            for seat in played.seats
        ],
        {bet: table.name for bet, table in played.terms.pay.items()},
        played.terms.options,
        played.bank_cents,
        played.meters_cents,
        played.banker,
    )


def plain(lines: Iterable[Line]) -> list[naive.Line]:
    """Our lines without stage and reason."""
    return [
        naive.Line(each.seat, each.bet, each.stake_cents, each.net_cents, each.returned_cents)
        for each in lines
    ]
