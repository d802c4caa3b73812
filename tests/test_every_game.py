"""What holds for every game that can be dealt: Fairdeal's own, the examples, those of the tests."""

import json
import random
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fairdeal import cards, games, money
from fairdeal.books.statement import Question, statement
from fairdeal.errors import FairdealError
from fairdeal.games import check, reasons, referee
from fairdeal.games.describe import described
from fairdeal.games.layout import FOLD, Act, Game, Placed
from fairdeal.games.round import Line, Round, Seat
from fairdeal.games.sampling import random_bets, random_round, random_terms
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.house.limits import limits_of, most_lost, placeable
from fairdeal.live import AUTOMATIC, Actor, Role, commands
from fairdeal.live.audit import audit
from fairdeal.live.history.recall import recall
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.table import procedure
from fairdeal.players.crowd import crowd
from fairdeal.players.crowd import run as run_crowd
from fairdeal.players.strategies import STRATEGIES
from tests.examples import EVERY, PACKAGES
from tests.invariants import assert_line_is_sound, assert_reason_fits
from tests.live.tables import DEALER, KEY, MANAGER, WATCHER, Felt, time_passes
from tests.scale import SCALE
from tests.typed import Run

EXAMPLES = [*PACKAGES]

pytestmark = pytest.mark.usefixtures("more_games")
every_game = pytest.mark.parametrize("key", EVERY)
every_example = pytest.mark.parametrize("key", EXAMPLES)


def rounds(key: str, number: int, seed: int = 7) -> list[Round]:
    chance = random.Random(seed)
    game, settles = games.GAMES[key], games.SETTLEMENTS[key]
    return [random_round(game, settles, chance) for _ in range(number * SCALE)]


def wagered(game: Game, seat: Seat) -> dict[str, int]:
    """What lies on each bet in the end, added up word by word."""
    lies = dict(seat.bets)
    for step, word in zip(game.decisions, seat.decisions, strict=False):
        [chosen] = [choice for choice in step.choices if choice.word == word]
        if chosen.bet:
            lies[chosen.bet] = lies.get(chosen.bet, 0) + chosen.times * seat.bets[chosen.of]
    return {bet: cents for bet, cents in lies.items() if cents}


@every_game
def test_nothing_is_wrong_with_the_declaration(key: str) -> None:
    assert check.faults(games.GAMES[key], games.SETTLEMENTS[key]) == []


@every_example
def test_the_referee_settles_the_worked_rounds_of_an_example_as_worked(key: str) -> None:
    assert check.worked_faults(games.GAMES[key]) == []


@every_example
def test_the_naive_twin_of_an_example_agrees_over_random_rounds(key: str) -> None:
    game = games.GAMES[key]
    twin = import_module(f"{game.package}.twin").settle
    assert check.twin_faults(game, games.SETTLEMENTS[key], twin, 2000 * SCALE) == []


def assert_settled(played: Round, lines: list[Line]) -> None:
    """Every cent on the layout is settled once, and the sentences fit the amounts."""
    for seat in played.seats:
        own = [line for line in lines if line.seat == seat.number]
        staked = {line.bet: line.stake_cents for line in own if line.stake_cents}
        if played.game.key != "three-way-action":  # its leg has rules of its own for a split
            assert staked == wagered(played.game, seat), (played, own)
        assert {line.bet for line in own if line.stake_cents == 0} <= {
            bet.key for bet in played.game.bets if bet.placed is Placed.AWARD
        }
    for line in lines:
        assert_line_is_sound(line)
        assert_reason_fits(played, line)
        fact, colon, _ = line.reason.partition(": ")
        assert fact
        assert colon
        assert line.stage in {stage.key for stage in played.game.stages}
        assert 0 < len(reasons.short(line.reason)) <= reasons.SHORT, line.reason


@every_game
def test_every_cent_on_the_layout_is_settled_once_and_no_reason_contradicts_it(key: str) -> None:
    for played in rounds(key, 300):
        assert_settled(played, referee.settle(played))


