"""Options that many commands share, and how the help says what they stand for."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click

from fairdeal import extras
from fairdeal.errors import FairdealError, Malformed

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
P = ParamSpec("P")


def _only_one(ctx: click.Context, param: click.Parameter, value: tuple[Any, ...]) -> Any:
    if len(value) > 1:
        raise Malformed(f"{param.opts[0]} is given {len(value)} times", code="option.twice")
    return value[0] if value else None


def once(
    *names: str,
    help: str = "",
    env: str = "",
    default: object = "",
    required: bool = False,
    **more: Any,
) -> Callable[[F], F]:
    """An option that may be given once; a second one is refused, not preferred.

    Its *env*, *default* and *required* are what the help says; the command applies them.
    """
    return click.option(
        *names, multiple=True, callback=_only_one, help=help + said(env, default, required), **more
    )


def said(env: str = "", default: object = "", required: bool = False) -> str:
    """The end of an option's help, as Click writes it.

    >>> said("FAIRDEAL_ROOM", "fairdeal.db")
    '  [env: FAIRDEAL_ROOM; default: fairdeal.db]'
    """
    parts = [f"env: {env}"] if env else []
    parts += [f"default: {default}"] if default != "" else []
    parts += ["required"] if required else []
    return f"  [{'; '.join(parts)}]" if parts else ""


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON; errors are JSON, too."
)


def needs(*names: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A command that does not begin without these extras; its help needs none."""

    def decorate(command: Callable[P, T]) -> Callable[P, T]:
        @wraps(command)
        def begun(*args: P.args, **kwargs: P.kwargs) -> T:
            extras.need(f"fairdeal {click.get_current_context().info_name}", *names)
            return command(*args, **kwargs)

        return begun

    return decorate


def read(name: str, reader: Callable[[str], T], text: str) -> T:
    """The value that *reader* finds in the text; an error begins with the option's name."""
    try:
        return reader(text)
    except FairdealError as error:
        raise Malformed(f"{name}: {error}", code=error.code) from None
