"""A progressive as the whole log has made it: ``after(progressive, row, event)``.

Its own stream holds what people did to it; what bets brought and what was won stands in the streams
of the tables that feed it.  The order of the log decides: two tables that win a meter within a
moment agree on who was first without asking each other.  Amounts are exact: meters count in
millionths of a cent.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal.live import events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table import ledger
from fairdeal.live.table.holding import PARTS

PREFIX: Final = "progressive:"
"""How the name of a progressive's stream begins; no table's name has a colon."""

FROM_TABLES: Final = frozenset(
    codec.KINDS[each]
    for each in (events.MetersFed, events.PayHeld, events.PayMade, events.RoundVoided)
)
"""Kinds of events of tables that can change a meter."""

WINS: Final = frozenset(codec.KINDS[each] for each in (events.PayHeld, events.RoundVoided))
"""Those of them that do more than let it grow."""


class Meter(msgspec.Struct, frozen=True, omit_defaults=True):
    """One meter between two events."""

    parts: int
    """What the next winner gets, in millionths of a cent."""
    reset_cents: int
    rate: int
    """Millionths of a wager."""
    ceiling_cents: int = 0
    next_rate: int = -1
    """The rate from the next win on; -1 where it stays."""
    former_rate: int = -1
    """The rate before the last win; -1 before the first."""
    overflow: int = 0
    """Parts beyond the ceiling, kept for the next winner."""
    wins: int = 0
    share_cents: int = 0
    """What each of several winners of one round gets, while they are being noted."""
    seed_cents: int = 0
    """What the house has put in and not recovered."""

    @property
    def cents(self) -> int:
        """What the next winner gets, in whole cents."""
        return self.parts // PARTS


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A meter that was won and is not paid yet."""

    table: str
    pay: int
    meter: str
    cents: int
    reset_cents: int
    """What the house owes the meter when the win is paid; 0 for a winner who shares."""
    at: int
    pos: int
    """The place in the log, which decides who was first."""
    won: int
    """The how manieth win of the meter it is."""
    rates: tuple[int, int, int]
    """The meter's former, present and next rate before the win, which a void round gives back."""
    share: int = 1
    """Which of the winners who share it; the first has brought the reset level."""


class Proposal(msgspec.Struct, frozen=True):
    """An adjustment that waits for a second person."""

    meter: str
    why: str
    cents: int
    reason: str
    by: str


class Progressive(msgspec.Struct, frozen=True, omit_defaults=True):
    """A progressive between two events of the log."""

    name: str
    version: int = 0
    """How many events its own stream has."""
    pos: int = 0
    """The last event of the log that was looked at."""
    setup: events.ProgressiveOpened | None = None
    disabled: str = ""
    """Why it takes no bets."""
    disabled_at: int = 0
    """When it was last disabled."""
    meters: dict[str, Meter] = {}
    hits: dict[str, Hit] = {}
    """Wins that are not paid, by table and payment."""
    proposal: Proposal | None = None
    accounts: dict[str, int] = {}
    """The ledger of its own stream."""

    def shown_cents(self, meter: str) -> int:
        """What the sign shows: it falls to the reset level when a win is paid, and not before."""
        hits = [hit for hit in self.hits.values() if hit.meter == meter]
        now = self.meters[meter]
        shown = now.cents + sum(hit.cents - hit.reset_cents for hit in hits)
        return min(shown, now.ceiling_cents) if now.ceiling_cents else shown

    def link(self, game: str, bets: Iterable[str]) -> events.Link | None:
        """The bet of a game that feeds this progressive, if there is one."""
        for each in self.setup.links if self.setup else ():
            if each.game == game and each.bet in bets:
                return each
        return None


def stream_of(name: str) -> str:
    """The stream of a progressive in the log."""
    return PREFIX + name


def is_progressive(stream: str) -> bool:
    """Whether a stream is a progressive's and not a table's; a forged name can be anything."""
    return str(stream).startswith(PREFIX)


def spoken(stream: str) -> str:
    """What a person calls a stream of the log."""
    return stream.replace(":", " ") if is_progressive(stream) else f"table {stream}"


def hit_key(table: str, pay: int) -> str:
    """Which held payment of which table."""
    return f"{table}/{pay}"


def caught_up(progressive: Progressive, rows: Iterable[Recorded]) -> Progressive:
    """The progressive after more rows of the whole log."""
    own = stream_of(progressive.name)
    for row in rows:
        if row.stream == own or row.kind in FROM_TABLES:
            progressive = after(progressive, row, codec.decoded(row.kind, row.body))
        else:
            progressive = replace(progressive, pos=row.pos)
    return progressive


def after(progressive: Progressive, row: Recorded, event: events.AnyEvent) -> Progressive:
    """The progressive after one event of the log, whoever's it is."""
    changes = _changes(progressive, row, event)
    if row.stream == stream_of(progressive.name):
        changes["version"] = progressive.version + 1
        changes["accounts"] = ledger.posted(progressive.accounts, event)
    return replace(progressive, pos=row.pos, **changes)


