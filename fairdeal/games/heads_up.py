"""A round that one player plays against the dealer: a deck, dealt by the declared procedure."""

from collections.abc import Mapping, Sequence
from typing import Final

from fairdeal.errors import Refused, listed
from fairdeal.games import SETTLEMENTS, referee
from fairdeal.games.layout import Act, Game, Pass, Step, Who
from fairdeal.games.round import Line, Move, Round, Seat
from fairdeal.games.terms import Terms

SEAT: Final = 1


class HeadsUp:
    """The round from the first card on, waiting for the player's next word or over.

    The cards lie as at a live table with one seat, and the rules that a live table asks are asked
    here: which words are open, whether the dealer draws or looks, what every bet wins.
    """

    def __init__(
        self, game: Game, terms: Terms, bets: Mapping[str, int], deck: Sequence[int]
    ) -> None:
        self.game = game
        self.terms = terms
        self.said: tuple[str, ...] = ()
        """What the player has said."""
        self.stakes = dict(bets)
        """Cents on every bet by now."""
        self.moves: tuple[Move, ...] = ()
        """What the player may say next; nothing when the round is over."""
        self.decision = 0
        """Which of the game's decisions the round has come to, counted from 0."""
        self._bets = dict(bets)
        self._rules = SETTLEMENTS[game.key]
        self._deck = iter(deck)
        self._held: dict[Who, list[int]] = {who: [] for who in Who}
        self._up: dict[Who, list[bool]] = {who: [] for who in Who}
        chosen = {f"{key}={value}" for key, value in terms.options.items()}
        steps = next(iter(game.procedures.values()))
        self._steps = iter([step for step in steps if not step.when or step.when in chosen])
        self._go_on()

    @property
    def is_over(self) -> bool:
        """Whether every card is out and nothing is left to decide."""
        return not self.moves

    @property
    def default(self) -> str:
        """The word that is taken for a player who says nothing in time."""
        return self.game.decisions[self.decision].default

    def seen(self, who: Who) -> tuple[int | None, ...]:
        """A hand as the player sees it, in the order dealt; None for a card that is hidden."""
        is_own = who is Who.SEATS
        pairs = zip(self._held[who], self._up[who], strict=True)
        return tuple(card if up or is_own else None for card, up in pairs)

    @property
    def played(self) -> Round:
        """The round as the referee reads it, with every card that is out."""
        return Round(
            self.game,
            self.terms,
            tuple(self._held[Who.DEALER]),
            (Seat(SEAT, tuple(self._held[Who.SEATS]), self._bets, self.said),),
            board=tuple(self._held[Who.BOARD]),
            decision=self.decision,
        )

    def say(self, word: str) -> None:
        """The player decides; the round goes on to the next decision, or to its end."""
        move = next((each for each in self.moves if each.word == word), None)
        if move is None:
            open_to = listed((each.word for each in self.moves), "or")
            why = "the round is over" if self.is_over else f"expected {open_to}"
            raise Refused(f"cannot say {word!r}: {why}", code="decision.illegal")
        self.said += (word,)
        if move.bet:
            self.stakes[move.bet] = self.stakes.get(move.bet, 0) + move.cents
        self._take(Who.SEATS, "u" * move.cards)
        if not self._asks():
            self._go_on()

    def settle(self) -> list[Line]:
        """Every bet with what it won or lost, once the round is over."""
        return referee.settle(self.played)

    def _asks(self) -> bool:
        """Whether something is open to the player at this decision; if not, it is past."""
        self.moves = self._rules.moves(self.played, self.played.seats[0])
        self.decision += not self.moves
        return bool(self.moves)

    def _go_on(self) -> None:
        """The dealer's steps, up to a decision that the player has to make."""
        for step in self._steps:
            match step.act:
                case Act.DEAL:
                    for each in step.passes:
                        self._pass(each)
                case Act.PEEK if self._rules.stops(self.played):
                    self._turn(Who.DEALER)
                case Act.DECIDE:
                    if self._asks():
                        return
                case Act.DRAW:
                    while self._rules.dealer_draws(self.played):
                        self._take(Who.DEALER, "u")
                case _:
                    for who in step.turns:
                        self._turn(who, step)

    def _pass(self, each: Pass) -> None:
        self._take(each.to, each.faces or "d" * (each.fill_to - len(self._held[each.to])))
        for _ in range(each.burn):
            next(self._deck)

    def _take(self, who: Who, faces: str) -> None:
        """Cards off the deck, one for each letter."""
        for face in faces:
            self._held[who].append(next(self._deck))
            self._up[who].append(face == "u")

    def _turn(self, who: Who, step: Step | None = None) -> None:
        """Turn a hand face up, or as many more cards of the board as the step turns."""
        up = self._up[who]
        most = sum(up) + step.cards if step and step.cards and who is Who.BOARD else len(up)
        up[:most] = [True] * most
