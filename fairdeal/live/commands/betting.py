"""Bets, from the opening of a round to "no more bets"."""

from collections.abc import Mapping

from fairdeal import money
from fairdeal.games import referee
from fairdeal.house.limits import limit_faults
from fairdeal.house.wagers import wager_faults
from fairdeal.live import events
from fairdeal.live.commands.banking import offer
from fairdeal.live.commands.checks import (
    MOST_CENTS,
    deals_here,
    hex_of,
    in_play,
    is_open,
    not_closing,
    not_held,
    own_seat,
    refuse,
    same_rules,
    takes_bets,
)
from fairdeal.live.shoe import value_after
from fairdeal.live.table import dealer, payments, procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.state import Table, after


def open_round(table: Table, context: Context) -> list[events.AnyEvent]:
    """The dealer opens the betting; where players bank, the bank is offered first."""
    takes_bets(table, context)
    deals_here(table, context)
    if table.playing:
        refuse("round.open", f"round {table.playing.number} is in play")
    not_closing(table)
    return opened(table, context)


def opened(table: Table, context: Context) -> list[events.AnyEvent]:
    """A new round, with the bank offered where players bank; the house has committed before it."""
    committed = dealer.committed(table, context)
    if not procedure.game_of(table).player_banked:
        until = context.after(procedure.setup_of(table).betting_seconds)
        return [*committed, events.RoundOpened(table.rounds + 1, until)]
    begun = events.RoundOpened(table.rounds + 1)
    for event in (*committed, begun):
        table = after(table, event)
    return [*committed, begun, *offer(table, context)]


def place(
    table: Table, context: Context, *, seat: int, bets: Mapping[str, int], seed: str = ""
) -> list[events.AnyEvent]:
    """A seat's bets, all of them at once, in cents; none takes them back.

    They are held against everything that could speak against them, and every reason is given.
    *seed* is the seat's seed for the shuffle, in hexadecimal digits: the next one of its chain.
    """
    setup = takes_bets(table, context)
    player, now = own_seat(table, context, seat), table.playing
    if now and not now.betting:
        refuse(
            "bet.closed", f"seat {seat} cannot change its bets: no more bets in round {now.number}"
        )
    if now is None and table.dealer:
        refuse(
            "bet.early",
            f"seat {seat} cannot bet yet: {table.dealer} opens the betting at table {table.name}",
        )
    if table.closing:
        refuse("table.closing", f"bets stand: table {table.name} closes when everything is paid")
    before = now.bets.get(seat, {}) if now else {}
    moved = sum(bets.values()) - sum(before.values())
    if not bets and not before:
        refuse("bet.none", f"seat {seat} has no bets to take back")
    faults = bet_faults(table, seat, player, bets, moved) if bets else []
    faults += _progressive_faults(table, context, bets)
    if faults:
        refuse("bet.refused", "; ".join(faults), *faults)
    revealed = _revealed(table, seat, seed) if seed else b""
    opening = [] if now else opened(table, context)
    first = now is not None and not now.in_play()
    until = context.after(setup.betting_seconds) if first else 0
    laid = dict(sorted(bets.items()))
    return [*opening, events.BetsPlaced(seat, player, laid, moved, until, revealed)]


def _revealed(table: Table, seat: int, seed: str) -> bytes:
    """A seat's seed; empty where the seat has revealed the same one for this round already.

    A seat reveals one seed a round, so that nobody can try several.
    """
    value, now, chain = hex_of(seed, "a seed"), table.playing, table.chains.get(seat)
    if now and seat in now.revealed and now.revealed[seat].seed == value:
        return b""
    if now and seat in now.revealed:
        refuse("seed.second", f"seat {seat} has revealed its seed for round {now.number} already")
    if chain is None or value_after(value) != chain.value:
        refuse(
            "seed.other",
            f"this is not the next seed of seat {seat}: its hash must be the value that the seat"
            " published last, before the house committed",
        )
    return value


def bet_faults(
    table: Table, seat: int, player: str, bets: Mapping[str, int], moved: int
) -> list[str]:
    """Everything that speaks against a seat's bets."""
    setup, game = procedure.setup_of(table), procedure.game_of(table)
    faults = [f"{bet} cannot be {cents} cents" for bet, cents in bets.items() if cents > MOST_CENTS]
    faults += referee.bet_faults(game, procedure.terms_of(table), seat, bets)
    faults += limit_faults(procedure.limits_in(setup), game, seat, bets)
    faults += wager_faults(procedure.profile_of(table), game, seat, bets)
    if moved > table.chips(player):
        faults.append(
            f"{player} has chips for {money.show(table.chips(player))} and these bets take"
            f" {money.show(moved)}" + (" more" if moved != sum(bets.values()) else "")
        )
    if game.player_banked:
        faults += _banking_faults(table, player)
    return faults


def _progressive_faults(table: Table, context: Context, bets: Mapping[str, int]) -> list[str]:
    """A progressive that is disabled takes no bets."""
    progressive = context.progressive_of(table)
    link = payments.link_of(table, progressive)
    if progressive is None or link is None or link.bet not in bets or not progressive.disabled:
        return []
    name = procedure.game_of(table).bet(link.bet).name
    return [f"{name} takes no bets: progressive {progressive.name} is disabled"]


def _banking_faults(table: Table, player: str) -> list[str]:
    now = table.playing
    if now is None or not now.banker:
        return [f"no player holds the bank of table {table.name} yet"]
    if now.banker == player:
        return [f"{player} holds the bank and cannot bet against it"]
    return []


def no_more_bets(table: Table, context: Context) -> list[events.AnyEvent]:
    """The dealer closes the betting and shuffles; from here no bet is added, raised or taken."""
    same_rules(table, is_open(table))
    not_held(table)
    deals_here(table, context)
    now = in_play(table)
    if not now.betting:
        refuse("round.dealt", f"the betting of round {now.number} is closed already")
    return dealer.shuffled(table, context)
