"""Games, values and errors that are put together in ways that no game of ours is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.analysis.registry import forget
from fairdeal.books.activity import Sample
from fairdeal.books.expectation import expected, why_unknown
from fairdeal.books.wagers import Theme
from fairdeal.cli.par_sections import show_strategies
from fairdeal.cli.screen import Screen
from fairdeal.errors import Malformed, Refused, located
from fairdeal.fingerprint import Fingerprints
from fairdeal.games import GAMES, check
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Pass, Who
from fairdeal.games.sampling import asked_of_rules, random_round
from tests.examples import edited, example, registered

DUEL = "two-card-duel"
ODD = {
    "twins = paid(pays.twins, events.twins)": (
        "twins = paid(pays.twins, events.twins)\n"
        "    if twins < 0 and events.twins == Twins.SUITED:\n"
        "        twins = 1 if dealer >= PAIR else -1"
    ),
    '["suited", "2 to 1"]': '["suited", "lose"]',
}
"""Two Card Duel with a settlement rule that is sound as long as no line of its table loses."""


def theme(table: str) -> Theme:
    digest = rules_digest(GAMES[DUEL])
    return Theme(DUEL, (("twins", table),), (), digest)


@pytest.fixture
def counted_apart() -> Iterator[None]:
    """Nothing that is counted of a game of this name is used by another test."""
    forget()
    yield
    forget()


@pytest.mark.usefixtures("counted_apart")
def test_the_books_say_why_a_pay_table_leaves_a_wager_without_theory(tmp_path: Path) -> None:
    with registered(edited(DUEL, tmp_path, ODD)):
        assert (theme("1").why_no_theory, why_unknown(theme("2"), "ante")) == ("", "")
        assert why_unknown(theme("1"), "ante") == (
            f"{DUEL} has no exact figures: settle_seat compares hands otherwise when a line of a"
            " pay table takes a stake"
        )
        assert expected(theme("1"), "ante", Sample(Counter({(500, 0): 200}))) is None


def told(capsys: pytest.CaptureFixture[str], *tables: str) -> str:
    """What a par sheet shows of strategies that say the same under each of the pay tables."""
    said: dict[str, Any] = {
        "instructions": {"lines": [{"text": "raise with any pair", "depth": 0}]},
        "cuts": [],
        "simple_rules": [],
        "side_bets": [],
        "per": "ante",
    }
    screen = Screen()
    show_strategies(screen, [{"pay_table": table, **said} for table in tables])
    screen.flush()
    return capsys.readouterr().out


def test_only_a_strategy_for_several_pay_tables_says_that_they_share_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert told(capsys, "1").split("\n")[1:] == ["Best strategy", "  raise with any pair", ""]
    assert "the same under every pay table\n  raise with any pair" in told(capsys, "1", "2")


def test_a_fault_of_fairdeals_own_is_told_without_a_place() -> None:
    with pytest.raises(Malformed) as own:
        raise Malformed("bet ante: its stake is missing", code="bet.missing")
    assert located(own.value) == "bet ante: its stake is missing"
    with pytest.raises(ValueError, match="missing") as other:
        raise ValueError("its stake is missing")
    told = located(other.value)
    assert told.startswith(f"ValueError: its stake is missing; {Path(__file__).name}, line ")


def test_a_file_that_python_cannot_read_is_named_with_its_line(tmp_path: Path) -> None:
    module = tmp_path / "odd_game.py"
    module.write_text("GAME = 1\nGAME ==== 2\n", encoding="utf-8")
    with pytest.raises(SyntaxError) as error:
        compile(module.read_text(encoding="utf-8"), module, "exec")
    assert located(error.value) == "SyntaxError: invalid syntax; odd_game.py, line 2"


def odd(number: int) -> int:
    return number % 2


def even(number: int) -> int:
    return number % 2 == 0


def test_a_method_that_wraps_a_function_is_fingerprinted_with_it() -> None:
    prints = Fingerprints()
    assert prints.of(staticmethod(odd)) == prints.of(staticmethod(odd))
    assert prints.of(staticmethod(odd)) != prints.of(odd)
    assert prints.of(staticmethod(odd)) != prints.of(staticmethod(even))


@pytest.mark.parametrize(("number", "said"), [(1, "1 shared card"), (2, "2 shared cards")])
def test_a_showdown_with_shared_cards_is_told_to_declare_another_kind(
    number: int, said: str
) -> None:
    duel = example(DUEL)
    procedures = {
        style: tuple(
            replace(step, passes=(*step.passes, Pass(Who.BOARD, "d" * number)))
            if step.passes
            else step
            for step in steps
        )
        for style, steps in duel.GAME.procedures.items()
    }
    game = replace(duel.GAME, board_cards=number, procedures=procedures)
    fault = f"the game has {said}, and Showdown compares hands without any: declare Community"
    assert fault in check.faults(game, duel.SETTLEMENT)
    assert check.faults(duel.GAME, duel.SETTLEMENT) == []


def test_a_round_that_cannot_be_settled_is_raised_or_told() -> None:
    duel = example(DUEL)
    with registered(duel):
        sound = random_round(duel.GAME, duel.SETTLEMENT, Random(1))
        broken = replace(sound, seats=tuple(replace(each, cards=()) for each in sound.seats))
        with pytest.raises(Refused, match="has no cards") as raised:
            asked_of_rules([broken])
        failed: list[tuple[Any, Exception]] = []
        asked = asked_of_rules([broken, sound], lambda *each: failed.append(each))
    assert [(each, str(error)) for each, error in failed] == [(broken, str(raised.value))]
    assert asked[duel.settle_seat]


def test_rules_of_a_game_are_not_taken_for_those_of_its_copy(tmp_path: Path) -> None:
    copies = edited(DUEL, tmp_path / "one", {}), edited(DUEL, tmp_path / "two", {})
    for duel in copies:
        with registered(duel):
            asked = asked_of_rules([random_round(duel.GAME, duel.SETTLEMENT, Random(1))])
        assert [other.settle_seat in asked for other in copies] == [each is duel for each in copies]
