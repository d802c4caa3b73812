"""The bank of a game that players bank: offered in turn, taken or declined, never held too long."""

from fairdeal import money
from fairdeal.live import events
from fairdeal.live.commands.checks import in_play, not_held, own_seat, refuse, takes_bets
from fairdeal.live.table import procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.ledger import position
from fairdeal.live.table.state import RoundState, Table, after

_MINUTE = 60_000_000


def post_bank(table: Table, context: Context, *, seat: int, cents: int) -> list[events.AnyEvent]:
    """The player who is offered the bank takes it, and puts up what it can lose or win."""
    setup, now = takes_bets(table, context), in_play(table)
    player = own_seat(table, context, seat)
    if not procedure.game_of(table).player_banked:
        refuse("bank.house", f"{setup.game} is banked by the house: it takes no player's bank")
    if now.banker:
        refuse("bank.taken", f"{now.banker} holds the bank of round {now.number} already")
    if now.offered and now.offered != seat:
        refuse("bank.offered", f"the bank is offered to seat {now.offered}, not to seat {seat}")
    if fault := rotation_fault(table, context, player):
        refuse("bank.rotation", fault)
    if cents <= 0:
        refuse("bank.amount", f"a bank cannot be {money.show(cents)}")
    if cents > table.chips(player):
        refuse(
            "bank.chips",
            f"{player} cannot post {money.show(cents)}: there are chips for"
            f" {money.show(table.chips(player))}",
        )
    until = context.after(setup.betting_seconds)
    return [events.BankPosted(seat, player, cents, context.at, until)]


def decline_bank(table: Table, context: Context, *, seat: int) -> list[events.AnyEvent]:
    """A player declines the bank, or gives it up before the first bet; the next player is asked."""
    not_held(table)
    now = in_play(table)
    own_seat(table, context, seat)
    if now.banker_seat == seat and now.in_play():
        refuse(
            "bank.bets", f"seat {seat} keeps the bank of round {now.number}: bets lie against it"
        )
    if seat not in (now.offered, now.banker_seat):
        refuse("bank.offered", f"seat {seat} is not offered the bank")
    return offer_passed_on(table, context, seat)


def offer_passed_on(
    table: Table, context: Context, seat: int, *, by_system: bool = False
) -> list[events.AnyEvent]:
    """A declined bank goes back, and is offered to the next player."""
    player = table.seats[seat]
    posted = table.accounts.get(position(player), 0)
    declined = events.BankDeclined(seat, player, by_system, posted)
    return [declined, *offer(after(table, declined), context)]


def offer(table: Table, context: Context) -> list[events.AnyEvent]:
    """The bank offered to the next player in turn who may hold it; nothing when nobody is left."""
    now = in_play(table)
    until = context.after(procedure.setup_of(table).decision_seconds)
    asked = {player for _, player in now.declined}
    for seat in _in_turn(table, now):
        player = table.seats[seat]
        if (
            player not in asked
            and table.chips(player)
            and not rotation_fault(table, context, player)
        ):
            return [events.BankOffered(seat, player, until)]
    return []


def _in_turn(table: Table, now: RoundState) -> list[int]:
    """The seats from the left of the last one asked, or of the last bank, round the table."""
    last = now.declined[-1][0] if now.declined else 0
    if not last and table.bankers:
        last = max(table.seats_of(table.bankers[-1][0]), default=0)
    return sorted(table.seats, key=lambda seat: (seat <= last, seat))


def rotation_fault(table: Table, context: Context, player: str) -> str:
    """Why the player may not hold the bank now, by the profile's rules; empty when nothing does."""
    profile = procedure.profile_of(table)
    held = [who for who, _ in table.bankers]
    rounds = profile.rotation_rounds
    if rounds and len(held) >= rounds and set(held[-rounds:]) == {player}:
        return (
            f"{player} has held the bank for {rounds} rounds running: {profile.name} has it held by"
            " another player first"
        )
    if profile.rotation_minutes and profile.rotation_players:
        since = context.at - profile.rotation_minutes * _MINUTE
        before = [who for who, at in table.bankers if at < since]
        # Who was the last to take it before that time held it when that time began.
        lately = {who for who, at in table.bankers if at >= since} | set(before[-1:])
        if before and player in lately and len(lately) < profile.rotation_players:
            return (
                f"{profile.name} ends the game: only {player} has held the bank for"
                f" {profile.rotation_minutes} minutes"
            )
    return ""
