"""Fixtures for the tests of the card room; no assertions here."""

from pathlib import Path

import pytest

from tests.web.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A room in memory with its pages."""
    return House(tmp_path)
