"""Three games by their public rules and usual pay tables, for tests of the solvers alone."""

from typing import NamedTuple

from fairdeal.analysis.solvers.staking import Choice, Stage, Structure
from fairdeal.cards import SPADES, rank_of, suit_of
from fairdeal.games.kinds import Community, Event, Of, Strength
from fairdeal.hands import poker
from fairdeal.rule import rule

PAIR: int = poker.Category.PAIR << 20
TENS_OR_BETTER: int = PAIR | 8 << 16


class UltimateEvents(NamedTuple):
    """What cards are for the bets."""

    blind: int


class UltimatePays(NamedTuple):
    """What each event pays."""

    blind: tuple[int, ...]


class UltimateUnits(NamedTuple):
    """What each bet wins; the blind in halves of its stake."""

    ante: int
    blind: int
    play: int


@rule
def blind_event(cards: tuple[int, ...]) -> int:
    """What the player's best five cards are for the blind."""
    held = poker.category(poker.strength_of(cards))
    if held < poker.Category.STRAIGHT:
        return 0
    return held - 3


@rule
def settle_ultimate(
    player: int, dealer: int, events: UltimateEvents, pays: UltimatePays
) -> UltimateUnits:
    """The dealer opens with a pair; else the ante pushes."""
    if player == dealer:
        return UltimateUnits(0, 0, 0)
    opens = dealer >= PAIR
    if player < dealer:
        return UltimateUnits(-1 if opens else 0, -2, -1)
    return UltimateUnits(1 if opens else 0, pays.blind[events.blind + 0], 1)


ULTIMATE = Community(
    settle=settle_ultimate,
    player=Strength(poker.strength_of, flush=5),
    dealer=Strength(poker.strength_of, flush=5),
    events={"blind": Event(blind_event)},
)
ULTIMATE_STRUCTURE = Structure(
    own=2,
    dealers=2,
    common=5,
    base={"ante": 1, "blind": 1},
    stages=(
        Stage(
            0,
            (
                Choice("raise 4", {"play": 4}, ends=True),
                Choice("raise 3", {"play": 3}, ends=True),
                Choice("check"),
            ),
        ),
        Stage(3, (Choice("raise 2", {"play": 2}, ends=True), Choice("check"))),
        Stage(5, (Choice("raise 1", {"play": 1}), Choice("fold", folds=True))),
    ),
    parts={"blind": 2},
)
ULTIMATE_LINES = {"blind": (0, None, None, None, None, None, None)}
ULTIMATE_PAYS = {"blind": (0, 2, 3, 6, 20, 100, 1000)}


class SpadedEvents(NamedTuple):
    """What cards are for the bets."""

    blind: int
    pocket: int


class SpadedPays(NamedTuple):
    """What each event pays."""

    blind: tuple[int, ...]
    pocket: tuple[int, ...]


class SpadedUnits(NamedTuple):
    """What each bet wins."""

    ante: int
    blind: int
    play: int
    pocket: int


@rule
def pocket_event(a: int, b: int) -> int:
    """A pair, or two spades, which is better."""
    if suit_of(a) == SPADES and suit_of(b) == SPADES:
        return 2
    return 1 if rank_of(a) == rank_of(b) else 0


@rule
def settle_spaded(player: int, dealer: int, events: SpadedEvents, pays: SpadedPays) -> SpadedUnits:
    """As before, with a bet on the player's own cards beside it."""
    told = settle_ultimate(player, dealer, UltimateEvents(events.blind), UltimatePays(pays.blind))
    return SpadedUnits(told.ante, told.blind, told.play, pays.pocket[events.pocket + 0])


SPADED = Community(
    settle=settle_spaded,
    player=Strength(poker.strength_of, flush=5),
    dealer=Strength(poker.strength_of, flush=5),
    events={
        "blind": Event(blind_event),
        "pocket": Event(pocket_event, of=Of.OWN, suits="s"),
    },
)
SPADED_LINES = {**ULTIMATE_LINES, "pocket": (-1, None, None)}
SPADED_PAYS = {**ULTIMATE_PAYS, "pocket": (-1, 3, 10)}


class RideEvents(NamedTuple):
    """What cards are for the bets."""

    bet_1: int


class RidePays(NamedTuple):
    """What each event pays."""

    bet_1: tuple[int, ...]


class RideUnits(NamedTuple):
    """What each bet wins."""

    bet_1: int
    bet_2: int
    bet_3: int


@rule
def ride_event(a: int, b: int, c: int, d: int, e: int) -> int:
    """What five cards are; a pair counts from tens up."""
    strength = poker.strength_of((a, b, c, d, e))
    if strength < TENS_OR_BETTER:
        return 0
    return poker.category(strength)


@rule
def settle_ride(player: int, dealer: int, events: RideEvents, pays: RidePays) -> RideUnits:
    """Every bet that still rides is paid the same."""
    units = pays.bet_1[events.bet_1 + 0]
    return RideUnits(units, units, units)


RIDE = Community(
    settle=settle_ride,
    player=Strength(poker.strength_of, flush=5),
    events={"bet-1": Event(ride_event)},
)
RIDE_STRUCTURE = Structure(
    own=3,
    common=2,
    base={"bet-1": 1, "bet-2": 1, "bet-3": 1},
    stages=(
        Stage(0, (Choice("ride"), Choice("pull", {"bet-1": -1}))),
        Stage(1, (Choice("ride"), Choice("pull", {"bet-2": -1}))),
    ),
)
RIDE_LINES = {"bet_1": (-1, *[None] * 9)}
RIDE_PAYS = {"bet_1": (-1, 1, 2, 3, 5, 8, 11, 50, 200, 1000)}


class StudEvents(NamedTuple):
    """What cards are for the bets."""

    ante: int


class StudPays(NamedTuple):
    """What each event pays."""

    ante: tuple[int, ...]


class StudUnits(NamedTuple):
    """What each bet wins."""

    ante: int
    third: int
    fourth: int
    fifth: int


@rule
def stud_event(cards: tuple[int, ...]) -> int:
    """What five cards are for Mississippi Stud: 0 loses, 1 is a pair of sixes to tens."""
    strength = poker.strength_of(cards)
    held = poker.category(strength)
    if held > poker.Category.PAIR:
        return held + 1
    if held == poker.Category.PAIR and poker.first_rank(strength) >= 9:
        return 2
    if held == poker.Category.PAIR and poker.first_rank(strength) >= 4:
        return 1
    return 0


@rule
def settle_stud(player: int, dealer: int, events: StudEvents, pays: StudPays) -> StudUnits:
    """Every bet is paid the same."""
    units = pays.ante[events.ante + 0]
    return StudUnits(units, units, units, units)


STUD = Community(
    settle=settle_stud,
    player=Strength(poker.strength_of, flush=5),
    events={"ante": Event(stud_event)},
)


def _street(common: int, bet: str) -> Stage:
    bets = tuple(Choice(f"{times}x", {bet: times}) for times in (1, 2, 3))
    return Stage(common, (*bets, Choice("fold", folds=True)))


STUD_STRUCTURE = Structure(
    own=2,
    common=3,
    base={"ante": 1},
    stages=(_street(0, "third"), _street(1, "fourth"), _street(2, "fifth")),
)
STUD_LINES = {"ante": (-1, *[None] * 10)}
STUD_PAYS = {"ante": (-1, 0, 1, 2, 3, 4, 6, 10, 40, 100, 500)}
