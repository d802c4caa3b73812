"""The rules page: complete without a bet, and nothing on it that the referee would not pay."""

import re

import pytest

from fairdeal import cards, games
from fairdeal.games import referee
from fairdeal.games.notation import parse_seat
from fairdeal.games.paytable import Unit
from fairdeal.games.round import Round
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.web.drawing import helping
from fairdeal.web.naming import title
from tests.web.house import House

GAMES = sorted(games.GAMES)


def settled(game: str, dealer: str, seat: str, **tables: str) -> dict[str, int]:
    """Net cents by bet."""
    played = games.game(game)
    named = {bet.replace("_", "-"): name for bet, name in tables.items()}
    chosen = terms(played, named)
    seats = (parse_seat(1, seat),)
    lines = referee.settle(Round(played, chosen, cards.parse(dealer), seats))
    return {line.bet: line.net_cents for line in lines}


@pytest.mark.parametrize("key", GAMES)
def test_every_pay_stands_on_the_page_with_its_unit(house: House, key: str) -> None:
    with house.browser() as browser:
        page = browser.get(f"/rules/{key}").text
        pays = {
            str(table.pays[column.key][event])
            for named in approved(games.game(key)).tables.values()
            for table in named.values()
            for column in table.columns
            for event in table.printed[column.key]
        }
        for pay in pays - {"lose"}:
            assert re.search(r"to 1|for 1|\$|meter|push", pay), pay
            assert f'<td class="num">{pay}</td>' in page
        for bet in games.game(key).bets:
            assert title(bet.name) in page


@pytest.mark.parametrize("key", GAMES)
def test_the_page_answers_what_a_regulator_asks(house: House, key: str) -> None:
    house.open(key, practice=key == "three-card-poker")
    with house.browser() as browser:
        page = browser.get(f"/rules/{key}?table=pit-1").text
        contents = re.findall(r'<li><a href="#([a-z]+)">', page)
        assert len(contents) >= 9
        assert all(f'id="{each}"' in page for each in contents)
        for text in (
            "Limits at pit-1",
            "$5 to $100",
            "the highest that the cards make",
            "Each can be won with one deck",
            "You do not decide in time",
            "Your connection is lost",
            "Malfunction",
            "address of the regulator",
        ):
            assert text in page
        assert ("Insurance" in page) == (key == "three-way-action")
        assert 'href="/tables/pit-1"' in page


def test_blackjack_is_explained_as_the_house_plays_it(house: House) -> None:
    house.open("three-way-action")
    other = {"natural": "6:5", "peek": "no", "split-aces": "draw", "soft-17": "stand"}
    house.open("three-way-action", "pit-2", options=other | {"seven-card-win": "no"})
    said = {
        "pit-1": ("pay 3 to 2", "Each ace gets one card", "the dealer draws", "win at once"),
        "pit-2": ("pay 6 to 5", "both hands draw on", "the dealer stands", "win only if they beat"),
    }
    with house.browser() as browser:
        for table, sentences in said.items():
            page = browser.get(f"/rules/three-way-action?table={table}").text
            assert all(each in page for each in sentences)


def test_limits_name_steps_caps_and_the_law(house: House) -> None:
    house.open(
        "ags-3-card",
        profile="washington",
        limits={"ante": "10-100/5", "player-bonus": "none"},
        aggregates={"six-card-bonus": 2_000_000},
        betting_seconds=15,
    )
    with house.browser() as browser:
        page = browser.get("/rules/ags-3-card?table=pit-1").text
        assert "$10 to $100" in page
        assert "$20,000 for all seats together in a round" in page
        assert "as much as the Ante" in page
        assert "nothing: it is an award" in page
        assert "15 seconds to bet" in page
        assert "the law of Washington" in page


