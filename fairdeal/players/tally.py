"""What rounds brought in: drop, handle, win, and the luckiest bet, added up as answers come."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from fairdeal.live.events import BetsSettled, ChipsBought, Paid
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded


@dataclass(slots=True)
class Tally:
    """The rounds of one table, as far as they were watched; the words are the books'."""

    rounds: int = 0
    """Rounds that are over."""
    drop_cents: int = 0
    """What players bought chips for."""
    handle_cents: int = 0
    """Everything that was put at stake."""
    win_cents: int = 0
    """What the bank won, the house's or a player's; negative when those who bet won."""
    best: Paid | None = None
    """The bet that won most."""
    best_round: int = 0
    events: int = 0

    @property
    def hold(self) -> Fraction | None:
        """The part of the drop that the bank won; None when nobody bought chips."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    def add(self, recorded: Iterable[Recorded], number: int) -> None:
        """Count what a command brought to the round of that number."""
        for each in recorded:
            self.events += 1
            if each.kind == "round-closed":
                self.rounds += 1
            elif each.kind == "bets-settled":
                settled = codec.decoded(each.kind, each.body)
                assert isinstance(settled, BetsSettled)
                self._settle(settled.lines, number)
            elif each.kind == "chips-bought":
                bought = codec.decoded(each.kind, each.body)
                assert isinstance(bought, ChipsBought)
                self.drop_cents += bought.cents

    def _settle(self, lines: Iterable[Paid], number: int) -> None:
        for line in lines:
            self.handle_cents += line.stake_cents
            self.win_cents -= line.net_cents
            if line.net_cents > (self.best.net_cents if self.best else 0):
                self.best, self.best_round = line, number
