"""Pictures of reports as part of a page: in its colours, light or dark, and its font."""

import re
from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from fairdeal.report import drawing
from fairdeal.report.course import MIDDLE, NARROW, WIDE

_COLOURS: Final = {
    drawing.INK: "ink",
    drawing.GREY: "ink-3",
    drawing.EDGE: "edge",
    drawing.LINE: "line",
    drawing.SUNKEN: "sunken",
    drawing.WIN: "accent",
    drawing.LOSE: "lose",
    drawing.INFO: "info",
    drawing.BRASS: "brass",
    drawing.WIN_SOFT: "accent-soft",
    drawing.LOSE_SOFT: "lose-soft",
    drawing.INFO_SOFT: "info-soft",
    drawing.BRASS_SOFT: "brass-soft",
    drawing.WHITE: "surface",
}
"""What every colour of a report is called in the stylesheet."""

_SCREENS: Final = {"on-desk": WIDE, "on-tablet": MIDDLE, "on-phone": NARROW}
_DRAWN: Final = re.compile("|".join(map(re.escape, _COLOURS)))
_SIZED: Final = re.compile(r' (?:width|height|font-family)="[^"]*"')


def in_page(picture: str, *, only: str = "") -> Markup:
    """A report's SVG to be put into a page; *only* names the screens on which it is shown."""
    coloured = _DRAWN.sub(lambda found: f"var(--{_COLOURS[found[0]]})", picture)
    head, _, rest = coloured.partition(">")
    plain = _SIZED.sub("", head.removeprefix("<svg"))
    shown = f"drawn {only}".strip()
    return Markup(f'<svg class="{shown}"{plain}>{rest}')


def for_every_screen(draw: Callable[[float], str]) -> Markup:
    """What is drawn at a width, for a desk, a tablet and a phone: a page shows one of them."""
    return Markup().join(in_page(draw(width), only=screen) for screen, width in _SCREENS.items())
