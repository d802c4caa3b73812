"""A table as a page shows it: from what somebody may see of it, and from the game's declaration."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal import cards, games, money
from fairdeal.games import reasons
from fairdeal.games.describe import described
from fairdeal.games.layout import Act, Bet, Placed
from fairdeal.hands.words import ONE, SUIT
from fairdeal.live import Actor, events
from fairdeal.live.table import procedure
from fairdeal.live.views import SeatView, View

STAGES: Final[Mapping[str, frozenset[Act]]] = {
    "Bets": frozenset({Act.BET}),
    "Deal": frozenset({Act.ANNOUNCE, Act.DEAL, Act.DISCARD, Act.PEEK}),
    "Decide": frozenset({Act.DECIDE}),
    "Reveal": frozenset({Act.COLLECT, Act.REVEAL, Act.DRAW}),
    "Settle": frozenset({Act.SETTLE, Act.CLEAR}),
}
"""The stages of a round that the head of the page names."""

_RING: Final = ("", "l1", "l2", "l3", "r3", "r2", "r1")
"""Places round the felt from one's own, with the shuffler between the last seat and the first."""

_ROWS: Final = 4
"""Bets for which a seat of the ring has room."""

CHIPS: Final = (50_000, 10_000, 2_500, 500, 100)
"""Cents of the chips that are drawn, the dearest first."""


@dataclass(frozen=True, slots=True)
class Face:
    """One card: its name where it may be seen, empty where there is only a place for one."""

    name: str | None

    @property
    def words(self) -> str:
        """What a screen reader says of a card that may be seen."""
        card = cards.parse(self.name or "")[0]
        return f"{ONE[cards.rank_of(card)]} of {SUIT[cards.suit_of(card)]}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a bet on one's own part of the felt."""

    key: str
    name: str
    is_optional: bool
    limits: str
    cents: int
    net_cents: int | None
    """What the bet won or lost; None while it is not settled."""
    why: str
    equals: bool
    """Whether it stands behind an equals sign."""
    follows: bool
    """Whether a decision places it."""
    order: int | None
    """Its place in the settlement; None while it is not settled."""
    equal_to: str
    """The bet that it is placed together with, in the same amount."""

    @property
    def pile(self) -> list[int]:
        """The chips that are drawn, in dollars, the dearest first, five at most."""
        return chips(self.cents)[:5]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of the ring."""

    number: int
    where: str
    player: str
    state: str
    cards: tuple[Face, ...]
    bets: tuple[tuple[str, str], ...]
    result_cents: int | None
    is_acting: bool
    is_folded: bool
    is_bank: bool


def title(name: str) -> str:
    """The name of a bet as a sign has it.

    >>> title("pair plus"), title("STAX"), title("7 Card Bonus")
    ('Pair Plus', 'STAX', '7 Card Bonus')
    """
    return " ".join(word.capitalize() if word.islower() else word for word in name.split())


def signed(cents: int) -> str:
    """An amount won or lost, with a real minus sign.

    >>> signed(2500), signed(0)
    ('+$25', 'Push')
    """
    if cents == 0:
        return "Push"
    return f"+{money.show(cents)}" if cents > 0 else f"\N{MINUS SIGN}{money.show(-cents)}"


def chips(cents: int) -> list[int]:
    """An amount in chips, in dollars; what is less than the smallest chip is not drawn.

    >>> chips(13_100)
    [100, 25, 5, 1]
    """
    found = []
    for chip in CHIPS:
        count, cents = divmod(cents, chip)
        found += [chip // 100] * count
    return found


class Felt:
    """A table as somebody sees it.

    While bets are placed for the next round, the cards and results of the last one stay in sight.
    """

    def __init__(self, view: View, viewer: Actor | None) -> None:
        assert view.setup is not None, "a table that was never opened has no page"
        self.view = view
        self.setup = view.setup
        self.game = games.game(view.setup.game)
        self.own = _own_seat(view, viewer)
        now = view.round
        self._past = view.last if now is None or now.betting else None

    @property
    def is_betting(self) -> bool:
        """Whether bets may be placed or changed."""
        now, view = self.view.round, self.view
        if not view.is_open or view.disabled or view.held or view.closing:
            return False
        if now is None or now.over:
            return not self.game.player_banked
        return now.betting and (now.bank_cents is not None or not self.game.player_banked)

    @property
    def seat(self) -> SeatView | None:
        """One's own seat; None for who only watches."""
        return self.view.seats[self.own - 1] if self.own else None

    @property
    def void(self) -> str:
        """Why the round in sight is void."""
        now = self._past or self.view.round
        return now.void if now else ""

    @property
    def stage(self) -> str:
        """How far the round has come, in a word."""
        now = self.view.round
        if now is None or now.betting:
            return "Bets"
        if now.over:
            return "Settle"
        steps = procedure.steps_in(self.setup)
        act = steps[min(now.step, len(steps) - 1)].act
        return next(name for name, acts in STAGES.items() if act in acts)

    def dealer_cards(self) -> list[Face]:
        """The dealer's cards, or the places for them."""
        now = self._past or self.view.round
        shown = [Face(card) for card in now.dealer] if now else []
        return shown or [Face("")] * min(self.game.dealer_cards, 3)

    def cards(self, seat: int) -> tuple[str | None, ...]:
        """The cards of a seat, None for those that lie face down."""
        if self._past:
            return self._past.seats.get(seat, ())
        return self.view.seats[seat - 1].cards

    def lines(self, seat: int) -> dict[str, events.Paid]:
        """What was settled at a seat, by bet; nothing once it has bet again."""
        if self._past and self.view.seats[seat - 1].bets:
            return {}
        now = self._past or self.view.round
        return {line.bet: line for line in now.lines if line.seat == seat} if now else {}

    def won_cents(self, seat: int) -> int | None:
        """What a seat won or lost in all; None while nothing is settled."""
        lines = self.lines(seat)
        return sum(line.net_cents for line in lines.values()) if lines else None

    def reads(self, seat: int) -> str:
        """What the cards of a seat make, where all of them may be seen."""
        shown = self.cards(seat)
        if not shown or None in shown:
            return ""
        held = tuple(cards.parse(" ".join(card for card in shown if card)))
        read = games.SETTLEMENTS[self.game.key].reads(held)
        return f"{read[:1].upper()}{read[1:]}"

    def ring(self) -> Iterator[Place]:
        """The other seats, each at its place round the felt; one's own is at the bottom."""
        for seat in self.view.seats:
            where = _RING[(seat.seat - self.own) % len(_RING)]
            if where:
                yield self._place(seat, where)

    @property
    def shuffler(self) -> str:
        """Where the shuffler stands; nowhere at a table that has a seat there."""
        return _RING[-self.own % len(_RING)] if len(self.view.seats) < len(_RING) else ""

    def _place(self, seat: SeatView, where: str) -> Place:
        number, lines = seat.seat, self.lines(seat.seat)
        bets = seat.bets or {bet: line.stake_cents for bet, line in lines.items()}
        bets = {bet: cents for bet, cents in bets.items() if cents}
        shown = [
            (title(self.game.bet(bet).name), _told(lines.get(bet), cents))
            for bet, cents in bets.items()
        ]
        if len(shown) > _ROWS:
            shown[_ROWS - 1 :] = [(f"{len(shown) - _ROWS + 1} more", "")]
        return Place(
            number,
            where,
            seat.player if seat.taken else "",
            self._state(seat),
            tuple(Face(card) for card in self.cards(number)),
            tuple(shown),
            self.won_cents(number),
            bool(self.view.round and self.view.round.turn == number),
            "fold" in seat.decisions,
            seat.banks,
        )

    def _state(self, seat: SeatView) -> str:
        now = self.view.round
        if seat.banks:
            return "Bank"
        if seat.dead:
            return "Dead"
        if now and now.turn == seat.seat:
            return "Deciding"
        if self.lines(seat.seat):
            return self.reads(seat.seat)
        if seat.decisions:
            return _SAID.get(seat.decisions[-1], seat.decisions[-1].capitalize())
        if seat.bets:
            return "Ready" if now and now.betting else "Waiting"
        return ""

    def spots(self) -> list[Spot]:
        """The places for bets at one's own seat, from left to right."""
        offered = [key for key in self.game.spots if self._is_offered(self.game.bet(key))]
        lines = self.lines(self.own) if self.own else {}
        bets = self.view.seats[self.own - 1].bets if self.own else {}
        found = []
        for place, key in enumerate(offered):
            bet, line, limit = self.game.bet(key), lines.get(key), self.setup.limits.get(key)
            before = self.game.bet(offered[place - 1]) if place else None
            found.append(
                Spot(
                    key,
                    title(bet.name),
                    bet.placed is Placed.BEFORE_THE_DEAL
                    and not bet.is_required(self.setup.options),
                    span(limit) if limit else "",
                    bets.get(key, line.stake_cents if line else 0),
                    line.net_cents if line else None,
                    reasons.short(line.reason) if line else "",
                    bool(bet.equals and before and bet.equals in (before.key, before.equals)),
                    bet.placed is Placed.BY_DECISION,
                    [*lines].index(key) if line else None,
                    bet.equals if bet.placed is Placed.BEFORE_THE_DEAL else "",
                )
            )
        return found

    def _is_offered(self, bet: Bet) -> bool:
        return bet.key in self.setup.limits or bet.equals in self.setup.limits


