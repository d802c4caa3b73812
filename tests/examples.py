"""The example games, found in their folders and loaded by path: none of them is installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from fairdeal import games

FOLDER = Path(__file__).parents[1] / "examples" / "games"


def _packages() -> dict[str, Path]:
    """By key, which is the name of its folder, the Python package of every example game."""
    return {
        module.parents[1].name: module.parent
        for module in sorted(FOLDER.glob("*/*/__init__.py"))
        if "GAME" in module.read_text(encoding="utf-8")
    }


PACKAGES = _packages()


@cache
def example(key: str) -> ModuleType:
    """The module of an example game, imported under the name that it has once it is installed."""
    folder = PACKAGES[key]
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