@every_game
def test_a_fold_loses_what_does_not_survive_it_and_nothing_else(key: str) -> None:
    for played in rounds(key, 150):
        for line in referee.settle(played):
            [seat] = [seat for seat in played.seats if seat.number == line.seat]
            bet = played.game.bet(line.bet)
            if FOLD not in seat.decisions or bet.survives(played.terms.options):
                continue
            if bet.placed is Placed.BEFORE_THE_DEAL and not line.returned_cents:
                assert line.net_cents <= 0
                assert "folded" in line.reason


@every_game
def test_a_round_that_lacks_a_card_or_has_one_twice_is_refused(key: str) -> None:
    [played, *_] = rounds(key, 1)
    seat = played.seats[0]
    for wrong in (seat.cards[:-1], (*seat.cards[:-1], *seat.cards[-1:] * 2)):
        bad = Round(
            played.game,
            played.terms,
            played.dealer,
            (Seat(seat.number, wrong, seat.bets, seat.decisions),),
            board=played.board,
        )
        assert referee.round_faults(bad)
    if played.board:
        bare = Round(played.game, played.terms, played.dealer, played.seats)
        assert "the board has no cards: expected" in referee.round_faults(bare)[0]


@every_game
def test_a_described_game_has_every_key_and_is_json(key: str) -> None:
    told = described(games.GAMES[key])
    assert {*told} == {*described(games.GAMES["three-card-poker"])}
    assert json.loads(json.dumps(told)) == told
    for step in (step for steps in told["procedures"].values() for step in steps):
        assert [each["word"] for each in step["stakes"]] == step["choices"]
    assert all(bet["rules"] for bet in told["bets"])


@every_game
def test_pay_tables_are_read_and_chosen_by_name(key: str) -> None:
    game = games.GAMES[key]
    assert {*approved(game).tables} == {bet.key for bet in game.bets if bet.columns}
    for bet, tables in approved(game).tables.items():
        for name in tables:
            assert terms(game, {bet: name}).pay[bet].bet == bet
    random_terms(game, random.Random(1))


@every_game
def test_limits_follow_from_the_declaration(key: str) -> None:
    game = games.GAMES[key]
    limits = limits_of(game, 500, 10_000)
    assert [*limits] == [bet.key for bet in placeable(game)]
    worst = most_lost(game, limits, terms(game), 1)
    assert worst == 0 if game.player_banked else worst >= 10_000


@every_game
def test_no_round_costs_the_house_more_than_the_limits_let_it_lose(key: str) -> None:
    game = games.GAMES[key]
    if game.player_banked:
        return
    for played in rounds(key, 100):
        seats = len(played.seats)
        most = max(cents for seat in played.seats for cents in seat.bets.values())
        metered = {bet for bet, table in played.terms.pay.items() if "meter" in str(table.pays)}
        lines = referee.settle(played)
        lost = sum(line.net_cents for line in lines if line.bet not in metered)
        assert lost <= most_lost(game, limits_of(game, 1, most), played.terms, seats) + seats


def felt(key: str, seed: int, store: Store | None = None, **setup: Any) -> Felt:
    """A table of the game with three players, which takes any amount."""
    chance = random.Random(seed)
    style = chance.choice([*games.GAMES[key].procedures])
    seats = min(6, games.GAMES[key].seats)
    any_amount: dict[str, Any] = {"least_cents": 1, "most_cents": 40_000}
    table = Felt(key, seed=seed, store=store, style=style, seats=seats, **any_amount, **setup)
    table.fill(3, 100_000_000)
    return table


