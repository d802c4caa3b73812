"""A round that is over, as its viewer may see it, step by step."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from msgspec.structs import replace

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.live import AUTOMATIC, Actor, Role, Room, events, views
from fairdeal.live.history.recall import Recalled, Step, no_such_round, recall
from fairdeal.live.history.telling import told
from fairdeal.live.shoe import Deck
from fairdeal.live.table.holding import HoldingEvent
from fairdeal.live.table.state import Hand, RoundState, Table
from fairdeal.live.views import STAFF
from fairdeal.web import moments
from fairdeal.web.faces.receipt import timed_out
from fairdeal.web.faces.table import shown_to
from fairdeal.web.naming import title
from fairdeal.web.past.rounds import Rounds
from fairdeal.web.rendering import sentence

_SOMEONE: Final = "the player"
"""The viewer as which guests see the other players."""

_DEALER: Final = "the dealer"

_HIDDEN: Final = {"player": _SOMEONE, "banker": _SOMEONE, "confirmed_by": _DEALER}
"""What takes the place of a name in an event, for who is told no names."""

_OF_ONE_PLAYER: Final = (
    events.ChipsBought | events.ChipsCashed | events.DealerTipped | events.PayHeld
)
"""Events that other players are not told of."""

_AT_HAND: Final = 64
"""Rounds that need not be looked for again when a viewer goes on to the next step."""


class RoundFinder:
    """Finds rounds in the log."""

    def __init__(self, room: Room, rounds: Rounds) -> None:
        self._room = room
        self._rounds = rounds
        self._found: OrderedDict[tuple[str, int], Recalled] = OrderedDict()
        self._lock = Lock()

    def find(self, table: str, number: int) -> Recalled:
        """A round of a table that is over."""
        with self._lock:
            if (found := self._found.get((table, number))) is not None:
                return found
        now = self._room.table(table)
        if now.playing and now.playing.number == number:
            raise Refused(
                f"round {number} at {table} is in play: it can be replayed when it is over",
                code="round.open",
            )
        if not 0 < number <= now.rounds:
            raise no_such_round(table, number, now.rounds)
        is_whole = not now.holding.of_round(number)
        known = self._rounds.before(table, number)
        found = recall(self._room.store, table, number, known=known)
        if is_whole:  # what is paid later belongs to the round as well
            with self._lock:
                self._found[table, number] = found
                if len(self._found) > _AT_HAND:
                    self._found.popitem(last=False)
        return found


@dataclass(frozen=True, slots=True)
class PaidLine:
    """A bet that was settled, as a receipt has it."""

    seat: int
    name: str
    stake_cents: int
    net_cents: int
    reason: str


@dataclass(frozen=True, slots=True)
class Scene:
    """What happened at one step."""

    place: int
    """Counted from 1."""
    time: str
    text: str
    lines: tuple["PaidLine", ...]
    """What was paid and taken in it."""
    table: Table
    """The table after it."""

    @property
    def short(self) -> str:
        """What happened, without the cards of every hand."""
        if self.text.startswith(_CARDS) and ";" in self.text:
            return f"cards are {self.text.partition(':')[0]}"
        return self.text.partition(";")[0]


_CARDS: Final = ("dealt:", "turned:")


class Replay:
    """A round as one viewer sees it afterwards."""

    def __init__(self, found: Recalled, viewer: Actor) -> None:
        self.found = found
        self._viewer = viewer
        self.scenes = _scenes(found, viewer)

    def place(self, asked: str) -> int:
        """The step that is asked for; the first one where it is none."""
        number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 1
        return min(max(number, 1), len(self.scenes))

    def felt(self, scene: Scene) -> dict[str, Any]:
        """What the templates of a table need: nothing can be done there any more."""
        deck = self.found.deck
        view = views.view(scene.table, self._viewer, deck)
        shown = shown_to(view, self._viewer)
        return shown | {
            "say": sentence(scene.short)[:-1],
            "stage": "Settle" if view.round and view.round.over else shown["stage"],
            "betting": False,
            "may_sit": False,
            "until": 0,
            "note": "",
            "invitation": "You had no bet in this round.",
        }

    def seats(self) -> list[dict[str, Any]]:
        """The settlement, seat by seat, one's own first."""
        found = self.found
        players, is_told = found.state.players, _knows_names(found, self._viewer)
        name = self._viewer.name if self._viewer.role is Role.PLAYER else ""
        own = [seat for seat, player in sorted(players.items()) if player == name]
        others = [seat for seat in sorted(players) if seat not in own]
        return [
            {
                "seat": seat,
                "player": players[seat] if is_told else "",
                "is_own": seat in own,
                "lines": [_line(found, line) for line in found.lines if line.seat == seat],
                "won": sum(line.net_cents for line in found.lines if line.seat == seat),
                "note": timed_out(_by_system(found, seat)) if seat in own else "",
            }
            for seat in (*own, *others)
        ]


