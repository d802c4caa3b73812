"""The words in which a game is declared: bets, procedure, order of settlement, rulings, options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from fairdeal.errors import Malformed, did_you_mean, listed
from fairdeal.games.paytable import Column, Others, Unit
from fairdeal.rule import shown

OUR_READING = "our reading"
"""The source of what no document says."""

FOLD = "fold"
"""The word that gives up a hand, in every game that has one."""


class Decides(StrEnum):
    """What a bet is decided by."""

    HAND = "the player's cards"
    DEALER = "the player's hand against the dealer's"
    QUALIFIER = "the player's hand against the dealer's, if the dealer's is good enough to play"


class Placed(StrEnum):
    """When a bet comes onto the layout."""

    BEFORE_THE_DEAL = "before the deal"
    BY_DECISION = "placed by the decision"
    AWARD = "no stake of its own"


@dataclass(frozen=True, slots=True)
class ByOption:
    """A piece of text that depends on what the house has chosen."""

    option: str
    texts: Mapping[str, str]
    """By the value of the option."""


@dataclass(frozen=True, slots=True)
class Detail:
    """A point of a bet that takes more than a sentence, for the page of rules."""

    point: str
    pieces: tuple[str | ByOption, ...]
    """Sentences, or parts of one, in the order in which they are read."""

    def text(self, options: Mapping[str, str]) -> str:
        """The whole text under the options of the house."""
        said = (
            each if isinstance(each, str) else each.texts[options[each.option]]
            for each in self.pieces
        )
        return " ".join(said)


@shown("name", "text", "pays", "top", "legends", "footnotes", "details")
@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """One spot on the layout."""

    key: str
    name: str
    text: str
    """What the bet is about, in a sentence without full stop."""
    placed: Placed = Placed.BEFORE_THE_DEAL
    decided_by: Decides = Decides.HAND
    required: bool = False
    required_by: str = ""
    """An option that makes the bet compulsory when it says ``mandatory``."""
    rides_on: str = ""
    """The bet on whose stake an award is reckoned, or which earns it."""
    equals: str = ""
    """The bet whose amount this one, placed before the deal, must have."""
    at_most: str = ""
    """The bet whose amount this one must not exceed."""
    needs: tuple[str, ...] = ()
    """At least one of these must be placed as well."""
    survives_fold: bool = False
    forfeited_when: str = ""
    """An option and its value under which the bet does not survive a fold after all."""
    columns: tuple[Column, ...] = ()
    """What a pay table of this bet prices; empty when it has none."""
    pays: str = ""
    """What it pays, in a sentence without full stop, where no pay table says it."""
    top: str = ""
    """Cards that win the first row of its pay table: the player's, and after a ``|`` the
    dealer's where they count."""
    legends: tuple[str, ...] = ()
    """What the felt prints at its spot, beside what follows from the fields above."""
    footnotes: tuple[str, ...] = ()
    """What the felt prints below its pay table."""
    suggested_cents: int = 0
    """The wager that the maker suggests; 0 where the document suggests none."""
    lammer: str = ""
    """A column of its pay table; where the table has it, a lammer of that name marks the bet."""
    details: tuple[Detail, ...] = ()
    """What the page of rules explains of it at length."""

    def is_required(self, options: Mapping[str, str]) -> bool:
        """Whether the bet is compulsory under the options of the house."""
        return self.required or options.get(self.required_by) == "mandatory"

    @property
    def parts(self) -> int:
        """In how many parts of a stake the rules count the bet."""
        return self.columns[0].parts if self.columns else 1

    @property
    def others(self) -> Others | None:
        """Whose hands a pay table may pay for beside the bettor's own; None where none does."""
        return next((each.others for each in self.columns if each.others), None)

    @property
    def by_meter(self) -> bool:
        """Whether a meter may pay it."""
        return any(Unit.METER in column.units for column in self.columns)

    def survives(self, options: Mapping[str, str]) -> bool:
        """Whether the bet outlives a fold under the options of the house."""
        key, _, value = self.forfeited_when.partition("=")
        return self.survives_fold and options.get(key) != value


