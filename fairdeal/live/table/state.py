"""A table as its events have made it: ``after(table, event)`` is the table after the event.

Nothing here decides anything: what may happen is the business of the commands, and what has
happened is not questioned again.  Cards that lie face down are places in the deck, not cards, so
that a table can be stored or sent without giving one away.
"""

from collections.abc import Mapping
from typing import Final, TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from fairdeal.errors import Corrupt
from fairdeal.live import events
from fairdeal.live.events import BURNED, DEALER
from fairdeal.live.table import holding, ledger
from fairdeal.live.table.holding import Holding, HoldingEvent, Signature

BANKERS_KEPT: Final = 8
"""Turns of the bank that are remembered however long ago they were."""

BANKERS_KEPT_MINUTES: Final = 120
"""How long every turn of the bank is remembered: longer than any rotation rule looks back."""


class Pending(msgspec.Struct, frozen=True):
    """An irregularity that waits for a ruling."""

    irregularity: str
    reason: str
    by: str
    seat: int
    signed: tuple[Signature, ...] = ()
    """Who has signed a void that drops held payments."""


class Commitment(msgspec.Struct, frozen=True):
    """What the house has committed to for a round that is not dealt yet."""

    round: int
    commitment: bytes
    sealed: bytes


class Chain(msgspec.Struct, frozen=True):
    """A seat's chain of seeds."""

    player: str
    value: bytes
    """The last value published: the anchor, or the seed revealed last."""


class Revealed(msgspec.Struct, frozen=True, array_like=True):
    """A seed that a seat has revealed for a round."""

    seed: bytes
    before: bytes
    """The value of the chain before it, which it hashes to."""


class Hand(msgspec.Struct, frozen=True, array_like=True):
    """The cards before a seat or the dealer, or on the board, in the order dealt."""

    places: tuple[int, ...] = ()
    """Where each card lay in the deck."""
    faces: str = ""
    """``u`` or ``d`` for each card."""
    shown: tuple[int, ...] = ()
    """Those that lie face up, in order."""

    def up(self) -> tuple[int | None, ...]:
        """Every card, None for those face down."""
        cards = iter(self.shown)
        return tuple(next(cards) if face == "u" else None for face in self.faces)


