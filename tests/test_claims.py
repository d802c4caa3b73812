"""What the analysis finds wrong with the rules of a game: each is compiled, and asked about all
hands."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any, cast

import pytest
from numba.core.errors import NumbaError

from fairdeal import games
from fairdeal.analysis import check, compiled
from fairdeal.analysis.check import compile_faults
from fairdeal.analysis.solvers import asking, hands
from fairdeal.analysis.solvers import claims as claimed
from fairdeal.analysis.solvers.claims import Claim, claims, refuted
from fairdeal.cards import SPADES, rank_of, suit_of
from fairdeal.fingerprint import Fingerprints
from fairdeal.games import sampling
from fairdeal.games.kinds import Community, Event, Rule, Showdown, rules_of
from fairdeal.hands import poker, three_card
from fairdeal.rule import RULES, rule, unmarked
from tests.examples import PACKAGES, example
from tests.small_games import small_holdem

DUEL = "two-card-duel"
pytestmark = pytest.mark.usefixtures("more_games")


@pytest.fixture
def marked() -> Iterator[Callable[[Rule], Rule]]:
    """Marks rules for the length of a test."""
    number = len(RULES)
    yield rule
    del RULES[number:]


def kind_of(key: str) -> Showdown:
    kind = games.SETTLEMENTS[key].kind
    assert isinstance(kind, Showdown)
    return kind


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for proofs."""
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    return tmp_path / "fairdeal" / "proofs"


def spade(a: int, b: int) -> int:
    return int(suit_of(a) == SPADES) + int(suit_of(b) == SPADES)


def spade_or_none(a: int, b: int) -> int:
    return spade(a, b)


def first_card(a: int, b: int) -> int:
    return rank_of(a)


def between_ranks(a: int, b: int) -> Any:
    return max(rank_of(a), rank_of(b)) + 0.5


def first_is_low(a: int, b: int) -> int:
    return int(rank_of(a) == 0 and suit_of(a) != 0)


def higher(a: int, b: int) -> int:
    return max(rank_of(a), rank_of(b))


def whole(cards: tuple[int, ...]) -> int:
    ranks = 0
    for card in cards:
        ranks += rank_of(card)
    return ranks


class Few(IntEnum):
    """Not a number for every rank."""

    TWO = 0
    THREE = 1


Ranks: type[IntEnum] = cast("type[IntEnum]", IntEnum("Ranks", [*"abcdefghijklm"], start=0))


PROVEN = [
    Claim(higher, 2, "", 0, Ranks),
    Claim(higher, 2, "", 0),
    Claim(whole, 3, "", 0),
    Claim(spade, 2, "s", 0),
    Claim(spade, 2, "hs", 0),
    Claim(three_card.strength_of, 3, "", 3),
    Claim(higher, 2, "", 5),
]
REFUTED = [
    (Claim(higher, 2, "", 0, Few), "higher gives numbers that Few does not have: "),
    (Claim(spade, 2, "", 0), "spade tells suits apart and does not say so: "),
    (Claim(spade, 2, "h", 0), "spade tells other suits than 'h' apart and does not say so: "),
    (Claim(between_ranks, 2, "", 0), "between_ranks answers 0.5 for "),
    (Claim(first_card, 2, "", 0), "first_card depends on the order of the cards: "),
    (Claim(first_is_low, 2, "", 0), "first_is_low depends on the order of the cards: "),
    (Claim(three_card.strength_of, 3, "", 2), "strength_of does not go by flushes of 2: "),
    (Claim(three_card.strength_of, 3, "", 4), "strength_of does not go by flushes of 4: "),
]


@pytest.mark.parametrize("claim", PROVEN, ids=str)
@pytest.mark.usefixtures("cached")
def test_a_claim_that_holds_for_all_hands_is_proven(
    claim: Claim, marked: Callable[[Rule], Rule]
) -> None:
    marked(claim.rule)
    shares: list[float] = []
    assert refuted(claim, shares.append) == ""
    assert shares[-1] == 1.0


