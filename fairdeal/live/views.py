"""What each may see of a table: nothing is taken out of a view, it is never put in.

A table holds no card that lies face down, only its place in the deck.  So a view made from the
table alone cannot give one away; a player's own cards are the single thing that is added to it,
from the deck, when the procedure lets players look.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal import cards
from fairdeal.games.layout import Act, Step
from fairdeal.live import events
from fairdeal.live.actors import Actor, Role
from fairdeal.live.events import BOARD, DEALER
from fairdeal.live.shoe import Deck
from fairdeal.live.table import payments, procedure
from fairdeal.live.table.holding import Entered, HeldPay, Signature
from fairdeal.live.table.ledger import TIPS, position
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.table.state import Chain, Hand, Pending, RoundState, Table

STAFF: Final = frozenset(Role) - {Role.PLAYER}
_READS_BOOKS: Final = STAFF - {Role.DEALER}

_FACE_UP: Final = "Keep all cards face up and wait for approval"

Shown = tuple[str | None, ...]
"""Cards by name, None for those the viewer may not see."""


class ChoiceView(msgspec.Struct, frozen=True):
    """A word that is open to the viewer, and what it costs."""

    word: str
    cents: int


class SeatView(msgspec.Struct, frozen=True):
    """A seat as the viewer sees it."""

    seat: int
    taken: bool
    player: str
    """Empty where the viewer is not told."""
    chips_cents: int | None
    """Own chips for a player, everybody's for staff, nobody's for the public."""
    bets: dict[str, int]
    placed: dict[str, int]
    """What of them was there before the deal; decisions have added the rest."""
    cards: Shown
    decisions: tuple[str, ...]
    by_system: tuple[int, ...]
    """Which of the decisions the system took."""
    dead: bool
    banks: bool
    tipped_cents: int = 0
    """What dealers put into the tip box from these chips; for the player and for staff."""
    chain: str = ""
    """The last value that the seat has published of a chain of seeds that counts."""
    announced: str = ""
    """The anchor of a chain that counts from the next commitment on."""


class RoundView(msgspec.Struct, frozen=True):
    """The round in play, or the last one."""

    number: int
    step: int
    text: str
    """What the dealer does next, as the procedure declares it."""
    say: tuple[str, ...]
    betting: bool
    over: bool
    void: str
    turn: int
    offered: int
    until: int
    dealer: Shown
    next_card: str | None
    """The top card of the deck when it has been exposed."""
    bank_cents: int | None
    """What is left of a player/dealer's bank."""
    left: tuple[int, ...]
    """Seats that another player has taken since."""
    lines: tuple[events.Paid, ...]
    commitment: str
    deck: tuple[str, ...]
    """The whole deck, in order, once the round is over."""
    nonce: str
    awards: tuple[int, ...]
    """What a meter paid of each line, in cents; 0 where none did."""
    waits: bool
    """Whether the table cannot be cleared before payments are approved."""
    ahead: int
    """The first step from here on that has something to do."""
    call: str = ""
    """How the dealer announces the hand that lies face up, with the hand itself."""
    next_hand: int = 0
    """The seat whose hand is turned and settled next, where a person does one after the other."""
    unconfirmed: str = ""
    """What the seat whose turn it is has declared, until the dealer confirms it."""
    board: Shown = ()
    """The cards that all hands share."""
    secret: str = ""
    """The house's secret, once the round is over."""
    seeds: dict[int, str] = {}
    """By seat, the seeds that the order of the deck follows from."""


class PayView(msgspec.Struct, frozen=True):
    """A win that waits for approval."""

    pay: int
    round: int
    seat: int
    player: str
    bet: str
    wager_cents: int
    """The wager that earned it."""
    hand: str
    reason: str
    """What decided."""
    meter: str
    cents: int | None
    """What a meter pays is not told before the dealer has submitted it."""
    handed_in: bool
    by: str
    """Who submitted it, for staff."""
    sent_back: str
    """Why it was not approved."""
    missing: tuple[str, ...]
    """The roles that have still to sign; the viewer's own role among them may."""
    checks: tuple[str, ...]
    """What the viewer has to look at before signing."""
    signed: tuple[Signature, ...]
    deck_days: int
    form: str