class RoundState(msgspec.Struct, frozen=True):
    """A round as far as it has come."""

    number: int
    step: int = 0
    """The step of the procedure that is to be done next."""
    bets: dict[int, dict[str, int]] = {}
    """Cents by seat and bet, as placed before the deal."""
    raised: dict[int, dict[str, int]] = {}
    """Cents by seat and bet that decisions added."""
    players: dict[int, str] = {}
    """Who bets at which seat."""
    hands: dict[int, Hand] = {}
    used: int = 0
    """How many cards have left the deck."""
    commitment: bytes = b""
    """What fixes the deck; empty until the betting is closed."""
    sealed: bytes = b""
    revealed: dict[int, Revealed] = {}
    """The seeds that seats have revealed for the round, used or not."""
    seeds: tuple[events.Seed, ...] = ()
    """Those that the order of the deck follows from."""
    beacon: str = ""
    is_old_deck: bool = False
    """Whether the house drew the deck when the betting closed, as older logs have it."""
    turn: int = 0
    """The seat that is to decide."""
    unconfirmed: str = ""
    """The word that this seat has declared and that waits for the dealer's confirmation."""
    until: int = 0
    """When the time to bet, to decide or to answer an offer is up."""
    decisions: dict[int, tuple[str, ...]] = {}
    by_system: dict[int, tuple[int, ...]] = {}
    """Which of a seat's decisions the system took, counted from 0."""
    peeked: bool = False
    settled: tuple[int, ...] = ()
    """Seats that are done with at a step that turns and settles one hand after the other."""
    lines: tuple[events.Paid, ...] = ()
    held: int = 0
    """How many payments of the round had to wait for approval."""
    paid: tuple[events.Paid, ...] = ()
    """Payments that waited for approval and were made while the round was in play."""
    awards: tuple[int, ...] = ()
    """What a meter paid of each of them, in cents; 0 where none did."""
    offered: int = 0
    """The seat that is offered the bank."""
    declined: tuple[tuple[int, str], ...] = ()
    """Seats and players who did not want the bank, latest last."""
    banker_seat: int = 0
    banker: str = ""
    next_card: int | None = None
    """The top card of the deck when it has been seen."""
    dead: tuple[int, ...] = ()
    dealers: tuple[str, ...] = ()
    """Everybody who dealt in it."""
    over: bool = False
    away: dict[int, str] = {}
    """Players whose seats the floor frees when the round is over, by seat."""
    void: str = ""
    """Why the round is void."""
    deck: bytes = b""
    nonce: bytes = b""
    """Only of an old deck."""
    secret: bytes = b""

    @property
    def betting(self) -> bool:
        """Whether bets may still change."""
        return not self.commitment and not self.over

    def hand(self, number: int) -> Hand:
        """The hand of a seat, of the dealer, or the board."""
        return self.hands.get(number, _NO_CARDS)

    def in_play(self) -> list[int]:
        """The seats with bets, from the dealer's left."""
        return sorted(seat for seat in self.bets if seat not in self.dead)

    @property
    def everyone(self) -> dict[int, str]:
        """Who plays at which seat, the bank counted."""
        return self.players | ({self.banker_seat: self.banker} if self.banker_seat else {})

    def every_line(self) -> tuple[events.Paid, ...]:
        """What was settled at once, and what was paid in the round after approval."""
        return self.lines + self.paid

    def is_away(self, seat: int) -> bool:
        """Whether the player of a seat went away, so that the default is taken for the hand."""
        return seat in self.away and self.away[seat] == self.players.get(seat)

    def wagers(self, seat: int) -> dict[str, int]:
        """Everything the seat has wagered in the round, by bet."""
        wagers = dict(self.bets.get(seat, {}))
        for bet, cents in self.raised.get(seat, {}).items():
            wagers[bet] = wagers.get(bet, 0) + cents
        return {bet: cents for bet, cents in wagers.items() if cents}

    def unpaid(self, seat: int) -> dict[str, int]:
        """What the seat has wagered, less what it has back with a payment that was approved."""
        wagers = self.wagers(seat)
        for line in self.paid:
            if line.seat == seat and line.bet in wagers:  # some bets ride on another
                wagers[line.bet] -= line.stake_cents
        return {bet: cents for bet, cents in wagers.items() if cents}


_NO_CARDS: Final = Hand()


class Table(msgspec.Struct, frozen=True):
    """A table between two events."""

    name: str
    version: int = 0
    """How many events have made it."""
    setup: events.TableOpened | None = None
    """The configuration in force, or the last one; None before the table is first opened."""
    is_open: bool = False
    closing: str = ""
    """Why the table closes after the round in play."""
    disabled: str = ""
    """Why no bets are taken."""
    dealer: str = ""
    """The person who deals; empty for the automatic dealer."""
    seats: dict[int, str] = {}
    accounts: dict[str, int] = {}
    rounds: int = 0
    round: RoundState | None = None
    """The round in play, or the last one, which stays on view until the next begins."""
    last: RoundState | None = None
    """The round before, which stays on view while bets are placed for the next."""
    pending: Pending | None = None
    bankers: tuple[tuple[str, int], ...] = ()
    """Who held the bank and when, latest last."""
    holding: Holding = Holding()
    """Payments that wait for approval."""
    short: int = 0
    """Cents that the bank lacks for what comes next; the table waits for the floor."""
    filled: int = 0
    """Cents that the house has added to the bank by itself since the table was opened."""
    tipped: dict[str, int] = {}
    """Cents that dealers have put into the tip box from a player's chips, as long as the player has
    a seat."""
    committed: Commitment | None = None
    """The house's commitment for the next deck, or for the round whose bets are open."""
    has_committed: bool = False
    """Whether the house has ever committed to a secret here: older logs begin without."""
    chains: dict[int, Chain] = {}
    """By seat, the chains of seeds that count: they are older than the commitment."""
    announced: dict[int, Chain] = {}
    """By seat, those that count from the next commitment on."""

    @property
    def playing(self) -> RoundState | None:
        """The round in play, if there is one."""
        return self.round if self.round is not None and not self.round.over else None

    @property
    def takes_tips(self) -> bool:
        """Whether players can tip: the open table has a tip box, and a person deals."""
        return self.is_open and bool(self.dealer) and self.setup is not None and self.setup.tips

    def chips(self, player: str) -> int:
        """Cents before the player, bets not counted."""
        return self.accounts.get(ledger.chips(player), 0)

    def spare_chips(self, player: str) -> int:
        """Cents that the player may give away: a void would take back what the round has won."""
        lines = self.playing.lines if self.playing else ()
        won = sum(line.net_cents for line in lines if line.player == player)
        return self.chips(player) - max(0, won)

    def is_seated(self, player: str) -> bool:
        """Whether the player holds a seat that the floor has not freed after this round."""
        is_away = self.playing is not None and player in self.playing.away.values()
        return bool(self.seats_of(player)) and not is_away

    def seats_of(self, player: str) -> list[int]:
        """The seats the player holds."""
        return sorted(seat for seat, holder in self.seats.items() if holder == player)


