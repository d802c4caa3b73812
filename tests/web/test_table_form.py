"""The form of a table: what it offers, what it costs, and what is wrong at which field."""

import datetime as dt
import time
from contextlib import suppress
from fractions import Fraction
from threading import Event
from typing import Any

import pytest

from fairdeal import games
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.figures import Figure
from fairdeal.errors import Malformed
from fairdeal.games.terms import Terms, terms
from fairdeal.house.approvals import HOUSE_TIERS
from fairdeal.live import Room, commands
from fairdeal.live.worth import Worth
from fairdeal.web.form import edges as edging
from fairdeal.web.form.choices import form, next_name
from fairdeal.web.form.edges import Edge, Edges, Priced, counted
from fairdeal.web.form.filled import judged, wanted
from tests.live.tables import FLOOR, MANAGER

TODAY = dt.date(2026, 11, 16)
TCP = "three-card-poker"
GAMES = sorted(games.GAMES)


def at_once(terms: Terms) -> Priced:
    if terms.game == "three-way-action":
        return {("high-card", ""): Edge("high-card", "stake", Fraction(1, 34))}
    return {
        ("ante-bonus", "A"): Edge("ante", "ante", Fraction(686689, 20358520)),
        ("pair-plus", "A"): Edge("pair-plus", "stake", Fraction(128, 5525)),
    }


def told(edges: Edges, **fields: str) -> dict[str, Any]:
    """What the form is told, once everything is counted."""
    asked = wanted(((name.replace("__", "."), text) for name, text in fields.items()), TODAY)
    while (found := judged(asked, edges))["counting"]:
        time.sleep(0.001)
    return found


def test_what_was_not_counted_yet_is_told_as_such_and_counted_once() -> None:
    asked: list[str] = []

    def count(terms: Terms) -> Priced:
        asked.append(terms.game)
        return at_once(terms)

    edges = Edges(count)
    chosen = wanted([("game", TCP)], TODAY)
    judged(chosen, edges)
    assert told(edges, game=TCP)["edges"]["pair-plus A"] == ["2.3167 %", "128/5525"]
    told(edges, game=TCP, **{"pay_tables.pair-plus": "pair-plus=D"})
    assert asked == [TCP]
    told(edges, game=TCP, **{"pay_tables.ante-bonus": "ante-bonus=B"})
    told(edges, game="three-way-action")
    assert asked == [TCP, TCP, "three-way-action"]


def test_while_something_is_counted_nobody_waits() -> None:
    go = Event()

    def slowly(terms: Terms) -> Priced:
        go.wait()
        return at_once(terms)

    edges = Edges(slowly)
    found = judged(wanted([("game", TCP)], TODAY), edges)
    assert (found["counting"], found["edges"], found["designator"]) == (True, {}, "TCP-01")
    go.set()
    assert told(edges, game=TCP)["per"] == {
        "ante-bonus": "edge per Ante",
        "pair-plus": "edge per bet",
    }


def test_edges_are_those_of_the_par_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    def figures(*asked: object) -> list[Figure]:
        half = Distribution({Fraction(1): 1, Fraction(-1): 3})
        return [
            Figure(bet="ante", pay_table="A", per="ante", priced_by="ante-bonus", outcomes=half),
            Figure(bet="more", pay_table="A", per="stake", priced_by="ante-bonus", outcomes=half),
            Figure(bet="poker", pay_table=None, per="stake", outcomes=half),
        ]

    monkeypatch.setattr(edging, "figures", figures)
    assert counted(terms(games.game(TCP))) == {
        ("ante-bonus", "A"): Edge("ante", "ante", Fraction(1, 2)),
        ("poker", ""): Edge("poker", "stake", Fraction(1, 2)),
    }


@pytest.mark.compiled
def test_the_edges_of_every_game_are_exact() -> None:
    found = {key: counted(terms(games.game(key))) for key in GAMES}
    assert str(found[TCP]["ante-bonus", "A"].exact) == "686689/20358520"
    assert found["three-card-fury"]["monster", "1"].percent == "3.0995 %"
    assert str(found["three-way-action"]["high-card", ""].exact) == "1/34"
    assert str(found["ags-3-card"]["stax", "STAX"].exact) == "4663/11050"
    assert found["napa-three-card-poker"]["ante", ""].percent == "1.8022 %"


