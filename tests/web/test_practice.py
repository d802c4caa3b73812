"""The adviser of practice tables: exact, from what its player may see, and nowhere else."""

import asyncio
import json
from collections.abc import Iterator
from fractions import Fraction
from threading import Event
from typing import Any

import pytest

from fairdeal import cards, games
from fairdeal.analysis.advice import Advice
from fairdeal.errors import Refused
from fairdeal.live import commands
from fairdeal.web import advising
from fairdeal.web.advising import Adviser, Question, answered
from fairdeal.web.audience import Client
from tests.examples import FEW
from tests.live.tables import BETS, FLOOR, MANAGER
from tests.web.house import House
from tests.web.rounds import MARA, OSKAR, bets_fall, decided, guest, seated

CUE = Advice({"play": Fraction(-45755, 9212), "fold": Fraction(-5)}, "dollar")


@pytest.fixture
def adviser() -> Iterator[Adviser]:
    adviser = Adviser(lambda question: CUE)
    yield adviser
    adviser.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that wait for an answer: on a busy machine the counting thread may come late."""
    monkeypatch.setattr(advising, "_AT_ONCE", 10.0)


def question_of(house: House, who: Any = MARA) -> Question:
    found = Question.of(house.room.view("pit-1", who))
    assert found is not None
    return found


def test_only_a_practice_table_has_an_adviser_and_other_pages_nothing_of_it(house: House) -> None:
    house.open("three-card-poker")
    house.open("three-card-poker", "pit-2", practice=True)
    with house.browser() as browser:
        assert "dviser" not in browser.get("/tables/pit-1").text
        refused = browser.get("/tables/pit-1?adviser=on")
        assert refused.status_code == 409
        assert "Table pit-1 is not a practice table: there is no adviser." in refused.text
        assert browser.get("/stream/practice/pit-1").json()["code"] == "adviser.none"
        assert browser.get("/stream/practice/nix").json()["code"] == "table.unknown"
        off = browser.get("/tables/pit-2").text
        assert "Switch the adviser on" in off
        assert 'data-part="advice"' not in off
        assert '"/stream/table/pit-2"' in off
        on = browser.get("/tables/pit-2?adviser=on").text
        assert 'data-part="advice"' in on
        assert '"/stream/practice/pit-2"' in on
        lobby = browser.get("/").text
        assert lobby.count('<span class="tag info">Practice</span>') == 1


@pytest.mark.usefixtures("patient")
def test_the_adviser_names_the_best_choice_with_exact_values(house: House) -> None:
    house.site.adviser._answer = lambda question: CUE
    house.open("three-card-poker", practice=True)
    seated(house, MARA, 1)
    waits = house.site.hub.shown("practice", "pit-1", MARA)["advice"]
    assert "When it is your turn" in waits
    bets_fall(house, {MARA: {"ante": 500}})
    advice = house.site.hub.shown("practice", "pit-1", MARA)["advice"]
    assert "Best: <b>Play</b>" in advice
    assert "\N{MINUS SIGN}$4.9669" in advice
    assert "\N{MINUS SIGN}45755/9212" in advice
    assert advice.index("Play</dt>") < advice.index("Fold</dt>")
    others = house.site.hub.shown("practice", "pit-1", OSKAR)["advice"]
    assert "Best" not in others


def test_a_page_of_a_table_that_is_no_practice_table_any_more_has_no_advice(house: House) -> None:
    house.site.adviser._answer = lambda question: CUE
    house.open("three-card-poker", practice=True)
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="evening")
    house.open("three-card-poker", practice=False)
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 500}})
    parts = house.site.hub.faces["practice"].parts("pit-1", MARA)
    assert parts["advice"] == ""
    assert "Play" in parts["bar"]


@pytest.mark.parametrize("key", sorted(games.GAMES))
def test_what_is_asked_is_what_the_player_sees(house: House, key: str) -> None:
    house.deck = "Qs 6h 4d 2c | 9h 8h 7c 3s | Jd Td 4s"
    house.open(key, practice=True)
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    if games.game(key).player_banked:
        house.room.do("pit-1", commands.decline_bank, by=MARA, seat=1)
        house.room.do("pit-1", commands.post_bank, by=OSKAR, seat=2, cents=40_000)
        bets_fall(house, {MARA: {"ante": 500}})
    else:
        bets_fall(house, {MARA: BETS[key], OSKAR: BETS[key]})
    question = question_of(house)
    view = house.room.view("pit-1", MARA)
    shown = {card for seat in view.seats for card in seat.cards if card}
    assert view.round is not None
    up = {card for card in view.round.dealer if card}
    told = {*question.held, *question.seen} | ({question.up} - {None})
    assert told == {*cards.parse(" ".join(shown | up))}
    assert question.held == cards.parse(" ".join(c for c in view.seats[0].cards if c))
    advice = answered(question)
    assert {*advice.choices} >= {each.word for each in view.choices}
    assert advice.per == "dollar"
    example = answered(Question.example(house.site.known("pit-1")))
    assert len(example.best) >= 1


@pytest.mark.usefixtures("more_games", "few_cards")
@pytest.mark.parametrize(
    ("key", "bets", "said", "shared"),
    [
        ("let-it-ride", ("first", "second", "third"), ("pull", "ride"), (0, 1)),
        ("ultimate-texas-holdem", ("ante", "blind", "trips"), ("check", "check", "1x"), (0, 3, 5)),
    ],
)
def test_the_adviser_sees_the_shared_cards_that_lie_open(
    house: House, key: str, bets: tuple[str, ...], said: tuple[str, ...], shared: tuple[int, ...]
) -> None:
    house.deck = cards.show(FEW[key])
    house.open(key, practice=True)
    seated(house, MARA, 1)
    bets_fall(house, {MARA: dict.fromkeys(bets, 500)})
    for word, number in zip(said, shared, strict=True):
        question = question_of(house)
        assert len(question.board) == number
        assert {*question.held, *question.board} < {*FEW[key]}
        advice = answered(question)
        view = house.room.view("pit-1", MARA)
        assert {*advice.choices} == {each.word for each in view.choices}
        assert advice.per == "dollar"
        house.room.do("pit-1", commands.decide, by=MARA, seat=1, word=word)


@pytest.mark.usefixtures("patient")
def test_bets_that_leave_nothing_to_decide_are_told(house: House) -> None:
    house.open("three-card-poker", practice=True)

    def refused(question: Question) -> Advice:
        raise Refused("without an ante there is nothing to decide", code="bets.undecided")

    house.site.adviser._answer = refused
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 500}})
    advice = house.site.hub.shown("practice", "pit-1", MARA)["advice"]
    assert "Without an ante there is nothing to decide." in advice


def test_a_slow_answer_holds_up_no_page_and_is_told_when_it_is_there(house: House) -> None:
    house.open("three-card-poker", practice=True)
    go_on = Event()

    def slow(question: Question) -> Advice:
        go_on.wait(10)
        return CUE

    house.site.adviser._answer = slow
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 500}})

    async def scene() -> None:
        house.site.hub.start()
        client = Client()
        await house.site.hub.join(client, ("practice", "pit-1"), MARA)
        whole = await client.line.get()
        assert whole is not None
        assert "Counting" in whole.decode()
        go_on.set()
        change = await asyncio.wait_for(client.line.get(), 10)
        assert change is not None
        parts = json.loads(change.decode().split("data: ")[1])
        assert "Best: <b>Play</b>" in parts["advice"]
        assert [*parts] == ["advice"]
        await house.site.hub.close()
        house.site.hub.again("practice", "pit-1")

    asyncio.run(scene())


@pytest.mark.usefixtures("patient")
def test_a_question_is_counted_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "_KEPT", 1)
    asked: list[Question] = []

    def counted(question: Question) -> Advice:
        asked.append(question)
        return CUE

    adviser = Adviser(counted)
    house.open("three-card-poker", practice=True)
    setup = house.site.known("pit-1")
    adviser.prepare(setup)
    adviser.prepare(setup)
    example = Question.example(setup)
    assert adviser.advice(example, lambda: None) == CUE
    assert asked == [example]
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 500}})
    own = question_of(house)
    adviser.advice(own, lambda: None)
    adviser.advice(example, lambda: None)
    assert asked == [example, own, example]
    adviser.close()


def test_nobody_is_advised_out_of_turn(house: House, adviser: Adviser) -> None:
    house.open("three-card-poker", practice=True)
    assert Question.of(house.room.view("pit-1", MARA)) is None
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    bets_fall(house, {MARA: {"ante": 500}, OSKAR: {"ante": 500}})
    assert Question.of(house.room.view("pit-1", OSKAR)) is None
    assert Question.of(house.room.view("pit-1", FLOOR)) is None
    decided(house, {MARA: "play"})
    assert Question.of(house.room.view("pit-1", OSKAR)) is not None


def test_meters_count_as_they_stand(house: House) -> None:
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    limits = {"stax": "5"}
    house.open("ags-3-card", progressive="stax", limits=limits, practice=True)
    seated(house, MARA, 1)
    for _ in range(2):
        bets_fall(house, {MARA: {"ante": 500, "stax": 500}})
        question = question_of(house)
        decided(house, {MARA: "fold"})
    assert dict(question.meters)["star"] == 100_025


@pytest.mark.usefixtures("patient")
def test_a_guest_may_ask_with_nothing_but_the_page(house: House) -> None:
    house.site.adviser._answer = lambda question: CUE
    house.open("three-card-poker", practice=True)
    with house.browser() as browser:
        me = guest(browser)
        bets_fall(house, {me: {"ante": 500}})
        assert "Best: <b>Play</b>" in browser.get("/tables/pit-1?adviser=on").text
        assert "Best:" not in browser.get("/tables/pit-1").text
