"""The JSON interface in words that programs read, made from the very forms that commands take."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from fairdeal import __version__
from fairdeal.live.actors import MAY, Role
from fairdeal.live.arguments import form_of
from fairdeal.live.commands import COMMANDS, OF_PROGRESSIVES, Command
from fairdeal.live.log.notary import Consistency
from fairdeal.live.shoe import FORM
from fairdeal.live.table.context import shuffle_of
from fairdeal.live.table.state import RoundState
from fairdeal.live.views import View
from fairdeal.web.access.guard import TOKEN
from fairdeal.web.access.sessions import COOKIE

_JSON: Final = "application/json"

AT_TABLES: Final[Mapping[str, Command]] = {
    name: each for name, each in COMMANDS.items() if name not in OF_PROGRESSIVES
}
AT_PROGRESSIVES: Final[Mapping[str, Command]] = {name: COMMANDS[name] for name in OF_PROGRESSIVES}


class Told(msgspec.Struct, frozen=True):
    """Why something was not done."""

    code: str
    """For programs; the pages of the documentation list them all."""
    sentences: tuple[str, ...]
    """For people: every fault in a sentence of its own."""


class HealthShown(msgspec.Struct, frozen=True):
    """Whether the room works."""

    status: str
    """``ok`` or ``failing``."""
    writes: bool
    """Whether commands can be recorded."""
    last_commit_seconds: float
    """Seconds since the log was last written; an idle room writes something every few seconds."""
    in_line: int
    """Entries that wait to be written."""
    head: int
    """Position of the last event that this process has recorded or read."""
    faults: tuple[Told, ...]
    """Why it fails; empty while it works."""


class Listed(msgspec.Struct, frozen=True):
    """A table in the list of all."""

    table: str
    game: str
    is_open: bool
    seats: int
    taken: int


class DoneNow(msgspec.Struct, frozen=True):
    """What a command brought."""

    events: tuple[dict[str, Any], ...]
    repeated: bool
    """Whether it had been done before, under the same key."""


class ShownSeed(msgspec.Struct, frozen=True):
    """A seat's seed for a deck."""

    seat: int
    seed: str
    before: str
    """What the seed hashes to: the value that the seat had published before."""


class ShownHand(msgspec.Struct, frozen=True):
    """A hand of a round, by places in its deck."""

    hand: int
    """The seat; 0 for the dealer, -1 for the discards, -2 for cards that all hands share."""
    places: tuple[int, ...]
    """Places in the deck, from 0 at its top."""
    cards: tuple[int | None, ...]
    """The cards that lay face up, as numbers."""


class ShownDeck(msgspec.Struct, frozen=True):
    """The deck of a round that is over; everything in hexadecimal digits."""

    table: str
    round: int
    commitment: str
    """What the house published before the bets; in the older form the hash of nonce and deck."""
    nonce: str
    """Empty unless the round is of the older form."""
    deck: str
    """A byte a card, from 0 for the two of clubs to 51 for the ace of spades."""
    form: str = FORM
    """``fairdeal-deck-1``; ``fairdeal-deck-0`` for rounds of older logs."""
    secret: str = ""
    """The house's secret; empty in the older form."""
    seeds: tuple[ShownSeed, ...] = ()
    """By seat, the seeds that the deck follows from."""
    beacon: str = ""
    hands: tuple[ShownHand, ...] = ()
    """Every hand with its places in the deck."""


def shown_deck(table: str, now: RoundState) -> ShownDeck:
    """Everything that the deck of a round that is over follows from."""
    about = shuffle_of(table, now)
    revealed = now.revealed
    return ShownDeck(
        table,
        now.number,
        now.commitment.hex(),
        now.nonce.hex(),
        now.deck.hex(),
        about.form,
        now.secret.hex(),
        tuple(
            ShownSeed(seat, seed.hex(), revealed[seat].before.hex() if seat in revealed else "")
            for seat, seed in about.seeds
        ),
        now.beacon,
        tuple(ShownHand(number, hand.places, hand.up()) for number, hand in now.hands.items()),
    )


class Present(msgspec.Struct, frozen=True):
    """Who asks, and the token that goes along with whatever is to be done."""

    name: str
    role: Role
    token: str
    home: str
    """Where the work of the role begins."""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How staff sign in."""

    name: str
    password: str


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How staff replace a password that they were given."""

    old: str
    password: str
    again: str


class Sign(msgspec.Struct, frozen=True):
    """What the sign over a progressive shows."""

    progressive: str
    wager_cents: int
    disabled: str
    """Why it takes no bets; empty when it does."""
    tables: tuple[str, ...]
    """The open tables that feed it."""
    meters: dict[str, int]
    """In cents, the richest first."""


class Included(msgspec.Struct, frozen=True):
    """The proof that the newest checkpoint covers an entry of the log."""

    leaf: str
    """The leaf of the entry, which names its stream, its last event and its hash."""
    index: int
    """Of the leaf, from 0."""
    size: int
    """How many leaves the tree has."""
    path: tuple[str, ...]
    """Hashes in hexadecimal digits, from the leaf to the root."""
    checkpoint: str
    """The signed note."""


class GameListed(msgspec.Struct, frozen=True):
    """A game in the list of all."""

    game: str
    name: str
    text: str


