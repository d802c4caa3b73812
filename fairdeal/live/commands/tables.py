"""Opening, changing and closing tables."""

from collections.abc import Mapping

from msgspec.structs import replace

from fairdeal import games, money
from fairdeal.errors import did_you_mean, listed
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Game
from fairdeal.games.terms import named_tables, terms
from fairdeal.house.approvals import HOUSE_TIERS, tier_faults
from fairdeal.house.limits import NOT_OFFERED, limits_of, placeable
from fairdeal.house.profile import Profile
from fairdeal.house.profile import profile as law_of
from fairdeal.house.wagers import aggregate_faults, fitted, opening_faults, option_faults
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC, Actor, Role, check_name
from fairdeal.live.commands.checks import (
    MOST_CENTS,
    is_open,
    not_closing,
    not_held,
    reason_given,
    refuse,
)
from fairdeal.live.commands.rulings import voided
from fairdeal.live.table import payments, progressives
from fairdeal.live.table.context import Context
from fairdeal.live.table.dealer import table_closed
from fairdeal.live.table.ledger import BANK
from fairdeal.live.table.procedure import limits_in
from fairdeal.live.table.state import Table, after

_LONGEST_SECONDS = 3600


def open_table(
    table: Table,
    context: Context,
    *,
    game: str,
    pay_tables: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
    least_cents: int = 500,
    most_cents: int = 10_000,
    limits: Mapping[str, str] | None = None,
    profile: str = "plain",
    style: str = "",
    seats: int = 6,
    hands_per_player: int = 1,
    betting_seconds: int = 0,
    decision_seconds: int = 30,
    float_cents: int = 1_000_000,
    dealer: str = "",
    progressive: str = "",
    plays_on: bool = False,
    aggregates: Mapping[str, int] | None = None,
    tiers: Mapping[str, int] | None = None,
    practice: bool = False,
    fills_itself: bool = False,
    tips: bool = False,
) -> list[events.AnyEvent]:
    """The floor opens a table: a game, its pay tables, limits, seats, and who deals.

    The house puts no float into the bank of a game that players bank.
    A table may feed a progressive; while a payment waits for approval it holds, or plays on.
    Floor, surveillance and manager sign payments from the house's default tiers on unless *tiers*
    names others, or from the law's on where they are lower.
    A bank that runs short waits for the floor to fill it, unless it fills itself.
    A table takes tips for the dealer only where the house opens it with *tips*; no table takes bets
    for the dealer.
    At a practice table an adviser says what each choice is worth, to players who ask for it.
    """
    if table.is_open:
        refuse(
            "table.open", f"table {table.name} is open already: reconfigure it or close it first"
        )
    not_held(table)  # another game may not know what waits for a ruling
    if context.worth() == "cash" and (practice or fills_itself):
        what = "a practice table" if practice else "a bank that fills itself"
        refuse("room.cash", f"{what} is for play chips, and the chips of this room are cash")
    played = games.game(game)
    law = law_of(profile, context.today)
    laid_down = law.options_of(played.key)
    chosen = terms(played, named_tables(played, pay_tables), laid_down | dict(options or {}))
    wanted = events.TableOpened(
        configuration=table.setup.configuration + 1 if table.setup else 1,
        game=played.key,
        style=style or next(iter(played.procedures)),
        pay_tables={bet: sheet.name for bet, sheet in chosen.pay.items()},
        options=dict(chosen.options),
        rules_digest=rules_digest(played),
        limits=_limits(played, law, least_cents, most_cents, limits or {}),
        profile=law.key,
        profile_from=law.date.isoformat(),
        seats=seats,
        hands_per_player=hands_per_player,
        betting_seconds=betting_seconds,
        decision_seconds=decision_seconds,
        float_cents=0 if played.player_banked else float_cents,
        dealer=dealer,
        progressive=progressive,
        plays_on=plays_on,
        aggregates=dict(aggregates or {}),
        tiers={
            str(role): cents for role, cents in (HOUSE_TIERS if tiers is None else tiers).items()
        },
        practice=practice,
        floor_fills=not fills_itself and not played.player_banked,
        signed_voids=True,
        tips=tips,
    )
    _nothing_held(table)
    opened = _checked(table, context, played, wanted, law)
    return [*_without_a_seat(table, opened), opened]


def _without_a_seat(table: Table, opened: events.TableOpened) -> list[events.AnyEvent]:
    """Players of an earlier game whose seats the table does not have, or does not allow them."""
    left: list[events.AnyEvent] = []
    for player in dict.fromkeys(table.seats.values()):
        held = table.seats_of(player)
        kept = [seat for seat in held if seat <= opened.seats][: opened.hands_per_player]
        left += [events.SeatLeft(seat, player) for seat in held if seat not in kept]
    return left


