"""Take a picture of every page, at a desk and on a phone: ``make screenshots``."""

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.house import ARGUMENTS, CHROMIUM, DESK, PHONE, wanted
from tests.browser.pages import Furnished, pages_of

WHERE: Final = Path(__file__).parent.parent / "build" / "screens"


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
            for shown in pages_of(house.app):
                for size, viewport in (("desk", DESK), ("phone", PHONE)):
                    for scheme in ("light", "dark"):
                        page = house.visit(shown, viewport, color_scheme=scheme)
                        place = WHERE / f"{shown.name}-{size}-{scheme}.png"
                        page.screenshot(path=place, full_page=True, animations="disabled")
                        page.context.close()
                print(shown.name, flush=True)
        finally:
            house.stop()
            browser.close()
    print(f"{len([*WHERE.glob('*.png')])} pictures in {WHERE}")


if __name__ == "__main__":
    main()
