"""A log that tells of a game that is not installed: read, counted and closed, never settled."""

from datetime import date

import pytest

from fairdeal import games
from fairdeal.books.statement import Question, statement
from fairdeal.books.wagers import Theme
from fairdeal.errors import Unavailable
from fairdeal.games.round import Round
from fairdeal.live import commands
from fairdeal.live.actors import AUTOMATIC
from fairdeal.live.audit import audit
from fairdeal.live.history.recall import recall
from fairdeal.live.table import procedure
from fairdeal.live.views import view
from fairdeal.web.drawing.felt import Felt as Drawn
from fairdeal.web.drawing.helping import limits, sheets
from fairdeal.web.faces.bar import bar
from tests.examples import example, registered
from tests.live.tables import FLOOR, KEY, PLAYERS, Felt

DUEL = "two-card-duel"


@pytest.fixture
def felt() -> Felt:
    """A table of Two Card Duel with one round settled and one in play; the game is gone since."""
    with registered(example(DUEL)):
        felt = Felt(DUEL)
        felt.do(commands.sit, PLAYERS[0], seat=1)
        felt.do(commands.buy_in, FLOOR, player=PLAYERS[0].name, cents=100_000)
        for word in ("double", ""):
            felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 1000, "twins": 500})
            felt.do(commands.no_more_bets, AUTOMATIC)
            if word:
                felt.do(commands.decide, PLAYERS[0], seat=1, word=word)
    return felt


def test_the_table_is_shown_without_what_only_the_game_knows(felt: Felt) -> None:
    seen = view(felt.table, FLOOR)
    assert seen.round is not None
    assert seen.round.text == "The game two-card-duel is not installed here"
    assert seen.seats[0].bets == {"ante": 1000, "twins": 500}
    drawn = Drawn(view(felt.table, None), None)
    assert drawn.dealer_reads() == ""
    assert drawn.game.bet("ante").name == "ante"
    assert seen.setup is not None
    assert (sheets(seen.setup), limits(seen.setup)) == ([], [])
    assert bar(drawn).kind == "wait"


def test_its_terms_are_the_options_of_the_table_and_no_pay_tables(felt: Felt) -> None:
    assert procedure.terms_of(felt.table).pay == {}


def test_no_command_goes_on_with_it_and_the_table_can_be_closed(felt: Felt) -> None:
    says = "table pit-1 deals two-card-duel, which is not installed here: install it, or close the"
    said = felt.refusal(commands.decide, PLAYERS[0], seat=1, word="raise")
    assert said == f"{says} table"
    felt.do(commands.close_table, FLOOR, reason="the game is gone")


def test_the_audit_and_the_replay_read_it_and_settle_nothing_again(felt: Felt) -> None:
    found = audit(felt.store, KEY, every=True)
    assert found.faults == ()
    assert sum(found.other_rules.values()) == 1
    old = recall(felt.store, "pit-1", 1)
    assert [line.bet for line in old.lines] == ["raised", "ante", "twins"]


def test_the_books_count_what_it_took_and_hold_it_against_nothing(felt: Felt) -> None:
    shown = statement(felt.store, Question(date(2026, 1, 1), date(2026, 12, 31), "game"), 0)
    [row] = shown["rows"]
    assert row["game"] == DUEL
    assert Theme.of(procedure.setup_of(felt.table)).why_no_theory == (
        "their game is not installed here"
    )
    [theme] = shown["themes"]
    assert (theme["name"], theme["known"], theme["bank"]) == (DUEL, False, "house")


def test_a_game_that_is_installed_again_is_counted_and_its_table_shown(felt: Felt) -> None:
    setup = procedure.setup_of(felt.table)
    assert Theme.of(setup).terms is None
    assert procedure.terms_of(felt.table).pay == {}
    with registered(example(DUEL)):
        assert Theme.of(setup).terms == procedure.terms_of(felt.table)
        assert set(procedure.terms_of(felt.table).pay) == set(setup.pay_tables)
        assert len(procedure.steps_of(felt.table)) > 3


def test_nothing_of_it_is_settled() -> None:
    absent, rules = games.known(DUEL), games.settlement_of(DUEL)
    assert isinstance(absent, games.Absent)
    assert not rules.dealers_hand.plays((0, 1))
    assert rules.dealers_hand.arranged((1, 0)) == (1, 0)
    assert (rules.reads((0, 1)), rules.dealers_hand.reads((0, 1))) == ("", "")
    with pytest.raises(Unavailable, match="game two-card-duel is not installed here"):
        rules.settle(Round(absent, None, (), ()))  # type: ignore[arg-type]
