"""What an audit found, and what it looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from fairdeal.errors import Malformed
from fairdeal.live.log.chain import Head
from fairdeal.live.log.checkpoints import Note
from fairdeal.live.table.ledger import ACCOUNTS


class Check(StrEnum):
    """What was found not to hold."""

    CHAIN = "chain"
    """An event was changed, removed, added or moved."""
    SEAL = "seal"
    """The end of the log is not the one that the room's key has sealed."""
    EVENT = "event"
    """An event cannot be read, or cannot have happened at that point."""
    LEDGER = "ledger"
    """Money appeared, vanished or fell below zero."""
    AUTHORITY = "authority"
    """An actor did what the role does not allow, or in another's name."""
    TABLE = "table"
    """Configuration, seats and chips."""
    BETS = "bets"
    """Bets, banks and limits."""
    DECK = "deck"
    """The shuffle is not the one that was fixed in advance."""
    CARDS = "cards"
    """Cards did not come off the deck as they lay there, or as the procedure has it."""
    DECISION = "decision"
    """What a seat said was not open to it, or was not its default."""
    SETTLEMENT = "settlement"
    """A bet was not paid as the rules pay it."""
    APPROVAL = "approval"
    """A payment that needed approval, and who approved it."""
    METERS = "meters"
    """What a progressive's meters show, and why."""
    RULING = "ruling"
    """An irregularity and its ruling."""
    ACCOUNTS = "accounts"
    """What is kept of a password is not what the log names."""
    MARK = "mark"
    """The log lacks what the room's mark, outside of the database, says it had."""
    CHECKPOINT = "checkpoint"
    """The log is not the one that a checkpoint was signed over, or the checkpoint is forged."""
    SNAPSHOT = "snapshot"
    """What the room would start from is not what its events make."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An event that does not hold."""

    pos: int
    """Its place in the log; 0 where none can be named."""
    table: str
    kind: str
    check: Check
    sentence: str
    """What is wrong with it."""

    def __str__(self) -> str:
        if not self.table:
            return self.sentence
        return f"event {self.pos} (table {self.table}, {self.kind}): {self.sentence}"

    def as_json(self) -> dict[str, object]:
        """The fault as other programs read it."""
        return {
            "pos": self.pos,
            "table": self.table,
            "kind": self.kind,
            "check": str(self.check),
            "sentence": self.sentence,
        }


class Seal(StrEnum):
    """What the end of the log says about itself."""

    FITS = "fits"
    BROKEN = "broken"
    NOT_CHECKED = "not checked"
    """There was no key to check it with."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of an audit."""

    events: int
    """How many were looked at."""
    head: Head
    seal: Seal
    tables: tuple[str, ...] = ()
    rounds: int = 0
    """Rounds that were begun."""
    settled_again: int = 0
    """Rounds that were settled again and came out the same in every line."""
    other_rules: Mapping[str, int] = field(default_factory=dict)
    """Finished rounds that were not settled again, by the fingerprint of their rules."""
    voided: int = 0
    in_play: int = 0
    """Rounds that were not over at the end of the log."""
    balances: Mapping[str, int] = field(default_factory=dict)
    """Cents by kind of account, over all tables; they add up to zero."""
    begun: int = 0
    """When the first event happened, in microseconds since 1970."""
    ended: int = 0
    """When the last one did."""
    faults: tuple[Fault, ...] = ()
    """By their place in the log; only the first one unless all were asked for."""
    warnings: tuple[str, ...] = ()
    """What is not a fault and should be known."""
    mark: str = ""
    """The event that the room's mark names; empty where no mark was checked."""
    checkpoints: int = 0
    """How many of the room's checkpoints the log begins with."""
    checkpoint: Note | None = None
    """The newest of them."""

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.faults

    @property
    def first_fault(self) -> Fault | None:
        """The first bad event of the log."""
        return self.faults[0] if self.faults else None

    @property
    def accounts(self) -> list[tuple[str, int]]:
        """The balances that are not zero, by what people call the accounts."""
        return [
            (name, self.balances[key]) for key, name in ACCOUNTS.items() if self.balances.get(key)
        ]

    @property
    def head_in_words(self) -> str:
        """The end of the log as it can be noted, to be asked for by a later audit."""
        return f"{self.head.pos}:{_hex(self.head.hash)}"

    def as_json(self) -> dict[str, object]:
        """The findings as other programs read them."""
        return {
            "holds": self.holds,
            "events": self.events,
            "head": self.head_in_words,
            "seal": str(self.seal),
            "mark": self.mark,
            "checkpoints": self.checkpoints,
            "checkpoint": str(self.checkpoint) if self.checkpoint else "",
            "tables": list(self.tables),
            "rounds": self.rounds,
            "settled_again": self.settled_again,
            "other_rules": dict(self.other_rules),
            "voided": self.voided,
            "in_play": self.in_play,
            "balances_cents": dict(self.balances),
            "faults": [fault.as_json() for fault in self.faults],
            "warnings": list(self.warnings),
        }


def read_head(text: str) -> tuple[int, str]:
    """The place and hash of a head that was written down."""
    pos, _, digest = text.partition(":")
    digits = set(digest.lower())
    if (
        not pos.isdecimal()
        or len(pos) > 18
        or len(digest) != 64
        or not digits <= set("0123456789abcdef")
    ):
        raise Malformed(
            f"{text!r} is not the head of a log: expected N:HASH as an audit prints it",
            code="head.unreadable",
        )
    return int(pos), digest.lower()


def _hex(digest: object) -> str:
    """A hash as text; a forged head may hold anything."""
    return digest.hex() if isinstance(digest, bytes) else repr(digest)
