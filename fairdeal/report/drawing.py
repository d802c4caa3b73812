"""One look for every picture, and SVG that is the same in every run and safe in every page.

Matplotlib is loaded when the first picture is drawn, because it takes longer than a whole report.
"""

import re
from collections.abc import Callable
from copy import deepcopy
from io import StringIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from warnings import catch_warnings, simplefilter
from xml.etree import ElementTree

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, GREY, EDGE, LINE, SUNKEN = "#13181a", "#5e686d", "#7a847e", "#e0e4de", "#eceeea"
WIN, LOSE, INFO, BRASS = "#0a6b50", "#b3261e", "#1c59b8", "#855600"
WIN_SOFT, LOSE_SOFT, INFO_SOFT, BRASS_SOFT = "#e1f1ea", "#fbe9e7", "#e6eefb", "#faf0d9"
WHITE = "#ffffff"

FONT: Final = "DejaVu Sans"
"""It comes with Matplotlib, so that text measures the same on every machine."""

_STYLE: Final[Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": EDGE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": GREY,
    "axes.labelsize": 8.25,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "figure.facecolor": "none",
    "font.family": FONT,
    "font.size": 8.25,
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.solid_joinstyle": "round",
    "svg.fonttype": "none",
    "svg.hashsalt": "fairdeal",
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign is a dollar sign
    "xtick.color": GREY,
    "xtick.labelsize": 8.25,
    "xtick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.color": GREY,
    "ytick.labelsize": 8.25,
    "ytick.major.size": 0,
    "ytick.minor.size": 0,
}
_ONE_AT_A_TIME: Final = Lock()
"""The style is Matplotlib's own, shared by all threads."""
_UNDATED: Final = dict.fromkeys(("Creator", "Date", "Format", "Type"))
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LONG_NUMBER: Final = re.compile(r"-?\d+\.\d{3,}")


def picture(width: float, height: float, says: str, draw: "Callable[[Figure], None]") -> str:
    """The SVG of what is drawn; sizes in inches, *says* for those who cannot see it."""
    import matplotlib
    from matplotlib.figure import Figure

    with _ONE_AT_A_TIME, matplotlib.rc_context(_STYLE), catch_warnings():
        simplefilter("ignore")  # about missing letters and tight layouts, which readers can see
        figure = Figure((width, height), layout="constrained")
        draw(figure)
        out = StringIO()
        figure.savefig(out, format="svg", metadata=_UNDATED)
    return _cleaned(out.getvalue(), says)


def in_percent(axis: Any) -> None:
    """Ticks of the axis in percent, with no more decimals than they need."""
    from matplotlib.ticker import FuncFormatter

    def shown(value: float, _: int | None) -> str:
        return f"{100 * value:.10f}".rstrip("0").removesuffix(".") + " %"

    axis.set_major_formatter(FuncFormatter(shown))


def label_ends(axes: "Axes", ends: list[tuple[float, float, str, str]], room: float) -> None:
    """Names at the ends of lines: x, y, name and colour; moved apart where they would overlap."""
    lowest = float("-inf")
    for x, y, name, colour in sorted(ends, key=lambda end: end[1]):
        lowest = max(y, lowest + room)
        axes.annotate(
            name,
            (x, lowest),
            (6, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )


def _cleaned(text: str, says: str) -> str:
    """The SVG without names, styles and outside references, which a strict page would refuse."""
    root = ElementTree.fromstring(_NOT_XML.sub("\ufffd", text))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    shapes = {each.attrib["id"]: each for each in root.iter("path") if "id" in each.attrib}
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            if child.tag == "use":
                parent[place] = _shape(child, shapes)
    for parent in list(root.iter()):
        for child in [each for each in parent if each.tag in ("defs", "metadata")]:
            parent.remove(child)
        _plain(parent)
    root.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": root.attrib["viewBox"],
        "width": root.attrib["width"],
        "height": root.attrib["height"],
        "role": "img",
        "aria-label": says,
        "font-family": FONT,
        "stroke-linejoin": "round",
    }
    return ElementTree.tostring(root, encoding="unicode")


def _shape(use: ElementTree.Element, shapes: dict[str, ElementTree.Element]) -> ElementTree.Element:
    """A shape drawn where it is used, rather than by a name that another picture might have."""
    name = next(value for key, value in use.attrib.items() if key.endswith("href"))
    shape = deepcopy(shapes[name.removeprefix("#")])
    shape.attrib["transform"] = f"translate({use.attrib['x']} {use.attrib['y']})"
    shape.attrib["style"] = "; ".join(
        filter(None, (shape.attrib.get("style"), use.attrib.get("style")))
    )
    return shape


def _plain(element: ElementTree.Element) -> None:
    """Styles as attributes, and no more digits than the eye can tell."""
    found: dict[str, str] = {}
    for key, value in element.attrib.items():
        if key == "style":
            declared = (each.partition(": ") for each in value.split("; ") if each)
            found |= {name: said for name, _, said in declared if name != "font-family"}
        elif key not in ("id", "clip-path") and not value.startswith("rotate(-0"):
            found[key] = value
    element.attrib = {
        key: _LONG_NUMBER.sub(lambda match: f"{float(match[0]):.2f}", value).replace("\n", "")
        for key, value in found.items()
    }
    element.text, element.tail = (element.text or "").strip() or None, None
