"""Amounts that people type in a browser mean there what they mean everywhere."""

from contextlib import suppress

from fairdeal.errors import Malformed
from fairdeal.money import dollars
from tests.browser.house import OpenHouse

TYPED = (
    *("25", "12.50", "$1,000", "1,234,567.89", "0.5", ".5", " 7 ", "0", "007"),
    *(
        "2,50",
        "0,5",
        ",5",
        "1,0,0",
        "12,50",
        "10,00",
        "1,0000",
        "1.234",
        "",
        "$",
        ".",
        "-5",
        "five",
    ),
    *("1e3", "1 000", "5.", "٣"),
)


def test_a_browser_reads_an_amount_as_the_command_line_does(house: OpenHouse) -> None:
    house.open("three-card-poker")
    read = house.guest().evaluate(
        """async typed => {
            const loaded = performance.getEntriesByType("resource").map(each => each.name);
            const { centsOf } = await import(loaded.find(each => each.includes("money")));
            return typed.map(centsOf);
        }""",
        TYPED,
    )
    expected: list[int | None] = []
    for text in TYPED:
        expected.append(None)
        with suppress(Malformed):
            expected[-1] = dollars(text)
    assert dict(zip(TYPED, read, strict=True)) == dict(zip(TYPED, expected, strict=True))
    assert read.count(None) == 17
