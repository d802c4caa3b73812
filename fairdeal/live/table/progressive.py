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
from fairdeal.live.log.chain import ACCOUNTS, PREFIX, ROOM, Recorded
from fairdeal.live.table import ledger
from fairdeal.live.table.holding import PARTS

FROM_TABLES: Final = frozenset(
    codec.KINDS[each]
    for each in (events.MetersFed, events.PayHeld, events.PayMade, events.RoundVoided)
)
"""Kinds of events of tables that can change a meter."""

WINS: Final = FROM_TABLES - {codec.KINDS[events.MetersFed]}
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
    overflow: int = 0
    """Parts beyond the ceiling, kept for the next winner."""
    wins: int = 0
    paid_pos: int = 0
    """The place of the latest win that was paid."""
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
    rate: int
    next_rate: int
    """The meter's rates before the win, which a void round gives back."""
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
    meters: dict[str, Meter] = {}
    hits: dict[str, Hit] = {}
    """Wins that are not paid, by table and payment."""
    proposal: Proposal | None = None
    accounts: dict[str, int] = {}
    """The ledger of its own stream."""

    def shown_cents(self, meter: str) -> int:
        """What the sign shows: it falls to the reset level when a win is paid, and not before."""
        now, waiting = self.meters[meter], self._waiting_cents(meter)
        shown = now.cents + waiting
        return min(shown, now.ceiling_cents) if now.ceiling_cents else shown

    @property
    def shown(self) -> dict[str, int]:
        """Every meter as signs have them: the richest first."""
        cents = {meter: self.shown_cents(meter) for meter in self.meters}
        return dict(sorted(cents.items(), key=lambda each: -each[1]))

    def beyond_parts(self, meter: str) -> int:
        """What the meter holds and its sign does not show, because of the ceiling."""
        now = self.meters[meter]
        if not now.ceiling_cents:
            return now.overflow
        return max(0, self.held_parts(meter) - now.ceiling_cents * PARTS)

    def held_parts(self, meter: str) -> int:
        """What was put into a meter and has not left it, in millionths of a cent.

        A win leaves it when it is paid, and then the house puts the reset level in: until then
        both are as if nothing had been won.
        """
        now = self.meters[meter]
        return now.parts + now.overflow + self._waiting_cents(meter) * PARTS

    def _waiting_cents(self, meter: str) -> int:
        """What is due for wins that are not paid, less what the house puts in when they are."""
        hits = (hit for hit in self.hits.values() if hit.meter == meter)
        return sum(hit.cents - hit.reset_cents for hit in hits)

    def link(self, game: str, bets: Iterable[str]) -> events.Link | None:
        """The bet of a game that feeds this progressive, if there is one."""
        for each in self.setup.links if self.setup else ():
            if each.game == game and each.bet in bets:
                return each
        return None


def stream_of(name: str) -> str:
    """The stream of a progressive in the log."""
    return PREFIX + name


def name_in(stream: str) -> str:
    """The name of the progressive whose stream it is."""
    return stream.removeprefix(PREFIX)


def is_progressive(stream: str) -> bool:
    """Whether a stream is a progressive's and not a table's; a forged name can be anything."""
    return str(stream).startswith(PREFIX)


def is_table(stream: str) -> bool:
    """Whether a stream is a table's, and not a progressive's or one of the room's own."""
    return stream not in (ROOM, ACCOUNTS) and not is_progressive(stream)


def spoken(stream: str) -> str:
    """What a person calls a stream of the log."""
    if stream in (ROOM, ACCOUNTS):
        return f"the {stream.removesuffix(':')}"
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
    """The progressive after one event of the log, of any stream."""
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
            seed, latest = meter.seed_cents + hit.reset_cents, max(meter.paid_pos, hit.pos)
            paid = replace(meter, seed_cents=seed, paid_pos=latest)
            return {"meters": was.meters | {key: paid}, "hits": _without(was.hits, row, pay)}
        case events.RoundVoided(dropped=dropped) if dropped:
            return _dropped(was, row, dropped)
        case _ if row.stream == stream_of(was.name):
            return _own_changes(was, event)
        case _:
            return {}


def _own_changes(was: Progressive, event: events.AnyEvent) -> dict[str, object]:
    match event:
        case events.ProgressiveOpened(meters=setups):
            meters = {key: _new(each) for key, each in setups.items()}
            return {"setup": event, "meters": meters}
        case events.ProgressiveDisabled(reason=reason):
            return {"disabled": reason}
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
    rates = meter.rate, meter.next_rate
    if event.share == 1:
        meter = replace(
            meter,
            share_cents=meter.cents // event.shares,
            rate=meter.rate if meter.next_rate < 0 else meter.next_rate,
            next_rate=-1,
            wins=meter.wins + 1,
        )
    share = meter.share_cents
    meter = replace(meter, parts=meter.parts + (reset - share) * PARTS)
    if event.share == event.shares:
        meter = _within(meter)
    won = row.stream, event.pay, event.meter, share, reset, row.at, row.pos
    hit = Hit(*won, *rates, event.share)
    key = hit_key(row.stream, event.pay)
    return {"meters": was.meters | {event.meter: meter}, "hits": was.hits | {key: hit}}


def _dropped(was: Progressive, row: Recorded, pays: Iterable[int]) -> dict[str, object]:
    """A round is void: what was won in it goes back, less what the house need not put in."""
    meters, hits = dict(was.meters), dict(was.hits)
    for key in (hit_key(row.stream, pay) for pay in pays):
        if (hit := hits.pop(key, None)) is None:
            continue  # no meter pays it
        meter = meters[hit.meter]
        if hit.share == 1:
            meter = _as_if_not_won(replace(meter, wins=meter.wins - 1), hit, hits)
        meters[hit.meter] = _grown(meter, (hit.cents - hit.reset_cents) * PARTS)
    return {"meters": meters, "hits": hits}


def _as_if_not_won(meter: Meter, void: Hit, hits: dict[str, Hit]) -> Meter:
    """The meter at the rate it had before; or the next winner, if there is one, has changed it."""
    later = [
        (hit.pos, key, hit)
        for key, hit in hits.items()
        if hit.meter == void.meter and hit.pos > void.pos and hit.share == 1
    ]
    if later:
        _, key, first = min(later, key=lambda each: each[0])
        coming = void.next_rate if first.next_rate < 0 else first.next_rate
        hits[key] = replace(first, rate=void.rate, next_rate=coming)
        return meter
    if meter.paid_pos > void.pos:
        return meter
    coming = void.next_rate if meter.next_rate < 0 else meter.next_rate
    return replace(meter, rate=void.rate, next_rate=coming)


def _without(hits: Mapping[str, Hit], row: Recorded, pay: int) -> dict[str, Hit]:
    return {key: hit for key, hit in hits.items() if key != hit_key(row.stream, pay)}


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
