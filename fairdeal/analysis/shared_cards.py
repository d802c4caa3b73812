"""Games with cards that all hands share: figures, combinations and advice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards
from fairdeal.analysis.advice import Advice, check_cards
from fairdeal.analysis.combination import Together, tables_of
from fairdeal.analysis.compiled import Ints, compiles, once
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.distribution import Distribution, Later, LaterFigures
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.opening import Opening, opening
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seats import two_alone
from fairdeal.analysis.side_bets import Derived, settled_figure, side_figure, sizes_of
from fairdeal.analysis.solver import Situation
from fairdeal.analysis.solvers import community
from fairdeal.analysis.solvers.asking import asked, check_suits
from fairdeal.analysis.solvers.claims import MOST_HANDS
from fairdeal.analysis.solvers.declared import Bets
from fairdeal.analysis.solvers.hands import FULL, Deck, examples
from fairdeal.analysis.solvers.kept import counted
from fairdeal.analysis.solvers.settling import Lines
from fairdeal.analysis.solvers.showdown import cards_up
from fairdeal.analysis.solvers.solution import Outcomes, Solved, Solver, Start
from fairdeal.analysis.solvers.sound import AT_ONCE, prove
from fairdeal.analysis.solvers.staking import STAY, Stage, Structure, added, choices_of
from fairdeal.errors import Malformed, Refused, listed
from fairdeal.games.kinds import Community, Event, Of, ask
from fairdeal.games.layout import Game, Placed, Who
from fairdeal.games.showdown import columns_of, pays_of
from fairdeal.games.terms import Terms, terms


@dataclass(frozen=True)
class SharedCards(Derived):
    """The solver of one game with shared cards."""

    deck: Deck = FULL

    def figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """The head with everything that belongs to it, or one bet alone."""
        if bet not in self.base:
            return self._side_figure(bet, terms, conditions)
        of, whole = self.of, bet == self.of.head
        solved = self._solved(terms)
        decides = bet if self.game.bet(bet).columns else of.decided_by
        table = terms.pay[decides] if decides else None

        def outcomes() -> Distribution:
            found = self._outcomes(terms)
            return found.together() if whole else found.of(bet)

        def played() -> dict[str, Fraction]:
            return {"share_played": 1 - self._outcomes(terms).share_folded}

        return Figure(
            bet=bet,
            pay_table=table.name if table else None,
            per=of.head if whole else "stake",
            priced_by=decides,
            outcomes=Later(outcomes, solved.value if whole else None),
            wagered=solved.wager if whole else None,
            assumptions=("best strategy",),
            reading=table.reading if table else "",
            more=LaterFigures(played) if whole and of.game.has_fold else {},
        )

    def _side_figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """A bet beside the base game; one that every deal settles otherwise than its events say
        goes by the deals.
        """
        of = self.of
        found = side_figure(of, bet, terms, conditions, self.hands_by_event, self._outcomes_beside)
        always = self.game.bet(bet).survives(terms.options) or not self.game.has_fold
        if bet in of.bets and always and compiles():
            dealt = self._outcomes(terms).of(bet)
            if _shares(dealt) != _shares(found.outcomes):
                return settled_figure(of, bet, terms, dealt, may_fold=False)
        return found

    def _outcomes_beside(
        self, bet: str, terms: Terms, conditions: Conditions, may_fold: bool
    ) -> Distribution:
        """What a bet wins over every deal, where its events alone do not decide."""
        if bet not in self.of.bets:
            raise Refused(
                f"{bet} cannot be counted: a meter pays it, and a fold forfeits it",
                code="game.unsolved",
            )
        if not may_fold and self.game.has_fold and not self.game.bet(bet).survives(terms.options):
            raise Refused(
                f"{bet} has no figure of its own: the dealer's hand decides it, and a fold forfeits"
                " it",
                code="game.unsolved",
            )
        return self._outcomes(terms).of(bet)

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of a bet's pay table."""
        self.check()
        events = len(self.game.bet(bet).columns[0].events)
        return _hands_by_event(self.of.rules.events[bet], self._cards_of(bet), events, self.deck)

    def check(self, *, at_once: bool = False) -> None:
        """Refuse rules that cannot be counted; *at_once* leaves what takes long for the counts."""
        if self.deck == FULL:
            prove(self.game, self.of.rules, most=AT_ONCE if at_once else MOST_HANDS)

    def _cards_of(self, bet: str) -> int:
        """How many cards decide a bet."""
        is_own = self.of.rules.events[bet].of is Of.OWN
        return self.game.player_cards + (0 if is_own else self.game.board_cards)

    def together(
        self, terms: Terms, stakes: Mapping[str, int], conditions: Conditions, progress: Progress
    ) -> Together:
        """The bets of a player who decides so that all of them together do best.

        A bet that no fold forfeits wins the same after every choice.
        """
        of = self.of
        self._check_beside(stakes, terms)
        if metered := [bet for bet in stakes if bet not in of.bets]:
            raise Refused(
                f"{listed(metered)} cannot be counted with other bets of {self.game.key}: a meter"
                " pays it",
                code="game.unsolved",
            )
        self._counted(terms, progress)
        sizes = sizes_of(of, stakes, of.base)
        wagered = Fraction(sum(cents for bet, cents in stakes.items() if bet not in of.base))
        if of.head in stakes:
            wagered += stakes[of.head] * self._solved(terms).wager
        return Together(
            dict(stakes),
            self._outcomes(terms).joint(tuple(sizes)),
            sizes,
            tables_of(terms, sizes),
            wagered,
        )

    def _check_beside(self, stakes: Mapping[str, int], terms: Terms) -> None:
        """Refuse bets beside the base game on which its decisions would depend."""
        lost = [
            bet
            for bet in stakes
            if bet not in self.base and not self.game.bet(bet).survives(terms.options)
        ]
        if lost and self.game.has_fold and self.of.head in stakes:
            raise Refused(
                f"{listed(lost)} cannot be counted with other bets of {self.game.key}: a fold"
                " forfeits it, so that it may change decisions",
                code="game.unsolved",
            )

    def strategy(self, terms: Terms) -> None:
        """None: what is best depends on cards that are still to come."""

    def starts(self, terms: Terms) -> tuple[Start, ...]:
        """What each choice is worth to each starting hand, where no shared card is known yet."""
        found = self._solved(terms).starts
        return found if self.game.decisions and found[0].choices else ()

    def opening(self, terms: Terms) -> Opening | None:
        """The best play in words, as far as it can be told."""
        if not self.starts(terms):
            return None
        by, counts = self._counted(terms)
        solved, outcomes = self._solved(terms), self._outcomes(terms)
        return opening(self.game, self.game.bet(self.of.head).name, by, counts, solved, outcomes)

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each choice is worth; without stakes, of the base game per unit of its head."""
        by, counts = self._counted(terms)
        self._check(by.structure, known)
        pays, state = self._pays(terms), self._state(by.structure, known)
        worth = by.advise(counts, pays, known.held, known.board, known.seen, state)
        if not known.stakes:
            return Advice(worth, self.of.head)
        self._check_beside(known.stakes, terms)
        unit = next(cents for bet, cents in known.stakes.items() if bet in self.base)
        beside = sum(
            (
                cents * self._expected(bet, terms, known, conditions)
                for bet, cents in known.stakes.items()
                if bet not in self.base
            ),
            Fraction(0),
        )
        return Advice(
            {word: (unit * each + beside) / 100 for word, each in worth.items()}, "dollar"
        )

    def _check(self, structure: Structure, known: Situation) -> None:
        game, held, board = self.game, known.held, known.board
        if known.up is not None:
            raise Refused(f"in {game.key} no card of the dealer is up", code="up.unknown")
        if len(held) != game.player_cards:
            raise Malformed(
                f"the player has {len(held)} cards ({cards.show(held) or 'none'}): expected"
                f" {game.player_cards}",
                code="cards.number",
            )
        decided_at = [stage.common for stage in structure.stages]
        if len(board) not in decided_at:
            raise Malformed(
                f"nothing is decided at {len(board)} shared cards ({cards.show(board) or 'none'}):"
                f' expected {listed(map(str, decided_at), "or")}, as in "Kh 9h 3h"',
                code="cards.number",
            )
        check_cards({"hand": held, "board": board, "seen": known.seen})
        if known.stakes and not any(bet in self.base for bet in known.stakes):
            raise Refused(
                f"without an {self.of.head} there is nothing to decide", code="bets.undecided"
            )
        more = game.board_cards - len(board) + game.dealer_cards
        if len(self.deck) - len(held) - len(board) - len(known.seen) < more:
            raise Refused(
                f"{len(known.seen)} seen cards are too many: {more} are still to come",
                code="seen.many",
            )

    def _state(self, structure: Structure, known: Situation) -> Mapping[str, int]:
        """What is on the bets after the words that were said."""
        at = structure.stage_at(len(known.board))
        if not known.said and len(structure.states[at]) == 1:
            return structure.states[at][0]
        if len(known.said) != at:
            raise Malformed(
                f"{_number(len(known.said), 'decision')} given: before the decision at"
                f" {_number(len(known.board), 'shared card')} there {'is' if at == 1 else 'are'}"
                f" {at}",
                code="said.unknown",
            )
        state: Mapping[str, int] = structure.base
        for number, word in enumerate(known.said):
            going_on = structure.going_on(number)
            if word not in going_on:
                raise Malformed(
                    f"decision {number + 1} was not {word!r}: expected {listed(going_on, 'or')}",
                    code="said.unknown",
                )
            state = added(state, going_on[word])
        return state

    def _expected(
        self, bet: str, terms: Terms, known: Situation, conditions: Conditions
    ) -> Fraction:
        """Net units that a bet on cards alone wins on average."""
        nets, event = self.of.events_paid(bet, terms, conditions), self.of.rules.events[bet]
        if nets is None:
            raise Refused(
                f"{bet} of {self.game.key} has no advice: more than its own events decides it",
                code="game.unsolved",
            )
        if event.of is Of.OWN:
            return nets[ask(event.rule, tuple(known.held))]
        gone = {*known.held, *known.board, *known.seen}
        rest = [card for card in self.deck if card not in gone]
        more = self.game.board_cards - len(known.board)
        every_card = chain.from_iterable(combinations(rest, more))
        boards = np.fromiter(every_card, np.int8).reshape(comb(len(rest), more), more)
        known_cards = np.tile(np.array([*known.held, *known.board], np.int8), (len(boards), 1))
        said = asked(event.rule, np.hstack([known_cards, boards]))
        ways = np.bincount(said, minlength=len(nets)).tolist()
        every = zip(nets, ways, strict=True)
        return sum((net * number for net, number in every), Fraction(0)) / len(boards)

    def best_word(self, terms: Terms) -> Callable[[Situation], str]:
        """A function that gives the best word of the base game in any situation."""
        by, counts = self._counted(terms)
        solved, pays = self._solved(terms), self._pays(terms)

        def word(known: Situation) -> str:
            state = self._state(by.structure, known)
            return by.chosen(counts, solved, pays, known.held, known.board, state)

        return word

    def covariance(self, bet: str, terms: Terms) -> Fraction | None:
        """Of the net units of two seats with the same wager; None where it has not been counted."""
        return two_alone(self.of, bet, terms)

    @cached_property
    def _fields(self) -> Mapping[str, tuple[str, str]]:
        """Bet and column of each field of the pays that the rule takes."""
        return columns_of(self.game, self.of.rules)

    def _pays(self, terms: Terms) -> Mapping[str, tuple[int, ...]]:
        """The pay tables in force, in the units of the rule."""
        found: Mapping[str, tuple[int, ...]] = pays_of(self.game, self.of.rules, terms)._asdict()
        return found

    def _solver(self, terms: Terms, *, given: bool = False) -> Solver[Any]:
        """The solver for any pay table, or for the one that is *given*."""
        lines = {}
        for field, pays in self._pays(terms).items():
            bet, key = self._fields[field]
            [column] = (each for each in self.game.bet(bet).columns if each.key == key)
            lines[field] = tuple(
                pay if given or pay < 0 or event < column.lowest else None
                for event, pay in enumerate(pays)
            )
        survivors = (bet.key for bet in self.game.bets if bet.survives(terms.options))
        return _solver(self, frozenset(survivors), tuple(lines.items()))

    def _counted(self, terms: Terms, progress: Progress = unseen) -> tuple[Solver[Any], Any]:
        """The solver with its counts; they serve any pay table where the rule allows it."""
        self.check()
        by = self._solver(terms)
        try:
            return by, counted(by, progress)
        except Refused:
            given = self._solver(terms, given=True)
            return given, counted(given, progress)

    def _solved(self, terms: Terms) -> Solved:
        """The best play of the base game."""
        by, _ = self._counted(terms)
        return _solved(by, self._priced(terms))

    def lines(self, terms: Terms) -> list[int]:
        """What each line pays that bears on decisions, in the order of the rule; 0 for others."""
        return [pay for _, pays in self._priced(terms) for pay in pays]

    def open_lines(self, terms: Terms) -> NDArray[np.bool_]:
        """Whether the counts hold whatever a line pays, by line."""
        by, _ = self._counted(terms)
        found = np.zeros(len(by.settling.sheet.every), np.bool_)
        found[list(by.settling.sheet.open)] = True
        return found

    def whole(self, terms: Terms) -> int:
        """All deals in parts of a unit, of which ``values`` gives the sums."""
        by, _ = self._counted(terms)
        return by.deals * by.structure.unit

    def values(self, terms: Terms, lines: Ints) -> Ints | None:
        """What the best play wins over all deals, for what lines pay under each of many tables.

        None where only ``figure`` can tell.
        """
        by, counts = self._counted(terms)
        return by.values(counts, lines)

    def _priced(self, terms: Terms) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The pays that bear on decisions; nothing paid to any other bet."""
        return tuple(
            (field, pays if self._fields[field][0] in self.base else (0,) * len(pays))
            for field, pays in self._pays(terms).items()
        )

    def _outcomes(self, terms: Terms) -> Outcomes:
        """All deals under the best play."""
        by, _ = self._counted(terms)
        found = _tallied(by, self._priced(terms))
        return replace(found, pays=by.settling.sheet.priced(self._pays(terms)))


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _shares(law: Distribution) -> dict[Fraction, Fraction]:
    return {net: Fraction(ways, law.total) for net, ways in law.ways.items()}


