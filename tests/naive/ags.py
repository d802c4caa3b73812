"""3 Card of AGS: ante bonus, two side bets on shown hands, and the STAX progressive."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from .basics import (
    LOSE,
    Line,
    Seat,
    ante_bonus,
    from_dealers_right,
    net_cents,
    settled,
    table_pay,
)
from .events import six_card_event, stax_event
from .pay_tables import METER_WAGER_CENTS, RESET_CENTS, PayTable
from .ranking import three_card_category, three_card_key
from .three_card_poker import ante_and_play


def settle_ags(
    dealer: Sequence[str],
    seats: Sequence[Seat],
    tables: Mapping[str, PayTable],
    options: Mapping[str, str],
    meters_cents: Mapping[str, int],
) -> list[Line]:
    """Antes of folded seats first, then every hand; the dealer's right leads."""
    in_order = from_dealers_right(seats)
    dealer_key = three_card_key(dealer)
    meters = RESET_CENTS | dict(meters_cents)
    ante_bonus_table = tables["ante-bonus"]["pays"]
    lines: list[Line] = []

    for seat in in_order:
        if seat.folded():
            lines += settled(seat, "ante", LOSE)
            lines += ante_bonus(seat, LOSE)

    for seat in in_order:
        category = three_card_category(seat.cards)
        if not seat.folded():
            ante_pay, play_pay = ante_and_play(three_card_key(seat.cards), dealer_key)
            lines += settled(seat, "ante", ante_pay)
            lines += settled(seat, "play", play_pay)
            lines += ante_bonus(seat, table_pay(ante_bonus_table, category))
        six = six_card_event((*seat.cards, *dealer))
        lines += settled(seat, "player-bonus", table_pay(tables["player-bonus"]["pays"], category))
        lines += settled(seat, "six-card-bonus", table_pay(tables["six-card-bonus"]["pays"], six))
        lines += _stax(seat, tables["stax"]["pays"], options, meters)
    return lines


def _stax(
    seat: Seat, table: Mapping[str, str], options: Mapping[str, str], meters: dict[str, int]
) -> list[Line]:
    """The progressive; a meter that is won falls to its reset level for the seats after."""
    stake = seat.stake("stax")
    if not stake:
        return []
    units = options.get("stax-units", "as-printed")
    pay = table_pay(table, stax_event(seat.cards))
    if pay.endswith(" meter"):
        meter = pay.removesuffix(" meter")
        net = ceil(Fraction(meters[meter] * stake, METER_WAGER_CENTS))
        meters[meter] = RESET_CENTS[meter]
        # An award "for" the wager has swallowed it; an award "to" the wager comes on top.
        if units != "all-to-1":
            net -= stake
    else:
        if units == "all-for-1":
            pay = pay.replace(" to ", " for ")
        if units == "all-to-1":
            pay = pay.replace(" for ", " to ")
        net = net_cents(stake, pay)
    return [Line(seat.number, "stax", stake, net, 0)]
