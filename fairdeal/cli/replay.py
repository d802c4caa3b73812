"""``fairdeal replay``: a round of a room, step by step, as it happened."""

import json
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal.books.calendar import stamp
from fairdeal.books.parts import EveryRow
from fairdeal.cli import completion
from fairdeal.cli.options import json_option, needs
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import reading_with_note, room_option, where_is
from fairdeal.errors import Malformed

if TYPE_CHECKING:
    from fairdeal.live.history.following import RoundSummary
    from fairdeal.live.history.recall import Recalled

LATEST: Final = 10
"""Rounds of each table that are listed."""


@click.command("replay")
@click.argument(
    "name", metavar="[TABLE[/NUMBER]]", required=False, shell_complete=completion.tables
)
@room_option
@json_option
@needs("room")
def command(name: str | None, room: str | None, as_json: bool) -> None:
    """Show a round as it happened, or list rounds: all of a TABLE, or the latest of every table.

    A round is named by its table and number, as in pit-1/42.  The replay has every step with its
    time, all cards, bets and decisions, the settlement with reasons, every player's chips before
    and after, the pay tables and limits in force, and the proof that the cards were fixed before
    the deal.  Of a round in play it has the cards that are face up.

    \b
    fairdeal replay
    fairdeal replay pit-1
    fairdeal replay pit-1/42
    """
    if name is None or "/" not in name:
        _list(where_is(room), name, as_json)
        return
    from fairdeal.cli.replay_screen import show_round
    from fairdeal.live.history.recall import recall

    table, number = named(name)
    with reading_with_note(where_is(room)) as store, bar("looking for the round") as progress:
        found = recall(store, table, number, progress)
    if as_json:
        click.echo(json.dumps(_as_json(found), indent=2))
    else:
        show_round(found)


def named(text: str) -> tuple[str, int]:
    """Table and number of a round, as in pit-1/42."""
    table, _, number = text.rpartition("/")
    if not table or not (number.isascii() and number.isdecimal()) or len(number) > 12:
        raise Malformed(
            f"{text!r} names no round: expected TABLE/NUMBER, such as pit-1/42",
            code="round.unreadable",
        )
    return table, int(number)


def _list(where: str, table: str | None, as_json: bool) -> None:
    from fairdeal.cli.replay_screen import show_list
    from fairdeal.live.history.following import events_of, rounds

    found: dict[str, list[RoundSummary]] = {}
    with reading_with_note(where) as store, bar("looking for rounds") as progress:
        if table is not None:
            events_of(store, table)
        for each in rounds(EveryRow(store, progress) if table is None else store.stream(table)):
            kept = found.setdefault(each.table, [])
            kept.append(each)
            if table is None:
                del kept[:-LATEST]
    if as_json:
        shown = [_listed(each) for name in sorted(found) for each in found[name]]
        click.echo(json.dumps(shown, indent=2))
    else:
        show_list(store.name, found)


def _listed(each: "RoundSummary") -> dict[str, Any]:
    return {
        "round": f"{each.table}/{each.number}",
        "game": each.game,
        "state": each.state,
        "begun": stamp(each.begun),
        "ended": stamp(each.ended),
        "seats": each.seats,
        "staked_cents": each.staked_cents,
        "net_cents": each.net_cents,
    }


def _as_json(found: "Recalled") -> dict[str, Any]:
    from msgspec import to_builtins

    from fairdeal.live.history.naming import holder, names
    from fairdeal.live.views import setup_view

    state = found.state
    return {
        "round": f"{found.table}/{state.number}",
        "state": found.standing,
        "void": state.void,
        "dealer": found.dealer,
        "banker": state.banker,
        "terms": to_builtins(setup_view(found.setup)),
        "steps": [
            {
                "pos": step.pos,
                "time": stamp(step.at),
                "actor": step.actor,
                "role": step.role,
                "kind": step.kind,
                "text": step.text,
                "by_system": step.by_system,
                "follows": step.follows,
                "moved": [{"account": account, "cents": cents} for account, cents in step.moved],
            }
            for step in found.steps
        ],
        "hands": [
            {
                "hand": holder(number),
                "cards": [None if c is None else names([c]) for c in found.cards(number)],
                "decisions": list(state.decisions.get(number, ())),
                "by_system": list(state.by_system.get(number, ())),
            }
            for number in found.hands()
        ],
        "settlement": [
            {
                "stage": line.stage,
                "seat": line.seat,
                "player": line.player,
                "bet": line.bet,
                "stake_cents": line.stake_cents,
                "net_cents": line.net_cents,
                "returned_cents": line.returned_cents,
                "event": line.event,
                "reason": line.reason,
            }
            for line in found.lines
        ],
        "balances": [
            {
                "player": each.player,
                "before_cents": each.before_cents,
                "bought_cents": each.bought_cents,
                "cashed_cents": each.cashed_cents,
                "after_cents": each.after_cents,
                "won_cents": each.won_cents,
                "tipped_cents": each.tipped_cents,
            }
            for each in found.balances
        ],
        "proof": {
            "result": str(found.proof),
            "commitment": state.commitment.hex(),
            "nonce": state.nonce.hex(),
            "secret": state.secret.hex(),
            "seeds": [{"seat": each.seat, "seed": each.seed.hex()} for each in state.seeds],
            "deck": names(found.deck.order) if found.deck else "",
        },
    }
