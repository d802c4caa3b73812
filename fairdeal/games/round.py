"""A round as it was dealt, bet and decided, and the lines of its settlement."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fairdeal.errors import listed
from fairdeal.games.kinds import Community, Kind, Own, Showdown, ask
from fairdeal.games.layout import FOLD, Choice, Direction, Game, Stage, Step
from fairdeal.games.reasons import EVEN, NO_ACTION, because, effect
from fairdeal.games.terms import Terms
from fairdeal.hands import words
from fairdeal.hands.three_card import highest_first, strength_of
from fairdeal.money import Odds, net_of
from fairdeal.rule import shown


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat brought to the round."""

    number: int
    cards: tuple[int, ...]
    """In the order dealt."""
    bets: Mapping[str, int]
    """Cents by bet."""
    decisions: tuple[str, ...] = ()
    player: str = ""
    """Who sits there, where it matters that one player holds several seats."""

    def belongs_with(self, other: "Seat") -> bool:
        """Whether both are one player's, or the same seat."""
        return self.number == other.number or (self.player != "" and self.player == other.player)

    @property
    def folded(self) -> bool:
        """Whether the seat gave up its hand."""
        return FOLD in self.decisions

    def stake(self, bet: str) -> int:
        """Cents on the bet, 0 when it was not placed."""
        return self.bets.get(bet, 0)


@dataclass(frozen=True, slots=True)
class Round:
    """Everything a settlement depends on."""

    game: Game
    terms: Terms
    dealer: tuple[int, ...]
    seats: tuple[Seat, ...]
    bank_cents: int | None = None
    """The player/dealer's posted wager in a player-banked game; None covers everything."""
    meters_cents: Mapping[str, int] = field(default_factory=dict)
    """Progressive meters that differ from their reset level."""
    banker: int = 0
    """The seat that holds the bank of a player-banked game; 0 when nobody at a seat does."""
    aggregates_cents: Mapping[str, int] = field(default_factory=dict)
    """By bet, the most that all seats together win on it, where the house has such a limit."""
    board: tuple[int, ...] = ()
    """The cards that all hands share, in the order dealt."""
    decision: int = 0
    """Which of the game's decisions a round in play has come to, counted from 0."""

    def meters(self) -> dict[str, int]:
        """What every meter shows, in cents."""
        resets = {key: meter.reset_cents for key, meter in self.terms.meters.items()}
        return resets | dict(self.meters_cents)


@shown("reason")
@dataclass(frozen=True, slots=True)
class Line:
    """What one bet won or lost, and why."""

    stage: str
    seat: int
    bet: str
    stake_cents: int
    net_cents: int
    reason: str
    returned_cents: int = 0
    """The part of the stake that had no action and goes back."""
    event: str = ""
    """The line of the pay table that decided, column first: ``pays straight-flush``."""

    def as_json(self) -> dict[str, Any]:
        """The line as ``fairdeal settle --json`` prints it."""
        shown: dict[str, Any] = {
            "seat": self.seat,
            "bet": self.bet,
            "stake_cents": self.stake_cents,
            "net_cents": self.net_cents,
            "reason": self.reason,
        }
        if self.returned_cents:
            shown["returned_cents"] = self.returned_cents
        return shown


@dataclass(frozen=True, slots=True)
class Move:
    """A word that a seat may say next, and what it brings onto the layout."""

    word: str
    bet: str = ""
    """The bet that the word places, raises or takes back."""
    cents: int = 0
    """What it adds to that bet; below 0 it takes as much back."""
    cards: int = 0
    """Cards that the seat is then dealt at once, face up."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the hands into which a seat has divided its cards."""

    name: str
    cards: tuple[int, ...]
    reads: str
    """What its cards make, in words."""
    odds: Odds | None
    """What it wins on its share of the bet; None while the dealer's hand is not known."""


@dataclass(frozen=True, slots=True)
class Divided:
    """The hands of a seat that plays more than one; the bet lies on them in equal parts."""

    name: str
    """What the seat holds until all its cards are dealt, in words."""
    parts: tuple[Part, ...]
    used: int
    """How many of the seat's cards they have taken."""
    rest: str
    """What its other cards are for."""


def never(played: Round) -> bool:
    """What a dealer who has nothing to draw and nothing to look at does."""
    return False


def nothing_more(played: Round) -> list[str]:
    """A stage that asks for no more than its cards."""
    return []


@dataclass(frozen=True, slots=True)
class EarlyStage:
    """A stage that is settled while the round still waits for cards."""

    line: Callable[[Round, Seat], Line | None]
    """The seat's line, the same as in the finished round; None without a bet."""
    player_cards: int
    """The least number of cards that a seat must have by then."""
    dealer_cards: int
    """The least number of cards that the dealer must have."""
    faults: Callable[[Round], list[str]] = nothing_more
    """What else the stage waits for, once those cards are out, each in a sentence."""