class Act(StrEnum):
    """The kinds of step a round is made of."""

    BET = "bet"
    ANNOUNCE = "announce"
    DEAL = "deal"
    DISCARD = "discard"
    PEEK = "peek"
    DECIDE = "decide"
    COLLECT = "collect"
    REVEAL = "reveal"
    DRAW = "draw"
    SETTLE = "settle"
    CLEAR = "clear"


@shown("told", "does", "opens")
@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A word with which a seat decides: what it stakes, and how it is told afterwards."""

    word: str
    told: str
    """The word once it has been said: ``folded``."""
    does: str = ""
    """The word as an instruction: ``raise 4x``; empty where the word is one by itself."""
    bet: str = ""
    """The bet that it places, raises or takes back."""
    of: str = ""
    """The bet whose amount is the measure of what is staked."""
    times: int = 0
    """How many times that amount it puts on the bet; below 0 it takes as much back."""
    goes_on: bool = False
    """Whether the seat decides again when the round comes to its next decision."""
    opens: str = ""
    """When the word is open, for the button that waits for it: ``2 cards only``."""
    instead: str = ""
    """The word that comes nearest for a player who has too few chips for this one."""


def multiple(raises: Sequence[Choice], of: str) -> str:
    """How much choices stake on their bet, by the name of what they measure it by.

    >>> three = [Choice(word="raise", told="raised", bet="play", times=n) for n in (1, 2, 3)]
    >>> multiple(three[:1], "ante"), multiple(three[1:2], "ante"), multiple(three, "the ante")
    ('equal to ante', 'twice ante', '1 to 3 times the ante')
    """
    times = sorted({choice.times for choice in raises})
    if len(times) == 1:
        known = {1: "equal to", 2: "twice"}
        return f"{known.get(times[0], f'{times[0]} times')} {of}"
    if times[-1] - times[0] == len(times) - 1:
        return f"{times[0]} to {times[-1]} times {of}"
    return f"{listed(map(str, times), 'or')} times {of}"


class Who(StrEnum):
    """Who receives or turns cards."""

    SEATS = "each seat in turn"
    DEALER = "the dealer"
    BOARD = "the board"
    """Cards in the middle that all hands share."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Cards for the dealer, or for every seat from the dealer's left."""

    to: Who
    faces: str = ""
    """A letter a card, ``u`` face up, ``d`` face down, in the order dealt."""
    burn: int = 0
    """Cards of the packet that go unseen to the discards."""
    fill_to: int = 0
    """Deal face down until the hand has this many cards."""


@shown("text", "say", "calls", "source")
@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the dealer's procedure."""

    act: Act
    text: str
    """What happens, as the dealer terminal shows it."""
    say: tuple[str, ...] = ()
    """What the dealer announces, one after the other."""
    calls: tuple[str, ...] = ()
    """How the dealer announces the hand: one way for a hand that plays and one for a hand that does
    not, or one for all; the hand itself follows."""
    passes: tuple[Pass, ...] = ()
    choices: tuple[Choice, ...] = ()
    """The decisions open to a seat."""
    default: str = ""
    """The decision taken for a seat that makes none in time."""
    confirms: tuple[str, ...] = ()
    """Decisions that are final only when the dealer has confirmed them, where a person deals."""
    turns: tuple[Who, ...] = ()
    """Whose cards are turned face up."""
    cards: int = 0
    """How many more cards of the board the step turns; 0 for all that lie face down."""
    stages: tuple[str, ...] = ()
    """The stages of the settlement that are carried out."""
    when: str = ""
    """An option and its value under which the step is taken; empty: always."""
    source: str = ""
    """Where the step comes from, when it is not the document's own."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its choices."""
        return tuple(choice.word for choice in self.choices)


class Direction(StrEnum):
    """In which order seats are settled; seats are numbered from the dealer's left."""

    LEFT_TO_RIGHT = "from seat 1 up"
    RIGHT_TO_LEFT = "from the highest seat down"
    FROM_THE_BANK = "from the player/dealer's left round the table"


@shown("text")
@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the settlement: all seats in one direction, each seat's bets in one order."""

    key: str
    text: str
    bets: tuple[str, ...]
    seats: Direction
    other_orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The bets in another order, by the option and its value with which the house chooses it."""

    def order(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """The order in which a seat's bets are settled under the options of the house."""
        chosen = (f"{key}={value}" for key, value in options.items())
        return next(
            (self.other_orders[each] for each in chosen if each in self.other_orders), self.bets
        )


