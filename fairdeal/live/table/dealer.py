"""The dealer's part: what each step of the declared procedure does to cards and money."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.games import referee
from fairdeal.games.layout import FOLD, Act, Step
from fairdeal.games.round import Line
from fairdeal.live import events
from fairdeal.live.events import BOARD, DEALER
from fairdeal.live.shoe import CARDS, Deck
from fairdeal.live.table import payments, procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.ledger import BANK, TIPS, position
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import RoundState, Table, after


def next_events(table: Table, context: Context) -> list[events.AnyEvent]:
    """What the next step of the procedure brings; the round is past the betting.

    A look at the hole card for which there is no reason is passed over.
    """
    happened = _of_the_step(table, context)
    then = table
    for event in happened:
        then = after(then, event)
    now = then.playing
    if now and procedure.step_of(then, now).act is Act.PEEK:
        looked = _peek(then, now, context.deck(now))
        happened += [looked] if isinstance(looked, events.StepTaken) else []
    return happened


def _of_the_step(table: Table, context: Context) -> list[events.AnyEvent]:
    now = table.playing
    assert now is not None
    step = procedure.step_of(table, now)
    if step.act is Act.CLEAR and payments.waiting(table, now):
        return []
    deck = context.deck(now)
    match step.act:
        case Act.DEAL:
            return [events.CardsDealt(now.step + 1, procedure.deals(step, now, deck))]
        case Act.PEEK:
            return [_peek(table, now, deck)]
        case Act.DECIDE:
            return [_asked(table, now, deck, context)]
        case Act.DRAW:
            return _drawn(table, now, deck)
        case Act.COLLECT | Act.REVEAL | Act.SETTLE:
            return _turned_and_settled(table, now, step, context)
        case Act.CLEAR:
            return _cleared(table, now, deck, context)
        case _:
            return [events.StepTaken(now.step + 1)]


def _peek(table: Table, now: RoundState, deck: Deck) -> events.AnyEvent:
    so_far = procedure.played(table, now, deck)
    rules = games.settlement_of(so_far.game.key)
    if not rules.peeks(so_far):
        return events.StepTaken(now.step + 1)
    return events.DealerPeeked(now.step + 1, so_far.dealer if rules.stops(so_far) else ())


def _asked(table: Table, now: RoundState, deck: Deck, context: Context) -> events.AnyEvent:
    seat = next_to_decide(table, now, deck, now.in_play())
    if not seat:
        return events.StepTaken(now.step + 1)
    until = context.after(procedure.setup_of(table).decision_seconds)
    return events.DecisionAsked(now.step, seat, until)


def next_to_decide(table: Table, now: RoundState, deck: Deck, seats: Iterable[int]) -> int:
    """The first of the seats that has something to decide, 0 for none."""
    return next((seat for seat in seats if procedure.moves(table, now, deck, seat)), 0)


def may_be_drawn(table: Table, now: RoundState) -> bool:
    """Whether a player or the dealer may still draw the next card."""
    return any(step.act is Act.DRAW for step in procedure.steps_of(table)[now.step :])


def can_spare_a_card(table: Table, now: RoundState) -> bool:
    """Whether enough cards are left for everybody when one goes to the discards."""
    game = procedure.game_of(table)
    coming = procedure.steps_of(table)[now.step :]
    needed = sum(game.player_cards - len(now.hand(seat).places) for seat in now.in_play())
    needed += game.dealer_cards - len(now.hand(DEALER).places)
    needed += game.board_cards - len(now.hand(BOARD).places)
    needed += sum(each.burn for step in coming for each in step.passes)
    return CARDS - now.used - 1 >= needed


def _drawn(table: Table, now: RoundState, deck: Deck) -> list[events.AnyEvent]:
    """The dealer draws, or stands and does without a card that lies face up."""
    if drawn := cards_to_draw(table, now, deck):
        return [events.CardsDealt(now.step + 1, (events.Deal(DEALER, "u" * len(drawn), drawn),))]
    stood: list[events.AnyEvent] = [events.StepTaken(now.step + 1)]
    if now.next_card is not None and can_spare_a_card(table, now):
        stood.append(events.CardBurned(now.next_card))
    return stood


def cards_to_draw(table: Table, now: RoundState, deck: Deck) -> tuple[int, ...]:
    """The cards that the dealer must take from the top of the deck."""
    so_far = procedure.played(table, now, deck)
    draws = games.settlement_of(so_far.game.key).dealer_draws
    dealer, top = so_far.dealer, now.used
    while draws(replace(so_far, dealer=dealer)):
        dealer, top = (*dealer, deck.order[top]), top + 1
    return dealer[len(so_far.dealer) :]


@dataclass(frozen=True, slots=True)
class Go:
    """What is turned and settled in one go."""

    turned: list[int]
    """The hands, in order."""
    lines: list[Line]
    among: Sequence[Line]
    """All lines of the step."""
    step: int
    """The step that is to be done next."""
    seat: int = 0
    """The one seat that it is about; 0 where all of them are done together."""
    is_first: bool = True
    """Whether no seat was settled at the step before."""


def go_of(table: Table, now: RoundState, step: Step, lines: Sequence[Line]) -> Go:
    """How far the step goes at once: where a person deals, one hand is settled after the other."""
    to_turn = hands_to_turn(table, now, step)
    if not procedure.is_by_hand(step):
        return Go(to_turn, [*lines], lines, now.step + 1)
    left = procedure.seats_left(table, now, step)
    seats = left[:1] if table.dealer else left
    return Go(
        [number for number in seats if number in to_turn],
        [line for line in lines if line.seat in seats],
        lines,
        now.step if left[len(seats) :] else now.step + 1,
        seats[0] if table.dealer and seats else 0,
        is_first=not now.settled,
    )


def _turned_and_settled(
    table: Table, now: RoundState, step: Step, context: Context
) -> list[events.AnyEvent]:
    go = go_of(table, now, step, _lines(table, now, step, context))
    settled = _settled(table, now, go, context) if go.lines else []
    if any(isinstance(each, events.BankShort) for each in settled):
        return settled  # no card is turned before its bet can be paid
    if go.lines and not settled:
        return []  # the floor has been asked for chips
    deck = context.deck(now)
    turned = tuple(
        events.Turned(
            number, procedure.cards_of(now, deck, number)[: procedure.to_turn(step, now, number)]
        )
        for number in go.turned
    )
    happened: list[events.AnyEvent] = []
    if turned:
        happened.append(events.CardsTurned(now.step if go.lines else go.step, turned))
    return [*happened, *settled] or [events.StepTaken(go.step)]


def _lines(table: Table, now: RoundState, step: Step, context: Context) -> list[Line]:
    """The lines of the step's stages; a round in one go is settled once, not stage by stage."""
    if not step.stages:
        return []
    so_far = procedure.played(table, now, context.deck(now))
    if set(step.stages) <= set(games.settlement_of(so_far.game.key).early_stages):
        return referee.settle_stages(so_far, step.stages)
    if now.commitment not in context.settled:
        context.settled[now.commitment] = referee.settle(so_far)
    return [line for line in context.settled[now.commitment] if line.stage in step.stages]


