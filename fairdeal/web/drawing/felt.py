"""A table as a page shows it: from what its viewer may see, and from the game's declaration."""

from collections.abc import Iterable, Mapping
from typing import Final

from fairdeal import cards, games
from fairdeal.games.layout import Act
from fairdeal.games.round import Divided, Round, Seat
from fairdeal.games.terms import terms
from fairdeal.live import Actor, Role, events
from fairdeal.live.table import procedure
from fairdeal.live.views import LastView, RoundView, SeatView, Shown, View
from fairdeal.money import net_of
from fairdeal.web.drawing.pieces import Face, Hand
from fairdeal.web.naming import capital

STAGES: Final[Mapping[str, frozenset[Act]]] = {
    "Bets": frozenset({Act.BET}),
    "Deal": frozenset({Act.ANNOUNCE, Act.DEAL, Act.DISCARD, Act.PEEK}),
    "Decide": frozenset({Act.DECIDE}),
    "Reveal": frozenset({Act.COLLECT, Act.REVEAL, Act.DRAW}),
    "Settle": frozenset({Act.SETTLE, Act.CLEAR}),
}
"""The stages of a round that the head of the page names."""


class Felt:
    """A table as its viewer sees it.

    While bets are placed for the next round, the cards and results of the last one stay in sight.
    They belong to who played it: a seat that has another player since shows nothing of it.
    """

    def __init__(self, view: View, viewer: Actor | None) -> None:
        assert view.setup is not None, "a table that was never opened has no page"
        self.view = view
        self.setup = view.setup
        self.game = games.known(view.setup.game)
        self.own = _own_seat(view, viewer)
        now = view.round
        self._past = view.last if now is None or now.betting else None

    @property
    def unconfirmed(self) -> str:
        """What the seat whose turn it is has declared, until the dealer confirms it."""
        return self.view.round.unconfirmed if self.view.round else ""

    @property
    def in_sight(self) -> RoundView | LastView | None:
        """The round whose cards and results are in sight."""
        return self._past or self.view.round

    @property
    def is_over(self) -> bool:
        """Whether the round in sight is over."""
        return self._past is not None or bool(self.view.round and self.view.round.over)

    @property
    def is_betting(self) -> bool:
        """Whether bets may be placed or changed; a dealer who is a person opens the betting."""
        now, view = self.view.round, self.view
        if not view.is_open or view.disabled or view.held or view.closing:
            return False
        if now is None or now.over:
            return not self.game.player_banked and not view.dealer
        return now.betting and (now.bank_cents is not None or not self.game.player_banked)

    @property
    def seat(self) -> SeatView | None:
        """One's own seat; None for who only watches."""
        return self.view.seats[self.own - 1] if self.own else None

    @property
    def void(self) -> str:
        """Why the round in sight is void."""
        return self.in_sight.void if self.in_sight else ""

    @property
    def stage(self) -> str:
        """How far the round has come, in a word."""
        now = self.view.round
        if now is None or now.betting or (now.over and self.is_betting):
            return "Bets"
        if now.over:
            return "Settle"
        steps = procedure.steps_in(self.setup)
        act = steps[min(now.step, len(steps) - 1)].act
        return next(name for name, acts in STAGES.items() if act in acts)

    @property
    def banker_seat(self) -> int:
        """The seat that holds the bank of the round in sight, or held it; 0 without one."""
        if self._past:
            held = self._past.banker_seat
        else:
            held = next((seat.seat for seat in self.view.seats if seat.banks), 0)
        return 0 if held and self._is_anothers(held) else held

    def _is_anothers(self, seat: int) -> bool:
        """Whether the seat belonged to another player in the round in sight."""
        return self.in_sight is not None and seat in self.in_sight.left

    def dealer_cards(self) -> list[Face]:
        """The dealer's cards, or the places for them."""
        shown = [Face(card) for card in self.in_sight.dealer] if self.in_sight else []
        number = self.game.dealer_cards
        return shown or [Face("")] * (number if number <= 6 else 3)  # seven come one by one

    @property
    def board(self) -> Shown:
        """The cards that all hands share, None for those that lie face down."""
        return self.in_sight.board if self.in_sight else ()

    def board_cards(self) -> list[Face]:
        """The cards that all hands share, or the places for them."""
        shown = [Face(card) for card in self.board]
        return shown + [Face("")] * (self.game.board_cards - len(shown))

    def dealer_reads(self) -> str:
        """What the dealer's cards make, where all of them may be seen."""
        shown = self.in_sight.dealer if self.in_sight else ()
        if not shown or None in shown:
            return ""
        held = _parsed(*shown, *self.board)
        return capital(games.settlement_of(self.game.key).dealers_hand.reads(held))

    def cards(self, seat: int) -> Shown:
        """The cards of a seat, None for those that lie face down."""
        if self._is_anothers(seat):
            return ()
        if self._past:
            return self._past.seats.get(seat, ())
        return self.view.seats[seat - 1].cards

    def bets(self, seat: int) -> dict[str, int]:
        """What a seat has bet in the round in play, or in one that is over and still in sight."""
        is_left = not self._past and self._is_anothers(seat)
        return {} if is_left else self.view.seats[seat - 1].bets

    def decisions(self, seat: int) -> tuple[str, ...]:
        """What a seat has decided in the round in sight."""
        if self._is_anothers(seat):
            return ()
        if self._past:
            return self._past.decisions.get(seat, ())
        return self.view.seats[seat - 1].decisions

    def by_system(self, seat: int) -> tuple[str, ...]:
        """What the system decided for a seat in the round in sight, whose time was up.

        Nothing once it has bet again.
        """
        if self._past and self.bets(seat):
            return ()
        past, now = self._past, self.view.seats[seat - 1]
        places = past.by_system.get(seat, ()) if past else now.by_system
        said = self.decisions(seat)
        return tuple(said[place] for place in places if place < len(said))

    def hands(self, seat: int) -> tuple[Hand, ...]:
        """The cards of a seat as the hands that they make: one, or several once it divided them.

        The settlement pays all of them in one line; what each won follows from the game's rules.
        """
        shown, divided = self.cards(seat), self._divided(seat)
        if divided is None:
            return (Hand(tuple(Face(card) for card in shown)),)
        bet = self.divided_bet(seat)
        line = next((line for line in self._lines(seat) if line.bet == bet), None)
        stake = line.stake_cents if line else self.bets(seat).get(bet, 0)
        share = stake // len(divided.parts)
        found = [
            Hand(
                tuple(Face(cards.name(card)) for card in part.cards),
                part.name,
                part.reads,
                share,
                None if part.odds is None else net_of(share, part.odds),
            )
            for part in divided.parts
        ]
        rest = tuple(Face(card) for card in shown[divided.used :])
        return (*found, *([Hand(rest, divided.rest)] if rest else []))

    def divided_bet(self, seat: int) -> str:
        """The bet that lies on the hands of a seat in equal parts; empty while it has one hand."""
        word = self._divided_by(seat)
        return self.game.choices[word].bet if word else ""

    def _divided_by(self, seat: int) -> str:
        known = games.settlement_of(self.game.key).divides
        return next((word for word in self.decisions(seat) if word in known), "")

    def _divided(self, seat: int) -> Divided | None:
        """The hands of a seat that has divided its cards, which it gets at once and face up."""
        word = self._divided_by(seat)
        if not word:
            return None
        bet = self.game.choices[word].bet
        is_settled = any(line.bet == bet for line in self._lines(seat))
        dealer = self.in_sight.dealer if self.in_sight and is_settled else ()
        own = Seat(seat, _parsed(*self.cards(seat)), self.bets(seat), self.decisions(seat))
        chosen = terms(self.game, self.setup.pay_tables, self.setup.options)
        played = Round(self.game, chosen, _parsed(*dealer), (own,))
        return games.SETTLEMENTS[self.game.key].divides[word](played, own)

    def lines(self, seat: int) -> tuple[events.Paid, ...]:
        """What was settled at a seat, several lines for a bet that was paid more than once.

        Nothing once it has bet again.
        """
        return () if self._past and self.bets(seat) else self._lines(seat)

    def lines_by_bet(self, seat: int) -> dict[str, list[events.Paid]]:
        """The same, every line under its bet."""
        found: dict[str, list[events.Paid]] = {}
        for line in self.lines(seat):
            found.setdefault(line.bet, []).append(line)
        return found

    def _lines(self, seat: int) -> tuple[events.Paid, ...]:
        is_anothers = self._is_anothers(seat)
        return () if is_anothers else tuple(each for each in self.settled() if each.seat == seat)

    def settled(self) -> Iterable[events.Paid]:
        """Everything that was settled in the round in sight."""
        return self.in_sight.lines if self.in_sight else ()

    def won_cents(self, seat: int) -> int | None:
        """What a seat won or lost in all; None while nothing is settled."""
        lines = self.lines(seat)
        return sum(line.net_cents for line in lines) if lines else None

    def reads(self, seat: int) -> str:
        """What the cards of a seat make, where all of them may be seen."""
        shown = self.cards(seat)
        if not shown or None in shown:
            return ""
        divided = self._divided(seat)
        if divided is not None and len(shown) < self.game.player_cards:
            return capital(divided.name)  # together they make a hand when the last has come
        return capital(games.settlement_of(self.game.key).reads(self.hand(seat)))

    def hand(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat that may be seen, with those that all hands share."""
        return _parsed(*self.cards(seat), *self.board)


def _parsed(*names: str | None) -> tuple[int, ...]:
    return cards.parse(" ".join(name for name in names if name))


def _own_seat(view: View, viewer: Actor | None) -> int:
    """The viewer's first seat; 0 for who only watches, also where a player has the same name."""
    if viewer is None or viewer.role is not Role.PLAYER:
        return 0
    held = (seat.seat for seat in view.seats if seat.taken and seat.player == viewer.name)
    return next(held, 0)
