"""Opening a progressive, and what people may do to its meters."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from fairdeal import games, money
from fairdeal.errors import Malformed, did_you_mean, listed
from fairdeal.games.layout import Bet, Game
from fairdeal.games.paytable import Unit
from fairdeal.games.terms import Terms, named_tables, terms
from fairdeal.live import events
from fairdeal.live.commands.checks import MOST_CENTS, reason_given, refuse
from fairdeal.live.table.amounts import share
from fairdeal.live.table.context import Context
from fairdeal.live.table.holding import PARTS
from fairdeal.live.table.progressive import Meter, Progressive
from fairdeal.live.table.progressives import lines_of

_RATE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,4})?) ?%")
_METER = re.compile(r"[a-z][a-z0-9-]{0,39}")

WHY_FALLS = {
    "malfunction": "a malfunction is put right",
    "cap": "the sign shows more than the ceiling",
    "receipts": "money that is not shown is booked as receipts",
    "seed": "the house recovers what it has put in",
}
"""Why a meter's money may fall, beside the payment of a win; nothing else is a reason."""


def open_progressive(
    progressive: Progressive,
    context: Context,
    *,
    game: str,
    bet: str = "",
    wins: Mapping[str, str] | None = None,
    resets: Mapping[str, str] | None = None,
    rates: Mapping[str, str] | None = None,
    ceilings: Mapping[str, str] | None = None,
    wager_cents: int | None = None,
    pay_tables: tuple[str, ...] = (),
    shared: bool = False,
) -> list[events.AnyEvent]:
    """A manager opens a progressive: the bet that feeds it, and its meters.

    A bet whose pay table names meters brings their levels and rates, for the wager that the
    document prints; with another wager the levels scale.  For any other bet, name what wins which
    meter, with its reset level and rate.
    """
    if progressive.setup:
        refuse("progressive.open", f"progressive {progressive.name} is open already")
    played = games.game(game)
    chosen = terms(played, named_tables(played, pay_tables))
    fed_by = played.bet(bet) if bet else _bet_with_meters(played)
    won, printed = _won_by(fed_by, chosen, wins or {})
    wager = printed if wager_cents is None else wager_cents
    if not won:
        refuse("progressive.empty", f"progressive {progressive.name} needs hands that win meters")
    if not 0 < wager <= MOST_CENTS:
        refuse(
            "progressive.wager",
            f"progressive {progressive.name} needs a wager that its meters are meant for, not"
            f" {money.show(wager)}",
        )
    scale = Fraction(wager, printed) if printed else Fraction(1)
    asked = _Asked(resets or {}, rates or {}, ceilings or {})
    meters = dict.fromkeys(won.values())
    for name in (name for name in meters if not _METER.fullmatch(name)):
        raise Malformed(
            f"{name!r} is not the name of a meter: expected up to 40 small letters, digits or"
            " dashes",
            code="name.unreadable",
        )
    for key in (key for each in asked for key in each if key not in meters):
        refuse("progressive.meter", f"there is no meter {key!r}: {did_you_mean(key, meters)}")
    setups = {meter: _setup(meter, chosen, scale, asked) for meter in meters}
    _check_rates(progressive.name, {key: each.rate for key, each in setups.items()})
    link = events.Link(played.key, fed_by.key, won, lines_of(chosen, fed_by.key))
    return [events.ProgressiveOpened(progressive.name, wager, setups, (link,), shared)]


def disable_progressive(
    progressive: Progressive, context: Context, *, reason: str
) -> list[events.AnyEvent]:
    """No more bets on the progressive: it neither grows nor is won by bets from now on."""
    _open(progressive)
    if progressive.disabled:
        refuse(
            "progressive.disabled",
            f"progressive {progressive.name} is disabled already: {progressive.disabled}",
        )
    return [events.ProgressiveDisabled(reason_given(reason))]


def enable_progressive(
    progressive: Progressive, context: Context, *, reason: str
) -> list[events.AnyEvent]:
    """The progressive takes bets again, as it was."""
    _open(progressive)
    if not progressive.disabled:
        refuse("progressive.enabled", f"progressive {progressive.name} is not disabled")
    return [events.ProgressiveEnabled(reason_given(reason))]


