"""Exact counts of what happened: a fold over happenings, by table, configuration, day and shift."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date

from fairdeal.books.calendar import Calendar
from fairdeal.books.journal import FinishedRound, Happening, LatePay, Moved
from fairdeal.books.pairs import Heads, Pair, pairs_of
from fairdeal.books.wagers import SeatWager, Theme, seat_wagers
from fairdeal.live.events import Paid, PayMade


@dataclass(frozen=True)
class Place:
    """Where something is counted."""

    table: str
    configuration: int
    theme: Theme
    day: date
    shift: int
    slot: int = 0
    """Which part of the interval, where its course is asked for."""
    practice: bool = False
    """At a practice table, whose chips are not money."""


@dataclass
class Spot:
    """One bet of the layout, over many rounds."""

    bets: int = 0
    """Stakes that were settled; an award without one of its own has none."""
    handle_cents: int = 0
    won: int = 0
    """How often it paid."""
    paid_cents: int = 0
    """What it paid beside the stake."""
    lost: int = 0
    taken_cents: int = 0
    pushes: int = 0
    returned_cents: int = 0
    """Of the stakes, what had no action."""
    award_cents: int = 0
    """What meters brought for what it paid."""

    @property
    def win_cents(self) -> int:
        """What the bank won by it; what meters paid is not the bank's loss."""
        return self.taken_cents - self.paid_cents + self.award_cents

    def add_line(self, line: Paid, award_cents: int = 0) -> None:
        """Count what became of one bet."""
        self.bets += line.stake_cents > 0
        self.handle_cents += line.stake_cents
        self.won += line.net_cents > 0
        self.paid_cents += max(0, line.net_cents)
        self.lost += line.net_cents < 0
        self.taken_cents += max(0, -line.net_cents)
        whole = line.returned_cents == line.stake_cents  # awards that pay nothing are not a push
        self.pushes += line.net_cents == 0 and not whole
        self.returned_cents += line.returned_cents
        self.award_cents += award_cents

    def add(self, other: "Spot") -> None:
        """Count what another one counted."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Sample:
    """One wager, hand by hand: all that is needed to hold it against its theory."""

    hands: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By stake and by the number of others whose hands pay it."""
    win_cents: int = 0
    hits: int = 0
    """Hands by which the player won."""
    left_out: int = 0
    """Hands that a player's bank might not have paid whole: theory says nothing of them."""
    largest_pay_cents: int = 0
    """The most that a single hand cost the bank."""
    wins_together: int = 0
    """Products of what two hands of one round brought the bank, over every two; both ways round."""
    wins_by_stakes: int = 0
    """The same of what one brought and what the other had at stake."""
    stakes_together: int = 0
    """The same of two stakes."""

    def add(self, other: "Sample") -> None:
        """Count what another one counted."""
        largest = max(self.largest_pay_cents, other.largest_pay_cents)
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        self.largest_pay_cents = largest

    def add_round(self, hands: Iterable[SeatWager]) -> None:
        """Count the hands of one round."""
        found = list(hands)
        self.left_out += sum(not hand.is_covered for hand in found)
        found = [hand for hand in found if hand.is_covered]
        stakes = [hand.stake_cents for hand in found]
        wins = [hand.win_cents for hand in found]
        self.hands.update((hand.stake_cents, hand.others) for hand in found)
        self.win_cents += sum(wins)
        self.hits += sum(win < 0 for win in wins)
        self.largest_pay_cents = max([self.largest_pay_cents, *(-win for win in wins)])
        self.wins_together += sum(wins) ** 2 - sum(win**2 for win in wins)
        own = sum(win * stake for win, stake in zip(wins, stakes, strict=True))
        self.wins_by_stakes += sum(wins) * sum(stakes) - own
        self.stakes_together += sum(stakes) ** 2 - sum(stake**2 for stake in stakes)

    def add_rest(self, before_cents: int, then_cents: int) -> None:
        """Count what else a hand brought the bank that was counted already."""
        self.win_cents += then_cents - before_cents
        self.hits += (then_cents < 0) - (before_cents < 0)
        self.largest_pay_cents = max(self.largest_pay_cents, -then_cents)


