"""A card room that real browsers can reach."""

import os
import shutil
import socket
import threading
import time
from functools import cache
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairdeal.live import Role
from fairdeal.live.clocks import Clock
from fairdeal.web import files
from fairdeal.web.running.keeping import Impatience, Keeper, Timekeeper
from fairdeal.web.running.serving import Server
from tests.live.decks import ARRANGED
from tests.web.house import PASSWORD, House

CHROMIUM: Final = shutil.which("chromium") or shutil.which("google-chrome") or ""
AXE: Final = Path(".venv/axe/package/axe.min.js")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
DESK: Final = {"width": 1440, "height": 900}
PHONE: Final = {"width": 390, "height": 844}
NEVER_BY_ITSELF: Final = """
const wait = window.setTimeout;
window.setTimeout = (done, ms, ...more) => wait(done, ms > 700 && ms < 1500 ? 60_000 : ms, ...more);
"""
"""A script by which the dealer's cards turn until a key or a press ends it."""

expect.set_options(timeout=15_000)


def wanted(*files: Path) -> str:
    """Why tests that need Chromium, or such files, cannot be run here; empty where they can."""
    missing = [str(each) for each in files if not each.exists()]
    missing += [] if CHROMIUM else ["Chromium"]
    if not missing:
        return ""
    said = f"there is no {' and no '.join(missing)}: see make .venv/.browser"
    assert "CI" not in os.environ, f"in CI nothing is skipped, and {said}"
    return said


ARRANGES: Final = """
export function orderOf(secret, message) {
  const asked = new XMLHttpRequest();
  asked.open("GET", `/arranged/${hexOf(secret)}`, false);
  asked.send();
  return asked.responseText ? bytesOf(asked.responseText) : realOrderOf(secret, message);
}

function realOrderOf(secret, message) {"""
"""What a page computes of a deck that a test has arranged, as ``tests.live.decks`` has it."""


def _arranging(name: str) -> bytes:
    """A file as it is served to browsers of tests."""
    content: bytes = _file(name)
    if name != "deck.js":
        return content
    begins = b"export function orderOf(secret, message) {"
    assert begins in content
    return content.replace(begins, ARRANGES.strip().encode())


_file = files._file.__wrapped__
vars(files)["_file"] = cache(_arranging)


async def _arranged(request: Request) -> Response:
    secret = bytes.fromhex(request.path_params["secret"])
    return Response(ARRANGED.get(secret, b"").hex())


class OpenHouse(House):
    """A room in memory with pages on a port of this machine and a clock that goes by itself."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        super().__init__(folder, Clock())
        self._browser = browser
        self._errors: list[str] = []
        self._keeper = Keeper(
            [Impatience(self.room), Timekeeper(self.site, print)], self._errors.append
        )
        self._server = Server(self.site)
        app: Any = self._server.config.app
        app.router.routes.insert(0, Route("/arranged/{secret}", _arranged))
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))

    def start(self) -> None:
        """Open the doors."""
        self._thread.start()
        self._keeper.__enter__()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        """Close them; whatever a page complained of has to be known."""
        self._keeper.__exit__()
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
        assert self._errors == []

    def page(self, viewport: Any = DESK, **more: Any) -> Page:
        """A browser of its own, with nobody signed in."""
        context = self._browser.new_context(
            base_url=self.address, viewport=viewport, reduced_motion="reduce", **more
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self._errors.append(str(error)))
        return page

    def guest(self, table: str = "pit-1", viewport: Any = DESK) -> Page:
        """Somebody who has sat down at a table."""
        page = self.page(viewport)
        page.goto("/")
        page.locator(f'[data-post="/api/tables/{table}/sit"]').click()
        expect(page.locator("[data-own]")).to_be_visible()
        page.wait_for_load_state("load")  # before that a click on a spot goes unheard
        return page

    def person(self, name: str, role: Role, viewport: Any = DESK) -> Page:
        """Somebody of the house who has signed in, where the work of that role begins."""
        if self.site.accounts.find(name) is None:
            self.staff(name, role)
        page = self.page(viewport)
        page.goto("/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        return page
