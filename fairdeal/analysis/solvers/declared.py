"""The bets of a game as the analysis sees them, read off its declaration and its rules."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from typing import Final

import numpy as np

from fairdeal.analysis.compiled import Ints, compiles
from fairdeal.analysis.conditions import Conditions, net_by_event
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seven.patterns import FLUSH, FULL, Deck, patterns
from fairdeal.analysis.solvers.asking import asked, loops, signature_of
from fairdeal.analysis.solvers.claims import MOST_HANDS
from fairdeal.analysis.solvers.decisions import Prices
from fairdeal.analysis.solvers.kept import counted
from fairdeal.analysis.solvers.orbits import images, orbits
from fairdeal.analysis.solvers.showdown import (
    Asked,
    Counts,
    events_of,
    kinds_of,
    question,
    suits_of,
)
from fairdeal.analysis.solvers.sound import (
    AT_ONCE,
    check_pays,
    check_settling,
    prove,
)
from fairdeal.analysis.solvers.staking import STAY, Choice, choices_of
from fairdeal.errors import Refused
from fairdeal.games.kinds import Kind, Of, Showdown, Strength, ask
from fairdeal.games.layout import Game, Placed
from fairdeal.games.showdown import given_up, pays_of
from fairdeal.games.terms import Terms

DECK: Final = 52


@dataclass(frozen=True, eq=False)
class Bets:
    """The bets of a game of any kind."""

    game: Game
    rules: Kind

    @cached_property
    def decided(self) -> frozenset[str]:
        """The bets that the decision places."""
        return frozenset(b.key for b in self.game.bets if b.placed is Placed.BY_DECISION)

    @cached_property
    def head(self) -> str:
        """The bet that the base game is reckoned on."""
        measures = (c.of for step in self.game.decisions for c in step.choices if c.of)
        placed = (b.key for b in self.game.bets if b.placed is Placed.BEFORE_THE_DEAL)
        return self.game.head_of(next(measures, "") or next(placed))

    @cached_property
    def base(self) -> dict[str, int]:
        """The bets of the base game in units of its head: what equals it or rides on it."""
        settled = [
            each.replace("_", "-") for each in signature_of(self.rules.settle).result._fields
        ]
        return {
            bet.key: 1
            for bet in self.game.bets
            if self.game.head_of(bet.key) == self.head and bet.key in settled
        }

    @cached_property
    def decided_by(self) -> str:
        """The bet whose pay table decides the base game; empty when none does."""
        return next((key for key in self.base if self.game.bet(key).columns), "")

    @property
    def before(self) -> int:
        """Units of the base game that lie there before the deal."""
        placed = (self.game.bet(key).placed for key in self.base)
        return sum(each is Placed.BEFORE_THE_DEAL for each in placed)

    def shared(self, bet: str) -> bool:
        """Whether cards count for the bet that all seats share."""
        event = self.rules.events.get(bet)
        if bet in self.base or event is None:
            return bet in self.bets
        own = (Of.OWN,) if self.game.board_cards else (Of.OWN, Of.HAND)
        return event.of not in own

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The bets that the rule settles."""
        fields = signature_of(self.rules.settle).result._fields
        return tuple(field.replace("_", "-") for field in fields)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The events in the order in which the rule takes them."""
        found: tuple[str, ...] = signature_of(self.rules.settle).events._fields
        return found

    def metered(self, terms: Terms) -> list[str]:
        """The bets on cards alone that the rule leaves to a pay table with meters."""
        return [bet for bet in self.rules.events if bet not in self.bets and bet in terms.pay]

    def events_paid(self, bet: str, terms: Terms, conditions: Conditions) -> list[Fraction] | None:
        """Net units that each event brings to a bet; None where its events alone do not decide."""
        if bet not in self.bets:
            return net_by_event(terms.pay[bet], terms, conditions, by_table)
        field = bet.replace("-", "_")
        if field not in self.fields or not self.game.bet(bet).columns:
            return None
        found = self._paid(self.bets.index(bet), self.fields.index(field), terms)
        parts = self.game.bet(bet).parts
        return None if found is None else [Fraction(units, parts) for units in found]

    def _paid(self, place: int, field: int, terms: Terms) -> list[int] | None:
        """What each event brings, in the parts in which the rule counts the bet.

        The rule is asked about the strengths of some hands, which need not make the event.
        """
        pays, settle = pays_of(self.game, self.rules, terms), self.rules.settle
        players = self._some_strengths(self.rules.player, self.game.player_cards)
        dealers = self._some_strengths(self.rules.dealer, self.game.dealer_cards)
        forms, found = signature_of(settle), list[int]()
        for event in self.game.bet(self.bets[place]).columns[0].events:
            words = [0] * len(self.fields)
            words[field] = event
            told = forms.events(*words)
            won = {
                settle(player, dealer, told, pays)[place]
                for player in players
                for dealer in dealers
            }
            if len(won) > 1:
                return None
            found.append(won.pop())
        return found

    def _some_strengths(self, ranking: Strength | None, own: int) -> set[int]:
        """Strengths of hands of one suit and of several, with ranks near or far apart."""
        if ranking is None:
            return {0}
        size = own + self.game.board_cards
        return {
            ask(ranking.rule, tuple(sorted((start + step * card) % DECK for card in range(size))))
            for start in range(0, DECK, DECK // 4)
            for step in (1, 3, 4, 5, 7, 9)
        }


@dataclass(frozen=True, eq=False)
class Declared(Bets):
    """A game in which a player's cards meet the dealer's."""

    rules: Showdown
    choices: tuple[Choice, ...]
    """Of equals, the one that is named first is taken."""
    asked: Asked

    def check(self, *, at_once: bool = False) -> None:
        """Refuse rules that cannot be counted; *at_once* leaves what takes long for the counts."""
        if self.asked.deck == FULL:
            prove(self.game, self.rules, most=AT_ONCE if at_once else MOST_HANDS)
        held = comb(DECK, max(self.game.player_cards, self.game.dealer_cards))
        if not at_once or (compiles() and held <= AT_ONCE):
            check_settling(self.game, self.asked)

    def counts(self, progress: Progress = unseen) -> Counts:
        """Every situation of the game."""
        self.check()
        return counted(self.asked, progress)

    def prices(
        self, counts: Counts, terms: Terms, conditions: Conditions, column: str = ""
    ) -> Prices:
        """What every bet wins that the columns of the counts can tell.

        *column* is a bet on all the cards together by whose events the columns are divided.
        """
        units = _units(self, counts, terms, column)
        own: dict[str, Ints] = {}
        for place, bet in enumerate(self.bets):
            event = self.rules.events.get(bet)
            if event is None or event.of is not Of.ALL or bet == column:
                own[bet] = units[:, :, place]
        parts = {bet: self.game.bet(bet).parts for bet in own if self.game.bet(bet).parts > 1}
        for bet in self.metered(terms):
            nets = net_by_event(terms.pay[bet], terms, conditions, by_table)
            parts[bet] = lcm(*(net.denominator for net in nets))
            said = counts.kinds.told[:, self.fields.index(bet.replace("-", "_"))]
            own[bet] = np.array([int(net * parts[bet]) for net in nets])[said][:, None]
        lost = {bet: self._given_up(bet, terms) for bet in own}
        return Prices(own, lost, self.decided, parts)

    def _paid(self, place: int, field: int, terms: Terms) -> list[int] | None:
        """What each event brings; the rule is asked about everything that tells hands apart."""
        kinds = kinds_of(self.asked)
        settle, pays = self.rules.settle, pays_of(self.game, self.rules, terms)
        every = range(len(self.game.bet(self.bets[place]).columns[0].events))
        is_of_all = self.rules.events[self.bets[place]].of is Of.ALL
        units, found = np.empty((*kinds.dealers.shape, len(self.bets)), np.int64), []
        for event in every:
            some = slice(None) if is_of_all else kinds.told[:, field] == event
            told = kinds.told[some].copy()
            told[:, field] = event
            won = units[: len(told)]
            loops(settle).units(kinds.player[some], told, kinds.dealers[some], pays, won)
            if len(told) and won[..., place].min() != won[..., place].max():
                return None
            found.append(int(won[0, 0, place]) if len(told) else 0)  # no hand makes it
        return found

    def _given_up(self, bet: str, terms: Terms) -> int | None:
        """Whole units that a bet wins after a fold; None where it is settled all the same."""
        lost = given_up(self.game, bet, terms.options)
        return None if lost is None else lost // self.game.bet(bet).parts

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of a bet: the player's, or with the dealer's."""
        events = len(self.game.bet(bet).columns[0].events)
        return hands_by_event(self, bet, events)


