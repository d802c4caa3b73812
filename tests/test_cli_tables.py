"""Tables run from the command line, and logs moved by it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal import money
from fairdeal.cli.table_screen import show_table
from fairdeal.live.commands import COMMANDS
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
        "events": [{"pos": 5, "kind": "seat-left", "event": {"seat": 2, "player": "alice"}}],
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
    for line in (
        "open-table  (floor, manager)",
        "    game=GAME                required",
        "    least=DOLLARS            default: $5",
        "    dealer=NAME              default: the automatic dealer",
        "    bets.BET=DOLLARS  required; bets=none takes them back",
        "    upheld=yes|no  default: yes",
    ):
        assert f"\n{line}\n" in listed
    assert max(map(len, listed.splitlines())) <= 100
    assert all(f"\n{name}  (" in listed for name in COMMANDS)
    assert " ".join(listed.split()) in " ".join(tell("do --help").split())


def test_for_programs_the_commands_are_listed_in_json(tell: Tell) -> None:
    listed = json.loads(tell("do --json"))
    assert {each["command"] for each in listed} == set(COMMANDS)
    [sit] = [each for each in listed if each["command"] == "sit"]
    assert (sit["of"], sit["roles"]) == ("table", ["player"])
    seat, anchor = sit["arguments"]
    assert (anchor["typed"], anchor["default"]) == ("anchor=TEXT", "no seeds for the shuffle")
    assert (seat["typed"], seat["required"]) == ("seat=NUMBER", False)
    assert seat["default"] == "the first free seat"
    assert {each["of"] for each in listed} == {"table", "progressive"}


def test_the_key_of_a_command_has_a_plain_name_and_the_old_one_still_works(tell: Tell) -> None:
    tell("do pit-1 open-table game=three-card-poker --as floor:fran")
    tell("do pit-1 sit --as player:alice --idempotency-key one")
    again = tell("do pit-1 sit --as player:alice --again one")
    assert again.startswith("done before, under the same key:")
    assert "--again" not in tell("do --help")


def test_limits_have_one_shape_wherever_they_are_shown(tell: Tell) -> None:
    a_hand_to_decide(tell)
    shape = {"least_cents": 500, "most_cents": 10_000, "step_cents": 1}
    assert json.loads(tell("table pit-1 --json"))["setup"]["limits"]["ante"] == shape
    assert json.loads(tell("replay pit-1/1 --json"))["terms"]["limits"]["ante"] == shape


def test_a_profile_without_a_date_is_shown_without_one(tell: Tell) -> None:
    a_hand_to_decide(tell)
    assert "configuration 1, profile plain, rules " in tell("replay pit-1/1")


def test_only_a_change_leaves_what_is_not_said_as_it_is(tell: Tell) -> None:
    parts = tell("do").split("\n\n")
    assert [part.split()[0] for part in parts if "default: unchanged" in part] == ["reconfigure"]


def test_a_player_sees_the_own_cards_and_the_public_does_not(tell: Tell) -> None:
    a_hand_to_decide(tell)
    own = tell("table pit-1 --as player:alice")
    assert "You may say: play ($10), fold" in own
    assert own.count("??") == 3  # the dealer's
    everybody = tell("table pit-1")
    assert everybody.count("??") == 6
    assert "alice" not in everybody
    assert re.findall(r"^ (\d) +(free|taken)", everybody, re.M) == [
        (str(seat), "taken" if seat == 2 else "free") for seat in range(1, 7)
    ]


def test_a_player_without_the_key_sees_no_more_than_the_public(tell: Tell, tmp_path: Path) -> None:
    a_hand_to_decide(tell)
    (tmp_path / "fairdeal.db.key").unlink()
    assert tell("table pit-1 --as player:alice").count("??") == 6


def test_staff_see_balances_and_what_waits_for_a_ruling(tell: Tell) -> None:
    a_hand_to_decide(tell)
    tell("do pit-1 report irregularity=fouled-deck reason=52nd --as surveillance:sue")
    shown = tell("table pit-1 --as floor:fran")
    assert "The table holds until fouled-deck is ruled on." in shown
    assert "sue reported it: 52nd" in shown
    assert "chips:alice" in shown
    assert "sue" not in tell("table pit-1")
    tell("do pit-1 rule reason=seen upheld=yes --as floor:fran")
    shown = tell("table pit-1")
    assert "void, and every bet was returned: The deck is found to be short" in shown
    assert "bets returned" in shown


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
    for state in (
        "closed",
        "takes no bets (shoe)",
        "closes when everything is paid (late)",
        "open for bets",
    ):
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
    shown = tell("table pit-1 --as player:alice")
    assert "1 (bank)" in shown
    assert "the bank of seat 1 holds $100" in shown


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
        ("do pit-1", "the command is missing: type fairdeal do pit-1 COMMAND"),
        ("do sit", "the table is missing: type fairdeal do TABLE sit"),
        ("do sit seat=1 --as player:a", "the table is missing: type fairdeal do TABLE sit"),
        ("do sit pit-1 seat=1 --as player:a", "type fairdeal do pit-1 sit"),
        ("do pit-1 seat=1 sit --as player:a", "the command is missing between pit-1 and seat=1"),
        ("do pit-1 plce --as player:a", "did you mean place?"),
        ("do pit-1 fold --as player:a", "did you mean decide with word=fold?"),
        ("do pit-1 sit seat=1", "sit needs --as player:NAME"),
        ("do pit-1 enable", "enable needs --as floor:NAME or --as manager:NAME"),
        (
            "do pit-1 sit seat=1 --as bob",
            "'bob' is not a role and a name: expected player:NAME, dealer",
        ),
        (
            "do pit-1 sit seat=1 --as plyer:bob",
            "'plyer:bob' names no role: did you mean play",
        ),
        ("do pit-1 sit seat=1 --as player", "has a role and no name: expected player:NAME"),
        ("do pit-1 sit seat=1 --as player:", "has a role and no name: expected player:NAME"),
        ("do pit-1 leave --as player:bob", "leave needs seat=NUMBER"),
        ("do pit-1 place --as player:bob", "place needs seat=NUMBER and bets.BET=DOLLARS"),
        ("do pit-1 sit seat=one --as player:bob", "seat=one cannot be read: expected a number"),
        ("do pit-1 sit seet=1 --as player:bob", "sit takes no 'seet': did you mean seat=NUMBER?"),
        ("do pit-1 sit seat --as player:bob", "'seat' is not typed as NAME=VALUE, such as seat=N"),
        ("do pit-1 open-table napa --as floor:fran", "is not typed as NAME=VALUE, such as game=G"),
        ("do pit-1 open-table x=1 --as floor:fran", "takes no 'x': fairdeal do lists all it takes"),
        ("do pit-1 enable x=1 --as floor:fran", "expected reason=TEXT"),
        ("do pit-1 no-more-bets x=1 --as dealer:house", "no-more-bets takes nothing more"),
        ("do pit-1 rule reason=a upheld=maybe --as floor:fran", "expected yes or no"),
        ("do pit-1 buy-in player=bob cents=5 --as floor:fran", "expected player=NAME or amount="),
        ("do pit-1 place seat=1 bets=5 --as player:bob", "expected bets.BET=DOLLARS"),
        ("do pit-1 place seat=1 bets.=5 --as player:bob", "expected bets.BET=DOLLARS"),
        ("do pit-1 place seat.1=1 --as player:bob", "'seat.1=1' cannot be read: expected seat=N"),
        ("do pit-1 place seat=1 bet.ante=5 --as player:bob", "did you mean bets.BET=DOLLARS?"),
        ("do pit-1 place seat=1 ante=5 --as player:bob", "did you mean bets.ante=5?"),
        ("do pit-1 open-table ante=5-9 --as floor:fran", "did you mean limits.ante=5-9?"),
        ("do pit-1 open-table peek=no --as floor:fran", "did you mean options.peek=no?"),
        ("do pit-1 place seat=1 bets.ante=ten --as player:bob", "bets.ante: 'ten' is not an"),
        ("do pit-1 place bets.ante=1 bets.ante=2 --as player:bob", "bets.ante is given twice"),
        ("do pit-1 place bets.ante=1 bets=none --as player:bob", "bets is given twice"),
        ("do pit-1 place bets=none bets.ante=1 --as player:bob", "bets.ante is given twice"),
        ("do pit-1 sit seat=1 seat=2 --as player:bob", "seat is given twice"),
        ("do Pit-1 open-table game=ags-3-card --as floor:f", "'Pit-1' is not the name of a table"),
        ("do pit-1 sit seat=1 --as player:bob", "fairdeal do TABLE open-table makes a room"),
        ("do pit-1 sit seat=1 --as player:bob --room no/a.db", "there is no folder"),
        ("table pit-9", "--room WHERE or $FAIRDEAL_ROOM names another"),
        ("move", "--to is missing: expected --to WHERE"),
    ],
)
def test_what_is_typed_wrong_gets_one_sentence(complaint: Tell, words: str, sentence: str) -> None:
    said = complaint(words)
    assert sentence in said
    assert "\n" not in said
    assert not list(Path().iterdir()), "a room must not be made by mistake"


def test_a_command_to_a_table_that_never_was_names_the_nearest(tell: Tell, complaint: Tell) -> None:
    a_seated_player(tell)
    assert "did you mean pit-1?" in complaint("do pit-11 leave seat=2 --as player:alice")


def test_bets_are_taken_back_by_typing_none(tell: Tell) -> None:
    a_seated_player(tell)
    tell("do pit-1 place seat=2 bets.ante=10 --as player:alice")
    taken_back = tell("do pit-1 place seat=2 bets=none --as player:alice")
    assert taken_back == "alice takes the bets of seat 2 back\n"


def test_pay_tables_are_named_in_a_list(tell: Tell) -> None:
    tell("do pit-1 open-table game=three-card-poker pay-tables=pair-plus=D,TCPB-02 --as floor:fran")
    assert "pair-plus D" in tell("table pit-1")


def test_a_log_is_moved_whole(tell: Tell) -> None:
    a_hand_to_decide(tell)
    told = tell("move --to new.db")
    assert told in tell("move --to other.db --room new.db --key fairdeal.db.key")
    assert told.startswith("9 events, head 9:")


def test_an_unknown_table_is_named_with_the_nearest(tell: Tell, complaint: Tell) -> None:
    a_seated_player(tell)
    assert "did you mean pit-1?" in complaint("table pit-11")


def test_a_table_that_was_never_opened_is_shown_as_its_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_table(view(Table("pit-9"), None))
    assert capsys.readouterr().out.startswith("Table pit-9\n")


EVERY_BET = {
    "three-card-poker": "ante=99.50 pair-plus=99.50 bonus=99.50",
    "napa-three-card-poker": "ante=99.50 pair-plus=99.50",
    "ags-3-card": "ante=99.50 player-bonus=99.50 six-card-bonus=99.50 stax=5",
    "three-card-fury": "ante=99.50 monster=99.50 royal-family=99.50 seven-card=99.50",
    "three-way-action": "high-card=99.50 blackjack=99.50 poker=99.50 bonus=99.50",
}


@pytest.mark.parametrize("game", EVERY_BET)
def test_nothing_of_a_table_is_cut_off_on_any_screen(tell: Tell, run: Run, game: str) -> None:
    name = "somebody-with-a-name-of-forty-letters-xy"
    bets = " ".join(f"bets.{bet}" for bet in EVERY_BET[game].split())
    tell(f"do pit-1 open-table game={game} --as floor:fran")
    for seat, player in ((1, "bob"), (2, name)):
        tell(f"do pit-1 sit seat={seat} --as player:{player}")
        tell(f"do pit-1 buy-in player={player} amount=123456.50 --as floor:fran")
    if game == "napa-three-card-poker":
        tell("do pit-1 post-bank seat=1 amount=500 --as player:bob")
    else:
        tell(f"do pit-1 place seat=1 {bets} --as player:bob")
    tell(f"do pit-1 place seat=2 {bets} --as player:{name}")
    said = tell("do pit-1 no-more-bets --as dealer:house")
    chips = money.show(money.dollars("123456.50") - sum(map(staked, EVERY_BET[game].split())))
    while True:
        is_settled = "is over" in said or " waits: " in said  # a large win waits for a signature
        for columns in ("50", "80", "100", "160"):
            for viewer in ([], ["--as", f"player:{name}"], ["--as", "floor:fran"]):
                code, shown, _ = run("table", "pit-1", *viewer, columns=columns)
                assert code == 0
                assert "…" not in shown
                assert max(map(len, shown.splitlines())) <= int(columns)
                if not is_settled:
                    assert not viewer or chips in shown or game == "three-way-action"
                    assert all(
                        typed.replace("=", " $") in shown for typed in EVERY_BET[game].split()
                    )
        if is_settled:
            break
        turn = json.loads(tell("table pit-1 --json"))["round"]["turn"]
        word = "stand" if game == "three-way-action" else "play"
        player = "bob" if turn == 1 else name
        said = tell(f"do pit-1 decide seat={turn} word={word} --as player:{player}")


def staked(typed: str) -> int:
    return money.dollars(typed.partition("=")[2])


def a_dealt_hand(tell: Tell, game: str, players: dict[str, str]) -> None:
    """A table whose dealer, a person, has dealt and stops there; bets by player."""
    tell(f"do pit-1 open-table game={game} dealer=dora --as floor:fran")
    for seat, player in enumerate(players, 1):
        tell(f"do pit-1 sit seat={seat} --as player:{player}")
        tell(f"do pit-1 buy-in player={player} amount=900 --as floor:fran")
    tell("do pit-1 open-round --as dealer:dora")
    for seat, (player, words) in enumerate(players.items(), 1):
        tell(f"do pit-1 {words.replace('SEAT', f'seat={seat}')} --as player:{player}")
    tell("do pit-1 no-more-bets --as dealer:dora")
    tell("do pit-1 next-step --as dealer:dora")


THREE_WAYS = "place SEAT bets.high-card=5 bets.blackjack=5 bets.poker=5"


def test_a_seat_that_is_out_of_the_round_is_marked(tell: Tell) -> None:
    a_dealt_hand(tell, "three-way-action", {"alice": THREE_WAYS, "bob": THREE_WAYS})
    tell("do pit-1 report irregularity=seat-skipped seat=2 reason=x --as surveillance:sue")
    tell("do pit-1 rule reason=seen --as floor:fran")
    shown = tell("table pit-1")
    assert shown.count("(out, bets returned)") == 1
    assert shown.count("blackjack $5, high-card $5") == 1


def test_a_fold_that_the_dealer_is_to_confirm_is_shown(tell: Tell) -> None:
    a_dealt_hand(tell, "three-card-fury", {"alice": "place SEAT bets.ante=5 bets.monster=5"})
    for _ in range(2):
        tell("do pit-1 next-step --as dealer:dora")
    said = tell("do pit-1 decide seat=1 word=fold --as player:alice")
    assert said == "alice at seat 1 declares fold and waits for the dealer to confirm it\n"
    shown = tell("table pit-1")
    assert "seat 1 has declared fold and waits for the dealer to confirm it" in shown
    assert "is to decide" not in shown
    said = tell("do pit-1 confirm-decision seat=1 --as dealer:dora")
    assert said == "dora confirms fold of alice at seat 1\n"


def test_a_card_that_lies_face_up_on_the_deck_is_shown(tell: Tell) -> None:
    a_dealt_hand(tell, "three-way-action", {"alice": THREE_WAYS})
    assert "lies face up" not in tell("table pit-1")
    tell("do pit-1 report irregularity=card-exposed reason=x --as surveillance:sue")
    tell("do pit-1 rule reason=seen --as floor:fran")
    assert re.search(r"the next card, [2-9TJQKA][cdhs], lies face up", tell("table pit-1"))


BANKED = {"bob": "post-bank SEAT amount=500", "alice": "place SEAT bets.ante=10"}


def test_what_the_bank_won_is_what_the_others_lost(tell: Tell) -> None:
    a_dealt_hand(tell, "napa-three-card-poker", BANKED)
    while not json.loads(tell("table pit-1 --json"))["round"]["turn"]:
        tell("do pit-1 next-step --as dealer:dora")
    tell("do pit-1 decide seat=2 word=fold --as player:alice")
    while "over: " not in tell("table pit-1"):
        tell("do pit-1 next-step --as dealer:dora")
    shown = tell("table pit-1 --as floor:fran")
    assert re.search(r"^ 1 \(bank\) +bob .* \$910 +\+\$10$", shown, re.M)
    assert re.search(r"^ 2 +alice .* fold +\$890 +-\$10$", shown, re.M)
    assert "holds $" not in shown


def test_the_round_before_stays_on_view_while_the_next_is_bet_on(tell: Tell) -> None:
    a_dealt_hand(tell, "napa-three-card-poker", BANKED)
    tell("do pit-1 change-dealer --as floor:fran")
    tell("do pit-1 decide seat=2 word=fold --as player:alice")
    shown = tell("table pit-1")
    assert "Round 1, the one before\ndealer  " in shown
    assert re.search(r"^ 2 +\?\? \?\? \?\? +-\$10$", shown, re.M)
    assert "Round 2\nthe bank is offered to seat 2" in shown


def test_a_void_round_before_says_so(tell: Tell) -> None:
    a_dealt_hand(tell, "napa-three-card-poker", BANKED)
    tell("do pit-1 change-dealer --as floor:fran")
    tell("do pit-1 report irregularity=fouled-deck reason=x --as surveillance:sue")
    tell("do pit-1 rule reason=seen --as floor:fran")
    before = tell("table pit-1").partition("the one before")[2]
    assert before.startswith("\nvoid, and every bet was returned: The deck is found")


def test_a_round_that_is_void_before_the_deal_has_no_cards_to_show(tell: Tell) -> None:
    a_seated_player(tell, "napa-three-card-poker")
    tell("do pit-1 sit seat=1 --as player:bob")
    tell("do pit-1 buy-in player=bob amount=200 --as floor:fran")
    tell("do pit-1 post-bank seat=1 amount=100 --as player:bob")
    tell("do pit-1 place seat=2 bets.ante=10 --as player:alice")
    tell("do pit-1 report irregularity=fouled-deck reason=x --as surveillance:sue")
    tell("do pit-1 rule reason=seen --as floor:fran")
    before = tell("table pit-1").partition("the one before")[2].partition("Round 2")[0]
    assert "every bet was returned" in before
    assert "dealer" not in before


def test_many_tables_are_listed_below_each_other_on_a_narrow_screen(tell: Tell, run: Run) -> None:
    a_seated_player(tell)
    tell("do pit-1 disable reason=the-shuffler-has-stopped --as floor:fran")
    _, shown, _ = run("table", columns="50")
    assert "\ntable pit-1\n  game    Three Card Poker\n  state   takes no bets (the-" in shown
