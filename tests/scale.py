"""How much testing to do: every day a share, ``FAIRDEAL_TEST_SCALE=5`` all of it and more."""

import os

SCALE = int(os.environ.get("FAIRDEAL_TEST_SCALE", "1"))
CHUNKS = 8
"""Parts in which a long random test runs, so that two workers can share it."""


def part_of(whole: int) -> int:
    """How many of *whole* cases one part runs: every day a tenth."""
    return -(-whole * SCALE // (CHUNKS if SCALE > 1 else 10 * CHUNKS))
