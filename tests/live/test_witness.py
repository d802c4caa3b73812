"""The second witness agrees with what was paid at every table, and notices what was not."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.games import GAMES
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.progressive import is_table
from tests.live.days import eventful_day
from tests.live.forging import first, rewritten
from tests.live.jackpots import NOTHING, SPADE, STAR, Linked, opened
from tests.live.stacking import Stacked
from tests.live.tables import PLAYERS
from tests.live.witness import Witness, awards_of, disagreements


@cache
def tables() -> dict[str, list[Recorded]]:
    """The events of an eventful day, by game; every row at its place among those of its table."""
    store = eventful_day().store
    found: dict[str, list[Recorded]] = {}
    for name in sorted(name for name in store.streams() if is_table(name)):
        rows = [replace(row, pos=row.version) for row in store.stream(name)]
        found.setdefault(codec.decoded(rows[0].kind, rows[0].body).game, rows)  # type: ignore[union-attr]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_twin_agrees_with_every_round_of_an_eventful_day(game: str) -> None:
    witness, rows = Witness(), tables()[game]
    assert [fault for row in rows for fault in witness.hear(row)] == []
    assert witness.settled == sum(row.kind == "round-closed" for row in rows)
    assert witness.settled


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("field", ["stake_cents", "net_cents", "returned_cents", "seat", "bet"])
def test_a_line_that_was_paid_otherwise_is_noticed(game: str, field: str) -> None:
    rows = tables()[game]

    def forge(event: Any) -> Any:
        line = event.lines[-1]
        other = "?" if field == "bet" else getattr(line, field) + 1
        return replace(event, lines=(*event.lines[:-1], replace(line, **{field: other})))

    place = next(row.pos for row in reversed(rows) if row.kind == "bets-settled")
    assert "and the twin pays" in disagreements(rewritten(rows, place, forge))[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_is_missing_is_noticed(game: str) -> None:
    rows = tables()[game]
    place = first(rows, "bets-settled", lines=lambda lines: len(lines) > 1)
    forged = rewritten(rows, place, lambda event: replace(event, lines=event.lines[1:]))
    assert disagreements(forged)


def test_a_word_that_was_not_open_or_never_asked_is_noticed() -> None:
    rows = tables()["three-way-action"]
    place = first(rows, "decision-made", word="stand")
    forged = rewritten(rows, place, lambda event: replace(event, word="split"))
    assert "were open" in disagreements(forged)[0]
    assert "was not asked" in disagreements([row for row in rows if row.pos != place])[0]
    rows = tables()["three-card-poker"]
    place = first(rows, "decision-made")
    assert "and said ()" in disagreements([row for row in rows if row.pos != place])[0]


def test_a_bank_that_does_not_go_back_as_it_should_is_noticed() -> None:
    rows = tables()["napa-three-card-poker"]
    place = first(rows, "round-closed", banker=bool)
    forged = rewritten(rows, place, lambda event: replace(event, bank_cents=event.bank_cents + 1))
    assert "of the bank went back, not" in disagreements(forged)[0]


def test_no_player_earns_envy_by_the_other_hand_of_his_own() -> None:
    """Manual: a player cannot win envy bonuses for his own hand."""
    hands = "As Ks Qs | 2h 7d 9c | 3h 8d Tc | 4h 6d Jc"
    felt = Stacked(
        "three-card-poker", hands, pay_tables=("bonus=TCPB-03E",), hands_per_player=2, seats=3
    )
    felt.seat(PLAYERS[0], PLAYERS[0], PLAYERS[1])
    felt.play()
    paid = [line for line in felt.last.lines if line.bet == "envy"]
    assert [(line.seat, line.player) for line in paid] == [(3, PLAYERS[1].name)]
    assert disagreements(felt.store.stream(felt.name)) == []


@cache
def jackpots() -> tuple[list[Recorded], dict[int, int]]:
    """A table whose wins had to be approved, and what the meters showed when they were won."""
    store = eventful_day().store
    rows = [replace(row, pos=row.version) for row in store.stream("pit-6")]
    return rows, awards_of(store.read(), "pit-6")


def test_what_was_settled_held_and_paid_is_together_what_the_twin_pays() -> None:
    rows, awards = jackpots()
    assert awards == {1: 100_050}
    assert disagreements(rows, awards) == []


def test_meters_won_at_several_tables_are_paid_as_the_log_has_them() -> None:
    store = opened(shared=True)
    tables = [Linked(store, name) for name in ("pit-1", "pit-2")]
    for felt in tables:
        felt.deal_round(SPADE, "As Ks Qs")
        felt.deal_round(STAR, NOTHING)
    for felt in tables:
        awards = awards_of(store.read(), felt.name)
        assert len(awards) == 3
        assert disagreements(store.stream(felt.name), awards) == []


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("pay-held", {"seat": 2}, "was not held as the twin has it"),
        ("pay-held", {"stake_cents": 400}, "was not held as the twin has it"),
        ("pay-held", {"bet": "ante"}, "and the twin pays"),
        ("pay-made", {"pay": 2}, "payment 2 was not due"),
        ("pay-made", {"player": "p2"}, "p2 was paid"),
        ("pay-made", {"net_cents": 99_551}, "and p1 is owed"),
        ("pay-made", {"stake_cents": 0}, "and p1 is owed"),
    ],
)
def test_a_payment_that_was_held_or_made_otherwise_is_noticed(
    kind: str, change: dict[str, Any], words: str
) -> None:
    rows, awards = jackpots()

    def forge(event: Any) -> Any:
        if kind == "pay-made" and "pay" not in change:
            return replace(event, line=replace(event.line, **change))
        return replace(event, **change)

    forged = rewritten(rows, first(rows, kind), forge)
    found = disagreements(forged, awards)
    assert any(words in each for each in found), found


def test_a_meter_that_paid_another_amount_than_it_showed_is_noticed() -> None:
    rows, awards = jackpots()
    assert disagreements(rows, {pay: cents + 1 for pay, cents in awards.items()})
