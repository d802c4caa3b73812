"""The one door: a finished round in, its settled lines out."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from .ags import settle_ags
from .basics import Line, Seat
from .fury import settle_fury
from .napa import settle_napa
from .pay_tables import DEFAULT_TABLES, PAY_TABLES
from .three_card_poker import settle_three_card_poker
from .three_way_action import settle_three_way_action

NO_CHOICE: Mapping[str, str] = MappingProxyType({})
AT_RESET: Mapping[str, int] = MappingProxyType({})


def settle(
    game: str,
    dealer: Sequence[str],
    seats: Sequence[Seat],
    pay_tables: Mapping[str, str] = NO_CHOICE,
    options: Mapping[str, str] = NO_CHOICE,
    bank_cents: int | None = None,
    meters_cents: Mapping[str, int] = AT_RESET,
    banker: int = 0,
) -> list[Line]:
    """Every bet of a valid round in settlement order.

    Tables and options not named are the defaults, a bank of None covers everything, meters
    not named stand at their reset levels, and a banker of 0 sits at none of the seats.
    """
    names = DEFAULT_TABLES[game] | dict(pay_tables)
    tables = {bet: PAY_TABLES[game][bet][name] for bet, name in names.items()}
    if game == "three-card-poker":
        return settle_three_card_poker(dealer, seats, tables, options)
    if game == "napa-three-card-poker":
        return settle_napa(dealer, seats, tables, bank_cents, banker)
    if game == "ags-3-card":
        return settle_ags(dealer, seats, tables, options, meters_cents)
    if game == "three-card-fury":
        return settle_fury(dealer, seats, tables, names, options)
    return settle_three_way_action(dealer, seats, tables, options)
