"""Everything the clients have asked and were told, which is what the log must answer for."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec.structs import replace

from fairdeal.live.log.chain import Recorded

Title: TypeAlias = tuple[str, str]
"""A table and the key of a command."""


def title_of(event: Recorded) -> Title:
    """The command that brought the event."""
    return event.stream, event.key


def placed_as(event: Recorded, other: Recorded) -> Recorded:
    """The event with the position of another, if it was told before it had one."""
    return event if event.pos else replace(event, pos=other.pos, log_hash=other.log_hash)


def is_same(one: Recorded, other: Recorded) -> bool:
    """Whether two answers tell of the same event, whichever of them had a position."""
    return placed_as(one, other) == placed_as(other, one)


@dataclass
class Findings:
    """What is wrong, counted so that nothing is counted twice."""

    lost: set[Title] = field(default_factory=set)
    """Commands that somebody was told about and that the log does not have as they were told."""
    doubled: set[Title] = field(default_factory=set)
    """Commands that were done twice, and accounts whose money moved without one."""
    faults: list[str] = field(default_factory=list)
    """Everything else, in sentences."""

    @property
    def is_proof(self) -> bool:
        """Whether nothing more need be found."""
        return bool(self.lost or self.doubled)

    def add(self, more: "Findings") -> None:
        """Take in what another check found."""
        self.lost |= more.lost
        self.doubled |= more.doubled
        self.faults += more.faults


class Memory:
    """The clients' own record."""

    def __init__(self) -> None:
        self.sent: set[Title] = set()
        self.told: dict[Title, tuple[Recorded, ...]] = {}
        """What each acknowledged command did."""
        self.first: set[Title] = set()
        """Commands that were answered as done just then; any further answer is a repetition."""
        self.denied: dict[Title, str] = {}
        """The sentence with which a command was refused."""
        self.heard: dict[tuple[str, int], Recorded] = {}
        """Every event that anybody was shown, by its table and number."""
        self.fresh: list[Recorded] = []
        """What was heard since the log was last looked at."""
        self.resent: set[Title] = set()
        """Commands whose answer a room took with it, whether it had recorded them or not."""
        self.found_done: set[Title] = set()
        """Those of them that turned out to have been recorded."""
        self.findings = Findings()

    def acknowledge(self, title: Title, events: tuple[Recorded, ...], *, repeated: bool) -> None:
        """A command was answered: always with the same events, and once at most as just done."""
        self.denied.pop(title, None)
        before = self.told.setdefault(title, events)
        differs = len(before) != len(events) or not all(map(is_same, before, events))
        if not repeated and (differs or title in self.first):
            self.findings.doubled.add(title)
        elif differs:
            self.findings.faults.append(f"{title} was answered otherwise than the first time")
        if not repeated:
            self.first.add(title)
        elif title in self.resent - self.first:
            self.found_done.add(title)
        if any(title_of(event) != title for event in events):
            self.findings.faults.append(f"{title} was answered with the events of another command")
        self.hear(events)

    def deny(self, title: Title, sentence: str) -> None:
        """A command was refused."""
        if title in self.told:
            self.findings.faults.append(f"{title} was done, and then refused: {sentence}")
        else:
            self.denied[title] = sentence

    def hear(self, events: Iterable[Recorded]) -> None:
        """Events were shown to somebody."""
        for event in events:
            place = event.stream, event.version
            before = self.heard.get(place)
            if before is None:
                self.heard[place] = event
                self.fresh.append(event)
            elif not is_same(before, event):
                self.findings.faults.append(f"{before} was shown, and then {event} in its place")
