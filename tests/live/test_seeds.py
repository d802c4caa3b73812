"""The house commits before the bets, and seats add seeds that they cannot choose then."""

from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.live import AUTOMATIC, commands, events
from fairdeal.live.audit import Check, audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.shoe import Shoe, Shuffle, commitment_of, order_of, shown, value_after
from fairdeal.live.table import dealer
from fairdeal.live.table.context import Context, deck_in_play, shuffle_of
from fairdeal.live.table.state import Table, after
from tests.live.forging import appended, first, rechained, rewritten
from tests.live.tables import BETS, DEALER, FLOOR, KEY, PLAYERS, WATCHER, Felt

GAME = "three-card-poker"
ONE, TWO, THREE = PLAYERS[:3]
CHAIN = [bytes(32)]
while len(CHAIN) < 12:
    CHAIN.append(value_after(CHAIN[-1]))
ANCHOR = CHAIN[-1].hex()
SEEDS = [value.hex() for value in reversed(CHAIN[:-1])]
"""The seeds of the chain, in the order in which they are used."""


@pytest.fixture
def felt() -> Felt:
    """A table whose decks nobody has arranged."""
    felt = Felt(GAME)
    felt.shoe = Shoe(KEY)  # type: ignore[assignment]
    vars(felt.room)["_shoe"] = felt.shoe
    return felt


def sit(felt: Felt, seat: int = 1, anchor: str = "") -> None:
    felt.do(commands.sit, PLAYERS[seat - 1], seat=seat, anchor=anchor)
    felt.do(commands.buy_in, FLOOR, player=PLAYERS[seat - 1].name, cents=1_000_000)


def bet(felt: Felt, seat: int = 1, seed: str = "", **bets: int) -> None:
    placed = bets or dict(BETS[GAME])
    felt.do(commands.place, PLAYERS[seat - 1], seat=seat, bets=placed, seed=seed)


def finish(felt: Felt) -> None:
    felt.do(commands.no_more_bets, AUTOMATIC)
    while felt.table.playing:
        felt.say("play")


def kinds(felt: Felt) -> list[str]:
    return [row.kind for row in felt.store.stream(felt.name)]


def faults(rows: Any) -> list[str]:
    found = audit(rows, every=True).faults
    return [f"{fault.check}: {fault.sentence}" for fault in found]


def test_the_house_commits_when_the_first_player_sits_down(felt: Felt) -> None:
    assert felt.table.committed is None
    done = felt.do(commands.sit, ONE, seat=1, anchor=ANCHOR)
    assert [row.kind for row in done.recorded] == [
        "seat-taken",
        "seed-announced",
        "deck-committed",
    ]
    assert felt.table.chains[1].value.hex() == ANCHOR
    view = felt.room.view(felt.name)
    assert view.committed is not None
    assert (view.committed.round, view.seats[0].chain) == (1, ANCHOR)
    second = felt.do(commands.sit, TWO, seat=2, anchor=ANCHOR)
    assert [row.kind for row in second.recorded] == ["seat-taken", "seed-announced"]
    assert 2 not in felt.table.chains, "it is younger than the commitment"
    assert felt.room.view(felt.name).seats[1].announced == ANCHOR


def test_the_order_follows_from_secret_seeds_and_round(felt: Felt) -> None:
    sit(felt, 1, ANCHOR)
    sit(felt, 2, ANCHOR)
    committed = felt.table.committed
    assert committed is not None
    bet(felt, 1, SEEDS[0])
    bet(felt, 2)
    finish(felt)
    over = felt.table.round
    assert over is not None
    assert over.commitment == committed.commitment
    assert commitment_of("table/pit-1", 1, over.secret) == committed.commitment
    assert [(each.seat, each.seed.hex()) for each in over.seeds] == [(1, SEEDS[0])]
    about = Shuffle("pit-1", 1, committed.commitment, ((1, CHAIN[-2]),))
    assert over.deck == order_of(over.secret, about.message)
    bet(felt, 1, SEEDS[1])
    bet(felt, 2, SEEDS[0])
    finish(felt)
    assert [each.seat for each in felt.table.round.seeds] == [1, 2]  # type: ignore[union-attr]
    assert audit(felt.store, KEY, every=True).faults == ()


