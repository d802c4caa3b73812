"""What the people at a table want to do next, as far as they can see the table."""

from random import Random
from typing import Any, NamedTuple

from fairdeal import games
from fairdeal.games.layout import Effect, Game, Placed
from fairdeal.live.actors import AUTOMATIC, Actor, Role
from fairdeal.live.events import Limit
from fairdeal.live.table import procedure
from fairdeal.live.table.state import RoundState, Table
from tests.torture.plans import CAMERAS, FLOOR, MANAGER, Plan


class Wish(NamedTuple):
    """A command that somebody wants to give."""

    command: str
    by: Actor
    arguments: dict[str, Any]


def wishes(plan: Plan, table: Table, choose: Random, *, closing: bool) -> list[Wish]:
    """What to ask now, all of it at once; nothing where the clock must act first.

    With *closing* nothing new is begun: rounds are brought to their end, chips are cashed.
    """
    if not table.is_open:
        return _cash_everything(table) if closing else _open(plan, table)
    if table.pending:
        return [_wish("rule", MANAGER, reason="looked at", upheld=choose.random() < 0.7)]
    now = table.playing
    if table.disabled and (now is None or now.betting):
        return [_wish("enable", FLOOR, reason="the lamp is mended")]
    if closing and (now is None or not now.in_play()):
        return [_wish("close-table", FLOOR, reason="end of the day")]
    if not closing:
        if unready := _to_be_ready(plan, table, choose):
            return unready
        if choose.random() < 0.04:
            return [_out_of_the_ordinary(table, choose)]
    if now is None:
        return _begin(plan, table, choose)
    if now.betting:
        return _bet(plan, table, now, choose, closing)
    return _go_on(plan, table, now, choose, closing)


def _wish(command: str, by: Actor, given: dict[str, Any] | None = None, **more: Any) -> Wish:
    return Wish(command, by, {**(given or {}), **more})


def _open(plan: Plan, table: Table) -> list[Wish]:
    """The floor opens the table, and somebody cannot wait to sit down."""
    opening = [_wish("open-table", FLOOR, plan.setup())]
    return opening if table.seats else [*opening, _wish("sit", plan.player(1), seat=1)]


def _cash_everything(table: Table) -> list[Wish]:
    names = [account.removeprefix("chips:") for account in table.accounts]
    return [_wish("cash-out", FLOOR, player=name) for name in names if table.chips(name)]


def _to_be_ready(plan: Plan, table: Table, choose: Random) -> list[Wish]:
    """Everybody has a seat, and chips."""
    empty = [seat for seat in range(1, plan.seats + 1) if seat not in table.seats]
    if empty and not table.closing:
        return [_wish("sit", plan.player(seat), seat=seat) for seat in empty]
    short = sorted({player for player in table.seats.values() if table.chips(player) < 30_000})
    return [
        _wish("buy-in", FLOOR, player=player, cents=choose.randrange(1, 40) * 5000)
        for player in short
    ]


def _out_of_the_ordinary(table: Table, choose: Random) -> Wish:
    """What happens once in a while, allowed at that moment or not."""
    seat = choose.choice(sorted(table.seats))
    player = Actor(table.seats[seat], Role.PLAYER)
    if choose.random() < 0.4:
        return _report(table, choose, seat)
    least = choose.choice((500, 1000))
    return choose.choice(
        (
            _wish("disable", CAMERAS, reason="a lamp is out"),
            _wish("reconfigure", FLOOR, reason="a busy evening", least_cents=least),
            _wish("close-table", FLOOR, reason="a new cloth"),
            _wish("change-dealer", FLOOR, dealer=choose.choice(("", "dave", "dana"))),
            _wish("leave", player, seat=seat),
            _wish("cash-out", FLOOR, player=player.name, cents=1000),
            _wish("cash-out", FLOOR, player=player.name),
            _wish("buy-in", MANAGER, player=player.name, cents=choose.randrange(1, 20_000)),
            _wish("place", player, seat=seat, bets={"ante": 5_000_000}),
            _wish("decide", player, seat=seat, word="fold"),
        )
    )