def shared_cards(game: Game, rules: Community, deck: Deck = FULL) -> SharedCards:
    """A game ready to be counted, or a sentence that says why it cannot be."""
    found = SharedCards(Bets(game, rules), deck)
    found._solver(terms(game))
    return found


def structure_of(of: Bets, survivors: frozenset[str]) -> Structure:
    """Cards, stages and stakes of a game; *survivors* are the bets that a fold leaves in play."""
    game = of.game
    if cards_up(game):
        raise Refused(
            f"{game.key} cannot be counted: a card of the {game.dealer} is up beside shared cards",
            code="game.unsolved",
        )
    for bet in of.base:
        if game.bet(bet).placed is Placed.AWARD:
            raise Refused(
                f"{game.key} cannot be counted: {bet} has no stake of its own, and cards are"
                " shared",
                code="game.unsolved",
            )
    for choice in game.choices.values():
        if choice.bet and choice.bet not in of.base:
            raise Refused(
                f"{game.key} cannot be counted: {choice.word} decides on {choice.bet}, which is not"
                f" part of the base game of {of.head}",
                code="game.unsolved",
            )
    every = zip(shared_at(game), game.decisions, strict=True)
    stages = tuple(Stage(common, choices_of(step)) for common, step in every)
    return Structure(
        own=game.player_cards,
        common=game.board_cards,
        stages=stages or (Stage(0, (STAY,)),),
        base={bet: 1 for bet in of.base if bet not in of.decided},
        dealers=game.dealer_cards,
        survivors=survivors,
        parts={bet: game.bet(bet).parts for bet in of.bets},
    )


