"""Games that are put together otherwise than any that we deal: counted right, or refused in a
sentence."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from threading import Barrier, Thread
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from fairdeal import games
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.par import figure
from fairdeal.analysis.progress import unseen
from fairdeal.analysis.registry import forget, solver_of, why_unsolved
from fairdeal.analysis.seats import two_alone
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Situation
from fairdeal.analysis.solvers import kept, showdown, sound, turns
from fairdeal.analysis.solvers.asking import asked
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.solvers.orbits import every_hand, orbits
from fairdeal.analysis.solvers.sound import check_settling
from fairdeal.cards import parse
from fairdeal.errors import Refused
from fairdeal.games import GAMES, SETTLEMENTS, ags_3_card, check
from fairdeal.games.kinds import Showdown, ask
from fairdeal.games.layout import Game, Step, Who
from fairdeal.games.paytable import paid
from fairdeal.games.showdown import pays_of
from fairdeal.games.terms import terms
from fairdeal.rule import RULES, rule
from tests.examples import PACKAGES, example

DUEL = "two-card-duel"
Edits: TypeAlias = dict[str, str]
Made: TypeAlias = Callable[..., Game]

TABLES = """
[twins]
default = "1"
place = "x"
[twins.1]
pays = [["aces", "10 to 1"], ["pair", "3 to 1"], ["suited", "2 to 1"]]
"""
RAISED = """
[raised]
default = "1"
place = "x"
[raised.1]
pays = [["aces", "1 to 1"], ["pair", "1 to 1"], ["suited", "1 to 1"], ["nothing", "1 to 1"]]
"""
SIDE = "columns=(Column(events=Twins, lowest=Twins.SUITED),)"
TWINS = "twins = paid(pays.twins, events.twins)"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Makes copies of an example game with some of its text replaced, under a key of its own."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rules, known = len(RULES), list[str]()

    def make(edits: Edits, toml: str = "", of: str = DUEL) -> Game:
        key = f"odd-{len(known)}"
        name = f"fairdeal_{tmp_path.name}_{key}".replace("-", "_")
        folder, source = tmp_path / name, PACKAGES[of]
        folder.mkdir()
        text = (source / "__init__.py").read_text().replace(f'key="{of}"', f'key="{key}"')
        for old, new in edits.items():
            assert old in text, old
            text = text.replace(old, new)
        (folder / "__init__.py").write_text(text)
        tables = source / f"{of.replace('-', '_')}.toml"
        (folder / f"{key.replace('-', '_')}.toml").write_text(toml or tables.read_text())
        module: ModuleType = __import__(name)
        known.append(key)
        return games.add(module, name)

    yield make
    for key in known:
        games.remove(key)
    del RULES[rules:]
    forget()


def kind_of(game: Game) -> Showdown:
    kind = SETTLEMENTS[game.key].kind
    assert isinstance(kind, Showdown)
    return kind


def solver(game: Game) -> Showdowns:
    found = solver_of(game)
    assert isinstance(found, Showdowns)
    return found


def halves(made: Made) -> Game:
    """The same game, with a raise that its pay table counts in halves."""
    return made(
        {
            "    twins: tuple[int, ...]": "    twins: tuple[int, ...]\n    raised: tuple[int, ...]",
            'settles."""\n\n    twins: int': 'settles."""\n\n    twins: int\n    raised: int',
            "return Result(1, 1, twins)": (
                "return Result(1, paid(pays.raised, events.raised), twins)"
            ),
            "return Result(-1, -1, twins)": "return Result(-1, -2, twins)",
            "            placed=Placed.BY_DECISION,\n": (
                "            placed=Placed.BY_DECISION,\n"
                "            columns=(Column(events=Twins, lowest=Twins.NOTHING, parts=2),),\n"
            ),
            'events={"twins": Event(twins_event)}': (
                'events={"twins": Event(twins_event), "raised": Event(twins_event)}'
            ),
        },
        TABLES + RAISED,
    )


def test_a_bet_of_the_base_game_may_be_counted_in_halves(made: Made) -> None:
    whole, half = solver(made({})), solver(halves(made))
    assert check.faults(half.game, SETTLEMENTS[half.game.key]) == []
    one, other = terms(whole.game), terms(half.game)
    for bet in ("ante", "twins"):
        mine, theirs = whole.figure(bet, one, AT_RESET), half.figure(bet, other, AT_RESET)
        assert (mine.outcomes, mine.wagered) == (theirs.outcomes, theirs.wagered)
    assert whole.strategy(one).as_json() == half.strategy(other).as_json()
    assert whole.covariance("ante", one) == half.covariance("ante", other)
    stakes = {"ante": 500, "twins": 100}
    assert (
        whole.together(one, stakes, AT_RESET, unseen).net_cents
        == half.together(other, stakes, AT_RESET, unseen).net_cents
    )
    say, best = whole.best_word(one), half.best_word(other)
    for cards in ("Kd 4c", "9s 2s", "7h 7c", "Td 4h"):
        known = Situation(parse(cards))
        assert whole.advice(one, known, AT_RESET) == half.advice(other, known, AT_RESET)
        assert say(known) == best(known)


def test_a_side_bet_that_a_fold_forfeits_may_be_counted_in_halves(made: Made) -> None:
    edges = []
    for parts in (1, 2):
        game = made(
            {
                SIDE: f"columns=(Column(events=Twins, lowest=Twins.SUITED, parts={parts}),)",
                "            survives_fold=True,\n": "",
                '("ante",), Direction': '("ante", "twins"), Direction',
            }
        )
        edges.append(figure(game, "twins", terms(game)).house_edge)
    assert edges[0] == edges[1]


def by_all_deals(game: Game, bet: str) -> Fraction:
    """What a bet costs that every deal settles, whatever is decided."""
    rules, pays = kind_of(game), pays_of(game, kind_of(game), terms(game))
    forms = rules.settle.__annotations__["events"]
    strengths = {hand: ask(rules.player.rule, hand) for hand in combinations(range(52), 2)}
    told = {hand: forms(ask(rules.events["twins"].rule, hand)) for hand in strengths}
    place = rules.settle.__annotations__["return"]._fields.index(bet)
    known: dict[Any, int] = {}
    won = deals = 0
    for own, player in strengths.items():
        for other, dealer in strengths.items():
            if own[0] not in other and own[1] not in other:
                key = player, dealer, told[own]
                if key not in known:
                    known[key] = rules.settle(*key, pays)[place]
                won, deals = won + known[key], deals + 1
    return Fraction(-won, deals)


def test_a_side_bet_that_the_dealers_hand_decides_too_is_counted_over_every_deal(
    made: Made,
) -> None:
    game = made({TWINS: f"{TWINS} if player > dealer else -1"})
    under = terms(game)
    found = figure(game, "twins", under)
    together = solver(game).together(under, {"ante": 1, "twins": 1}, AT_RESET, unseen)
    assert found.house_edge == -together.joint.of("twins").mean
    assert found.house_edge == by_all_deals(game, "twins")
    assert (found.lines, found.outcomes.total) == ((), 1_326 * 1_225)
    assert solver(game).covariance("twins", under) is None


LESS_THAN_EVEN: Edits = {
    TWINS: "twins = max(paid(pays.twins, events.twins), 1 if dealer >= PAIR else -1)"
}
WITH_BOARD: Edits = {
    "    player_cards=2,\n": "    player_cards=2,\n    board_cards=1,\n",
    'Pass(Who.DEALER, "dd"))': 'Pass(Who.DEALER, "dd"), Pass(Who.BOARD, "u"))',
}
TURNED: Edits = {
    "            Step(\n                act=Act.DECIDE,": (
        '            Step(act=Act.REVEAL, text="Turn the dealer\'s cards", turns=(Who.DEALER,)),\n'
        "            Step(\n                act=Act.DECIDE,"
    )
}
ONE_SUIT: Edits = {
    "        return Twins.ACES if rank_of(a) == 12 else Twins.PAIR": (
        "        return Twins.ACES if rank_of(a) == 12 and suit_of(a) + suit_of(b) == 5"
        " else Twins.PAIR"
    )
}
UNSOUND: Edits = {'word="double"': 'word="raise"'}
HALF: Edits = {"return PAIR | high << 4 if high == low else high << 4 | low": "return high - 0.5"}
REFUSED = [
    (
        LESS_THAN_EVEN,
        "settle_seat compares hands otherwise when pay tables pay otherwise, and deals are counted"
        " once for all pay tables",
    ),
    (
        WITH_BOARD,
        "its declaration is not sound: the game has 1 shared card, and Showdown compares hands"
        " without any: declare Community",
    ),
    (ONE_SUIT, "twins_event tells suits apart and does not say so: "),
    (UNSOUND, "its declaration is not sound: procedure 'hand': "),
    (HALF, "strength_of answers -0.5 for 2c 2d: expected a whole number (int)"),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("edits", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_a_game_that_cannot_be_counted_is_refused_in_one_sentence(
    edits: Edits, why: str, made: Made
) -> None:
    game = made(edits)
    sentence = why_unsolved(game)
    assert sentence.startswith(f"{game.key} has no exact figures: {why}")
    assert "\n" not in sentence
    with pytest.raises(Refused) as refusal:
        figure(game, "ante", terms(game))
    assert (str(refusal.value), refusal.value.code) == (sentence, "game.unsolved")


def test_cards_that_are_turned_before_the_decision_are_seen(made: Made) -> None:
    game = made(TURNED)
    assert game.faces_at_decision(Who.DEALER) == "uu"
    assert "no card of the dealer is hidden when a player decides" in why_unsolved(game)


def dealt(game: Game, passes: dict[str, str], **changes: Any) -> Game:
    """The game with other faces of the dealer's cards in each deal style."""

    def changed(step: Step, faces: str) -> Step:
        own = tuple(
            replace(each, faces=faces) if each.to is Who.DEALER else each for each in step.passes
        )
        return replace(step, passes=own, **(changes if own else {}))

    steps = next(iter(game.procedures.values()))
    procedures = {
        style: tuple(changed(step, faces) for step in steps) for style, faces in passes.items()
    }
    return replace(game, procedures=procedures)