def place(table: Felt, chance: random.Random) -> None:
    """Every seat bets something that the game and the table's limits allow."""
    if table.table.dealer and not table.table.playing:
        table.do(commands.open_round, DEALER)
    table.bank(100_000)
    setup = procedure.setup_of(table.table)
    limits, game = setup.limits, games.GAMES[setup.game]
    for seat in sorted(table.table.seats):
        now = table.table.playing
        if now and now.banker == table.table.seats[seat]:
            continue
        wanted = random_bets(game, setup.options, chance)
        bets = {
            bet: min(max(cents, limits[bet].least_cents), limits[bet].most_cents)
            for bet, cents in wanted.items()
        }
        table.do(commands.place, table.player_at(seat), seat=seat, bets=bets)


def play(table: Felt, chance: random.Random, most: int = 10_000) -> int:
    """A round with random bets and decisions, for at most so many commands; how many it took."""
    place(table, chance)
    table.deal()
    for count in range(most):
        now = table.table.playing
        if now is None or now.betting:  # where players bank, the next round waits for a bank
            return count
        if now.turn:
            table.say(chance.choice(table.words()))
        else:
            table.do(commands.next_step, Actor(table.table.dealer, Role.DEALER))
    return most


def assert_honest(table: Felt) -> None:
    found = audit(table.store, KEY, every=True)
    assert [str(fault) for fault in found.faults] == []
    assert found.holds
    assert sum(found.balances.values()) == 0
    assert sum(table.table.accounts.values()) == 0


@every_game
@pytest.mark.parametrize("dealer", ["", DEALER.name], ids=["automatic", "by hand"])
def test_a_live_table_deals_random_rounds_that_audit_and_replay_to_the_cent(
    key: str, dealer: str
) -> None:
    table, chance = felt(key, 5, dealer=dealer), random.Random(11)
    for _ in range(8 * SCALE):
        play(table, chance)
    assert_honest(table)
    now = table.table.playing
    for number in range(1, table.table.rounds + (now is None)):
        found = recall(table.store, table.name, number)
        assert found.standing == "closed"
        assert all(step.text for step in found.steps)
        for hand in found.hands():
            assert None not in found.cards(hand)
        won = 0 if found.state.banker else sum(line.net_cents for line in found.lines)
        assert sum(each.won_cents for each in found.balances) == won


@every_game
@pytest.mark.parametrize("strategy", [each for each in STRATEGIES if each != "optimal"])
def test_programmed_players_play_rounds_that_audit_and_that_the_books_count(
    key: str, strategy: str
) -> None:
    table = Felt(key, seed=5, seats=games.GAMES[key].seats)
    [sitting] = crowd(table.room, [table.name], strategy=strategy, seed=strategy)
    run_crowd([sitting.play(12)])
    assert sitting.tally.rounds == 12
    assert_honest(table)
    day = datetime.fromtimestamp(table.now / 1_000_000, UTC).date()
    books = statement(table.store, Question(day, day, "wager", theory=False), table.now)
    assert sum(row["win_cents"] for row in books["rows"]) == sitting.tally.win_cents
    assert sum(row["handle_cents"] for row in books["rows"]) == sitting.tally.handle_cents


def voiding(game: Game) -> str:
    return next(each.key for each in game.irregularities if each.voids_round)


@every_game
def test_a_void_at_any_step_leaves_everybody_as_before(key: str) -> None:
    game = games.GAMES[key]
    table, chance = felt(key, 3, dealer=DEALER.name), random.Random(2)
    everybody = [*table.table.seats.values()]
    before = [table.table.chips(player) for player in everybody]
    steps = 0
    while True:
        play(table, chance, steps)
        now = table.table.playing
        if now is None or now.betting:
            break
        what = {"irregularity": voiding(game), "reason": "seen on camera"}
        table.do(commands.report, WATCHER, **what)
        table.do(commands.rule, MANAGER, reason="looked at the tape")
        assert [table.table.chips(player) for player in everybody] == before, steps
        assert recall(table.store, table.name, table.table.rounds).standing == "void"
        steps += 1
    assert steps >= len([step for step in game.decisions if step.act is Act.DECIDE])
    assert_honest(table)