def shared_at(game: Game) -> list[int]:
    """Shared cards that lie face up at each decision."""
    found, shown = [], 0
    for step in next(iter(game.procedures.values())):
        shown += sum(each.faces.count("u") for each in step.passes if each.to is Who.BOARD)
        if Who.BOARD in step.turns:
            shown = shown + step.cards if step.cards else game.board_cards
        if step.choices:
            found.append(shown)
    return found


@lru_cache(maxsize=32)
def _hands_by_event(event: Event, size: int, events: int, deck: Deck) -> tuple[int, ...]:
    every = examples.__wrapped__(size, deck, event.suits)  # too many to be kept
    check_suits(event.rule, event.suits, every.hands)
    counts = np.zeros(events, np.int64)
    np.add.at(counts, asked(event.rule, every.hands), every.ways)
    return tuple(counts.tolist())


@once(maxsize=32)
def _solver(
    by: SharedCards,
    survivors: frozenset[str],
    lines: tuple[tuple[str, tuple[int | None, ...]], ...],
) -> Solver[Any]:
    of, asked_of = by.of, by.of.rules
    assert isinstance(asked_of, Community), "the kind of the game says so"
    structure = structure_of(of, survivors)
    beside = frozenset(field for field, (bet, _) in by._fields.items() if bet not in of.base)
    every: Lines = dict(lines)
    return community.solver(asked_of, structure, every, by.deck, beside)


@once(maxsize=64)
def _solved(by: Solver[Any], pays: tuple[tuple[str, tuple[int, ...]], ...]) -> Solved:
    return by.best(counted(by), dict(pays))


@once(maxsize=64)
def _tallied(by: Solver[Any], pays: tuple[tuple[str, tuple[int, ...]], ...]) -> Outcomes:
    return by.tally(counted(by), _solved(by, pays))