def reconfigure(
    table: Table,
    context: Context,
    *,
    reason: str,
    pay_tables: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
    least_cents: int | None = None,
    most_cents: int | None = None,
    limits: Mapping[str, str] | None = None,
    profile: str = "",
) -> list[events.AnyEvent]:
    """The floor changes pay tables, options or limits: the table closes and opens again.

    What is not named stays as it is; players keep their seats and chips.  An extra table is an
    ordinary one from then on: a person has decided what it offers.
    """
    setup, why = is_open(table), reason_given(reason)
    if table.playing and table.playing.in_play():
        refuse("round.open", f"table {table.name} can be changed when round {table.rounds} is over")
    played = games.game(setup.game)
    kept = dict(setup.pay_tables) | named_tables(played, pay_tables)
    law = law_of(profile or setup.profile, context.today)
    before = dict(setup.options) | law.options_of(played.key)
    chosen = terms(played, kept, before | dict(options or {}))
    wanted = replace(
        setup,
        configuration=setup.configuration + 1,
        pay_tables={bet: sheet.name for bet, sheet in chosen.pay.items()},
        options=dict(chosen.options),
        rules_digest=rules_digest(played),
        limits=_changed_limits(played, law, setup, least_cents, most_cents, limits or {}),
        profile=law.key,
        profile_from=law.date.isoformat(),
        float_cents=table.accounts.get(BANK, 0),
        dealer=table.dealer,
        signed_voids=True,
        extra=False,
    )
    _nothing_held(table)
    not_closing(table)
    ended = closed(table, context, why)
    return [*ended, _checked(table, context, played, wanted, law)]


def close_table(table: Table, context: Context, *, reason: str) -> list[events.AnyEvent]:
    """The floor closes the table, after the round in play if there is one."""
    is_open(table)
    why = reason_given(reason)
    if table.closing:
        refuse("table.closing", f"table {table.name} closes already: {table.closing}")
    if table.holding.pays or (table.playing and table.playing.in_play()):
        return [events.ClosingAnnounced(why)]
    return closed(table, context, why)


def disable(table: Table, context: Context, *, reason: str) -> list[events.AnyEvent]:
    """No new bets at the table; the round in play is concluded."""
    is_open(table)
    if table.disabled:
        refuse("table.disabled", f"table {table.name} is disabled already: {table.disabled}")
    return [events.TableDisabled(reason_given(reason))]


def enable(table: Table, context: Context, *, reason: str) -> list[events.AnyEvent]:
    """The table takes bets again."""
    is_open(table)
    if not table.disabled:
        refuse("table.enabled", f"table {table.name} is not disabled")
    return [events.TableEnabled(reason_given(reason))]


def change_dealer(table: Table, context: Context, *, dealer: str = "") -> list[events.AnyEvent]:
    """Another person deals, or the automatic dealer, at any point of a round."""
    is_open(table)
    if dealer == table.dealer:
        refuse("dealer.same", f"{dealer or 'the automatic dealer'} deals at {table.name} already")
    _check_dealer(table, context, dealer)
    return [events.DealerChanged(dealer)]


def fill_bank(table: Table, context: Context, *, cents: int) -> list[events.AnyEvent]:
    """The floor adds chips to the bank; payments that waited only for chips are made."""
    setup = is_open(table)
    not_held(table)
    if games.game(setup.game).player_banked:
        refuse("bank.players", f"players bank {setup.game}: the house adds nothing to the bank")
    if not 0 < cents <= MOST_CENTS:
        refuse("bank.amount", f"a bank cannot be filled with {money.show(cents)}")
    return [events.BankFilled(cents, context.by.name)]


def closed_when_paid(table: Table, context: Context) -> list[events.AnyEvent]:
    """The closing that waited for payments alone, if it did."""
    if not table.closing or table.holding.pays or (table.playing and table.playing.in_play()):
        return []
    return closed(table, context, table.closing)


def closed(table: Table, context: Context, reason: str) -> list[events.AnyEvent]:
    """The end of a table; a round on which nobody has bet goes with it."""
    before = voided(table, context, reason) if table.playing else []
    for event in before:
        table = after(table, event)
    if not table.is_open:
        return before  # the round took it along
    return [*before, table_closed(table, reason)]


def _nothing_held(table: Table) -> None:
    """Refuses to change a table at which a player is still to be paid."""
    if table.holding.pays:
        pays = listed(payments.told(pay) for pay in table.holding.pays.values())
        refuse("table.pays", f"table {table.name} cannot be changed before {pays} is made")


