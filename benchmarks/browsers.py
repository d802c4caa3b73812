"""Pages in a real browser: how long until a table is seen, and how much is loaded for it."""

import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.harness import OWN, Bench
from tests.browser.house import ARGUMENTS, CHROMIUM, OpenHouse, wanted

TIMES = 5


def bench(found: Bench) -> None:
    """Measure every game's table, each time with nothing kept from before."""
    if why := wanted():
        print(why)
        return
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        house = OpenHouse(Path(folder), browser)
        for game in OWN:
            house.open(game.key, game.key)
        house.start()
        try:
            _measured(found, house)
        finally:
            house.stop()
            browser.close()


def _measured(found: Bench, house: OpenHouse) -> None:
    for game in OWN:
        seen = [_opened(house, f"/tables/{game.key}") for _ in range(TIMES)]
        name = f"a table of {game.name}"
        found.add(f"{name}, from the address to the felt", _median(seen, 0), "ms", 1000)
        found.add(f"{name}, all that is loaded", _median(seen, 1) / 1000, "kB", 150)


def _median(seen: list[tuple[float, float]], place: int) -> float:
    return statistics.median(each[place] for each in seen)


def _opened(house: OpenHouse, path: str) -> tuple[float, float]:
    """Milliseconds until the felt is seen, and bytes."""
    page = house.page()
    loaded = _counted(page)
    began = time.perf_counter()
    page.goto(path, wait_until="commit")
    page.locator(".felt .dealer").wait_for()
    taken = (time.perf_counter() - began) * 1000
    page.wait_for_load_state("load")
    page.context.close()
    assert len(loaded) >= 4, "the page, its stylesheet and its scripts"
    return taken, sum(loaded)


def _counted(page: Page) -> list[float]:
    loaded: list[float] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda each: loaded.append(each["encodedDataLength"]))
    return loaded


if __name__ == "__main__":
    bench(Bench())