def test_a_seed_must_be_the_next_one_of_its_chain(felt: Felt) -> None:
    sit(felt, 1, ANCHOR)
    sit(felt, 2, ANCHOR)
    said = "this is not the next seed of seat 1: its hash must be the value that the seat published"
    for seed in (ANCHOR, SEEDS[1], "ab" * 32):
        told = felt.refusal(commands.place, ONE, seat=1, bets={"ante": 1000}, seed=seed)
        assert told.startswith(said)
    for seed in ("x", "AB" * 32, "ab" * 31):
        told = felt.refusal(commands.place, ONE, seat=1, bets={"ante": 1000}, seed=seed)
        assert told.endswith("is not a seed: expected 64 hexadecimal digits")
    told = felt.refusal(commands.place, TWO, seat=2, bets={"ante": 1000}, seed=SEEDS[0])
    assert told.startswith("this is not the next seed of seat 2")
    assert "is not an anchor" in felt.refusal(commands.announce_seed, ONE, seat=1, anchor="y")
    assert "does not hold seat 1" in felt.refusal(
        commands.announce_seed, TWO, seat=1, anchor=ANCHOR
    )


def test_a_seat_reveals_one_seed_a_round_and_cannot_search(felt: Felt) -> None:
    sit(felt, 1, ANCHOR)
    bet(felt, 1, SEEDS[0])
    bet(felt, 1, SEEDS[0], ante=2000)
    said = felt.refusal(commands.place, ONE, seat=1, bets={"ante": 500}, seed=SEEDS[1])
    assert said == "seat 1 has revealed its seed for round 1 already"
    felt.do(commands.place, ONE, seat=1, bets={})
    said = felt.refusal(commands.place, ONE, seat=1, bets={"ante": 500}, seed=SEEDS[1])
    assert said == "seat 1 has revealed its seed for round 1 already"
    bet(felt, 1)
    finish(felt)
    over = felt.table.round
    assert over is not None
    assert [each.seed.hex() for each in over.seeds] == [SEEDS[0]], "its one seed counts again"
    said = felt.refusal(commands.place, ONE, seat=1, bets={"ante": 500}, seed=SEEDS[0])
    assert said.startswith("this is not the next seed"), "a revealed value is never used again"
    assert audit(felt.store, KEY, every=True).faults == ()


def test_a_seed_whose_bets_were_taken_back_is_not_used_and_never_again(felt: Felt) -> None:
    sit(felt, 1, ANCHOR)
    sit(felt, 2)
    bet(felt, 1, SEEDS[0])
    felt.do(commands.place, ONE, seat=1, bets={})
    bet(felt, 2)
    finish(felt)
    assert felt.table.round is not None
    assert felt.table.round.seeds == ()
    assert "not the next seed" in felt.refusal(
        commands.place, ONE, seat=1, bets={"ante": 500}, seed=SEEDS[0]
    )
    bet(felt, 1, SEEDS[1])
    assert audit(felt.store, KEY, every=True).faults == ()


def test_a_new_anchor_counts_from_the_next_commitment_and_the_old_one_until_then(
    felt: Felt,
) -> None:
    sit(felt, 1, ANCHOR)
    other = [b"x" * 32]
    while len(other) < 3:
        other.append(value_after(other[-1]))
    felt.do(commands.announce_seed, ONE, seat=1, anchor=other[-1].hex())
    bet(felt, 1, SEEDS[0])
    finish(felt)
    bet(felt, 1, other[-2].hex())
    finish(felt)
    assert audit(felt.store, KEY, every=True).faults == ()


def test_at_a_table_that_was_empty_the_house_commits_again(felt: Felt) -> None:
    sit(felt, 1)
    bet(felt, 1)
    finish(felt)
    stood = felt.table.committed
    felt.do(commands.leave, ONE, seat=1)
    assert felt.table.committed is None
    sit(felt, 2, ANCHOR)
    assert felt.table.committed is not None
    assert felt.table.committed != stood
    bet(felt, 2, SEEDS[0])
    felt.do(commands.place, TWO, seat=2, bets={})
    felt.do(commands.leave, TWO, seat=2)
    sit(felt, 3, ANCHOR)
    assert felt.table.committed.round == 2, "the open round is the one it is for"
    bet(felt, 3, SEEDS[0])
    finish(felt)
    assert audit(felt.store, KEY, every=True).faults == ()


def test_where_no_player_has_sat_down_since_a_round_opens_with_a_commitment() -> None:
    felt = Felt(GAME, dealer=DEALER.name)
    felt.do(commands.open_round, DEALER)
    assert kinds(felt)[-2:] == ["deck-committed", "round-opened"]


def void(felt: Felt) -> events.RoundVoided:
    felt.do(commands.report, WATCHER, irregularity="fouled-deck", reason="a joker")
    done = felt.do(commands.rule, FLOOR, reason="seen")
    return next(each for each in done.events if isinstance(each, events.RoundVoided))


