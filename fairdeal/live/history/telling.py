"""What happened at a table, told in plain English, one sentence an event.

Cards in parentheses lie face down: their names are told where the deck is known, since a round
that is over has nothing to hide.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from fairdeal import games, money
from fairdeal.errors import listed
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC
from fairdeal.live.clocks import LogTimeThen
from fairdeal.live.history.naming import bet_name, game_name, hand_told, holder, names, step_told
from fairdeal.live.history.telling_pays import Own, of_a_pay, of_a_progressive
from fairdeal.live.shoe import Deck
from fairdeal.live.table.holding import HoldingEvent
from fairdeal.live.table.state import Table
from fairdeal.live.worth import Worth

_Table: TypeAlias = (
    events.TableOpened
    | events.DealerChanged
    | events.ClosingAnnounced
    | events.TableClosed
    | events.TableDisabled
    | events.TableEnabled
    | events.BankFilled
    | events.BankShort
    | events.SeatTaken
    | events.SeatFreed
    | events.SeatLeft
    | events.ChipsBought
    | events.ChipsCashed
    | events.DealerTipped
)
_Room: TypeAlias = events.RoomOpened | events.LossAccepted | events.LogMoved | events.ClockSet
_Bets: TypeAlias = (
    events.SeedAnnounced
    | events.DeckCommitted
    | events.RoundOpened
    | events.BankOffered
    | events.BankDeclined
    | events.BankPosted
    | events.BetsPlaced
    | events.BettingClosed
)
_Play: TypeAlias = (
    events.StepTaken
    | events.CardsDealt
    | events.DealerPeeked
    | events.DecisionAsked
    | events.DecisionDeclared
    | events.DecisionMade
    | events.CardsTurned
    | events.BetsSettled
    | events.RoundClosed
)


_LOG_TIME: Final = {
    LogTimeThen.FOLLOWS: "the log follows it",
    LogTimeThen.WAITS: "the log's time stands still until it has caught up",
    LogTimeThen.GOES_ON: "the log's time goes on without it",
}


def told(event: events.AnyEvent, table: Table, deck: Deck | None = None) -> str:
    """What the event did to the table, as a person would tell it."""
    if isinstance(event, _Room):
        return _of_the_room(event)
    if isinstance(event, events.AccountEvent):
        return _of_an_account(event)
    if isinstance(event, _Table):
        return _of_the_table(event)
    if isinstance(event, _Bets):
        return _of_the_bets(event, table)
    if isinstance(event, _Play):
        return _of_the_play(event, table, deck)
    if isinstance(event, HoldingEvent):
        return of_a_pay(event, table.setup.game if table.setup else "")
    return of_a_progressive(event) if isinstance(event, Own) else _of_a_ruling(event)


def _of_the_room(event: _Room) -> str:
    if isinstance(event, events.RoomOpened):
        return f"the chips of the room are {'play chips' if event.chips == Worth.PLAY else 'cash'}"
    if isinstance(event, events.LogMoved):
        return f"the log goes on in {event.to}, behind event {event.pos:,}"
    if isinstance(event, events.ClockSet):
        return clock_told(event)
    had = f"which once had event {event.lost_pos:,}" if event.lost_pos else "whose mark is gone"
    return (
        f"{event.by} accepts that the log, {had}, goes on from event {event.pos:,}: {event.reason}"
    )


def _of_an_account(event: events.AccountEvent) -> str:
    match event:
        case events.AccountOpened(name=name, role=role, by=by):
            return f"{by} opens the account of {name}, {role}"
        case events.AccountDisabled(name=name, by=by, reason=reason):
            return f"{by} disables the account of {name}: {reason}"
        case events.AccountEnabled(name=name, by=by):
            return f"{by} enables the account of {name}"
        case events.PasswordSet(name=name, by=by):
            return f"{by} sets {'a password' if by == name else f'a password for {name}'}"
        case events.AccountLocked(name=name):
            return f"the account of {name} is locked after wrong passwords"
        case events.SignedIn(name=name):
            return f"{name} signs in"
        case events.SignedOut(name=name):
            return f"{name} signs out"
        case events.TerminalLocked(name=name, reason=reason):
            return f"the terminal of {name} is locked: {reason}"
        case _:
            told_of = (
                f"{each.wrong + each.shut} of {each.name or 'unknown names'}"
                for each in event.refused
            )
            return f"sign-ins are refused: {listed(told_of)}"


def clock_told(event: events.ClockSet) -> str:
    """How a machine's clock was set, and what the log's time does."""
    seconds, which = abs(event.moved) // 1_000_000, "ahead" if event.moved > 0 else "back"
    then = _LOG_TIME[LogTimeThen(event.log)]
    return f"a machine's clock was set {which} by {seconds:,} seconds: {then}"


def _of_the_table(event: _Table) -> str:
    match event:
        case events.TableOpened(game=key, configuration=number, float_cents=cents):
            banks = key in games.GAMES and games.GAMES[key].player_banked
            bank = "players bank" if banks else f"its bank holds {money.show(cents)}"
            return f"the table opens with {game_name(key)}, configuration {number}; {bank}"
        case events.DealerChanged(dealer=dealer):
            return f"{dealer or 'the automatic dealer'} deals from now on"
        case events.ClosingAnnounced(reason=reason):
            return f"the table closes when everything is paid: {reason}"
        case events.TableClosed(reason=reason, bank_cents=cents, tips_cents=tips):
            paid = f", {money.show(tips)} of tips to the dealers" if tips else ""
            return f"the table closes: {reason}; {money.show(cents)} go back to the house{paid}"
        case events.TableDisabled(reason=reason):
            return f"no new bets are taken: {reason}"
        case events.TableEnabled(reason=reason):
            return f"bets are taken again: {reason}"
        case events.BankFilled(cents=cents, by=by) if by:
            return f"{by} fills the table's bank with {money.show(cents)}"
        case events.BankFilled(cents=cents):
            return f"the house adds {money.show(cents)} to the table's bank automatically"
        case events.BankShort(cents=cents):
            return f"the bank is {money.show(cents)} short: the table waits for a fill"
        case events.SeatTaken(seat=seat, player=player):
            return f"{player} sits down at seat {seat}"
        case events.SeatFreed(seats=seats, player=player, reason=reason, later=later):
            when = " after the round" if later else ""
            return f"the floor frees seat {listed(map(str, seats))} of {player}{when}: {reason}"
        case events.SeatLeft(seat=seat, player=player):
            return f"{player} leaves seat {seat}"
        case events.DealerTipped(player=player, cents=cents, by=by) if by:
            return f"{by} puts {money.show(cents)} of {player}'s chips into the tip box"
        case _:
            return f"{event.player} {_WITH_CHIPS[type(event)]} {money.show(event.cents)}"


_WITH_CHIPS: Final[Mapping[type, str]] = {
    events.ChipsBought: "buys chips for",
    events.ChipsCashed: "cashes chips for",
    events.DealerTipped: "tips the dealer",
}


def _of_the_bets(event: _Bets, table: Table) -> str:
    match event:
        case events.RoundOpened(round=number):
            return f"round {number} is open for bets"
        case events.BankOffered(seat=seat, player=player):
            return f"the bank is offered to {player} at seat {seat}"
        case events.BankDeclined(player=player, cents=cents) if cents:
            return f"no player bets: {player} gives up the bank and gets {money.show(cents)} back"
        case events.BankDeclined(player=player, by_system=True):
            return f"{player} does not answer in time: the bank passes on"
        case events.BankDeclined(player=player):
            return f"{player} declines the bank"
        case events.BankPosted(seat=seat, player=player, cents=cents):
            return f"{player} at seat {seat} takes the bank and posts {money.show(cents)}"
        case events.BetsPlaced(seat=seat, player=player, bets=bets) if bets:
            on = (f"{money.show(c)} on {bet_name(table, bet)}" for bet, c in bets.items())
            return f"{player} at seat {seat} bets {listed(on)}"
        case events.BetsPlaced(seat=seat, player=player):
            return f"{player} takes the bets of seat {seat} back"
        case events.SeedAnnounced(seat=seat, player=player, anchor=anchor):
            return f"{player} announces seeds for seat {seat}: {anchor.hex()[:16]}..."
        case events.DeckCommitted(commitment=commitment):
            return f"the house commits to its secret for the next deck: {commitment.hex()[:16]}..."
        case events.BettingClosed(sealed=sealed) if sealed:
            fixed = event.commitment.hex()[:16]
            return f"no more bets; the deck is shuffled and fixed as {fixed}..."
        case _:
            fixed = event.commitment.hex()[:16]
            seats = [str(each.seat) for each in event.seeds]
            ends = f" and the seeds of {listed(seats)}" if seats else ""
            return f"no more bets; the deck follows from the committed secret {fixed}...{ends}"


def _of_the_play(event: _Play, table: Table, deck: Deck | None) -> str:
    match event:
        case events.StepTaken():
            return step_told(table)
        case events.CardsDealt(deals=deals):
            return f"dealt: {_hands_dealt(deals, table, deck)}"
        case events.DealerPeeked(shown=shown):
            seen = f"a natural, {names(shown)}" if shown else "no natural"
            return f"the dealer looks at the hole card: {seen}"
        case events.DecisionAsked(seat=seat):
            return f"seat {seat} is to decide"
        case events.DecisionDeclared(seat=seat, player=player, word=word):
            return f"{player} at seat {seat} declares {word} and waits for the dealer to confirm it"
        case events.DecisionMade():
            return _decision(event, table)
        case events.CardsTurned(turned=turned):
            board = table.round.hand(events.BOARD).shown if table.round else ()
            board = next((each.cards for each in turned if each.hand == events.BOARD), board)
            shown_hands = (
                f"{holder(each.hand)} {hand_told(table.setup, each.hand, each.cards, board)}"
                for each in turned
            )
            return f"turned: {'; '.join(shown_hands)}"
        case events.BetsSettled(lines=lines):
            nets: dict[int, int] = {}
            for line in lines:
                nets[line.seat] = nets.get(line.seat, 0) + line.net_cents
            won = (f"seat {seat} {money.show_net(cents)}" for seat, cents in nets.items())
            return f"settled: {', '.join(won)}"
        case _:
            bank = f"; {money.show(event.bank_cents)} of the bank go back to {event.banker}"
            return f"the round is over and its deck is shown{bank if event.banker else ''}"


def _decision(event: events.DecisionMade, table: Table) -> str:
    said = f"{event.player} at seat {event.seat} says {event.word}"
    if event.confirmed_by:
        who = "the house" if event.confirmed_by == AUTOMATIC.name else event.confirmed_by
        said = f"{who} confirms {event.word} of {event.player} at seat {event.seat}"
    if event.by_system:
        said = f"seat {event.seat} does not decide in time: the system says {event.word}"
    if event.cents > 0:
        said += f", {money.show(event.cents)} more on {bet_name(table, event.bet)}"
    elif event.cents < 0:
        said += f", {money.show(-event.cents)} back from {bet_name(table, event.bet)}"
    return f"{said}, and gets {names(event.shown)}" if event.shown else said


def _hands_dealt(deals: Iterable[events.Deal], table: Table, deck: Deck | None) -> str:
    place = table.round.used if table.round else 0
    told_hands = []
    for deal in deals:
        shown = iter(names([card]) for card in deal.shown)
        held = [
            next(shown, "?") if face == "u" else f"({_at(deck, place + number)})"
            for number, face in enumerate(deal.faces)
        ]
        place += len(deal.faces)
        told_hands.append(f"{holder(deal.to)} {' '.join(held)}")
    return "; ".join(told_hands)


def _at(deck: Deck | None, place: int) -> str:
    return names(deck.order[place : place + 1]) if deck else "?"


def _of_a_ruling(
    event: events.IrregularityReported
    | events.IrregularityRuled
    | events.RulingSigned
    | events.SeatDied
    | events.CardBurned
    | events.CardShown
    | events.RoundVoided,
) -> str:
    match event:
        case events.IrregularityReported(irregularity=key, reason=reason, by=by, seat=seat):
            where = f" at seat {seat}" if seat else ""
            return f"{by} reports {key}{where}: {reason}; the table holds"
        case events.IrregularityRuled(irregularity=key, ruling=ruling, reason=reason, by=by):
            return f"{by} rules on {key}: {ruling} ({reason})"
        case events.RulingSigned(by=by, role=role, reason=reason):
            return f"{by} signs the void as {role}: {reason}"
        case events.SeatDied(seat=seat, returned=returned):
            back = money.show(sum(bet.cents for bet in returned))
            return f"seat {seat} is out of the round and has {back} back"
        case events.CardBurned(card=card):
            return f"{names([card])} goes unused to the discards"
        case events.CardShown(card=card):
            return f"the next card, {names([card])}, lies face up"
        case _:
            cents = sum(bet.cents for bet in event.returned)
            bets = f"{money.show(cents)} go back" if cents else "no player had bet"
            return f"the round is void: {event.reason}; {bets}"