def _by_system(found: Recalled, seat: int) -> list[str]:
    """What the system decided for a seat."""
    state = found.state
    return [state.decisions[seat][place] for place in state.by_system.get(seat, ())]


def _scenes(found: Recalled, viewer: Actor) -> list[Scene]:
    number, scenes = found.state.number, list[Scene]()
    table, is_told = found.steps[0].then, _knows_names(found, viewer)
    for step in found.steps:
        now = step.then.round
        if now is not None and now.number == number:
            table = replace(step.then, last=None, round=_opened(now, found.deck))
        elif isinstance(step.event, events.PayMade):  # while the next round is played
            table = replace(table, round=_paid(table, step.event.line))
        if _may_know(step.event, viewer):
            time = moments.time(step.at)
            lines = tuple(_line(found, line) for line in _lines(step.event))
            words = _told(step, viewer, is_told=is_told)
            scenes.append(Scene(len(scenes) + 1, time, words, lines, table))
    return scenes


def _opened(now: RoundState, deck: Deck | None) -> RoundState:
    """Once the round is over and its deck was shown, no card lies face down."""
    if not now.over or deck is None:
        return now
    hands = {
        number: Hand(hand.places, "u" * len(hand.places), tuple(deck.order[p] for p in hand.places))
        for number, hand in now.hands.items()
    }
    return replace(now, hands=hands)


def _paid(table: Table, line: events.Paid) -> RoundState | None:
    now = table.round
    return replace(now, paid=(*now.paid, line)) if now else None


def _may_know(event: events.AnyEvent, viewer: Actor) -> bool:
    """Whether a step is the viewer's to see: chips and payments are everybody's own affair."""
    if viewer.role in STAFF or isinstance(event, events.MetersFed):
        return True
    if isinstance(event, _OF_ONE_PLAYER):
        return event.player == viewer.name
    if isinstance(event, events.PayMade):
        return event.line.player == viewer.name
    return not isinstance(event, HoldingEvent | events.BankFilled)


def _knows_names(found: Recalled, viewer: Actor) -> bool:
    return views.knows_names(viewer, found.state.everyone.values())


def _told(step: Step, viewer: Actor, *, is_told: bool) -> str:
    """A step in words; who did not play in the round is told no names."""
    event = step.event
    if isinstance(event, events.IrregularityReported) and viewer.role not in STAFF:
        return f"{event.irregularity.replace('-', ' ')} is reported; the table holds"
    if is_told:
        return step.text
    known = ("", viewer.name, AUTOMATIC.name)
    hidden = {
        each: stands for each, stands in _HIDDEN.items() if getattr(event, each, "") not in known
    }
    if isinstance(event, events.DealerTipped) and event.by:
        hidden["by"] = _DEALER
    return told(replace(event, **hidden), step.then) if hidden else step.text


def _lines(event: events.AnyEvent) -> tuple[events.Paid, ...]:
    match event:
        case events.BetsSettled(lines=lines):
            return lines
        case events.PayMade(line=line):
            return (line,)
        case _:
            return ()


def _line(found: Recalled, line: events.Paid) -> PaidLine:
    name = title(games.known(found.setup.game).bet(line.bet).name)
    return PaidLine(line.seat, name, line.stake_cents, line.net_cents, line.reason)
