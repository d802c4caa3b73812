"""Where things lie on a page, and what is wrong with it."""

from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Locator, Page, expect


class Box(NamedTuple):
    """Where something lies on the screen."""

    left: float
    top: float
    right: float
    foot: float


TOUCH: Final = 44
"""Pixels that a finger needs each way."""

_PLACES: Final = """found => found
    .map((each) => each.getBoundingClientRect())
    .filter(({width, height}) => width && height)
    .map(({left, top, right, bottom}) => [left, top, right, bottom])"""

_LOOKS: Final = 20


def boxes(page: Page, selector: str) -> list[Box]:
    """The places of all that have a size, found and measured before the stream replaces any."""
    look = f"selector => ({_PLACES})([...document.querySelectorAll(selector)])"
    return [Box(*each) for each in page.evaluate(look, selector)]


def box(of: Locator) -> Box:
    """The place of one that can be seen; what the stream replaces meanwhile is found again."""
    expect(of).to_be_visible()
    for _ in range(_LOOKS):
        if found := of.evaluate_all(_PLACES):
            [place] = found
            return Box(*place)
    raise AssertionError(f"{of} has no size")


def within(box: Box, felt: Box) -> bool:
    return felt[0] <= box[0] and felt[1] <= box[1] and box[2] <= felt[2] and box[3] <= felt[3]


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


_FAULTS: Final = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


def faults(page: Page, *, touch: bool = False) -> list[str]:
    """What overlaps, runs out of its place, is cut off, out of sight, or too small to touch."""
    found: list[str] = page.evaluate(_FAULTS, {"touch": TOUCH if touch else 0})
    return found