def test_a_table_of_another_game_has_no_limits_here(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        page = browser.get("/rules/three-card-fury?table=pit-1").text
        assert "Limits at" not in page
        assert browser.get("/rules/three-card-fury?table=nix").status_code == 404
        assert browser.get("/rules/whist").status_code == 404


@pytest.mark.parametrize(
    ("game", "dealer", "seat", "bets"),
    [
        ("three-card-poker", "Jc 9s 2h", "Ts 7h 3d | ante=10 | play", {"ante": 10, "play": 0}),
        ("three-card-poker", "Qc 9s 2h", "Ks 7h 3d | ante=10 | play", {"ante": 10, "play": 10}),
        ("three-card-poker", "Qc 9s 2h", "Qs 9h 2d | ante=10 | play", {"ante": 0, "play": 0}),
        ("ags-3-card", "Jc 9s 2h", "Ts 7h 3d | ante=10 | play", {"ante": 10, "play": 0}),
        ("ags-3-card", "Qc 9s 2h", "Ks 7h 3d | ante=10 | play", {"ante": 10, "play": 10}),
        ("ags-3-card", "Qc 9s 2h", "Qs 9h 2d | ante=10 | play", {"ante": 0, "play": 0}),
        ("napa-three-card-poker", "Jc 9s 2h", "Ts 7h 3d | ante=10 | play", {"ante": 10, "play": 0}),
        (
            "napa-three-card-poker",
            "Qc 9s 2h",
            "Ks 7h 3d | ante=10 | play",
            {"ante": 10, "play": 10},
        ),
        ("napa-three-card-poker", "Qc 9s 2h", "Qs 9h 2d | ante=10 | play", {"ante": 0, "play": 0}),
        (
            "three-card-fury",
            "Qc 9s 2h",
            "Ks 8h 3d 4d | ante=10 monster=10 | play",
            {"ante": 10, "play": 0},
        ),
        (
            "three-card-fury",
            "Qc 9s 2h",
            "Js 8h 3d 4d | ante=10 monster=10 | play",
            {"ante": -10, "play": 0},
        ),
        (
            "three-card-fury",
            "Kc 9s 2h",
            "As 8h 3d 4d | ante=10 monster=10 | play",
            {"ante": 10, "play": 10},
        ),
        (
            "three-card-fury",
            "Kc Qs 9h",
            "Ks Qh 9d 2d | ante=10 monster=10 | play",
            {"ante": 0, "play": 0},
        ),
        (
            "three-way-action",
            "9c 8d 2h 3s 4c 5d 7h",
            "Ts Th 4d 5h 6c 7c 2d | high-card=10 blackjack=10 poker=10 | stand",
            {"high-card": 10, "blackjack": 10},
        ),
        (
            "three-way-action",
            "Tc 8d 2h 3s 4c 5d 7h",
            "Ts Ah 4d 5h 6c 7c 2d | high-card=10 blackjack=10 poker=10 |",
            {"high-card": -5, "blackjack": 15},
        ),
        (
            "three-way-action",
            "Kc 9d 7h 5s 4c 3d 2c",
            "Ts Th 4d 6h Jc 8c Qd | high-card=10 blackjack=10 poker=10 | stand",
            {"high-card": -10, "blackjack": 10, "poker": 5},
        ),
    ],
)
def test_even_pays_are_what_the_referee_pays(
    game: str, dealer: str, seat: str, bets: dict[str, int]
) -> None:
    found = settled(game, dealer, seat)
    assert {bet: found[bet] for bet in bets} == {bet: 100 * net for bet, net in bets.items()}


def test_every_bet_without_a_pay_table_has_its_sentence() -> None:
    for game in games.GAMES.values():
        priced = {*approved(game).tables}
        told = {bet.key for bet in game.bets if bet.pays}
        assert told | priced >= {bet.key for bet in game.bets} - {"envy"}
        assert {bet.key for bet in game.bets if bet.top} == priced


BETS = {
    "three-card-poker": "ante=10 pair-plus=10 bonus=10 | play",
    "napa-three-card-poker": "ante=10 pair-plus=10 | play",
    "ags-3-card": "ante=10 player-bonus=10 six-card-bonus=10 stax=5 | play",
    "three-card-fury": "ante=10 monster=10 royal-family=10 seven-card=10 | play",
    "three-way-action": "high-card=10 blackjack=10 poker=10 bonus=10 |",
}
DEALERS = {"three-way-action": "4c 5d 6h 7d 9c Jd Qh"}


@pytest.mark.parametrize("key", GAMES)
def test_the_cards_on_the_page_win_the_top_line_of_every_pay_table(key: str) -> None:
    game, in_force = games.game(key), terms(games.game(key))
    default = {bet: table.name for bet, table in in_force.pay.items()}
    for bet, named in approved(game).tables.items():
        own, _, dealer = game.bet(bet).top.partition("|")
        against = dealer or DEALERS.get(key, "Jc 8h 2d")
        for name, table in named.items():
            key_of_bet = bet.replace("-", "_")
            found = settled(key, against, f"{own} | {BETS[key]}", **{key_of_bet: name})
            column = table.columns[0]
            top = table.pays[column.key][table.printed[column.key][0]]
            if top.unit is Unit.METER:
                assert found[bet] == in_force.meters[top.meter].reset_cents - 500
            else:
                assert (found[bet], top.unit) == (1000 * top.amount, Unit.TO)
            shown = helping.tops(game, default | {bet: name})
            assert str(top) in {each["pays"] for each in shown if each["bet"] == _name(key, bet)}


def _name(key: str, bet: str) -> str:
    return title(games.game(key).bet(bet).name)