class Effect(StrEnum):
    """What a ruling does to the round in play."""

    VOID = "the round is void"
    DEAD_SEAT = "the seat's bets go back"
    BURN = "the next card goes unused to the discards"
    SHOW = "the next card lies face up"
    STANDS = "the round goes on"


@shown("event", "ruling", "source", "steps")
@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """Something that goes wrong at the table, and the ruling."""

    key: str
    event: str
    ruling: str
    effect: Effect
    source: str = OUR_READING
    steps: tuple[str, ...] = ()
    """What is to be done, in order, to be ticked off."""

    @property
    def voids_round(self) -> bool:
        """Whether every bet of the round goes back."""
        return self.effect is Effect.VOID


@shown("text", "source")
@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A point that the house decides; the first value is the default."""

    key: str
    values: tuple[str, ...]
    text: str
    source: str = OUR_READING

    @property
    def default(self) -> str:
        """The value in force when the house says nothing."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """How we read a document where it is silent, wrong or unclear."""

    point: str
    ours: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of hand."""

    name: str
    example: str
    """Cards that make it."""
    text: str
    """What it is, in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How hands rank."""

    of: str = ""
    """Which cards are ranked."""
    kinds: tuple[Kind, ...] = ()
    """From highest to lowest."""
    ace: str = ""
    """How the ace ranks."""
    source: str = OUR_READING


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A round that the document works out, for one seat."""

    title: str
    dealer: str
    seat: str
    """Cards, bets and decision, as ``fairdeal settle --seat`` takes them."""
    text: str
    """What is to be learned from it."""
    board: str = ""
    """The cards that all hands share, in a game that has some."""


@dataclass(frozen=True, slots=True)
class Document:
    """The maker's document a game is declared from."""

    maker: str
    title: str
    date: str
    note: str = ""


