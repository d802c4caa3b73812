"""The settlement of a game whose rules have a known kind, derived from its declaration.

Every bet is settled by the game's own rule; which stage a line belongs to, what a fold forfeits and
what decided are read off the declaration.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from fairdeal.cards import rank_of
from fairdeal.games import reasons
from fairdeal.games.kinds import Kind, Of, ask
from fairdeal.games.layout import Act, Bet, Decides, Game, Placed
from fairdeal.games.round import (
    DealersHand,
    Line,
    Round,
    Seat,
    Settlement,
    line,
    paid_line,
    staked,
)
from fairdeal.games.showdown import event_of, net_units
from fairdeal.money import Odds
from fairdeal.rule import shown


@dataclass(frozen=True, slots=True)
class Words:
    """What hands are called."""

    player: Callable[[int], str]
    """The player's hand by its strength: ``pair of kings``."""
    dealer: Callable[[int], str] | None = None
    """The dealer's, where it is called otherwise."""
    bets: Mapping[str, Callable[[tuple[int, ...]], str]] = field(default_factory=dict)
    """By bet whose event is not of the player's hand, what its cards make.

    Without words of its own such a bet takes those of its pay table.
    """

    def of_dealer(self, strength: int) -> str:
        """The dealer's hand by its strength."""
        return (self.dealer or self.player)(strength)


def settlement(
    game: Game,
    kind: Kind,
    words: Words,
    plays: Callable[[int], bool] | None = None,
    *,
    simple: int = 0,
    timid: int = 0,
) -> Settlement:
    """The settlement of a game; *plays* says whether a dealer's strength is enough to play.

    Without *plays* every hand of the dealer's plays.  *simple* and *timid* are the weakest
    strengths with which programmed players of that name stay in.
    """
    rules = _Rules(game, kind, words, plays or _always)
    dealers = DealersHand(rules.dealer_plays, rules.dealer_reads, arranged)
    return Settlement(
        rules.settle,
        dealers,
        reads=rules.reads,
        kind=kind,
        stays_from={"simple": simple, "timid": timid},
    )


def always_plays(settles: Settlement) -> bool:
    """Whether a settlement was made without ``plays``: no hand of the dealer's is too weak."""
    rules = getattr(settles.dealers_hand.plays, "__self__", None)
    return isinstance(rules, _Rules) and rules.plays is _always


def arranged(held: tuple[int, ...]) -> tuple[int, ...]:
    """Cards as a dealer lays them out: sets first, then by rank.

    >>> arranged((0, 50, 1, 44))
    (0, 1, 50, 44)
    """
    ranks = [rank_of(card) for card in held]
    return tuple(sorted(held, key=lambda card: (-ranks.count(rank_of(card)), -rank_of(card))))


@cache
def _stages(game: Game, *acts: Act) -> Mapping[str, str]:
    """By bet, the first stage of the settlement that the procedure reaches by such a step."""
    steps = next(iter(game.procedures.values()))
    bets = {stage.key: stage.bets for stage in game.stages}
    reached = [stage for step in steps if step.act in acts for stage in step.stages]
    return {bet: stage for stage in reversed(reached) for bet in bets[stage]}


def _always(strength: int) -> bool:
    return True


@shown("words")
@dataclass(frozen=True, slots=True)
class _Rules:
    game: Game
    kind: Kind
    words: Words
    plays: Callable[[int], bool]

    def settle(self, played: Round) -> list[Line]:
        """Every bet of the round."""
        return [each for seat in played.seats for each in self._lines(played, seat)]

    def _lines(self, played: Round, seat: Seat) -> Iterator[Line]:
        options, folded = played.terms.options, seat.folded
        for key, units in net_units(played, seat, self.kind).items():
            bet = self.game.bet(key)
            if not staked(self.game, seat, bet.rides_on or key):
                continue
            if not folded or bet.survives(options):
                yield self._line(played, seat, bet, units)
            elif bet.placed is Placed.BEFORE_THE_DEAL:
                stage = _stages(self.game, Act.COLLECT, Act.SETTLE)[key]
                yield line(played, stage, seat, key, Odds(units, bet.parts), reasons.FOLDED)

    def _line(self, played: Round, seat: Seat, bet: Bet, units: int) -> Line:
        """The line of a bet that is in action."""
        fact = self._fact(played, seat, bet)
        stage = _stages(self.game, Act.REVEAL, Act.SETTLE)[bet.key]
        won_by_table = bet.decided_by is Decides.HAND or units > 0
        if bet.columns and won_by_table:
            event, table = event_of(self.kind, played, seat, bet.key), played.terms.pay[bet.key]
            if bet.decided_by is Decides.HAND and event in table.printed["pays"]:
                fact = reasons.holds(fact, table.row(event))
            return paid_line(played, stage, seat, bet.key, units, fact, event=event)
        return line(played, stage, seat, bet.key, Odds(units, bet.parts), fact)

    def _fact(self, played: Round, seat: Seat, bet: Bet) -> str:
        """What decided the bet, in words."""
        event = self.kind.events.get(bet.key)
        if event is not None and event.of not in self._of_hand:
            return self._called_apart(played, seat, bet.key, event.of)
        player = ask(self.kind.player.rule, (*seat.cards, *played.board))
        if bet.decided_by is Decides.HAND:
            return self.words.player(player)
        assert self.kind.dealer is not None, f"{self.game.key} has no hand that {bet.key} faces"
        dealer, who = ask(self.kind.dealer.rule, (*played.dealer, *played.board)), self.game.dealer
        if bet.decided_by is Decides.QUALIFIER and not self.plays(dealer):
            return reasons.does_not_qualify(who, self.words.of_dealer(dealer))
        return reasons.compared(who, player, dealer, self.words.player)

    @property
    def _of_hand(self) -> tuple[Of, ...]:
        """The cards that are the player's hand: own cards are, where none are shared."""
        return (Of.HAND,) if self.game.board_cards else (Of.HAND, Of.OWN)

    def _called_apart(self, played: Round, seat: Seat, key: str, of: Of) -> str:
        """What the cards of a bet make, where its event is not of the player's hand."""
        if key in self.words.bets:
            others = () if of is Of.OWN else (*played.board, *played.dealer)
            return self.words.bets[key]((*seat.cards, *others))
        event, column = event_of(self.kind, played, seat, key), self.game.bet(key).columns[0]
        return column.name(column.paid_as(event, played.terms.pay[key].printed[column.key]))

    def dealer_plays(self, held: tuple[int, ...]) -> bool:
        """Whether the dealer's hand, with the board, is good enough to play."""
        return self.kind.dealer is None or self.plays(ask(self.kind.dealer.rule, held))

    def dealer_reads(self, held: tuple[int, ...]) -> str:
        """What the dealer's cards make, with the board, once all of them lie there."""
        whole = self.game.dealer_cards + self.game.board_cards
        if self.kind.dealer is None or len(held) < whole:
            return ""
        return self.words.of_dealer(ask(self.kind.dealer.rule, held))

    def reads(self, held: tuple[int, ...]) -> str:
        """What the player's cards make, with the board, once all of them lie there."""
        if len(held) < self.game.player_cards + self.game.board_cards:
            return ""
        return self.words.player(ask(self.kind.player.rule, held))