def hands_to_turn(table: Table, now: RoundState, step: Step) -> list[int]:
    """Hands that the step turns: dealer's, board, those still in, folded ones under a bet."""
    numbers = [
        number
        for who in step.turns
        for number in procedure.numbers_of(who, now)
        if number <= DEALER or _stays(table, now, number)
    ]
    return [n for n in numbers if "d" in now.hand(n).faces]


def _stays(table: Table, now: RoundState, seat: int) -> bool:
    """Whether the seat has not folded, or has a bet that outlives the fold."""
    game, options = procedure.game_of(table), procedure.setup_of(table).options
    alive = procedure.open_bets(table, now, seat)
    return FOLD not in now.decisions.get(seat, ()) or any(
        game.bet(bet).survives(options) for bet in alive
    )


def _settled(table: Table, now: RoundState, go: Go, context: Context) -> list[events.AnyEvent]:
    """The bets are paid and taken, the meters grow, and what needs approval waits for it."""
    parts = parted(table, now, go, context.progressive_of(table), context.today)
    paid = tuple(
        events.Paid(
            line.stage,
            line.seat,
            now.players[line.seat],
            line.bet,
            line.stake_cents,
            line.net_cents,
            line.reason,
            line.returned_cents,
            line.event,
        )
        for line in parts.paid
    )
    fed = sum(parts.fed.cents.values()) if parts.fed else 0
    given = sum(line.net_cents for line in paid) + fed
    if not now.banker and (short := payments.short_of(table, given)):
        return [] if table.short == short else [events.BankShort(short)]
    return [
        *([] if now.banker else payments.filled(table, given)),
        events.BetsSettled(go.step, paid, now.banker, go.seat),
        *([parts.fed] if parts.fed else []),
        *parts.held,
    ]


