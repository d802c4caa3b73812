"""What is wrong with a game, each fault in a sentence: declaration, worked rounds, naive twin.

The referee, live tables, pages and solvers rely on what is checked here; a game that passes is
dealt and settled without code of its own anywhere else.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from fairdeal import cards, money
from fairdeal.errors import FairdealError, listed, located, named
from fairdeal.games import referee
from fairdeal.games.kinds import Community, Kind, Of, Showdown, forms_of
from fairdeal.games.layout import (
    FOLD,
    Act,
    Bet,
    Choice,
    Decides,
    Game,
    Placed,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, PayTable, Unit, key_of
from fairdeal.games.round import Round, Seat, Settlement
from fairdeal.games.sampling import random_round
from fairdeal.games.settling import always_plays
from fairdeal.games.sheets import approved, read_file
from fairdeal.games.showdown import event_of, net_units
from fairdeal.games.terms import terms
from fairdeal.games.types_check import odd_values
from fairdeal.games.worked import worked_rounds

_DECK: Final = 52
_OWN: Final = "fairdeal.games"
"""Where the files of Fairdeal's own games lie."""
_ONCE: Final = (Act.BET, Act.CLEAR)
"""Acts that a round begins and ends with."""
_STYLES: Final = ("hand", "machine")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_LONGEST: Final = 40
"""Characters of what a twin gives that a sentence repeats."""
_WORD: Final = re.compile(r"[a-z0-9][a-z0-9-]*", re.ASCII)


def faults(game: Game, settles: Settlement) -> list[str]:
    """Everything that is wrong with a declaration."""
    if odd := [*odd_values(game, "GAME"), *odd_values(settles, "SETTLEMENT")]:
        return odd
    found = [*_names(game), *_cards(game), *_bets(game)]
    for style, steps in game.procedures.items():
        found += [f"procedure {style!r}: {fault}" for fault in _procedure(game, steps)]
    if found:
        return found  # what follows reads the declaration as if it were sound
    found += [*_choices(game), *_stages(game), *_options(game)]
    tables = [*_tables(game)]
    found += tables
    if isinstance(settles.kind, Showdown | Community):
        rule = [*_rule(game, settles.kind), *_never_out(game, settles)]
        found += rule
        if not tables and not rule:
            found += [*_awards(game), *_tops(game, settles.kind)]
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
    if not game.name or not all(bet.name for bet in game.bets):
        yield "the game or one of its bets has no name"
    for option in (option for option in game.options if not option.values):
        yield f"option {option.key}: it has no values"
    if game.felt and not _COLOUR.fullmatch(game.felt):
        yield f"felt {game.felt!r} is not a colour: give one such as '#5b1f2c'"
    for style in (style for style in game.procedures if style not in _STYLES):
        yield f"procedure {style!r}: expected 'hand' or 'machine'"
    if not game.procedures:
        yield "there is no procedure: declare 'hand' or 'machine'"


def _twice(keys: list[str]) -> list[str]:
    return [key for key in dict.fromkeys(keys) if keys.count(key) > 1]


def _cards(game: Game) -> Iterator[str]:
    for what, number in (("seats", game.seats), ("player_cards", game.player_cards)):
        if number < 1:
            yield f"{what} is {number}: expected 1 or more"
    if not 1 <= game.adjacent_hands <= max(1, game.seats):
        yield f"adjacent_hands is {game.adjacent_hands}: expected 1 to {game.seats}"
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
        if bet.key in {bet.equals, bet.at_most, bet.rides_on, *bet.needs}:
            yield f"bet {bet.key}: it names itself"
        if any(column.parts < 1 for column in bet.columns):
            yield f"bet {bet.key}: a column has 0 parts of a stake: expected 1 or more"
        if len({column.parts for column in bet.columns}) > 1:
            yield f"bet {bet.key}: its columns are counted in different parts of a stake"
        if not bet.columns and not bet.pays and bet.placed is not Placed.AWARD:
            yield f"bet {bet.key}: it has no pay table, so say in words what it pays (pays)"
        if bet.decided_by is Decides.QUALIFIER and not game.qualifier:
            yield (
                f"bet {bet.key}: the {game.dealer} must qualify for it, so say with which hand"
                " (qualifier)"
            )
        if bet.placed is not Placed.AWARD and bet.key not in game.spots:
            yield f"bet {bet.key}: it has no place on the felt (spots)"
    yield from (f"spot {key!r} is not a bet" for key in game.spots if key not in known)
    yield from (f"spot {key!r} is declared twice" for key in _twice([*game.spots]))


