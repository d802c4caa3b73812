"""What figures depend on beside pay tables and options: meters, and the others at the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from fairdeal import money
from fairdeal.errors import Refused, did_you_mean
from fairdeal.games.layout import Game
from fairdeal.games.paytable import PayTable, Unit, meter_net
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Conditions:
    """The conditions under which a bet is placed."""

    others: int | None = None
    """Other players whose hands earn envy; None takes the number the printed figures hold for."""
    stake_cents: int = 100
    """The bet that envy is reckoned on."""
    meters: Mapping[str, int] = field(default_factory=dict)
    """Meters in cents that are not at their reset level."""

    def check(self, game: Game, terms: Terms) -> None:
        """Refuse what cannot be at that game."""
        if self.stake_cents <= 0:
            raise Refused(
                f"a stake of {money.show(self.stake_cents)} is too small: the least is $0.01",
                code="stake.none",
            )
        if self.others is not None:
            if not any(bet.others for bet in game.bets):
                raise Refused(
                    f"{game.key} pays no envy: other players do not matter", code="others.idle"
                )
            if not 0 <= self.others < game.seats:
                raise Refused(
                    f"{self.others} other players do not fit: {game.key} has {game.seats} seats,"
                    f" so expected 0 to {game.seats - 1}",
                    code="others.impossible",
                )
        for key, cents in self.meters.items():
            if key not in terms.meters:
                known = terms.meters
                hint = did_you_mean(key, known) if known else "it has no progressive"
                raise Refused(f"{game.key} has no meter {key!r}: {hint}", code="meter.unknown")
            if cents < terms.meters[key].reset_cents:
                least = money.show(terms.meters[key].reset_cents)
                raise Refused(
                    f"meter {key} cannot show {money.show(cents)}: it starts at {least}",
                    code="meter.amount",
                )


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
            parts = next(each.parts for each in table.columns if each.key == "pays")
            nets.append(Fraction(settle(event, table.units()), parts))
            continue
        meter = terms.meters[pay.meter]
        shown = conditions.meters.get(pay.meter, meter.reset_cents)
        net = meter_net(meter.wager_cents, shown, meter.wager_cents, pay.bet_back)
        nets.append(Fraction(net, meter.wager_cents))
    return nets
