"""What a game declares is drawn: rankings, legends, lammers, and steps to tick off."""

from html import unescape
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.live import Actor, Role, commands
from fairdeal.web.drawing.helping import sheets
from fairdeal.web.faces.dealer import terminal
from fairdeal.web.faces.table import shown_to
from fairdeal.web.naming import capital, title
from tests.live.tables import DEALER, MANAGER
from tests.web.house import House

PIA = Actor("guest-pia", Role.PLAYER)


@pytest.mark.parametrize("key", sorted(games.GAMES))
def test_the_rules_page_lists_how_hands_rank_and_what_the_felt_prints(
    house: House, key: str
) -> None:
    game = games.game(key)
    with house.browser() as browser:
        page = unescape(browser.get(f"/rules/{key}").text)
    ranking = page.partition('id="ranking"')[2].partition("</section>")[0]
    places = [ranking.index(f"<b>{capital(kind.name)}</b>") for kind in game.ranking.kinds]
    assert places == sorted(places)
    assert ranking.count('role="img"') == sum(
        len(kind.example.split()) for kind in game.ranking.kinds
    )
    assert f"qualifies with {game.qualifier} or better" in ranking
    assert f"The ace is {game.ranking.ace}." in ranking
    for legend in game.legends:
        assert capital(legend) in ranking
    assert 'href="#ranking"' in page


@pytest.mark.parametrize("key", sorted(games.GAMES))
def test_the_felt_prints_the_legends_of_the_game_and_of_every_spot(house: House, key: str) -> None:
    house.open(key)
    house.seat(PIA)
    parts = house.site.hub.shown("table", "pit-1", PIA)
    game = games.game(key)
    for legend in game.legends:
        assert capital(legend) in unescape(parts["mid"])
    for spot in shown_to(house.room.view("pit-1", PIA), PIA)["spots"]:
        assert spot.legend == capital("; ".join(game.legends_of(spot.key)))
        assert spot.legend in unescape(parts["hero"])


def test_the_felt_of_a_progressive_prints_its_legend_below_the_meters(house: House) -> None:
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("ags-3-card", progressive="stax", limits={"stax": "5"})
    parts = house.site.hub.shown("table", "pit-1", PIA)
    assert "Dealer qualifies with queen high or better" in parts["mid"]


def test_the_sign_on_the_felt_says_where_the_first_bet_begins(house: House) -> None:
    """A bonus from $1 on needs an ante or a pair plus of $5 beside it."""
    house.open("three-card-poker")
    assert shown_to(house.room.view("pit-1", PIA), PIA)["print"].endswith("bets from $5")


@pytest.mark.parametrize(("table", "lammer"), [("TCPB-03E", "envy"), ("TCPB-01", "")])
def test_a_bonus_bet_has_an_envy_lammer_where_the_table_pays_envy(
    house: House, table: str, lammer: str
) -> None:
    house.open("three-card-poker", pay_tables=(table,), dealer="dora")
    house.seat(PIA)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    before = {
        spot.key: spot.lammer for spot in shown_to(house.room.view("pit-1", PIA), PIA)["spots"]
    }
    assert set(before.values()) == {""}
    bets = {"ante": 500, "bonus": 100}
    house.room.do("pit-1", commands.place, by=PIA, seat=1, bets=bets)
    spots = {
        spot.key: spot.lammer for spot in shown_to(house.room.view("pit-1", PIA), PIA)["spots"]
    }
    assert spots == {"bonus": lammer, "pair-plus": "", "ante": "", "play": ""}
    hero = house.site.hub.shown("table", "pit-1", PIA)["hero"]
    assert ('class="lammer"' in hero) is bool(lammer)
    seat = terminal(house.room.view("pit-1", DEALER), DEALER)["seats"][0]
    assert seat["bets"] == [("Bonus", 100, lammer), ("Ante", 500, "")]
    work = house.site.hub.shown("dealer", "pit-1", DEALER)["work"]
    assert ("Envy lammer" in work) is bool(lammer)


def test_the_notes_of_a_pay_table_stand_once_below_its_last_column(house: House) -> None:
    house.open("three-card-fury")
    setup = house.site.known("pit-1")
    monster = title(games.game("three-card-fury").bet("monster").name)
    notes = [sheet["notes"] for sheet in sheets(setup) if sheet["name"] == monster]
    assert notes[0] == []
    assert notes[1][0] == "Straight and flush push on a tie and lose on a loss"
    assert notes[1][0] in unescape(house.site.hub.shown("table", "pit-1", PIA)["side"])


def test_the_steps_of_a_ruling_can_be_ticked_off(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.staff("dora", Role.DEALER)
    house.staff("fran", Role.FLOOR)
    house.open("three-card-poker", dealer="dora")
    house.seat(PIA)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    steps = next(
        each.steps
        for each in games.game("three-card-poker").irregularities
        if each.key == "shuffler-malfunction"
    )

    def ticks(text: str) -> bool:
        return all(
            f'<input type="checkbox"><span>{step}</span>' in unescape(text) for step in steps
        )

    assert ticks(house.site.hub.shown("dealer", "pit-1", DEALER)["wrong"])
    asked = {"irregularity": "shuffler-malfunction", "reason": "it stops"}
    house.room.do("pit-1", commands.report, by=DEALER, **asked)
    assert ticks(house.site.hub.shown("dealer", "pit-1", DEALER)["wrong"])
    with house.browser() as browser:
        browser.sign_in("fran")
        assert ticks(browser.get("/floor").text)
    with house.browser() as browser:
        rules = unescape(browser.get("/rules/three-card-poker").text)
        assert all(f"<li>{step}.</li>" in rules for step in steps)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "in the first two cards pay 3 to 2. The dealer looks for a natural before"),
        ({"peek": "no"}, "pay 3 to 2. The dealer does not look for a natural before"),
        ({"natural": "6:5"}, "in the first two cards pay 6 to 5. The dealer looks"),
        ({"soft-17": "stand"}, "on a soft 17 the dealer stands. With seven cards"),
        ({"split-aces": "draw"}, "both hands draw on like any other. Twenty-one after a split"),
        ({"seven-card-win": "no"}, "Seven cards win only if they beat the dealer. Of split aces"),
    ],
)
def test_the_details_of_a_bet_are_those_of_the_options_in_force(
    house: House, options: dict[str, str], said: str
) -> None:
    house.open("three-way-action", options=options)
    with house.browser() as browser:
        page = unescape(browser.get("/rules/three-way-action?table=pit-1").text)
    assert '<a href="#blackjack">Blackjack in detail</a>' in page
    detail = page.partition('id="blackjack"')[2].partition("</section>")[0]
    assert said in detail
