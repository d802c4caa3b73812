"""Tables as they were opened, closed and sat at; chips that were bought, cashed and tipped."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from fairdeal import games, money
from fairdeal.games.digest import rules_digest
from fairdeal.games.terms import terms
from fairdeal.house.approvals import tier_faults
from fairdeal.house.profile import profile
from fairdeal.house.wagers import aggregate_faults, opening_faults, option_faults
from fairdeal.live import events
from fairdeal.live.actors import OPENING
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.table.ledger import BANK, TIPS
from fairdeal.live.table.procedure import limits_in
from fairdeal.live.worth import Worth


def opened(seen: Seen[events.TableOpened]) -> Iterator[str]:
    """A closed table is opened, under a number of its own."""
    before = seen.table.setup.configuration if seen.table.setup else 0
    if seen.table.is_open:
        yield "the table was open already"
    yield from seen.wrong("the configuration's number", seen.event.configuration, before + 1)
    if isinstance(seen.prior, events.TableClosed):
        was, left = _show(seen.event.float_cents), _show(seen.prior.bank_cents)
        yield from seen.wrong("the float of a table that goes on", was, left)
    if seen.event.extra:
        if (seen.record.actor, seen.record.role) != (OPENING.name, OPENING.role):
            yield f"{seen.record.role} {seen.record.actor} opened an extra table: only the room may"
        if seen.worth is not Worth.PLAY:
            yield "an extra table was opened, and the chips of the room are not play chips"
    if not seen.is_by_our_rules():
        digest = seen.event.rules_digest
        for game in games.GAMES.values():
            if rules_digest(game) == digest:
                yield f"the rules {digest} are those of {game.key}, not of {seen.event.game}"


def opened_by_the_rules(seen: Seen[events.TableOpened]) -> Iterator[str]:
    """Game, pay tables, options, limits and law are such as a table can be opened with."""
    event = seen.event
    game = games.game(event.game)
    chosen = terms(game, event.pay_tables, event.options)
    named = {bet: sheet.name for bet, sheet in chosen.pay.items()}
    yield from seen.wrong("the list of pay tables", event.pay_tables, named)
    yield from seen.wrong("the list of options", event.options, dict(chosen.options))
    if event.style not in game.procedures:
        yield f"{game.key} is not dealt by {event.style!r}"
    if not 0 < event.seats <= game.seats:
        yield f"{game.key} cannot have {event.seats} seats"
    if not 0 < event.hands_per_player <= game.adjacent_hands:
        yield f"{game.key} does not give a player {event.hands_per_player} hands"
    law = profile(event.profile, seen.context.today)
    yield from seen.wrong("the edition of the profile", event.profile_from, law.date.isoformat())
    in_force = profile(event.profile, date.fromisoformat(event.profile_from))
    yield from opening_faults(in_force, game, limits_in(event))
    yield from option_faults(in_force, game, chosen.options)
    yield from aggregate_faults(in_force, game, limits_in(event), chosen, event.aggregates)
    yield from tier_faults(event.tiers)


def closed(seen: Seen[events.TableClosed]) -> Iterator[str]:
    """The whole bank goes back, and the whole tip box to the dealers, between two rounds."""
    if seen.table.playing:
        yield f"round {seen.now.number} was in play"
    bank = seen.table.accounts.get(BANK, 0)
    yield from seen.wrong("what went back to the house", _show(seen.event.bank_cents), _show(bank))
    tips = seen.table.accounts.get(TIPS, 0)
    yield from seen.wrong("what the dealers got", _show(seen.event.tips_cents), _show(tips))
    if seen.table.closing:
        yield from seen.wrong("the reason", seen.event.reason, seen.table.closing)
    elif isinstance(seen.prior, events.RoundClosed):
        yield "the closing of the table was not announced"


def closing(seen: Seen[events.ClosingAnnounced]) -> Iterator[str]:
    """Only a round in play puts a closing off."""
    if not seen.table.holding.pays and not (seen.table.playing and seen.now.in_play()):
        yield "there was no round to wait for"
    if seen.table.closing:
        yield "the table was closing already"


def disabled(seen: Seen[events.TableDisabled]) -> Iterator[str]:
    """A table is disabled once."""
    if seen.table.disabled:
        yield "the table was disabled already"


def enabled(seen: Seen[events.TableEnabled]) -> Iterator[str]:
    """Only a disabled table is enabled."""
    if not seen.table.disabled:
        yield "the table was not disabled"


def dealer_changed(seen: Seen[events.DealerChanged]) -> Iterator[str]:
    """The new dealer is another person."""
    if seen.event.dealer == seen.table.dealer:
        yield f"{seen.event.dealer or 'the automatic dealer'} was dealing already"


def seat_taken(seen: Seen[events.SeatTaken]) -> Iterator[str]:
    """The seat was free, and the player may hold it beside the others."""
    seat, player, table = seen.event.seat, seen.event.player, seen.table
    if not 0 < seat <= seen.setup.seats:
        yield f"there is no seat {seat}"
    if seat in table.seats:
        yield f"seat {seat} was {table.seats[seat]}'s"
    held = table.seats_of(player)
    if len(held) >= seen.setup.hands_per_player:
        yield f"{player} held {len(held)} seats already"
    elif held and seat not in (held[0] - 1, held[-1] + 1):
        yield f"seat {seat} is not beside the others of {player}"
    if table.closing:
        yield "the table was closing"


def seat_left(seen: Seen[events.SeatLeft]) -> Iterator[str]:
    """The seat was the player's, and nothing of the round lay there."""
    seat, table = seen.event.seat, seen.table
    yield from seen.wrong("the player", seen.event.player, table.seats.get(seat, ""))
    if table.playing and (seat in seen.now.bets or seat == seen.now.banker_seat):
        yield f"seat {seat} was in round {seen.now.number}"


