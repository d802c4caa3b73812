"""Counts are kept and found again; what cannot be counted is refused in one sentence."""

import logging
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from fairdeal.analysis.solvers import (
    board_counts,
    community,
    kept,
    ranking,
    settling,
    solution,
    turns,
)
from fairdeal.analysis.solvers.staking import Choice, Stage, Structure
from fairdeal.cards import parse
from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.games.kinds import Community, Event, Of, Strength
from fairdeal.hands import poker
from fairdeal.rule import rule
from tests.solvers import games

DECK = tuple(sorted(parse("2c 3c 4c 5c 6c 6d 5d 2h 2s Ac")))
MANY = tuple(sorted(parse("2c 3d 5h 7s 9c Jd Kh As 2d 3h 4c")))
ULTIMATE = community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, games.ULTIMATE_LINES, DECK)
RIDE = community.solver(games.RIDE, games.RIDE_STRUCTURE, games.RIDE_LINES, DECK)
BOTH = pytest.mark.parametrize(
    ("by", "pays"),
    [(ULTIMATE, games.ULTIMATE_PAYS), (RIDE, games.RIDE_PAYS)],
    ids=["dealer", "none"],
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    monkeypatch.setattr(solution, "KEPT_FROM", 0)
    monkeypatch.setattr(kept, "_KNOWN", OrderedDict())
    return tmp_path / "fairdeal" / "counts"


@BOTH
def test_kept_counts_are_found_again(by: Any, pays: Any, folder: Path) -> None:
    told: list[float] = []
    first = kept.counted(by, told.append)
    assert told[-1] == 1
    told.clear()
    kept.forget()
    again = kept.counted(by, told.append)
    assert not told, "nothing is counted a second time"
    pairs: Any = zip(first, again, strict=True)
    for one, two in pairs:
        assert one.dtype == two.dtype
        assert (one == two).all()
        assert not one.flags.writeable, "or kernels would be compiled a second time"
        assert not two.flags.writeable
    assert by.best(again, pays).value == by.best(first, pays).value
    assert [each.name for each in folder.iterdir()] == [kept.counts_key(by)]


@BOTH
def test_counts_of_other_deals_are_counted_again(
    by: Any, pays: Any, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    right = by.best(kept.counted(by), pays).value
    (place,) = folder.iterdir()
    array = place / ("ways.npy" if by is ULTIMATE else "follows.npy")
    np.save(array, np.load(array) + 1)
    kept.forget()
    with caplog.at_level(logging.WARNING):
        assert by.best(kept.counted(by), pays).value == right
    assert "the counts are not those of all deals" in caplog.text


def test_counts_depend_on_stakes_lines_and_cards() -> None:
    dear = replace(games.ULTIMATE_STRUCTURE, base={"ante": 1, "blind": 2})
    kept_ante = replace(games.ULTIMATE_STRUCTURE, survivors=frozenset({"ante"}))
    others = [
        community.solver(games.ULTIMATE, dear, games.ULTIMATE_LINES, DECK),
        community.solver(games.ULTIMATE, kept_ante, games.ULTIMATE_LINES, DECK),
        community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, games.ULTIMATE_PAYS, DECK),
        community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, games.ULTIMATE_LINES, MANY),
        RIDE,
    ]
    keys = {kept.counts_key(by) for by in (ULTIMATE, *others)}
    assert len(keys) == len(others) + 1


def test_another_pay_table_needs_no_counting() -> None:
    counts = kept.counted(ULTIMATE)
    for pays in ((0, 1, 2, 3, 4, 5, 6), (0, 30, 0, 0, 0, 7, 0), (0,) * 7):
        given = community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, {"blind": pays}, DECK)
        alone = given.best(given.count(), {"blind": pays})
        found = ULTIMATE.best(counts, {"blind": pays})
        assert (found.value, found.wager, found.starts) == (alone.value, alone.wager, alone.starts)


class Told(NamedTuple):
    """No events."""