class CommittedView(msgspec.Struct, frozen=True):
    """What the house has committed to before the bets of a round."""

    round: int
    commitment: str


class LastView(msgspec.Struct, frozen=True):
    """A round that is over, while bets are placed for the next."""

    number: int
    void: str
    dealer: Shown
    seats: dict[int, Shown]
    """The cards of every seat that had some."""
    placed: dict[int, dict[str, int]]
    """What every seat had bet before the deal."""
    decisions: dict[int, tuple[str, ...]]
    """What every seat decided that had something to decide."""
    by_system: dict[int, tuple[int, ...]]
    """Which of them the system took."""
    banker_seat: int
    """The seat that held the bank; 0 where the house banks."""
    left: tuple[int, ...]
    """Seats that another player has taken since."""
    lines: tuple[events.Paid, ...]
    commitment: str
    deck: tuple[str, ...]
    nonce: str
    board: Shown = ()
    secret: str = ""
    seeds: dict[int, str] = {}


class LimitView(events.Limit, frozen=True, array_like=False):
    """What a table takes on one bet, by name; the log has a list of three."""


class SetupView(events.TableOpened, frozen=True):
    """The terms of a table, with limits by name."""

    limits: dict[str, LimitView]  # type: ignore[assignment]


def setup_view(setup: events.TableOpened) -> SetupView:
    """The terms as they are shown."""
    fields = msgspec.structs.asdict(setup)
    limits = {bet: LimitView(*msgspec.structs.astuple(each)) for bet, each in setup.limits.items()}
    return SetupView(**fields | {"limits": limits})


class View(msgspec.Struct, frozen=True):
    """A table as one viewer sees it."""

    table: str
    version: int
    is_open: bool
    closing: str
    disabled: str
    dealer: str
    """The person who deals; empty for the automatic dealer."""
    setup: SetupView | None
    seats: tuple[SeatView, ...]
    round: RoundView | None
    last: LastView | None
    choices: tuple[ChoiceView, ...]
    """What is open to the viewer now."""
    held: str
    """The irregularity that waits for a ruling."""
    pending: Pending | None
    """Who reported it and why, for staff."""
    accounts: dict[str, int]
    """Every balance, for those who read the books."""
    short_cents: int
    """What the bank lacks for what comes next, for staff; the table waits for a fill."""
    filled_cents: int
    """What the house has added to the bank by itself, for those who read the books."""
    takes_tips: bool
    """Whether players can tip: the open table has a tip box, and a person deals."""
    tips_cents: int
    """What lies in the tip box, for staff."""
    meters: dict[str, int]
    """What the sign shows of the progressive that the table feeds, in cents by meter."""
    meters_off: str
    """Why the progressive takes no bets; empty when it does."""
    pays: tuple[PayView, ...]
    """Wins that wait for approval: all of them for staff, a player's own for the player."""
    terminal: dict[int, Entered]
    """What is entered at each seat, for staff."""
    committed: CommittedView | None = None
    """The house's commitment for the next deck, or for the round in play."""

    @property
    def has_tip_box(self) -> bool:
        """Whether staff are shown the tip box: it takes tips, or holds some."""
        return self.takes_tips or self.tips_cents > 0


def view(
    table: Table,
    viewer: Actor | None,
    deck: Deck | None = None,
    progressive: Progressive | None = None,
    until: int = 0,
) -> View:
    """The table for a viewer, None being the public display.

    The deck is needed for a player who holds cards, and used for those alone.  *until* is the
    moment at which the time that runs is up, 0 where none runs.
    """
    role = viewer.role if viewer else None
    now, own = table.round, own_seats(table, viewer)
    hidden = deck if own and may_look(table) else None
    return View(
        table=table.name,
        version=table.version,
        is_open=table.is_open,
        closing=table.closing,
        disabled=table.disabled,
        dealer=table.dealer,
        setup=setup_view(table.setup) if table.setup else None,
        seats=_seats(table, viewer, own, hidden),
        round=_round(table, now, viewer, until) if now else None,
        last=_last(table, table.last, viewer) if table.last else None,
        choices=_choices(table, own, hidden),
        held=table.pending.irregularity if table.pending else "",
        pending=table.pending if role in STAFF else None,
        accounts=table.accounts if role in _READS_BOOKS else {},
        short_cents=table.short if role in STAFF else 0,
        filled_cents=table.filled if role in _READS_BOOKS else 0,
        takes_tips=table.takes_tips,
        tips_cents=table.accounts.get(TIPS, 0) if role in STAFF else 0,
        meters=progressive.shown if progressive else {},
        meters_off=progressive.disabled if progressive else "",
        pays=_pays(table, viewer),
        terminal=table.holding.terminal if role in STAFF else {},
        committed=_committed(table),
    )


