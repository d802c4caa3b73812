"""PokerKit at a table of six, to compare with: it deals and settles, and keeps nothing."""

import time

from pokerkit import Automation, NoLimitTexasHoldem

HANDS = 100


def one_hand() -> int:
    """Six players call or check to the end; the chips there are afterwards."""
    state = NoLimitTexasHoldem.create_state(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.CARD_BURNING,
            Automation.HOLE_DEALING,
            Automation.BOARD_DEALING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True,
        0,
        (1, 2),
        2,
        200,
        6,
    )
    while state.status:
        state.check_or_call()
    return int(sum(state.stacks))


def hands_a_second() -> float:
    """How many such hands one core plays."""
    began = time.perf_counter()
    for _ in range(HANDS):
        assert one_hand() == 6 * 200
    return HANDS / (time.perf_counter() - began)
