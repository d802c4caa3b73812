"""Fixtures for browser tests; no assertions here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.house import ARGUMENTS, CHROMIUM, OpenHouse, wanted


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for tests that follow each other; beside its loop no other test could run one."""
    if why := wanted():
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path, chromium: Browser) -> Iterator[OpenHouse]:
    """A card room with its doors open."""
    house = OpenHouse(tmp_path, chromium)
    house.start()
    yield house
    for context in chromium.contexts:
        context.close()
    house.stop()
