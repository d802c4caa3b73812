"""Rounds told as they happened, and days as rows."""

import json
from functools import cache
from hashlib import sha256
from itertools import groupby
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fairdeal import cards, games
from fairdeal.errors import Corrupt, Refused
from fairdeal.games.layout import Act
from fairdeal.live import AUTOMATIC, commands, events
from fairdeal.live.events import DEALER
from fairdeal.live.history.extract import HEADINGS, At, Extracted, extracted
from fairdeal.live.history.following import followed, rounds
from fairdeal.live.history.naming import bet_name, game_name, hand_name, holder, names, step_told
from fairdeal.live.history.proof import Proof
from fairdeal.live.history.recall import Recalled, recall
from fairdeal.live.history.telling import told
from fairdeal.live.history.telling_pays import of_a_pay
from fairdeal.live.log.chain import Recorded, full_name
from fairdeal.live.shoe import Deck
from fairdeal.live.table import procedure
from fairdeal.live.table.state import Table
from tests.live.days import OF_A_DAY, SECOND, TEN_O_CLOCK, Day, eventful_day
from tests.live.forging import first, rechained, rewritten
from tests.live.jackpots import NOTHING, STAR, Linked, opened
from tests.live.tables import DEALER as DORA
from tests.live.tables import FLOOR, PLAYERS

EVER = 2**63


@cache
def day() -> Day:
    return eventful_day()


@cache
def rows() -> tuple[Recorded, ...]:
    return tuple(day().store.read())


def texts(found: Recalled) -> list[str]:
    return [step.text for step in found.steps]


def test_a_round_is_told_from_its_opening_to_the_deck() -> None:
    found = recall(day().store, "pit-1", 1)
    said = texts(found)
    assert said[0] == "round 1 is open for bets"
    assert said[1] == "p1 at seat 1 bets $10 on ante, $5 on bonus and $5 on pair plus"
    assert said[5].startswith("no more bets; the deck follows from the committed secret ")
    assert said[6].startswith("dealt: seat 1 (")
    assert "; dealer (" in said[6]
    assert said[7] == "seat 1 is to decide"
    assert "p1 at seat 1 says play, $10 more on play" in said
    assert any(each.startswith("turned: dealer ") for each in said)
    assert any(each.startswith("settled: seat ") for each in said)
    assert said[-1] == "the round is over and its deck is shown"
    assert [step.pos for step in found.steps] == sorted(step.pos for step in found.steps)
    assert found.steps[0].actor == "p1"
    assert not found.steps[0].follows
    assert found.steps[6].follows
    assert found.standing == "closed"


def test_what_is_recalled_is_enough_to_check_everything_by_hand() -> None:
    for each in rounds(day().store.read()):
        found = recall(day().store, each.table, each.number)
        assert found.standing == each.state
        assert each.game == found.setup.game
        if found.deck is None:
            assert found.proof is Proof.NOT_SHOWN
            continue
        state = found.state
        assert found.proof is Proof.HOLDS
        head = f"fairdeal-deck-1/commitment\ntable/{each.table}\n{each.number}\n".encode()
        assert sha256(head + state.secret).digest() == state.commitment
        for number in found.hands():
            held = found.cards(number)
            assert [state.deck[place] for place in state.hand(number).places] == list(held)
        before = {balance.player: balance.before_cents for balance in found.balances}
        after = {balance.player: balance.after_cents for balance in found.balances}
        moved = dict.fromkeys(before, 0)
        for step in found.steps:
            for account, cents in step.moved:
                kind, _, player = account.partition(":")
                if kind == "chips" and player in moved:
                    moved[player] += cents
        assert {player: before[player] + moved[player] for player in before} == after
        assert sum(line.net_cents for line in found.lines) == each.net_cents


def test_decisions_that_the_system_took_are_marked() -> None:
    number = max(each.number for each in rounds(rows()) if each.table == "pit-2")
    found = recall(day().store, "pit-2", number)
    marked = [step for step in found.steps if step.by_system]
    assert len(marked) == sum(map(len, found.state.by_system.values())) > 0
    assert marked[0].text.endswith("does not decide in time: the system says stand")
    assert marked[0].actor == "house"


