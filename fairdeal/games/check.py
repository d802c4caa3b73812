"""What is wrong with a game, each fault in a sentence: declaration, worked rounds, naive twin.

The referee, live tables, pages and solvers rely on what is checked here; a game that passes is
dealt and settled without code of its own anywhere else.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias, get_type_hints

from fairdeal import cards, money
from fairdeal.errors import FairdealError, listed, named
from fairdeal.games import referee
from fairdeal.games.kinds import Community, Kind, Showdown
from fairdeal.games.layout import FOLD, Act, Choice, Game, Placed, Stage, Step, Who
from fairdeal.games.paytable import Unit, key_of
from fairdeal.games.round import Round, Seat, Settlement
from fairdeal.games.sampling import random_round
from fairdeal.games.sheets import approved, read_file
from fairdeal.games.worked import worked_rounds

_DECK: Final = 52
_ONCE: Final = (Act.BET, Act.CLEAR)
"""Acts that a round begins and ends with."""
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_WORD: Final = re.compile(r"[a-z0-9][a-z0-9-]*", re.ASCII)


def faults(game: Game, settles: Settlement) -> list[str]:
    """Everything that is wrong with a declaration."""
    found = [*_names(game), *_cards(game), *_bets(game)]
    for style, steps in game.procedures.items():
        found += [f"procedure {style!r}: {fault}" for fault in _procedure(game, steps)]
    if found:
        return found  # what follows reads the declaration as if it were sound
    found += [*_choices(game), *_stages(game), *_options(game)]
    found += [*_tables(game)]
    if isinstance(settles.kind, Showdown | Community):
        found += [*_rule(game, settles.kind)]
    return found


def _names(game: Game) -> Iterator[str]:
    if not game.key.replace("-", "").isalnum() or game.key != game.key.lower():
        yield f"key {game.key!r}: expected small letters, digits and hyphens"
    for what, keys in (
        ("bet", [bet.key for bet in game.bets]),
        ("stage", [stage.key for stage in game.stages]),
        ("option", [option.key for option in game.options]),
        ("irregularity", [each.key for each in game.irregularities]),
    ):
        yield from (f"{what} {key!r} is declared twice" for key in _twice(keys))
    if game.felt and not _COLOUR.fullmatch(game.felt):
        yield f"felt {game.felt!r} is no colour: expected such as '#5b1f2c'"
    if not game.procedures:
        yield "there is no procedure: declare 'hand' or 'machine'"


def _twice(keys: list[str]) -> list[str]:
    return [key for key in dict.fromkeys(keys) if keys.count(key) > 1]


def _cards(game: Game) -> Iterator[str]:
    needed = game.seats * game.player_cards + game.dealer_cards + game.board_cards
    if needed > _DECK:
        yield f"{game.seats} seats take {needed} cards: a deck has {_DECK}"


def _bets(game: Game) -> Iterator[str]:
    known = game.bet_by_key
    for bet in game.bets:
        for what, other in (("equals", bet.equals), ("at_most", bet.at_most)):
            if other and other not in known:
                yield f"bet {bet.key}: {what} names an unknown bet {other!r}"
        for other in (*bet.needs, *filter(None, (bet.rides_on,))):
            if other not in known:
                yield f"bet {bet.key}: it names an unknown bet {other!r}"
        if bet.placed is Placed.AWARD and not bet.rides_on:
            yield f"bet {bet.key}: an award rides on a bet (rides_on)"
        if len({column.parts for column in bet.columns}) > 1:
            yield f"bet {bet.key}: its columns are counted in different parts of a stake"
        if not bet.columns and not bet.pays and bet.placed is not Placed.AWARD:
            yield f"bet {bet.key}: it has no pay table, so say in words what it pays (pays)"
    yield from (f"spot {key!r} is no bet" for key in game.spots if key not in known)


def _procedure(game: Game, steps: tuple[Step, ...]) -> Iterator[str]:
    acts = [step.act for step in steps]
    if [*acts[:1], *acts[-1:]] != [*_ONCE] or any(acts.count(act) > 1 for act in _ONCE):
        yield "expected it to begin with BET and to end with CLEAR"
    if Act.ANNOUNCE not in acts:
        yield "the betting is never closed: expected a step ANNOUNCE that says 'No more bets'"
    dealt = {Who.SEATS: 0, Who.DEALER: 0, Who.BOARD: 0}
    for each in (each for step in steps for each in step.passes):
        dealt[each.to] = max(dealt[each.to] + len(each.faces), each.fill_to)
    wanted = (game.player_cards, game.dealer_cards, game.board_cards)
    for (who, number), due in zip(dealt.items(), wanted, strict=True):
        if number > due or (number < due and Act.DRAW not in acts):
            yield f"{who} is dealt {number} cards: expected {due}"
    for step in steps:
        if step.act is Act.DECIDE and not step.choices:
            yield f"{step.text!r} has no choices"
        if step.choices and step.default not in step.words:
            yield f"{step.text!r}: default {step.default!r} is none of {listed(step.words, 'or')}"
        yield from (f"{step.text!r}: choice {word!r} comes twice" for word in _twice([*step.words]))
        for word in step.confirms:
            if word not in step.words:
                yield f"{step.text!r}: it confirms {word!r}, which is no choice there"
        yield from (f"{step.text!r}: {fault}" for fault in _seats_turned(step, game))


def _seats_turned(step: Step, game: Game) -> Iterator[str]:
    stages = {stage.key for stage in game.stages}
    yield from (f"there is no stage {key!r}" for key in step.stages if key not in stages)
    if step.cards and step.turns != (Who.BOARD,):
        yield "a number of cards is meant for the board alone"


def _choices(game: Game) -> Iterator[str]:
    declared = [
        [step.choices for step in steps if step.choices] for steps in game.procedures.values()
    ]
    if any(each != declared[0] for each in declared):
        yield "the deal styles have different choices: expected the same in all of them"
    for step in game.decisions:
        for choice in step.choices:
            yield from (f"choice {choice.word!r}: {fault}" for fault in _choice(game, step, choice))
    for bet in game.bets:
        if bet.placed is Placed.BY_DECISION and not game.raises(bet.key):
            yield f"bet {bet.key}: no choice places it"


def _choice(game: Game, step: Step, choice: Choice) -> Iterator[str]:
    if not _WORD.fullmatch(choice.word):
        yield "expected one word of small letters, digits and hyphens"
    if bool(choice.bet) != bool(choice.times) or bool(choice.bet) != bool(choice.of):
        yield "bet, of and times go together"
    for key in filter(None, (choice.bet, choice.of)):
        if key not in game.bet_by_key:
            yield f"there is no bet {key!r}"
    if choice.of in game.bet_by_key and game.bet(choice.of).placed is not Placed.BEFORE_THE_DEAL:
        yield f"it is measured by {choice.of}, which is not placed before the deal"
    if choice.instead and choice.instead not in step.words:
        yield f"instead names {choice.instead!r}, which is no choice there"
    if choice.word == FOLD and (choice.bet or choice.goes_on):
        yield "a fold stakes nothing and ends the hand"


def _stages(game: Game) -> Iterator[str]:
    for steps in game.procedures.values():
        done = [key for step in steps for key in step.stages]
        for stage in game.stages:
            if done.count(stage.key) != 1:
                times = f"{done.count(stage.key)} times"
                yield f"stage {stage.key!r} is carried out {times}: expected once"
    by_key = {stage.key: stage for stage in game.stages}
    for stage in game.stages:
        for order in (stage.bets, *stage.other_orders.values()):
            for key in (key for key in order if key not in game.bet_by_key):
                yield f"stage {stage.key!r} names an unknown bet {key!r}"
    for bet in game.bets:
        settled = _reached(game, by_key, Act.REVEAL, Act.SETTLE, Act.DRAW)
        if bet.key not in settled:
            yield f"bet {bet.key}: no stage of a REVEAL or SETTLE step settles it"
        lost = game.has_fold and bet.placed is Placed.BEFORE_THE_DEAL and not bet.survives_fold
        if lost and bet.key not in _reached(game, by_key, Act.COLLECT, Act.SETTLE):
            yield f"bet {bet.key}: a fold loses it, but no stage of a COLLECT step takes it"


def _reached(game: Game, stages: dict[str, Stage], *acts: Act) -> set[str]:
    """The bets of the stages that such steps carry out."""
    steps = next(iter(game.procedures.values()))
    keys = (key for step in steps if step.act in acts for key in step.stages)
    return {bet for key in keys for bet in stages[key].bets}


def _options(game: Game) -> Iterator[str]:
    known = {f"{option.key}={value}" for option in game.options for value in option.values}
    steps = [step for steps in game.procedures.values() for step in steps]
    named = {step.when for step in steps} | {bet.forfeited_when for bet in game.bets}
    named |= {order for stage in game.stages for order in stage.other_orders}
    for each in sorted(named - known - {""}):
        yield f"there is no option and value {each!r}"
    keys = {option.key for option in game.options}
    for bet in game.bets:
        if bet.required_by and bet.required_by not in keys:
            yield f"bet {bet.key}: required_by names an unknown option {bet.required_by!r}"


def _tables(game: Game) -> Iterator[str]:
    try:
        approved(game)
    except FairdealError as error:
        yield from (error.faults or [str(error)])


def _rule(game: Game, kind: Kind) -> Iterator[str]:
    """The named tuples of the settlement rule beside the bets of the declaration."""
    name = kind.settle.__name__
    hints = get_type_hints(kind.settle)
    for what in ("events", "pays", "return"):
        if not hasattr(hints.get(what), "_fields"):
            yield f"{name}: {what} must be annotated with a named tuple"
            return
    bets = {bet.key.replace("-", "_") for bet in game.bets}
    columns = {
        (bet.key if column.key == "pays" else column.key).replace("-", "_")
        for bet in game.bets
        for column in bet.columns
    }
    events = {key.replace("-", "_") for key in kind.events}
    for field in hints["return"]._fields:
        if field not in bets:
            yield f"{name} settles {field!r}, which is no bet"
    for bet in game.bets:
        by_meter = any(Unit.METER in column.units for column in bet.columns)
        beside = by_meter or (bet.placed is Placed.AWARD and not bet.columns)
        if not beside and bet.key.replace("-", "_") not in hints["return"]._fields:
            yield f"{name} does not settle {bet.key}"
        if bet.columns and bet.key not in kind.events:
            yield f"bet {bet.key}: it has a pay table, and no event says what is paid"
    for field in hints["pays"]._fields:
        if field not in columns:
            yield f"{name} takes pays.{field}, which no pay table has"
    for field in hints["events"]._fields:
        if field not in events:
            yield f"{name} takes events.{field}, which no event says"
    for key in kind.events:
        if key not in game.bet_by_key:
            yield f"event {key!r} is said for no bet"
    if kind.dealer is None and game.dealer_cards:
        yield f"the dealer has {game.dealer_cards} cards, and no strength is declared for them"


def worked_faults(game: Game) -> list[str]:
    """Where the referee and the game's ``.hand`` file disagree, or why there is none to read."""
    try:
        rounds = worked_rounds(game, read_file(game, ".hand"))
    except FairdealError as error:
        return [str(error)]
    if not rounds:
        return ["the file has no round"]
    return [f"{each.title}: {fault}" for each in rounds for fault in each.faults()]