def by_table(event: int, pays: tuple[int, ...]) -> int:
    """What a bet that its pay table alone settles wins for an event."""
    return pays[event]


def declare(
    game: Game, rules: Showdown, choices: tuple[Choice, ...] | None = None, deck: Deck = FULL
) -> Declared:
    """A game ready to be counted, or a sentence that says why it cannot be."""
    return Declared(game, rules, choices or _choices(game), question(game, rules, deck))


def _choices(game: Game) -> tuple[Choice, ...]:
    """The choices of the only decision.

    A game without a decision has one choice, which the player takes without a word.
    """
    if len(game.decisions) > 1:
        raise Refused(
            f"{game.key} cannot be counted: a player who faces a dealer decides once, not"
            f" {len(game.decisions)} times",
            code="game.unsolved",
        )
    return choices_of(game.decisions[0]) if game.decisions else (STAY,)


def _units(of: Declared, counts: Counts, terms: Terms, column: str) -> Ints:
    """What the rule says, by what is paid for, column and bet."""
    kinds, settle = counts.kinds, of.rules.settle
    pays = pays_of(of.game, of.rules, terms)
    check_pays(of.game, of.asked, pays)
    units = np.empty((*kinds.dealers.shape, len(of.bets)), np.int64)
    if not column:
        loops(settle).units(kinds.player, kinds.told, kinds.dealers, pays, units)
        return units
    events, field = (
        len(of.game.bet(column).columns[0].events),
        of.fields.index(column.replace("-", "_")),
    )
    every = np.empty((*kinds.dealers.shape, events, len(of.bets)), np.int64)
    for event in range(events):
        told = kinds.told.copy()
        told[:, field] = event
        loops(settle).units(kinds.player, told, kinds.dealers, pays, units)
        every[:, :, event] = units
    return every.reshape(len(kinds.player), -1, len(of.bets))


@lru_cache(maxsize=32)
def hands_by_event(of: Declared, bet: str, events: int) -> tuple[int, ...]:
    """How many hands bring each of so many events."""
    event, deck = of.rules.events[bet], of.asked.deck
    size = of.game.player_cards
    if event.of is Of.ALL:
        size += of.game.dealer_cards
    if event.flush == FLUSH <= size < 8:
        kinds = patterns(size, deck)
        said, ways = asked(event.rule, kinds.hands, np.arange(DECK)), kinds.ways
    elif event.of is Of.ALL:
        every = orbits(size, deck)
        said, ways = asked(event.rule, every.hands, np.array(deck.cards)), every.ways
    else:
        said = events_of(event.rule, event.suits, size, deck)
        ways = images(size, suits_of(event.suits, deck), deck).ways
    counts = np.zeros(events, np.int64)
    np.add.at(counts, said, ways)
    return tuple(counts.tolist())
