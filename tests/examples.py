"""Every game of the tests: Fairdeal's own, the examples, small ones, and what else is installed.

Tests deal Fairdeal's own games and those that they register, whatever is installed here.
"""

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from fairdeal import games
from fairdeal.cards import parse
from tests.small_games import SMALL

FOLDER = Path(__file__).parents[1] / "examples" / "games"


def _packages() -> dict[str, Path]:
    """By key, which is the name of its folder, the Python package of every example game."""
    return {
        module.parents[1].name: module.parent
        for module in sorted(FOLDER.glob("*/*/__init__.py"))
        if "GAME" in module.read_text(encoding="utf-8")
    }


PACKAGES = _packages()

FEW = {
    "let-it-ride": tuple(sorted(parse("2c 7c 7d 7h Ks Tc Td As"))),
    "ultimate-texas-holdem": tuple(sorted(parse("2c 2d 4h 5c 7c 8c 9c Jc Kd"))),
}
"""By key, decks of games with shared cards that can be counted without the compiler."""


def _installed() -> list[ModuleType]:
    """The modules of games that only this machine has; the program does not load them by itself."""
    games._INSTALLED._points = []
    known = {*games.GAMES, *PACKAGES, *(module.GAME.key for module in SMALL)}
    modules = [point.load() for point in entry_points(group=games.GROUP)]
    return [module for module in modules if module.GAME.key not in known]


INSTALLED = _installed()

EVERY = (
    *games.GAMES,
    *PACKAGES,
    *(module.GAME.key for module in (*SMALL, *INSTALLED)),
)
"""The keys of all of them."""


@cache
def example(key: str) -> ModuleType:
    """The module of an example game, imported under the name that it has once it is installed."""
    return _imported(PACKAGES[key])


def edited(key: str, folder: Path, words: Mapping[str, str]) -> ModuleType:
    """The module of a copy of an example game in another folder, with other words in its files."""
    package = folder / f"{PACKAGES[key].name}_edited"
    shutil.copytree(PACKAGES[key], package, ignore=shutil.ignore_patterns("__pycache__"))
    left = dict(words)
    for path in package.iterdir():
        text = path.read_text(encoding="utf-8")
        for before in [each for each in left if each in text]:
            text = text.replace(before, left.pop(before))
        path.write_text(text, encoding="utf-8")
    assert not left, f"{key} has none of {left}"
    return _imported(package)


def duel_in_halves(folder: Path) -> ModuleType:
    """Two Card Duel with a twins bet that pays 3 to 2 for two cards of one suit."""
    words = {
        "lowest=Twins.SUITED)": "lowest=Twins.SUITED, parts=2)",
        '["suited", "2 to 1"]': '["suited", "3 to 2"]',
    }
    return edited("two-card-duel", folder, words)


def _imported(folder: Path) -> ModuleType:
    spec = spec_from_file_location(folder.name, folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[folder.name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def registered(*modules: ModuleType) -> Iterator[None]:
    """These games are dealt like Fairdeal's own, until the end."""
    try:
        for module in modules:
            games.add(module, f"{module.__name__} 1.0")
        yield
    finally:
        for module in modules:
            games.remove(module.GAME.key)


def all_registered() -> AbstractContextManager[None]:
    """All other games are dealt like Fairdeal's own, until the end."""
    return registered(*map(example, PACKAGES), *SMALL, *INSTALLED)
