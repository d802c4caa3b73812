"""Take a picture of every page, at a desk and on a phone: ``make screenshots``.

``make pictures`` takes those of the README instead.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.house import ARGUMENTS, CHROMIUM, DESK, PHONE, wanted
from tests.browser.pages import PAGES, Furnished, pages_of
from tests.live.tables import DEALER

WHERE: Final = Path(__file__).parent.parent / "build" / "screens"
PICTURES: Final = Path(__file__).parent / "pictures"


def main() -> None:
    """Open a room, walk through all of its pages, and say where the pictures are."""
    if why := wanted():
        sys.exit(why)
    WHERE.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        house = Furnished(Path(folder), browser)
        house.furnish()
        house.start()
        try:
            if "pictures" in sys.argv[1:]:
                _pictures(house)
            else:
                _every_page(house)
        finally:
            house.stop()
            browser.close()


def _every_page(house: Furnished) -> None:
    for shown in pages_of(house.app):
        for size, viewport in (("desk", DESK), ("phone", PHONE)):
            for scheme in ("light", "dark"):
                page = house.visit(shown, viewport, color_scheme=scheme)
                place = WHERE / f"{shown.name}-{size}-{scheme}.png"
                page.screenshot(path=place, full_page=True, animations="disabled")
                page.context.close()
        print(shown.name, flush=True)
    print(f"{len([*WHERE.glob('*.png')])} pictures in {WHERE}")


def _pictures(house: Furnished) -> None:
    """What the README shows: a table that was settled, a dealer at work, the lab."""
    pages = {shown.name: shown for shown in PAGES}
    _keep(house.visit(pages["table-settled"], color_scheme="light"), "table", 1100)
    lab = house.visit(pages["lab"], {"width": 1350, "height": 900}, color_scheme="light")
    expect(lab.get_by_text("Computed in")).to_be_visible(timeout=90_000)
    _keep(lab, "lab", 900)
    house.settle("pit-8", DEALER)
    dealer = house.visit(pages["dealer"], {"width": 1280, "height": 800})
    dealer.locator("[data-settled]").click()
    _keep(dealer, "dealer", 900)


def _keep(page: Page, name: str, width: int) -> None:
    """Smaller, and with as many colours as nobody misses."""
    taken = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    small = taken.resize((width, taken.height * width // taken.width), Image.Resampling.LANCZOS)
    place = PICTURES / f"{name}.png"
    small.quantize(256, kmeans=8, dither=Image.Dither.NONE).save(place, optimize=True)
    print(f"{place}: {place.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main()
