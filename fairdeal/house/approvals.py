"""Who must approve a payment before it is made, by the amount and the jurisdiction's profile."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.house.profile import Profile


class Signer(StrEnum):
    """Who signs a payment, beside the dealer who hands it in."""

    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    MANAGER = "manager"


class Check(StrEnum):
    """What a signer looks at."""

    HAND = "hand"
    WAGER = "wager"
    AMOUNT = "amount"
    PLAYER = "player"
    DECK = "deck"
    """Every card of the deck was counted."""


_LOOKS_AT: Final[Mapping[Signer, tuple[Check, ...]]] = {
    Signer.FLOOR: (Check.HAND, Check.WAGER),
    Signer.SURVEILLANCE: (Check.HAND, Check.WAGER, Check.AMOUNT, Check.PLAYER),
    Signer.MANAGER: (Check.HAND, Check.WAGER, Check.AMOUNT, Check.PLAYER),
}


@dataclass(frozen=True, slots=True)
class Approval:
    """What a payment needs."""

    signers: tuple[Signer, ...] = ()
    """Nobody where the dealer pays alone."""
    deck_days: int = 0
    """How long the deck is kept, after the last signer has it counted; 0 where it need not be."""

    def checks_of(self, signer: Signer) -> tuple[Check, ...]:
        """What a signer must have looked at."""
        counts = self.deck_days > 0 and signer is self.signers[-1]
        return (*_LOOKS_AT[signer], *([Check.DECK] if counts else []))


def approval_of(law: Profile, cents: int, *, from_a_meter: bool) -> Approval:
    """What a payment of so many cents needs.

    A deck is kept for jackpots that players fund, and for whatever a manager signs.
    """
    signers: list[Signer] = []
    if _reaches(law.floor_from_cents, cents):
        signers = [Signer.FLOOR]
    if law.surveillance_over_cents is not None and cents > law.surveillance_over_cents:
        signers = [Signer.FLOOR, Signer.SURVEILLANCE]
    by_manager = _reaches(law.manager_from_cents, cents)
    if by_manager:
        signers = [Signer.FLOOR, Signer.SURVEILLANCE, Signer.MANAGER]
    kept = by_manager or (from_a_meter and _reaches(law.deck_kept_from_cents, cents))
    if kept and not signers:
        signers = [Signer.FLOOR]  # somebody beside the dealer counts the deck
    return Approval(tuple(signers), (law.deck_kept_days or 1) if kept else 0)


def _reaches(from_cents: int | None, cents: int) -> bool:
    return from_cents is not None and cents >= from_cents
