"""Questions that the analysis refuses in a sentence, and bets that more than their events decide.

Nothing here needs the compiler.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

import pytest
from numba.core.errors import NumbaError

from fairdeal import games
from fairdeal.analysis import shared_cards
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.envy import hands_in_action
from fairdeal.analysis.registry import SOLVERS, forget, solver_of, why_unsolved
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.shared_cards import SharedCards
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Situation
from fairdeal.analysis.solvers.declared import declare
from fairdeal.cards import parse, rank_of
from fairdeal.errors import Refused
from fairdeal.games import ags_3_card
from fairdeal.games.kinds import Community, Event, Of, Showdown, ask
from fairdeal.games.layout import Game, Who
from fairdeal.games.paytable import Pay, PayTable, Unit
from fairdeal.games.showdown import pays_of
from fairdeal.games.terms import Terms, terms
from fairdeal.hands.poker import strength_of
from fairdeal.rule import rule
from tests.examples import FEW, example
from tests.solvers import games as by_hand

DUEL, ULTIMATE = "two-card-duel", "ultimate-texas-holdem"
TWELVE_CARDS: Final = Deck((0, 1, 11, 12), 3)
FLUSH: Final = strength_of(parse("2c 2d 5c 7c 8c 9c Jc"))
"""A hand of the small deck that is not among those that a rule is asked about in advance."""

pytestmark = pytest.mark.usefixtures("more_games")


class Events(NamedTuple):
    """What the player's cards are."""

    blind: int
    trips: int


class Pays(NamedTuple):
    """What each event pays."""

    blind: tuple[int, ...]
    trips: tuple[int, ...]


class Units(NamedTuple):
    """What each bet wins."""

    ante: int
    blind: int
    play: int
    trips: int


@rule
def settle_by_table(player: int, dealer: int, events: Events, pays: Pays) -> Units:
    """Trips go by their pay table."""
    told = by_hand.settle_ultimate(
        player, dealer, by_hand.UltimateEvents(events.blind), by_hand.UltimatePays(pays.blind)
    )
    return Units(told.ante, told.blind, told.play, pays.trips[events.trips + 0])


@rule
def settle_but_for_a_flush(player: int, dealer: int, events: Events, pays: Pays) -> Units:
    """Trips lose against one hand of the dealer's."""
    told = settle_by_table(player, dealer, events, pays)
    return Units(told.ante, told.blind, told.play, -1 if dealer == FLUSH else told.trips)


@rule
def settle_against_the_dealer(player: int, dealer: int, events: Events, pays: Pays) -> Units:
    """Trips lose wherever the player does."""
    told = settle_by_table(player, dealer, events, pays)
    return Units(told.ante, told.blind, told.play, told.trips if player > dealer else -1)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """No solver is kept from before, and none is left for later tests."""
    forget()
    yield
    forget()


def with_bet(game: Game, key: str, **changes: Any) -> Game:
    bets = tuple(replace(bet, **changes) if bet.key == key else bet for bet in game.bets)
    return replace(game, bets=bets)


def ultimate(settle: Any, game: Game | None = None) -> SharedCards:
    kind = games.SETTLEMENTS[ULTIMATE].kind
    assert isinstance(kind, Community)
    events = {**by_hand.ULTIMATE.events, "trips": kind.events["trips"]}
    rules = replace(by_hand.ULTIMATE, settle=settle, events=events)
    return shared_cards.shared_cards(game or games.GAMES[ULTIMATE], rules, FEW[ULTIMATE])


def usual() -> Terms:
    return terms(games.GAMES[ULTIMATE])


def with_table(table: PayTable) -> Terms:
    return replace(usual(), pay={**usual().pay, "trips": table})


def metered() -> Terms:
    """The best hand of trips wins a meter."""
    table = usual().pay["trips"]
    pays = (*table.pays["pays"][:-1], Pay(Unit.METER, meter="major"))
    return with_table(replace(table, pays={"pays": pays}))