def parted(
    table: Table, now: RoundState, go: Go, progressive: Progressive | None, on: date
) -> payments.Parted:
    """The lines of a go by what becomes of them.

    The bets of all seats feed the meters with the first hand, as if they had been taken together.
    """
    seats = {line.seat for line in go.lines}
    every = payments.parted(table, now, go.among, progressive, on, seats)
    return every if go.is_first else replace(every, fed=None)


def _cleared(table: Table, now: RoundState, deck: Deck, context: Context) -> list[events.AnyEvent]:
    left = table.accounts.get(position(now.banker), 0) if now.banker else 0
    commitment, sealed = context.shoe.commit(table.name, table.rounds + 1)
    hidden = {"nonce" if now.is_old_deck else "secret": deck.secret}
    closed = events.RoundClosed(
        deck.order,
        banker=now.banker,
        bank_cents=left,
        next_commitment=commitment,
        next_sealed=sealed,
        **hidden,
    )
    return [closed, *closing_events(table)]


def closing_events(table: Table) -> list[events.AnyEvent]:
    """The closing that waited for the round to end, and for what was still to be paid."""
    if not table.closing or table.holding.pays:
        return []
    return [table_closed(table, table.closing)]


def table_closed(table: Table, reason: str) -> events.TableClosed:
    """The end of a table: its bank goes to the house, its tip box to the dealers."""
    bank, tips = (table.accounts.get(account, 0) for account in (BANK, TIPS))
    return events.TableClosed(reason, bank, tips)


def committed(table: Table, context: Context) -> list[events.AnyEvent]:
    """The house commits to a secret for the next deck, where no commitment stands."""
    if table.committed:
        return []
    now = table.playing
    number = now.number if now and now.betting else table.rounds + 1
    return [events.DeckCommitted(number, *context.shoe.commit(table.name, number))]


def shuffled(table: Table, context: Context) -> list[events.AnyEvent]:
    """The end of the betting: the order of the deck follows from the secret and the seeds."""
    now = table.playing
    if now is None or not now.in_play():
        raise Refused(
            f"betting at table {table.name} cannot be closed: no bet has been placed",
            code="round.no-bets",
        )
    # Only a round that an older program has opened is without a commitment here.
    happened = committed(table, context)
    for event in happened:
        table = after(table, event)
    assert table.committed is not None, "it was made"
    revealed = now.revealed
    closed = events.BettingClosed(
        procedure.past_betting(table),
        table.committed.commitment,
        seeds=tuple(
            events.Seed(seat, revealed[seat].seed) for seat in now.in_play() if seat in revealed
        ),
    )
    then = after(table, closed).playing
    assert then is not None, "the round goes on"
    context.deck(then)  # a secret that cannot be opened closes no betting
    return [*happened, closed]
