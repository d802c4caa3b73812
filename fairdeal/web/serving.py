"""Runs the card room until somebody stops it."""

import socket
from collections.abc import Callable

import uvicorn

from fairdeal.errors import Refused
from fairdeal.live import Room
from fairdeal.live.room import key_path
from fairdeal.live.shoe import key_in, new_key
from fairdeal.web.app import application
from fairdeal.web.keeping import Doorkeeper, Impatience, Keeper, clock
from fairdeal.web.opening import Company, open_tables
from fairdeal.web.site import Site


def serve(
    where: str,
    key_file: str | None,
    host: str,
    port: int,
    *,
    play_chips: int,
    with_regulars: bool,
    told: Callable[[str], None],
) -> None:
    """The room, its pages and its clock; *told* hears what somebody at the terminal should know."""
    with _listening(host, port) as door, Room.open(where, key_file=key_file) as room:
        site = _site(room, where, key_file, play_chips)
        open_tables(room)
        address = f"http://{host}:{door.getsockname()[1]}"
        told(f"the card room is open at {address}")
        if site.accounts.first:
            told(f"the first manager's link, good once: {address}/first/{site.accounts.first}")
        for note in room.notes:
            told(note)
        people = [Company(room)] if with_regulars else []
        with Keeper([*people, Impatience(room), Doorkeeper(site), clock(room)], told):
            Server(site).run([door])


def _listening(host: str, port: int) -> socket.socket:
    """The port, before anything else is touched: 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, small answers are sent at once and not held back to be joined.
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen()  # who comes before everything stands ready waits a moment
    except OSError as error:
        door.close()
        said = f"{host}:{port} cannot be used: {error.strerror}; choose another with --port"
        raise Refused(said, code="serve.port-taken") from None
    return door


def _site(room: Room, where: str, key_file: str | None, play_chips: int) -> Site:
    if where == "memory:":
        return Site.of(room, new_key(), None, play_chips)
    path = key_path(where, key_file)
    staff = path.with_name(path.name.removesuffix(".key") + ".staff")
    return Site.of(room, key_in(path, create=False), staff, play_chips)


class Server(uvicorn.Server):
    """Answers browsers, and ends their streams before it waits for them to end."""

    def __init__(self, site: Site) -> None:
        self._site = site
        super().__init__(
            uvicorn.Config(
                application(site),
                log_level="warning",
                timeout_graceful_shutdown=2,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # whoever can reach the port could say anything there
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the doors."""
        await self._site.hub.close()
        await super().shutdown(sockets)
