"""Tables run from the command line, and logs moved by it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal.cli.table_screen import show_table
from fairdeal.live.log.stores import open_store
from fairdeal.live.table.state import Table
from fairdeal.live.views import view
from tests.typed import Run

Tell = Callable[..., str]


@pytest.fixture
def tell(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Type a command that must succeed, in an empty folder, and give back what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FAIRDEAL_ROOM", raising=False)

    def typed(words: str) -> str:
        code, out, err = run(*words.split())
        assert (code, err) == (0, ""), err
        return out

    return typed


@pytest.fixture
def complaint(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Type a command that must fail, and give back the sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FAIRDEAL_ROOM", raising=False)

    def typed(words: str) -> str:
        code, out, err = run(*words.split())
        assert code == 2
        assert out == ""
        return err.removeprefix("fairdeal: ").strip()

    return typed


def a_seated_player(tell: Tell, game: str = "three-card-poker") -> None:
    tell(f"do pit-1 open-table game={game} limits.ante=5-100 --as floor:fran")
    tell("do pit-1 sit seat=2 --as player:alice")
    tell("do pit-1 buy-in player=alice amount=200 --as floor:fran")


def a_hand_to_decide(tell: Tell) -> None:
    a_seated_player(tell)
    tell("do pit-1 place seat=2 bets.ante=10 bets.pair-plus=5 --as player:alice")
    tell("do pit-1 no-more-bets --as dealer:house")


def test_a_round_is_played_by_typing(tell: Tell) -> None:
    a_hand_to_decide(tell)
    said = tell("do pit-1 decide seat=2 word=play --as player:alice")
    assert said.startswith("alice at seat 2 says play, $10 more on play\n")
    assert said.endswith("the round is over and its deck is shown\n")
    assert "Everything holds" in tell("audit")


def test_events_can_be_printed_as_json(tell: Tell) -> None:
    a_seated_player(tell)
    done = json.loads(tell("do pit-1 leave seat=2 --as player:alice --json"))
    assert done == {
        "repeated": False,
        "events": [{"pos": 4, "kind": "seat-left", "event": {"seat": 2, "player": "alice"}}],
    }


def test_a_command_with_a_key_is_done_once(tell: Tell) -> None:
    a_seated_player(tell)
    first = tell("do pit-1 buy-in player=alice amount=50 --as floor:fran --again slip-7")
    assert first == "alice buys chips for $50\n"
    again = tell("do pit-1 buy-in player=alice amount=50 --as floor:fran --again slip-7")
    assert again.startswith("done before, under the same key:")
    assert "$250" in tell("table pit-1 --as floor:fran")


def test_without_a_command_all_of_them_are_listed_with_who_may_give_them(tell: Tell) -> None:
    listed = tell("do")
    assert "place" in listed
    assert "bets.NAME=DOLLARS" in listed
    assert "upheld=yes|no" in listed
    assert "by floor, manager" in listed


def test_a_player_sees_the_own_cards_and_the_public_does_not(tell: Tell) -> None:
    a_hand_to_decide(tell)
    own = tell("table pit-1 --as player:alice")
    assert "You may say: play ($10), fold" in own
    assert own.count("??") == 3  # the dealer's
    everybody = tell("table pit-1")
    assert everybody.count("??") == 6
    assert "alice" not in everybody


def test_a_player_without_the_key_sees_no_more_than_the_public(tell: Tell, tmp_path: Path) -> None:
    a_hand_to_decide(tell)
    (tmp_path / "fairdeal.db.key").unlink()
    assert tell("table pit-1 --as player:alice").count("??") == 6


def test_staff_see_balances_and_what_waits_for_a_ruling(tell: Tell) -> None:
    a_hand_to_decide(tell)
    tell("do pit-1 report irregularity=fouled-deck reason=52nd --as dealer:dora")
    shown = tell("table pit-1 --as floor:fran")
    assert "The table holds until fouled-deck is ruled on." in shown
    assert "chips:alice" in shown
    tell("do pit-1 rule reason=seen upheld=yes --as floor:fran")
    assert "void: The deck is found to be short" in tell("table pit-1")


def test_a_default_taken_by_the_system_is_marked(
    tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_hand_to_decide(tell)
    monkeypatch.setattr("time.time_ns", lambda: 4 * 10**18)
    tell("do pit-1 time-out --as dealer:house")
    assert "fold (by the system)" in tell("table pit-1")


def test_tables_are_listed_in_every_state(tell: Tell) -> None:
    a_seated_player(tell)
    for name in ("two", "three", "four", "five"):
        tell(f"do {name} open-table game=three-way-action --as floor:fran")
    tell("do two close-table reason=late --as floor:fran")
    tell("do three disable reason=shoe --as floor:fran")
    tell("do four sit seat=1 --as player:bob")
    tell("do four buy-in player=bob amount=900 --as floor:fran")
    tell("do four place seat=1 bets.high-card=5 bets.blackjack=5 bets.poker=5 --as player:bob")
    tell("do four close-table reason=late --as floor:fran")
    tell("do pit-1 place seat=2 bets.ante=10 --as player:alice")
    listed = tell("table")
    for state in ("closed", "takes no bets (shoe)", "closes after this round", "open for bets"):
        assert state in listed
    assert "place your bets" in tell("table pit-1")
    tell("do pit-1 no-more-bets --as dealer:house")
    assert "dealing" in tell("table")


def test_an_offered_bank_and_its_holder_are_shown(tell: Tell) -> None:
    a_seated_player(tell, "napa-three-card-poker")
    tell("do pit-1 sit seat=1 --as player:bob")
    tell("do pit-1 buy-in player=bob amount=200 --as floor:fran")
    assert "the bank is offered to seat 1" in tell("table pit-1")
    tell("do pit-1 post-bank seat=1 amount=100 --as player:bob")
    assert "1 (bank)" in tell("table pit-1 --as player:alice")


def test_views_can_be_printed_as_json(tell: Tell) -> None:
    a_seated_player(tell)
    one = json.loads(tell("table pit-1 --json"))
    assert one["table"] == "pit-1"
    assert json.loads(tell("table --json")) == [one]


def test_an_empty_room_says_so(tell: Tell, tmp_path: Path) -> None:
    open_store(tmp_path / "fairdeal.db").close()
    assert "no table yet" in tell("table")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("do pit-1", "nothing is asked of table pit-1"),
        ("do pit-1 plce --as player:a", "did you mean place?"),
        ("do pit-1 sit seat=1", "nobody asks for sit"),
        ("do pit-1 sit seat=1 --as bob", "'bob' names nobody"),
        ("do pit-1 sit seat=1 --as king:bob", "'king:bob' names nobody"),
        ("do pit-1 sit seat=one --as player:bob", "seat=one cannot be read: expected a number"),
        ("do pit-1 sit sit=1 --as player:bob", "'sit=1' cannot be read: expected seat=NUMBER"),
        ("do pit-1 sit seat --as player:bob", "'seat' cannot be read"),
        ("do pit-1 enable x=1 --as floor:fran", "expected reason=TEXT"),
        ("do pit-1 no-more-bets x=1 --as dealer:house", "expected nothing more"),
        ("do pit-1 rule reason=a upheld=maybe --as floor:fran", "expected yes or no"),
        ("do pit-1 buy-in player=bob cents=5 --as floor:fran", "expected player=TEXT or amount="),
        ("do pit-1 place seat=1 bets=5 --as player:bob", "'bets=5' cannot be read"),
        ("do pit-1 place seat=1 bets.ante=ten --as player:bob", "'ten' is not an amount"),
        ("do pit-1 place bets.ante=1 bets.ante=2 --as player:bob", "bets.ante is given twice"),
        ("do pit-1 sit seat=1 --as player:bob", "table pit-1 is not open"),
        ("table pit-9", "fairdeal.db"),
        ("move", "say where to move the log"),
    ],
)
def test_what_is_typed_wrong_gets_one_sentence(complaint: Tell, words: str, sentence: str) -> None:
    said = complaint(words)
    assert sentence in said
    assert "\n" not in said


def test_pay_tables_are_named_in_a_list(tell: Tell) -> None:
    tell("do pit-1 open-table game=three-card-poker pay-tables=pair-plus=D,TCPB-02 --as floor:fran")
    assert "pair-plus D" in tell("table pit-1")


def test_a_log_is_moved_whole(tell: Tell, tmp_path: Path) -> None:
    a_hand_to_decide(tell)
    told = tell("move --to new.db")
    assert told in tell("move --to other.db --room new.db --key fairdeal.db.key")
    assert told.startswith("8 events, head 8:")


def test_an_unknown_table_is_named_with_the_nearest(tell: Tell, complaint: Tell) -> None:
    a_seated_player(tell)
    assert "did you mean pit-1?" in complaint("table pit-11")


def test_a_table_that_was_never_opened_is_shown_as_its_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_table(view(Table("pit-9"), None))
    assert capsys.readouterr().out.startswith("Table pit-9\n")