def _procedure(game: Game, steps: tuple[Step, ...]) -> Iterator[str]:
    acts = [step.act for step in steps]
    if [*acts[:1], *acts[-1:]] != [*_ONCE] or any(acts.count(act) > 1 for act in _ONCE):
        yield "expected it to begin with BET and to end with CLEAR"
    if Act.ANNOUNCE not in acts:
        yield "the betting is never closed: expected a step ANNOUNCE that says 'No more bets'"
    dealt = {Who.SEATS: 0, Who.DEALER: 0, Who.BOARD: 0}
    for each in (each for step in steps for each in step.passes):
        if odd := "".join(dict.fromkeys(each.faces.replace("u", "").replace("d", ""))):
            yield (
                f"cards for {each.to} are dealt {each.faces!r}: {odd!r} is neither u (face up) nor"
                " d (face down)"
            )
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
                yield f"{step.text!r}: it confirms {word!r}, which is not a choice there"
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
    for step in game.decisions:
        yield from _circles(step)
    for bet in game.bets:
        if bet.placed is Placed.BY_DECISION and not game.raises(bet.key):
            yield f"bet {bet.key}: no choice places it"
    yield from _late_folds(game)


def _late_folds(game: Game) -> Iterator[str]:
    """Bets that an earlier decision may have placed when a hand is given up: no rule takes them."""
    raised: list[str] = []
    for step in game.decisions:
        if FOLD in step.words:
            for key in (key for key in raised if not game.bet(key).survives_fold):
                yield (
                    f"choice {FOLD!r}: {key} may lie there already, and a fold loses only bets"
                    " placed before the deal"
                )
        raised += [each.bet for each in step.choices if each.goes_on and each.times > 0]


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
        yield f"instead names {choice.instead!r}, which is not a choice there"
    if choice.word == FOLD and (choice.bet or choice.goes_on):
        yield "a fold stakes nothing and ends the hand"


def _circles(step: Step) -> Iterator[str]:
    """Words that a player with too few chips is sent round and round by."""
    nearest = {choice.word: choice.instead for choice in step.choices}
    for word in nearest:
        found = [word]
        while (after := nearest.get(found[-1], "")) and after not in found:
            found.append(after)
        if after == word and word == min(found):
            yield f"choice {word!r}: instead goes in a circle: {' to '.join((*found, word))}"


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
            for key in _twice([*order]):
                yield f"stage {stage.key!r} settles bet {key!r} twice"
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
        hint = ""
        if error.code == "game.file-missing" and game.package == _OWN:
            hint = ": say package=__name__ in GAME"
        yield from (f"{fault}{hint}" for fault in error.faults)


def _rule(game: Game, kind: Kind) -> Iterator[str]:
    """The named tuples of the settlement rule beside the bets of the declaration."""
    name = kind.settle.__name__
    forms = forms_of(kind.settle)
    for what, form in zip(("events", "pays", "return"), forms, strict=True):
        if form is None:
            yield f"{name}: {what} must be annotated with a named tuple"
            return
    bets = {bet.key.replace("-", "_") for bet in game.bets}
    columns = {
        (bet.key if column.key == "pays" else column.key).replace("-", "_")
        for bet in game.bets
        for column in bet.columns
    }
    events = {key.replace("-", "_") for key in kind.events}
    for field in forms.result._fields:
        if field not in bets:
            yield f"{name} settles {field!r}, which is not a bet"
    for bet in game.bets:
        by_meter = any(Unit.METER in column.units for column in bet.columns)
        beside = by_meter or (bet.placed is Placed.AWARD and not bet.columns)
        if not beside and bet.key.replace("-", "_") not in forms.result._fields:
            yield f"{name} does not settle {bet.key}"
        if bet.columns and bet.key not in kind.events:
            yield f"bet {bet.key}: it has a pay table, and no event says what is paid"
    for field in forms.pays._fields:
        if field not in columns:
            yield f"{name} takes pays.{field}, which no pay table has"
    for field in forms.events._fields:
        if field not in events:
            yield f"{name} takes events.{field}, which no event says"
    for key in kind.events:
        if key not in game.bet_by_key:
            yield f"event {key!r} is said for no bet"
    yield from _hands(game, kind)