def test_deal_styles_and_options_that_show_other_cards_are_refused() -> None:
    duel = example(DUEL)
    for game, why in (
        (
            dealt(duel.GAME, {"hand": "ud", "machine": "dd"}),
            "differs: 1 in deal style 'hand' and 0 in deal style 'machine'",
        ),
        (
            dealt(duel.GAME, {"hand": "ud"}, when="peek=yes"),
            "the option peek=yes decides what a player sees of the dealer's cards",
        ),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            declare(game, duel.SETTLEMENT.kind)
        assert refusal.value.code == "game.unsolved"


def test_a_decision_before_all_cards_are_dealt_is_refused() -> None:
    duel = example(DUEL)
    steps = duel.GAME.procedures["hand"]
    late = sorted(steps, key=lambda step: bool(step.passes))
    with pytest.raises(Refused, match="decides before all of the 2 cards are dealt"):
        declare(replace(duel.GAME, procedures={"hand": tuple(late)}), duel.SETTLEMENT.kind)


def test_hands_of_too_many_cards_and_too_many_strengths_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    duel = example(DUEL)
    with pytest.raises(Refused, match="may hold 752,538,150 hands of 8 cards") as refusal:
        showdown.question(replace(duel.GAME, player_cards=8, procedures={}), duel.SETTLEMENT.kind)
    assert refusal.value.code == "game.unsolved"
    with pytest.raises(Refused, match="hands of 9 cards cannot be counted: expected 1 to 8"):
        orbits(9)
    monkeypatch.setattr(showdown, "MOST_STRENGTHS", 50)
    showdown.forget()
    with pytest.raises(Refused, match=r"strength_of gives \d+ different strengths to hands of 2"):
        showdown.count(declare(duel.GAME, duel.SETTLEMENT.kind).asked)  # never counted before


def test_advice_against_two_cards_that_are_up_is_refused() -> None:
    duel = example(DUEL)
    of = declare(dealt(replace(duel.GAME, dealer_cards=3), {"hand": "uud"}), duel.SETTLEMENT.kind)
    with pytest.raises(Refused, match="has no advice: 2 cards of the dealer are up"):
        Showdowns(of).best_word(terms(duel.GAME))


@pytest.mark.compiled
@pytest.mark.parametrize("key", [each for each in GAMES if each != "three-way-action"])
def test_our_own_games_are_settled_alike_under_all_pays(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "is_own", lambda kind: False)
    check_settling(GAMES[key], declare(GAMES[key], kind_of(GAMES[key])).asked)


def test_threads_that_ask_at_once_count_a_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[object] = []

    def count(self: object, *_: object) -> object:
        counted.append(self)
        return object()

    monkeypatch.setattr(turns.TurnSolver, "count", count)
    monkeypatch.setattr(turns.TurnSolver, "arrays", lambda *_: {})
    monkeypatch.setattr(kept, "_folder", lambda game: None)
    ride = example("let-it-ride")
    games.add(ride)
    forget()
    try:
        together, found = Barrier(4), list[Any]()

        def ask_for() -> None:
            together.wait()
            by: Any = solver_of(ride.GAME)
            found.append(kept.counted(by._solver(terms(ride.GAME))))

        threads = [Thread(target=ask_for) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len({id(each) for each in found}) == len(counted) == 1
    finally:
        games.remove(ride.GAME.key)
        kept.forget()
        forget()


def test_two_side_bets_on_own_cards_are_counted_over_every_two_hands() -> None:
    duel = example(DUEL)
    of, under = declare(duel.GAME, duel.SETTLEMENT.kind), terms(duel.GAME)
    hands = every_hand(2)
    units = [
        under.pay["twins"].units()[event]
        for event in asked(of.rules.events["twins"].rule, hands).tolist()
    ]
    rows, products, pairs = hands.tolist(), 0, 0
    for one, mine in zip(rows, units, strict=True):
        for other, theirs in zip(rows, units, strict=True):
            if one[0] not in other and one[1] not in other:
                products, pairs = products + mine * theirs, pairs + 1
    mean = Fraction(sum(units), len(units))
    assert two_alone(of, "twins", under) == Fraction(products, pairs) - mean**2


@rule
def by_all_the_cards(
    player: int, dealer: int, events: ags_3_card.Events, pays: ags_3_card.Pays
) -> ags_3_card.Result:
    """A rule that pays the ante by what all the cards make."""
    won = 1 if events.six_card_bonus > 0 else -1
    return ags_3_card.Result(won, won, 0, 0, paid(pays.six_card_bonus, events.six_card_bonus))


def test_a_base_game_that_an_event_of_all_the_cards_decides_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sound, "is_own", lambda kind: False)
    rules = replace(ags_3_card.SHOWDOWN, settle=by_all_the_cards)
    game = ags_3_card.GAME
    with pytest.raises(Refused, match="lets ante depend on what all the cards are for six-card"):
        check_settling(game, declare(game, rules).asked)


def test_a_line_that_takes_a_stake_is_counted_where_the_rule_only_pays_it(made: Made) -> None:
    losing = TABLES.replace('"2 to 1"', '"lose"')
    plain = made({}, losing)
    won = 6 * 10 + 12 * 6 * 3  # two aces at 10 to 1, other pairs at 3 to 1
    lost = 1_326 - 13 * 6
    assert figure(plain, "twins", terms(plain)).house_edge == Fraction(lost - won, 1_326)
    odd = made(
        {
            TWINS: f"{TWINS}\n    if twins < 0 and events.twins == Twins.SUITED:\n"
            "        twins = 1 if dealer >= PAIR else -1"
        },
        losing,
    )
    assert why_unsolved(odd) == ""
    with pytest.raises(Refused, match="otherwise when a line of a pay table takes a stake"):
        figure(odd, "ante", terms(odd))
