"""The page of the JSON interface: its addresses and forms, from the description itself."""

from pathlib import Path
from typing import Any, Final

from docs.grid import grid
from fairdeal.web.openapi import description

BOT: Final = Path(__file__).parent.parent / "examples" / "bot.py"

_HEAD: Final = """# The JSON interface

Everything that a page of the card room does, a program can do: the pages use the same addresses.
`GET /api/openapi.json` describes all of it for programs (OpenAPI 3.1); this page is made from the
same description.

## Who asks

A request carries the cookie `fairdeal` (over HTTPS `__Host-fairdeal`), which says who asks. A
request without it comes from a new guest, who gets one with the first answer. To have something
done, send the session's token along, in the header `X-Fairdeal-Token`:

    $ ROOM=http://127.0.0.1:8080
    $ curl -b jar -c jar $ROOM/api/session
    $ curl -b jar -c jar -H "X-Fairdeal-Token: $TOKEN" -d '{"seat": 2}' $ROOM/api/tables/table-1/sit
    $ curl -b jar $ROOM/api/tables/table-1

What is not done is answered with a `code` for programs ([all of them](errors.md)) and `sentences`
for people; here the bet is less than the table takes:

    $ BETS='{"seat": 2, "bets": {"ante": 1}}'
    $ curl -b jar -H "X-Fairdeal-Token: $TOKEN" -d "$BETS" $ROOM/api/tables/table-1/place

The house's people sign in with name and password; a session is locked after five minutes in which
nothing is asked for; `/api/session` tells who asks and does not count. Staff with a password that
a manager set send a new one to `/api/password` first.

    $ FRAN='{"name": "fran", "password": "correct horse"}'
    $ curl -c jar -d "$FRAN" $ROOM/api/session

## What comes back

A command is answered with its `events`, when they are durable, and with `repeated`: whether it had
been done before. Send the header `Idempotency-Key` with a word of your own, and a command that you
send again, because no answer came or the answer was 503 with the code `store.doubtful`, is done
once. Amounts are whole cents, moments microseconds since 1970.

| status | meaning |
| --- | --- |
"""

_STREAM: Final = """
## The stream of a table

`GET /api/tables/{name}/stream` sends server-sent events, one whenever the table changes for you;
each holds the whole table, as `GET /api/tables/{name}` does, so nothing has to be put together.
Its `id` goes into `Last-Event-ID` when you connect again: what you have seen already is not sent
again. A line that begins with a colon says every fifteen seconds that the stream is alive; the
event `locked` ends that of a person who was away too long. You are never sent a card that you may
not see. A client that does not keep up is disconnected, and gets the whole table when it comes
back.

## A bot

`examples/bot.py` plays a round with nothing but Python's standard library:

"""


def interface_page() -> str:
    """Addresses, commands and their forms."""
    told = description()
    some = told["paths"]["/api/tables"]["get"]["responses"]
    statuses = "".join(
        f"| {status} | {answer['description']} |\n" for status, answer in some.items()
    )
    bot = "".join(f"    {line}".rstrip() + "\n" for line in BOT.read_text().splitlines())
    parts = [_HEAD + statuses + _STREAM + bot, "## Addresses", _addresses(told["paths"])]
    parts += ["## Commands", *_commands(told)]
    return "\n".join(part.rstrip() + "\n" for part in parts)


def _addresses(paths: dict[str, Any]) -> str:
    rows = [
        [f"`{method.upper()} {path}`", operation["summary"].rstrip(".")]
        for path, methods in paths.items()
        for method, operation in methods.items()
        if "description" not in operation
    ]
    return grid(("address", "what it is"), rows)


def _commands(told: dict[str, Any]) -> list[str]:
    schemas = told["components"]["schemas"]
    parts = []
    for path, methods in told["paths"].items():
        operation = methods.get("post", {})
        if "description" not in operation:
            continue
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        form = schemas[reference.rpartition("/")[2]]
        parts.append(f"### {path.rpartition('/')[2]}")
        parts.append(f"`POST {path}`. {operation['summary']} {operation['description']}")
        rows = [
            [f"`{name}`", _kind(field), "yes" if name in form.get("required", ()) else ""]
            for name, field in form["properties"].items()
        ]
        if rows:
            parts.append(grid(("field", "kind", "required"), rows))
    return parts


def _kind(field: dict[str, Any]) -> str:
    """What a field holds, in a word or two."""
    if "anyOf" in field:
        return " or ".join(_kind(each) for each in field["anyOf"])
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    kind = str(field.get("type", "anything"))
    if kind == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"{_kind(field['additionalProperties'])} by name"
    return f"list of {_kind(field['items'])}" if "items" in field else kind
