"""Rounds worked out by hand from the documents, settled by the referee and by the twin."""

from collections import Counter
from pathlib import Path

import pytest

from fairdeal.games import GAMES
from fairdeal.games.referee import settle
from fairdeal.games.sheets import approved
from fairdeal.games.worked import WorkedRound, worked_rounds
from tests.twins import naively_settled

FOLDER = Path(__file__).parent / "hands"
ROUNDS = [
    worked
    for path in sorted(FOLDER.glob("*.hand"))
    for worked in worked_rounds(GAMES[path.stem], path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("worked", ROUNDS, ids=str)
def test_referee_settles_as_worked_out_by_hand(worked: WorkedRound) -> None:
    assert [*worked.faults()] == []


@pytest.mark.parametrize("worked", ROUNDS, ids=str)
def test_twin_settles_as_worked_out_by_hand(worked: WorkedRound) -> None:
    lines = naively_settled(worked.round())
    assert [(each.seat, each.bet, each.net_cents, each.returned_cents) for each in lines] == [
        (each.seat, each.bet, each.net_cents, each.returned_cents) for each in worked.expected
    ]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_dozen_worked_rounds_with_titles_of_their_own(key: str) -> None:
    titles = Counter(worked.title for worked in ROUNDS if worked.game.key == key)
    assert len(titles) >= 12
    assert set(titles.values()) == {1}


def test_the_four_examples_of_the_fury_manual_are_worked() -> None:
    fury = [worked.title for worked in ROUNDS if worked.game.key == "three-card-fury"]
    for number in range(1, 5):
        assert any(title.startswith(f"manual example {number}:") for title in fury)


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_line_of_every_bet_is_paid_in_some_worked_round(key: str) -> None:
    decided = {
        ("bonus" if line.bet == "envy" else line.bet, line.event)
        for worked in ROUNDS
        if worked.game.key == key
        for line in settle(worked.round())
    }
    for bet, tables in approved(GAMES[key]).tables.items():
        wanted = {
            (bet, table.label(column, event))
            for table in tables.values()
            for column, events in table.printed.items()
            for event in events
        }
        assert not wanted - decided