def after(table: Table, event: events.AnyEvent) -> Table:
    """The table after the event."""
    changes = _changes(table, event)
    accounts = ledger.posted(table.accounts, event)
    return replace(table, version=table.version + 1, accounts=accounts, **changes)


def _changes(table: Table, event: events.AnyEvent) -> dict[str, object]:
    match event:
        case (
            events.TableOpened()
            | events.DealerChanged()
            | events.ClosingAnnounced()
            | events.TableClosed()
            | events.TableDisabled()
            | events.TableEnabled()
            | events.SeatTaken()
            | events.SeatFreed()
            | events.SeatLeft()
        ):
            return _table_changes(table, event)
        case events.BankFilled() | events.BankShort():
            return _bank_changes(table, event)
        case _ if isinstance(event, events.AccountEvent):
            return {}
        case (
            events.ChipsBought()
            | events.ChipsCashed()
            | events.RoomOpened()
            | events.LossAccepted()
            | events.LogMoved()
            | events.ClockSet()
        ):
            return {}
        case events.DealerTipped(player=player, cents=cents, by=by):
            sum_cents = table.tipped.get(player, 0) + cents
            return {"tipped": table.tipped | {player: sum_cents}} if by else {}
        case events.SeedAnnounced() | events.DeckCommitted():
            return _shuffle_changes(table, event)
        case events.RoundOpened() | events.BettingClosed() | events.BetsPlaced():
            return _betting_changes(table, event)
        case events.RoundClosed() | events.RoundVoided():
            return _end_changes(table, event)
        case events.IrregularityReported(irregularity=key, reason=reason, by=by, seat=seat):
            return {"pending": Pending(key, reason, by, seat)}
        case events.RulingSigned(by=by, role=role) if table.pending:
            signed = (*table.pending.signed, Signature(by, role, ()))
            return {"pending": replace(table.pending, signed=signed)}
        case events.IrregularityRuled(until=until):
            now = table.playing
            return {"pending": None} | ({"round": replace(now, until=until)} if now else {})
        case events.BankPosted(player=player, at=at):
            bankers = _bankers(table.bankers, player, at)
            return {"bankers": bankers, "round": _round_after(_in_play(table, event), event)}
        case _ if isinstance(event, HoldingEvent):
            return _held_changes(table, event)
        case _ if isinstance(event, _RoundEvent):
            paid = isinstance(event, events.BetsSettled) and not table.holding.signed()
            short = 0 if paid else table.short
            return {"round": _round_after(_in_play(table, event), event), "short": short}
        case _:
            raise Corrupt(
                f"{type(event).__name__} cannot happen at table {table.name}",
                code="event.impossible",
            )