class Paid(NamedTuple):
    """No pays."""


@rule
def settle_plain(player: int, dealer: int, events: Told, pays: Paid) -> games.UltimateUnits:
    """Higher wins."""
    won = 1 if player > dealer else -1
    return games.UltimateUnits(won, won, won)


@rule
def settle_dearly(
    player: int, dealer: int, events: games.UltimateEvents, pays: games.UltimatePays
) -> games.UltimateUnits:
    """A rule that takes the ante twice."""
    told = games.settle_ultimate(player, dealer, events, pays)
    return games.UltimateUnits(2 * told.ante, told.blind, told.play)


@rule
def settle_crooked(
    player: int, dealer: int, events: games.UltimateEvents, pays: games.UltimatePays
) -> games.UltimateUnits:
    """The blind wins one more than its line pays when it is odd."""
    line = pays.blind[events.blind + 0]
    return games.UltimateUnits(0, line + line % 2, 0)


@rule
def settle_by_rank(
    player: int, dealer: int, events: games.UltimateEvents, pays: games.UltimatePays
) -> games.UltimateUnits:
    """The ante wins by the dealer's strength, which has very many edges."""
    return games.UltimateUnits(dealer % 7, 0, 0)


@rule
def settle_by_hundreds(
    player: int, dealer: int, events: games.UltimateEvents, pays: games.UltimatePays
) -> games.UltimateUnits:
    """The ante wins by the player's strength, which has very many results."""
    return games.UltimateUnits(player % 1009, 0, 0)


@rule
def settle_briefly(player: int, dealer: int) -> games.UltimateUnits:
    """Without events and pays."""
    return games.UltimateUnits(0, 0, 0)


@rule
def settle_raised(
    player: int, dealer: int, events: games.UltimateEvents, pays: games.UltimatePays
) -> games.UltimateUnits:
    """The play bet is paid by the table."""
    return games.UltimateUnits(0, 0, pays.blind[events.blind + 0] if player > dealer else -1)


@rule
def first_suit(cards: tuple[int, ...]) -> int:
    """A rule that tells suits apart."""
    return cards[0] % 4


@rule
def lowest_rank(cards: tuple[int, ...]) -> int:
    """An event that strengths do not tell apart, whatever the suits."""
    lowest = 12
    for card in cards:
        lowest = min(lowest, card >> 2)
    return lowest


@rule
def odd_strength(cards: tuple[int, ...]) -> int:
    """Four of a suit count more, so that suits matter before there is a flush."""
    most = 0
    for suit in range(4):
        held = 0
        for card in cards:
            held += 1 if card & 3 == suit else 0
        most = max(most, held)
    return poker.strength_of(cards) * 2 + (1 if most == 4 else 0)


@rule
def low_strength(cards: tuple[int, ...]) -> int:
    """Below nothing."""
    return -poker.strength_of(cards)


def refused(
    game: Community = games.ULTIMATE,
    structure: Structure = games.ULTIMATE_STRUCTURE,
    lines: Any = games.ULTIMATE_LINES,
    deck: tuple[int, ...] = DECK,
) -> str:
    """The sentence that refuses a game, when it is looked at or counted."""
    with pytest.raises(FairdealError) as refusal:
        community.solver(game, structure, lines, deck).count()
    assert refusal.value.code == "game.unsolved"
    return str(refusal.value)


def staged(*stages: Stage, **more: Any) -> Structure:
    return replace(games.ULTIMATE_STRUCTURE, stages=stages, **more)


GO, FOLD = Choice("go"), Choice("fold", folds=True)


