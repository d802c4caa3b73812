"""The examples of the documentation run: a bot at a real table, and requests as one types them."""

import re
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from fairdeal.live import Role, commands
from fairdeal.web import hub
from tests.web.house import AUTOMATIC, House

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/reference/interface.md").read_text(encoding="utf-8")


@contextmanager
def served(house: House) -> Iterator[str]:
    """The address of a room on a port of this machine."""
    server = uvicorn.Server(uvicorn.Config(house.app, log_config=None, timeout_graceful_shutdown=1))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.mark.parametrize("game", ["three-card-poker", "ags-3-card"])
def test_the_bot_of_the_documentation_plays_a_round(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BEAT", 0.02)  # signs of life are not data to a program
    house = House(tmp_path)
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.open(game, "table-1", limits={"ante": "5-100"})
    with served(house) as address:
        typed = [sys.executable, str(ROOT / "examples/bot.py"), address, "table-1"]
        with subprocess.Popen(typed, stdout=subprocess.PIPE, text=True) as bot:
            assert bot.stdout is not None
            said = [bot.stdout.readline()]
            assert said[0].startswith("guest-")
            time.sleep(0.1)
            house.room.do("table-1", commands.no_more_bets, by=AUTOMATIC)
            said += bot.stdout.readlines()
        assert bot.returncode == 0
    assert said[1] == "holds Qs 9h 4d: play\n"
    assert {"ante", "play"} <= {line.partition(" ")[0] for line in said[2:]}
    table = house.room.table("table-1")
    assert table.playing is None
    assert table.rounds == 1


def test_the_requests_of_the_documentation_are_answered(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open("three-card-poker", "table-1")
    house.staff("fran", Role.FLOOR)
    shell = dict(re.findall(r"^    \$ (\w+)='?(.*?)'?$", PAGE, re.M))
    typed = [shlex.split(line) for line in re.findall(r"^    \$ curl (.*)$", PAGE, re.M)]
    with house.browser() as browser:
        statuses = []
        for *words, address in typed:
            options = {word: words[place + 1] for place, word in enumerate(words[:-1])}
            headers = {"x-fairdeal-token": browser.token} if "-H" in options else {}
            path = address.removeprefix("$ROOM")
            if body := options.get("-d", ""):
                text = shell[body[1:]] if body.startswith("$") else body
                answer = browser.client.post(path, content=text, headers=headers)
            else:
                answer = browser.client.get(path)
            browser.token = answer.json().get("token", browser.token)
            statuses.append(answer.status_code)
        assert statuses == [200, 200, 200, 409, 200]