@shown("name", "text", "document", "spots", "ranking", "qualifier", "legends", "examples")
@shown("felt", "notices", "readings", "dealer", "package")
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A game as its maker's document declares it."""

    key: str
    name: str
    text: str
    document: Document
    bets: tuple[Bet, ...]
    spots: tuple[str, ...]
    """The bets that have a place on the felt, as a player sees them from left to right."""
    player_cards: int
    dealer_cards: int
    """Of the dealer's own; 0 in a game without a dealer's hand."""
    board_cards: int = 0
    """Cards in the middle that all hands share."""
    procedures: Mapping[str, tuple[Step, ...]]
    """The steps of a round for each deal style, ``machine`` or ``hand``."""
    stages: tuple[Stage, ...]
    irregularities: tuple[Irregularity, ...]
    ranking: Ranking = Ranking()
    qualifier: str = ""
    """The weakest hand with which the dealer qualifies: ``queen high``."""
    legends: tuple[str, ...] = ()
    """What the felt prints for all seats."""
    felt: str = ""
    """The colour of its felt, such as ``#5b1f2c``; empty for green."""
    examples: tuple[Example, ...] = ()
    notices: tuple[str, ...] = ()
    """What else the document lays down: several hands, limits, conduct."""
    options: tuple[Option, ...] = ()
    readings: tuple[Reading, ...] = ()
    player_banked: bool = False
    """A player holds the bank and covers bets only as far as it goes."""
    seats: int
    """Betting positions: the document's number, or a reading."""
    adjacent_hands: int = 1
    """How many positions side by side one player may hold."""
    dealer: str = "dealer"
    """What the document calls the hand that players play against."""
    package: str = "fairdeal.games"
    """The package that holds its pay-table file; a game of another distribution says
    ``__name__``."""
    bet_by_key: Mapping[str, Bet] = field(init=False)
    decisions: tuple[Step, ...] = field(init=False)
    """The steps at which seats decide, in order; the same for every deal style."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bet_by_key", {bet.key: bet for bet in self.bets})
        steps = next(iter(self.procedures.values()), ())
        object.__setattr__(self, "decisions", tuple(step for step in steps if step.choices))

    @property
    def choices(self) -> dict[str, Choice]:
        """Every word with which a seat may decide, in the order of the round."""
        return {choice.word: choice for step in self.decisions for choice in step.choices}

    @property
    def has_fold(self) -> bool:
        """Whether a player may give up the hand."""
        return FOLD in self.choices

    def faces_at_decision(self, to: Who, style: str = "") -> str:
        """The cards that a seat, the dealer or the board has when seats first decide, one letter
        each as in ``Pass.faces``; dealt in a *style*, or in the first one.
        """
        found = ""
        for step in self.procedures.get(style) or next(iter(self.procedures.values()), ()):
            if step.choices:
                break
            for each in (each for each in step.passes if each.to is to):
                found = (found + each.faces).ljust(each.fill_to, "d")
            if to in step.turns:
                found = found.replace("d", "u", step.cards or -1)
        return found

    def raises(self, key: str) -> tuple[Choice, ...]:
        """The choices that put something on a bet."""
        return tuple(
            choice
            for step in self.decisions
            for choice in step.choices
            if choice.bet == key and choice.times > 0
        )

    def head_of(self, key: str) -> str:
        """The bet whose wager a bet belongs to: the one it equals, rides on or follows."""
        bet = self.bet(key)
        follows = (choice.of for choice in self.raises(key))
        return bet.rides_on or bet.equals or next(follows, key)

    def most_times(self, key: str, at: int = 0) -> int:
        """How many times its measure decisions can put on a bet in all, from decision *at* on."""
        if at == len(self.decisions):
            return 0
        return max(
            (choice.times if choice.bet == key else 0)
            + (self.most_times(key, at + 1) if choice.goes_on else 0)
            for choice in self.decisions[at].choices
        )

    def most_wagered(self, bets: Mapping[str, int]) -> int:
        """Cents that a seat with these bets may have on the layout before the round is over."""
        later = (
            bets.get(raises[0].of, 0) * self.most_times(bet.key)
            for bet in self.bets
            if (raises := self.raises(bet.key))
        )
        return sum(bets.values()) + sum(later)

    def legends_of(self, key: str) -> tuple[str, ...]:
        """What the felt prints at the spot of a bet."""
        bet = self.bet(key)
        found = [f"must equal the {self.bet(bet.equals).name}"] if bet.equals else []
        if bet.placed is Placed.BY_DECISION:
            raises = self.raises(key)
            said = multiple(raises, f"the {self.bet(raises[0].of).name}")
            found.append(said.replace("equal to", "must equal"))
        found += [f"at most the {self.bet(bet.at_most).name}"] if bet.at_most else []
        return (*found, *bet.legends)

    def rules_of(self, key: str, options: Mapping[str, str]) -> list[str]:
        """The constraints of a bet, each in a few words, under the options of the house."""
        bet, words = self.bet(key), []
        if bet.placed is not Placed.BEFORE_THE_DEAL:
            words.append(str(bet.placed))
        else:
            by_option = f" (option {bet.required_by})" if bet.required_by else ""
            words.append(("compulsory" if bet.is_required(options) else "optional") + by_option)
        if bet.equals:
            words.append(f"equal to {bet.equals}")
        if bet.placed is Placed.BY_DECISION:
            raises = self.raises(key)
            words.append(multiple(raises, raises[0].of))
        if bet.at_most:
            words.append(f"at most {bet.at_most}")
        if bet.needs:
            words.append(f"needs {' or '.join(bet.needs)}")
        return words

    def hand_name(self, hand: str, bet: str = "") -> str:
        """What the document calls a hand that pay tables name by a key, first those of *bet*."""
        bets = sorted(self.bets, key=lambda each: each.key != bet)
        columns = (column for each in bets for column in each.columns)
        found = (each.name(lines[hand]) for each in columns if hand in (lines := each.lines()))
        return next(found, hand.replace("-", " "))

    def bet(self, key: str) -> Bet:
        """The bet of that key, or a sentence that names the nearest one."""
        if key not in self.bet_by_key:
            hint = did_you_mean(key, self.bet_by_key)
            raise Malformed(f"{self.key} has no bet {key!r}: {hint}", code="bet.unknown")
        return self.bet_by_key[key]
