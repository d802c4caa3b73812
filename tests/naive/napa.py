"""Napa's Three Card Poker, where a player/dealer banks and pays only as far as the bank goes."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil

from .basics import LOSE, Line, Seat, from_dealers_left, net_cents, table_pay
from .pay_tables import PayTable
from .ranking import three_card_category, three_card_key
from .three_card_poker import QUEEN_HIGH, ante_and_play

NO_ACTION = "no action"


def _pays(seat: Seat, dealer: Sequence[str], pair_plus: Mapping[str, str]) -> Iterator[str]:
    """What ante, play and pair plus pay, in that order, before the bank is looked at."""
    if seat.folded():
        yield from (LOSE, LOSE, LOSE)
        return
    dealer_key = three_card_key(dealer)
    ante_pay, play_pay = ante_and_play(three_card_key(seat.cards), dealer_key)
    yield ante_pay
    yield play_pay if dealer_key >= QUEEN_HIGH else NO_ACTION
    yield table_pay(pair_plus, three_card_category(seat.cards))


def settle_napa(
    dealer: Sequence[str],
    seats: Sequence[Seat],
    tables: Mapping[str, PayTable],
    bank_cents: int | None,
    banker: int,
) -> list[Line]:
    """Seat by seat from the banker's left, folded seats in their place."""
    in_order = from_dealers_left(seats)
    after_the_bank = [seat for seat in in_order if seat.number > banker]
    before_the_bank = [seat for seat in in_order if seat.number < banker]
    lines = []
    left = bank_cents
    for seat in after_the_bank + before_the_bank:
        pays = _pays(seat, dealer, tables["pair-plus"]["pays"])
        for bet, pay in zip(("ante", "play", "pair-plus"), pays, strict=True):
            stake = seat.stake(bet)
            if not stake:
                continue
            if pay == NO_ACTION:
                lines.append(Line(seat.number, bet, stake, 0, stake))
                continue
            net = net_cents(stake, pay)
            returned = 0
            if left is not None and net != 0:
                # Money paid and money collected both use up the posted wager.
                covered = min(abs(net), left)
                left -= covered
                returned = stake - ceil(Fraction(stake * covered, abs(net)))
                net = covered if net > 0 else -covered
            lines.append(Line(seat.number, bet, stake, net, returned))
    return lines
