"""Fixtures and profiles; no assertions here."""

from hypothesis import settings

from tests.scale import SCALE

# The everyday run is the same everywhere and on every day; the slow run looks further each time.
settings.register_profile(
    "everyday", deadline=None, derandomize=SCALE == 1, database=None, max_examples=100 * SCALE
)
settings.load_profile("everyday")
