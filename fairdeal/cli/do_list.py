"""The commands of tables and progressives, each with who may give it and what it takes."""

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any, Final

from fairdeal.cli.wording import Argument, taken_by

_INDENT: Final = "  "


def commands_in_lines(width: int) -> Iterator[str]:
    """Every command under its heading, no line wider than told."""
    from fairdeal.live.actors import MAY
    from fairdeal.live.commands import COMMANDS

    before = ""
    for name, command in COMMANDS.items():
        if (section := _section(name, command)) != before:
            yield from ["", *wrap(section, width)] if before else wrap(section, width)
            before = section
        yield ""
        yield f"{name}  ({', '.join(sorted(MAY[name]))})"
        yield from wrap(
            _sentence(command), width, initial_indent=_INDENT, subsequent_indent=_INDENT
        )
        taken = taken_by(name, command).values()
        column = max((len(each.shape) for each in taken), default=0)
        for each in taken:
            yield f"{_INDENT * 2}{each.shape:{column}}  {_when_unsaid(each)}"


def commands_in_json() -> Iterator[dict[str, Any]]:
    """Every command with the same facts, for programs."""
    from fairdeal.live.actors import MAY
    from fairdeal.live.commands import COMMANDS, OF_PROGRESSIVES

    for name, command in COMMANDS.items():
        yield {
            "command": name,
            "of": "progressive" if name in OF_PROGRESSIVES else "table",
            "roles": sorted(MAY[name]),
            "text": _sentence(command),
            "arguments": [
                {
                    "name": each.name,
                    "typed": each.shape,
                    "required": not each.otherwise,
                    "default": each.otherwise or None,
                }
                for each in taken_by(name, command).values()
            ],
        }


def _section(name: str, command: Callable[..., Any]) -> str:
    from fairdeal.live.commands import OF_PROGRESSIVES, jackpots

    if name in OF_PROGRESSIVES:
        return "Commands of a progressive, and who may give them:"
    if command.__module__ == jackpots.__name__:
        return "Commands of a table that owes a jackpot or large win, and who may give them:"
    return "Commands of a table, and who may give them:"


def _when_unsaid(argument: Argument) -> str:
    if argument.field == "bets":
        return "required; bets=none takes them back"
    return f"default: {argument.otherwise}" if argument.otherwise else "required"


def _sentence(command: Callable[..., Any]) -> str:
    """What the command is about; in the code amounts are cents, and here they are dollars."""
    return (command.__doc__ or "").splitlines()[0].replace(", in cents", "").replace("``", "")
