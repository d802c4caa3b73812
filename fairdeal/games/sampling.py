"""Random legal rounds of any game, from its declaration alone."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from traceback import walk_tb
from types import FrameType
from typing import Any, Final, TypeAlias

from fairdeal.cards import DECK, rank_of, suit_of
from fairdeal.games import referee
from fairdeal.games.kinds import Rule
from fairdeal.games.layout import Bet, Game, Placed
from fairdeal.games.round import Round, Seat, Settlement
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms, terms
from fairdeal.rule import RULES

_AMOUNTS: Final = (1, 5, 33, 100, 250, 500, 999, 1000, 2500, 40000)
"""Cents; odd ones show how fractions of a cent are rounded."""

_MOST: Final = 300
"""Different calls that are kept of one rule."""

Calls: TypeAlias = list[tuple[Any, ...]]
"""Arguments of a rule, in the order in which they came."""


def random_round(game: Game, settles: Settlement, random: Random) -> Round:
    """A round with random seats, cards, bets, decisions, pay tables and options.

    High hands come far more often than chance gives them.
    """
    chosen = random_terms(game, random)
    numbers = sorted(random.sample(range(1, game.seats + 1), random.choice((1, 1, 1, 2, 3))))
    deck = loaded_deck(random)
    dealer, board = _dealt(deck, game.dealer_cards), _dealt(deck, game.board_cards)
    seats = tuple(
        Seat(number, _dealt(deck, game.player_cards), random_bets(game, chosen.options, random))
        for number in numbers
    )
    bank = random.choice((None, 0, 700, 12345)) if game.player_banked else None
    played = Round(game, chosen, dealer, seats, bank, board=board)
    return replace(played, seats=tuple(_decided(played, seat, settles, random) for seat in seats))


def random_terms(game: Game, random: Random) -> Terms:
    """Any of the game's pay tables and options."""
    options = {option.key: random.choice(option.values) for option in game.options}
    tables = approved(game).tables
    return terms(game, {bet: random.choice(list(named)) for bet, named in tables.items()}, options)


def loaded_deck(random: Random) -> list[int]:
    """A deck whose first cards often come from one suit or few ranks; the last is dealt first."""
    deck = list(DECK)
    random.shuffle(deck)
    how = random.randrange(3)
    if how == 0:
        suit = random.randrange(4)
        deck.sort(key=lambda card: suit_of(card) == suit)
    elif how == 1:
        low = random.randrange(-1, 9)
        near = {rank % 13 for rank in range(low, low + random.choice((2, 3, 5)))}
        deck.sort(key=lambda card: rank_of(card) in near)
    if how < 2:  # mix the favoured cards with a few others
        top = random.choice((7, 10, 14, 20))
        favoured = deck[-top:]
        random.shuffle(favoured)
        deck[-top:] = favoured
    return deck


def random_bets(game: Game, options: Mapping[str, str], random: Random) -> dict[str, int]:
    """Legal bets of one seat: the compulsory ones, and any others."""
    placeable = [bet for bet in game.bets if bet.placed is Placed.BEFORE_THE_DEAL]
    placeable.sort(key=lambda bet: bool(bet.equals or bet.at_most or bet.needs))
    bets: dict[str, int] = {}
    while not bets:
        for bet in placeable:
            if bet.is_required(options) or random.random() < 0.5:
                _place(bet, bets, random)
    return bets


def _place(bet: Bet, bets: dict[str, int], random: Random) -> None:
    """Put an amount on a bet, unless the bets that it depends on are missing."""
    if bet.needs and not any(key in bets for key in bet.needs):
        return
    amount = random.choice(_AMOUNTS)
    if bet.equals in bets:
        amount = bets[bet.equals]
    elif bet.at_most in bets:
        amount = min(amount, bets[bet.at_most])
    bets[bet.key] = amount


def _dealt(deck: list[int], number: int) -> tuple[int, ...]:
    return tuple(deck.pop() for _ in range(number))


def _decided(played: Round, seat: Seat, settles: Settlement, random: Random) -> Seat:
    """The seat after random words, as long as any is open to it."""
    asked = max(1, len(played.game.decisions))
    for decision in range(asked):
        now = replace(played, decision=decision)
        while moves := settles.moves(now, seat):
            seat = replace(seat, decisions=(*seat.decisions, random.choice(moves).word))
    return seat


def asked_of_rules(
    rounds: Iterable[Round], failed: Callable[[Round, Exception], None] | None = None
) -> dict[Rule, Calls]:
    """What rules are asked when the referee settles some rounds: different arguments of each.

    *failed* is told of a round that cannot be settled, which is raised without it.
    """
    watch, before = Watch(), sys.getprofile()
    for played in rounds:
        sys.setprofile(watch)
        try:
            referee.settle(played)
        except Exception as error:  # whatever an author's rule does
            sys.setprofile(before)
            if failed is None:
                raise
            failed(played, error)
        finally:
            sys.setprofile(before)
    return {rule: list(calls) for rule, calls in watch.seen.items()}


def failed_in(error: Exception) -> tuple[Rule, tuple[Any, ...]] | None:
    """The rule in which an error was raised, with what it was asked; None where it was in none.

    What one of Fairdeal's own rules cannot answer is due to the rule that asked it.
    """
    by_code = _rules_by_code()
    found = None
    for frame, _ in walk_tb(error.__traceback__):
        rule = by_code.get(id(frame.f_code))
        if rule and not (found and rule.__module__.startswith("fairdeal.")):
            found = rule, _arguments(frame)
    return found


def _rules_by_code() -> dict[int, Rule]:
    """Every rule under the identity of its code: the codes of a game and of its copy are equal."""
    return {id(rule.__code__): rule for rule in RULES}


def _arguments(frame: FrameType) -> tuple[Any, ...]:
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return tuple(frame.f_locals[name] for name in names)


class Watch:
    """A profiler that notes what rules are called with."""

    def __init__(self) -> None:
        self._by_code = _rules_by_code()
        self.seen: dict[Rule, dict[tuple[Any, ...], None]] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Note the arguments of a call; at most so many of one rule."""
        if event != "call" or (rule := self._by_code.get(id(frame.f_code))) is None:
            return
        calls = self.seen.setdefault(rule, {})
        calls[_arguments(frame)] = None
        if len(calls) >= _MOST:
            del self._by_code[id(frame.f_code)]
