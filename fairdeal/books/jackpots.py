"""Wins that waited for approval, each from the moment it was won to its payment."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from fairdeal.books.calendar import SECOND
from fairdeal.books.progressives import Step
from fairdeal.live import events
from fairdeal.live.table.progressive import hit_key

_DAY: Final = 24 * 60 * 60 * SECOND


@dataclass
class Jackpot:
    """A win of a meter, or a large win that a bank pays."""

    id: str
    """Table and payment: ``pit-1/3``."""
    table: str
    round: int
    game: str
    seat: int
    player: str
    bet: str
    stake_cents: int
    """The wager that earned it."""
    hand: str
    progressive: str
    meter: str
    """Empty for a win that no meter pays."""
    won_at: int
    pos: int
    """The place in the log at which it was won, which decides who was first."""
    meter_cents: int | None
    """What the meter stood at when it was won."""
    amount_cents: int
    share: int
    shares: int
    reset_cents: int | None
    """What the house puts into the meter when it is paid."""
    rate_millionths: int | None
    """Of each wager, by which the meter grew until then."""
    ceiling_cents: int | None
    overflow_parts: int | None
    """What lay beyond the ceiling when it was won."""
    status: str = "won"
    entered_by: str = ""
    entered_at: int = 0
    needs: tuple[str, ...] = ()
    signed: list[dict[str, Any]] = field(default_factory=list)
    sent_back: list[dict[str, Any]] = field(default_factory=list)
    form: str = ""
    deck_days: int = 0
    paid_at: int = 0
    paid_pos: int = 0
    void_at: int = 0
    """When its round was declared void."""

    @property
    def deck_kept_until(self) -> int:
        """Until when its deck is kept; 0 where it need not be, or is not known yet."""
        since = self.paid_at or self.entered_at
        return since + self.deck_days * _DAY if self.deck_days else 0

    @property
    def waits(self) -> bool:
        """Whether it is neither paid nor void."""
        return self.status not in ("paid", "void")

    @property
    def missing(self) -> list[str]:
        """The roles whose signature is still needed."""
        return [role for role in self.needs if role not in {each["role"] for each in self.signed}]

    def as_data(self) -> dict[str, Any]:
        """Everything that is known of it."""
        reckoned = ("missing", "waits", "deck_kept_until")
        return asdict(self) | {key: getattr(self, key) for key in reckoned}


class Jackpots:
    """Hears every step of a log and keeps what became of each win that waited."""

    def __init__(self) -> None:
        self._games: dict[str, str] = {}
        self._values: dict[tuple[str, int, str], int] = {}
        self.found: dict[str, Jackpot] = {}

    def hear(self, step: Step) -> None:
        """Take note of one event."""
        row, event = step.row, step.event
        match event:
            case events.TableOpened(game=game):
                self._games[row.stream] = game
            case events.PayHeld():
                self.found[hit_key(row.stream, event.pay)] = self._won(step, event)
            case events.PaySubmitted(pay=pay):
                _submitted(self.found[hit_key(row.stream, pay)], row.at, event)
            case events.PaySigned(pay=pay, by=by, role=role, checked=checked):
                signed = {"by": by, "role": role, "checked": list(checked), "at": row.at}
                self.found[hit_key(row.stream, pay)].signed.append(signed)
            case events.PaySentBack(pay=pay, by=by, role=role, reason=reason):
                each = self.found[hit_key(row.stream, pay)]
                each.sent_back.append({"by": by, "role": role, "reason": reason, "at": row.at})
                each.status, each.signed = "sent back", []
            case events.PayMade(pay=pay):
                each = self.found[hit_key(row.stream, pay)]
                each.status, each.paid_at, each.paid_pos = "paid", row.at, row.pos
            case events.RoundVoided(dropped=dropped):
                for pay in dropped:
                    each = self.found[hit_key(row.stream, pay)]
                    each.status, each.void_at = "void", row.at
            case _:
                pass

    def between(self, begin: int, end: int, progressive: str = "") -> Iterator[Jackpot]:
        """Those that were won or paid in the interval, or waited at its end; in log order."""
        for each in self.found.values():
            waits = each.won_at < end and (each.waits or (each.paid_at or each.void_at) >= end)
            inside = begin <= each.won_at < end or begin <= each.paid_at < end
            if (waits or inside) and progressive in ("", each.progressive):
                yield each

    def _won(self, step: Step, event: events.PayHeld) -> Jackpot:
        row, meter, hit = step.row, None, None
        where = row.stream, event.round, event.meter
        if step.before is not None and step.then is not None:
            meter = step.before.meters[event.meter]
            hit = step.then.hits[hit_key(row.stream, event.pay)]
            if event.share == 1:
                self._values[where] = meter.cents
        return Jackpot(
            id=hit_key(row.stream, event.pay),
            table=row.stream,
            round=event.round,
            game=self._games.get(row.stream, ""),
            seat=event.seat,
            player=event.player,
            bet=event.bet,
            stake_cents=event.wager_cents,
            hand=event.event.partition(" ")[2],
            progressive=event.progressive,
            meter=event.meter,
            won_at=row.at,
            pos=row.pos,
            meter_cents=self._values[where] if meter else None,
            amount_cents=hit.cents if hit else event.net_cents,
            share=event.share,
            shares=event.shares,
            reset_cents=hit.reset_cents if hit else None,
            rate_millionths=meter.rate if meter else None,
            ceiling_cents=meter.ceiling_cents if meter else None,
            overflow_parts=meter.overflow if meter else None,
        )


def _submitted(won: Jackpot, at: int, event: events.PaySubmitted) -> None:
    won.status, won.entered_by, won.entered_at = "submitted", event.by, at
    won.needs, won.form, won.deck_days = event.needs, event.form, event.deck_days
    won.signed = []
