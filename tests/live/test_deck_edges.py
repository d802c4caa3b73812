"""Decks at their edges: rounds of older logs, second seeds, and advice about another bet."""

import hashlib
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from fairdeal.analysis.advice import Advice
from fairdeal.live import AUTOMATIC, Room, commands, events
from fairdeal.live.audit import Check, audit
from fairdeal.live.clocks import Clock
from fairdeal.live.history.recall import recall
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Draft, Entry, Recorded, derived
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.web import advising
from tests.live.decks import Arranged
from tests.live.forging import Forged, first, rechained, rewritten
from tests.live.tables import BETS, KEY, PLAYERS, Felt
from tests.live.test_seeds import ANCHOR, SEEDS, bet, sit
from tests.web.house import House
from tests.web.rounds import MARA, bets_fall, seated

GAME = "three-card-poker"
NONCE = bytes(range(100, 132))


def changed(row: Recorded, event: events.AnyEvent) -> Recorded:
    kind, body = codec.encoded(event)
    return replace(row, kind=kind, body=body)


def older(rows: list[Recorded]) -> Forged:
    """The log as an older program wrote it: each deck is drawn and sealed after the bets."""
    order = next(
        event.deck
        for event in (codec.decoded(row.kind, row.body) for row in rows)
        if isinstance(event, events.RoundClosed)
    )
    commitment = hashlib.sha256(NONCE + order).digest()
    sealed = bytes(12) + AESGCM(derived(KEY, "decks")).encrypt(bytes(12), order + NONCE, commitment)
    found = []
    for row in rows:
        event = codec.decoded(row.kind, row.body)
        match event:
            case events.DeckCommitted():
                continue
            case events.BettingClosed():
                event = replace(event, commitment=commitment, sealed=sealed)
            case events.RoundClosed():
                hidden: dict[str, Any] = {"nonce": NONCE, "secret": b""}
                event = replace(event, next_commitment=b"", next_sealed=b"", **hidden)
            case _:
                pass
        found.append(changed(row, event))
    return rechained(found, KEY)


def recorded_again(rows: list[Recorded]) -> MemoryStore:
    """A log that a room can go on writing, with these events."""
    store, versions = MemoryStore(KEY), dict[str, int]()
    for (stream, key), group in groupby(rows, lambda row: (row.stream, row.key)):
        parts = [*group]
        drafts = tuple(Draft(part.kind, part.body) for part in parts)
        head, version = parts[0], versions.get(stream, 0)
        who = (head.at, head.actor, head.role, head.command)
        store.append(Entry(stream, version, *who, key, head.arguments, drafts))
        versions[stream] = version + len(drafts)
    return store


@pytest.fixture
def felt() -> Felt:
    """A table with one player, who has chips."""
    felt = Felt(GAME)
    felt.fill(1)
    return felt


def test_a_round_whose_deck_was_drawn_after_the_bets_is_audited_and_told(felt: Felt) -> None:
    felt.bet()
    felt.deal()
    while felt.table.playing:
        felt.say("play")
    log = older([*felt.store.read()])
    found = audit(log, KEY, every=True)
    assert found.faults == ()
    assert "1 rounds of pit-1 are of an older form" in found.warnings[1]
    old, new = (recall(store, "pit-1", 1) for store in (log, felt.store))
    assert old.lines == new.lines != ()
    [said] = [step.text for step in old.steps if step.kind == "betting-closed"]
    closed = next(step.event for step in old.steps if step.kind == "betting-closed")
    assert isinstance(closed, events.BettingClosed)
    fixed = closed.commitment.hex()[:16]
    assert said == f"no more bets; the deck is shuffled and fixed as {fixed}..."


def test_a_round_that_an_older_program_opened_gets_its_commitment_when_betting_closes(
    felt: Felt,
) -> None:
    felt.bet()
    rows = [row for row in felt.store.read() if row.kind != "deck-committed"]
    store = recorded_again(rows)
    room = Room(
        store, KEY, clock=Clock.of(lambda: felt.now), shoe=Arranged(KEY, below=lambda orders: 0)
    )
    assert room.table("pit-1").committed is None
    done = room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    committed, closed = done.events[:2]
    assert isinstance(committed, events.DeckCommitted)
    assert isinstance(closed, events.BettingClosed)
    assert (committed.round, committed.commitment) == (1, closed.commitment)
    while (now := room.table("pit-1").playing) is not None:
        room.do("pit-1", commands.decide, by=PLAYERS[0], seat=now.turn, word="play")
    [closed_round] = [row for row in store.read() if row.kind == "round-closed"]
    event = codec.decoded(closed_round.kind, closed_round.body)
    assert isinstance(event, events.RoundClosed)
    assert event.secret != b""


def test_a_second_seed_in_one_round_is_found() -> None:
    felt = Felt(GAME)
    sit(felt, 1, ANCHOR)
    bet(felt, 1, SEEDS[0])
    bet(felt, 1, ante=2000)
    rows = [*felt.store.read()]
    assert audit(rechained(rows), every=True).faults == ()
    place = first(rows, "bets-placed", seed=b"")
    seed = bytes.fromhex(SEEDS[1])
    found = audit(rechained(rewritten(rows, place, lambda e: replace(e, seed=seed))), every=True)
    assert [(fault.pos, fault.check, fault.sentence) for fault in found.faults] == [
        (place, Check.DECK, "seat 1 revealed a second seed in one round")
    ]


def test_advice_about_a_bet_beside_the_base_game_names_that_bet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "_AT_ONCE", 10.0)
    house = House(tmp_path)
    house.site.adviser._answer = lambda question: Advice(
        {"play": Fraction(1), "fold": Fraction(0)}, "ante", to="pair-plus"
    )
    house.open(GAME, practice=True)
    seated(house, MARA, 1)
    bets_fall(house, {MARA: BETS[GAME]})
    advice = house.site.hub.shown("practice", "pit-1", MARA)["advice"]
    assert "on average to the Pair Plus bet per ante" in advice