def _check_dealer(table: Table, context: Context, dealer: str) -> None:
    if dealer:
        Actor(dealer, Role.DEALER)
        if elsewhere := context.dealing.get(dealer, ""):
            refuse(
                "dealer.elsewhere",
                f"{dealer} deals at table {elsewhere}: assign another dealer there first",
            )
        if dealer == AUTOMATIC.name:
            refuse("dealer.automatic", "the automatic dealer is named by leaving the name empty")
        if table.seats_of(dealer):
            refuse("seat.dealer", f"{dealer} plays at table {table.name} and cannot deal there")


def _limits(
    game: Game, law: Profile, least: int, most: int, by_bet: Mapping[str, str]
) -> dict[str, events.Limit]:
    """A limit for every bet: what is named as named, the rest as far as the law lets it go."""
    wanted = limits_of(game, least, most, by_bet)
    allowed = fitted(law, game, wanted) | {bet: wanted[bet] for bet in by_bet if bet in wanted}
    return {
        bet: events.Limit(limit.least, limit.most, limit.step) for bet, limit in allowed.items()
    }


def _changed_limits(
    game: Game,
    law: Profile,
    setup: events.TableOpened,
    least: int | None,
    most: int | None,
    by_bet: Mapping[str, str],
) -> dict[str, events.Limit]:
    """The limits with the changes; a bet that is not offered is not by a new least or most.

    A least or a most holds for every bet that is not named itself.
    """
    before = setup.limits
    # A bet that begins lower by its maker's suggestion does not lower the others.
    plain = [limit for bet, limit in before.items() if not game.bet(bet).suggested_cents]
    lowest = min(limit.least_cents for limit in plain or before.values())
    highest = max(limit.most_cents for limit in before.values())
    left_out = {bet.key: NOT_OFFERED for bet in placeable(game) if bet.key not in before}
    named = _limits(
        game,
        law,
        lowest if least is None else least,
        highest if most is None else most,
        left_out | dict(by_bet),
    )
    if least is not None or most is not None:
        return named
    touched = {bet.key for bet in game.bets if {bet.key, game.head_of(bet.key)} & set(by_bet)}
    kept = {bet: limit for bet, limit in before.items() if bet not in touched}
    return kept | {bet: limit for bet, limit in named.items() if bet in touched}


def _checked(
    table: Table, context: Context, game: Game, wanted: events.TableOpened, law: Profile
) -> events.TableOpened:
    """The configuration, unless anything speaks against it; every reason is given."""
    _check_dealer(table, context, wanted.dealer)
    faults = []
    if wanted.style not in game.procedures:
        hint = did_you_mean(wanted.style, game.procedures)
        faults.append(f"{game.key} is not dealt by {wanted.style!r}: {hint}")
    if not 0 < wanted.seats <= game.seats:
        faults.append(f"{game.key} cannot have {wanted.seats} seats: expected 1 to {game.seats}")
    if not 0 < wanted.hands_per_player <= game.adjacent_hands:
        faults.append(
            f"{game.key} allows 1 to {game.adjacent_hands} hands a player, not"
            f" {wanted.hands_per_player}"
        )
    for what, seconds in (
        ("betting", wanted.betting_seconds),
        ("a decision", wanted.decision_seconds),
    ):
        if not 0 <= seconds <= _LONGEST_SECONDS:
            faults.append(f"{what} cannot take {seconds} seconds: expected 0 to {_LONGEST_SECONDS}")
    if not 0 <= wanted.float_cents <= MOST_CENTS:
        faults.append(f"a table cannot have a float of {money.show(wanted.float_cents)}")
    faults += [
        f"{bet.name} cannot be left out: it is compulsory"
        for bet in placeable(game)
        if bet.is_required(wanted.options) and bet.key not in wanted.limits
    ]
    faults += opening_faults(law, game, limits_in(wanted))
    faults += option_faults(law, game, wanted.options)
    chosen = terms(game, wanted.pay_tables, wanted.options)
    faults += aggregate_faults(law, game, limits_in(wanted), chosen, wanted.aggregates)
    faults += tier_faults(wanted.tiers)
    if wanted.progressive:
        check_name("progressive", wanted.progressive)
        progressive = context.progressives(wanted.progressive)
        faults += progressives.link_faults(progressive, game, limits_in(wanted), chosen)
    if faults:
        why = "; ".join(faults)
        refuse("table.refused", f"table {table.name} cannot be opened: {why}", *faults)
    return wanted
