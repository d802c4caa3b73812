"""What a settlement does beyond paying: wins that wait for approval, and meters that grow."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from msgspec.structs import replace

from fairdeal import games, money
from fairdeal.games import reasons
from fairdeal.games.round import Line
from fairdeal.house.approvals import Approval, Signer, approval_of
from fairdeal.house.taxes import form_due
from fairdeal.live import events
from fairdeal.live.table import procedure
from fairdeal.live.table.holding import PARTS, HeldPay, Screen, carried_as
from fairdeal.live.table.ledger import BANK
from fairdeal.live.table.progressive import Hit, Progressive, hit_key
from fairdeal.live.table.state import RoundState, Table


@dataclass(frozen=True, slots=True)
class Parted:
    """The lines of a settlement, parted by what becomes of them."""

    paid: tuple[Line, ...]
    """Those that are paid or taken at once."""
    fed: events.MetersFed | None
    held: tuple[events.PayHeld, ...]


def parted(
    table: Table,
    now: RoundState,
    lines: Sequence[Line],
    progressive: Progressive | None,
    on: date,
    seats: Container[int] | None = None,
) -> Parted:
    """What is paid at once, what the meters get, and what waits to be submitted and approved.

    With *seats*, only these are settled now; winners who share a meter wait for the last of them.
    """
    link = link_of(table, progressive)
    wins = [(line, _meter_won(line, link)) for line in lines]
    paid, held = [], []
    for line, meter in wins:
        by_meter = bool(meter) and pays_by_meter(table, line.bet)
        if by_meter:
            held.append(_held(table, now, line, meter))
        elif line.net_cents > 0 and _is_large(table, now, line, on):
            held.append(_held(table, now, line, ""))
        else:
            paid.append(line)
        if meter and not by_meter:  # the meter comes on top of what the bet wins
            held.append(_on_top(_held(table, now, line, meter), line))
    fed = _fed(table, lines, progressive, link) if progressive and link else None
    now_paid = tuple(line for line in paid if seats is None or line.seat in seats)
    return Parted(now_paid, fed, tuple(_numbered(table, held, progressive, seats)))


def link_of(table: Table, progressive: Progressive | None) -> events.Link | None:
    """The bet of the table that feeds the progressive."""
    setup = procedure.setup_of(table)
    return progressive.link(setup.game, setup.limits) if progressive else None


def pays_by_meter(table: Table, bet: str) -> bool:
    """Whether the bet's own pay table names meters."""
    return procedure.game_of(table).bet(bet).by_meter


def _meter_won(line: Line, link: events.Link | None) -> str:
    return link.wins.get(line.event, "") if link and line.bet == link.bet else ""


def _is_large(table: Table, now: RoundState, line: Line, on: date) -> bool:
    """Whether a person beside the dealer must approve what the line wins, or a tax form is due."""
    signers = _needed(table, line.net_cents, from_a_meter=False).signers
    return bool(signers or form_due(line.net_cents, _wagered(table, now, line), on))


def _needed(table: Table, cents: int, *, from_a_meter: bool) -> Approval:
    law, tiers = procedure.profile_of(table), procedure.setup_of(table).tiers
    return approval_of(law, cents, from_a_meter=from_a_meter, tiers=tiers)


def _wagered(table: Table, now: RoundState, line: Line) -> int:
    """The wager that earned what a line wins; some bets ride on another."""
    bet = procedure.game_of(table).bet(line.bet)
    return now.wagers(line.seat).get(bet.rides_on or bet.key, line.stake_cents)


def hands_of(table: Table, link: events.Link) -> dict[str, str]:
    """The hands that the linked bet pays, best first, with the names that the document prints."""
    sheet = procedure.terms_of(table).pay[link.bet]
    return {
        sheet.label("pays", event).removeprefix("pays "): sheet.row(event)
        for event in sheet.printed["pays"]
    }


def entered_as(table: Table, link: events.Link | None, seat: int, hand: str) -> tuple[bool, int]:
    """Whether the seat has won with the hand, and the payment that is then to be entered.

    There is none for a hand that is paid at the table.
    """
    if due := table.holding.jackpot_at(seat, hand):
        return True, due.due.pay
    label = f"pays {hand}"
    if link is None or label in link.wins:
        return False, 0
    wins = [
        (line.seat, line.bet, line.event) for line in (table.round.lines if table.round else ())
    ]
    wins += [(pay.due.seat, pay.due.bet, pay.due.event) for pay in table.holding.pays.values()]
    return (seat, link.bet, label) in wins, 0


