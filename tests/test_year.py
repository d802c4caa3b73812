"""A short year comes out as it must, and the page tells of the year on record."""

from io import BytesIO

import msgspec
import pytest
from msgspec.structs import replace

from benchmarks.year import log
from benchmarks.year.__main__ import RECORD
from benchmarks.year.checks import awarded, binomial, chances, doubts
from benchmarks.year.page import PAGE, PICTURE, page_of, picture_of
from benchmarks.year.play import Played, Year

BETS = 1000


@pytest.fixture(scope="module")
def short() -> Played:
    """A year with few bets, whose log lies in its file for the most part."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "CHUNK", 300)
        return Year(BETS, 1, BytesIO()).play()


@pytest.fixture(scope="module")
def recorded() -> Played:
    """The year that the page tells of."""
    return msgspec.json.decode(RECORD.read_bytes(), type=Played)


def test_a_short_year_leaves_no_doubts(short: Played) -> None:
    assert list(doubts(short)) == []
    assert short.bets == BETS
    assert sum(len(meter.awards) for meter in short.meters.values()) > 0
    assert short.events > 3 * BETS


def test_whatever_is_wrong_with_a_year_is_told(short: Played) -> None:
    star = short.meters["star"]
    wrong = replace(
        short,
        faults=["event 7 is forged"],
        levels={**short.levels, "royal-diamonds": 90},
        meters={**short.meters, "star": replace(star, ended_parts=star.ended_parts + 1)},
    )
    assert list(doubts(wrong)) == [
        "event 7 is forged",
        f"{BETS + 90} hands were seen for {BETS} bets",
        "royal-diamonds came 90 times: 0 to 2 were likely",
        "the star meter is off by -1 millionths of a cent",
    ]
    diamond = replace(short.meters["diamond"], awards=[24_999])
    poor = replace(short, meters={"diamond": diamond})
    assert any(each.startswith("the diamond meter paid") for each in doubts(poor))


def test_chances_are_those_of_every_hand() -> None:
    assert sum(chances().values()) == 1
    assert chances()["royal-diamonds"] == chances()["royal-other"] / 3
    assert sum(binomial(count, 30, 0.2) for count in range(31)) == pytest.approx(1)


def test_limits_lie_around_what_is_expected(recorded: Played) -> None:
    for award in awarded(recorded):
        assert award.least_cents < award.expected_cents < award.most_cents


def test_the_page_tells_of_the_year_on_record(recorded: Played) -> None:
    assert list(doubts(recorded)) == []
    fresh = "run python -m benchmarks.year --draw"
    assert PAGE.read_text(encoding="utf-8") == page_of(recorded), fresh
    assert PICTURE.read_text(encoding="utf-8") == picture_of(recorded), fresh
