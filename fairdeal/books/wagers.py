"""Wagers as theory sees them: a bet with everything that belongs to it, hand by hand.

Ante, play and ante bonus are one wager, and so is a bonus with its envy; a compulsory bet that must
equal the ante is part of the base game and is not counted a second time.
"""

import hashlib
from collections.abc import Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil
from typing import Final, TypeAlias

from fairdeal import games
from fairdeal.books.journal import FinishedRound
from fairdeal.errors import FairdealError
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Game
from fairdeal.games.paytable import meter_net
from fairdeal.games.terms import Terms, terms
from fairdeal.live.events import PayMade, TableOpened

Named: TypeAlias = tuple[tuple[str, str], ...]

HOUSE: Final = "house"
PLAYERS: Final = "player/dealers"


@dataclass(frozen=True)
class Theme:
    """What makes a game another one in the books: any of it may change the theoretical return."""

    game: str
    pay_tables: Named
    options: Named
    rules_digest: str

    @classmethod
    def of(cls, setup: TableOpened) -> "Theme":
        """The theme that a table deals."""
        tables, options = sorted(setup.pay_tables.items()), sorted(setup.options.items())
        return cls(setup.game, tuple(tables), tuple(options), setup.rules_digest)

    @cached_property
    def id(self) -> str:
        """A short name that no other theme has."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:8]

    @property
    def bank(self) -> str:
        """Who wins what players lose."""
        return PLAYERS if games.known(self.game).player_banked else HOUSE

    @property
    def terms(self) -> Terms | None:
        """The pay tables and options; None where this program does not know them any more."""
        return _terms(games.known(self.game), self.pay_tables, self.options)

    @property
    def same_rules(self) -> bool:
        """Whether this program settles, and counts, by the rules under which it was dealt."""
        game = games.GAMES.get(self.game)
        return game is not None and self.rules_digest == rules_digest(game)

    @property
    def why_no_theory(self) -> str:
        """Why its hands cannot be held against exact figures; empty where they can."""
        if self.game not in games.GAMES:
            return "their game is not installed here"
        if self.terms is None:
            return "this program does not know the pay tables any more"
        if not self.same_rules:
            return "they were played under other rules than this program's"
        return _why_unsolved(games.game(self.game))

    def tables_of(self, head: str) -> dict[str, str]:
        """The pay tables that settle a wager, by bet."""
        game = games.known(self.game)
        return {bet: name for bet, name in self.pay_tables if game.head_of(bet) == head}


@lru_cache
def _why_unsolved(game: Game) -> str:
    # The analysis takes longer to load than most commands to run.
    from fairdeal.analysis.registry import why_unsolved

    return why_unsolved(game)


@lru_cache
def _terms(game: Game, pay_tables: Named, options: Named) -> Terms | None:
    try:
        return terms(game, dict(pay_tables), dict(options))
    except FairdealError:
        return None


@dataclass(frozen=True, slots=True)
class SeatWager:
    """One wager of one seat in one round."""

    seat: int
    head: str
    stake_cents: int
    """On the bet that gives the wager its name, before the deal."""
    others: int
    """Other players' hands that may pay this wager."""
    win_cents: int
    """What the bank won by it; a meter counts as if it had stood at its printed reset level."""
    is_covered: bool
    """Whether the bank could have paid it whatever the cards."""


def seat_wagers(played: FinishedRound) -> Iterator[SeatWager]:
    """Every wager of a round that was settled, seat by seat as the bank covered them."""
    game = games.known(played.setup.game)
    theme = Theme.of(played.setup) if game.player_banked else None
    wins: dict[tuple[int, str], int] = {}
    for line in played.lines:
        key = line.seat, game.head_of(line.bet)
        wins[key] = wins.get(key, 0) - line.net_cents
    for paid in played.pays:
        key = paid.line.seat, game.head_of(paid.line.bet)
        wins[key] = wins.get(key, 0) - _net_at_reset(played, paid)
    waited = {(seat, game.head_of(bet)) for seat, bet in played.held.values()}
    left = played.posted_cents
    paid_lines = [*played.lines, *(paid.line for paid in played.pays)]
    for seat in dict.fromkeys(line.seat for line in paid_lines):
        placed = played.placed.get(seat, {})
        for bet in (each.key for each in game.bets if each.key in placed):
            if game.head_of(bet) != bet or (seat, bet) not in wins:
                continue
            stake, win, is_covered = placed[bet], wins[seat, bet], True
            if theme is not None:
                most = _most(game, theme, bet, stake)
                is_covered = left >= most
                # A neighbour's own cards tell nothing of this hand, but the dealer's would.
                left -= abs(win) if bet in dict(theme.pay_tables) else most
            others = _others(played, game, seat, bet, wins.keys() | waited)
            yield SeatWager(seat, bet, stake, others, win, is_covered)


def _others(
    played: FinishedRound, game: Game, seat: int, head: str, wagers: Set[tuple[int, str]]
) -> int:
    """How many hands of other players may pay a wager.

    A folded hand counts: theory has it that no hand is folded that would have paid.
    """
    whose = game.bet(head).others
    if whose is None:
        return 0
    any_player = whose.are_all(played.setup.options)
    hands = {number for number, each in wagers if any_player or each == head}
    return sum(played.players.get(number) != played.players[seat] for number in hands)


def _net_at_reset(played: FinishedRound, paid: PayMade) -> int:
    """What a payment cost the bank, as theory sees it.

    Where the bet's own pay table names the meter, theory has it at its reset level.  A meter that
    is paid on top of what a bet wins is not part of the bet.
    """
    line, found = paid.line, Theme.of(played.setup).terms
    pays = found.pay[line.bet].pays["pays"] if found and line.bet in found.pay else ()
    pay = next((each for each in pays if paid.meter and each.meter == paid.meter), None)
    if found is None or pay is None:
        return line.net_cents - paid.award_cents
    meter = found.meters[paid.meter]
    return meter_net(line.stake_cents, meter.reset_cents, meter.wager_cents, pay.bet_back)


def _most(game: Game, theme: Theme, bet: str, stake: int) -> int:
    """The most that a wager may take out of a bank, or bring into it."""
    found = theme.terms
    if found is not None and bet in found.pay:
        return ceil(stake * max(Fraction(1), found.pay[bet].most()))
    placed = {each.key: stake for each in game.bets if bet in (each.key, each.equals)}
    return game.most_wagered(placed)
