"""Counts are kept and found again; what cannot be counted is refused in one sentence."""

import json
import logging
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from fairdeal.analysis.solvers import board_counts, community, ranking, settling, turns
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


@BOTH
def test_kept_counts_are_found_again(by: Any, pays: Any, tmp_path: Path) -> None:
    told: list[float] = []
    first = community.counted(by, "rules 1", tmp_path / "kept", told.append)
    assert told[-1] == 1
    told.clear()
    again = community.counted(by, "rules 1", tmp_path / "kept", told.append)
    assert not told, "nothing is counted a second time"
    pairs: Any = zip(first, again, strict=True)
    for one, two in pairs:
        assert one.dtype == two.dtype
        assert (one == two).all()
        assert not two.flags.writeable
    assert by.best(again, pays).value == by.best(first, pays).value
    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert community.load(by, "rules 2", tmp_path / "kept") is None


@BOTH
@pytest.mark.parametrize("damage", ["cut", "header", "numbers", "missing", "foreign", "no json"])
def test_damaged_and_foreign_counts_are_counted_again(
    by: Any, pays: Any, tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    right = by.best(community.counted(by, "rules", tmp_path), pays).value
    (place,) = tmp_path.iterdir()
    name = "ways" if by is ULTIMATE else "follows"
    header, array = place / community.HEADER, place / f"{name}.npy"
    if damage == "cut":
        array.write_bytes(array.read_bytes()[:-5])
    elif damage == "header":
        header.write_text(json.dumps({}))
    elif damage == "no json":
        header.write_text("{")
    elif damage == "numbers":
        np.save(array, np.load(array) + 1)
    elif damage == "missing":
        array.unlink()
    else:
        header.write_text(header.read_text().replace("rules", "sulre"))
    with caplog.at_level(logging.WARNING):
        assert by.best(community.counted(by, "rules", tmp_path), pays).value == right
    assert "are of no use, and are counted again" in caplog.text
    caplog.clear()
    assert community.load(by, "rules", tmp_path) is not None
    assert not caplog.text


def test_a_folder_that_cannot_be_written_costs_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    with caplog.at_level(logging.WARNING):
        counts = community.counted(RIDE, "rules", tmp_path / "file")
    assert "counts could not be kept in" in caplog.text
    assert RIDE.counted(counts) == RIDE.deals  # type: ignore[arg-type]


def test_another_pay_table_needs_no_counting() -> None:
    counts = community.counted(ULTIMATE, "rules")
    for pays in ((0, 1, 2, 3, 4, 5, 6), (0, 30, 0, 0, 0, Fraction(7, 3), 0), (0,) * 7):
        given = community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, {"blind": pays}, DECK)
        alone = given.best(given.count(), {"blind": pays})  # type: ignore[arg-type]
        found = ULTIMATE.best(counts, {"blind": pays})  # type: ignore[arg-type]
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
    """An event that strengths do not tell apart."""
    return cards[0] % 4


@rule
def odd_strength(cards: tuple[int, ...]) -> int:
    """Suits matter although there is no flush."""
    odd = 0
    for card in cards:
        odd += card % 2
    return poker.strength_of(cards) * 2 + odd % 2


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
    kept = replace(games.ULTIMATE_STRUCTURE, survivors=frozenset({"play"}))
    assert "play is raised and survives a fold" in refused(structure=kept)
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
    assert "blind cannot be counted: its event tells hands of equal strength apart" in refused(
        suited
    )
    crooked = replace(games.ULTIMATE, settle=settle_crooked)
    assert "blind cannot be counted for any pay table" in refused(crooked)
    ragged = replace(games.ULTIMATE, settle=settle_by_rank)
    assert "treats dealer hands differently at" in refused(ragged, deck=MANY)
    assert "takes player and dealer: expected" in refused(
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
    counts = community.counted(by, "rules")
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
    found = by.best(by.count(), {})  # type: ignore[arg-type]
    assert -6 < found.value < 6
    twice = settling.Sheet.of({"one": (1, None), "two": (None,)})
    assert twice.open == (1, 2)


@pytest.mark.parametrize(
    ("by", "own", "common", "seen", "sentence"),
    [
        (ULTIMATE, "2c 3c", "", "4c", "with 4c seen elsewhere, choices before the first common"),
        (ULTIMATE, "2c", "", "", r"the player has 1 cards \(2c\): expected 2"),
        (
            ULTIMATE,
            "2c 3c",
            "4c",
            "",
            r"nothing is decided at 1 common cards \(4c\): expected 0, 3",
        ),
        (ULTIMATE, "2c 3c", "2c 4c 5c", "", "2c is named 2 times"),
        (ULTIMATE, "2c Kc", "", "", "Kc is not in the deck"),
        (RIDE, "2c 3c 4c", "5c", "", "depend on what is on the bets by then: bet-1, bet-2 and"),
    ],
)
def test_advice_that_cannot_be_given_is_refused(
    by: Any, own: str, common: str, seen: str, sentence: str
) -> None:
    counts = community.counted(by, "rules")
    pays = games.ULTIMATE_PAYS if by is ULTIMATE else games.RIDE_PAYS
    with pytest.raises((Refused, Malformed), match=sentence):
        community.advise(by, counts, pays, parse(own), parse(common), parse(seen))


def test_stakes_that_cannot_be_on_the_bets_are_refused() -> None:
    counts = community.counted(RIDE, "rules")
    for stakes, sentence in (
        ({"bet-1": 2}, "2 on bet-1 cannot be on the bets at 1 common cards"),
        ({}, "nothing cannot be on the bets"),
    ):
        with pytest.raises(Refused, match=sentence):
            community.advise(
                RIDE, counts, games.RIDE_PAYS, parse("2c 3c 4c"), parse("5c"), (), stakes
            )