def schedule_rate(
    progressive: Progressive, context: Context, *, meter: str, rate: str, reason: str
) -> list[events.AnyEvent]:
    """A meter grows at another rate from its next win on, and not before."""
    _meter(progressive, meter)
    coming = {
        key: each.rate if each.next_rate < 0 else max(each.rate, each.next_rate)
        for key, each in progressive.meters.items()
    }
    _check_rates(progressive.name, coming | {meter: rate_of(rate)})
    return [events.RateScheduled(meter, rate_of(rate), reason_given(reason))]


def raise_ceiling(
    progressive: Progressive, context: Context, *, meter: str, cents: int, reason: str
) -> list[events.AnyEvent]:
    """A meter's ceiling goes up; one that had none gets one at or above what it shows."""
    now = _meter(progressive, meter)
    least = now.ceiling_cents or max(progressive.shown_cents(meter), now.reset_cents)
    if cents == now.ceiling_cents:
        refuse("progressive.ceiling", f"the ceiling of {meter} is {money.show(cents)} already")
    if cents and (cents < least or cents > MOST_CENTS):
        refuse(
            "progressive.ceiling",
            f"the ceiling of {meter} cannot be {money.show(cents)}: it is at least"
            f" {money.show(least)}",
        )
    return [events.CeilingRaised(meter, cents, reason_given(reason))]


def propose_adjustment(
    progressive: Progressive, context: Context, *, meter: str, why: str, cents: int, reason: str
) -> list[events.AnyEvent]:
    """A person proposes to lower a meter, for one of the reasons that allow it."""
    now = _meter(progressive, meter)
    if progressive.proposal:
        refuse(
            "adjustment.waiting",
            f"an adjustment of {progressive.proposal.meter} waits for a second person already",
        )
    _check_fall(progressive, meter, now, why, cents)
    said = reason_given(reason)
    return [events.AdjustmentProposed(meter, why, cents, said, context.by.name)]


def approve_adjustment(progressive: Progressive, context: Context) -> list[events.AnyEvent]:
    """A second person approves, and the meter is lowered."""
    proposed = progressive.proposal
    if proposed is None:
        refuse("adjustment.none", f"nothing waits for approval at {progressive.name}")
    if proposed.by == context.by.name:
        refuse("approval.own", f"{context.by} has proposed the adjustment: another person approves")
    now = _meter(progressive, proposed.meter)
    _check_fall(progressive, proposed.meter, now, proposed.why, proposed.cents)
    before = progressive.shown_cents(proposed.meter)
    falls = 0 if proposed.why == "receipts" else proposed.cents
    return [
        events.MeterAdjusted(
            progressive.name,
            proposed.meter,
            proposed.why,
            proposed.cents,
            before,
            before - falls,
            proposed.by,
            context.by.name,
            proposed.reason,
        )
    ]


def refuse_adjustment(
    progressive: Progressive, context: Context, *, reason: str
) -> list[events.AnyEvent]:
    """A person refuses an adjustment, or takes it back."""
    if progressive.proposal is None:
        refuse("adjustment.none", f"nothing waits for approval at {progressive.name}")
    return [events.AdjustmentRefused(context.by.name, reason_given(reason))]


def most_to_fall(meter: Meter, why: str) -> int:
    """By how many cents a meter's money may fall for a reason."""
    above = meter.cents - meter.ceiling_cents if meter.ceiling_cents else 0
    return {
        "malfunction": meter.cents,
        "cap": max(0, above),
        "receipts": meter.overflow // PARTS,
        "seed": min(meter.seed_cents, max(0, meter.cents - meter.reset_cents)),
    }[why]


def rate_of(text: str) -> int:
    """Millionths, from a share such as ``5%`` or ``0.0125%``.

    >>> rate_of("5%"), rate_of("0.25 %")
    (50000, 2500)
    """
    found = _RATE.fullmatch(text.strip())
    rate = int(Fraction(found[1]) / 100 * PARTS) if found else -1
    if not 0 <= rate <= PARTS:
        raise Malformed(
            f"{text!r} is not a rate: expected a share such as 5%, with at most four decimals",
            code="progressive.rate",
        )
    return rate


