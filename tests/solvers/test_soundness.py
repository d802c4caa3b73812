"""What the solvers refuse, and what they leave out, on decks small enough to count at once."""

import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pytest

from fairdeal.analysis.decision_tree import Answer, Question, grown
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.solvers import kept, showdown, sound
from fairdeal.analysis.solvers.declared import Declared, declare
from fairdeal.analysis.strategy import strategy
from fairdeal.errors import Refused
from fairdeal.games import ags_3_card
from fairdeal.games.kinds import Showdown
from fairdeal.games.layout import Act, Pass, Who
from fairdeal.games.paytable import paid
from fairdeal.games.terms import terms
from fairdeal.hands.three_card import strength_of
from fairdeal.rule import rule
from tests.examples import example

FEW: Final = Deck((0, 1, 11, 12), 3)
DUEL: Final = "two-card-duel"
KINGS: Final = strength_of(44, 45, 46)


def settled_by(settle: Callable[..., object]) -> Declared:
    """AGS 3 Card on a small deck, with another settlement rule."""
    rules = replace(ags_3_card.SHOWDOWN, settle=settle)
    return declare(ags_3_card.GAME, rules, deck=FEW)


def check(settle: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the rule on the small deck as if it were the full one."""
    asked = settled_by(settle).asked
    monkeypatch.setattr(sound, "FULL", FEW)
    sound.check_settling(ags_3_card.GAME, asked)


@rule
def result(won: int, events: ags_3_card.Events, pays: ags_3_card.Pays) -> ags_3_card.Result:
    """What a hand is paid whose ante and play bets win so many stakes."""
    return ags_3_card.Result(
        won,
        won,
        paid(pays.ante_bonus, events.ante_bonus),
        paid(pays.player_bonus, events.player_bonus),
        paid(pays.six_card_bonus, events.six_card_bonus),
    )


@rule
def plain(
    player: int, dealer: int, events: ags_3_card.Events, pays: ags_3_card.Pays
) -> ags_3_card.Result:
    """A sound rule: the dealer always plays."""
    return result(1 if player > dealer else -1, events, pays)


@rule
def at_least_even(
    player: int, dealer: int, events: ags_3_card.Events, pays: ags_3_card.Pays
) -> ags_3_card.Result:
    """The player bonus pays even money at least where the dealer has the better hand."""
    won = 1 if player > dealer else -1
    bonus = paid(pays.player_bonus, events.player_bonus)
    return ags_3_card.Result(
        won,
        won,
        paid(pays.ante_bonus, events.ante_bonus),
        max(bonus, 1 if dealer > player else -1),
        paid(pays.six_card_bonus, events.six_card_bonus),
    )


@rule
def twice_the_ante(
    player: int, dealer: int, events: ags_3_card.Events, pays: ags_3_card.Pays
) -> ags_3_card.Result:
    """A better hand of the dealer's takes more than the ante."""
    told = result(1 if player > dealer else -1, events, pays)
    return ags_3_card.Result(
        1 if player > dealer else -2,
        told.play,
        told.ante_bonus,
        told.player_bonus,
        told.six_card_bonus,
    )


@rule
def three_kings_lose_by_six(
    player: int, dealer: int, events: ags_3_card.Events, pays: ags_3_card.Pays
) -> ags_3_card.Result:
    """All the cards decide whether a dealer with three kings plays."""
    wins = player > dealer or (dealer == KINGS and events.six_card_bonus == 1)
    return result(1 if wins else -1, events, pays)


class FewEvents(NamedTuple):
    """The events that the rule without six cards takes."""

    ante_bonus: int
    player_bonus: int


class FewPays(NamedTuple):
    """The pay tables that the rule without six cards takes."""

    ante_bonus: tuple[int, ...]
    player_bonus: tuple[int, ...]


class FewResults(NamedTuple):
    """The bets that the rule without six cards settles."""

    ante: int
    play: int
    ante_bonus: int
    player_bonus: int


@rule
def without_six(player: int, dealer: int, events: FewEvents, pays: FewPays) -> FewResults:
    """A sound rule that leaves the six card bonus to others."""
    won = 1 if player > dealer else -1
    return FewResults(
        won,
        won,
        paid(pays.ante_bonus, events.ante_bonus),
        paid(pays.player_bonus, events.player_bonus),
    )


@pytest.mark.parametrize("settle", [plain, without_six])
def test_a_rule_whose_other_bets_ignore_an_event_of_all_the_cards_is_sound(
    settle: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(settle, monkeypatch)


@pytest.mark.parametrize(
    ("settle", "why"),
    [
        (twice_the_ante, "twice_the_ante takes 2 times the stake of ante"),
        (at_least_even, "at_least_even compares hands otherwise when pay tables pay otherwise"),
        (
            three_kings_lose_by_six,
            "three_kings_lose_by_six lets how hands compare depend on what all the cards are"
            " for six-card-bonus",
        ),
    ],
)
def test_a_rule_that_the_counts_do_not_stand_for_is_refused(
    settle: Callable[..., object], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused, match=why) as refusal:
        check(settle, monkeypatch)
    assert refusal.value.code == "game.unsolved"


def test_a_question_with_one_answer_on_both_sides_is_left_out() -> None:
    facts = np.array([[0], [0], [1], [1]], np.int16)
    every = [np.arange(4)]
    alike = np.array([[0, 3], [1, 0], [0, 3], [1, 0]], np.float64)
    assert grown(facts, alike, every, enough=0.0, most=4) == [Answer(0)]
    apart = np.array([[0, 3], [1, 0], [3, 0], [0, 1]], np.float64)
    assert grown(facts, apart, every, enough=0.0, most=4) == [Question(0, 1, Answer(1), Answer(0))]


def test_counts_whose_header_names_other_numbers_are_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    monkeypatch.setattr(showdown, "KEPT_FROM", 0)
    monkeypatch.setattr(kept, "_KNOWN", OrderedDict())
    asked = declare(example(DUEL).GAME, example(DUEL).SETTLEMENT.kind, deck=FEW).asked
    kept.counted(asked)
    (place,) = (tmp_path / "fairdeal" / "counts").iterdir()
    right = (place / "header.json").read_text()
    header = json.loads(right)
    header["arrays"]["ways"][1] = [1]
    (place / "header.json").write_text(json.dumps(header))
    kept.forget()
    with caplog.at_level(logging.WARNING):
        kept.counted(asked)
    assert "the header names other counts" in caplog.text
    assert (place / "header.json").read_text() == right


def test_a_deal_style_in_which_nothing_is_decided_shows_other_cards_and_is_refused() -> None:
    game = example(DUEL).GAME
    steps = game.procedures["hand"]
    undecided = tuple(step for step in steps if step.act is not Act.DECIDE)
    styles = replace(game, procedures={"hand": steps, "machine": undecided})
    assert styles.faces_at_decision(Who.DEALER, "hand") == "dd"
    assert styles.faces_at_decision(Who.DEALER, "machine") == "uu"
    with pytest.raises(Refused, match="0 in deal style 'hand' and 2 in deal style 'machine'"):
        showdown.cards_up(styles)


@pytest.mark.parametrize(("number", "said"), [(1, "1 shared card,"), (2, "2 shared cards,")])
def test_a_showdown_with_shared_cards_is_refused(number: int, said: str) -> None:
    duel = example(DUEL)
    with pytest.raises(Refused, match=f"{DUEL} cannot be counted: it has {said}") as refusal:
        showdown.question(replace(duel.GAME, board_cards=number), duel.SETTLEMENT.kind)
    assert refusal.value.code == "game.unsolved"


def test_no_table_is_made_by_two_cards_that_are_up() -> None:
    duel = example(DUEL)
    steps = tuple(
        replace(step, passes=(Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "uud")))
        if step.passes
        else step
        for step in duel.GAME.procedures["hand"]
    )
    game = replace(duel.GAME, dealer_cards=3, procedures={"hand": steps})
    kind = duel.SETTLEMENT.kind
    assert isinstance(kind, Showdown)
    rules = replace(kind, dealer=ags_3_card.SHOWDOWN.dealer)
    counts = declare(game, rules, deck=Deck((0, 12), 3)).counts()
    known = np.zeros(len(counts.ways), np.int64)
    with pytest.raises(Refused, match="a table by 2 cards that are up would be too large"):
        showdown.by_hand(counts, known)


def test_a_strategy_leaves_out_a_forfeited_bet_that_the_counts_do_not_tell() -> None:
    game = ags_3_card.GAME
    forfeited = replace(
        game,
        bets=tuple(
            replace(bet, survives_fold=False) if bet.key == "six-card-bonus" else bet
            for bet in game.bets
        ),
    )
    told = {
        form: {
            each.bet
            for each in strategy(declare(form, ags_3_card.SHOWDOWN, deck=FEW), terms(game)).effects
        }
        for form in (game, forfeited)
    }
    assert "six-card-bonus" in told[game]
    assert told[forfeited] == told[game] - {"six-card-bonus"}
