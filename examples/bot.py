"""A player with nothing but the JSON interface: sits down, bets, decides, and reads what was paid.

python examples/bot.py http://127.0.0.1:8080 table-1
"""

import json
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener


class Player:
    """A player at a card room; the cookie says who, the token proves the request is theirs."""

    def __init__(self, room: str) -> None:
        self._room = room
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open
        self._token = self.get("/api/session")["token"]

    def get(self, path: str) -> Any:
        """What is there."""
        with self._open(self._room + path) as answer:
            return json.load(answer)

    def post(self, path: str, **asked: Any) -> Any:
        """Have something done."""
        headers = {"content-type": "application/json", "x-fairdeal-token": self._token}
        body = json.dumps(asked).encode()
        with self._open(Request(self._room + path, body, headers)) as answer:
            return json.load(answer)

    def follow(self, table: str) -> Iterator[Any]:
        """The table as this player sees it, whenever it changes."""
        with self._open(f"{self._room}/api/tables/{table}/stream") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line.removeprefix(b"data: "))


def play(room: str, table: str) -> list[dict[str, Any]]:
    """One round: what was paid and why, bet by bet."""
    player = Player(room)
    seat = player.post(f"/api/tables/{table}/sit")["events"][0]["seat"]
    here = f"/api/tables/{table}"
    has_bet = 0
    for view in player.follow(table):
        now, own = view["round"], view["seats"][seat - 1]
        if has_bet and now["number"] == has_bet and now["over"]:
            return [line for line in now["lines"] if line["seat"] == seat]
        if not has_bet and (now is None or now["over"] or now["betting"]):
            least = view["setup"]["limits"]["ante"]["least_cents"]
            player.post(f"{here}/place", seat=seat, bets={"ante": least})
            has_bet = player.get(here)["round"]["number"]
            print(f"{own['player']} bets {least / 100:.2f}", flush=True)
        elif view["choices"]:
            word = view["choices"][0]["word"]
            print(f"holds {' '.join(own['cards'])}: {word}", flush=True)
            player.post(f"{here}/decide", seat=seat, word=word)
    raise RuntimeError("the room has closed")


if __name__ == "__main__":
    for paid in play(*sys.argv[1:]):
        print(f"{paid['bet']} {paid['net_cents'] / 100:+.2f}: {paid['reason']}")