def _held(table: Table, now: RoundState, line: Line, meter: str) -> events.PayHeld:
    setup = procedure.setup_of(table)
    hand = line.event.partition(" ")[2]
    return events.PayHeld(
        pay=0,
        round=now.number,
        seat=line.seat,
        player=now.players[line.seat],
        stage=line.stage,
        bet=line.bet,
        stake_cents=line.stake_cents,
        net_cents=0 if meter else line.net_cents,
        reason=games.known(setup.game).hand_name(hand, line.bet) if meter else line.reason,
        event=line.event,
        wager_cents=_wagered(table, now, line),
        banker="" if meter else now.banker,
        progressive=setup.progressive if meter else "",
        meter=meter,
        concerned=tuple(sorted({*now.players.values(), now.banker, *now.dealers} - {""})),
        includes_bet=bool(meter) and pays_by_meter(table, line.bet) and _includes_bet(table, line),
    )


def _on_top(held: events.PayHeld, line: Line) -> events.PayHeld:
    """A meter that pays beside what its bet wins; the bet has its stake back by itself."""
    return replace(held, stake_cents=0, beside_cents=line.net_cents)


def _includes_bet(table: Table, line: Line) -> bool:
    sheet = procedure.terms_of(table).pay[line.bet]
    return next(pay.includes_bet for pay in sheet.pays["pays"] if pay.meter)


def _numbered(
    table: Table,
    held: Iterable[events.PayHeld],
    progressive: Progressive | None,
    seats: Container[int] | None,
) -> Iterable[events.PayHeld]:
    """The payments under their numbers; winners of one meter share it where the house has it so."""
    every = list(held)
    is_shared = bool(progressive and progressive.setup and progressive.setup.shared)
    number = table.holding.count
    for each in every:
        sharers = [each]
        if is_shared and each.meter:
            sharers = [other for other in every if other.meter == each.meter]
        if seats is not None and sharers[-1].seat not in seats:
            continue
        number += 1
        share = next(place for place, other in enumerate(sharers, 1) if other is each)
        sharing = {"share": share, "shares": len(sharers)} if len(sharers) > 1 else {}
        yield replace(each, pay=number, **sharing)


def _fed(
    table: Table, lines: Iterable[Line], progressive: Progressive, link: events.Link
) -> events.MetersFed | None:
    """What the bets add: a share of the wager that the meters are meant for, from each."""
    stakes = tuple((line.seat, line.stake_cents) for line in lines if line.bet == link.bet)
    if not stakes or progressive.setup is None:
        return None
    parts = grown_by(progressive, len(stakes))
    cents = whole_cents(table, progressive.name, parts)
    return events.MetersFed(progressive.name, stakes, parts, cents)


def grown_by(progressive: Progressive, bets: int) -> dict[str, int]:
    """What so many bets add to each meter, in millionths of a cent."""
    counted = bets * progressive.setup.wager_cents if progressive.setup else 0
    return {key: counted * meter.rate for key, meter in progressive.meters.items()}


def whole_cents(table: Table, progressive: str, parts: dict[str, int]) -> dict[str, int]:
    """The cents that move to the meters now, with what was carried."""
    carry = table.holding.carry
    return {
        meter: (carry.get(carried_as(progressive, meter), 0) + more) // PARTS
        for meter, more in parts.items()
    }


def settled_seats(table: Table, now: RoundState) -> set[int]:
    """The seats that have won or lost something already, paid or not."""
    held = {pay.due.seat for pay in table.holding.of_round(now.number)}
    return held | {line.seat for line in now.every_line()}


def due_cents(pay: HeldPay, hit: Hit | None) -> int:
    """What a held payment comes to: the win, or what the meter showed when it was won."""
    return pay.due.net_cents if hit is None else hit.cents


