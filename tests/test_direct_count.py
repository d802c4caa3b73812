"""The figures of the play-or-fold games against a loop over every single deal."""

from fractions import Fraction

import pytest

from fairdeal.analysis.par import figure
from fairdeal.games import GAMES
from fairdeal.games.terms import terms
from fairdeal.games.three_card_fury import Pays
from tests import direct

pytestmark = [pytest.mark.exhaustive, pytest.mark.compiled]


def as_counted(ways: dict[int, int]) -> dict[Fraction, int]:
    return {Fraction(net): count for net, count in sorted(ways.items(), reverse=True)}


@pytest.mark.parametrize("name", "ABC")
def test_three_card_poker_over_all_407170400_deals(name: str) -> None:
    game = GAMES["three-card-poker"]
    under = terms(game, {"ante-bonus": name})
    pays = under.pay["ante-bonus"].units()
    ways, played = direct.counted(direct.three_card_deals, direct.hands_of(3), pays, 16)
    found = figure(game, "ante", under)
    assert sum(ways.values()) == 407_170_400 == found.outcomes.total
    assert as_counted(ways) == found.outcomes.ways
    assert Fraction(played, 22_100) == found.more["share_played"]


@pytest.mark.slow
def test_napa_over_all_1221511200_deals() -> None:
    game = GAMES["napa-three-card-poker"]
    hands = direct.hands_of(3)
    ways, played = direct.counted(direct.one_card_up_deals, hands)
    found = figure(game, "ante", terms(game))
    assert sum(ways.values()) == 22_100 * 49 * 1_128 == found.outcomes.total
    assert as_counted(ways) == found.outcomes.ways
    assert Fraction(played, 22_100 * 49) == found.more["share_played"]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(map(str, range(1, 12))))
def test_fury_over_all_4682459600_deals(name: str) -> None:
    game = GAMES["three-card-fury"]
    under = terms(game, {"monster": name})
    pays = Pays(
        under.pay["monster"].units("beat"),
        under.pay["monster"].units("busted"),
        under.pay["royal-family"].units(),
        under.pay["seven-card"].units(),
    )
    hands = direct.hands_of(4)
    ways, played = direct.counted(direct.fury_deals, hands, pays, 600)
    found = figure(game, "ante", under)
    assert sum(ways.values()) == 4_682_459_600 == found.outcomes.total
    assert as_counted(ways) == found.outcomes.ways
    assert Fraction(played, 270_725) == found.more["share_played"]
