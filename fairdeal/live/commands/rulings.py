"""Irregularities: one person reports, another rules, and the declared ruling takes effect."""

from contextlib import suppress

from fairdeal.errors import Unavailable, did_you_mean, listed
from fairdeal.games.layout import Effect, Irregularity
from fairdeal.live import events
from fairdeal.live.actors import Role
from fairdeal.live.commands.checks import deals_here, in_play, is_seat, reason_given, refuse
from fairdeal.live.shoe import Deck, Shuffle
from fairdeal.live.table import dealer, payments, procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.ledger import position
from fairdeal.live.table.state import Pending, RoundState, Table, after


def report(
    table: Table, context: Context, *, irregularity: str, reason: str, seat: int = 0
) -> list[events.AnyEvent]:
    """A person reports an irregularity: the table holds until it is ruled on."""
    if table.setup is None:
        refuse("table.closed", f"table {table.name} is not open")
    if context.by.role is Role.DEALER:
        deals_here(table, context)
    if table.pending:
        refuse("table.held", f"{table.pending.irregularity} waits for a ruling already")
    declared = _declared(table, irregularity)
    now = table.playing
    if declared.effect is Effect.DEAD_SEAT and (
        now is None or now.betting or seat not in now.in_play()
    ):
        refuse(
            "seat.not-in-play", f"{irregularity} needs a seat in a round that is dealt, not {seat}"
        )
    if seat:
        is_seat(table, seat)
    said = reason_given(reason)
    return [events.IrregularityReported(irregularity, said, context.by.name, seat)]


def rule(
    table: Table, context: Context, *, reason: str, upheld: bool = True
) -> list[events.AnyEvent]:
    """Another person upholds the report, and its ruling takes effect; or dismisses it.

    A void that drops payments which need approval takes the same signatures, one after the other.
    """
    pending = table.pending
    if pending is None:
        refuse("ruling.none", f"nothing waits for a ruling at table {table.name}")
    if pending.by == context.by.name:
        refuse(
            "ruling.own",
            f"{context.by} cannot rule on {pending.irregularity}: the report is {pending.by}'s own",
        )
    if context.by.name == table.dealer:
        refuse("ruling.dealer", f"{context.by} cannot rule on what {table.dealer} deals")
    now = table.playing
    if now and context.by.name in (*now.players.values(), now.banker):
        refuse(
            "ruling.player", f"{context.by} cannot rule on a round in which {context.by.name} plays"
        )
    if context.by.role is Role.SURVEILLANCE and not upheld:
        refuse("ruling.role", f"{context.by} cannot dismiss a report: that takes floor or manager")
    declared = _declared(table, pending.irregularity)
    ruled = events.IrregularityRuled(
        declared.key,
        declared.ruling if upheld else "The report is unfounded: the round goes on",
        declared.effect.name.lower() if upheld else Effect.STANDS.name.lower(),
        reason_given(reason),
        context.by.name,
        upheld,
        pending.seat,
        _time_anew(table, context),
    )
    happened: list[events.AnyEvent] = [ruled]
    if upheld and table.playing:  # a finished round is not reopened
        happened += _effect(after(table, ruled), context, declared, pending.seat)
    missing = _to_sign(table, context, pending, happened)
    if missing <= {context.by.role}:
        return happened
    return [events.RulingSigned(context.by.name, str(context.by.role), ruled.reason)]


def _to_sign(
    table: Table, context: Context, pending: Pending, happened: list[events.AnyEvent]
) -> set[str]:
    """The roles that have still to sign a void that drops held payments, this person's among them.

    They are those that sign the payments: what several people must approve, one does not undo.
    """
    by, void = context.by, next((e for e in happened if isinstance(e, events.RoundVoided)), None)
    dropped = [table.holding.pays[number] for number in void.dropped] if void else []
    needs = payments.signers(table, dropped, context.progressive_of(table))
    if not needs:
        if by.role is Role.SURVEILLANCE:
            refuse("ruling.role", f"{by} cannot rule here: that takes floor or manager")
        return set()
    pays = listed(payments.told(pay) for pay in dropped)
    missing = {*needs} - {each.role for each in pending.signed}
    concerned = {name for pay in dropped for name in (*pay.due.concerned, *pay.handled_by())}
    if by.name in {*concerned, *(each.by for each in pending.signed)}:
        refuse(
            "approval.own", f"{by} cannot void {pays}: {by.name} has signed it or had part in it"
        )
    if by.role not in missing:
        refuse(
            "approval.role",
            f"{by} cannot void {pays}: the void still needs {listed(sorted(missing))}",
        )
    return missing


