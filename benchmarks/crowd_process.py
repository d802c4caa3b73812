"""One room with its pages, in a process of its own on one core, for a crowd to watch."""

import json
import os
import socket
import sys
from threading import Thread

from benchmarks.room_process import FLOOR
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands
from fairdeal.live.shoe import new_key
from fairdeal.web.access.sessions import Session
from fairdeal.web.running.serving import Server
from fairdeal.web.site import Site

TABLES = 20
ROUNDS = 2


def deal(room: Room) -> None:
    """Close the betting at every table that is called out, as the automatic dealer does."""
    for line in sys.stdin:
        room.do(line.strip(), commands.no_more_bets, by=AUTOMATIC)


def main(acting: int, watching: int, where: str) -> None:
    """Open the tables and the doors, and say who may come in."""
    with Room.open(where) as room, socket.socket() as listening:
        site = Site.of(room, new_key(), None)
        for number in range(TABLES):
            name, game = f"t{number}", "three-card-poker"
            room.do(name, commands.open_table, by=FLOOR, game=game, betting_seconds=600)
        players = [Actor(f"p{number}", Role.PLAYER) for number in range(acting)]
        for number, player in enumerate(players):
            table, seat = f"t{number % TABLES}", number // TABLES + 1
            room.do(table, commands.sit, by=player, seat=seat)
            room.do(table, commands.buy_in, by=FLOOR, player=player.name, cents=10**9)

        def come_in(session: Session) -> tuple[str, str]:
            return site.sessions.cookie(session), site.sessions.token(session)

        listening.bind(("127.0.0.1", 0))
        listening.listen(1024)
        told = {
            "port": listening.getsockname()[1],
            "acting": [come_in(site.sessions.begin(player)) for player in players],
            "watching": [come_in(site.sessions.guest())[0] for _ in range(watching)],
        }
        print(json.dumps(told), flush=True)
        Thread(target=deal, args=(room,), daemon=True).start()
        Server(site).run([listening])


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