def envious() -> Terms:
    """Trips pay for the hands of other players too."""
    table = usual().pay["trips"]
    other = terms(games.GAMES["three-card-poker"], {"bonus": "TCPB-03E"}).pay["bonus"]
    [envy] = (each for each in other.columns if each.others)
    return with_table(
        replace(
            table,
            columns=(*table.columns, envy),
            pays={**table.pays, envy.key: other.pays[envy.key]},
            printed={**table.printed, envy.key: other.printed[envy.key]},
        )
    )


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError("\n  no such hand  \nand more"), "ValueError: no such hand"),
        (LookupError(), "LookupError"),
    ],
)
def test_an_error_in_the_rules_of_an_added_game_is_a_sentence_of_one_line(
    error: Exception, why: str, monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> None:
    def broken(*_: object) -> Any:
        raise error

    monkeypatch.setitem(SOLVERS, Showdown, broken)
    sentence = f"{DUEL} has no exact figures: its rules cannot be asked ({why})"
    assert why_unsolved(games.GAMES[DUEL]) == sentence
    with pytest.raises(type(error)):  # in a game of our own it is a fault of ours
        solver_of(ags_3_card.GAME)


@pytest.mark.parametrize(
    "error", [NumbaError("Failed in nopython mode"), NotImplementedError("cell variable")]
)
def test_rules_that_do_not_compile_are_said_so_without_the_compilers_words(
    error: Exception, monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> None:
    def broken(*_: object) -> Any:
        raise error

    monkeypatch.setitem(SOLVERS, Showdown, broken)
    assert why_unsolved(games.GAMES[DUEL]) == (
        f"{DUEL} has no exact figures: its rules do not compile: fairdeal check-game {DUEL} says"
        " where and why"
    )


def test_a_game_whose_rules_call_an_unmarked_function_has_no_figures(
    monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> None:
    monkeypatch.setattr(example(DUEL), "paid", lambda table, event: 0)
    why = why_unsolved(games.GAMES[DUEL])
    assert why == f"{DUEL} has no exact figures: paid must be marked with @rule"


def test_a_game_whose_declaration_is_not_sound_is_refused(forgotten: None) -> None:
    why = why_unsolved(replace(games.GAMES[DUEL], board_cards=1))
    assert why.startswith(f"{DUEL} has no exact figures: its declaration is not sound: ")
    assert why_unsolved(games.GAMES[DUEL]) == ""


def test_envy_of_a_bet_that_a_fold_forfeits_is_refused_where_a_card_of_the_dealer_is_up() -> None:
    duel = example(DUEL)
    forfeited = with_bet(duel.GAME, "twins", survives_fold=False)
    [steps] = forfeited.procedures.values()
    up = tuple(
        replace(
            step,
            passes=tuple(
                replace(each, faces="ud") if each.to is Who.DEALER else each for each in step.passes
            ),
        )
        for step in steps
    )
    shown = replace(forfeited, procedures={"hand": up})
    with pytest.raises(Refused, match=r"forfeits it, and a card of the dealer is up$") as refusal:
        hands_in_action(declare(shown, duel.SETTLEMENT.kind), "twins", terms(shown))
    assert refusal.value.code == "game.unsolved"
    stays = replace(shown, bets=duel.GAME.bets)
    assert hands_in_action(declare(stays, duel.SETTLEMENT.kind), "twins", terms(stays)) is None


@rule
def four_cards(a: int, b: int, c: int, d: int) -> int:
    """How many pairs of one rank there are among four cards, three at most."""
    ranks = rank_of(a), rank_of(b), rank_of(c), rank_of(d)
    pairs = 0
    for one in range(4):
        for other in range(one):
            pairs += ranks[one] == ranks[other]
    return min(pairs, 3)


def test_a_bet_on_all_the_cards_that_a_fold_forfeits_is_lost_with_every_folded_hand() -> None:
    duel = example(DUEL)
    rules = replace(duel.SETTLEMENT.kind, events={"twins": Event(four_cards, of=Of.ALL)})
    game = with_bet(duel.GAME, "twins", survives_fold=False)
    under, deck = terms(game), TWELVE_CARDS.cards
    pays, units = pays_of(game, rules, under), under.pay["twins"].units()
    strength, won, deals, folded = rules.player.rule, 0, 0, 0
    for own in combinations(deck, 2):
        dealers = [*combinations([card for card in deck if card not in own], 2)]
        settled = [
            rules.settle(ask(strength, own), ask(strength, each), duel.Events(0), pays)
            for each in dealers
        ]
        raised = max(sum(each.ante + n * each.raised for each in settled) for n in (1, 2))
        folds = raised < -len(dealers)
        for each in dealers:
            won += -1 if folds else units[ask(four_cards, tuple(sorted((*own, *each))))]
        deals, folded = deals + len(dealers), folded + folds * len(dealers)
    found = Showdowns(declare(game, rules, deck=TWELVE_CARDS)).figure("twins", under, AT_RESET)
    assert 0 < folded < deals
    assert found.outcomes.total == deals
    assert found.house_edge == Fraction(-won, deals)


def test_a_bet_that_every_deal_settles_otherwise_than_its_events_say_goes_by_the_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_table, by_deals = ultimate(settle_by_table), ultimate(settle_but_for_a_flush)
    alone = by_table.figure("trips", usual(), AT_RESET)
    monkeypatch.setattr(shared_cards, "compiles", lambda: True)
    assert by_table.figure("trips", usual(), AT_RESET) == alone
    found, pays = by_deals.figure("trips", usual(), AT_RESET), usual().pay["trips"].units()
    event, deck = by_deals.of.rules.events["trips"].rule, FEW[ULTIMATE]
    nets = []
    for board in combinations(deck, 5):
        rest = [card for card in deck if card not in board]
        for own in combinations(rest, 2):
            dealer = tuple(sorted({*deck} - {*own}))
            lost = ask(strength_of, dealer) == FLUSH
            nets.append(-1 if lost else pays[ask(event, tuple(sorted((*own, *board))))])
    assert found.house_edge == -Fraction(sum(nets), len(nets))
    assert found.house_edge > alone.house_edge
    assert (found.lines, found.assumptions) == ((), ())


def test_a_bet_that_the_dealers_hand_decides_has_no_advice() -> None:
    by = ultimate(settle_against_the_dealer)
    stakes = {"ante": 1000, "blind": 1000, "trips": 500}
    known = Situation(parse("2c 2d"), board=parse("4h 5c 7c"), stakes=stakes)
    with pytest.raises(Refused, match=r"trips of .* has no advice: more than its own events"):
        by.advice(usual(), known, AT_RESET)
    assert by.of.events_paid("trips", usual(), AT_RESET) is None
    assert by.of.events_paid("ante", usual(), AT_RESET) is None
    assert ultimate(settle_by_table).advice(usual(), known, AT_RESET).per == "dollar"


def test_a_bet_that_the_dealers_hand_decides_and_a_fold_forfeits_has_no_figure_of_its_own() -> None:
    lost = with_bet(games.GAMES[ULTIMATE], "trips", survives_fold=False)
    optional = with_bet(lost, "ante", required=False)
    with pytest.raises(Refused, match="trips has no figure of its own: the dealer's hand decides"):
        ultimate(settle_against_the_dealer, optional).figure("trips", usual(), AT_RESET)
    found = ultimate(settle_against_the_dealer, lost).figure("trips", usual(), AT_RESET)
    assert found.assumptions == ("best strategy of the ante; a fold forfeits the bet",)


def test_a_bet_that_a_meter_pays_and_the_rule_settles_is_refused() -> None:
    with pytest.raises(Refused, match="it pays a meter, and settle_by_table settles it"):
        ultimate(settle_by_table).figure("trips", metered(), AT_RESET)


@pytest.mark.parametrize(
    ("under", "what"), [(metered, "a meter"), (envious, "other players' hands")]
)
def test_a_bet_that_more_than_its_events_decides_pays_neither_meters_nor_envy(
    under: Any, what: str
) -> None:
    with pytest.raises(Refused, match=f"it pays for {what}, and more than its own events"):
        ultimate(settle_against_the_dealer).figure("trips", under(), AT_RESET)
