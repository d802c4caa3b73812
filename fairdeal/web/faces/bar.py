"""The bar below the felt: what a player can do now, or what the table waits for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from fairdeal import games, money
from fairdeal.errors import listed
from fairdeal.games.layout import FOLD, Placed
from fairdeal.live import events
from fairdeal.live.table import procedure
from fairdeal.live.views import PayView
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.naming import title

_HURRIES: Final = {"decide": "to decide", "bet": "to bet", "bank": "to take the bank"}

_DECLARED: Final = "declared"
"""What stands below a word that waits for the dealer's confirmation."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that can be said, and the key that says it."""

    word: str
    cents: int
    key: str
    """Empty where other words have all of its letters."""
    is_dear: bool
    """Whether it takes more chips than the seat has."""
    is_open: bool = True
    """Whether the rules allow it now; a button that is not open keeps its place."""
    warns: str = ""
    """What the key says at its first press; empty where one press is enough."""
    is_declared: bool = False
    """Whether the player has said it, and the dealer is to confirm it."""
    opens: str = ""
    """When the rules allow it."""

    @property
    def sub(self) -> str:
        """What stands below the word: its price, or why it cannot be said now."""
        if self.is_declared:
            return _DECLARED
        if not self.is_open:
            return self.opens or "not now"
        if self.is_dear:
            return f"needs {money.show(self.cents)}"
        if self.cents < 0:
            return f"{money.show(-self.cents)} back"
        return money.show(self.cents) if self.cents else ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One of five forms: decide, bank, broke, bet, or wait."""

    kind: str
    says: str
    choices: tuple[Choice, ...] = ()
    again: Mapping[str, int] = field(default_factory=dict)
    """The player's last bets, to be placed once more."""
    lacks: str = ""
    """Why they cannot be placed now."""
    bank_cents: int = 0
    """What is proposed to who is offered the bank."""
    note: str = ""
    """What a player has to know beside the buttons."""

    @property
    def is_short(self) -> bool:
        """Whether there are too few chips for something that could be said."""
        return any(choice.is_dear for choice in self.choices)

    @property
    def hurries(self) -> str:
        """What there is time for, where it is the viewer's own."""
        return _HURRIES.get(self.kind, "")

    @property
    def again_cents(self) -> int:
        """What the same bets take together."""
        return sum(self.again.values())


def bar(felt: Felt, last_bets: Mapping[str, int] | None = None) -> Bar:
    """What is open to the viewer; *last_bets* are those that the viewer last had here."""
    view, seat, now = felt.view, felt.seat, felt.view.round
    chips = (seat.chips_cents or 0) if seat else 0
    if view.choices:
        return Bar("decide", "Your turn", tuple(_choices(felt, chips)), note=_declared(felt))
    if seat is None:
        return Bar("wait", _waits(felt))
    if now and now.offered == felt.own and not view.held:
        return Bar("bank", "The bank is offered to you", bank_cents=min(chips, covers_cents(felt)))
    if not felt.is_betting or seat.banks:
        return Bar("wait", _waits(felt))
    least = least_cents(felt)
    has_bet = bool(seat.bets) and now is not None and now.betting
    if chips < least and not has_bet:
        smallest, left = money.show(least), money.show(chips)
        return Bar("broke", f"The smallest bet takes {smallest}, and you have {left}.")
    again = {} if has_bet or not last_bets or not _takes(felt, last_bets) else last_bets
    lacks = f"you have {money.show(chips)}" if sum(again.values()) > chips else ""
    return Bar("bet", "Your bets", again=again, lacks=lacks)


def _declared(felt: Felt) -> str:
    """What the viewer has declared and the dealer is to confirm, and what is still open."""
    if not felt.unconfirmed:
        return ""
    waits = f"Your {felt.unconfirmed} waits for the dealer's confirmation."
    open_to = listed([each.word.capitalize() for each in felt.view.choices], "or")
    return f"{waits} Changed your mind? {open_to}."


