"""A second witness of live rounds: what was paid, held against the naive twin.

It reads the words of the log and nothing else.  Neither the table, nor its procedure, nor the
referee has a part in it: cards are counted off the deck that the round showed in the end.  Only
what a meter showed comes from the fold over the whole log.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.progressive import Progressive, caught_up, is_progressive
from tests import naive
from tests.twins import named

DEALER = 0
BURNED = -1


@dataclass
class Round:
    """What was bet, said, dealt and paid so far."""

    number: int
    bets: dict[int, dict[str, int]] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    said: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    places: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    used: int = 0
    banker: int = 0
    bank_cents: int | None = None
    paid: list[naive.Line] = field(default_factory=list)
    held: dict[tuple[int, str], dict[str, Any]] = field(default_factory=dict)
    """Wins that wait for approval, by seat and bet."""

    def deal(self, hand: int, count: int) -> None:
        """Cards leave the deck for a hand."""
        self.places[hand] += range(self.used, self.used + count)
        self.used += count

    def cards(self, hand: int, deck: bytes) -> tuple[str, ...]:
        """The cards of a hand in the order dealt."""
        return named(deck[place] for place in self.places[hand])


class Witness:
    """Follows one table; *settled* counts the rounds that it has settled itself.

    What a meter pays is not the table's alone: *awards* names the cents by payment, where known.
    """

    def __init__(self, awards: Mapping[int, int] | None = None) -> None:
        self.settled = 0
        self._awards = awards or {}
        self._due: dict[int, dict[str, Any]] = {}
        self._setup: dict[str, Any] = {}
        self._round = Round(0)

    def hear(self, event: Recorded) -> list[str]:
        """Go on to the next event; what is wrong with the round that it closes."""
        body = msgspec.json.decode(event.body)
        if event.kind == "round-closed":
            self.settled += 1
            return [f"{event}: {fault}" for fault in self._faults(body)]
        if event.kind == "pay-made":
            return [f"{event}: {fault}" for fault in self._faults_of_a_pay(body)]
        self._follow(event.kind, body)
        return []

    def _follow(self, kind: str, body: dict[str, Any]) -> None:
        now, seat = self._round, body.get("seat", 0)
        match kind:
            case "table-opened":
                self._setup = body
            case "round-opened":
                self._round = Round(body["round"])
            case "bets-placed":
                now.bets[seat], now.players[seat] = body["bets"], body["player"]
            case "bank-posted":
                now.banker, now.bank_cents = seat, body["cents"]
            case "bank-declined":
                now.banker, now.bank_cents = 0, None
            case "cards-dealt":
                for hand, faces, *_ in body["deals"]:
                    now.deal(hand, len(faces))
            case "card-burned":
                now.deal(BURNED, 1)
            case "decision-made":
                now.said[seat].append(body["word"])
                now.deal(seat, len(body.get("shown", ())))
            case "seat-died":
                del now.bets[seat]
            case "bets-settled":
                now.paid += map(_line, body["lines"])
            case "pay-held" | "round-voided":
                self._follow_pays(body)

    def _follow_pays(self, body: dict[str, Any]) -> None:
        for dropped in body.get("dropped", ()):
            del self._due[dropped]
        if "pay" in body:
            self._due[body["pay"]] = body
            if body["stake_cents"] or not body.get("meter"):  # else it comes on top of a line
                self._round.held[body["seat"], body["bet"]] = body

    def _faults(self, closed: dict[str, Any]) -> Iterator[str]:
        now, setup = self._round, self._setup
        deck = msgspec.convert(closed["deck"], bytes, strict=False)
        dealer = now.cards(DEALER, deck)
        seats = [
            naive.Seat(seat, now.cards(seat, deck), bets, tuple(now.said[seat]), now.players[seat])
            for seat, bets in sorted(now.bets.items())
            if bets
        ]
        for seat in seats:
            yield from self._faults_of_words(seat, dealer)
        lines = naive.settle(
            setup["game"],
            dealer,
            seats,
            setup["pay_tables"],
            setup["options"],
            now.bank_cents,
            banker=now.banker,
        )
        at_once = [line for line in lines if (line.seat, line.bet) not in now.held]
        if now.paid != at_once:
            yield f"paid was {now.paid}, and the twin pays {at_once}"
        for line in (line for line in lines if line not in at_once):
            if not _is_held_as(line, now.held.pop((line.seat, line.bet))):
                yield f"{line} was not held as the twin has it"
        yield from (
            f"seat {seat} was to be paid for {bet} it did not win" for seat, bet in now.held
        )
        if now.bank_cents is not None:
            left = now.bank_cents - sum(line.net_cents for line in lines)
            if closed.get("bank_cents", 0) != left:
                yield f"{closed.get('bank_cents', 0)} cents of the bank went back, not {left}"

    def _faults_of_a_pay(self, made: dict[str, Any]) -> Iterator[str]:
        """What was held is paid once, and is what the round won or the meter showed."""
        due, line = self._due.pop(made["pay"], None), _line(made["line"])
        if due is None:
            yield f"payment {made['pay']} was not due"
            return
        net = due["net_cents"]
        if due.get("meter"):
            award = self._awards.get(made["pay"], made["award_cents"])
            net = award - (due["stake_cents"] if due.get("includes_bet") else 0)
        owed = naive.Line(due["seat"], due["bet"], due["stake_cents"], net, 0)
        if line != owed or made["line"]["player"] != due["player"]:
            yield f"{made['line']['player']} was paid {line}, and {due['player']} is owed {owed}"

    def _faults_of_words(self, seat: naive.Seat, dealer: tuple[str, ...]) -> Iterator[str]:
        """What the seat said must have been open to it, and all that was to be said."""
        said = seat.decisions
        if self._setup["game"] != "three-way-action":
            if len(said) != ("ante" in seat.bets) or not {*said} <= {"play", "fold"}:
                yield f"seat {seat.number} bet {seat.bets} and said {said}"
            return
        options = self._setup["options"]
        for count, word in enumerate(said):
            legal = naive.legal_words(seat.cards, said[:count], dealer, options)
            if word not in legal:
                yield f"seat {seat.number} with {seat.cards} said {said}, where {legal} were open"
        legal = naive.legal_words(seat.cards, said, dealer, options)
        if legal and not naive.has_21_at_last(seat, options):
            yield f"seat {seat.number} with {seat.cards} was not asked after {said}: {legal}"


def _line(body: dict[str, Any]) -> naive.Line:
    returned = body.get("returned_cents", 0)
    return naive.Line(body["seat"], body["bet"], body["stake_cents"], body["net_cents"], returned)


def _is_held_as(line: naive.Line, held: dict[str, Any]) -> bool:
    """Whether a win was held with its stake and amount; what a meter pays is not the twin's."""
    net = line.net_cents if held.get("meter") else held["net_cents"]
    return (held["stake_cents"], net) == (line.stake_cents, line.net_cents) and net > 0


def awards_of(log: Iterable[Recorded], table: str) -> dict[int, int]:
    """What the meters showed when a table's hands won them, by payment, from the whole log."""
    progressives: dict[str, Progressive] = {}
    found: dict[int, int] = {}
    for row in log:
        if is_progressive(row.stream):
            progressives.setdefault(row.stream, Progressive(row.stream.partition(":")[2]))
        for name, before in progressives.items():
            progressives[name] = now = caught_up(before, [row])
            found |= {hit.pay: hit.cents for hit in now.hits.values() if hit.table == table}
    return found


def disagreements(events: Iterable[Recorded], awards: Mapping[int, int] | None = None) -> list[str]:
    """What the twin has against the rounds of one table."""
    witness = Witness(awards)
    return [fault for event in events for fault in witness.hear(event)]
