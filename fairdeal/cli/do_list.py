"""The commands of a table, each with who may give it and what it takes."""

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any, Final

from fairdeal.cli.wording import Argument, taken_by

_INDENT: Final = "  "


def commands_in_lines(width: int) -> Iterator[str]:
    """Every command, no line wider than told."""
    from fairdeal.live.actors import MAY
    from fairdeal.live.commands import COMMANDS

    for name, command in COMMANDS.items():
        yield ""
        yield f"{name}  ({', '.join(sorted(MAY[name]))})"
        yield from wrap(
            _sentence(command), width, initial_indent=_INDENT, subsequent_indent=_INDENT
        )
        taken = taken_by(name, command).values()
        column = max((len(each.shape) for each in taken), default=0)
        for each in taken:
            yield f"{_INDENT * 2}{each.shape:{column}}  {_when_unsaid(each)}"


def _when_unsaid(argument: Argument) -> str:
    if argument.field == "bets":
        return "needed; bets=none takes them back"
    return f"else {argument.otherwise}" if argument.otherwise else "needed"


def _sentence(command: Callable[..., Any]) -> str:
    """What the command is about; in the code amounts are cents, and here they are dollars."""
    return (command.__doc__ or "").splitlines()[0].replace(", in cents", "")
