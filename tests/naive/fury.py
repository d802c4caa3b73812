"""Advantage Play 3 Card Fury: best three of four against the dealer's three."""

from collections.abc import Mapping, Sequence

from .basics import (
    EVEN_MONEY,
    LOSE,
    PUSH,
    Line,
    Seat,
    against_dealer,
    from_dealers_right,
    settled,
    table_pay,
)
from .events import monster_event, royal_family_event, seven_card_event
from .pay_tables import PayTable
from .ranking import best_three_of_four, three_card_key

# No king-high hand is weaker than K-3-2.
KING_HIGH = three_card_key(("Ks", "3h", "2d"))


def _monster_pay(event: str, outcome: str, table: PayTable) -> str:
    """Outcome is the comparison with the dealer, who need not qualify for this bet."""
    if outcome == EVEN_MONEY:
        return table_pay(table["beat"], event)
    if event in ("straight", "flush"):
        return PUSH if outcome == PUSH else LOSE
    return table_pay(table["busted"], event)


def _monster_table(printed: PayTable, name: str, options: Mapping[str, str]) -> PayTable:
    """The document merges the straight-flush cells of tables 1 to 6: two ways to read them."""
    reading = options.get("monster-straight-flush", "ten-to-table-5")
    if reading == "ten-on-table-1-only" and name in ("2", "3", "4", "5"):
        return printed | {"beat": printed["beat"] | {"straight-flush": "9 to 1"}}
    return printed


def settle_fury(
    dealer: Sequence[str],
    seats: Sequence[Seat],
    tables: Mapping[str, PayTable],
    names: Mapping[str, str],
    options: Mapping[str, str],
) -> list[Line]:
    """Folded seats, play bets pushed back if the dealer fails, then each hand from the right."""
    in_order = from_dealers_right(seats)
    dealer_key = three_card_key(dealer)
    qualified = dealer_key >= KING_HIGH
    monster_table = _monster_table(tables["monster"], names["monster"], options)
    lines: list[Line] = []

    for seat in in_order:
        if seat.folded():
            lines += settled(seat, "monster", LOSE)
            lines += settled(seat, "ante", LOSE)
            lines += settled(seat, "royal-family", LOSE)

    if not qualified:
        for seat in in_order:
            lines += settled(seat, "play", PUSH)

    for seat in in_order:
        if not seat.folded():
            outcome = against_dealer(best_three_of_four(seat.cards), dealer_key)
            monster = _monster_pay(monster_event(seat.cards), outcome, monster_table)
            family = table_pay(tables["royal-family"]["pays"], royal_family_event(seat.cards))
            lines += settled(seat, "monster", monster)
            if qualified:
                lines += settled(seat, "play", outcome)
            # Unlike the other games, the ante must beat even a dealer who does not qualify.
            lines += settled(seat, "ante", outcome)
            lines += settled(seat, "royal-family", family)
        seven = seven_card_event((*seat.cards, *dealer))
        lines += settled(seat, "seven-card", table_pay(tables["seven-card"]["pays"], seven))
    return lines