@pytest.mark.parametrize("is_dealt", [False, True])
def test_a_void_round_shows_its_secret(felt: Felt, is_dealt: bool) -> None:
    sit(felt, 1, ANCHOR)
    committed = felt.table.committed
    assert committed is not None
    bet(felt, 1, SEEDS[0])
    if is_dealt:
        felt.do(commands.no_more_bets, AUTOMATIC)
    happened = void(felt)
    assert commitment_of("table/pit-1", 1, happened.secret) == committed.commitment
    assert bool(happened.deck) == is_dealt
    assert felt.table.committed is not None
    assert felt.table.committed.round == 2
    assert audit(felt.store, KEY, every=True).faults == ()


def test_two_seats_with_the_same_secret_get_other_decks_with_other_seeds(felt: Felt) -> None:
    sit(felt, 1, ANCHOR)
    bet(felt, 1, SEEDS[0])
    felt.do(commands.no_more_bets, AUTOMATIC)
    now = felt.table.playing
    assert now is not None
    about = shuffle_of("pit-1", now)
    secret = felt.shoe.secret(about, now.sealed)
    without = Shuffle("pit-1", 1, now.commitment)
    assert order_of(secret, about.message) != order_of(secret, without.message)
    assert shown(about, secret, order_of(secret, without.message))[0] is None


def test_a_house_that_keeps_the_better_of_two_secrets_is_found_by_the_audit(
    felt: Felt, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = dealer.shuffled

    def order(table: Table, context: Context, happened: list[events.AnyEvent]) -> bytes:
        for event in happened:
            table = after(table, event)
        assert table.playing is not None
        return deck_in_play(context.shoe, table.name, table.playing).order

    def steered(table: Table, context: Context) -> list[events.AnyEvent]:
        other = events.DeckCommitted(table.rounds, *context.shoe.commit(table.name, table.rounds))
        choices = [
            honest(table, context),
            [other, *honest(after(table, other), context)],
        ]
        return max(choices, key=lambda each: order(table, context, each)[3])

    monkeypatch.setattr(dealer, "shuffled", steered)
    sit(felt, 1, ANCHOR)
    for seed in SEEDS:
        bet(felt, 1, seed)
        finish(felt)
    steered_rounds = kinds(felt).count("deck-committed") - 1
    assert steered_rounds > 0
    found = faults(felt.store)
    words = "the house had committed to another secret"
    assert len([each for each in found if words in each]) == steered_rounds


def a_log(felt: Felt) -> tuple[Recorded, ...]:
    """Two rounds with a seed and one without."""
    sit(felt, 1, ANCHOR)
    for seed in (SEEDS[0], SEEDS[1], ""):
        bet(felt, 1, seed)
        finish(felt)
    return tuple(felt.store.read())


def changed(rows: tuple[Recorded, ...], kind: str, **fields: Any) -> list[str]:
    forged = rewritten(rows, first(rows, kind), lambda event: replace(event, **fields))
    return faults(rechained(forged))


def test_a_log_that_was_tampered_with_is_found(felt: Felt) -> None:
    rows = a_log(felt)
    assert faults(rechained(rows)) == []
    assert any(
        "is not the next one" in each for each in changed(rows, "bets-placed", seed=CHAIN[0])
    )
    assert any("the beacon is" in each for each in changed(rows, "betting-closed", beacon="1"))
    assert any("seeds of seats []" in each for each in changed(rows, "betting-closed", seeds=()))
    assert any(
        "had published" in each for each in changed(rows, "deck-committed", commitment=bytes(32))
    )
    assert any(
        "committed to before" in each for each in changed(rows, "round-closed", secret=bytes(32))
    )
    assert any(
        "had not committed" in each for each in changed(rows, "round-closed", next_commitment=b"")
    )
    late = [row for row in rows if row.kind != "seed-announced"]
    assert any("had announced no seeds" in each for each in faults(rechained(late)))


def test_a_seed_that_is_added_after_the_commitment_is_found(felt: Felt) -> None:
    sit(felt, 1)
    bet(felt, 1)
    forged = [*felt.store.read()]
    place = first(tuple(forged), "bets-placed")
    announced = events.SeedAnnounced(1, "p1", CHAIN[-1])
    rows = appended(
        forged[: place - 2], announced, command="announce-seed", actor="p1", role="player"
    )
    opened = codec.decoded("round-opened", forged[place - 2].body)
    placed: Any = codec.decoded("bets-placed", forged[place - 1].body)
    rows = appended(rows, opened, command="place", actor="p1", role="player")
    given = replace(placed, seed=CHAIN[-2])
    rows = appended(rows, given, command="place", actor="p1", role="player")
    assert any(
        "had announced no seeds before the house committed" in e for e in faults(rechained(rows))
    )


def test_a_table_cannot_go_back_to_decks_that_are_drawn_after_the_bets(felt: Felt) -> None:
    rows = a_log(felt)
    found = changed(rows, "betting-closed", sealed=b"x")
    assert any(str(Check.DECK) in each and "when the bets were known" in each for each in found)
