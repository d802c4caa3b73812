"""A room that dies in the middle of a round, and a page that is never loaded again."""

import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from fairdeal.live.audit import audit
from fairdeal.live.log.stores import open_store
from fairdeal.live.shoe import key_in


@contextmanager
def serving(log: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """`fairdeal serve` in a process of its own, with nobody at the tables."""
    words = ["serve", "--port", str(port), "--room", str(log), "--empty-seats"]
    command = Path(sys.executable).with_name("fairdeal")
    with subprocess.Popen([command, *words], stdout=subprocess.PIPE, text=True) as room:
        try:
            assert room.stdout is not None
            assert "the card room is open" in room.stdout.readline()
            yield room
        finally:
            room.kill()


def a_port() -> int:
    """One that nobody uses."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def hand(page: Page) -> list[str]:
    """The guest's own cards."""
    cards = page.locator("[data-own] .card")
    return [str(each.get_attribute("aria-label")) for each in cards.all()]


def test_a_killed_room_is_started_again_and_the_same_page_goes_on(
    tmp_path: Path, chromium: Browser
) -> None:
    log, port = tmp_path / "room.db", a_port()
    page = chromium.new_context(reduced_motion="reduce").new_page()
    with serving(log, port) as room:
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator('[data-post="/api/tables/table-1/sit"]').click()
        expect(page.locator("[data-own]")).to_be_visible()
        page.locator('[data-spot="ante"]').click()
        page.get_by_role("button", name="Ready").click()
        play = page.locator("#actions").get_by_role("button", name="Play")
        expect(play).to_be_visible(timeout=30_000)
        held = hand(page)
        assert len(held) == 3
        assert "face-down card" not in held
        page.evaluate("document.body.dataset.loaded = 'once'")
        room.send_signal(signal.SIGKILL)
        room.wait()
        expect(page.locator("body.is-lost")).to_be_attached()
    with serving(log, port):
        expect(page.locator("body:not(.is-lost)")).to_be_attached(timeout=30_000)
        expect(page.locator("body[data-loaded=once]")).to_be_attached()
        assert hand(page) == held
        play.click()
        expect(page.locator(".receipt")).to_contain_text("Round result")
        assert hand(page) == held
    page.context.close()
    check(log)


def check(log: Path) -> None:
    """Everything stands in the log once, and the log is in order."""
    key = key_in(log.with_name("room.db.key"), create=False)
    store = open_store(log, key, read_only=True)
    try:
        kinds = Counter(row.kind for row in store.stream("table-1"))
        once = "round-opened bets-placed betting-closed cards-dealt decision-made round-closed"
        assert {kind: kinds[kind] for kind in once.split()} == dict.fromkeys(once.split(), 1)
        assert audit(store, key, every=True).faults == ()
    finally:
        store.close()
