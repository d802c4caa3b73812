"""What happened in a span of time, as rows for other programs: events, rounds, bets, chips."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from fairdeal.live import events
from fairdeal.live.history.following import Following, done_to_a_progressive, standing_of
from fairdeal.live.history.naming import names
from fairdeal.live.history.proof import proof_of
from fairdeal.live.history.telling import told
from fairdeal.live.history.telling_pays import of_a_progressive
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.progressive import is_progressive
from fairdeal.live.table.state import RoundState, Table

Cell = str | int
Row = tuple[Cell, ...]


class At(int):
    """A moment in microseconds since 1970, to be written as people write it."""


HEADINGS: Final = {
    "rounds": (
        *("table", "round", "game", "configuration", "rules_digest", "state", "begun", "ended"),
        *("dealer", "banker", "seats", "staked_cents", "net_cents", "returned_cents"),
        *("waiting", "by_system", "reason", "proof", "commitment"),
    ),
    "bets": (
        *("table", "round", "ended", "game", "stage", "seat", "player", "bet", "stake_cents"),
        *("net_cents", "returned_cents", "event", "reason"),
    ),
    "chips": ("pos", "at", "table", "kind", "player", "cents", "actor", "role"),
    "irregularities": (
        *("table", "round", "irregularity", "seat", "reported", "reported_by", "report"),
        *("ruled", "ruled_by", "upheld", "effect", "ruling", "reason"),
    ),
}
"""The columns of every table of rows."""


class Extracted(NamedTuple):
    """A row, and where it belongs."""

    to: str
    row: Row


def event_of(row: Recorded, text: str) -> dict[str, object]:
    """An event whole: its envelope, its body as it was hashed, and a sentence that tells it."""
    return {
        "pos": row.pos,
        "table": row.stream,
        "version": row.version,
        "at": row.at,
        "actor": row.actor,
        "role": row.role,
        "command": row.command,
        "key": row.key,
        "part": row.part,
        "asked": row.asked,
        "kind": row.kind,
        "body": Raw(row.body),
        "previous": row.previous.hex(),
        "hash": row.hash.hex(),
        "log_hash": row.log_hash.hex(),
        "caller": row.caller,
        "caller_role": row.caller_role,
        "arguments": Raw(row.arguments),
        "followed": row.followed,
        "incarnation": row.incarnation,
        "epoch": row.epoch,
        "text": text,
    }


def extracted(
    rows: Iterable[Recorded], since: int, until: int
) -> Iterator[dict[str, object] | Extracted]:
    """Everything from *since* up to but not with *until*: events as they are, and rows of tables.

    A round and its bets belong to the time at which it ended, a bet that was paid after approval to
    that of its payment, an irregularity to that of its report.  The rows must begin with the first
    of the log, since a table is what its events made.
    """
    following = Following()
    begun: dict[str, tuple[int, str]] = {}
    reports: dict[str, tuple[Row, bool]] = {}
    for row in rows:
        inside = since <= row.at < until
        if is_progressive(row.stream):
            happened = done_to_a_progressive(row)
            if inside:
                yield event_of(row, of_a_progressive(happened))
            continue
        each = following.on(row)
        event = each.event
        if inside:
            yield event_of(row, told(event, each.before)) | _deck(event)
            for moved in _movements(event):
                yield Extracted("chips", _chips(row, *moved))
        match event:
            case events.RoundOpened():
                begun[row.stream] = row.at, each.before.dealer
            case events.RoundClosed() | events.RoundVoided() if inside:
                yield from _round(each.then, *begun[row.stream], row.at)
            case events.PayMade(pay=pay, line=line) if inside:
                number = each.before.holding.pays[pay].due.round
                approved = replace(line, stage="approved")
                yield _bet(each.before, number, row.at, approved)
            case events.IrregularityReported():
                reports[row.stream] = _report(row, event, each.before), inside
            case events.IrregularityRuled():
                report, wanted = reports.pop(row.stream, ((), False))
                if wanted:
                    yield Extracted("irregularities", (*report, *_ruling(row, event)))
            case _:
                pass
    for report, wanted in reports.values():
        if wanted:
            yield Extracted("irregularities", (*report, *[""] * 6))


def _deck(event: events.AnyEvent) -> dict[str, object]:
    if isinstance(event, events.RoundClosed | events.RoundVoided):
        return {"deck": names(event.deck)}
    return {}


def _round(table: Table, begun: int, dealer: str, ended: int) -> Iterator[Extracted]:
    now, setup = table.round, table.setup
    assert now is not None, "a round was opened"
    game = setup.game if setup else ""
    bets = [*_bets(now)]
    proof, _ = proof_of(table.name, now)
    yield Extracted(
        "rounds",
        (
            *(table.name, now.number, game, setup.configuration if setup else 0),
            *(setup.rules_digest if setup else "", standing_of(now), At(begun), At(ended)),
            *(dealer, now.banker, len(now.bets)),
            sum(cents for seat in now.bets for cents in now.wagers(seat).values()),
            sum(line.net_cents for line in now.every_line()),
            sum(line.returned_cents for line in bets),
            len(table.holding.of_round(now.number)),
            sum(len(taken) for taken in now.by_system.values()),
            *(now.void, str(proof), now.commitment.hex()),
        ),
    )
    for line in bets:
        yield _bet(table, now.number, ended, line)


def _bet(table: Table, number: int, ended: int, line: events.Paid) -> Extracted:
    game = table.setup.game if table.setup else ""
    return Extracted(
        "bets",
        (
            *(table.name, number, At(ended), game, line.stage, line.seat, line.player),
            *(line.bet, line.stake_cents, line.net_cents, line.returned_cents),
            *(line.event, line.reason),
        ),
    )


def _bets(now: RoundState) -> Iterator[events.Paid]:
    """Every bet of a round with what became of it; one that waits is told when it is paid."""
    yield from now.lines
    for seat in now.bets:
        stage = "dead-seat" if seat in now.dead else "void" if now.void else ""
        if stage:
            why = now.void or "the seat is out of the round"
            for bet, cents in now.wagers(seat).items():
                yield events.Paid(stage, seat, now.players[seat], bet, cents, 0, why, cents)


def _movements(event: events.AnyEvent) -> Iterator[tuple[str, str, int]]:
    """What the event moved to or from the table or its tip box, whose it is, and cents."""
    match event:
        case events.ChipsBought(player=player, cents=cents):
            yield "buy-in", player, cents
        case events.ChipsCashed(player=player, cents=cents):
            yield "cash-out", player, cents
        case events.TableOpened(float_cents=cents):
            yield "float", "", cents
        case events.BankFilled(cents=cents):
            yield "fill", "", cents
        case events.DealerTipped(player=player, cents=cents):
            yield "tip", player, cents
        case events.TableClosed(bank_cents=cents, tips_cents=tips):
            yield "banked", "", cents
            if tips:
                yield "tips-paid", "", tips
        case _:
            pass


def _chips(row: Recorded, kind: str, player: str, cents: int) -> Row:
    return row.pos, At(row.at), row.stream, kind, player, cents, row.actor, row.role


def _report(row: Recorded, event: events.IrregularityReported, table: Table) -> Row:
    number = table.playing.number if table.playing else 0
    where = row.stream, number, event.irregularity, event.seat
    return *where, At(row.at), event.by, event.reason


def _ruling(row: Recorded, event: events.IrregularityRuled) -> Row:
    upheld = "yes" if event.upheld else "no"
    return At(row.at), event.by, upheld, event.effect, event.ruling, event.reason