@dataclass(frozen=True, slots=True)
class TwinSeat:
    """One seat of a round in plain words, as a naive twin takes it."""

    player: Sequence[str]
    """The player's cards by name, such as ``Qs``, in the order dealt."""
    dealer: Sequence[str]
    board: Sequence[str]
    bets: Mapping[str, int]
    """Cents by bet, as placed before the deal."""
    said: Sequence[str]
    """The player's decisions."""
    pays: Mapping[str, Mapping[str, str]]
    """By bet and column (``monster.beat``; the bet alone where it has one column), what each row
    of the pay table in force prints: ``3 to 2``."""
    options: Mapping[str, str]


Twin: TypeAlias = Callable[[TwinSeat], Mapping[str, int]]
"""A settlement written a second time, from the document alone: net cents by bet."""


def twin_faults(
    game: Game, settles: Settlement, twin: Twin, rounds: int, seed: int = 1
) -> list[str]:
    """The first random round that the referee and a naive twin settle differently, if any."""
    random = Random(seed)
    for number in range(1, rounds + 1):
        played = replace(random_round(game, settles, random), bank_cents=None)
        lines = referee.settle(played)
        for seat in played.seats:
            ours: dict[str, int] = {}
            for line in (each for each in lines if each.seat == seat.number):
                ours[line.bet] = ours.get(line.bet, 0) + line.net_cents
            try:
                theirs = dict(twin(twin_seat(played, seat)))
            except Exception as error:  # whatever an author's twin does
                return [f"round {number}: the twin fails ({named(error)})"]
            for bet in sorted({*ours, *theirs}):
                if ours.get(bet, 0) != theirs.get(bet, 0):
                    paid, due = money.show_net(ours.get(bet, 0)), money.show_net(theirs.get(bet, 0))
                    return [
                        f"round {number}: {bet} of {cards.show(seat.cards)} against"
                        f" {cards.show((*played.dealer, *played.board))}, {dict(seat.bets)} cents,"
                        f" {' '.join(seat.decisions) or 'no decision'}: the referee has {paid},"
                        f" the twin {due}"
                    ]
    return []


def twin_seat(played: Round, seat: Seat) -> TwinSeat:
    """A seat as a naive twin takes it."""
    pays = {
        bet if len(table.columns) == 1 else f"{bet}.{column.key}": {
            key_of(column.events(event)): str(table.pays[column.key][event])
            for event in table.printed[column.key]
        }
        for bet, table in played.terms.pay.items()
        for column in table.columns
    }
    return TwinSeat(
        [*map(cards.name, seat.cards)],
        [*map(cards.name, played.dealer)],
        [*map(cards.name, played.board)],
        dict(seat.bets),
        seat.decisions,
        pays,
        dict(played.terms.options),
    )
