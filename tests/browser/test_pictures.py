"""Text of pictures is never wider than it is measured, in the fonts that a browser takes."""

import pytest
from playwright.sync_api import Browser

from fairdeal.report.drawing import FONT, width_of
from fairdeal.report.numbers import MINUS

PRINTED = [*map(chr, range(33, 127)), MINUS]
MEASURE = """
([font, texts]) => {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return texts.map((text) => context.measureText(text).width / 100);
}
"""


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_no_letter_is_wider_than_it_is_measured(chromium: Browser, weight: str) -> None:
    page = chromium.new_page()
    wide = page.evaluate(MEASURE, [f"{weight} 100px {FONT}", PRINTED])
    page.close()
    bold = weight == "bold"
    over = {
        letter: (real, width_of(letter, 1, bold=bold))
        for letter, real in zip(PRINTED, wide, strict=True)
        if real > width_of(letter, 1, bold=bold) + (0.09 if bold else 0.005)
    }
    assert over == {}
