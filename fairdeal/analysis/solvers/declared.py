"""A showdown game as the analysis sees it, read off its declaration and its rules."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Final

import numpy as np

from fairdeal.analysis.compiled import Ints, Progress, unseen
from fairdeal.analysis.conditions import Conditions, net_by_event
from fairdeal.analysis.seven.patterns import FLUSH, FULL, Deck, patterns
from fairdeal.analysis.solvers.asking import asked, forms_of, settling
from fairdeal.analysis.solvers.decisions import Choice, Prices
from fairdeal.analysis.solvers.kept import counted
from fairdeal.analysis.solvers.orbits import images, orbits
from fairdeal.analysis.solvers.showdown import Asked, Counts, events_of, question, suits_of
from fairdeal.errors import Refused
from fairdeal.games.kinds import Of, Showdown, ask
from fairdeal.games.layout import FOLD, Game, Placed
from fairdeal.games.showdown import given_up, pays_of
from fairdeal.games.terms import Terms

DECK: Final = 52


def choices_of(game: Game) -> tuple[Choice, ...]:
    """The choices of a player, each with what it stakes.

    A game without a decision has one choice, which the player takes without a word.
    """
    if not game.decisions:
        return (Choice("stay", {}, folds=False),)
    if len(game.decisions) > 1:
        raise Refused(
            f"{game.key} cannot be counted: a player who faces a dealer decides once, not"
            f" {len(game.decisions)} times",
            code="game.unsolved",
        )
    return tuple(
        Choice(each.word, {each.bet: each.times} if each.bet else {}, each.word == FOLD)
        for each in game.decisions[0].choices
    )


@dataclass(frozen=True, eq=False)
class Declared:
    """A game in which a player's cards meet the dealer's."""

    game: Game
    rules: Showdown
    choices: tuple[Choice, ...]
    """Of equals, the one that is named first is taken."""
    asked: Asked

    @cached_property
    def decided(self) -> frozenset[str]:
        """The bets that the decision places."""
        return frozenset(b.key for b in self.game.bets if b.placed is Placed.BY_DECISION)

    @cached_property
    def head(self) -> str:
        """The bet that the base game is reckoned on."""
        follows = (choice.of for choice in self.game.choices.values() if choice.of)
        placed = (b.key for b in self.game.bets if b.placed is Placed.BEFORE_THE_DEAL)
        return next(follows, "") or next(placed)

    @cached_property
    def base(self) -> dict[str, int]:
        """The bets of the base game in units of its head: what equals it or rides on it."""
        settled = [each.replace("_", "-") for each in forms_of(self.rules.settle).result._fields]
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
        """Whether the dealer's cards count for the bet."""
        event = self.rules.events.get(bet)
        if event is not None and event.of is Of.ALL:
            return True
        return bet in self.base or (event is None and bet in self.bets)

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The bets that the rule settles."""
        fields = forms_of(self.rules.settle).result._fields
        return tuple(field.replace("_", "-") for field in fields)

    def counts(self, progress: Progress = unseen) -> Counts:
        """Every situation of the game."""
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

    def _given_up(self, bet: str, terms: Terms) -> int | None:
        """Whole units that a bet wins after a fold; None where it is settled all the same."""
        lost = given_up(self.game, bet, terms.options)
        return None if lost is None else lost // self.game.bet(bet).parts

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The events in the order in which the rule takes them."""
        found: tuple[str, ...] = forms_of(self.rules.settle).events._fields
        return found

    def metered(self, terms: Terms) -> list[str]:
        """The bets on the player's cards that the rule leaves to a pay table with meters."""
        return [bet for bet in self.rules.events if bet not in self.bets and bet in terms.pay]

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of a bet: the player's, or with the dealer's."""
        events = len(self.game.bet(bet).columns[0].events)
        return hands_by_event(self, bet, events)

    def events_paid(self, bet: str, terms: Terms, conditions: Conditions) -> list[Fraction]:
        """Net units that each event brings to a bet on cards alone."""
        table = terms.pay[bet]
        if bet not in self.bets:
            return net_by_event(table, terms, conditions, by_table)
        forms, place = forms_of(self.rules.settle), self.bets.index(bet)
        field = self.fields.index(bet.replace("-", "_"))
        pays = pays_of(self.game, self.rules, terms)
        strength = ask(self.rules.player.rule, self.asked.deck.cards[: self.game.player_cards])
        nets = []
        for event in range(len(table.pays["pays"])):
            told = [0] * len(self.fields)
            told[field] = event
            won = self.rules.settle(strength, strength, forms.events(*told), pays)[place]
            nets.append(Fraction(won, self.game.bet(bet).parts))
        return nets


def by_table(event: int, pays: tuple[int, ...]) -> int:
    """What a bet that its pay table alone settles wins for an event."""
    return pays[event]


def declare(
    game: Game, rules: Showdown, choices: tuple[Choice, ...] | None = None, deck: Deck = FULL
) -> Declared:
    """A game ready to be counted, or a sentence that says why it cannot be."""
    return Declared(game, rules, choices or choices_of(game), question(game, rules, deck))


def _units(of: Declared, counts: Counts, terms: Terms, column: str) -> Ints:
    """What the rule says, by what is paid for, column and bet."""
    kinds, settle = counts.kinds, of.rules.settle
    pays = pays_of(of.game, of.rules, terms)
    units = np.empty((*kinds.dealers.shape, len(of.bets)), np.int64)
    if not column:
        settling(settle).units(kinds.player, kinds.told, kinds.dealers, pays, units)
        return units
    events, field = (
        len(of.game.bet(column).columns[0].events),
        of.fields.index(column.replace("-", "_")),
    )
    every = np.empty((*kinds.dealers.shape, events, len(of.bets)), np.int64)
    for event in range(events):
        told = kinds.told.copy()
        told[:, field] = event
        settling(settle).units(kinds.player, told, kinds.dealers, pays, units)
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
