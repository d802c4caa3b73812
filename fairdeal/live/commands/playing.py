"""Decisions and the dealer's steps, from the first card to the last payment."""

from fairdeal import money
from fairdeal.errors import listed
from fairdeal.games.round import Move
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC, Actor
from fairdeal.live.commands.banking import offer_passed_on
from fairdeal.live.commands.checks import (
    deals_here,
    in_play,
    is_open,
    is_seat,
    not_held,
    own_seat,
    refuse,
    same_rules,
)
from fairdeal.live.table import dealer, payments, procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.ledger import BANK
from fairdeal.live.table.state import RoundState, Table, after


def next_step(table: Table, context: Context, *, skip_idle: bool = False) -> list[events.AnyEvent]:
    """The dealer does the next step of the procedure, or the next that has something to do."""
    same_rules(table, is_open(table))
    not_held(table)
    deals_here(table, context)
    now = in_play(table)
    if now.betting:
        refuse("round.betting", f"round {now.number} is open for bets: close the betting first")
    if now.turn:
        waits = f"round {now.number} waits for the decision of seat {now.turn}"
        if now.unconfirmed:
            waits = (
                f"seat {now.turn} has declared {now.unconfirmed}: confirm it first"
                f" (confirm-decision seat={now.turn})"
            )
        refuse("round.deciding", waits)
    idle = range(now.step, procedure.step_ahead(table, now) if skip_idle else now.step)
    skipped = [events.StepTaken(step + 1) for step in idle]
    for event in skipped:
        table = after(table, event)
    happened = dealer.next_events(table, context)
    if not happened and table.short:
        bank = table.accounts.get(BANK, 0)
        refuse(
            "bank.short",
            f"the bank of table {table.name} has {money.show(bank)}, and round {now.number} needs"
            f" {money.show(bank + table.short)}: ask the floor to fill it",
        )
    if not happened:
        every = [*map(payments.told, payments.waiting(table, now))]
        held = listed([*every[:3], *([f"{len(every) - 3} more"] if every[3:] else [])])
        refuse("round.held", f"round {now.number} waits for approval of {held}")
    return [*skipped, *happened]


def decide(table: Table, context: Context, *, seat: int, word: str) -> list[events.AnyEvent]:
    """A player says what to do with the hand."""
    same_rules(table, is_open(table))
    not_held(table)
    _check_in_time(table, seat)
    now, player = in_play(table), own_seat(table, context, seat)
    if now.turn != seat:
        whose = f"it is the turn of seat {now.turn}" if now.turn else "there is nothing to decide"
        refuse("decision.turn", f"seat {seat} cannot {word}: {whose}")
    open_to = {each.word: each for each in _moves(table, now, context)}
    if word not in open_to:
        refuse("decision.unknown", f"seat {seat} cannot {word}: expected {listed(open_to, 'or')}")
    chosen = open_to[word]
    if chosen.cents > table.chips(player):
        refuse(
            "decision.chips",
            f"seat {seat} cannot {word}: it takes {money.show(chosen.cents)} and {player} has chips"
            f" for {money.show(table.chips(player))}",
        )
    if procedure.needs_confirmation(table, now, word):
        if word == now.unconfirmed:
            refuse(
                "decision.declared",
                f"seat {seat} has declared {word} already: it waits for {table.dealer} to confirm",
            )
        return [events.DecisionDeclared(seat, player, word)]
    return [_decided(table, now, chosen, context)]


def confirm_decision(table: Table, context: Context, *, seat: int) -> list[events.AnyEvent]:
    """The dealer confirms the decision that a player has declared: it is final."""
    same_rules(table, is_open(table))
    not_held(table)
    deals_here(table, context)
    now = in_play(table)
    is_seat(table, seat)
    if now.turn != seat or not now.unconfirmed:
        refuse("decision.none", f"seat {seat} has declared no decision that waits to be confirmed")
    return [final_decision(table, now, context, by=context.by)]


def _check_in_time(table: Table, seat: int) -> None:
    """Refuses a decision that the system has taken, as who decides too late has not heard of it."""
    last = table.round
    if last and last.turn != seat and (places := last.by_system.get(seat)):
        chosen = listed([last.decisions[seat][place] for place in places], "and")
        refuse(
            "decision.turn", f"too late: the time was up, and {chosen} was chosen for seat {seat}"
        )


def time_out(table: Table, context: Context) -> list[events.AnyEvent]:
    """Time is up: the published default is taken and marked as the system's, or betting ends."""
    same_rules(table, is_open(table))
    not_held(table)
    now = in_play(table)
    if not now.until:
        refuse("clock.none", f"no time is running at table {table.name}")
    if context.left > 0:
        left = -(-context.left // 1_000_000)
        are = "is 1 second" if left == 1 else f"are {left} seconds"
        refuse("clock.running", f"there {are} left at table {table.name}")
    closes = now.betting and not now.offered
    if closes or context.by != AUTOMATIC:  # only the clock speaks for players where others deal
        deals_here(table, context)
    if closes and now.banker and not now.in_play():
        return offer_passed_on(table, context, now.banker_seat, by_system=True)
    if closes:
        return dealer.shuffled(table, context)
    if now.offered:
        return offer_passed_on(table, context, now.offered, by_system=True)
    return [final_decision(table, now, context)]


def final_decision(
    table: Table, now: RoundState, context: Context, *, by: Actor = AUTOMATIC
) -> events.AnyEvent:
    """The word that the seat whose turn it is has declared; else the default, as the system's."""
    word = now.unconfirmed or procedure.step_of(table, now).default
    chosen = next(each for each in _moves(table, now, context) if each.word == word)
    if now.unconfirmed:
        return _decided(table, now, chosen, context, confirmed_by=by.name)
    return _decided(table, now, chosen, context, by_system=True)


def _moves(table: Table, now: RoundState, context: Context) -> tuple[Move, ...]:
    return procedure.moves(table, now, context.deck(now), now.turn)


def _decided(
    table: Table,
    now: RoundState,
    chosen: Move,
    context: Context,
    *,
    by_system: bool = False,
    confirmed_by: str = "",
) -> events.AnyEvent:
    """The decision with all it brings: money, cards, and whose turn it is then."""
    seat, deck = now.turn, context.deck(now)
    alone = events.DecisionMade(
        now.step,
        seat,
        now.players[seat],
        chosen.word,
        chosen.bet,
        chosen.cents,
        tuple(deck.order[now.used : now.used + chosen.cards]),
        by_system,
        seat,
    )
    then = after(table, alone).playing
    assert then is not None
    following = [number for number in now.in_play() if number >= seat]
    turn = dealer.next_to_decide(table, then, deck, following)
    return events.DecisionMade(
        now.step if turn else now.step + 1,
        seat,
        alone.player,
        alone.word,
        alone.bet,
        alone.cents,
        alone.shown,
        by_system,
        turn,
        context.after(procedure.setup_of(table).decision_seconds) if turn else 0,
        confirmed_by,
    )