def _shuffle_changes(
    table: Table, event: events.SeedAnnounced | events.DeckCommitted
) -> dict[str, object]:
    if isinstance(event, events.DeckCommitted):
        return _committed(table, Commitment(event.round, event.commitment, event.sealed))
    return {"announced": {**table.announced, event.seat: Chain(event.player, event.anchor)}}


def _committed(table: Table, commitment: Commitment) -> dict[str, object]:
    """A commitment stands, and every chain that was announced before it counts."""
    return {
        "committed": commitment,
        "has_committed": True,
        "chains": table.chains | table.announced,
        "announced": {},
    }


def _betting_changes(
    table: Table, event: events.RoundOpened | events.BetsPlaced | events.BettingClosed
) -> dict[str, object]:
    if isinstance(event, events.RoundOpened):
        # A round on which nobody has bet leaves nothing to look at.
        last = table.round if table.round and table.round.bets else table.last
        dealers = (table.dealer,) if table.dealer else ()
        begun = RoundState(event.round, until=event.until, dealers=dealers)
        return {"round": begun, "rounds": event.round, "last": last}
    then = _round_after(_in_play(table, event), event)
    if isinstance(event, events.BettingClosed):
        if not then.is_old_deck and table.committed:
            then = replace(then, sealed=table.committed.sealed)
        return {"round": then, "last": None}
    if not event.seed:
        return {"round": then}
    before = table.chains.get(event.seat)
    revealed = Revealed(event.seed, before.value if before else b"")
    return {
        "round": replace(then, revealed={**then.revealed, event.seat: revealed}),
        "chains": {**table.chains, event.seat: Chain(event.player, event.seed)},
    }


def _end_changes(table: Table, event: events.RoundClosed | events.RoundVoided) -> dict[str, object]:
    changes: dict[str, object] = {"committed": None}
    if event.next_commitment:
        following = Commitment(table.rounds + 1, event.next_commitment, event.next_sealed)
        changes = _committed(table, following)
    changes["round"] = _round_after(_in_play(table, event), event)
    if isinstance(event, events.RoundVoided):
        changes["holding"] = holding.dropped(table.holding, event.dropped)
        changes["short"] = 0
    return changes


def _held_changes(table: Table, event: HoldingEvent) -> dict[str, object]:
    changes: dict[str, object] = {"holding": holding.after(table.holding, event)}
    now = table.playing
    if isinstance(event, events.PayHeld):
        now = _in_play(table, event)
        changes["round"] = replace(now, held=now.held + 1)
    elif isinstance(event, events.PayMade):
        changes["short"] = 0
        held = table.holding.pays[event.pay]
        if now and held.due.round == now.number:
            paid, awards = (*now.paid, event.line), (*now.awards, event.award_cents)
            changes["round"] = replace(now, paid=paid, awards=awards)
    return changes


def _bank_changes(table: Table, event: events.BankFilled | events.BankShort) -> dict[str, object]:
    if isinstance(event, events.BankShort):
        return {"short": event.cents}
    by_itself = 0 if event.by else event.cents
    return {"short": max(0, table.short - event.cents), "filled": table.filled + by_itself}


def _bankers(
    before: tuple[tuple[str, int], ...], player: str, at: int
) -> tuple[tuple[str, int], ...]:
    since = at - BANKERS_KEPT_MINUTES * 60_000_000
    old = [turn for turn in before if turn[1] < since][-BANKERS_KEPT:]
    return (*old, *(turn for turn in before if turn[1] >= since), (player, at))


def _in_play(table: Table, event: events.AnyEvent) -> RoundState:
    if table.playing is None:
        raise Corrupt(
            f"table {table.name} has no round in play for {type(event).__name__}",
            code="event.impossible",
        )
    return table.playing