def test_a_negative_edge_has_a_real_minus_sign() -> None:
    assert Edge("ante", "stake", Fraction(-1, 34)).percent == "\N{MINUS SIGN}2.9412 %"


@pytest.mark.parametrize(
    ("ante_bonus", "pair_plus", "name"), [("A", "A", "TCP-01"), ("A", "B", "TCP-02")]
)
def test_the_designator_follows_the_choice(ante_bonus: str, pair_plus: str, name: str) -> None:
    chosen = {
        "pay_tables.ante-bonus": f"ante-bonus={ante_bonus}",
        "pay_tables.pair-plus": f"pair-plus={pair_plus}",
    }
    assert told(Edges(at_once), game=TCP, **chosen)["designator"] == name


def test_a_game_without_designators_has_none() -> None:
    assert told(Edges(at_once), game="three-card-fury")["designator"] == ""


@pytest.mark.parametrize(
    ("fields", "at", "elsewhere"),
    [
        ({"limits.ante": "5-100"}, {}, []),
        (
            {"limits.ante": "5-500"},
            {"ante": "the table cannot take $500 on ante: Washington allows $400 a wager"},
            [],
        ),
        ({"limits.ante": "5-x"}, {"ante": "expected dollars: a minimum, a maximum"}, []),
        ({"limits.bonus": "none", "limits.ante": "5-100"}, {}, []),
        ({"limits.ante": "100-5"}, {"ante": "ante: a table cannot take $100 to $5"}, []),
    ],
)
def test_a_limit_the_profile_forbids_is_refused_at_its_field(
    fields: dict[str, str], at: dict[str, str], elsewhere: list[str]
) -> None:
    found = told(Edges(at_once), game=TCP, profile="washington", **fields)
    assert found["fields"].keys() == at.keys()
    assert all(found["fields"][bet].startswith(text) for bet, text in at.items())
    assert found["faults"] == elsewhere


def test_where_too_many_games_take_more_the_last_field_is_at_fault() -> None:
    every = {f"limits.{bet}": "5-50" for bet in ("ante", "royal-family", "seven-card")}
    found = told(Edges(at_once), game="three-card-fury", profile="washington", **every)
    assert [*found["fields"]] == ["seven-card"]
    assert found["fields"]["seven-card"].startswith("the table takes more than $5 on 4 games")
    assert found["faults"] == []


def test_a_bet_that_equals_another_is_refused_at_the_field_of_that() -> None:
    found = told(
        Edges(at_once), game="three-card-fury", profile="washington", **{"limits.ante": "5-500"}
    )
    assert [*found["fields"]] == ["ante"]
    assert "on ante" in found["fields"]["ante"]


def test_what_no_field_can_mend_is_told_for_the_whole_form() -> None:
    fields = {"limits.ante": "5-500", "profile": "washington"}
    found = told(Edges(at_once), game="napa-three-card-poker", **fields)
    assert "$400 a wager" in found["fields"]["ante"]
    assert found["faults"] == [
        "napa-three-card-poker is banked by a player: Washington does not let players bank"
    ]


def test_a_form_of_no_game_is_refused() -> None:
    with pytest.raises(Malformed, match="there is no game"):
        wanted([("game", "roulette")], TODAY)


@pytest.mark.parametrize("game", GAMES)
def test_every_form_opens_a_table_as_it_is_filled_in(game: str) -> None:
    room = Room.open()
    offered = form(room, game, None, TODAY)
    limits = {each["bet"]: f"{each['least']}-{each['most']}" for each in offered["limits"]}
    asked = [(f"limits.{bet}", text) for bet, text in limits.items()]
    found = judged(wanted([("game", game), *asked], TODAY), Edges(at_once))
    assert (found["fields"], found["faults"]) == ({}, [])
    words = tuple(f"{each['bet']}={each['chosen']}" for each in offered["tables"])
    now = offered["now"] | {"seats": min(offered["now"]["seats"], games.game(game).seats)}
    room.do(
        "pit-1", commands.open_table, by=FLOOR, game=game, pay_tables=words, limits=limits, **now
    )
    setup = room.table("pit-1").setup
    again = form(room, game, setup, TODAY)
    assert again["limits"] == offered["limits"]
    assert again["now"]["seats"] == now["seats"]