def three_cards_read(held: tuple[int, ...]) -> str:
    """What three cards make; nothing before there are three."""
    return words.three_cards(strength_of(*held)) if len(held) == 3 else ""


@shown("reads")
@dataclass(frozen=True, slots=True)
class DealersHand:
    """What becomes of the dealer's hand once it lies face up."""

    plays: Callable[[tuple[int, ...]], bool]
    """Whether it is good enough to play."""
    reads: Callable[[tuple[int, ...]], str] = three_cards_read
    """What it makes, in words, as far as it is dealt."""
    arranged: Callable[[tuple[int, ...]], tuple[int, ...]] = highest_first
    """The cards in the order in which the dealer lays them out."""

    def called(self, calls: tuple[str, ...], held: tuple[int, ...]) -> str:
        """The announcement that fits the hand, with the hand: of two, the second is for one that
        does not play.
        """
        if len(calls) == 1:
            return f"{calls[0]} {self.reads(held)}"
        return f"{calls[not self.plays(held)]}: {self.reads(held)}"


def moves(played: Round, seat: Seat) -> tuple[Move, ...]:
    """What the seat may say at the decision that the round has come to.

    A seat without the bet that its choices are measured by has nothing to decide.
    """
    steps = played.game.decisions
    at = len(seat.decisions)
    if at != played.decision or at >= len(steps) or not _is_in(played.game, seat):
        return ()
    if not _decides(played.game, seat):
        return ()
    return tuple(
        Move(choice.word, choice.bet, choice.times * seat.stake(choice.of))
        for choice in steps[at].choices
    )


def decision_faults(played: Round, seat: Seat) -> list[str]:
    """What is wrong with the words of a seat in a round that is over, each in a sentence."""
    steps, said = played.game.decisions, seat.decisions
    if not _decides(played.game, seat):
        return _idle_faults(played.game, seat)
    for at, word in enumerate(said):
        if at == len(steps):
            return [f"seat {seat.number} cannot decide {word!r}: it has nothing more to decide"]
        before = said[:at]
        if before and not _choice(steps[at - 1], before[-1]).goes_on:
            why = f"after {before[-1]} it has nothing more to decide"
            return [f"seat {seat.number} cannot decide {word!r}: {why}"]
        if word not in steps[at].words:
            expected = listed(steps[at].words, "or")
            return [f"seat {seat.number} cannot decide {word!r}: expected {expected}"]
    if _is_in(played.game, seat) and len(said) < len(steps):
        expected = listed(steps[len(said)].words, "or")
        return [f"seat {seat.number} has not decided: expected {expected}"]
    return []


def staked(game: Game, seat: Seat, key: str) -> int:
    """Cents that lie on a bet when the seat has decided: placed before the deal, or since."""
    raised = (
        choice.times * seat.stake(choice.of)
        for step, word in zip(game.decisions, seat.decisions, strict=False)
        for choice in step.choices
        if choice.word == word and choice.bet == key
    )
    return seat.stake(key) + sum(raised)


def _measures(game: Game) -> list[str]:
    """The bets that choices are measured by, in the order of the round."""
    measured = (choice.of for step in game.decisions for choice in step.choices if choice.of)
    return list(dict.fromkeys(measured))


def _decides(game: Game, seat: Seat) -> bool:
    """Whether a seat is asked: it has every bet that choices are measured by."""
    return bool(game.decisions) and all(map(seat.stake, _measures(game)))


def _is_in(game: Game, seat: Seat) -> bool:
    """Whether all that the seat has said leaves it something to decide."""
    said = zip(game.decisions, seat.decisions, strict=False)
    return all(_choice(step, word).goes_on for step, word in said)


def _choice(step: Step, word: str) -> Choice:
    return next(choice for choice in step.choices if choice.word == word)


def _idle_faults(game: Game, seat: Seat) -> list[str]:
    """A seat with nothing to decide may say that it stays in, and nothing else."""
    said = " ".join(seat.decisions)
    if not game.decisions:
        why = f"{game.key} has no decisions"
        return [f"seat {seat.number} cannot decide {said!r}: {why}"] if said else []
    first = game.decisions[0].choices
    stays = next((choice.word for choice in first if choice.of), first[0].word)
    if said in ("", stays):
        return []
    without = next(game.bet(key).name for key in _measures(game) if not seat.stake(key))
    return [f"seat {seat.number} cannot decide {said!r}: it has no {without} and simply stays in"]