def test_a_round_in_play_shows_nothing_but_what_lies_face_up() -> None:
    number = day().playing("pit-1").number
    found = recall(day().store, "pit-1", number)
    assert found.standing == "in play"
    assert (found.proof, found.deck, found.lines) == (Proof.NOT_SHOWN, None, ())
    assert found.cards(1) == (None, None, None)
    assert "dealt: seat 1 (?) (?) (?)" in " ".join(texts(found))


def test_a_void_round_tells_why_and_what_went_back() -> None:
    void = next(each for each in rounds(rows()) if each.state == "void" and each.staked_cents)
    found = recall(day().store, void.table, void.number)
    assert found.standing == "void"
    assert found.lines == ()
    assert texts(found)[-1].startswith("the round is void: ")
    assert all(each.before_cents == each.after_cents for each in found.balances)


def test_a_deck_that_is_not_the_one_that_was_fixed_is_called_broken() -> None:
    pos = first(rows(), "round-closed")
    forged = rechained(rewritten(rows(), pos, lambda event: replace(event, secret=bytes(32))))
    found = recall(forged, "pit-1", 1)
    assert (found.proof, found.deck) == (Proof.BROKEN, None)


def test_progress_is_told_while_the_round_is_looked_for() -> None:
    busy = Day()
    busy.open("pit-1", "three-card-poker")
    busy.play("pit-1", 35)
    shares: list[float] = []
    recall(busy.store, "pit-1", 35, shares.append)
    assert shares
    assert all(0 < share <= 1 for share in shares)


@pytest.mark.parametrize(
    ("table", "number", "sentence"),
    [
        ("pit-1", 99, "table pit-1 has no round 99: its last one is 10"),
        ("pit-1", 0, "table pit-1 has no round 0: its last one is 10"),
        ("pit-8", 1, "there is no table 'pit-8': did you mean pit-5?"),
        ("progressive:stax", 1, "there is no table 'progressive:stax': expected pit-1"),
    ],
)
def test_a_round_that_never_was_is_refused(table: str, number: int, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence[:20]) as refusal:
        recall(day().store, table, number)
    assert str(refusal.value).startswith(sentence[: sentence.index(":") + 4])


def test_a_log_without_tables_or_rounds_says_so() -> None:
    empty = Day()
    with pytest.raises(Refused, match="the log is empty"):
        recall(empty.store, "pit-1", 1)
    empty.open("pit-1", "three-card-poker")
    with pytest.raises(Refused, match="none was played there"):
        recall(empty.store, "pit-1", 1)


def test_a_log_that_was_tampered_with_is_not_told() -> None:
    pos = first(rows(), "bets-settled")
    forged = rewritten(rows(), pos, lambda event: replace(event, lines=event.lines[1:] * 2))
    with pytest.raises(Corrupt, match="fairdeal audit names the first bad event"):
        list(followed(rechained(forged).read()))
    gift = rewritten(rows(), first(rows(), "chips-bought"), lambda e: replace(e, cents=9**9))
    with pytest.raises(Corrupt, match="it does not fit its hash"):
        list(followed(gift))
    with pytest.raises(Corrupt, match="it does not fit its hash"):
        list(followed([replace(rows()[0], hash=None)]))
    with pytest.raises(Corrupt, match="cannot be told: AttributeError"):
        list(followed([replace(rows()[0], previous=7)]))


def test_every_kind_of_event_is_told_in_a_sentence() -> None:
    seen: dict[str, str] = {}
    for each in extracted(rows(), -EVER, EVER):
        if isinstance(each, dict):
            seen.setdefault(str(each["kind"]), str(each["text"]))
    assert set(seen) == OF_A_DAY
    for text in seen.values():
        assert text
        assert not text.endswith(".") or text.endswith("...")
        assert "Struct" not in text
    assert seen["table-opened"] == (
        "the table opens with Three Card Poker, configuration 1; its bank holds $0"
    )
    assert "leaves seat" in seen["seat-left"]
    assert seen["bank-declined"].endswith("declines the bank")
    assert seen["dealer-changed"] == "dora deals from now on"
    assert seen["seat-died"] == "seat 1 is out of the round and has $25 back"
    assert seen["irregularity-reported"].endswith(": seen on camera; the table holds")
    assert "(looked at the tape)" in seen["irregularity-ruled"]
    assert seen["closing-announced"] == "the table closes when everything is paid: few players"


