"""What holds for every game that a solver fits: par sheet, lab, and books against play."""

import json
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal import games
from fairdeal.analysis.registry import why_unsolved
from fairdeal.books.statement import Question, statement
from fairdeal.house.limits import placeable
from fairdeal.live import Room, commands
from fairdeal.live.clocks import Clock
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.players.crowd import crowd, run
from fairdeal.report.numbers import percent
from fairdeal.web.pages import lab
from tests.examples import EVERY, all_registered
from tests.live.decks import Arranged
from tests.live.tables import AS_IT_PAYS, FLOOR, KEY, card_by_card
from tests.scale import SCALE
from tests.typed import Run
from tests.web.house import House

FEW_CARDS = 8
"""Of a player, the dealer and the board together: games with more are not counted every day."""

DEVIATIONS = 4
"""Standard deviations that a fair game's win stays within, but for once in 16,000 times."""


def cards(key: str) -> int:
    game = games.game(key)
    return game.player_cards + game.dealer_cards + game.board_cards


with all_registered():
    SOLVED = [
        pytest.param(key, marks=[] if cards(key) <= FEW_CARDS else pytest.mark.slow)
        for key in EVERY
        if not why_unsolved(games.game(key))
    ]

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("more_games")]
every_solved = pytest.mark.parametrize("key", SOLVED)


@every_solved
def test_a_par_sheet_says_the_same_on_screen_in_json_and_on_the_page_of_the_lab(
    key: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "PATIENCE", None)
    code, out, err = run("par", key, "--json")
    assert (code, err) == (0, "")
    sheet = json.loads(out)
    assert sheet["game"] == key
    figures: list[dict[str, Any]] = sheet["figures"]
    heads = {games.game(key).head_of(bet.key) for bet in placeable(games.game(key))}
    assert heads <= {each["bet"] for each in figures}
    code, screen, err = run("par", key, columns="200")
    assert (code, err) == (0, "")
    with House(tmp_path).browser() as browser:
        for each in figures:
            edge = percent(Fraction(each["house_edge"]["exact"]))
            assert edge.replace("\N{MINUS SIGN}", "-") in screen, each
            asked = {"game": key, "bet": each["bet"], "table": each["pay_table"] or ""}
            page = browser.get("/lab", params=asked)
            assert page.status_code == 200, asked
            assert edge in page.text.replace("&nbsp;", " ").replace("<small>", ""), asked


@every_solved
def test_players_who_play_best_win_what_the_books_expect(key: str) -> None:
    now, game = 1_790_000_000_000_000, games.game(key)
    shoe = Arranged(KEY, below=card_by_card(Random(key)))
    room = Room(MemoryStore(KEY), KEY, clock=Clock.of(lambda: now), shoe=shoe)
    room.do("pit-1", commands.open_table, by=FLOOR, game=key, seats=game.seats, **AS_IT_PAYS)
    play(room, rounds=300 * SCALE)
    day = datetime.fromtimestamp(now / 1_000_000, UTC).date()
    rows = statement(room.store, Question(day, day, "wager"), now)["rows"]
    assert {row["bet"] for row in rows} == {game.head_of(bet.key) for bet in placeable(game)}
    for row in rows:
        assert game.player_banked or not row["left_out_because"]  # a bank may not cover a hand
        assert row["theory"]["hands"] > 100 * SCALE
        assert abs(row["theory"]["z"]) <= DEVIATIONS, row


def play(room: Room, rounds: int) -> None:
    """Programmed players fill the table, and play the best strategy that the analysis found."""
    run(each.play(rounds) for each in crowd(room, ["pit-1"], strategy="optimal", seed=3))
