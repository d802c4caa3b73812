"""What figures depend on beside pay tables and options: meters, and the others at the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from fairdeal import money
from fairdeal.errors import Refused, did_you_mean
from fairdeal.games.ags_3_card import stax_net
from fairdeal.games.paytable import PayTable, Unit
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Conditions:
    """The conditions under which a bet is placed."""

    others: int | None = None
    """Other bonus bettors; None takes the number for which the printed figures hold."""
    stake_cents: int = 100
    """The bonus bet that envy is reckoned on."""
    meters: Mapping[str, int] = field(default_factory=dict)
    """Meters in cents that are not at their reset level."""

    def check(self, game: str, seats: int, terms: Terms) -> None:
        """Refuse what cannot be at that game."""
        if self.others is not None and not 0 <= self.others < seats:
            raise Refused(
                f"{self.others} other bettors cannot be: {game} has {seats} seats,"
                f" so expected 0 to {seats - 1}",
                code="others.impossible",
            )
        for key, cents in self.meters.items():
            if key not in terms.meters:
                known = terms.meters
                hint = did_you_mean(key, known) if known else "it has no progressive"
                raise Refused(f"{game} has no meter {key!r}: {hint}", code="meter.unknown")
            if cents <= 0:
                raise Refused(f"meter {key} cannot be {money.show(cents)}", code="meter.amount")


AT_RESET = Conditions()


def net_by_event(
    table: PayTable,
    terms: Terms,
    conditions: Conditions,
    settle: Callable[[int, tuple[int, ...]], int],
) -> list[Fraction]:
    """Net units that each event brings: by the rule that settles it, a meter at what it shows."""
    nets = []
    for event, pay in enumerate(table.pays["pays"]):
        if pay.unit is not Unit.METER:
            nets.append(Fraction(settle(event, table.units())))
            continue
        meter = terms.meters[pay.meter]
        shown = conditions.meters.get(pay.meter, meter.reset_cents)
        net = stax_net(meter.wager_cents, shown, meter.wager_cents, pay.bet_back)
        nets.append(Fraction(net, meter.wager_cents))
    return nets
