"""Who must approve a payment: the tiers of the profiles at their edges."""

from dataclasses import replace
from datetime import date

import pytest

from fairdeal.house.approvals import Approval, Check, Signer, approval_of
from fairdeal.house.profile import profile

TODAY = date(2026, 11, 16)
WASHINGTON, PLAIN = profile("washington", TODAY), profile("plain", TODAY)
F, S, M = Signer.FLOOR, Signer.SURVEILLANCE, Signer.MANAGER


@pytest.mark.parametrize(
    ("cents", "signers", "days"),
    [
        (49_999, (), 0),
        (50_000, (F,), 7),
        (300_000, (F,), 7),
        (300_001, (F, S), 7),
    ],
)
def test_washington_has_edges_at_500_and_above_3000_dollars(
    cents: int, signers: tuple[Signer, ...], days: int
) -> None:
    assert approval_of(WASHINGTON, cents, from_a_meter=True) == Approval(signers, days)
    assert approval_of(WASHINGTON, cents, from_a_meter=False) == Approval(signers, 0)


def test_the_plain_profile_lets_the_dealer_pay_alone() -> None:
    assert approval_of(PLAIN, 10**9, from_a_meter=True) == Approval()


def test_a_manager_signs_last_and_has_the_deck_counted() -> None:
    law = replace(WASHINGTON, manager_from_cents=1_000_000)
    needed = approval_of(law, 1_000_000, from_a_meter=False)
    assert needed == Approval((F, S, M), 7)
    assert Check.DECK in needed.checks_of(M)
    assert Check.DECK not in needed.checks_of(F)
    assert needed.checks_of(S) == (Check.HAND, Check.WAGER, Check.AMOUNT, Check.PLAYER)
    assert approval_of(law, 999_999, from_a_meter=False).signers == (F, S)


def test_a_deck_that_is_kept_is_counted_by_somebody_beside_the_dealer() -> None:
    law = replace(PLAIN, deck_kept_from_cents=100)
    assert approval_of(law, 100, from_a_meter=True) == Approval((F,), 1)
    assert approval_of(law, 99, from_a_meter=True) == Approval()