@dataclass
class Counts:
    """What was counted at one place."""

    rounds: int = 0
    void_rounds: int = 0
    """Those with at least one bet; they count as nothing else."""
    hands: int = 0
    dead_hands: int = 0
    """Seats that were ruled out of a round; they count as nothing else."""
    system_decisions: int = 0
    moved_cents: Counter[str] = field(default_factory=Counter)
    """Cents by what moved them."""
    spots: dict[str, Spot] = field(default_factory=dict)
    samples: dict[str, Sample] = field(default_factory=dict)
    pairs: dict[Heads, Pair] = field(default_factory=dict)

    @property
    def win_cents(self) -> int:
        """What the bank won: the house, or the players who hold the bank."""
        return sum(spot.win_cents for spot in self.spots.values())

    @property
    def handle_cents(self) -> int:
        """Everything that was put at stake."""
        return sum(spot.handle_cents for spot in self.spots.values())

    def add(self, other: "Counts") -> None:
        """Count what another one counted."""
        self.rounds += other.rounds
        self.void_rounds += other.void_rounds
        self.hands += other.hands
        self.dead_hands += other.dead_hands
        self.system_decisions += other.system_decisions
        self.moved_cents.update(other.moved_cents)
        for bet, spot in other.spots.items():
            self.spots.setdefault(bet, Spot()).add(spot)
        for head, sample in other.samples.items():
            self.samples.setdefault(head, Sample()).add(sample)
        for heads, pair in other.pairs.items():
            self.pairs.setdefault(heads, Pair()).add(pair)

    def add_round(self, played: FinishedRound) -> None:
        """Count a round that is over."""
        if played.void:
            self.void_rounds += any(played.placed.values())
            return
        self.rounds += 1
        waited = {seat for seat, _ in played.held.values()}
        self.hands += len(waited | {line.seat for line in played.lines})
        self.dead_hands += len(played.dead)
        self.system_decisions += played.system_decisions
        for line in played.lines:
            self.spots.setdefault(line.bet, Spot()).add_line(line)
        for paid in played.pays:
            self._add_pay(paid)
        hands = list(seat_wagers(played))
        for head in dict.fromkeys(hand.head for hand in hands):
            own = (hand for hand in hands if hand.head == head)
            self.samples.setdefault(head, Sample()).add_round(own)
        for heads, pair in pairs_of(hands):
            self.pairs.setdefault(heads, Pair()).add(pair)

    def add_late(self, late: LatePay) -> None:
        """Count a win that was paid when its round was over; its hand was counted with the round.

        A wager that waited whole comes into the sample now; of one that was settled in part the
        rest is added.  What it had in common with others of its round is left out.
        """
        self._add_pay(late.paid)
        before, then = (
            {(hand.seat, hand.head): hand for hand in seat_wagers(each)}
            for each in (late.before, late.then)
        )
        for key, hand in then.items():
            sample = self.samples.setdefault(hand.head, Sample())
            if key in before:
                sample.add_rest(before[key].win_cents, hand.win_cents)
            else:
                sample.add_round([hand])

    def _add_pay(self, paid: PayMade) -> None:
        line = paid.line
        self.spots.setdefault(line.bet, Spot()).add_line(line, paid.award_cents)


def activity(
    happenings: Iterable[Happening],
    calendar: Calendar,
    slot_of: Callable[[int], int] = lambda at: 0,
) -> dict[Place, Counts]:
    """Everything that happened, counted on the day, in the shift and slot in which it did."""
    found: dict[Place, Counts] = {}
    themes: dict[tuple[str, int], Theme] = {}
    for each in happenings:
        dealt = each.table, each.setup.configuration
        if dealt not in themes:
            themes[dealt] = Theme.of(each.setup)
        day, shift = calendar.day_of(each.at), calendar.shift_of(each.at)
        practice = each.setup.practice
        place = Place(*dealt, themes[dealt], day, shift, slot_of(each.at), practice)
        counts = found.setdefault(place, Counts())
        if isinstance(each, Moved):
            counts.moved_cents[each.what] += each.cents
        elif isinstance(each, LatePay):
            counts.add_late(each)
        else:
            counts.add_round(each)
    return found