def test_structures_that_cannot_be_counted_are_refused() -> None:
    own = replace(games.ULTIMATE_STRUCTURE, own=3)
    assert refused(structure=own) == (
        "3 cards of the player's against 2 of the dealer's cannot be counted with common cards:"
        " expected 2 each"
    )
    many = staged(Stage(0, (GO,)), Stage(3, (GO,)), Stage(4, (GO,)), Stage(5, (GO,)))
    assert "decisions at 0, 3, 4, 5 common cards cannot be counted" in refused(structure=many)
    two = staged(Stage(0, (GO, Choice("wait"))), Stage(5, (GO,)))
    assert "go, wait at 0 common cards cannot be counted: only one choice" in refused(structure=two)
    dear = staged(Stage(0, (Choice("go", {"play": 1}),)), Stage(5, (GO,)))
    assert "only one choice may go on, and it may stake nothing" in refused(structure=dear)
    back = staged(Stage(5, (Choice("take", {"ante": -1}), GO)))
    assert "choices that take a bet back cannot be counted" in refused(structure=back)
    stays = replace(games.ULTIMATE_STRUCTURE, survivors=frozenset({"play"}))
    assert "play is raised and survives a fold" in refused(structure=stays)
    large = replace(games.ULTIMATE_STRUCTURE, base={"ante": 1 << 60, "blind": 1})
    assert "the stakes are too large to be counted" in refused(structure=large)
    assert "a dealer's hand of 0 cards" in refused(structure=replace(own, dealers=0))
    unknown = replace(games.ULTIMATE_STRUCTURE, base={"bonus": 1})
    assert refused(structure=unknown) == (
        "bonus cannot be counted: the settlement rule settles ante, blind and play"
    )


