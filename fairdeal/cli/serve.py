"""``fairdeal serve``: the card room in a browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from fairdeal import money
from fairdeal.books import owner
from fairdeal.cli.options import needs, once
from fairdeal.cli.rooms import key_option, mark_is, mark_option, room_option, where_is
from fairdeal.errors import Malformed

LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("text", "json")
_PORT: Final = 8080
_HOST: Final = "127.0.0.1"
_PLAY_CHIPS: Final = 500
_MOST_CHIPS: Final = 100_000
_VISITORS: Final = 50
_MOST_VISITORS: Final = 100_000
_LOCK_AFTER: Final = 5
_LONGEST_LOCK: Final = 720
_LOCK_HELP: Final = "Minutes without a touch or a key after which a staff page locks."
_VISITORS_HELP: Final = "Guests that one network address may send."
_PROXY_HELP: Final = "Trust X-Forwarded-For and -Proto from a proxy on this machine."
_NAME_HELP: Final = "Host name that browsers use; requests under another are refused."
_TOKEN_HELP: Final = "File of the token with which other machines may read /metrics."
_MEMORY: Final = 4096
_LEAST_MEMORY: Final = 64
_MOST_MEMORY: Final = 1_000_000
_MEMORY_HELP: Final = "Megabytes that the process may take in which figures are counted."
_PLAY_CHIPS_HELP: Final = "Play chips for each guest of a play room; 0 gives none."
_HOUSE_HELP: Final = "Name that signed checkpoints give the house; it stays with the log."
_CASH_HELP: Final = "Chips are cash: no play chips, no programmed players, chips are cashed out."


@click.command("serve")
@once("--port", type=int, metavar="N", default=_PORT, help="Port to listen on; 0 is a free one.")
@once("--host", metavar="NAME", default=_HOST, help="Address to bind.")
@once("--play-chips", type=int, metavar="DOLLARS", default=_PLAY_CHIPS, help=_PLAY_CHIPS_HELP)
@click.option("--cash", is_flag=True, help=_CASH_HELP)
@once("--visitors", type=int, metavar="N", default=_VISITORS, help=_VISITORS_HELP)
@once(
    "--lock-after",
    metavar="MINUTES",
    env="FAIRDEAL_LOCK_AFTER",
    default=_LOCK_AFTER,
    help=_LOCK_HELP,
)
@click.option("--behind-proxy", is_flag=True, help=_PROXY_HELP)
@once("--public-name", metavar="NAME", help=_NAME_HELP)
@once("--metrics-token", metavar="FILE", help=_TOKEN_HELP)
@once("--house", metavar="NAME", help=_HOUSE_HELP)
@once("--figures-memory", type=int, metavar="MB", default=_MEMORY, help=_MEMORY_HELP)
@click.option("--empty-seats", is_flag=True, help="Seat no programmed players.")
@click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    default="info",
    show_default=True,
    help="How much is logged, on stderr: debug has every request.",
)
@click.option(
    "--log-format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Lines for people, or a JSON object a line.",
)
@room_option
@key_option
@mark_option
@needs("web")
def command(
    port: int | None,
    host: str | None,
    play_chips: int | None,
    cash: bool,
    visitors: int | None,
    lock_after: str | None,
    behind_proxy: bool,
    public_name: str | None,
    metrics_token: str | None,
    house: str | None,
    figures_memory: int | None,
    empty_seats: bool,
    log_level: str,
    log_format: str,
    room: str | None,
    key: str | None,
    mark: str | None,
) -> None:
    """Open the card room in a browser: six tables, and a log in SQLite or PostgreSQL.

    The first start prints a link, good once, with which the manager opens the first account.
    The log of a new room records whether its chips are play chips or cash; that never changes.
    Ctrl-C or SIGTERM closes the room; a second Ctrl-C ends it at once.

    \b
    fairdeal serve
    fairdeal serve --port 9000 --room memory:
    """
    number = _PORT if port is None else port
    if not 0 <= number < 65536:
        raise Malformed(f"--port must be 0 to 65535, and {number} is not", code="serve.port")
    if cash and play_chips:
        said = "--cash gives no play chips: leave --play-chips out"
        raise Malformed(said, code="serve.cash")
    dollars = _PLAY_CHIPS if play_chips is None else play_chips
    if not 0 <= dollars <= _MOST_CHIPS:
        most, given = money.show(100 * _MOST_CHIPS), money.show(100 * dollars)
        said = f"--play-chips must be $0 to {most}, and {given} is not"
        raise Malformed(said, code="serve.chips")
    people = _VISITORS if visitors is None else visitors
    if not 1 <= people <= _MOST_VISITORS:
        said = f"--visitors must be 1 to {_MOST_VISITORS:,}, and {people:,} is not"
        raise Malformed(said, code="serve.visitors")
    minutes = owner.said(lock_after, "LOCK_AFTER", str(_LOCK_AFTER))
    if not (re.fullmatch(r"[0-9]{1,4}", minutes) and 1 <= int(minutes) <= _LONGEST_LOCK):
        given = f"--lock-after must be 1 to {_LONGEST_LOCK} minutes, and {minutes!r} is not"
        raise Malformed(given, code="serve.lock")
    megabytes = _MEMORY if figures_memory is None else figures_memory
    if not _LEAST_MEMORY <= megabytes <= _MOST_MEMORY:
        said = (
            f"--figures-memory must be {_LEAST_MEMORY} to {_MOST_MEMORY:,}, and {megabytes} is not"
        )
        raise Malformed(said, code="serve.memory")
    from fairdeal.web.access.gate import host_of
    from fairdeal.web.access.limits import Limits
    from fairdeal.web.health import token_in
    from fairdeal.web.logs import in_json, logging_to_stderr
    from fairdeal.web.running.serving import serve

    name = host_of(public_name or "")
    if public_name is not None and (not name or name != public_name.lower()):
        said = (
            f"--public-name must be a host name such as cards.example, and {public_name!r} is not"
        )
        raise Malformed(said, code="serve.name")
    token = "" if metrics_token is None else token_in(Path(metrics_token))
    with logging_to_stderr(log_level, log_format), _interruptible():
        serve(
            where_is(room),
            key,
            host or _HOST,
            number,
            play_chips=100 * dollars,
            cash=cash,
            with_regulars=not empty_seats,
            told=click.echo if log_format == "text" else lambda said: click.echo(in_json(said)),
            limits=Limits(visitors=people),
            behind_proxy=behind_proxy,
            public_name=name,
            idle_minutes=int(minutes),
            mark_file=mark_is(mark),
            house=house,
            metrics_token=token,
            figures_megabytes=megabytes,
        )


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C ends the command without the empty line that Click would put into the log."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None
