"""The other seats of a table, round the felt."""

from collections.abc import Iterator
from typing import Final

from fairdeal.games.layout import FOLD
from fairdeal.live.views import SeatView
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Place
from fairdeal.web.naming import title

_PLACES: Final = ("own", "l1", "l2", "l3", "r3", "r2", "r1")
"""From one's own, with the shuffler between the last seat and the first."""


def ring(felt: Felt) -> Iterator[Place]:
    """The other seats, each at its place round the felt; one's own is at the bottom.

    Who watches has none there, and sees the seventh seat in that place.
    """
    for seat in felt.view.seats:
        if seat.seat != felt.own:
            yield _place(felt, seat, _PLACES[(seat.seat - felt.own) % len(_PLACES)])


def shuffler(felt: Felt) -> str:
    """Where the shuffler stands; nowhere at a table that has a seat there, nor for who watches."""
    has_place = felt.own and len(felt.view.seats) < len(_PLACES)
    return _PLACES[-felt.own % len(_PLACES)] if has_place else ""


def _place(felt: Felt, seat: SeatView, where: str) -> Place:
    number, lines = seat.seat, felt.lines(seat.seat)
    return Place(
        number,
        where,
        (seat.player or "Player") if seat.taken else "",
        "" if lines else _state(felt, seat),
        felt.reads(number) if lines else "",
        felt.hands(number),
        tuple(_bets(felt, seat)),
        _won(felt, number),
        bool(felt.view.round and felt.view.round.turn == number),
        FOLD in felt.decisions(number),
        number == felt.banker_seat,
    )


def _bets(felt: Felt, seat: SeatView) -> Iterator[tuple[str, int, int | None]]:
    """The bets of a seat as they lie from left to right, and what it won without one."""
    settled, lie = felt.lines_by_bet(seat.seat), felt.bets(seat.seat)
    places = {key: place for place, key in enumerate(felt.game.spots)}
    for key in sorted({**lie, **settled}, key=lambda key: places.get(key, len(places))):
        lines = settled.get(key)
        cents = lie.get(key, sum(line.stake_cents for line in lines or ()))
        net_cents = sum(line.net_cents for line in lines) if lines else None
        if cents or net_cents:
            yield title(felt.game.bet(key).name), cents, net_cents


def _won(felt: Felt, number: int) -> int | None:
    """What a seat won or lost, the bank too."""
    if number == felt.banker_seat and felt.settled():
        return -sum(line.net_cents for line in felt.settled())
    return felt.won_cents(number)


def _state(felt: Felt, seat: SeatView) -> str:
    now = felt.view.round
    if seat.seat == felt.banker_seat:
        return "Bank"
    if seat.dead:
        return "Dead"
    if now and now.turn == seat.seat:
        return f"{now.unconfirmed.capitalize()}?" if now.unconfirmed else "Deciding"
    if seat.decisions and felt.decisions(seat.seat):
        return felt.game.choices[seat.decisions[-1]].told.capitalize()
    if felt.bets(seat.seat):
        return "Ready" if now and now.betting else "Waiting"
    return ""