def test_words_that_depend_on_what_was_recorded() -> None:
    table = Table("pit-1")
    assert told(events.DealerChanged(""), table) == "the automatic dealer deals from now on"
    assert told(events.BetsPlaced(1, "p1", {}, -5), table) == "p1 takes the bets of seat 1 back"
    assert told(events.DealerPeeked(1), table).endswith("no natural")
    assert told(events.DealerPeeked(1, (51, 47)), table).endswith("a natural, As Ks")
    assert told(events.RoundClosed(b"", b"", "p2", 500), table).endswith(
        "; $5 of the bank go back to p2"
    )
    hit = events.DecisionMade(1, 2, "p2", "hit", shown=(0,))
    assert told(hit, table) == "p2 at seat 2 says hit, and gets 2c"
    late = events.BankDeclined(2, "p2", by_system=True)
    assert told(late, table) == "p2 does not answer in time: the bank passes on"
    unused = events.BankDeclined(2, "p2", by_system=True, cents=500)
    assert told(unused, table) == "no player bets: p2 gives up the bank and gets $5 back"
    report = events.IrregularityReported("rain", "wet", "cam")
    assert told(report, table) == "cam reports rain: wet; the table holds"
    dealt = events.CardsDealt(1, (events.Deal(1, "ud", (3,)), events.Deal(-1, "d")))
    assert told(dealt, table) == "dealt: seat 1 2s (?); discards (?)"
    fewer = events.CardsDealt(1, (events.Deal(1, "uu", (3,)),))
    assert told(fewer, table) == "dealt: seat 1 2s ?"
    deck = Deck(bytes(range(52)), b"")
    assert told(dealt, table, deck) == "dealt: seat 1 2s (2d); discards (2h)"
    assert told(events.StepTaken(1), table) == "the dealer goes on to the next step"


def test_names_of_what_this_program_does_not_know_are_told_as_they_are() -> None:
    assert names([51, 99]) == "As 99"
    assert [holder(number) for number in (DEALER, -1, 4)] == ["dealer", "discards", "seat 4"]
    assert game_name("baccarat") == "baccarat"
    assert bet_name(Table("pit-1"), "tie") == "tie"
    table = day().table("pit-1")
    assert (bet_name(table, "pair-plus"), bet_name(table, "tie")) == ("pair plus", "tie")
    assert table.setup is not None
    other = replace(table, setup=replace(table.setup, game="baccarat"))
    assert bet_name(other, "tie") == "tie"
    assert step_told(other) == "the dealer goes on to the next step"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("three-card-poker", {"collect": "there is nothing to take of folded seats"}),
        ("three-card-poker", {"settle": "there is nothing to settle: envy"}),
        ("napa-three-card-poker", {"announce": 'the dealer says "You may look at your cards"'}),
        ("three-card-fury", {"discard": "the rest of the deck goes to the discards"}),
        ("three-way-action", {"peek": "the dealer does not look at the hole card"}),
        ("three-way-action", {"decide": "no seat has a decision to make"}),
        ("three-way-action", {"draw": "the dealer draws no card"}),
        ("three-way-action", {"reveal": "there is nothing to turn"}),
        ("three-way-action", {"clear": "the dealer goes on to the next step"}),
    ],
)
def test_a_step_without_cards_and_money_is_told_and_not_ordered(
    game: str, said: dict[str, str]
) -> None:
    now = Day()
    now.open("pit-1", game)
    now.bet("pit-1")
    table = now.table("pit-1")
    assert table.round is not None
    steps = procedure.steps_of(table)
    told_at = {
        step.act: step_told(replace(table, round=replace(table.round, step=place)))
        for place, step in enumerate(steps)
    }
    for act, text in said.items():
        assert told_at[Act(act)] == text


def test_chips_that_were_bought_during_a_round_are_nothing_that_was_won() -> None:
    now = Day()
    now.open("pit-1", "three-card-poker", seats=2)
    now.bet("pit-1")
    now.do("pit-1", commands.buy_in, FLOOR, player="p1", cents=70_000)
    now.do("pit-1", commands.no_more_bets, AUTOMATIC)
    now.decide("pit-1")
    found = recall(now.store, "pit-1", 1)
    nets = {"p1": 0, "p2": 0}
    for line in found.lines:
        nets[line.player] += line.net_cents
    assert {each.player: each.bought_cents for each in found.balances} == {"p1": 70_000, "p2": 0}
    assert {each.player: each.won_cents for each in found.balances} == nets
    assert {each.cashed_cents for each in found.balances} == {0}


