"""Seats and chips: sitting down, buying in, cashing out, tipping the dealer, leaving."""

from fairdeal import money
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC, Actor, Role
from fairdeal.live.commands.banking import offer_passed_on
from fairdeal.live.commands.checks import (
    MOST_CENTS,
    deals_here,
    hex_of,
    is_open,
    is_seat,
    own_seat,
    player_at,
    reason_given,
    refuse,
)
from fairdeal.live.table import dealer
from fairdeal.live.table.context import Context
from fairdeal.live.table.state import Table, after
from fairdeal.live.worth import Worth


def sit(
    table: Table, context: Context, *, seat: int = 0, anchor: str = ""
) -> list[events.AnyEvent]:
    """A player takes a seat; several only side by side, and as many as the table allows.

    Without a seat, or with 0, it is the first free one that the player may take.  *anchor* is the
    last value of a chain of seeds, as ``announce_seed`` takes it.
    """
    setup, player = is_open(table), context.by.name
    held = table.seats_of(player)
    seat = seat or _free_seat(table, setup.seats, held)
    is_seat(table, seat)
    if seat in table.seats:
        refuse("seat.taken", f"seat {seat} of table {table.name} is {table.seats[seat]}'s")
    if table.closing:
        refuse("table.closing", f"table {table.name} closes: {table.closing}")
    if player in (table.dealer, AUTOMATIC.name):
        refuse("seat.dealer", f"{player} deals at table {table.name} and cannot play there")
    if len(held) >= setup.hands_per_player:
        where = f"holds seat {held[0]} already" if len(held) == 1 else f"holds {len(held)} seats"
        refuse(
            "seat.several",
            f"{player} {where}: table {table.name} allows {setup.hands_per_player} a player",
        )
    if held and seat not in (held[0] - 1, held[-1] + 1):
        refuse(
            "seat.not-adjacent",
            f"{player} cannot take seat {seat} beside {held[0]}: seats of one player are adjacent",
        )
    taken: list[events.AnyEvent] = [events.SeatTaken(seat, player)]
    if anchor:
        taken.append(events.SeedAnnounced(seat, player, hex_of(anchor, "an anchor")))
    for event in taken:
        table = after(table, event)
    # After the anchor, so that a first player's seed counts from the first round.
    return [*taken, *dealer.committed(table, context)]


def announce_seed(
    table: Table, context: Context, *, seat: int, anchor: str
) -> list[events.AnyEvent]:
    """A player announces a chain of seeds for the shuffle, by its last value in hexadecimal digits.

    It replaces an earlier one, and counts from the next commitment of the house on.
    """
    is_open(table)
    player = own_seat(table, context, seat)
    return [events.SeedAnnounced(seat, player, hex_of(anchor, "an anchor"))]


def _free_seat(table: Table, count: int, held: list[int]) -> int:
    """The first free seat, beside the player's own where there is one."""
    near = [held[0] - 1, held[-1] + 1] if held else []
    free = [each for each in range(1, count + 1) if each not in table.seats]
    if not free:
        refuse("seat.taken", f"every seat of table {table.name} is taken")
    return next((each for each in near if each in free), free[0])


def free_seat(table: Table, context: Context, *, seat: int, reason: str) -> list[events.AnyEvent]:
    """The floor frees the seats of a player who went away.

    A hand in play follows the declared default, its bets are settled as usual, and the seats are
    free when the round is over.
    """
    player = player_at(table, seat)
    why, now, held = reason_given(reason), table.playing, table.seats_of(player)
    if now and seat in now.away:
        refuse("seat.freed", f"seat {seat} is freed when round {now.number} is over")
    later = now is not None and bool(
        any(each in now.bets for each in held) or (now.banker == player and now.in_play())
    )
    happened: list[events.AnyEvent] = [events.SeatFreed(tuple(held), player, why, later)]
    if later:
        return happened
    for each in held:
        for event in _left(table, context, each, player):
            table = after(table, event)
            happened.append(event)
    return happened


