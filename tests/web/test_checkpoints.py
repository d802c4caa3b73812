"""Anyone gets the newest checkpoint of a room, and proofs that it covers what they saw."""

from pathlib import Path

import pytest

from fairdeal.live import Room
from fairdeal.live.audit import audit
from fairdeal.live.log.checkpoints import check_of_one_history, check_signed, public_key, read_note
from fairdeal.live.log.notary import Notary
from fairdeal.live.log.tree import is_included, leaf_hash
from tests.live.tables import KEY
from tests.web.house import House
from tests.web.rounds import MARA, bets_fall, decided, seated


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open("three-card-poker")
    return house


def signed(house: House) -> None:
    Notary(house.room.store, KEY).sign()


def played(house: House) -> None:
    """A round that is over, and signed."""
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 1000}})
    decided(house, {MARA: "play"})
    signed(house)


def test_the_newest_checkpoint_is_there_for_everybody(house: House) -> None:
    signed(house)
    with house.browser() as browser:
        answer = browser.get("/checkpoint")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        note = read_note(answer.text)
    check_signed(note, public_key(KEY))
    assert note.size == 1


def test_a_room_that_has_signed_nothing_says_so(house: House) -> None:
    with house.browser() as browser:
        answer = browser.get("/api/checkpoint/inclusion?pos=1")
        assert (answer.status_code, answer.json()["code"]) == (404, "checkpoint.none")
        assert browser.get("/checkpoint").status_code == 404


def test_two_checkpoints_are_shown_to_be_of_one_history(house: House) -> None:
    signed(house)
    with house.browser() as browser:
        old = read_note(browser.get("/checkpoint").text)
        played(house)
        new = read_note(browser.get("/checkpoint").text)
        asked = f"old={old.size}&new={new.size}"
        told = browser.get(f"/api/checkpoint/consistency?{asked}").json()
    assert (told["old"], told["new"]) == (old.size, new.size)
    check_of_one_history(old, new, [bytes.fromhex(each) for each in told["path"]])


def test_a_round_that_is_over_is_shown_to_be_under_the_checkpoint(house: House) -> None:
    played(house)
    with house.browser() as browser:
        told = browser.get("/api/tables/pit-1/rounds/1/proof").json()
        [end] = [row for row in house.room.store.read() if row.kind == "round-closed"]
        assert browser.get(f"/api/checkpoint/inclusion?pos={end.pos}").json() == told
    note = read_note(told["checkpoint"])
    assert end.hash.hex() in told["leaf"]
    path = [bytes.fromhex(each) for each in told["path"]]
    digest = leaf_hash(told["leaf"].encode())
    assert told["size"] == note.size
    assert is_included(digest, told["index"], note.size, path, note.root)


def test_a_round_in_play_has_no_proof(house: House) -> None:
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 1000}})
    signed(house)
    with house.browser() as browser:
        answer = browser.get("/api/tables/pit-1/rounds/1/proof")
        assert (answer.status_code, answer.json()["code"]) == (409, "round.open")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ("inclusion", 400, "number.unreadable"),
        ("inclusion?pos=x", 400, "number.unreadable"),
        ("inclusion?pos=0", 404, "event.none"),
        ("inclusion?pos=999", 404, "event.none"),
        ("consistency?old=2&new=1", 400, "proof.sizes"),
        ("consistency?old=0&new=9", 400, "proof.sizes"),
        (f"consistency?old=0&new={'9' * 19}", 400, "number.unreadable"),
    ],
)
def test_a_proof_of_what_is_not_there_is_refused(
    house: House, asked: str, status: int, code: str
) -> None:
    signed(house)
    with house.browser() as browser:
        answer = browser.get(f"/api/checkpoint/{asked}")
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_an_event_that_no_checkpoint_covers_yet_has_no_proof(house: House) -> None:
    signed(house)
    house.open("three-card-poker", "pit-2")
    with house.browser() as browser:
        answer = browser.get("/api/checkpoint/inclusion?pos=2")
        assert (answer.status_code, answer.json()["code"]) == (409, "checkpoint.early")


def test_the_log_of_a_room_with_checkpoints_holds(house: House) -> None:
    played(house)
    assert isinstance(house.room, Room)
    assert audit(house.room.store, KEY).checkpoints == 1