def _choices(felt: Felt, chips: int) -> Iterator[Choice]:
    """Every choice of the decision, each at its place and with its key, whether open or not.

    A button that moves under the hand is pressed by mistake.  Folding stands on the left, the other
    choices follow as they are declared.
    """
    now = felt.view.round
    assert now is not None, "who decides is in a round"
    offered = {each.word: each.cents for each in felt.view.choices}
    declared = procedure.steps_in(felt.setup)[now.step].choices
    taken: set[str] = set()
    for each in sorted(declared, key=lambda each: each.word != FOLD):
        word = each.word
        key = next((letter for letter in word.upper() if letter not in taken), "")
        taken.add(key)
        cents = offered.get(word, 0)
        warns = _kept(felt, key) if word == FOLD else ""
        is_declared, is_open = word == felt.unconfirmed, word in offered
        yield Choice(word, cents, key, cents > chips, is_open, warns, is_declared, each.opens)


def _kept(felt: Felt, key: str) -> str:
    """A hand with which even timid players stay in is not thrown away by one key."""
    reads = felt.reads(felt.own)
    if not reads or not games.settlement_of(felt.game.key).is_good(felt.hand(felt.own)):
        return ""
    return f"{reads}: press {key} again to fold."


def least_cents(felt: Felt) -> int:
    """What the smallest bets take that one can place here."""
    return sum(_least(felt).values())


def _least(felt: Felt) -> dict[str, int]:
    """The smallest bets that one can place here: the compulsory ones, or else a single one."""
    required = [
        bet.key
        for bet in felt.game.bets
        if bet.placed is Placed.BEFORE_THE_DEAL and bet.is_required(felt.setup.options)
    ]
    least = {bet: limit.least_cents for bet, limit in first_limits(felt.setup).items()}
    smallest = min(least, key=lambda bet: least[bet])
    heads = {bet: least.get(bet, least.get(felt.game.bet(bet).equals, 0)) for bet in required}
    return heads or {smallest: least[smallest]}


def first_limits(setup: events.TableOpened) -> dict[str, events.Limit]:
    """The limits of bets that a player can begin with: those that need no other beside them."""
    game = games.known(setup.game)
    alone = {bet: limit for bet, limit in setup.limits.items() if not game.bet(bet).needs}
    return alone or setup.limits


def covers_cents(felt: Felt) -> int:
    """A bank that covers the smallest bets of all others, those by decision counted."""
    others = sum(seat.taken and seat.seat != felt.own for seat in felt.view.seats)
    return others * felt.game.most_wagered(_least(felt))


def _takes(felt: Felt, bets: Mapping[str, int]) -> bool:
    """Whether the table still has such bets, within its limits: it may have changed since."""
    limits, game = felt.setup.limits, felt.game
    known = [game.bet_by_key[bet] for bet in bets if bet in game.bet_by_key]
    found = [(bets[bet.key], limits.get(bet.key) or limits.get(bet.equals)) for bet in known]
    fits = [limit and limit.least_cents <= cents <= limit.most_cents for cents, limit in found]
    return len(known) == len(bets) and all(fits)


def _waits(felt: Felt) -> str:
    view, now = felt.view, felt.view.round
    if not view.is_open:
        return "The table is closed"
    if view.held:
        return "A ruling is awaited: bets and cards stay as they are"
    if view.pays:
        return "; ".join(_waits_for(felt, pay) for pay in view.pays)
    if view.disabled:
        return f"No bets for now: {view.disabled}"
    if view.closing:
        return f"The table closes when everything is paid: {view.closing}"
    if now and now.offered:
        return f"The bank is offered to seat {now.offered}"
    if now and now.unconfirmed:
        return f"Seat {now.turn} waits for the dealer to confirm the {now.unconfirmed}"
    if now and now.turn:
        return f"Seat {now.turn} decides"
    if felt.seat and felt.seat.banks:
        return "You hold the bank: the others bet against you"
    if now is None or now.over or now.betting:
        return _opens(felt)
    return "The cards are dealt" if felt.own else "You are watching"


def _opens(felt: Felt) -> str:
    """What has to happen before anybody can bet."""
    if felt.game.player_banked and not felt.is_betting:
        return "A player must take the bank first"
    if felt.view.dealer and not felt.is_betting:
        return f"{felt.view.dealer.capitalize()} opens the betting"
    return "You are watching"


def _waits_for(felt: Felt, pay: PayView) -> str:
    """A win that is not paid yet, and whose word it needs."""
    bet = title(felt.game.bet(pay.bet).name)
    won = f"Your {bet}" if pay.seat == felt.own else f"{bet} at seat {pay.seat}"
    if not pay.handed_in:
        return f"{won} wins: the dealer enters it for approval"
    return f"{won} waits for {listed(pay.missing, 'and')}"