def test_chips_that_were_cashed_during_a_round_are_nothing_that_was_lost() -> None:
    now = Day()
    now.open("pit-1", "three-card-poker", seats=2)
    now.do("pit-1", commands.place, PLAYERS[0], seat=1, bets={"ante": 1000})
    now.do("pit-1", commands.cash_out, FLOOR, player="p2", cents=30_000)
    now.bet("pit-1")
    now.do("pit-1", commands.no_more_bets, AUTOMATIC)
    now.decide("pit-1")
    found = recall(now.store, "pit-1", 1)
    assert [each.cashed_cents for each in found.balances] == [0, 30_000]
    won = sum(each.won_cents for each in found.balances)
    assert won == sum(line.net_cents for line in found.lines)


def rows_of(to: str, since: int = -EVER, until: int = EVER) -> list[dict[str, Any]]:
    found = (each for each in extracted(rows(), since, until) if isinstance(each, Extracted))
    return [dict(zip(HEADINGS[to], each.row, strict=True)) for each in found if each.to == to]


def test_every_event_is_extracted_whole_with_its_body_as_it_was_hashed() -> None:
    shown = [each for each in extracted(rows(), -EVER, EVER) if isinstance(each, dict)]
    assert len(shown) == len(rows())
    for _, command in groupby(zip(shown, rows(), strict=True), lambda pair: pair[0]["hash"]):
        digests = []
        for each, row in command:
            text = msgspec.json.encode(each)
            assert row.body in text
            assert row.arguments in text
            read = json.loads(text)
            digests.append(sha256(read["kind"].encode() + b"\n" + row.body).hexdigest())
        line = ["fairdeal-entry-1", read["incarnation"], read["previous"]]
        line += [full_name(read["table"]), read["version"] - read["part"], read["at"]]
        line += [read[key] for key in ("epoch", "caller", "caller_role", "command", "key")]
        line += [sha256(row.arguments).hexdigest(), digests]
        line += [read["followed"]] if read["followed"] else []
        hashed = json.dumps(line, separators=(",", ":"))
        assert read["hash"] == sha256(hashed.encode()).hexdigest()
    closed = next(each for each in shown if each["kind"] == "round-closed")
    assert sorted(cards.parse(str(closed["deck"]))) == list(range(52))


def test_rounds_and_bets_are_extracted_once_they_are_over() -> None:
    over = [each for each in rounds(rows()) if each.state != "in play"]
    shown = rows_of("rounds")
    assert [(each["table"], each["round"]) for each in shown] == [
        (each.table, each.number) for each in over
    ]
    bets = rows_of("bets")
    for each in shown:
        of_round = [b for b in bets if (b["table"], b["round"]) == (each["table"], each["round"])]
        assert sum(bet["stake_cents"] for bet in of_round) == each["staked_cents"]
        assert sum(bet["net_cents"] for bet in of_round) == each["net_cents"]
        assert sum(bet["returned_cents"] for bet in of_round) == each["returned_cents"]
        assert each["game"] in games.GAMES
    assert {each["state"] for each in shown} == {"closed", "void"}
    assert {"dead-seat", "void"} < {bet["stage"] for bet in bets}
    assert sum(each["by_system"] for each in shown) > 0
    assert {each["proof"] for each in shown} == {"holds", "not shown"}


def test_chips_and_irregularities_are_extracted_with_who_handled_them() -> None:
    chips = rows_of("chips")
    kinds = {
        "chips-bought": "buy-in",
        "chips-cashed": "cash-out",
        "table-opened": "float",
        "bank-filled": "fill",
        "dealer-tipped": "tip",
        "table-closed": "banked",
    }
    moves = [kinds[row.kind] for row in rows() if row.kind in kinds]
    assert [each["kind"] for each in chips if each["kind"] != "tips-paid"] == moves
    assert set(moves) == set(kinds.values())
    of_players = ("buy-in", "cash-out", "tip")
    assert all(bool(each["player"]) == (each["kind"] in of_players) for each in chips)
    [paid] = [each for each in chips if each["kind"] == "tips-paid"]
    assert paid["cents"] == sum(each["cents"] for each in chips if each["kind"] == "tip") == 750
    odd = rows_of("irregularities")
    assert len(odd) == sum(row.kind == "irregularity-reported" for row in rows())
    assert {each["ruled_by"] for each in odd} == {"max", "cam"}
    assert {each["upheld"] for each in odd} == {"yes", "no"}