@shown("reads", "kind", "stays_from", "says", "divides")
@dataclass(frozen=True, slots=True)
class Settlement:
    """What a game does with a round: the part of a game that is not data.

    Choices, draws and peeks are asked of rounds in play: the cards are those dealt so far, hole
    cards included, and the decisions those made so far.
    """

    settle: Callable[[Round], list[Line]]
    """Every bet of a legal round, in any order."""
    dealers_hand: DealersHand
    decision_faults: Callable[[Round, Seat], list[str]] = decision_faults
    """What is wrong with a seat's decisions, each in a sentence."""
    moves: Callable[[Round, Seat], tuple[Move, ...]] = moves
    """What the seat may say next; nothing when it has no more to decide."""
    dealer_draws: Callable[[Round], bool] = never
    """Whether the dealer takes one more card now."""
    peeks: Callable[[Round], bool] = never
    """Whether the dealer looks at the hole card before the decisions."""
    stops: Callable[[Round], bool] = never
    """Whether what the dealer saw there is turned at once and leaves nothing to decide."""
    early_stages: Mapping[str, EarlyStage] = field(default_factory=dict)
    """The stages that need not wait for the whole round."""
    reads: Callable[[tuple[int, ...]], str] = three_cards_read
    """What the cards of a hand make, in words, as far as they are dealt."""
    kind: Kind | Own | None = None
    """The rules in the form in which the analysis counts them; None where no form fits."""
    stays_from: Mapping[str, int] = field(default_factory=dict)
    """The weakest strength with which programmed players stay in, by the name of their strategy."""
    says: Mapping[str, Callable[[tuple[int, ...]], str]] = field(default_factory=dict)
    """What programmed players say with some cards, by the name of their strategy, in a game in
    which no strength of the hand decides.
    """
    divides: Mapping[str, Callable[[Round, Seat], Divided]] = field(default_factory=dict)
    """The hands that a seat plays once it has divided its cards, by the word with which it does."""

    def is_good(self, held: tuple[int, ...]) -> bool:
        """Whether even a timid player stays in with this hand, shared cards included.

        No hand is, where the game does not say from which strength.
        """
        least = self.stays_from.get("timid", 0)
        if not least or not isinstance(self.kind, Showdown | Community):
            return False
        return ask(self.kind.player.rule, held) >= least


def line(
    played: Round,
    stage: str,
    seat: Seat,
    key: str,
    odds: Odds,
    fact: str,
    *,
    wager: int | None = None,
    has_action: bool = True,
    two_hands: bool = False,
) -> Line:
    """The line of a bet settled at *odds* because of *fact*.

    *wager* is what lies there where that is more than the declared choices put there: the whole
    wager of a doubled hand.  *two_hands* of which one won and one lost do not
    push, they come out even.
    """
    bet = played.game.bet(key)
    cents = staked(played.game, seat, key) if wager is None else wager
    said = effect(bet, odds) if has_action else NO_ACTION
    if two_hands and odds.won == 0:
        said = EVEN
    return Line(
        stage,
        seat.number,
        key,
        cents,
        net_of(cents, odds),
        because(fact, bet, said, rounded=cents * odds.won % odds.per != 0),
        returned_cents=0 if has_action else cents,
    )


def paid_line(
    played: Round,
    stage: str,
    seat: Seat,
    key: str,
    units: int,
    fact: str,
    *,
    event: int,
    column: str = "pays",
) -> Line:
    """The line of a bet that its pay table settles at *units*, in its parts of a stake.

    An award is reckoned on the bet it rides on.
    """
    bet, table = played.game.bet(key), played.terms.pay[key]
    wager = staked(played.game, seat, bet.rides_on or key)
    stake, odds = 0 if bet.rides_on else wager, Odds(units, bet.parts)
    said = effect(bet, odds, table.pays[column][event].unit)
    reason = because(fact, bet, said, rounded=wager * units % bet.parts != 0)
    label = table.label(column, event)
    return Line(stage, seat.number, key, stake, net_of(wager, odds), reason, event=label)


def in_order(played: Round, lines: Iterable[Line]) -> list[Line]:
    """The lines in the declared order of settlement: by stage, then by seat, then by bet."""
    place = {stage.key: (index, stage) for index, stage in enumerate(played.game.stages)}

    def key(each: Line) -> tuple[int, int, int]:
        index, stage = place[each.stage]
        turn = turn_of(played.game, stage, each.seat, played.banker)
        return index, turn, stage.order(played.terms.options).index(each.bet)

    return sorted(lines, key=key)


def turn_of(game: Game, stage: Stage, seat: int, banker: int) -> int:
    """A number that is lower the earlier a seat is settled at the stage."""
    if stage.seats is Direction.FROM_THE_BANK:
        return (seat - banker - 1) % game.seats
    return -seat if stage.seats is Direction.RIGHT_TO_LEFT else seat