def _never_out(game: Game, settles: Settlement) -> Iterator[str]:
    """Bets that a qualifier decides, where every hand of the dealer's plays."""
    bets = [bet.key for bet in game.bets if bet.decided_by is Decides.QUALIFIER]
    if bets and always_plays(settles):
        yield (
            f"{listed(bets)}: the {game.dealer} must qualify, so say with which strength the"
            f" {game.dealer} plays: settlement(..., plays=lambda {game.dealer}: ...)"
        )


def _hands(game: Game, kind: Kind) -> Iterator[str]:
    """Cards of the declaration that the kind of the game does not take."""
    if isinstance(kind, Showdown) and game.board_cards:
        yield (
            f"the game has {game.board_cards} shared card{'s' * (game.board_cards > 1)}, and"
            " Showdown compares hands without any: declare Community"
        )
    if kind.dealer is None and game.dealer_cards:
        yield f"the dealer has {game.dealer_cards} cards, and no strength is declared for them"


def _awards(game: Game) -> Iterator[str]:
    """Awards that cost something: an event without a row loses unless the column says otherwise."""
    for bet in (each for each in game.bets if each.placed is Placed.AWARD):
        for table, column in _columns(game, bet):
            lost = (e for e in column.events if table.units(column.key)[e] < 0)
            if (event := next(lost, None)) is not None:
                yield (
                    f"bet {bet.key}: an award cannot lose, and pay table {table.name} takes a stake"
                    f" for {key_of(event)}: declare Column(otherwise=Pay(Unit.PUSH))"
                )
                break


def _columns(game: Game, bet: Bet) -> Iterator[tuple[PayTable, Column]]:
    """Every pay table of a bet with every column that it prices."""
    for table in approved(game).tables.get(bet.key, {}).values():
        yield from ((table, column) for column in table.columns if table.has(column.key))


def _tops(game: Game, kind: Kind) -> Iterator[str]:
    for bet in (each for each in game.bets if each.top):
        if not bet.columns:
            yield f"bet {bet.key}: top is meant for a bet with a pay table"
            continue
        try:
            held, faced = (cards.parse(part) for part in f"{bet.top}|".split("|")[:2])
        except FairdealError as error:
            yield f"bet {bet.key}: top: {error}"
            continue
        try:
            found = [*_top(game, kind, bet, held, faced)]
        except Exception as error:  # whatever an author's rule does
            found = [f"cannot be settled ({named(error)})"]
        yield from (f"bet {bet.key}: top {fault}" for fault in found)


def _top(
    game: Game, kind: Kind, bet: Bet, held: tuple[int, ...], faced: tuple[int, ...]
) -> Iterator[str]:
    """Why cards do not win the first row of every pay table of a bet."""
    of = kind.events[bet.key].of
    own = game.player_cards + (0 if of is Of.OWN else game.board_cards)
    dealers = game.dealer_cards if faced or of is Of.ALL else 0
    if (len(held), len(faced)) != (own, dealers):
        expected = _counted(own, dealers, game.dealer)
        yield f"has {_counted(len(held), len(faced), game.dealer)}: expected {expected}"
        return
    seat = Seat(1, held[: game.player_cards], {})
    is_whole = dealers and len(held) == game.player_cards + game.board_cards
    for table in approved(game).tables[bet.key].values():
        in_force = terms(game, {bet.key: table.name})
        played = Round(game, in_force, faced, (seat,), board=held[game.player_cards :])
        column = table.columns[0]
        first, event = table.printed[column.key][0], event_of(kind, played, seat, bet.key)
        if event not in [*column.events]:
            yield f"is event {event}, which {column.events.__name__} does not have"
            return
        if column.paid_as(event, table.printed[column.key]) != first:
            row, top = key_of(column.events(event)), key_of(column.events(first))
            yield f"is {row}, and the first row of pay table {table.name} is {top}"
            return
        due = table.units(column.key)[first]
        if is_whole and net_units(played, seat, kind).get(bet.key, due) != due:
            yield f"does not win the first row of pay table {table.name} against those cards"
            return


def _counted(own: int, dealers: int, dealer: str) -> str:
    return f"{own} cards" + (f" and {dealers} of the {dealer}" if dealers else "")


def worked_faults(game: Game) -> list[str]:
    """Where the referee and the game's ``.hand`` file disagree, or why there is none to read."""
    try:
        rounds = worked_rounds(game, read_file(game, ".hand"))
    except FairdealError as error:
        return [str(error)]
    if not rounds:
        return ["the file has no round"]
    return [f"{each.title}: {fault}" for each in rounds for fault in each.faults()]