def _committed(table: Table) -> CommittedView | None:
    stands = table.committed
    return CommittedView(stands.round, stands.commitment.hex()) if stands else None


def _seeds(now: RoundState) -> dict[int, str]:
    return {each.seat: each.seed.hex() for each in now.seeds}


def _value(chain: Chain | None) -> str:
    return chain.value.hex() if chain else ""


def _pays(table: Table, viewer: Actor | None) -> tuple[PayView, ...]:
    if viewer is None:
        return ()
    return tuple(
        _pay(pay, viewer)
        for pay in table.holding.pays.values()
        if viewer.role in STAFF or viewer.name == pay.due.player
    )


def _pay(pay: HeldPay, viewer: Actor) -> PayView:
    due, submitted = pay.due, pay.submitted
    is_staff = viewer.role in STAFF
    return PayView(
        pay=due.pay,
        round=due.round,
        seat=due.seat,
        player=due.player,
        bet=due.bet,
        wager_cents=due.wager_cents,
        reason=due.reason,
        hand=due.event.partition(" ")[2],
        meter=due.meter,
        cents=submitted.cents if submitted else None if due.meter else due.net_cents,
        handed_in=submitted is not None,
        by=submitted.by if submitted and is_staff else "",
        sent_back=pay.sent_back if is_staff else "",
        missing=pay.missing(),
        checks=pay.checks_of(str(viewer.role)),
        signed=pay.signed if is_staff else (),
        deck_days=submitted.deck_days if submitted else 0,
        form=submitted.form if submitted else "",
    )


def own_seats(table: Table, viewer: Actor | None) -> set[int]:
    """The seats whose cards are the viewer's own."""
    if viewer is None or viewer.role is not Role.PLAYER:
        return set()
    now = table.playing
    return {seat for seat, player in (now.players if now else {}).items() if player == viewer.name}


def may_look(table: Table) -> bool:
    """Whether players may look at their own cards now."""
    now = table.playing
    return now is not None and bool(now.commitment) and procedure.can_look(table, now)


def _seats(
    table: Table, viewer: Actor | None, own: set[int], deck: Deck | None
) -> tuple[SeatView, ...]:
    now = table.round
    count = table.setup.seats if table.setup else 0
    return tuple(
        _seat(table, now, viewer, number, deck if number in own else None)
        for number in range(1, count + 1)
    )


def _seat(
    table: Table, now: RoundState | None, viewer: Actor | None, number: int, deck: Deck | None
) -> SeatView:
    player = table.seats.get(number, "")  # who bets cannot leave before the round is over
    tells_chips = viewer is not None and (viewer.role in STAFF or viewer.name == player)
    return SeatView(
        seat=number,
        taken=number in table.seats,
        player=player if knows_names(viewer, table.seats.values()) else "",
        chips_cents=table.chips(player) if player and tells_chips else None,
        bets=now.wagers(number) if now and number not in now.dead else {},
        placed=now.bets.get(number, {}) if now and number not in now.dead else {},
        cards=_cards(now.hand(number), deck) if now else (),
        decisions=now.decisions.get(number, ()) if now else (),
        by_system=now.by_system.get(number, ()) if now else (),
        dead=bool(now and number in now.dead),
        banks=bool(now and number == now.banker_seat),
        tipped_cents=table.tipped.get(player, 0) if tells_chips else 0,
        chain=_value(table.chains.get(number)),
        announced=_value(table.announced.get(number)),
    )