def test_an_irregularity_that_waits_for_a_ruling_is_extracted_without_one() -> None:
    waiting = Day()
    waiting.open("pit-1", "three-card-poker")
    say = {"irregularity": "fouled-deck", "reason": "a joker", "seat": 0}
    waiting.do("pit-1", commands.report, FLOOR, **say)
    found = [e for e in extracted(waiting.store.read(), -EVER, EVER) if isinstance(e, Extracted)]
    [row] = [each.row for each in found if each.to == "irregularities"]
    assert row[-6:] == ("",) * 6
    assert row[1] == 0
    later = [*extracted(waiting.store.read(), EVER - 1, EVER)]
    assert later == []


def waiting_for_approval() -> Linked:
    """A table that has played on while a star waits to be paid."""
    felt = Linked(opened(), dealer="dora", profile="washington", plays_on=True)
    felt.deal_round(STAR, NOTHING)
    while felt.table.playing:
        felt.do(commands.next_step, DORA)
    return felt


def test_a_bet_that_is_paid_after_its_round_is_extracted_when_it_is_paid() -> None:
    felt = waiting_for_approval()
    felt.now = later = [*felt.store.read()][-1].at + 60 * SECOND
    felt.do(commands.touch_seat, DORA, seat=1)
    felt.do(commands.choose_hand, DORA, seat=1, hand="royal-diamonds")
    felt.do(commands.touch_pending, DORA, seat=1)
    felt.do(commands.pay_jackpot, DORA, seat=1)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    found = [e for e in extracted(felt.store.read(), -EVER, EVER) if isinstance(e, Extracted)]
    [row] = [each.row for each in found if each.to == "rounds"]
    played = dict(zip(HEADINGS["rounds"], row, strict=True))
    assert (played["staked_cents"], played["net_cents"], played["waiting"]) == (2000, -1500, 1)
    bets = [
        dict(zip(HEADINGS["bets"], each.row, strict=True)) for each in found if each.to == "bets"
    ]
    assert sum(int(bet["stake_cents"]) for bet in bets) == 2000
    *_, paid = bets
    assert (paid["stage"], paid["round"], paid["ended"]) == ("approved", 1, later)
    assert (paid["bet"], paid["stake_cents"], paid["net_cents"]) == ("stax", 500, 99_550)
    early = [e for e in extracted(felt.store.read(), -EVER, later) if isinstance(e, Extracted)]
    assert [each for each in found if each not in early] == [found[-1]]


def test_what_was_paid_after_approval_in_a_round_belongs_to_it() -> None:
    [played] = [each for each in rows_of("rounds") if each["table"] == "pit-6"]
    bets = [bet for bet in rows_of("bets") if bet["table"] == "pit-6"]
    assert [bet["stage"] for bet in bets].count("approved") == 1
    assert played["waiting"] == 0
    assert sum(bet["net_cents"] for bet in bets) == played["net_cents"] > 90_000
    [summed] = [each for each in rounds(rows()) if each.table == "pit-6"]
    assert summed.net_cents == played["net_cents"]
    found = recall(day().store, "pit-6", 1)
    assert sum(line.net_cents for line in found.lines) == played["net_cents"]
    assert sum(each.won_cents for each in found.balances) == played["net_cents"]


def test_a_round_is_told_to_its_last_payment_though_others_were_played_meanwhile() -> None:
    felt = Linked(opened(), dealer="dora", profile="washington", plays_on=True)
    felt.deal_round(STAR, NOTHING)
    felt.step()
    felt.deal_round(NOTHING, "3s 8d Td")
    before = recall(felt.store, "pit-1", 1)
    felt.do(commands.touch_seat, DORA, seat=1)
    felt.do(commands.choose_hand, DORA, seat=1, hand="royal-diamonds")
    felt.do(commands.touch_pending, DORA, seat=1)
    felt.do(commands.pay_jackpot, DORA, seat=1)
    felt.do(commands.approve_pay, FLOOR, pay=1, checked=("hand", "wager", "deck"))
    found = recall(felt.store, "pit-1", 1)
    assert [step.kind for step in found.steps[len(before.steps) :]] == [
        "hand-chosen",
        "pay-submitted",
        "pay-signed",
        "pay-made",
    ]
    assert (found.state, found.balances) == (before.state, before.balances)
    assert found.lines == (*before.lines, *found.later)
    assert [line.net_cents for line in found.later] == [100_050 - 500]