def test_a_table_that_was_something_else_begins_anew() -> None:
    room = Room.open()
    room.do(
        "pit-1",
        commands.open_table,
        by=FLOOR,
        game=TCP,
        limits={"bonus": "none", "ante": "5-105/5"},
    )
    setup = room.table("pit-1").setup
    same = {each["bet"]: each for each in form(room, TCP, setup, TODAY)["limits"]}
    assert (same["bonus"]["is_offered"], same["ante"]["step"]) == (False, "5")
    other = form(room, "three-card-fury", setup, TODAY)
    assert all(each["is_offered"] for each in other["limits"])


def test_a_progressive_is_offered_to_the_game_that_feeds_it() -> None:
    room = Room.open()
    room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    assert form(room, "ags-3-card", None, TODAY)["now"]["progressive"] == "stax"
    assert form(room, TCP, None, TODAY)["progressives"] == []


def test_a_new_table_gets_a_name_that_is_free() -> None:
    room = Room.open()
    assert next_name(room) == "table-1"
    for name in ("table-1", "table-3"):
        room.do(name, commands.open_table, by=FLOOR, game=TCP)
    assert next_name(room) == "table-2"


def test_a_count_that_failed_is_counted_again() -> None:
    tries: list[Terms] = []

    def count(asked: Terms) -> Priced:
        tries.append(asked)
        if len(tries) == 1:
            raise MemoryError
        return {}

    edges = Edges(count)
    chosen = terms(games.game(TCP))
    for _ in range(500):
        with suppress(MemoryError):
            if edges.of(chosen) is not None:
                break
        time.sleep(0.01)
    assert len(tries) == 2
    edges.close()


def test_the_form_says_how_much_the_table_can_lose_in_a_round() -> None:
    edges = Edges(at_once)
    asked = {"limits__ante": "5-100", "limits__pair-plus": "none", "limits__bonus": "1-100"}
    named = {"pay_tables__bonus": "bonus=TCPB-01", "seats": "2"}
    others = 2 * (200 + 500)
    found = told(edges, game=TCP, **asked, **named)
    assert found["liability"] == f"This table can lose up to ${800_000 + others:,} in one round."
    found = told(edges, game=TCP, **asked, **named, aggregates__bonus="50000", aggregates__x="?")
    assert found["liability"] == f"This table can lose up to ${50_000 + others:,} in one round."
    whole = told(edges, game=TCP, **asked, **(named | {"seats": "many"}))["liability"]
    assert f"${games.game(TCP).seats * (400_000 + others // 2):,}" in whole
    napa = told(edges, game="napa-three-card-poker", limits__ante="5-100")["liability"]
    assert napa == "Players bank this game: the house loses nothing in a round."


def test_a_form_offers_the_houses_tiers_and_what_the_table_had() -> None:
    room = Room.open()
    assert form(room, TCP, None, TODAY)["now"]["tiers"] == dict(HOUSE_TIERS)
    setup: dict[str, Any] = {"tiers": {"floor": 5_000}, "fills_itself": True}
    room.do("pit-1", commands.open_table, by=FLOOR, game=TCP, **setup)
    shown = form(room, TCP, room.table("pit-1").setup, TODAY)
    assert (shown["now"]["tiers"], shown["now"]["fills_itself"]) == ({"floor": 5_000}, True)
    assert shown["limited"] == [("pair-plus", "Pair Plus"), ("bonus", "Bonus")]
    assert shown["takes_play_chips"]
    room.declare(Worth.CASH, by=MANAGER)
    assert not form(room, TCP, None, TODAY)["takes_play_chips"]
