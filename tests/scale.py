"""How much random testing to do: ``FAIRDEAL_TEST_SCALE=5`` does five times as much."""

import os

SCALE = int(os.environ.get("FAIRDEAL_TEST_SCALE", "1"))
CHUNKS = 8
"""Parts in which a long random test runs, so that two workers can share it."""


def part_of(whole: int) -> int:
    """How many of *whole* cases one part runs."""
    return -(-whole * SCALE // CHUNKS)
