"""Who must approve a payment before it is made, by its amount, the jurisdiction and the house."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal import money
from fairdeal.errors import did_you_mean
from fairdeal.house.profile import Profile

Tiers = Mapping[str, int]
"""Cents by signer, from which a house has its own people sign; a law can only add to them."""


class Signer(StrEnum):
    """Who signs a payment, beside the dealer who hands it in; each brings those before."""

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


HOUSE_TIERS: Final[Tiers] = {
    Signer.FLOOR: 100_000,
    Signer.SURVEILLANCE: 500_000,
    Signer.MANAGER: 2_500_000,
}
"""The house's own tiers, which a table has unless the floor names others: one dealer alone pays
less than $1,000."""

_NO_TIERS: Final[Tiers] = {}


@dataclass(frozen=True, slots=True)
class Approval:
    """What a payment needs."""

    signers: tuple[Signer, ...] = ()
    """Nobody where the dealer pays alone."""
    deck_days: int = 0
    """How long the deck is kept, which the highest signer has counted; 0 where it need not be."""

    def checks_of(self, signer: Signer) -> tuple[Check, ...]:
        """What a signer must have looked at."""
        counts = self.deck_days > 0 and signer is self.signers[-1]
        return (*_LOOKS_AT[signer], *([Check.DECK] if counts else []))


def approval_of(
    law: Profile, cents: int, *, from_a_meter: bool, tiers: Tiers = _NO_TIERS
) -> Approval:
    """What a payment of so many cents needs.

    A deck is kept for jackpots that players fund, and for whatever a manager signs.
    """
    over = law.surveillance_over_cents
    by_law = {
        Signer.FLOOR: law.floor_from_cents,
        Signer.SURVEILLANCE: None if over is None else over + 1,
        Signer.MANAGER: law.manager_from_cents,
    }
    asked = [
        number
        for number, (signer, from_cents) in enumerate(by_law.items(), 1)
        if _reaches(from_cents, cents) or _reaches(tiers.get(signer), cents)
    ]
    signers = tuple(Signer)[: max(asked, default=0)]
    by_manager = Signer.MANAGER in signers
    kept = by_manager or (from_a_meter and _reaches(law.deck_kept_from_cents, cents))
    if kept and not signers:
        signers = (Signer.FLOOR,)  # a person beside the dealer counts the deck
    return Approval(signers, (law.deck_kept_days or 1) if kept else 0)


def tier_faults(tiers: Tiers) -> Iterator[str]:
    """What speaks against the tiers of a house."""
    for signer, cents in tiers.items():
        if signer not in set(Signer):
            hint = did_you_mean(signer, list(Signer))
            yield f"{signer!r} is not a role that signs payments: {hint}"
        elif cents <= 0:
            yield f"the {signer} cannot sign payments from {money.show(cents)} on"


def _reaches(from_cents: int | None, cents: int) -> bool:
    return from_cents is not None and cents >= from_cents