def _table_changes(
    table: Table,
    event: events.TableOpened
    | events.DealerChanged
    | events.ClosingAnnounced
    | events.TableClosed
    | events.TableDisabled
    | events.TableEnabled
    | events.SeatTaken
    | events.SeatFreed
    | events.SeatLeft,
) -> dict[str, object]:
    match event:
        case events.TableOpened():
            return {"setup": event, "is_open": True, "dealer": event.dealer, "filled": 0}
        case events.DealerChanged(dealer=dealer):
            now = table.playing
            if not now or dealer in ("", *now.dealers):
                return {"dealer": dealer}
            return {"dealer": dealer, "round": replace(now, dealers=(*now.dealers, dealer))}
        case events.ClosingAnnounced(reason=reason):
            return {"closing": reason}
        case events.TableClosed():
            return {"is_open": False, "closing": ""}
        case events.TableDisabled(reason=reason):
            return {"disabled": reason}
        case events.TableEnabled():
            return {"disabled": ""}
        case events.SeatTaken(seat=seat, player=player):
            return {"seats": {**table.seats, seat: player}}
        case events.SeatFreed(seats=seats, player=player, later=later):
            now = table.playing
            if now is None or not later:
                return {}
            return {"round": replace(now, away=now.away | dict.fromkeys(seats, player))}
        case events.SeatLeft(seat=seat):
            return _left_changes(table, seat)
        case _:
            assert_never(event)


def _left_changes(table: Table, seat: int) -> dict[str, object]:
    """A seat is empty.  At an empty table the commitment lapses: a seed can only follow it."""
    left, now = _without(table.seats, seat), table.playing
    changes: dict[str, object] = {
        "seats": left,
        "tipped": {who: cents for who, cents in table.tipped.items() if who in left.values()},
        "chains": _without(table.chains, seat),
        "announced": _without(table.announced, seat),
    }
    if now and now.betting and seat in now.revealed:
        changes["round"] = replace(now, revealed=_without(now.revealed, seat))
    if not left and (now is None or now.betting):
        changes["committed"] = None
    return changes


T = TypeVar("T")


def _without(seats: Mapping[int, T], seat: int) -> dict[int, T]:
    return {number: held for number, held in seats.items() if number != seat}


_Unusual = (
    events.BankOffered
    | events.BankDeclined
    | events.BankPosted
    | events.SeatDied
    | events.CardBurned
    | events.CardShown
)
_RoundEvent = (
    _Unusual
    | events.BetsPlaced
    | events.BettingClosed
    | events.StepTaken
    | events.CardsDealt
    | events.DealerPeeked
    | events.DecisionAsked
    | events.DecisionDeclared
    | events.DecisionMade
    | events.CardsTurned
    | events.BetsSettled
    | events.RoundClosed
    | events.RoundVoided
)


def _round_after(now: RoundState, event: _RoundEvent) -> RoundState:
    match event:
        case events.BetsPlaced():
            return _with_bets(now, event)
        case events.DecisionMade():
            return _with_decision(now, event)
        case events.CardsDealt(step=step, deals=deals):
            return _with_cards(now, step, deals)
        case events.BettingClosed():
            return replace(
                now,
                step=event.step,
                commitment=event.commitment,
                sealed=event.sealed,
                seeds=event.seeds,
                beacon=event.beacon,
                is_old_deck=bool(event.sealed),
                until=0,
            )
        case events.StepTaken(step=step):
            return replace(now, step=step)
        case events.DealerPeeked(step=step, shown=shown):
            hands = _turned(now.hands, DEALER, shown) if shown else now.hands
            return replace(now, step=step, hands=hands, peeked=True)
        case events.DecisionAsked(step=step, seat=seat, until=until):
            return replace(now, step=step, turn=seat, until=until)
        case events.DecisionDeclared(word=word):
            return replace(now, unconfirmed=word, until=0)
        case events.CardsTurned(step=step, turned=turned):
            hands = now.hands
            for hand in turned:
                hands = _turned(hands, hand.hand, hand.cards)
            return replace(now, step=step, hands=hands)
        case events.BetsSettled(step=step, lines=lines, seat=seat):
            settled = (*now.settled, seat) if step == now.step else ()
            return replace(now, step=step, lines=now.lines + lines, settled=settled)
        case events.RoundClosed(deck=deck, nonce=nonce, secret=secret):
            return replace(now, over=True, deck=deck, nonce=nonce, secret=secret)
        case events.RoundVoided(reason=reason, deck=deck, nonce=nonce, secret=secret):
            return replace(
                now,
                over=True,
                void=reason,
                lines=(),
                turn=0,
                unconfirmed="",
                offered=0,
                deck=deck,
                nonce=nonce,
                secret=secret,
            )
        case _:
            return _unusual_after(now, event)


