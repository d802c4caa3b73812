"""PokerKit at a table of six, to compare with: it deals and settles, and keeps nothing."""

import time
from importlib import import_module

HANDS = 100


def one_hand() -> int:
    """Six players call or check to the end; the chips there are afterwards."""
    pokerkit = import_module("pokerkit")  # not there unless benchmarks are to be run
    does_itself = pokerkit.Automation
    state = pokerkit.NoLimitTexasHoldem.create_state(
        (
            does_itself.ANTE_POSTING,
            does_itself.BET_COLLECTION,
            does_itself.BLIND_OR_STRADDLE_POSTING,
            does_itself.CARD_BURNING,
            does_itself.HOLE_DEALING,
            does_itself.BOARD_DEALING,
            does_itself.HOLE_CARDS_SHOWING_OR_MUCKING,
            does_itself.HAND_KILLING,
            does_itself.CHIPS_PUSHING,
            does_itself.CHIPS_PULLING,
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