def _time_anew(table: Table, context: Context) -> int:
    """Nobody could bet, decide or answer while the table held: the time runs from now."""
    if table.playing is None or not table.playing.until:
        return 0
    return context.after(procedure.seconds_of(table))


def _declared(table: Table, key: str) -> Irregularity:
    declared = {each.key: each for each in procedure.game_of(table).irregularities}
    if key not in declared:
        refuse(
            "irregularity.unknown",
            f"there is no irregularity {key!r}: {did_you_mean(key, declared)}",
        )
    return declared[key]


def _effect(
    table: Table, context: Context, declared: Irregularity, seat: int
) -> list[events.AnyEvent]:
    now = in_play(table)
    match declared.effect:
        case Effect.VOID:
            return voided(table, context, declared.event)
        case Effect.DEAD_SEAT:
            return _dead(table, context, now, declared, seat)
        case Effect.BURN | Effect.SHOW if now.betting:
            return []
        case Effect.SHOW if dealer.may_be_drawn(table, now):
            return [events.CardShown(context.deck(now).order[now.used])]
        case Effect.BURN | Effect.SHOW:
            if not dealer.can_spare_a_card(table, now):
                return voided(table, context, "the deck is too short to do without a card")
            return [events.CardBurned(context.deck(now).order[now.used])]
        case _:
            return []


def voided(table: Table, context: Context, reason: str) -> list[events.AnyEvent]:
    """The end of a round in which every bet goes back and every payment is undone.

    What was approved and paid stays paid: such a round is void only where it cannot go on.
    """
    now = in_play(table)
    deck = _deck_to_show(context, now)
    goes_on = deck and procedure.rules_hold(table)
    if now.paid and goes_on:
        line = now.paid[-1]
        refuse(
            "round.paid",
            f"round {now.number} cannot be void: {line.player} was paid for {line.bet} at seat"
            f" {line.seat} after approval; the report can be ruled unfounded",
        )
    held = table.holding.of_round(now.number)
    returned = tuple(
        events.Returned(seat, now.players[seat], bet, cents)
        for seat in now.in_play()
        for bet, cents in now.unpaid(seat).items()
    )
    won = sum(line.net_cents for line in now.lines)
    left = table.accounts.get(position(now.banker), 0) + won if now.banker else 0
    commitment, sealed = context.shoe.commit(table.name, table.rounds + 1)
    void = events.RoundVoided(
        reason,
        returned,
        now.lines,
        now.banker,
        left,
        deck.order if deck else b"",
        deck.secret if deck and now.is_old_deck else b"",
        tuple(pay.due.pay for pay in held),
        sum(pay.due.stake_cents for pay in held),
        _secret_to_show(table, context, now, deck),
        commitment,
        sealed,
    )
    # What the bank took in the round may have gone to meters or to a payment since.
    filled = payments.filled(table, 0 if now.banker else -won)
    for event in filled:
        table = after(table, event)
    return [*filled, void, *dealer.closing_events(after(table, void))]


def _deck_to_show(context: Context, now: RoundState) -> Deck | None:
    """The deck of a round that ends early; None before the betting was closed."""
    if now.commitment:
        with suppress(Unavailable):  # with the key lost, bets must still go back
            return context.deck(now)
    return None


def _secret_to_show(table: Table, context: Context, now: RoundState, deck: Deck | None) -> bytes:
    """The house's secret of a round that ends early, even before its deck follows from it."""
    if deck:
        return b"" if now.is_old_deck else deck.secret
    stands = table.committed
    if stands and not now.commitment:
        with suppress(Unavailable):
            return context.shoe.secret(
                Shuffle(table.name, now.number, stands.commitment), stands.sealed
            )
    return b""


def _dead(
    table: Table, context: Context, now: RoundState, declared: Irregularity, seat: int
) -> list[events.AnyEvent]:
    """One seat is out with its bets back; alone at the table, it takes the round with it."""
    if seat in payments.settled_seats(table, now):
        refuse("seat.settled", f"seat {seat} cannot be dead: a bet of its hand has been settled")
    others = [number for number in now.in_play() if number != seat]
    if not others:
        return voided(table, context, declared.event)
    returned = tuple(
        events.Returned(seat, now.players[seat], bet, cents)
        for bet, cents in now.wagers(seat).items()
    )
    if now.turn != seat:
        return [events.SeatDied(seat, returned, now.turn, now.until)]
    deck = context.deck(now)
    turn = dealer.next_to_decide(table, now, deck, [n for n in others if n > seat])
    until = context.after(procedure.setup_of(table).decision_seconds) if turn else 0
    died = events.SeatDied(seat, returned, turn, until)
    return [died] if turn else [died, events.StepTaken(now.step + 1)]