def leave(table: Table, context: Context, *, seat: int) -> list[events.AnyEvent]:
    """A player gives up a seat, or the floor frees it, once the seat has no bet in the round."""
    player = player_at(table, seat)
    if context.by.role is Role.PLAYER and player != context.by.name:
        refuse("seat.other", f"{context.by} does not hold seat {seat}: {player} does")
    now = table.playing
    if now and seat in now.bets:
        refuse("seat.in-play", f"seat {seat} stays until round {now.number} is over: it has bets")
    if now and seat == now.banker_seat and now.in_play():
        refuse("seat.in-play", f"seat {seat} stays until round {now.number} is over: it banks")
    held = table.seats_of(player)
    if held[0] < seat < held[-1]:
        refuse(
            "seat.not-adjacent",
            f"{player} cannot leave seat {seat}: the seats on both sides would no longer be"
            " adjacent",
        )
    return _left(table, context, seat, player)


def _left(table: Table, context: Context, seat: int, player: str) -> list[events.AnyEvent]:
    """A seat is free again; a bank that it was offered or had posted goes to the next player."""
    now = table.playing
    asked = now and seat in (now.offered, now.banker_seat)
    passed_on = offer_passed_on(table, context, seat) if asked else []
    return [*passed_on, events.SeatLeft(seat, player)]


def _at_own_table(table: Table, context: Context) -> None:
    """A dealer handles the chips of no other table."""
    if context.by.role is Role.DEALER:
        deals_here(table, context)


def buy_in(table: Table, context: Context, *, player: str, cents: int) -> list[events.AnyEvent]:
    """A player who sits at the table takes chips for cash."""
    is_open(table)
    _at_own_table(table, context)
    Actor(player, Role.PLAYER)
    if player == context.by.name:
        refuse("chips.own", f"{context.by} cannot sell chips to {player}: they are the same person")
    if not table.seats_of(player):
        refuse("chips.not-seated", f"{player} has no seat at table {table.name}")
    if not 0 < cents <= MOST_CENTS:
        refuse("chips.amount", f"{player} cannot buy chips for {money.show(cents)}")
    return [events.ChipsBought(player, cents)]


def cash_out(
    table: Table, context: Context, *, player: str, cents: int | None = None
) -> list[events.AnyEvent]:
    """A player cashes chips between rounds: all of them, unless an amount is given."""
    _at_own_table(table, context)
    if context.worth() == Worth.PLAY:
        refuse("room.play", "the chips of this room are play chips: none are cashed out")
    Actor(player, Role.PLAYER)
    if player == context.by.name:
        refuse(
            "chips.own", f"{context.by} cannot cash their own chips: another person must pay them"
        )
    has = table.chips(player)
    amount = has if cents is None else cents
    if not 0 < amount <= has:
        refuse(
            "chips.amount",
            f"{player} cannot cash {money.show(amount)} at table {table.name}: there are chips for"
            f" {money.show(has)}",
        )
    now = table.playing
    # What a void would reverse must still be on the table.
    if now and (player in now.players.values() or player == now.banker):
        refuse("chips.in-play", f"{player} cashes chips when round {now.number} is over")
    return [events.ChipsCashed(player, amount)]


def tip(table: Table, context: Context, *, cents: int, player: str = "") -> list[events.AnyEvent]:
    """A player tips the dealer, or the dealer puts a player's tip into the tip box.

    A tip comes from the player's own chips, at any time; what the round in play has won must wait
    until it is over.
    """
    setup = is_open(table)
    _at_own_table(table, context)
    if not table.takes_tips:
        if setup.tips:
            refuse("tip.automatic", f"the automatic dealer of table {table.name} takes no tips")
        refuse("tip.off", f"table {table.name} takes no tips: the house opened it with tips=no")
    is_own = context.by.role is Role.PLAYER
    player = player or (context.by.name if is_own else "")
    if not player:
        refuse("tip.player", "name the player whose tip it is: player=NAME")
    if is_own and player != context.by.name:
        refuse("tip.other", f"{context.by} cannot tip with the chips of {player}")
    Actor(player, Role.PLAYER)
    if not table.is_seated(player):
        refuse("chips.not-seated", f"{player} has no seat at table {table.name}")
    if cents <= 0:
        refuse("tip.amount", f"{player} cannot tip {money.show(cents)}: a tip is more than $0")
    spare, has = table.spare_chips(player), table.chips(player)
    if cents > spare:
        won, number = money.show(has - spare), table.rounds
        later = f"; {won} won in round {number} can be tipped when it is over"
        refuse(
            "tip.amount",
            f"{player} cannot tip {money.show(cents)} at table {table.name}: there are chips for"
            f" {money.show(has)}{later if spare < has else ''}",
        )
    return [events.DealerTipped(player, cents, "" if is_own else context.by.name)]