@pytest.mark.parametrize(("claim", "says"), REFUTED, ids=[says for _, says in REFUTED])
def test_a_claim_that_does_not_hold_is_refuted_by_two_hands(
    claim: Claim, says: str, marked: Callable[[Rule], Rule], cached: Path
) -> None:
    marked(claim.rule)
    fault = refuted(claim)
    assert fault.startswith(says)
    if " answers " in says:
        return
    answers = [each.split(" gives ")[1] for each in fault.removeprefix(says).split(" and ")]
    assert len({*answers}) == (1 if claim.events else 2)
    assert not [*cached.iterdir()], "only proofs are kept"


def test_a_proof_is_kept_while_the_rule_means_the_same(
    cached: Path, monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    marked(higher)
    claim = Claim(higher, 2, "", 0)
    assert refuted(claim) == ""
    [proof] = cached.iterdir()
    assert proof.read_text() == "higher (2 cards): no suit is told apart: proven over 1,326 hands\n"
    os.utime(proof, (0, 0))
    shares: list[float] = []
    assert refuted(claim, shares.append) == ""
    assert not shares, "nothing is asked again"
    assert proof.stat().st_mtime > 0, "a proof that is used stays"
    for another in (Claim(higher, 2, "s", 0), Claim(whole, 2, "", 0)):
        marked(another.rule)
        refuted(another, shares.append)
        assert shares.pop() == 1
    prover = claimed._PROOFS._by_name
    for module, name in ((hands, "_write"), (asking, "first"), (claimed, "_unlike")):
        with monkeypatch.context() as patched:
            patched.setattr(claimed, "_PROOFS", Fingerprints(*prover))
            assert claimed._place(claim) == proof
            patched.setattr(claimed, "_PROOFS", Fingerprints(*prover))
            patched.setattr(module, name, lambda *_: 0)
            if module is asking:
                patched.setattr(claimed, name, lambda *_: 0)
            assert claimed._place(claim) != proof, "the hands of the proof are made otherwise"


def test_proofs_that_nothing_has_used_for_long_are_removed(
    cached: Path, marked: Callable[[Rule], Rule]
) -> None:
    for each in (higher, whole):
        marked(each)
    assert refuted(Claim(higher, 2, "", 0)) == ""
    [old] = cached.iterdir()
    os.utime(old, (0, 0))
    assert refuted(Claim(whole, 2, "", 0)) == ""
    assert old not in {*cached.iterdir()}


def test_a_proof_that_cannot_be_kept_is_made_again(
    monkeypatch: pytest.MonkeyPatch, cached: Path
) -> None:
    made: list[Claim] = []

    def ask(claim: Claim, progress: object) -> str:
        made.append(claim)
        return ""

    monkeypatch.setattr(claimed, "_contradicted", ask)
    typed: dict[str, Any] = {}
    exec("def typed(a: int, b: int) -> int:\n    return 0\n", typed)
    unsourced, sourced = Claim(typed["typed"], 2, "", 0), Claim(higher, 2, "", 0)
    assert [refuted(unsourced), refuted(unsourced)] == ["", ""]
    monkeypatch.setattr(claimed, "safe_folder", lambda name: None)
    assert [refuted(sourced), refuted(sourced)] == ["", ""]
    assert made == [unsourced, unsourced, sourced, sourced]


def test_a_claim_is_told_in_words_with_its_hands() -> None:
    five = Claim(poker.strength_of, 5, "", 5)
    assert str(five) == "strength_of (5 cards): suits matter only for a flush of 5"
    assert (five.hands, five.can_be_proven) == (2_598_960, True)
    assert str(Claim(spade, 1, "s", 0)) == "spade (1 card): no suit is told apart but spades"
    assert Claim(poker.strength_of, 7, "", 5).can_be_proven
    assert not Claim(poker.strength_of, 8, "", 5).can_be_proven


def told(key: str) -> list[str]:
    kind = games.SETTLEMENTS[key].kind
    assert isinstance(kind, Showdown | Community)
    return [str(claim) for claim in claims(games.game(key), kind)]


def test_the_claims_of_a_game_follow_from_its_kind() -> None:
    assert told("three-card-fury") == [
        "best_of_four (4 cards): no suit is told apart",
        "strength_of (3 cards): no suit is told apart",
        "monster_event (4 cards): no suit is told apart but spades",
        "four_card_event (4 cards): no suit is told apart",
        "seven_card_event (7 cards): suits matter only for a flush of 5",
    ]
    assert told("ultimate-texas-holdem") == [
        "strength_of (7 cards): suits matter only for a flush of 5",
        "hand_event (7 cards): no suit is told apart",
    ]
    assert told("let-it-ride") == [
        "strength_of (5 cards): suits matter only for a flush of 5",
        "hand_event (5 cards): no suit is told apart",
        "bonus_event (3 cards): no suit is told apart",
    ]


def test_where_own_and_shared_cards_may_count_differently_nothing_is_claimed_of_both() -> None:
    kind = small_holdem.SETTLEMENT.kind
    assert isinstance(kind, Community)
    assert kind.player.flush == 0
    own = {key: event for key, event in kind.events.items() if event.of is not event.of.OWN}
    assert own
    assert claims(small_holdem.GAME, replace(kind, events=own)) == []


OF_SEVEN_CARDS = ("three-card-fury", "ultimate-texas-holdem")
"""Games with rules about seven cards, of which there are 134 million hands."""


@pytest.mark.compiled
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.slow] if key in OF_SEVEN_CARDS else [])
        for key in [*PACKAGES, *games.GAMES]
    ],
)
@pytest.mark.usefixtures("cached")
def test_every_claim_of_every_game_is_proven_over_all_hands(key: str) -> None:
    kind = games.SETTLEMENTS[key].kind
    if isinstance(kind, Showdown | Community):
        assert [refuted(claim) for claim in claims(games.game(key), kind)] == [""] * len(told(key))


