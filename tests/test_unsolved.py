"""A game that no solver fits is dealt like any other, and refused in one sentence where figures
would be."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fairdeal import games
from fairdeal.analysis.registry import why_unsolved
from fairdeal.books.activity import Sample
from fairdeal.books.expectation import expected
from fairdeal.books.wagers import Theme
from fairdeal.errors import Refused
from fairdeal.games.kinds import Own
from fairdeal.games.paytable import key_of
from fairdeal.games.sampling import random_bets
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.live import AUTOMATIC, Room, commands
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.players.crowd import crowd
from fairdeal.players.strategies import STRATEGIES, strategy
from fairdeal.web import advising
from fairdeal.web.form import edges
from tests.books.logs import opened
from tests.examples import EVERY, all_registered
from tests.live.tables import AS_IT_PAYS, FLOOR, KEY
from tests.typed import Run
from tests.web.house import House
from tests.web.rounds import MARA

with all_registered():
    UNSOLVED = [key for key in EVERY if why_unsolved(games.game(key))]
    WITH_DECISIONS = [key for key in UNSOLVED if games.game(key).decisions]

pytestmark = pytest.mark.usefixtures("more_games")
every_unsolved = pytest.mark.parametrize("key", UNSOLVED)


def why(key: str) -> str:
    said = why_unsolved(games.game(key))
    assert said.startswith(f"{key} has no exact figures: ")
    return said


def test_a_game_of_a_kind_of_its_own_has_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    of_its_own = replace(games.SETTLEMENTS["let-go"], kind=Own())
    monkeypatch.setattr(games, "SETTLEMENTS", {**games.SETTLEMENTS, "let-go": of_its_own})
    sentence = "let-go has no exact figures: no solver of the analysis fits its rules"
    assert why_unsolved(games.game("let-go")) == sentence


def test_rules_without_their_mark_are_named() -> None:
    sentence = "five-ways has no exact figures: suited and settle_seat must be marked with @rule"
    assert why("five-ways") == sentence


@every_unsolved
def test_commands_refuse_it(key: str, run: Run) -> None:
    game = games.game(key)
    words = [("par", key), ("advise", key, "--cards", "Ks Qd")]
    for bet, tables in approved(game).tables.items():
        table = next(iter(tables.values()))
        line = key_of(game.bet(bet).columns[0].events(table.printed["pays"][0]))
        words += [("sweep", key, "--vary", f"{bet}.{line}=2..3")]
    for each in words:
        assert run(*each) == (2, "", f"fairdeal: {why(key)}\n"), each
        code, out, err = run(*each, "--json")
        assert (code, out) == (2, ""), each
        assert json.loads(err) == {"error": {"code": "game.unsolved", "faults": [why(key)]}}, each


@every_unsolved
def test_the_books_have_its_win_and_no_theory(key: str) -> None:
    theme = Theme.of(opened(key))
    assert theme.why_no_theory == why(key)
    head = games.game(key).bets[0].key
    assert expected(theme, head, Sample(Counter({(500, 0): 200}))) is None


@every_unsolved
def test_no_player_plays_it_best_and_players_of_other_strategies_sit_down(key: str) -> None:
    game = games.game(key)
    with pytest.raises(Refused, match=why(key)) as refusal:
        strategy("optimal", game, terms(game), Random(1))
    assert refusal.value.code == "game.unsolved"
    for name in (each for each in STRATEGIES if each != "optimal"):
        strategy(name, game, terms(game), Random(1))
    room = Room(MemoryStore(KEY), KEY)
    room.do("pit-1", commands.open_table, by=FLOOR, game=key, seats=game.seats, **AS_IT_PAYS)
    with pytest.raises(Refused, match=why(key)):
        crowd(room, ["pit-1"])
    assert not room.table("pit-1").seats


@every_unsolved
def test_the_lab_the_form_of_a_table_and_the_adviser_say_it(key: str, tmp_path: Path) -> None:
    house, sentence = House(tmp_path), why(key)
    said = f"{sentence[0].upper()}{sentence[1:]}."
    assert edges.counted(terms(games.game(key))) == {}
    with house.browser() as browser:
        page = browser.get(f"/lab?game={key}")
        assert (page.status_code, said in page.text) == (409, True)
        for path in (f"/lab/figures?game={key}", f"/lab/sheet.csv?game={key}"):
            answer = browser.get(path)
            assert answer.status_code == 409, path
            assert said in answer.text or sentence in answer.text, path


@pytest.mark.parametrize("key", WITH_DECISIONS)
def test_the_adviser_of_a_practice_table_says_it_and_the_round_goes_on(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "_AT_ONCE", 10.0)
    house, game = House(tmp_path), games.game(key)
    house.open(key, practice=True, seats=game.seats)
    house.seat(MARA)
    bets = dict.fromkeys(random_bets(game, terms(game).options, Random(4)), 1000)
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    shown = house.site.hub.shown("practice", "pit-1", MARA)
    assert why(key)[1:] in shown["advice"].replace("&#39;", "'")
    assert 'data-key="' in shown["bar"]
