"""The JSON interface in words that programs read, made from the very forms that commands take."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from fairdeal import __version__
from fairdeal.live.actors import MAY
from fairdeal.live.arguments import form_of
from fairdeal.live.commands import COMMANDS, OF_PROGRESSIVES, Command
from fairdeal.live.views import View

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


class ShownDeck(msgspec.Struct, frozen=True):
    """The deck of a round that is over; everything in hexadecimal digits."""

    table: str
    round: int
    commitment: str
    """What was published before the deal: SHA-256 of the nonce, then the deck."""
    nonce: str
    deck: str
    """A byte a card, from 0 for the two of clubs to 51 for the ace of spades."""


def description() -> dict[str, Any]:
    """The OpenAPI document."""
    forms = {name: form_of(command) for name, command in COMMANDS.items()}
    schemas, parts = msgspec.json.schema_components(
        [Told, Listed, DoneNow, ShownDeck, View, *forms.values()],
        ref_template="#/components/schemas/{name}",
    )
    told, listed, done, deck, view, *asked = schemas
    refused = {
        status: {"description": what, "content": {_JSON: {"schema": told}}}
        for status, what in (
            ("400", "it cannot be read"),
            ("401", "nobody has signed in"),
            ("403", "the role may not ask for it"),
            ("404", "there is no such table or command"),
            ("409", "the table refuses it"),
            ("429", "too often"),
            ("503", "the log cannot be reached"),
        )
    }
    paths: dict[str, Any] = {
        "/api/tables": {
            "get": {
                "summary": "All tables",
                "operationId": "tables",
                "responses": {**_ok({"type": "array", "items": listed}), **refused},
            }
        },
        "/api/tables/{name}": {
            "get": {
                "summary": "A table as you may see it",
                "operationId": "table",
                "parameters": [_NAME],
                "responses": {**_ok(view), **refused},
            }
        },
        "/api/tables/{name}/rounds/{round}": {
            "get": {
                "summary": "The deck of a round that is over, and what fixed it before the deal",
                "operationId": "deck",
                "parameters": [_NAME, _ROUND],
                "responses": {**_ok(deck), **refused},
            }
        },
        "/api/tables/{name}/stream": {
            "get": {
                "summary": "The table, whenever it changes, as server-sent events",
                "operationId": "stream",
                "parameters": [_NAME],
                "responses": {
                    "200": {
                        "description": "each event holds the whole table as JSON",
                        "content": {"text/event-stream": {"schema": {"type": "string"}}},
                    },
                    **refused,
                },
            }
        },
    }
    for (name, form), schema in zip(forms.items(), asked, strict=True):
        kind = "progressives" if name in AT_PROGRESSIVES else "tables"
        paths[f"/api/{kind}/{{name}}/{name}"] = {
            "post": {
                "summary": (COMMANDS[name].__doc__ or "").split("\n")[0],
                "description": f"For {', '.join(sorted(MAY[name]))}.",
                "operationId": form.__name__,
                "parameters": [_NAME, _KEY],
                "requestBody": {"required": True, "content": {_JSON: {"schema": schema}}},
                "responses": {**_ok(done), **refused},
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fairdeal", "version": __version__},
        "paths": paths,
        "components": {"schemas": parts},
    }


_NAME: Final = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
_ROUND: Final = {"name": "round", "in": "path", "required": True, "schema": {"type": "integer"}}
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A command that is sent again under the same key is done once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 100},
}


def _ok(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "done", "content": {_JSON: {"schema": schema}}}}
