"""Who acts, and what is asked, as a person types it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal import games, money
from fairdeal.cli.options import read
from fairdeal.cli.wording import Argument, taken_by
from fairdeal.errors import Malformed, did_you_mean, listed

if TYPE_CHECKING:
    from fairdeal.live import Actor

_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}
_NONE: Final = "bets=none"
"""How a person takes all bets of a seat back."""
_FEW: Final = 4
"""As many arguments as a sentence can name."""

_LISTS: Final = ("pay_tables", "checked")
"""Arguments that are typed with commas."""

_ALSO_CALLED: Final = {
    "bet": "place",
    "confirm": "confirm-decision",
    "deal": "no-more-bets, and next-step where a person deals",
    "void": "report, and rule on it",
}
"""Words that people try, and what they mean by them."""


def actor(text: str) -> "Actor":
    """The person that ``player:alice`` names.

    >>> str(actor("floor:fran"))
    'floor fran'
    """
    from fairdeal.live import Actor, Role

    role, colon, name = text.partition(":")
    if role in set(Role) and name:
        return Actor(name, Role(role))
    if role in set(Role):
        why = f"has a role and no name: expected {role}:NAME"
    elif colon:
        why = f"names no role: {did_you_mean(role, Role)}"
    else:
        why = (
            f"is not a role and a name: expected {listed((f'{each}:NAME' for each in Role), 'or')}"
        )
    raise Malformed(f"{text!r} {why}", code="actor.unreadable")


def actor_for(command: str, who: str | None) -> "Actor":
    """The person who gives the command."""
    from fairdeal.live.actors import MAY

    if who is None:
        able = listed((f"--as {role}:NAME" for role in sorted(MAY[command])), "or")
        raise Malformed(f"{command} needs {able}", code="actor.unreadable")
    return actor(who)


def command_of(table: str, text: str | None) -> tuple[str, Callable[..., Any]]:
    """The command of that name, which is typed after the table."""
    from fairdeal.live.commands import COMMANDS

    if text is not None and text in COMMANDS:
        return text, COMMANDS[text]
    raise Malformed(_no_command(table, text, COMMANDS), code="command.unknown")


def _no_command(table: str, text: str | None, known: Iterable[str]) -> str:
    if table in known and (text is None or "=" in text):
        return f"the table is missing: type fairdeal do TABLE {table}"
    if table in known:
        return f"the table comes before the command: type fairdeal do {text} {table}"
    if text is None:
        return f"the command is missing: type fairdeal do {table} COMMAND; fairdeal do lists them"
    if "=" in text:
        return f"the command is missing between {table} and {text}; fairdeal do lists them"
    decides = any(text in game.choices for game in games.GAMES.values())
    meant = f"decide with word={text}" if decides else _ALSO_CALLED.get(text)
    hint = f"did you mean {meant}?" if meant else did_you_mean(text, known)
    return f"there is no table command {text!r}: {hint}"


def arguments(command: str, asked: Callable[..., Any], words: Sequence[str]) -> dict[str, Any]:
    """What ``seat=1 bets.ante=10`` asks of a command; amounts are dollars."""
    known = taken_by(command, asked)
    found: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        key, dot, inner = name.partition(".")
        argument = known.get(key.replace("_", "-"))
        if argument is None or not sign:
            raise Malformed(_unread(command, known, word), code="word.unreadable")
        if word != _NONE and (bool(dot) != argument.is_many or bool(inner) != argument.is_many):
            raise Malformed(
                f"{word!r} cannot be read: expected {argument.shape}", code="word.unreadable"
            )
        before = found.get(argument.field)
        if before is not None and (not dot or not before or inner in before):
            raise Malformed(f"{name} is given twice", code="option.twice")
        if word == _NONE:
            found[argument.field] = {}
        elif dot:
            found[argument.field] = {**(before or {}), inner: _value(argument, name, value)}
        else:
            found[argument.field] = _value(argument, name, value)
    missing = [each.shape for each in known.values() if not (each.otherwise or each.field in found)]
    if missing:
        raise Malformed(f"{command} needs {listed(missing)}", code="command.malformed")
    return found


def _unread(command: str, known: Mapping[str, Argument], word: str) -> str:
    """What is wrong with a word that is not an argument of the command."""
    if not known:
        return f"{command} takes nothing more, and {word!r} is more"
    name, sign, value = word.partition("=")
    key = name.partition(".")[0]
    near = get_close_matches(key, known, n=1)
    if not sign:
        such = known[near[0]] if near else next(iter(known.values()))
        return f"{word!r} is not typed as NAME=VALUE, such as {such.shape}"
    inside = [each.name for each in known.values() if _may_hold(each, key, value)]
    if inside:
        hint = f"did you mean {inside[0]}.{word}?"
    elif near:
        hint = f"did you mean {known[near[0]].shape}?"
    elif len(known) > _FEW:
        hint = "fairdeal do lists all it takes"
    else:
        hint = f"expected {listed((each.shape for each in known.values()), 'or')}"
    return f"{command} takes no {name!r}: {hint}"


def _may_hold(argument: Argument, key: str, value: str) -> bool:
    """Whether a person may have left out the argument's name and the dot behind it."""
    every = games.GAMES.values()
    if argument.field == "options":
        return any(key == each.key and value in each.values for g in every for each in g.options)
    return argument.is_many and any(key in game.bet_by_key for game in every)


def _value(argument: Argument, name: str, text: str) -> Any:
    if argument.is_money:
        return read(name, money.dollars, text)
    if argument.field in _LISTS:
        return [each.strip() for each in text.split(",")]
    if argument.kind is bool and text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    if argument.kind is int and len(text) < 20 and text.removeprefix("-").isdecimal():
        return int(text)
    if argument.kind in (bool, int):
        wanted = "yes or no" if argument.kind is bool else "a number"
        raise Malformed(f"{name}={text} cannot be read: expected {wanted}", code="word.unreadable")
    return text


as_option = click.option(
    "--as", "who", metavar="ROLE:NAME", help="The person who asks, as in floor:fran."
)