def _unusual_after(now: RoundState, event: _Unusual) -> RoundState:
    """What happens in few rounds: players who bank, and rulings."""
    match event:
        case events.BankOffered(seat=seat, until=until):
            return replace(now, offered=seat, until=until)
        case events.BankDeclined(seat=seat, player=player):
            declined = (*now.declined, (seat, player))
            return replace(now, offered=0, until=0, declined=declined, banker="", banker_seat=0)
        case events.BankPosted(seat=seat, player=player, until=until):
            return replace(now, offered=0, until=until, banker_seat=seat, banker=player)
        case events.SeatDied(seat=seat, next_seat=turn, until=until):
            unconfirmed = now.unconfirmed if turn == now.turn else ""
            dead = (*now.dead, seat)
            return replace(now, dead=dead, turn=turn, until=until, unconfirmed=unconfirmed)
        case events.CardBurned():
            hands = _dealt(now.hands, BURNED, "d", (), now.used)
            return replace(now, hands=hands, used=now.used + 1, next_card=None)
        case events.CardShown(card=card):
            return replace(now, next_card=card)
        case _:
            assert_never(event)


def _with_bets(now: RoundState, event: events.BetsPlaced) -> RoundState:
    placed = {number: held for number, held in now.bets.items() if number != event.seat}
    players = _without(now.players, event.seat)
    if event.bets:
        placed[event.seat] = event.bets
        players[event.seat] = event.player
    return replace(now, bets=placed, players=players, until=event.until or now.until)


def _with_decision(now: RoundState, event: events.DecisionMade) -> RoundState:
    said = now.decisions.get(event.seat, ())
    changes: dict[str, object] = {
        "step": event.step,
        "turn": event.next_seat,
        "unconfirmed": "",
        "until": event.until,
        "decisions": {**now.decisions, event.seat: (*said, event.word)},
    }
    if event.by_system:
        marks = (*now.by_system.get(event.seat, ()), len(said))
        changes["by_system"] = {**now.by_system, event.seat: marks}
    if event.cents:
        raised = now.raised.get(event.seat, {})
        added = {**raised, event.bet: raised.get(event.bet, 0) + event.cents}
        changes["raised"] = {**now.raised, event.seat: added}
    if event.shown:
        faces = "u" * len(event.shown)
        changes["hands"] = _dealt(now.hands, event.seat, faces, event.shown, now.used)
        changes["used"] = now.used + len(event.shown)
        changes["next_card"] = None
    return replace(now, **changes)


def _with_cards(now: RoundState, step: int, deals: tuple[events.Deal, ...]) -> RoundState:
    hands, used = now.hands, now.used
    for deal in deals:
        hands = _dealt(hands, deal.to, deal.faces, deal.shown, used)
        used += len(deal.faces)
    return replace(now, step=step, hands=hands, used=used, next_card=None)


def _dealt(
    hands: Mapping[int, Hand], to: int, faces: str, shown: tuple[int, ...], used: int
) -> dict[int, Hand]:
    held = hands.get(to, _NO_CARDS)
    places = (*held.places, *range(used, used + len(faces)))
    return {**hands, to: Hand(places, held.faces + faces, held.shown + shown)}


def _turned(hands: Mapping[int, Hand], number: int, cards: tuple[int, ...]) -> dict[int, Hand]:
    held = hands[number]
    faces = "u" * len(cards) + held.faces[len(cards) :]
    return {**hands, number: Hand(held.places, faces, cards)}
