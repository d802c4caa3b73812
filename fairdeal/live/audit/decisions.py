"""What seats said: whether it was open to them, and what it brought."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from fairdeal import money
from fairdeal.errors import listed
from fairdeal.games.layout import Act
from fairdeal.games.round import Move
from fairdeal.live import events
from fairdeal.live.audit.betting import in_time
from fairdeal.live.audit.cards import as_it_lay, at_step, closed_betting
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.shoe import Deck
from fairdeal.live.table import procedure
from fairdeal.live.table.dealer import next_to_decide


def asked(seen: Seen[events.DecisionAsked]) -> Iterator[str]:
    """No seat is asked while another seat decides."""
    yield from closed_betting(seen)
    if seen.now.turn:
        yield f"it was the turn of seat {seen.now.turn}"


def asked_by_the_rules(seen: Seen[events.DecisionAsked]) -> Iterator[str]:
    """The first seat that has something to decide is asked."""
    now, event = seen.now, seen.event
    yield from at_step(seen, Act.DECIDE)
    yield from seen.wrong("the step", event.step, now.step)
    if (deck := seen.known.deck) is not None:
        due = next_to_decide(seen.table, now, deck, now.in_play())
        yield from seen.wrong("the seat that was asked", event.seat, due)
    yield from _time_to_think(seen, event.until, event.seat)


def declared(seen: Seen[events.DecisionDeclared]) -> Iterator[str]:
    """The seat whose turn it is declares a decision, once."""
    yield from closed_betting(seen)
    yield from _own_turn(seen)
    if seen.event.word == seen.now.unconfirmed:
        yield f"seat {seen.event.seat} had declared {seen.event.word} already"


def declared_by_the_rules(seen: Seen[events.DecisionDeclared]) -> Iterator[str]:
    """The word was open to the seat, and the dealer has to confirm it."""
    event = seen.event
    yield from at_step(seen, Act.DECIDE)
    if not procedure.needs_confirmation(seen.table, seen.now, event.word):
        yield f"{event.word} of seat {event.seat} needs no confirmation"
    if (deck := seen.known.deck) is not None:
        yield from _was_open(seen, procedure.moves(seen.table, seen.now, deck, event.seat))


def _own_turn(seen: Seen[events.DecisionDeclared | events.DecisionMade]) -> Iterator[str]:
    event, now = seen.event, seen.now
    if event.seat != now.turn:
        yield f"seat {event.seat} spoke on the turn of seat {now.turn}"
    yield from seen.wrong("the player", event.player, now.players.get(event.seat, ""))


def made(seen: Seen[events.DecisionMade]) -> Iterator[str]:
    """The seat whose turn it is speaks, and gets the next cards of the deck."""
    event, now = seen.event, seen.now
    yield from closed_betting(seen)
    yield from _own_turn(seen)
    yield from as_it_lay(seen, now.used, event.shown)
    if event.cents < -now.wagers(event.seat).get(event.bet, 0):
        yield f"a decision took {money.show(-event.cents)} off {event.bet}, where less lay"
    if event.by_system and not now.is_away(event.seat):
        yield from in_time(seen)


def made_by_the_rules(seen: Seen[events.DecisionMade]) -> Iterator[str]:
    """The word was open to the seat, and brought what it brings."""
    event, now = seen.event, seen.now
    yield from at_step(seen, Act.DECIDE)
    yield from seen.wrong("the next step", event.step, now.step + (not event.next_seat))
    if event.by_system:
        yield from seen.wrong("what the system said", event.word, seen.step.default)
    elif seen.record.command == "decide" and procedure.needs_confirmation(
        seen.table, now, event.word
    ):
        yield f"{event.word} of seat {event.seat} was final before {seen.table.dealer} confirmed it"
    if (deck := seen.known.deck) is not None:
        yield from _chosen(seen, deck)
        following = [number for number in now.in_play() if number >= event.seat]
        at_this_step = replace(seen.afterwards, step=now.step)
        due = next_to_decide(seen.table, at_this_step, deck, following)
        yield from seen.wrong("the next seat", event.next_seat, due)
    yield from _time_to_think(seen, event.until, event.next_seat)


def _was_open(
    seen: Seen[events.DecisionDeclared | events.DecisionMade], moves: Iterable[Move]
) -> Iterator[str]:
    event, open_to = seen.event, [each.word for each in moves]
    if event.word not in open_to:
        yield f"seat {event.seat} said {event.word}; open to it was {listed(open_to, 'or')}"


def _chosen(seen: Seen[events.DecisionMade], deck: Deck) -> Iterator[str]:
    event = seen.event
    moves = procedure.moves(seen.table, seen.now, deck, event.seat)
    yield from _was_open(seen, moves)
    for move in moves:
        if move.word == event.word:
            added = money.show(event.cents), money.show(move.cents)
            yield from seen.wrong("what it added", *added)
            yield from seen.wrong("the bet it raised", event.bet, move.bet)
            yield from seen.wrong("the number of cards it brought", len(event.shown), move.cards)


def _time_to_think(seen: Seen[Any], until: int, seat: int) -> Iterator[str]:
    due = seen.context.after(seen.setup.decision_seconds) if seat else 0
    yield from seen.wrong("the end of the time to think", until, due)


def nobody_left(seen: Seen[Any]) -> Iterator[str]:
    """The decisions end when every seat has spoken."""
    if seen.now.turn:
        yield f"it was the turn of seat {seen.now.turn}"
    elif (deck := seen.known.deck) is not None:
        seat = next_to_decide(seen.table, seen.now, deck, seen.now.in_play())
        if seat:
            yield f"seat {seat} was never asked"


ALWAYS: Final[Judges] = {
    events.DecisionAsked: (Check.DECISION, asked),
    events.DecisionDeclared: (Check.DECISION, declared),
    events.DecisionMade: (Check.DECISION, made),
}
BY_OUR_RULES: Final[Judges] = {
    events.DecisionAsked: (Check.DECISION, asked_by_the_rules),
    events.DecisionDeclared: (Check.DECISION, declared_by_the_rules),
    events.DecisionMade: (Check.DECISION, made_by_the_rules),
}
