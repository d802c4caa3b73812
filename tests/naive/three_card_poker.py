"""Three Card Poker of SHFL, with its bonus and envy bets."""

from collections.abc import Mapping, Sequence

from .basics import (
    EVEN_MONEY,
    LOSE,
    PUSH,
    Line,
    Seat,
    against_dealer,
    ante_bonus,
    from_dealers_right,
    settled,
    table_pay,
)
from .events import printed_line, three_card_bonus_event
from .pay_tables import PayTable
from .ranking import Key, three_card_category, three_card_key

# No queen-high hand is weaker than Q-3-2.
QUEEN_HIGH = three_card_key(("Qs", "3h", "2d"))


def ante_and_play(player: Key, dealer: Key) -> tuple[str, str]:
    """What ante and play of a hand that stayed in pay, by the queen-high rule."""
    if dealer < QUEEN_HIGH:
        return EVEN_MONEY, PUSH
    outcome = against_dealer(player, dealer)
    return outcome, outcome


def settle_three_card_poker(
    dealer: Sequence[str],
    seats: Sequence[Seat],
    tables: Mapping[str, PayTable],
    options: Mapping[str, str],
) -> list[Line]:
    """Folded seats first, then the hands, then the envy awards; the dealer's right leads."""
    bonus_stays = options.get("bonus-on-fold", "stays") == "stays"
    in_order = from_dealers_right(seats)
    dealer_key = three_card_key(dealer)
    bonus_table = tables["bonus"]["pays"]
    lines: list[Line] = []

    for seat in in_order:
        if seat.folded():
            lines += ante_bonus(seat, LOSE)
            lines += settled(seat, "ante", LOSE)
            lines += settled(seat, "pair-plus", LOSE)
            if not bonus_stays:
                lines += settled(seat, "bonus", LOSE)

    for seat in in_order:
        bonus_pay = table_pay(bonus_table, three_card_bonus_event(seat.cards))
        if not seat.folded():
            category = three_card_category(seat.cards)
            ante_pay, play_pay = ante_and_play(three_card_key(seat.cards), dealer_key)
            back_first = settled(seat, "play", play_pay)
            back_first += ante_bonus(seat, table_pay(tables["ante-bonus"]["pays"], category))
            back_first += settled(seat, "ante", ante_pay)
            pair_plus = table_pay(tables["pair-plus"]["pays"], category)
            back_first += settled(seat, "pair-plus", pair_plus)
            back_first += settled(seat, "bonus", bonus_pay)
            turned_round = options.get("order-of-bets") == "front-first"
            lines += back_first[::-1] if turned_round else back_first
        elif bonus_stays:
            lines += settled(seat, "bonus", bonus_pay)

    bettors = [
        seat for seat in in_order if seat.stake("bonus") and (bonus_stays or not seat.folded())
    ]
    face_up = [seat for seat in in_order if seat in bettors or not seat.folded()]
    if options.get("envy-hands", "any-player") == "bonus-bettors":
        face_up = bettors
    return lines + _envy(bettors, face_up, tables["bonus"].get("envy", {}))


def _envy(
    bettors: Sequence[Seat], face_up: Sequence[Seat], awards: Mapping[str, str]
) -> list[Line]:
    """Fixed dollars, whatever was staked, for each hand on the layout that is another player's.

    The sheet, 10 b: if at least one player has a straight flush or higher, all who made the bonus
    bet win; 10 c: not for one's own hand. A hand that was folded away is seen by nobody.
    """
    shown = [(seat, printed_line(three_card_bonus_event(seat.cards), awards)) for seat in face_up]
    return [
        Line(bettor.number, "envy", 0, 100 * int(awards[line].removeprefix("$")), 0)
        for bettor in bettors
        for other, line in shown
        if line in awards and not other.is_held_with(bettor)
    ]