def submission(table: Table, pay: HeldPay, by: str, cents: int, on: date) -> events.PaySubmitted:
    """The payment as it is submitted, with everything that it needs."""
    win = cents + pay.due.beside_cents
    needed = _needed(table, win, from_a_meter=bool(pay.due.meter))
    entered = table.holding.terminal.get(pay.due.seat)
    return events.PaySubmitted(
        pay.due.pay,
        by,
        cents,
        tuple(map(str, needed.signers)),
        needed.deck_days,
        form_due(win, pay.due.wager_cents, on),
        entered.people if entered and pay.due.meter else (),
    )


def submit(table: Table, pay: HeldPay, hit: Hit | None, by: str, on: date) -> list[events.AnyEvent]:
    """A win is submitted, and paid at once where no other person must approve it."""
    event = submission(table, pay, by, due_cents(pay, hit), on)
    if event.needs:
        return [event]
    return [event, *made(table, replace(pay, submitted=event), hit)]


def made(table: Table, pay: HeldPay, hit: Hit | None) -> list[events.AnyEvent]:
    """The payment itself, and what the bank needs to make it."""
    due, submitted = pay.due, pay.submitted
    assert submitted is not None, "only what was submitted is paid"
    award = submitted.cents if due.meter else 0
    net = due.net_cents
    reason = due.reason
    if hit is not None:
        net = award - (due.stake_cents if due.includes_bet else 0)
        name = procedure.game_of(table).bet(due.bet).name
        reason = reasons.progressive(due.reason, name, due.meter, hit.cents, award, kept=_kept(due))
        if due.shares > 1:
            reason += f", shared by {due.shares}"
    line = events.Paid(
        due.stage, due.seat, due.player, due.bet, due.stake_cents, net, reason, 0, due.event
    )
    paid = events.PayMade(
        due.pay,
        line,
        due.banker,
        due.progressive,
        due.meter,
        award,
        hit.reset_cents if hit else 0,
        submitted.form,
    )
    if due.banker:
        return [paid]
    if short := short_of(table, net - award):
        return [] if table.short == short else [events.BankShort(short, due.pay)]
    return [*filled(table, net - award), paid]


def short_of(table: Table, cents: int) -> int:
    """Cents that a bank filled by the floor lacks to pay so many; 0 where it can pay."""
    floor_fills = procedure.setup_of(table).floor_fills
    return max(0, cents - table.accounts.get(BANK, 0)) if floor_fills else 0


def filled(table: Table, cents: int) -> list[events.AnyEvent]:
    """What the house adds to a bank that is to give so many cents and does not hold them."""
    short = cents - table.accounts.get(BANK, 0)
    return [events.BankFilled(short + procedure.setup_of(table).float_cents)] if short > 0 else []


def signers(
    table: Table, pays: Iterable[HeldPay], progressive: Progressive | None
) -> tuple[str, ...]:
    """Everyone whose signature these payments need together."""
    if not procedure.setup_of(table).signed_voids:
        return ()
    found: set[Signer] = set()
    for pay in pays:
        hit = progressive.hits.get(hit_key(table.name, pay.due.pay)) if progressive else None
        win = due_cents(pay, hit) + pay.due.beside_cents
        found.update(_needed(table, win, from_a_meter=bool(pay.due.meter)).signers)
    return tuple(str(each) for each in Signer if each in found)


def _kept(due: events.PayHeld) -> bool | None:
    """Whether the bet goes back with the meter; None where it was settled by itself."""
    return None if not due.stake_cents else not due.includes_bet


def waiting(table: Table, now: RoundState) -> list[HeldPay]:
    """The payments for which the round has to wait."""
    plays_on = procedure.setup_of(table).plays_on and not now.banker
    return [] if plays_on else table.holding.of_round(now.number)


def to_confirm(table: Table) -> list[int]:
    """Seats at which the automatic dealer has only to confirm what it entered."""
    if table.dealer or table.pending:
        return []
    terminal = table.holding.terminal
    return [seat for seat, entered in terminal.items() if entered.screen is Screen.CONFIRM]


def told(pay: HeldPay) -> str:
    """A held payment in a few words, without its amount."""
    due = pay.due
    what = f"the {due.meter} meter" if due.meter else money.show(due.net_cents)
    return f"payment {due.pay} ({what}, {due.player} at seat {due.seat})"