@pytest.mark.parametrize(
    ("stages", "sentence"),
    [
        ((), "decisions at no common cards cannot be counted: expected rising numbers from 0 to 5"),
        ((Stage(3, (GO,)), Stage(3, (GO,))), "decisions at 3, 3 common cards"),
        ((Stage(6, (GO,)),), "decisions at 6 common cards"),
        ((Stage(0, ()),), "the choices at 0 common cards cannot be counted: expected different"),
        ((Stage(0, (GO, GO)),), "expected different words, and at least one, not go, go"),
        ((Stage(0, (FOLD,)),), "the choices at 0 common cards cannot be counted: all of them fold"),
        (
            (Stage(0, (Choice("take", {"ante": -2}),)),),
            "the choices can take more from ante than is on it",
        ),
    ],
)
def test_stages_that_make_no_sense_are_refused(stages: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        staged(*stages)


def test_rules_that_cannot_be_counted_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = replace(games.ULTIMATE, dealer=None)
    assert "must rank their hands by one rule" in refused(alone)
    both = replace(games.ULTIMATE, events={"blind": Event(games.blind_event, of=Of.ALL)})
    assert "events of the player's and the dealer's cards together" in refused(both)
    assert refused(replace(games.ULTIMATE, events={})) == (
        "the settlement rule is told events of blind, but the game has nothing"
    )
    suited = replace(games.ULTIMATE, events={"blind": Event(first_suit)})
    assert refused(suited) == "the rule first_suit tells suits apart and does not say so"
    lowest = replace(games.ULTIMATE, events={"blind": Event(lowest_rank)})
    assert "blind cannot be counted: its event tells hands of equal strength apart" in refused(
        lowest
    )
    crooked = replace(games.ULTIMATE, settle=settle_crooked)
    assert "blind cannot be counted for any pay table" in refused(crooked)
    dearly = replace(games.ULTIMATE, settle=settle_dearly)
    assert refused(dearly) == "settle_dearly takes 2 times the stake of ante"
    halves = replace(games.ULTIMATE_STRUCTURE, parts={"ante": 2, "blind": 2})
    by = community.solver(dearly, halves, games.ULTIMATE_LINES, DECK)
    assert by.count() is not None, "two halves of a stake are one"
    ragged = replace(games.ULTIMATE, settle=settle_by_rank)
    assert "treats dealer hands differently at" in refused(ragged, deck=MANY)
    assert "settle_briefly does not name the form of events" in refused(
        replace(games.ULTIMATE, settle=settle_briefly)
    )
    raised = replace(games.ULTIMATE, settle=settle_raised)
    assert "play cannot be counted for any pay table: its stake is raised" in refused(raised)
    assert "wants pays for blind, not ante" in refused(lines={"ante": (0,)})
    low = Strength(low_strength)
    assert "cannot be counted: expected numbers from 0 to" in refused(
        replace(games.ULTIMATE, player=low, dealer=low)
    )
    monkeypatch.setattr(board_counts, "CHUNK", 0)
    dear = staged(Stage(5, (Choice("raise", {"play": 5}), FOLD)))
    assert "too many last choices depend on the pay table" in refused(structure=dear)


def test_games_without_a_dealer_that_cannot_be_counted_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = replace(games.ULTIMATE, settle=settle_by_hundreds, dealer=None)
    structure = replace(games.RIDE_STRUCTURE, base={"ante": 1}, stages=(Stage(1, (GO, FOLD)),))
    assert "more than 64 different results" in refused(many, structure)
    monkeypatch.setattr(turns, "MOST_COUNTS", 1)
    assert "situations at the last decision are too many to be counted" in refused(
        games.RIDE, games.RIDE_STRUCTURE, games.RIDE_LINES
    )


def test_hands_that_are_not_of_the_kinds_claimed_are_asked_about_one_by_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    odd = Strength(odd_strength, flush=5)
    with caplog.at_level(logging.WARNING):
        found = ranking.ranking(odd, {}, 5, DECK, "")
    assert found.kinds is None
    assert "the rule is asked about each of them" in caplog.text


@BOTH
def test_pays_for_which_counts_do_not_hold_are_refused(by: Any, pays: Any) -> None:
    counts = kept.counted(by)
    (field,) = pays
    line = list(pays[field])
    for changed, sentence in (
        ({"other": line}, "pays for other do not fit the columns that were counted"),
        ({field: line[:-1]}, "do not fit the columns"),
        ({field: [5, *line[1:]]}, "a line that pays 5 units cannot be priced"),
        ({field: [*line[:-1], -1]}, "the counts hold for 0 units and more"),
        ({field: [line[0], *[1 << 60] * (len(line) - 1)]}, "too large to be counted"),
    ):
        with pytest.raises(Refused, match=sentence):
            by.best(counts, changed)


def test_a_rule_without_events_and_pays_is_counted() -> None:
    plain = replace(games.ULTIMATE, settle=settle_plain, events={})
    by = community.solver(plain, games.ULTIMATE_STRUCTURE, {}, DECK)
    found = by.best(by.count(), {})
    assert -6 < found.value < 6
    twice = settling.Sheet({"one": (1, None), "two": (None,)})
    assert twice.open == (1, 2)


@pytest.mark.parametrize(
    ("by", "own", "common", "seen", "sentence"),
    [
        (ULTIMATE, "2c 3c", "", "4c", "with 4c seen elsewhere, choices before the first common"),
        (RIDE, "2c 3c 4c", "5c", "", "depend on what is on the bets by then: bet-1, bet-2 and"),
    ],
)
def test_advice_that_cannot_be_given_is_refused(
    by: Any, own: str, common: str, seen: str, sentence: str
) -> None:
    counts = kept.counted(by)
    pays = games.ULTIMATE_PAYS if by is ULTIMATE else games.RIDE_PAYS
    with pytest.raises((Refused, Malformed), match=sentence):
        by.advise(counts, pays, parse(own), parse(common), parse(seen))


def test_stakes_that_cannot_be_on_the_bets_are_refused() -> None:
    counts = kept.counted(RIDE)
    for stakes, sentence in (
        ({"bet-1": 2}, "2 on bet-1 cannot be on the bets at 1 common cards"),
        ({}, "nothing cannot be on the bets"),
    ):
        with pytest.raises(Refused, match=sentence):
            RIDE.advise(counts, games.RIDE_PAYS, parse("2c 3c 4c"), parse("5c"), (), stakes)
