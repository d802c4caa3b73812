"""Runs the card room until somebody stops it."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import uvicorn

from fairdeal.errors import Refused
from fairdeal.live import Room
from fairdeal.live.room import key_path
from fairdeal.live.shoe import key_in, new_key
from fairdeal.web.app import application
from fairdeal.web.keeping import Keeper, open_tables
from fairdeal.web.site import Site


def serve(
    where: str,
    key_file: str | None,
    host: str,
    port: int,
    *,
    with_regulars: bool,
    told: Callable[[str], None],
) -> None:
    """The room, its pages and its clock; *told* hears what somebody at the terminal should know."""
    with Room.open(where, key_file=key_file) as room:
        in_memory = where == "memory:"
        key = new_key() if in_memory else key_in(key_path(where, key_file), create=False)
        beside = Path("fairdeal.staff") if in_memory else _beside(key_path(where, key_file))
        site = Site.of(room, key, beside)
        open_tables(room)
        keeper = Keeper(room, with_regulars=with_regulars)
        address = f"http://{host}:{port}"
        told(f"the card room is open at {address}")
        if site.accounts.first:
            told(f"the first manager's link, good once: {address}/first/{site.accounts.first}")
        for note in room.notes:
            told(note)
        server = uvicorn.Server(
            uvicorn.Config(
                application(site),
                host=host,
                port=port,
                log_level="warning",
                timeout_graceful_shutdown=2,
                access_log=False,
                server_header=False,
            )
        )
        with closing(_Kept(keeper)):
            server.run()
        if not server.started:
            raise Refused(
                f"{address} is taken: choose another with --port", code="serve.port-taken"
            )


class _Kept:
    """The keeper, as long as the pages are open."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        keeper.start()

    def close(self) -> None:
        """End it."""
        self._keeper.stop()


def _beside(key: Path) -> Path:
    """The file of the accounts, beside the room's key."""
    return key.with_name(key.name.removesuffix(".key") + ".staff")
