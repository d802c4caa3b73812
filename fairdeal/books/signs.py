"""What the signs of a room show now: every progressive, its meters, and wins that wait."""

from typing import Any

from fairdeal.books.calendar import PLAIN
from fairdeal.books.jackpots import Jackpot, Jackpots
from fairdeal.books.progressives import Reader, Step
from fairdeal.errors import Refused, did_you_mean
from fairdeal.live import events
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table.progressive import Meter, Progressive


def signs(store: Store, name: str = "") -> dict[str, Any]:
    """Every progressive as far as the log has come, or the one that is named."""
    reader, jackpots, feeding = Reader(store.read()), Jackpots(), _Feeding()
    for step in reader:
        jackpots.hear(step)
        feeding.hear(step)
    check_progressive(reader, name)
    return {
        "events": reader.last,
        "progressives": [
            _sign(now, feeding, jackpots)
            for key, now in sorted(reader.progressives.items())
            if name in ("", key)
        ],
    }


def check_progressive(reader: Reader, name: str) -> None:
    """Refuse the name of a progressive that the log does not have."""
    if name and name not in reader.progressives:
        known = sorted(reader.progressives)
        hint = did_you_mean(name, known) if known else "none was opened yet"
        raise Refused(f"there is no progressive {name!r}: {hint}", code="progressive.none")


class _Feeding:
    """Which tables feed which progressive."""

    def __init__(self) -> None:
        self._by_table: dict[str, str] = {}

    def hear(self, step: Step) -> None:
        if isinstance(step.event, events.TableOpened):
            self._by_table[step.row.stream] = step.event.progressive
        elif isinstance(step.event, events.TableClosed):
            self._by_table.pop(step.row.stream, None)

    def tables(self, progressive: str) -> list[str]:
        return sorted(table for table, name in self._by_table.items() if name == progressive)


def _sign(now: Progressive, feeding: _Feeding, jackpots: Jackpots) -> dict[str, Any]:
    setup, proposed = now.setup, now.proposal
    assert setup is not None, "it was opened"
    waiting = [
        each for each in jackpots.found.values() if each.waits and each.progressive == now.name
    ]
    return {
        "progressive": now.name,
        "disabled": now.disabled,
        "wager_cents": setup.wager_cents,
        "shared": setup.shared,
        "links": [
            {"game": each.game, "bet": each.bet, "wins": dict(each.wins)} for each in setup.links
        ],
        "tables": feeding.tables(now.name),
        "meters": [_meter(now, key, setup.meters[key], now.meters[key]) for key in now.shown],
        "waiting": [_waits(each) for each in waiting],
        "proposal": proposed
        and {
            "meter": proposed.meter,
            "why": proposed.why,
            "cents": proposed.cents,
            "reason": proposed.reason,
            "by": proposed.by,
        },
    }


def _meter(now: Progressive, key: str, setup: events.MeterSetup, meter: Meter) -> dict[str, Any]:
    return {
        "meter": key,
        "shown_cents": now.shown_cents(key),
        "startup_cents": setup.reset_cents,
        "reset_cents": meter.reset_cents,
        "rate_millionths": meter.rate,
        "next_rate_millionths": None if meter.next_rate < 0 else meter.next_rate,
        "ceiling_cents": meter.ceiling_cents or None,
        "overflow_parts": now.beyond_parts(key),
        "wins": meter.wins,
        "seed_cents": meter.seed_cents,
    }


def _waits(won: Jackpot) -> dict[str, Any]:
    """A win that waits; its amount is not told before the dealer has submitted it."""
    return {
        "id": won.id,
        "table": won.table,
        "round": won.round,
        "seat": won.seat,
        "player": won.player,
        "meter": won.meter,
        "hand": won.hand,
        "won": PLAIN.exact(won.won_at),
        "status": won.status,
        "amount_cents": won.amount_cents if won.status == "submitted" else None,
        "missing": won.missing,
    }