def _cards(hand: Hand, deck: Deck | None) -> Shown:
    """Those face up, and all of them when they are the viewer's own."""
    if deck is not None:
        return tuple(cards.name(deck.order[place]) for place in hand.places)
    return tuple(None if card is None else cards.name(card) for card in hand.up())


def _round(table: Table, now: RoundState, viewer: Actor | None, until: int) -> RoundView:
    steps = procedure.steps_of(table)
    step = steps[min(now.step, len(steps) - 1)]
    ahead = procedure.step_ahead(table, now)
    is_clearing = not now.over and steps[ahead].act is Act.CLEAR
    waits = is_clearing and bool(payments.waiting(table, now))
    return RoundView(
        number=now.number,
        step=now.step,
        text=_FACE_UP if waits else step.text,
        say=step.say,
        betting=now.betting,
        over=now.over,
        void=now.void,
        turn=now.turn,
        offered=now.offered,
        until=until,
        dealer=_dealer(table, now),
        next_card=None if now.next_card is None else cards.name(now.next_card),
        bank_cents=table.accounts.get(position(now.banker), 0) if now.banker else None,
        left=_left(table, now),
        lines=_lines(table, now, viewer),
        commitment=now.commitment.hex(),
        deck=tuple(cards.name(card) for card in now.deck),
        nonce=now.nonce.hex(),
        awards=(0,) * len(now.lines) + now.awards,
        waits=waits,
        ahead=ahead,
        call=procedure.called(procedure.setup_of(table), now),
        next_hand=_next_hand(table, now, step),
        unconfirmed=now.unconfirmed,
        board=_cards(now.hand(BOARD), None),
        secret=now.secret.hex(),
        seeds=_seeds(now),
    )


def _next_hand(table: Table, now: RoundState, step: Step) -> int:
    if not table.dealer or now.over or not procedure.is_by_hand(step):
        return 0
    return next(iter(procedure.seats_left(table, now, step)), 0)


def _dealer(table: Table, now: RoundState) -> Shown:
    """The dealer's cards: as dealt while one lies face down, then arranged."""
    hand = now.hand(DEALER)
    if "d" in hand.faces:
        return _cards(hand, None)
    held = procedure.arranged(procedure.setup_of(table), DEALER, hand.shown)
    return tuple(map(cards.name, held))


def _last(table: Table, over: RoundState, viewer: Actor | None) -> LastView:
    return LastView(
        number=over.number,
        void=over.void,
        dealer=_dealer(table, over),
        seats={seat: _cards(over.hand(seat), None) for seat in sorted(over.bets)},
        placed=over.bets,
        decisions=over.decisions,
        by_system=over.by_system,
        banker_seat=over.banker_seat,
        left=_left(table, over),
        lines=_lines(table, over, viewer),
        commitment=over.commitment.hex(),
        deck=tuple(cards.name(card) for card in over.deck),
        nonce=over.nonce.hex(),
        board=_cards(over.hand(BOARD), None),
        secret=over.secret.hex(),
        seeds=_seeds(over),
    )


def _left(table: Table, now: RoundState) -> tuple[int, ...]:
    return tuple(seat for seat, who in now.everyone.items() if table.seats.get(seat, who) != who)


def _lines(table: Table, now: RoundState, viewer: Actor | None) -> tuple[events.Paid, ...]:
    """The settlement; who was paid is told where the viewer knows the players."""
    if knows_names(viewer, (*table.seats.values(), *now.everyone.values())):
        return now.every_line()
    return tuple(replace(line, player="") for line in now.every_line())


def knows_names(viewer: Actor | None, players: Iterable[str]) -> bool:
    """Whether the viewer is told the names of these players: staff, and those who play with them.

    Anyone can watch as a guest, so that watching tells no more than the public display.
    """
    return viewer is not None and (viewer.role in STAFF or viewer.name in players)


def _choices(table: Table, own: set[int], deck: Deck | None) -> tuple[ChoiceView, ...]:
    now = table.playing
    if now is None or deck is None or now.turn not in own:
        return ()
    return tuple(
        ChoiceView(each.word, each.cents)
        for each in procedure.moves(table, now, deck, now.turn)
        if each.word != now.unconfirmed
    )