def test_an_event_of_a_table_in_the_stream_of_a_progressive_is_not_told() -> None:
    pos = first(rows(), "progressive-enabled")
    forged = rewritten(rows(), pos, lambda event: events.TableEnabled(event.reason))
    with pytest.raises(Corrupt, match="it cannot happen to a progressive"):
        list(extracted(rechained(forged).read(), -EVER, EVER))
    forged = rewritten(rows(), pos, lambda event: replace(event, reason="other"))
    with pytest.raises(Corrupt, match="it does not fit its hash"):
        list(extracted(forged, -EVER, EVER))


def test_words_about_payments_and_meters() -> None:
    table = Table("pit-6")
    submitted = events.PaySubmitted(3, "dora", 300_050, ("floor", "surveillance"), 7, "W-2G")
    assert told(submitted, table) == (
        "dora submits payment 3 of $3,000.50; it needs floor and surveillance; form W-2G is due"
    )
    assert told(events.PaySubmitted(3, "dora", 50), table) == "dora submits payment 3 of $0.50"
    fed = events.MetersFed("stax", ((1, 125),), {"star": 6_250_000}, {"star": 6})
    assert told(fed, table) == "the meters of stax grow: star by $0.0625"
    held = events.PayHeld(2, 1, 1, "p1", "bonus", "pair", 500, 200_000, "a flush", "pays", 500)
    assert told(held, table) == "payment 2 waits: $2,000 for p1 at seat 1, a flush"
    top = events.CeilingRaised("star", 0, "as wished")
    assert told(top, table) == "star may grow without a ceiling: as wished"


def test_a_hand_has_the_name_that_its_document_prints_for_the_bet() -> None:
    ags, shfl = "ags-3-card", "three-card-poker"
    assert hand_name("straight-flush-other", ags, "stax") == "straight flush, other suit"
    assert hand_name("mini-royal", ags) == "mini royal"
    assert hand_name("mini-royal", ags, "player-bonus") == "suited ace-king-queen"
    assert hand_name("nothing-at-all", shfl, "bonus") == "nothing at all"
    assert hand_name("", ags, "ante") == ""
    assert hand_name("mini-royal", "a-game-not-known") == "mini royal"


def test_a_hand_chosen_on_the_terminal_is_told_by_the_pay_table_of_its_bet() -> None:
    chosen = events.HandChosen(2, "mini-royal", "dora", bet="player-bonus")
    words = "dora chooses suited ace-king-queen for seat 2, which the table pays"
    assert of_a_pay(chosen, "ags-3-card") == words


def test_only_what_falls_into_the_time_is_extracted() -> None:
    until = TEN_O_CLOCK + 10 * SECOND
    early, late = rows_of("rounds", -EVER, until), rows_of("rounds", until, EVER)
    assert [*early, *late] == rows_of("rounds")
    assert early
    assert late
    assert all(each["ended"] < until for each in early)
    assert all(isinstance(each["ended"], At) for each in late)
    nothing = [*extracted(rows(), 0, 1)]
    assert nothing == []
    kinds = ("bets", "chips", "irregularities")
    for kind in kinds:
        split = [*rows_of(kind, -EVER, until), *rows_of(kind, until, EVER)]
        assert sorted(map(str, split)) == sorted(map(str, rows_of(kind)))


def test_a_round_with_a_false_deck_is_extracted_as_such() -> None:
    pos = first(rows(), "round-closed")
    forged = rewritten(rows(), pos, lambda event: replace(event, secret=bytes(32)))
    told_rows = extracted(rechained(forged).read(), -EVER, EVER)
    found = (each for each in told_rows if isinstance(each, Extracted))
    shown = next(each.row for each in found if each.to == "rounds")
    assert dict(zip(HEADINGS["rounds"], shown, strict=True))["proof"] == "broken"
