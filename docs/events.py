"""The page of docs/reference that lists every kind of event, from the events' own docstrings."""

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, get_args

import msgspec

from docs.grid import grid
from fairdeal.live import events
from fairdeal.live.log import chain, codec

_COMMON: Final = {
    "seat": "the seat's number",
    "player": "the player's name",
    "step": "the step of the procedure that comes next, counted from 0",
    "reason": "what was given as the reason",
    "by": "who",
    "bet": "the bet's key",
    "bets": "cents by bet",
    "cents": "how much",
    "dealer": "who deals",
    "game": "the game's key",
    "seats": "how many there are",
    "hands_per_player": "seats that one player may hold",
    "pay_tables": "the name of the pay table by bet",
    "options": "the house's options",
    "limits": "the limit by bet",
    "profile": "the jurisdiction's profile",
    "card": "the card",
    "word": "what was said",
    "next_seat": "whose turn it is then; 0 for nobody's",
    "until": "when the time is up, in microseconds since 1970; 0 for never",
    "deals": "hand by hand",
    "turned": "hand by hand",
    "hand": "the seat; 0 for the dealer",
    "to": "the seat; 0 for the dealer, -1 for the discards",
    "cards": "the cards",
    "lines": "bet by bet",
    "returned": "bet by bet",
    "banker": "the player who held the bank; empty where the house banks",
    "seed": "its seed",
    "nonce": "what hides the order until it is shown",
    "irregularity": "its key",
    "ruling": "the game's ruling",
    "effect": "what it does to the round: `void`, `dead_seat`, `burn`, `show` or `stands`",
    "deck": "every card of the deck, from its top",
    "stage": "the stage of the settlement",
    "stake_cents": "what lay there",
    "net_cents": "won positive, lost negative",
    "least_cents": "the least",
    "most_cents": "the most",
    "step_cents": "bets go up by so much",
    "bank_cents": "what the bank held",
    "where": "from which address; `console` for the command line",
    "device": "at which device of the house; empty for any other",
    "actor": "who gave the command; `house` for what the automatic dealer then did",
    "role": "in which role",
    "caller_role": "in which role",
    "followed": "how many of the command's events, the last ones, the automatic dealer brought",
    "incarnation": "the log's incarnation when it was recorded",
    "epoch": "the stream's epoch when it was recorded",
    "arguments": "what the command was asked with, in JSON",
    "stream": "the table",
    "at": "when, in microseconds since 1970",
    "kind": "what happened, as below",
    "body": "the event in JSON, as below",
    "asked": "a fingerprint of what was asked",
    "progressive": "the progressive's name",
    "meter": "the meter's key",
    "meters": "each meter, by key",
    "share": "which of the winners who share a meter",
    "links": "the bets that feed it",
    "rate": "millionths of each wager",
    "round": "the round's number",
    "pay": "the payment's number",
    "line": "the line of the settlement",
    "why": "which of the reasons that allow it",
    "fits": "whether it is the hand that has won there",
    "form": "the tax form that is due; empty for none",
    "ceiling_cents": "what the meter does not grow beyond; 0 for no ceiling",
    "reset_cents": "the reset level",
    "approver": "who agreed",
    "after_cents": "what it showed then",
    "command": "what was asked for",
    "key": "the key under which it was asked; a table records each key once",
}
"""Fields whose meaning is the same wherever they stand."""

_PARTS: Final = (
    *(
        events.Limit,
        events.Tried,
        events.Seed,
        events.Deal,
        events.Turned,
        events.Paid,
        events.Returned,
    ),
    *(events.MeterSetup, events.Link),
)


def events_page() -> str:
    """Every kind of event with its fields."""
    parts = [
        "# Events",
        "A room's log holds what happened, one event after the other; everything else follows from"
        " it. A field that has its default is left out. Bytes are written in base64. Cards are"
        " numbers from 0 for the two of clubs to 51 for the ace of spades: four to a rank, clubs,"
        " diamonds, hearts and spades.",
        "## What the log notes of every event",
        _fields(chain.Recorded),
        "[The form of the log](log-format.md) says what is hashed, byte for byte.",
    ]
    for cls in get_args(events.AnyEvent):
        parts += [f"## {codec.KINDS[cls]}", inspect.getdoc(cls) or "", _fields(cls)]
    parts += ["## Parts of events", "Written as arrays, unless a part names its fields."]
    for cls in _PARTS:
        parts += [f"### {cls.__name__}", inspect.getdoc(cls) or "", _fields(cls)]
    return "\n\n".join(parts) + "\n"


def _fields(cls: type[msgspec.Struct]) -> str:
    told = dict(_docstrings(cls))
    kinds = {name: ast.unparse(kind) for name, kind in _annotations(cls)}
    rows = [
        [
            f"`{field.name}`",
            f"`{kinds[field.name]}`",
            "" if field.required else f"`{field.default!r}`",
            _line(told.get(field.name) or _COMMON[field.name]),
        ]
        for field in msgspec.structs.fields(cls)
    ]
    return grid(("field", "type", "default", "meaning"), rows)


def _line(text: str) -> str:
    """A docstring as a cell has it."""
    words = " ".join(text.split()).replace("``", "`").removesuffix(".")
    words = words.replace(":data:`ORIGIN`", "32 zero bytes")
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def _body(cls: type) -> list[ast.stmt]:
    [found] = ast.parse(inspect.getsource(cls)).body
    assert isinstance(found, ast.ClassDef)
    return found.body


def _annotations(cls: type) -> Iterator[tuple[str, ast.expr]]:
    for node in _body(cls):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.annotation


def _docstrings(cls: type) -> Iterator[tuple[str, str]]:
    """What stands under each field."""
    body = _body(cls)
    for node, text in pairwise(body):
        match node, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(said))),
            ):
                yield name, said
