"""A command as it is asked: its arguments checked for kind, and a fingerprint of the whole."""

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec

from fairdeal.errors import Malformed

_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_LONGEST = 20_000
_LONGEST_KEY = 100


@lru_cache
def form_of(command: Callable[..., Any]) -> type[msgspec.Struct]:
    """The arguments a command takes, as a structure that other programs can be told about."""
    hints = get_type_hints(command)
    named = [
        each
        for each in inspect.signature(command).parameters.values()
        if each.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    fields = [
        (each.name, hints[each.name])
        if each.default is inspect.Parameter.empty
        else (each.name, hints[each.name], each.default)
        for each in named
    ]
    return msgspec.defstruct(
        command.__name__, fields, kw_only=True, frozen=True, forbid_unknown_fields=True
    )


def checked(command: Callable[..., Any], name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments, each of the kind the command expects."""
    try:
        wanted = msgspec.convert(dict(arguments), form_of(command), strict=True)
    except (msgspec.ValidationError, OverflowError, UnicodeError, AttributeError) as error:
        said = str(error)
        raise Malformed(
            f"{name} cannot be asked like this: {said[:1].lower()}{said[1:]}",
            code="command.malformed",
        ) from None
    return msgspec.structs.asdict(wanted)


def checked_key(key: object) -> str:
    """The key under which a command is asked, if it can be one."""
    if not isinstance(key, str) or not key.isprintable() or not 0 < len(key) <= _LONGEST_KEY:
        raise Malformed(
            f"{str(key)[:_LONGEST_KEY]!r} is not the key of a command: expected up to"
            f" {_LONGEST_KEY} letters that can be printed",
            code="command.key-unreadable",
        )
    return key


def packed(name: str, arguments: Mapping[str, Any]) -> bytes:
    """The arguments as the log keeps them: equal arguments have equal bytes."""
    try:
        text = _ENCODE(arguments)
    except (OverflowError, UnicodeEncodeError, ValueError) as error:
        raise Malformed(
            f"{name} cannot be asked like this: {error}", code="command.malformed"
        ) from None
    if len(text) > _LONGEST:
        raise Malformed(
            f"{name} cannot be asked with {len(text)} characters: at most {_LONGEST} are read",
            code="command.malformed",
        )
    return text
