"""Whether the deck of a round follows from what was fixed before it was dealt."""

from enum import StrEnum

from fairdeal.live.shoe import Deck, shown
from fairdeal.live.table.context import shuffle_of
from fairdeal.live.table.state import RoundState


class Proof(StrEnum):
    """What the deck that was shown proves."""

    HOLDS = "holds"
    BROKEN = "broken"
    NOT_SHOWN = "not shown"
    """The round is in play, or its deck could not be shown."""


def proof_of(table: str, now: RoundState) -> tuple[Proof, Deck | None]:
    """The proof of a round, and its whole deck where it holds."""
    if not now.deck:
        return Proof.NOT_SHOWN, None
    deck, _ = shown(shuffle_of(table, now), now.secret or now.nonce, now.deck)
    return (Proof.HOLDS if deck else Proof.BROKEN), deck