def _changes(was: Progressive, row: Recorded, event: events.AnyEvent) -> dict[str, object]:
    match event:
        case events.MetersFed(progressive=name, parts=parts) if name == was.name:
            grown = {key: _grown(was.meters[key], more) for key, more in parts.items()}
            return {"meters": was.meters | grown}
        case events.PayHeld(progressive=name) if name == was.name:
            return _hit(was, row, event)
        case events.PayMade(progressive=name, meter=key, pay=pay) if name == was.name:
            hit = was.hits[hit_key(row.stream, pay)]
            meter = was.meters[key]
            paid = replace(meter, seed_cents=meter.seed_cents + hit.reset_cents)
            return {"meters": was.meters | {key: paid}, "hits": _without(was.hits, row, [pay])}
        case events.RoundVoided(dropped=dropped) if dropped:
            return _dropped(was, row, dropped)
        case _ if row.stream == stream_of(was.name):
            return _own_changes(was, row, event)
        case _:
            return {}


def _own_changes(was: Progressive, row: Recorded, event: events.AnyEvent) -> dict[str, object]:
    match event:
        case events.ProgressiveOpened(meters=setups):
            meters = {key: _new(each) for key, each in setups.items()}
            return {"setup": event, "meters": meters}
        case events.ProgressiveDisabled(reason=reason):
            return {"disabled": reason, "disabled_at": row.at}
        case events.ProgressiveEnabled():
            return {"disabled": ""}
        case events.RateScheduled(meter=key, rate=rate):
            return {"meters": was.meters | {key: replace(was.meters[key], next_rate=rate)}}
        case events.CeilingRaised(meter=key, ceiling_cents=cents):
            raised = replace(was.meters[key], ceiling_cents=cents)
            return {"meters": was.meters | {key: _within(raised)}}
        case events.AdjustmentProposed(meter=key, why=why, cents=cents, reason=reason, by=by):
            return {"proposal": Proposal(key, why, cents, reason, by)}
        case events.MeterAdjusted(meter=key, why=why, cents=cents):
            adjusted = _adjusted(was.meters[key], why, cents * PARTS)
            return {"proposal": None, "meters": was.meters | {key: adjusted}}
        case _:
            return {"proposal": None}


def _new(setup: events.MeterSetup) -> Meter:
    return Meter(
        setup.reset_cents * PARTS,
        setup.reset_cents,
        setup.rate,
        setup.ceiling_cents,
        seed_cents=setup.reset_cents,
    )


def _grown(meter: Meter, parts: int) -> Meter:
    return _within(replace(meter, parts=meter.parts + parts))


def _within(meter: Meter) -> Meter:
    """What is above the ceiling waits for the next winner; what waits fills up to the ceiling."""
    total = meter.parts + meter.overflow
    parts = min(total, meter.ceiling_cents * PARTS) if meter.ceiling_cents else total
    return replace(meter, parts=parts, overflow=total - parts)


def _hit(was: Progressive, row: Recorded, event: events.PayHeld) -> dict[str, object]:
    """The winner gets what the meter shows; what does not make a cent stays for the next.

    Winners who share take their parts one after the other; the first brings the reset level.
    """
    meter = was.meters[event.meter]
    reset = meter.reset_cents if event.share == 1 else 0
    rates = meter.former_rate, meter.rate, meter.next_rate
    if event.share == 1:
        meter = replace(
            meter,
            share_cents=meter.cents // event.shares,
            former_rate=meter.rate,
            rate=meter.rate if meter.next_rate < 0 else meter.next_rate,
            next_rate=-1,
            wins=meter.wins + 1,
        )
    share = meter.share_cents
    meter = replace(meter, parts=meter.parts + (reset - share) * PARTS)
    if event.share == event.shares:
        meter = _within(meter)
    place = row.at, row.pos
    number = meter.wins
    hit = Hit(row.stream, event.pay, event.meter, share, reset, *place, number, rates, event.share)
    key = hit_key(row.stream, event.pay)
    return {"meters": was.meters | {event.meter: meter}, "hits": was.hits | {key: hit}}


def _dropped(was: Progressive, row: Recorded, pays: Iterable[int]) -> dict[str, object]:
    """A round is void: what was won in it goes back, less what the house need not put in."""
    meters = dict(was.meters)
    numbers = [pay for pay in pays if hit_key(row.stream, pay) in was.hits]
    for hit in (was.hits[hit_key(row.stream, pay)] for pay in numbers):
        meter = meters[hit.meter]
        if hit.share == 1 and hit.won == meter.wins:  # nobody has won it since
            former, rate, coming = hit.rates
            meter = replace(
                meter, former_rate=former, rate=rate, next_rate=coming, wins=meter.wins - 1
            )
        meters[hit.meter] = _grown(meter, (hit.cents - hit.reset_cents) * PARTS)
    return {"meters": meters, "hits": _without(was.hits, row, numbers)}


def _without(hits: Mapping[str, Hit], row: Recorded, pays: Iterable[int]) -> dict[str, Hit]:
    gone = {hit_key(row.stream, pay) for pay in pays}
    return {key: hit for key, hit in hits.items() if key not in gone}


def _adjusted(meter: Meter, why: str, parts: int) -> Meter:
    match why:
        case "receipts":
            return replace(meter, overflow=meter.overflow - parts)
        case "cap":
            return replace(meter, parts=meter.parts - parts, overflow=meter.overflow + parts)
        case "seed":
            seed = meter.seed_cents - parts // PARTS
            return replace(meter, parts=meter.parts - parts, seed_cents=seed)
        case _:
            return replace(meter, parts=meter.parts - parts)