def _check_rates(name: str, rates: Mapping[str, int]) -> None:
    """A wager cannot bring the meters more than itself."""
    if (total := sum(rates.values())) > PARTS:
        refuse(
            "progressive.rate",
            f"the meters of {name} cannot grow by {share(total)} of a wager together",
        )


def _open(progressive: Progressive) -> events.ProgressiveOpened:
    if progressive.setup is None:
        refuse("progressive.none", f"there is no progressive {progressive.name!r}")
    return progressive.setup


def _meter(progressive: Progressive, meter: str) -> Meter:
    _open(progressive)
    if meter not in progressive.meters:
        hint = did_you_mean(meter, progressive.meters)
        refuse("progressive.meter", f"{progressive.name} has no meter {meter!r}: {hint}")
    return progressive.meters[meter]


def _check_fall(progressive: Progressive, meter: str, now: Meter, why: str, cents: int) -> None:
    """Refuses whatever is not one of the reasons, or more than the reason allows."""
    if why not in WHY_FALLS:
        refuse(
            "adjustment.reason",
            f"a meter falls when a win is paid, and else only for {listed(WHY_FALLS, 'or')}, not"
            f" for {why!r}",
        )
    if any(hit.meter == meter for hit in progressive.hits.values()):
        refuse("adjustment.won", f"{meter} of {progressive.name} was won: pay the winner first")
    most = most_to_fall(now, why)
    if not 0 < cents <= most:
        refuse(
            "adjustment.amount",
            f"{meter} of {progressive.name} cannot fall by {money.show(cents)}: when"
            f" {WHY_FALLS[why]}, at most {money.show(most)} goes",
        )


class _Asked(NamedTuple):
    """What was named of the meters, each by meter."""

    resets: Mapping[str, str]
    rates: Mapping[str, str]
    ceilings: Mapping[str, str]


def _bet_with_meters(game: Game) -> Bet:
    found = [each for each in game.bets if each.by_meter]
    if not found:
        refuse("progressive.bet", f"{game.key} has no bet with meters: name the bet that feeds it")
    return found[0]


def _won_by(bet: Bet, chosen: Terms, wins: Mapping[str, str]) -> tuple[dict[str, str], int]:
    """The meter by line of the pay table, and the wager that its levels are printed for."""
    sheet = chosen.pay.get(bet.key)
    if sheet is None or "pays" not in sheet.pays:
        refuse("progressive.bet", f"{bet.name} has no pay table whose lines could win a meter")
    lines = {
        sheet.label("pays", event): pay
        for event, pay in enumerate(sheet.pays["pays"])
        if pay.unit is not Unit.LOSE
    }
    if by_table := {label: pay.meter for label, pay in lines.items() if pay.meter}:
        return by_table, next(iter(chosen.meters.values())).wager_cents
    for key in wins:
        if f"pays {key}" not in lines:
            hint = did_you_mean(key, [label[5:] for label in lines])
            refuse("progressive.hand", f"{bet.name} has no row {key!r}: {hint}")
    return {f"pays {key}": meter for key, meter in wins.items()}, 0


def _setup(meter: str, chosen: Terms, scale: Fraction, asked: _Asked) -> events.MeterSetup:
    """A meter as the document has it for this wager, with what was named instead."""
    printed = chosen.meters.get(meter)
    if printed is None and (meter not in asked.resets or meter not in asked.rates):
        refuse("progressive.meter", f"meter {meter} needs a reset level and a rate")
    level = int(printed.reset_cents * scale) if printed else 0
    reset = money.dollars(asked.resets[meter]) if meter in asked.resets else level
    ceiling = money.dollars(asked.ceilings[meter]) if meter in asked.ceilings else 0
    if not 0 <= reset <= MOST_CENTS or (ceiling and ceiling < reset):
        refuse(
            "progressive.ceiling",
            f"meter {meter} cannot begin at {money.show(reset)} under a ceiling of"
            f" {money.show(ceiling)}",
        )
    rate = asked.rates.get(meter) or (printed.increment if printed else "")
    return events.MeterSetup(reset, rate_of(rate), ceiling)