def description() -> dict[str, Any]:
    """The OpenAPI document."""
    forms = {name: form_of(command) for name, command in COMMANDS.items()}
    kinds = [
        Told,
        Listed,
        DoneNow,
        ShownDeck,
        Present,
        Credentials,
        Chosen,
        Sign,
        GameListed,
        View,
        HealthShown,
        Included,
        Consistency,
    ]
    schemas, parts = msgspec.json.schema_components(
        [*kinds, *forms.values()], ref_template="#/components/schemas/{name}"
    )
    told, listed, done, deck, present, credentials, chosen, sign, game, view, health, *more = (
        schemas
    )
    included, consistency, *asked = more
    refused = {
        status: {"description": what, "content": {_JSON: {"schema": told}}}
        for status, what in _REFUSED.items()
    }

    def get(operation: str, summary: str, schema: Any, *named: dict[str, Any]) -> dict[str, Any]:
        answers = {**_ok(schema), **refused}
        told = {"summary": summary, "operationId": operation, "responses": answers}
        return {"get": told | ({"parameters": [*named]} if named else {})}

    def post(
        operation: str, summary: str, body: Any, answer: Any, *named: dict[str, Any], **more: Any
    ) -> dict[str, Any]:
        content = {"required": True, "content": {_JSON: {"schema": body}}}
        told = {"summary": summary, "operationId": operation, "requestBody": content, **more}
        told |= {"parameters": [*named]} if named else {}
        return {"post": {**told, "responses": {**_ok(answer), **refused}}}

    many = {"type": "array"}
    any_object = {"type": "object"}
    paths: dict[str, Any] = {
        "/api/session": get("session", "Who you are, and your token", present)
        | post("sign_in", "Staff sign in", credentials, present),
        "/api/password": post("choose_password", _CHOOSE, chosen, any_object, **_WITH_TOKEN),
        "/api/here": post("here", "You are still there", any_object, any_object, **_WITH_TOKEN),
        "/api/play-chips/{name}": post(
            "play_chips", _PLAY_CHIPS, any_object, any_object, _NAME, **_WITH_TOKEN
        ),
        "/api/games": get("games", "All games", many | {"items": game}),
        "/api/games/{game}": get("game", "All that is declared about one", any_object, _GAME),
        "/api/progressives": get("progressives", "All signs", many | {"items": sign}),
        "/api/progressives/{name}": get("progressive", "One sign", sign, _NAME),
        "/api/tables": get("tables", "All tables", many | {"items": listed}),
        "/api/tables/{name}": get("table", "A table as you may see it", view, _NAME),
        "/api/tables/{name}/rounds/{round}": get("deck", _DECK, deck, _NAME, _ROUND),
        "/api/tables/{name}/rounds/{round}/proof": get("proof", _PROOF, included, _NAME, _ROUND),
        "/api/checkpoint/inclusion": get("inclusion", _INCLUSION, included, _whole("pos")),
        "/api/checkpoint/consistency": get(
            "consistency", _CONSISTENCY, consistency, _whole("old"), _whole("new")
        ),
        "/api/tables/{name}/stream": get("stream", _STREAM, {"type": "string"}, _NAME),
    }
    failing = {"description": _FAILING, "content": {_JSON: {"schema": health}}}
    paths["/health"] = get("health", "Whether the room works; 503 if it does not", health)
    paths["/health"]["get"]["responses"]["503"] = failing
    paths["/checkpoint"] = get("checkpoint", _CHECKPOINT, _TEXT)
    note = {"description": "the signed note", "content": {"text/plain": {"schema": _TEXT}}}
    paths["/checkpoint"]["get"]["responses"]["200"] = note
    events = {"description": _WHOLE, "content": {"text/event-stream": {"schema": view}}}
    paths["/api/tables/{name}/stream"]["get"]["responses"]["200"] = events
    for (name, form), schema in zip(forms.items(), asked, strict=True):
        kind = "progressives" if name in AT_PROGRESSIVES else "tables"
        summary = (COMMANDS[name].__doc__ or "").split("\n")[0]
        who = f"For {', '.join(sorted(MAY[name]))}."
        command = post(
            form.__name__, summary, schema, done, _NAME, _KEY, description=who, **_WITH_TOKEN
        )
        paths[f"/api/{kind}/{{name}}/{name}"] = command
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fairdeal", "version": __version__},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": _SCHEMES},
    }


_CHOOSE: Final = "Choose a password that only you know"
_PLAY_CHIPS: Final = "Play chips for a player who has too few to bet"
_DECK: Final = "The deck of a round that is over, and what fixed it before the deal"
_PROOF: Final = "The proof that the newest checkpoint covers a round that is over"
_INCLUSION: Final = "The proof that the newest checkpoint covers the entry of an event"
_CONSISTENCY: Final = "The proof that the log of one size begins with that of another"
_CHECKPOINT: Final = "The newest signed checkpoint of the log, as text"
_TEXT: Final = {"type": "string"}
_STREAM: Final = "The table, whenever it changes, as server-sent events"
_WHOLE: Final = "each event holds the whole table as JSON"
_FAILING: Final = "the room does not work; `faults` says why"
_REFUSED: Final = {
    "400": "it cannot be read",
    "401": "no one has signed in, or the name or the password is wrong",
    "403": "the role may not ask for it, the token is not that of the session, or a manager set the"
    " password",
    "404": "there is no such table, progressive, game or command",
    "409": "the table refuses it",
    "429": "too often",
    "503": "the log cannot be reached; with `store.doubtful` it may have been done",
}
_SCHEMES: Final = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "token": {"type": "apiKey", "in": "header", "name": TOKEN},
}
_WITH_TOKEN: Final[dict[str, Any]] = {"security": [{"cookie": [], "token": []}]}
_NAME: Final = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
_ROUND: Final = {"name": "round", "in": "path", "required": True, "schema": {"type": "integer"}}
_GAME: Final = {**_NAME, "name": "game"}
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A command that is sent again under the same key is done once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 100},
}


def _whole(name: str) -> dict[str, Any]:
    """A number in the query that must be named."""
    schema = {"type": "integer", "minimum": 0}
    return {"name": name, "in": "query", "required": True, "schema": schema}


def _ok(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "done", "content": {_JSON: {"schema": schema}}}}