_SAID: Final = {"fold": "Folded", "play": "Played", "stand": "Stands", "double": "Doubled"}


def _own_seat(view: View, viewer: Actor | None) -> int:
    """The viewer's first seat; 0 for who only watches."""
    held = (
        seat.seat for seat in view.seats if viewer and seat.taken and seat.player == viewer.name
    )
    return next(held, 0)


def _told(line: events.Paid | None, cents: int) -> str:
    return money.show(cents) if line is None else signed(line.net_cents)


def span(limit: events.Limit) -> str:
    """What a bet takes."""
    least, most = money.show(limit.least_cents), money.show(limit.most_cents)
    return least if least == most else f"{least} to {most}"


def sheets(setup: events.TableOpened) -> list[dict[str, Any]]:
    """The pay tables in force, as the side panel shows them."""
    game = games.game(setup.game)
    shown = []
    for table in described(game)["pay_tables"]:
        if setup.pay_tables.get(table["bet"]) != table["name"]:
            continue
        for column, lines in table["columns"].items():
            more = "" if column == "pays" else f", {table['titles'][column]}"
            shown.append(
                {
                    "name": title(game.bet(table["bet"]).name),
                    "table": f"table {table['name']}{more}",
                    "lines": [
                        (_capital(line["hand"]), line["pays"])
                        for line in lines
                        if line["pays"] != "lose"
                    ],
                }
            )
    return shown


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