@pytest.mark.compiled
@pytest.mark.parametrize("key", PACKAGES)
def test_the_rules_of_an_example_compile_alone_and_agree_with_python(key: str) -> None:
    kind = games.SETTLEMENTS[key].kind
    assert isinstance(kind, Showdown | Community)
    assert compile_faults(games.game(key), games.SETTLEMENTS[key], kind) == []


def faults_with(event: Rule, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is found in Two Card Duel with another rule for its side bet."""
    kind = replace(kind_of(DUEL), events={"twins": Event(event)})
    settles = replace(games.SETTLEMENTS[DUEL], kind=kind)
    module: ModuleType = example(DUEL)
    changed = replace(
        settles,
        settle=module.settlement(
            module.GAME, kind, module.Words(module.called), lambda dealer: True
        ).settle,
    )
    monkeypatch.setitem(games._settlements, DUEL, changed)
    return compile_faults(games.game(DUEL), changed, kind)


def by_name(a: int, b: int) -> int:
    names = {"suit": suit_of(a)}
    return names["suit"].bit_length() % 4


def below(a: int, b: int) -> int:
    return (1 << 62 + suit_of(a)) % 3


def divided(a: int, b: int) -> int:
    return (4 // (suit_of(a) + 1)) % 4


def helped(a: int, b: int) -> int:
    return divided(a, b)


def between(a: int, b: int) -> Any:
    return max(rank_of(a), rank_of(b)) - 0.5


def whether(a: int, b: int) -> Any:
    return suit_of(a) == suit_of(b)


def failing(a: int, b: int) -> int:
    return 3 // (suit_of(a) - suit_of(b))


def printing(a: int, b: int) -> int:
    print("asked")
    return suit_of(a)


def importing(a: int, b: int) -> int:
    import operator

    return int(operator.add(suit_of(a), 0))


def large(a: int, b: int) -> int:
    return suit_of(a) - 9


NAMES = {0: 1, 1: 2, 2: 3, 3: 0}


def looking(a: int, b: int) -> int:
    return NAMES[suit_of(a)]


ONLY = "(a rule works with ints, tuples of ints, loops and other rules)"
WRONG = [
    (between, r"answers -?\d+\.5, asked about .. ..: expected a whole number \(int\)"),
    (whether, r"answers (True|False), asked about .. ..: expected a whole number \(int\)"),
    (failing, r"raises ZeroDivisionError: .+, asked about .. .."),
    (printing, "prints, and a rule only answers"),
    (importing, "imports operator: import it above the rule"),
]


@pytest.mark.parametrize(("event", "says"), WRONG, ids=[each.__name__ for each, _ in WRONG])
def test_a_rule_that_does_what_no_rule_may_is_named_in_one_sentence(
    event: Rule, says: str, monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    monkeypatch.setattr(check, "compiles", lambda: True)
    found = faults_with(marked(event), monkeypatch)
    where = rf"rule {event.__name__} \(test_claims.py, line {event.__code__.co_firstlineno}\)"
    assert any(re.fullmatch(rf"{where} {says}", fault) for fault in found), found
    assert all("\n" not in fault for fault in found)


@pytest.mark.compiled
def test_a_dict_that_a_rule_reads_is_named(
    monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    [fault] = faults_with(marked(looking), monkeypatch)
    assert fault.endswith(" does not compile: it reads the dict NAMES: use a tuple")


def test_a_bet_that_loses_more_than_its_stake_is_told_with_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check, "compiles", lambda: True)
    settle = example(DUEL).settle_seat

    def twice(player: int, dealer: int, events: Any, pays: Any) -> Any:
        return settle(player, dealer, events, pays)._replace(raised=-2)

    module: ModuleType = example(DUEL)
    kind = replace(kind_of(DUEL), settle=twice)
    twice.__annotations__ = settle.__annotations__
    changed = module.settlement(module.GAME, kind, module.Words(module.called))
    monkeypatch.setitem(games._settlements, DUEL, changed)
    found = compile_faults(games.game(DUEL), changed, kind)
    [fault] = [each for each in found if "cannot settle a round" in each]
    assert fault.startswith("rule twice (test_claims.py, line ")
    assert "raised of seat " in fault
    assert " on it and would lose " in fault
    assert "dealer " in fault


@pytest.mark.compiled
def test_a_rule_that_does_not_compile_is_named_with_its_line_and_the_reason(
    monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    line = by_name.__code__.co_firstlineno + 2
    assert faults_with(marked(by_name), monkeypatch) == [
        f"rule by_name (test_claims.py, line {line}) does not compile: the compiler does"
        f" not know .bit_length {ONLY}"
    ]


@pytest.mark.compiled
def test_a_rule_that_answers_otherwise_when_it_is_compiled_is_named_with_the_question(
    monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    [fault] = faults_with(marked(below), monkeypatch)
    assert fault.startswith(f"rule below (test_claims.py, line {below.__code__.co_firstlineno}) ")
    assert " when it is compiled, and " in fault


def test_a_rule_without_its_mark_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "compiles", lambda: True)
    monkeypatch.setattr(check, "compiled_alone", lambda rule, calls: rule)
    line = divided.__code__.co_firstlineno
    assert faults_with(divided, monkeypatch) == [
        f"rule divided (test_claims.py, line {line}) is not marked with @rule"
    ]


def test_what_a_compiled_rule_does_wrong_is_told_and_what_calls_it_is_left_out(
    monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    def fails(*words: int) -> int:
        raise ZeroDivisionError("division by zero")

    def refuses(rule: Rule, calls: object) -> Rule:
        if rule is divided:
            raise NumbaError("Failed in nopython mode pipeline\n\nnobody knows why\nmore")
        return rule

    monkeypatch.setattr(check, "compiles", lambda: True)
    where = f"rule divided (test_claims.py, line {divided.__code__.co_firstlineno})"
    marked(divided)
    for compiles, says in (
        (
            refuses,
            f"{where} does not compile: it does there what the compiler does not know {ONLY}",
        ),
        (
            lambda rule, calls: fails if rule is divided else rule,
            f"{where} fails when it is compiled (ZeroDivisionError: division by zero), asked (",
        ),
        (
            lambda rule, calls: (lambda *words: 9) if rule is divided else rule,
            f"{where} says 9 when it is compiled, and ",
        ),
    ):
        monkeypatch.setattr(check, "compiled_alone", compiles)
        [fault] = faults_with(divided, monkeypatch)
        assert fault.startswith(says)

    monkeypatch.setattr(check, "compiled_alone", refuses)
    assert faults_with(marked(helped), monkeypatch) == [
        f"{where} does not compile: it does there what the compiler does not know {ONLY}"
    ]


def test_without_the_compiler_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "compiles", lambda: False)
    assert faults_with(divided, monkeypatch) == []


def test_a_function_is_compiled_for_every_kind_of_arguments_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    class Fake:
        def compile(self, kinds: object) -> None:
            made.append(str(kinds))

    fake = Fake()
    monkeypatch.setattr(compiled, "kernel", lambda function: fake)
    calls = [(1, 2), (3, 4), ((1, 2), 3)]
    assert compiled.compiled_alone(higher, calls) is fake  # type: ignore[comparison-overlap]
    assert sorted(made) == ["(UniTuple(int64, 2), int64)", "(int64, int64)"]


def test_different_calls_of_a_rule_are_noted_and_only_so_many(
    marked: Callable[[Rule], Rule], monkeypatch: pytest.MonkeyPatch
) -> None:
    marked(spade)
    monkeypatch.setattr(sampling, "_MOST", 2)
    watch = sampling.Watch()
    for event, code, cards in (
        ("call", higher.__code__, (1, 2)),
        ("return", spade.__code__, (3, 4)),
        ("call", spade.__code__, (5, 6)),
        ("call", spade.__code__, (5, 6)),
        ("call", spade.__code__, (7, 8)),
        ("call", spade.__code__, (9, 10)),
    ):
        frame = SimpleNamespace(f_code=code, f_locals=dict(zip("ab", cards, strict=True)))
        watch(cast(FrameType, frame), event, None)
    assert watch.seen == {spade: {(5, 6): None, (7, 8): None}}


def test_a_compiled_rule_that_agrees_has_no_fault(
    monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    monkeypatch.setattr(check, "compiles", lambda: True)
    monkeypatch.setattr(check, "compiled_alone", lambda rule, calls: rule)
    assert faults_with(marked(divided), monkeypatch) == []


def test_a_function_without_its_mark_that_a_rule_calls_is_named(
    monkeypatch: pytest.MonkeyPatch, marked: Callable[[Rule], Rule]
) -> None:
    monkeypatch.setattr(check, "compiles", lambda: True)
    monkeypatch.setattr(check, "compiled_alone", lambda rule, calls: rule)
    line = helped.__code__.co_firstlineno + 1
    says = f"rule helped (test_claims.py, line {line}) calls divided, without the mark @rule"
    assert faults_with(marked(helped), monkeypatch) == [says]


def test_functions_without_their_mark_are_found_wherever_a_rule_names_them(
    marked: Callable[[Rule], Rule],
) -> None:
    def within(a: int, b: int) -> int:
        return divided(a, b)

    def by_module(a: int, b: int) -> int:
        return sum(hands.words(card) for card in (a, within(a, b)))

    def again(a: int, b: int) -> int:
        return by_module(a, b) + again(b, a)

    def by_words(a: int, b: int) -> int:
        return int(a.real + of_three.divided(a))

    of_three = SimpleNamespace(divided=divided)
    assert unmarked([by_words]) == [], "what is no module keeps functions that nothing marks"
    hands = ModuleType("hands")
    hands.words = divided  # type: ignore[attr-defined]
    marked(again)
    assert unmarked([again]) == [(again, "by_module")]
    for each in (by_module, within):
        marked(each)
    assert unmarked([again]) == [(by_module, "words"), (within, "divided")]
    assert unmarked([cast(Rule, len)]) == []
    line = check._line_of(by_module, "words")
    assert line in (None, by_module.__code__.co_firstlineno + 1)
    assert check._line_of(by_module, "no such name") is None
    marked(divided)
    assert unmarked([again]) == []


def test_a_proof_that_was_kept_says_nothing_of_a_rule_that_calls_an_unmarked_function(
    cached: Path, marked: Callable[[Rule], Rule]
) -> None:
    claim = Claim(marked(spade_or_none), 2, "s", 0)
    marked(spade)
    assert refuted(claim) == ""
    assert [*cached.iterdir()] == [claimed._place(claim)]
    RULES.remove(spade)
    assert claimed._place(claim) is None


@pytest.mark.parametrize(
    ("compiler", "says"),
    [
        ("Unknown attribute 'bit_count' of type int64", "the compiler does not know .bit_count"),
        (
            "Untyped global name 'Counter': Cannot determine Numba type of <class 'type'>",
            "it uses Counter, which the compiler does not know",
        ),
        ("NameError: name 'higst' is not defined", "higst is not defined"),
        (
            "The use of a reflected list(int64)<iv=None> type, assigned to variable 'L' in globals",
            "it reads the list L: use a tuple",
        ),
        (
            "Cannot unify Literal[str](yes) and Literal[int](0) for '$phi14.0.2'",
            "a value is text in one case and no text in another",
        ),
        (
            "Cannot unify float64 and none for 'x'",
            "a value has one type in one case and another type in another",
        ),
        (
            "No implementation of function Function(<built-in function add>) found for signature:\n"
            " >>> add(int64, Literal[str](x))",
            "it asks for add of text",
        ),
        (
            "No implementation of function Function(<built-in function getitem>) found for"
            " signature:\n >>> getitem(UniTuple(int64 x 2), slice<a:b>)",
            "the compiler does not know getitem of what it is given there",
        ),
    ],
)
def test_what_the_compiler_says_is_told_in_plain_words(compiler: str, says: str) -> None:
    assert check._reason(NumbaError(compiler)) == f"{says} {ONLY}"


def test_a_settlement_rule_that_gives_no_result_is_told_what_is_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check, "compiles", lambda: True)
    settle = example(DUEL).settle_seat

    def forgets(player: int, dealer: int, events: Any, pays: Any) -> Any:
        return settle(player, dealer, events, pays) if player > dealer else None

    module: ModuleType = example(DUEL)
    kind = replace(kind_of(DUEL), settle=forgets)
    forgets.__annotations__ = settle.__annotations__
    changed = module.settlement(module.GAME, kind, module.Words(module.called))
    monkeypatch.setitem(games._settlements, DUEL, changed)
    RULES.append(forgets)
    try:
        [fault] = compile_faults(games.game(DUEL), changed, kind)
    finally:
        RULES.remove(forgets)
    assert re.fullmatch(
        r"rule forgets \(test_claims.py, line \d+\) answers None, asked about \d+, \d+,"
        r" Events\(twins=\d\), Pays\(.*\): expected Result\(ante, raised, twins\)",
        fault,
    )


class Located(NumbaError):
    """An error that names a place in the source."""

    def __init__(self, line: int, file: str = __file__) -> None:
        super().__init__("a reason")
        self.loc = SimpleNamespace(filename=file, line=line)


def test_the_line_of_an_error_is_named_where_it_is_one_of_the_rules_own() -> None:
    begins = by_name.__code__.co_firstlineno
    for error, line in (
        (Located(begins + 2), begins + 2),
        (Located(begins + 40), begins),
        (Located(begins + 2, "elsewhere.py"), begins),
        (NumbaError("a reason"), begins),
        (None, begins),
        (NotImplementedError(f"no such code. Raised from {__file__} ({begins + 1})"), begins + 1),
    ):
        assert check._where(by_name, error) == f"rule by_name (test_claims.py, line {line})"


def test_the_rules_that_a_kind_names_are_those_of_its_fields() -> None:
    duel = kind_of(DUEL)
    named = ["strength_of", "twins_event", "settle_seat"]
    assert [each.__name__ for each in rules_of(duel)] == named
    ride = games.SETTLEMENTS["let-it-ride"].kind
    assert isinstance(ride, Community)
    assert [each.__name__ for each in rules_of(ride)] == [
        "strength_of",
        "hand_event",
        "bonus_event",
        "settle_seat",
    ]