def _report(table: Table, choose: Random, seat: int) -> Wish:
    seen = choose.choice(games.game(procedure.setup_of(table).game).irregularities)
    about = seat if seen.effect is Effect.DEAD_SEAT else 0
    return _wish("report", CAMERAS, irregularity=seen.key, reason="seen", seat=about)


def _begin(plan: Plan, table: Table, choose: Random) -> list[Wish]:
    if table.dealer:
        return [_wish("open-round", _dealer(table))]
    return _bets(plan, table, choose, sorted(table.seats))


def _bet(plan: Plan, table: Table, now: RoundState, choose: Random, closing: bool) -> list[Wish]:
    if procedure.game_of(table).player_banked and not now.banker:
        return [_bank(table, now, choose)]
    if now.banker and not now.in_play() and choose.random() < 0.1:
        return [_wish("decline-bank", Actor(now.banker, Role.PLAYER), seat=now.banker_seat)]
    seats = [seat for seat, player in sorted(table.seats.items()) if player != now.banker]
    close = _wish("no-more-bets", _dealer(table))
    if closing:
        return [close]
    if not now.in_play():
        return _bets(plan, table, choose, seats)
    if choose.random() < 0.3:
        again = _bets(plan, table, choose, choose.sample(seats, k=min(2, len(seats))))
        return [*again, close] if choose.random() < 0.5 else again
    waits = plan.betting_seconds and not table.dealer and choose.random() < 0.2
    return [] if waits else [close]


def _bank(table: Table, now: RoundState, choose: Random) -> Wish:
    seat = now.offered or choose.choice(sorted(table.seats))
    player = Actor(table.seats[seat], Role.PLAYER)
    if now.offered and choose.random() < 0.2:
        return _wish("decline-bank", player, seat=seat)
    most = max(table.chips(player.name) // 100, 1)
    return _wish("post-bank", player, seat=seat, cents=choose.randrange(most) * 100 + 100)


def _bets(plan: Plan, table: Table, choose: Random, seats: list[int]) -> list[Wish]:
    """The seats bet, most of them; now and then somebody takes the bets back."""
    game, limits = procedure.game_of(table), procedure.setup_of(table).limits
    return [
        _wish(
            "place",
            Actor(table.seats[seat], Role.PLAYER),
            seat=seat,
            bets={} if choose.random() < 0.05 else _stakes(game, limits, choose),
        )
        for seat in seats
    ]


def _stakes(game: Game, limits: dict[str, Limit], choose: Random) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for bet in game.bets:
        optional = not (bet.required or bet.required_by or bet.equals in stakes)
        left_out = optional and choose.random() < 0.6
        if bet.placed is not Placed.BEFORE_THE_DEAL or bet.key not in limits or left_out:
            continue
        limit = limits[bet.key]
        dollars = min(limit.most_cents, limit.least_cents + choose.randrange(16) * 100)
        stakes[bet.key] = stakes.get(bet.equals) or dollars
        if bet.at_most:
            stakes[bet.key] = min(stakes[bet.key], stakes[bet.at_most])
    return stakes


def _go_on(plan: Plan, table: Table, now: RoundState, choose: Random, closing: bool) -> list[Wish]:
    if not now.turn:
        return [_wish("next-step", _dealer(table))]
    if now.unconfirmed and choose.random() < 0.7:
        return [_wish("confirm-decision", _dealer(table), seat=now.turn)]
    if plan.decision_seconds and not closing and choose.random() < 0.05:
        return []
    words = procedure.step_of(table, now).words
    # A word that the cards do not allow is refused, and another one is found the next time.
    said = [_decision(table, now.turn, choose.choice(words))]
    if choose.random() < 0.05:
        hasty = choose.choice(now.in_play())
        said.append(_decision(table, hasty, choose.choice(words)))
    return said


def _decision(table: Table, seat: int, word: str) -> Wish:
    return _wish("decide", Actor(table.seats[seat], Role.PLAYER), seat=seat, word=word)


def _dealer(table: Table) -> Actor:
    return Actor(table.dealer, Role.DEALER) if table.dealer else AUTOMATIC