def seat_freed(seen: Seen[events.SeatFreed]) -> Iterator[str]:
    """The seats were the player's, and wait for the round where it holds them."""
    event, table = seen.event, seen.table
    held = tuple(table.seats_of(event.player))
    yield from seen.wrong("the seats", event.seats, held)
    now = table.playing
    in_round = now is not None and bool(
        any(seat in now.bets for seat in held) or (now.banker == event.player and now.in_play())
    )
    yield from seen.wrong("whether they wait for the round", event.later, in_round)


def bank_filled(seen: Seen[events.BankFilled]) -> Iterator[str]:
    """A bank that the floor fills is filled by a person, unless bets must go back."""
    if seen.event.cents <= 0:
        yield f"the bank was filled with {_show(seen.event.cents)}"
    goes_back = isinstance(seen.following, events.RoundVoided)
    if seen.setup.floor_fills and not seen.event.by and not goes_back:
        yield "the bank was filled without a person of the house"


def bank_short(seen: Seen[events.BankShort]) -> Iterator[str]:
    """Only a bank that the floor fills waits."""
    if not seen.setup.floor_fills or seen.event.cents <= 0:
        yield "the bank did not have to wait for chips"


def chips_bought(seen: Seen[events.ChipsBought]) -> Iterator[str]:
    """Chips are sold to players at the table."""
    if seen.event.cents <= 0:
        yield f"chips were bought for {_show(seen.event.cents)}"
    if not seen.table.seats_of(seen.event.player):
        yield f"{seen.event.player} had no seat at the table"


def chips_cashed(seen: Seen[events.ChipsCashed]) -> Iterator[str]:
    """Chips are cashed between a player's rounds."""
    if seen.event.cents <= 0:
        yield f"chips were cashed for {_show(seen.event.cents)}"
    now = seen.table.playing
    if now and seen.event.player in {*now.players.values(), now.banker}:
        yield f"{seen.event.player} was in round {now.number}"


def dealer_tipped(seen: Seen[events.DealerTipped]) -> Iterator[str]:
    """A player at the table tips a person from their own chips, where the house takes tips."""
    player, cents = seen.event.player, seen.event.cents
    if not seen.setup.tips:
        yield "the table took no tips"
    if not seen.table.dealer:
        yield "the automatic dealer takes no tips"
    if not seen.table.is_seated(player):
        yield f"{player} had no seat at the table"
    if not 0 < cents <= seen.table.spare_chips(player):
        yield f"{player} could not tip {_show(cents)}"


def _show(cents: int) -> str:
    return money.show(cents)


_NEEDS_NO_OPEN_TABLE: Final = (
    events.TableOpened,
    events.ChipsCashed,
    events.SeatLeft,
    events.IrregularityReported,
    events.IrregularityRuled,
    events.PayMade,
)


def needs_an_open_table(seen: Seen[Any]) -> Iterator[str]:
    """Hardly anything happens at a table that is not open."""
    if not seen.table.is_open and not isinstance(seen.event, _NEEDS_NO_OPEN_TABLE):
        yield "the table was not open"


ALWAYS: Final[Judges] = {
    events.TableOpened: (Check.TABLE, opened),
    events.TableClosed: (Check.TABLE, closed),
    events.ClosingAnnounced: (Check.TABLE, closing),
    events.TableDisabled: (Check.TABLE, disabled),
    events.TableEnabled: (Check.TABLE, enabled),
    events.DealerChanged: (Check.TABLE, dealer_changed),
    events.SeatTaken: (Check.TABLE, seat_taken),
    events.SeatLeft: (Check.TABLE, seat_left),
    events.SeatFreed: (Check.TABLE, seat_freed),
    events.BankFilled: (Check.TABLE, bank_filled),
    events.BankShort: (Check.TABLE, bank_short),
    events.ChipsBought: (Check.TABLE, chips_bought),
    events.ChipsCashed: (Check.TABLE, chips_cashed),
    events.DealerTipped: (Check.TABLE, dealer_tipped),
}
BY_OUR_RULES: Final[Judges] = {events.TableOpened: (Check.TABLE, opened_by_the_rules)}