@every_game
def test_who_does_not_decide_in_time_gets_the_declared_default(key: str) -> None:
    table, chance = felt(key, 8), random.Random(4)
    place(table, chance)
    table.do(commands.no_more_bets, AUTOMATIC)
    asked = 0
    while (now := table.table.playing) and now.turn:
        time_passes(table, 30_000_000)
        asked += 1
    now = table.table.round
    last = table.table.last if now and now.betting else now
    assert last is not None
    defaults = {step.default for step in games.GAMES[key].decisions}
    assert {word for said in last.decisions.values() for word in said} <= defaults
    assert sum(map(len, last.by_system.values())) == asked
    assert_honest(table)


def typed_round(played: Round) -> list[str]:
    """A round as a person types it."""
    words = ["--dealer", cards.show(played.dealer)] if played.dealer else []
    words += ["--board", cards.show(played.board)] if played.board else []
    for seat in played.seats:
        bets = " ".join(f"{bet}={cents / 100:.2f}" for bet, cents in seat.bets.items())
        words += ["--seat", f"{cards.show(seat.cards)} | {bets} | {' '.join(seat.decisions)}"]
    words += [w for bet, t in played.terms.pay.items() for w in ("--pay-table", f"{bet}={t.name}")]
    return words + [
        w for each in played.terms.options.items() for w in ("--option", "=".join(each))
    ]


@every_game
def test_a_typed_round_is_settled_as_the_referee_settles_it(key: str, run: Run) -> None:
    for played in rounds(key, 3):
        whole = Round(
            played.game,
            played.terms,
            played.dealer,
            tuple(
                Seat(number, seat.cards, seat.bets, seat.decisions)
                for number, seat in enumerate(played.seats, 1)
            ),
            board=played.board,
        )
        code, out, err = run("settle", key, *typed_round(whole), "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["settlement"] == [line.as_json() for line in referee.settle(whole)]
        code, out, _ = run("settle", key, *typed_round(whole), columns="140")
        assert code == 0
        for seat in whole.seats:
            won = money.show_net(referee.total_net(referee.settle(whole), seat))
            assert f"seat {seat.number} {won}" in out
        assert not whole.board or f"board   {cards.show(whole.board)}" in out


@every_game
def test_a_room_with_a_table_of_the_game_is_shown_audited_replayed_and_exported(
    key: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.db"
    path.with_name("room.db.key").write_text(KEY.hex() + "\n")
    path.with_name("room.db.key").chmod(0o600)
    monkeypatch.setenv("FAIRDEAL_ROOM", str(path))
    store = open_store(path, KEY)
    table, chance = felt(key, 5, store), random.Random(6)
    for _ in range(2):
        play(table, chance)
    place(table, chance)
    table.deal()
    store.close()
    game = games.GAMES[key]
    for words, said in (
        (("games", key), game.name),
        (("games",), game.name),
        (("games", key, "--json"), game.key),
        (("table",), "pit-1"),
        (("table", "pit-1", "--as", "player:p1"), game.name),
        (("table", "pit-1", "--json"), game.key),
        (("replay", "pit-1"), "pit-1"),
        (("replay", "pit-1/1"), "the round is over"),
        (("replay", "pit-1/2", "--json"), game.key),
        (("replay", "pit-1/3"), "pit-1"),
        (("audit", "--all"), "Everything holds"),
        (("export", "--to", str(tmp_path / "out"), "--all"), " rounds, "),
    ):
        code, out, err = run(*words, columns="160")
        assert code == 0, (words, err)
        assert said in out + err, (words, out)
    assert game.key in (tmp_path / "out" / "rounds.csv").read_text(encoding="utf-8")


def test_no_example_stays_behind_when_its_tests_are_over() -> None:
    for key in EXAMPLES:
        assert games.SOURCES[key].endswith(" 1.0")
        games.remove(key)
        with pytest.raises(FairdealError, match="there is no game"):
            games.game(key)
