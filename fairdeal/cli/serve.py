"""``fairdeal serve``: the card room in a browser."""

from typing import Final

import click

from fairdeal.cli.asked import once
from fairdeal.cli.rooms import key_option, room_option, where_is
from fairdeal.errors import Malformed

_PORT: Final = 8080
_HOST: Final = "127.0.0.1"
_PLAY_CHIPS: Final = 500
_MOST_CHIPS: Final = 100_000
_VISITORS: Final = 50
_MOST_VISITORS: Final = 100_000
_VISITORS_HELP: Final = f"How many people may come from one address; {_VISITORS} if not said."
_PROXY_HELP: Final = "Believe a proxy on this machine who asks, and whether it is over HTTPS."
_PLAY_CHIPS_HELP: Final = f"What guests are given to play with; {_PLAY_CHIPS} if not said, 0: none."


@click.command("serve")
@once("--port", type=int, metavar="N", help=f"Where browsers find it; {_PORT} if not said.")
@once("--host", metavar="NAME", help="Whom it listens to; this machine alone if not said.")
@once("--play-chips", type=int, metavar="DOLLARS", help=_PLAY_CHIPS_HELP)
@once("--visitors", type=int, metavar="N", help=_VISITORS_HELP)
@click.option("--behind-proxy", is_flag=True, help=_PROXY_HELP)
@click.option("--empty-seats", is_flag=True, help="No programmed players at the tables.")
@room_option
@key_option
def command(
    port: int | None,
    host: str | None,
    play_chips: int | None,
    visitors: int | None,
    behind_proxy: bool,
    empty_seats: bool,
    room: str | None,
    key: str | None,
) -> None:
    """Open the card room on this machine: five tables, a log in SQLite, and a page to play at.

    On the first start a link for the manager is printed, with which the first account is opened.

    \b
    fairdeal serve
    fairdeal serve --port 9000 --room memory:
    """
    number = _PORT if port is None else port
    if not 0 <= number < 65536:
        raise Malformed(f"{number} is no port: expected 0 to 65535", code="serve.port")
    dollars = _PLAY_CHIPS if play_chips is None else play_chips
    if not 0 <= dollars <= _MOST_CHIPS:
        said = f"a guest cannot be given ${dollars:,}: expected 0 to {_MOST_CHIPS:,}"
        raise Malformed(said, code="serve.chips")
    people = _VISITORS if visitors is None else visitors
    if not 1 <= people <= _MOST_VISITORS:
        said = f"an address cannot have {people:,} visitors: expected 1 to {_MOST_VISITORS:,}"
        raise Malformed(said, code="serve.visitors")
    from fairdeal.web.access.limits import Limits
    from fairdeal.web.running.serving import serve

    serve(
        where_is(room),
        key,
        host or _HOST,
        number,
        play_chips=100 * dollars,
        with_regulars=not empty_seats,
        told=click.echo,
        limits=Limits(visitors=people),
        behind_proxy=behind_proxy,
    )
