"""Pictures: text as wide as it is measured, and nothing that is cut off or covered."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from fairdeal.report.drawing import (
    INK,
    LINE,
    Drawing,
    Plot,
    Scale,
    around,
    as_percent,
    plotted,
    round_ticks,
    width_of,
)
from fairdeal.report.numbers import MINUS


def shapes(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def extent(text: ElementTree.Element) -> tuple[float, float]:
    """Where a level text begins and ends."""
    wide = width_of(
        text.text or "", float(text.attrib["font-size"]), bold="font-weight" in text.attrib
    )
    x = float(text.attrib["x"])
    start = {"middle": x - wide / 2, "end": x - wide}.get(text.attrib.get("text-anchor", ""), x)
    return start, start + wide


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 1, 4, [0, 0.25, 0.5, 0.75, 1]),
        (-0.2, 0.3, 5, [-0.2, -0.1, 0, 0.1, 0.2, 0.3]),
        (97, 103, 3, [98, 100, 102]),
        (0, 21_000, 5, [0, 5000, 10_000, 15_000, 20_000]),
        (1e-5, 9e-5, 4, [2e-5, 4e-5, 6e-5, 8e-5]),
    ],
)
def test_ticks_are_round_and_not_too_many(
    low: float, high: float, most: int, expected: list[float]
) -> None:
    assert [value for value, _ in round_ticks(low, high, most)] == expected


@pytest.mark.parametrize("exponent", range(-8, 9))
@pytest.mark.parametrize("most", range(2, 9))
def test_ticks_are_whole_steps_of_1_2_or_5_within_the_scale(exponent: int, most: int) -> None:
    low, high = -0.37 * 10**exponent, 2.9 * 10**exponent
    values = [value for value, _ in round_ticks(low, high, most)]
    step = Fraction(str(values[1])) - Fraction(str(values[0]))
    assert {int(step * 10**20 // 10**digits) for digits in range(40)} & {1, 2, 5, 25}
    assert low <= values[0] < low + step
    assert high - step < values[-1] <= high
    assert len(values) <= most + 1
    assert all(Fraction(str(value)) % step == 0 for value in values)


def test_names_of_ticks_have_the_decimals_of_their_step_and_a_real_minus() -> None:
    names = [name for _, name in round_ticks(-1.02, -0.95, 4)]
    assert names == [f"{MINUS}1.02", f"{MINUS}1.00", f"{MINUS}0.98", f"{MINUS}0.96"]
    assert [name for _, name in round_ticks(0, 1, 4)] == ["0.00", "0.25", "0.50", "0.75", "1.00"]
    assert as_percent(0.125) == "12.5 %"


def test_a_scale_around_one_value_has_room_for_it() -> None:
    low, high = around([100.0])
    assert low < 100 < high
    assert around([0]) == (-0.05, 0.05)


def test_text_keeps_clear_of_the_edges_and_of_the_names_of_ticks() -> None:
    plot = Plot(
        Scale(-1, 1, [(-1, "a long name of a tick"), (1, "another long name")], "across"),
        Scale(0, 1, [(0, "0"), (0.5, "a row"), (1, "1")], "upwards", has_grid=True),
        "A title",
    )
    plot.text(-1, 0.5, "text at the left", right=-5, anchor="end", bold=True)
    plot.text(1, 0.5, "text at the right", right=5, anchor="start")
    plot.text(0, 1, "text above", down=-9)
    svg = plotted(5, 3, "says", [[plot]])
    found = {each.text: each for each in shapes(svg, "text")}
    for name, text in found.items():
        start, end = extent(text)
        assert name == "upwards" or (start >= 0 and end <= 5 * 72), name
    assert extent(found["a row"])[1] <= extent(found["text at the left"])[0]
    assert float(found["A title"].attrib["y"]) < float(found["text above"].attrib["y"]) - 8
    assert found["upwards"].attrib["transform"].startswith("rotate(-90 ")


def test_plots_in_rows_and_columns_stand_in_line() -> None:
    def plot(name: str) -> Plot:
        return Plot(Scale(0, 1), Scale(0, 1, [(0, name), (1, "")], has_grid=True))

    rows = [[plot("a"), plot("b")], [plot("a much longer name")]]
    lines = [each.attrib["points"] for each in shapes(plotted(4, 3, "says", rows), "polyline")]
    (upper, _), (beside, _), (lower, _) = ((lines[n], lines[n + 1]) for n in (0, 2, 4))
    left, right = (
        [float(point.split(",")[0]) for point in line.split()] for line in (upper, beside)
    )
    below = [float(point.split(",")[0]) for point in lower.split()]
    assert left == below
    assert right[1] - right[0] == pytest.approx(left[1] - left[0], abs=0.02)
    assert {each.attrib["stroke"] for each in shapes(plotted(4, 3, "", rows), "polyline")} == {LINE}


def test_letters_that_xml_does_not_have_are_replaced() -> None:
    picture = Drawing(1, 1)
    picture.text(0, 0, "a\x01<b>\ud800", anchor="start")
    [text] = shapes(picture.svg('says "\x02"'), "text")
    assert text.text == "a\ufffd<b>\ufffd"
    assert text.attrib["fill"] == INK
