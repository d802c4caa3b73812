"""Search of a log: the events that match, the newest first, each told in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from fairdeal.errors import named
from fairdeal.live.events import BetsSettled, Event
from fairdeal.live.history.register import Register
from fairdeal.live.history.telling import told
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded, fits
from fairdeal.live.table.progressive import spoken
from fairdeal.live.table.state import Table

_AT_ONCE: Final = 1000
"""Events that are read together."""

AT_MOST: Final = 40_000
"""Events that are looked at for one page; the next page goes on from there."""

_WORD: Final = re.compile(r"[^\s,;:()]+")
_TOGETHER: Final = re.compile(r"(?:seat|round|table|payment)\s+[\w-]+|[^\s,;:()]+")
"""What is looked for as one: a word, or what stands with its number."""


class Log(Protocol):
    """What looking asks of a store."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The log in order, from the event behind *after* up to and with *until*."""


@dataclass(frozen=True)
class Search:
    """What a search looks for; what is empty or zero does not matter."""

    table: str = ""
    round: int = 0
    kind: str = ""
    who: str = ""
    text: str = ""
    """Words that must all begin one in what is told; ``seat 5`` belongs together."""
    since: int = 0
    until: int = 0
    """The first moment behind what is looked for."""
    before: int = 0
    """Only events at earlier places of the log."""
    wager: str = ""
    """A game and a bet, as in ``three-card-poker/pair-plus``: only what was settled of it."""

    def fits(self, row: Recorded, number: int) -> bool:
        """Whether an event of that round can be it, before it is told."""
        return (
            self.table in ("", row.stream)
            and self.kind in ("", row.kind)
            and self.round in (0, number)
            and self.who.lower() in f"{row.actor} {row.role}".lower()
        )


class Found(NamedTuple):
    """An event that was found."""

    row: Recorded
    round: int
    """The round of its table to which it belongs; 0 for none."""
    text: str
    fault: str
    """Why it cannot be what was recorded; empty where nothing speaks against it."""


class Page(NamedTuple):
    """Some of what there is, the newest first."""

    found: list[Found]
    more: int
    """Where to go on: earlier than this place; 0 where the search has come to its end."""


def find(log: Log, register: Register, wanted: Search, count: int) -> Page:
    """At most so many events, from the end of what the register knows backwards."""
    first, last = _range(register, wanted)
    found: list[Found] = []
    looked = last
    while looked > first and last - looked < AT_MOST:
        behind = max(first, looked - _AT_ONCE)
        for row in reversed([*log.read(behind, looked)]):
            number = register.round_at(row.stream, row.pos)
            if wanted.fits(row, number):
                each = _told(row, number, register, wanted.wager)
                if each.text and _occurs(wanted.text, each):
                    found.append(each)
                    if len(found) == count:
                        return Page(found, row.pos if row.pos > first + 1 else 0)
        looked = behind
    return Page(found, looked + 1 if looked > first else 0)


def _range(register: Register, wanted: Search) -> tuple[int, int]:
    """The place before the first event that can be it, and that of the last."""
    first = register.before(wanted.since) if wanted.since else 0
    last = register.before(wanted.until) if wanted.until else register.last
    if wanted.before:
        last = min(last, wanted.before - 1)
    if wanted.table and wanted.round:
        begins, ends = register.range_of(wanted.table, wanted.round) or (1, 0)
        first, last = max(first, begins - 1), min(last, ends)
    return first, last


def told_at(row: Recorded, register: Register) -> Found:
    """One event in words."""
    return _told(row, register.round_at(row.stream, row.pos), register)


def _told(row: Recorded, number: int, register: Register, wager: str = "") -> Found:
    """An event in words; none of one that settles nothing of a wager, where one is named."""
    try:
        event = codec.decoded(row.kind, row.body)
        table = register.table_at(row.stream, row.pos, getattr(event, "step", 1) - 1)
        text = _settled(event, table, wager) if wager else told(event, table)
        fault = "" if fits(row) else "it does not fit its hash"
    except Exception as error:  # what was tampered with can be anything
        return Found(row, number, "cannot be told", named(error))
    return Found(row, number, text, fault)


def _settled(event: Event, table: Table, wager: str) -> str:
    """What was settled of a wager."""
    game, _, bet = wager.partition("/")
    if not isinstance(event, BetsSettled) or not table.setup or table.setup.game != game:
        return ""
    lines = tuple(line for line in event.lines if line.bet == bet)
    return told(replace(event, lines=lines), table) if lines else ""


def _occurs(text: str, found: Found) -> bool:
    """Whether everything that was typed begins some word of what is told; numbers must be whole."""
    row = found.row
    about = f"{spoken(row.stream)} round {found.round} {row.kind} {row.actor} {row.role}"
    said = _spaced(f"{about} {found.text}")
    said += _spaced(said.replace("-", " "))
    wanted = (_spaced(each).rstrip() for each in _TOGETHER.findall(text.lower()))
    return all((f"{each} " if each[-1:].isdigit() else each) in said for each in wanted)


def _spaced(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.lower()))} "