def worked_gaps(game: Game) -> list[str]:
    """Rows of pay tables and choices that no worked round shows.

    They are not faults: rounds that are written to fill gaps repeat what the referee says.
    """
    played = [each.round() for each in worked_rounds(game, read_file(game, ".hand"))]
    paid = {
        (line.bet, each.terms.pay[line.bet].name, line.event)
        for each in played
        for line in referee.settle(each)
        if line.bet in each.terms.pay
    }
    said = {word for each in played for seat in each.seats for word in seat.decisions}
    rows: dict[str, list[str]] = {}
    for bet in game.bets:
        for table, column in _columns(game, bet):
            labels = [table.label(column.key, event) for event in table.printed[column.key]]
            rows.setdefault(f"{bet.key} {table.name}", []).extend(
                each.removeprefix("pays ")
                for each in labels
                if (bet.key, table.name, each) not in paid
            )
    words = [word for word in game.choices if word not in said]
    unpaid = [
        f"{table}: no worked round pays {listed(each, 'or')}"
        for table, each in rows.items()
        if each
    ]
    return [*unpaid, *([f"no worked round says {listed(words, 'or')}"] if words else [])]


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
    game: Game,
    settles: Settlement,
    twin: Twin,
    rounds: int,
    seed: int = 1,
    progress: Callable[[float], None] = lambda share: None,
) -> list[str]:
    """The first random round that the referee and a naive twin settle differently, if any."""
    random = Random(seed)
    for number in range(1, rounds + 1):
        progress((number - 1) / rounds)
        played = replace(random_round(game, settles, random), bank_cents=None)
        try:
            lines = referee.settle(played)
        except Exception as error:  # whatever an author's rule does
            return [f"round {number}: {told(played)} cannot be settled ({named(error)})"]
        for seat in played.seats:
            ours: dict[str, int] = {}
            for line in (each for each in lines if each.seat == seat.number):
                ours[line.bet] = ours.get(line.bet, 0) + line.net_cents
            try:
                said = twin(twin_seat(played, seat))
            except Exception as error:  # whatever an author's twin does
                return [f"round {number}: the twin fails ({located(error)})"]
            if odd := [*_odd_nets(game, said)]:
                return [f"round {number}: {odd[0]}"]
            theirs = dict(said)
            for bet in sorted({*ours, *theirs}):
                if ours.get(bet, 0) != theirs.get(bet, 0):
                    paid, due = money.show_net(ours.get(bet, 0)), money.show_net(theirs.get(bet, 0))
                    one = replace(played, seats=(seat,))
                    return [
                        f"round {number}: {told(one)}: the referee has {paid} for {bet}, the"
                        f" twin {due}"
                    ]
    return []


def _odd_nets(game: Game, said: object) -> Iterator[str]:
    """What a twin gives that are no nets of bets."""
    if not isinstance(said, Mapping):
        yield f"settle gives {_short(said)}: expected a dict of net cents"
        return
    for bet, cents in said.items():
        if bet not in game.bet_by_key:
            yield f"the twin names {bet}, which is no bet of this game"
        elif not isinstance(cents, int) or isinstance(cents, bool):
            yield f"the twin gives {_short(cents)} for {bet}: expected whole cents (int)"


def _short(said: object) -> str:
    shown = repr(said)
    return shown if len(shown) <= _LONGEST else f"a {type(said).__name__}"


def told(played: Round) -> str:
    """A round as a person would type it in a ``.hand`` file."""
    seats = (
        f"{cards.show(seat.cards)} | {_amounts(seat)} | {' '.join(seat.decisions)}".rstrip("| ")
        for seat in played.seats
    )
    tables = (f"{bet} {table.name}" for bet, table in played.terms.pay.items())
    options = (f"{key} {value}" for key, value in played.terms.options.items())
    parts = {
        "pay table": ", ".join(tables),
        "option": ", ".join(options),
        "dealer": cards.show(played.dealer),
        "board": cards.show(played.board),
        "seat": ", ".join(seats),
    }
    return ", ".join(f"{part} {told}" for part, told in parts.items() if told)


def _amounts(seat: Seat) -> str:
    return " ".join(f"{bet}={money.show(cents).strip('$')}" for bet, cents in seat.bets.items())


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
