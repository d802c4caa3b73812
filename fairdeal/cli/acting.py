"""Who acts, and what is asked, as a person types it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal import money
from fairdeal.errors import Malformed, did_you_mean, listed

if TYPE_CHECKING:
    from fairdeal.live import Actor

_WRITTEN: Final[Mapping[Any, str]] = {bool: "yes|no", int: "NUMBER"}
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


def actor(text: str) -> "Actor":
    """The person that ``player:alice`` names.

    >>> str(actor("floor:fran"))
    'floor fran'
    """
    from fairdeal.live import Actor, Role

    role, colon, name = text.partition(":")
    if not colon or role not in set(Role):
        known = listed((f"{each}:NAME" for each in Role), "or")
        raise Malformed(f"{text!r} names nobody: expected {known}", code="actor.unreadable")
    return Actor(name, Role(role))


def command_named(text: str) -> Callable[..., Any]:
    """The command of that name."""
    from fairdeal.live.commands import COMMANDS

    if text not in COMMANDS:
        hint = did_you_mean(text, COMMANDS)
        raise Malformed(f"there is no table command {text!r}: {hint}", code="command.unknown")
    return COMMANDS[text]


def arguments(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any]:
    """What ``seat=1 bets.ante=10`` asks of a command; amounts are dollars."""
    from fairdeal.live.arguments import form_of

    kinds = dict(form_of(command).__annotations__)
    asked: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        key, dot, inner = name.partition(".")
        field = _field(key, kinds)
        if not sign or not field or bool(dot) != _is_many(kinds[field]):
            expected = listed(shapes(kinds), "or") if kinds else "nothing more"
            raise Malformed(f"{word!r} cannot be read: expected {expected}", code="word.unreadable")
        if not dot:
            asked[field] = _value(field, kinds[field], value)
            continue
        if inner in asked.setdefault(field, {}):
            raise Malformed(f"{name} is given twice", code="option.twice")
        asked[field][inner] = money.dollars(value) if field == "bets" else value
    return asked


def _field(name: str, kinds: Mapping[str, Any]) -> str:
    """The argument that a person means: ``float`` for ``float_cents``, ``amount`` for ``cents``.

    Nobody types cents: a word that says cents and takes dollars would cost a hundredfold.
    """
    plain = name.replace("-", "_")
    known = {_typed(each): each for each in kinds}
    return known.get(plain, "")


def _typed(field: str) -> str:
    return "amount" if field == "cents" else field.removesuffix("_cents")


def _is_many(kind: Any) -> bool:
    return "Mapping" in str(kind)


def _value(field: str, kind: Any, text: str) -> Any:
    if "cents" in field:
        return money.dollars(text)
    if "tuple" in str(kind):
        return [each.strip() for each in text.split(",")]
    if kind is bool and text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    if kind is int and len(text) < 20 and text.removeprefix("-").isdecimal():
        return int(text)
    if kind in (bool, int):
        wanted = "yes or no" if kind is bool else "a number"
        raise Malformed(f"{field}={text} cannot be read: expected {wanted}", code="word.unreadable")
    return text


def shapes(kinds: Mapping[str, Any]) -> Iterable[str]:
    """The arguments of a command as a person types them."""
    for name, kind in kinds.items():
        plain = _typed(name).replace("_", "-")
        if _is_many(kind):
            yield f"{plain}.NAME={'DOLLARS' if name == 'bets' else 'VALUE'}"
        elif "cents" in name:
            yield f"{plain}=DOLLARS"
        elif "tuple" in str(kind):
            yield f"{plain}=NAMES"
        else:
            yield f"{plain}={_WRITTEN.get(kind, 'TEXT')}"


as_option = click.option(
    "--as", "who", metavar="ROLE:NAME", help="Who acts, such as floor:fran or player:alice."
)
