"""``import fairdeal``: what it offers, what it loads and when, and what works without any extra."""

import inspect
import subprocess
import sys
from importlib import import_module

import pytest

import fairdeal as fd
from fairdeal import extras
from fairdeal.errors import Refused
from fairdeal.extras import EXTRAS

HEAVY = {"click", "jinja2", "msgspec", "numba", "numpy", "pandas", "polars", "rich", "sqlalchemy"}

LOADED = """
import sys
def heavy(): return {*sys.argv[1].split()} & {name.partition(".")[0] for name in sys.modules}
import fairdeal as fd
assert not heavy(), heavy()
assert not [name for name in sys.modules if name.startswith("fairdeal.")]
assert "Game" in dir(fd)
game = fd.Game("three-card-poker").change({"pair-plus.flush": 3})
assert game.settle("Jc 9s 2h", "Qs 7h 3d | ante=10 | play").net == 10
assert len(fd.list_games()) >= 5
repr(game), game.pay_tables("pair-plus").rows(), game.rules_digest
assert not heavy(), heavy()
assert str(game.edge("pair-plus")) == "402/5525"
assert {"numba", "numpy"} <= heavy()
"""

BASE = """
import sys
for name in sys.argv[1].split():
    sys.modules[name] = None
import fairdeal as fd
game = fd.Game("three-card-poker", pay={"pair-plus": "C"})
settled = game.settle("Jc 9s 2h", "Qs 7h 3d | ante=10 pair-plus=5 | play")
print(game, settled, settled._repr_html_())
assert game.simulate({"ante": 10}, 20, strategy="simple").rounds == 20
for ask in (game.edge, lambda bet: game.simulate({bet: 10}, 20)):
    try:
        ask("pair-plus")
    except fd.FairdealError as error:
        print(error)
"""


def child(program: str, modules: set[str]) -> str:
    found = subprocess.run(
        [sys.executable, "-c", program, " ".join(sorted(modules))], capture_output=True, text=True
    )
    assert (found.returncode, found.stderr) == (0, "")
    return found.stdout


def test_nothing_heavy_is_loaded_until_something_is_counted() -> None:
    child(LOADED, HEAVY)


def test_rounds_are_settled_without_any_extra_and_counting_says_what_to_install() -> None:
    blocked = {module for extra in EXTRAS.values() for module in extra.modules}
    game, *sentences = child(BASE, blocked).splitlines()
    assert game == "<Game three-card-poker pair-plus=C> <Settled three-card-poker: seat 1 +$5> None"
    needed = 'needs the analysis: pip install "fairdeal[analysis]"'
    assert sentences == [f"Game.figure {needed}", f"Game.simulate {needed}"]


def test_every_name_is_there_and_the_same_for_checkers_and_programs() -> None:
    for name in fd.__all__:
        assert getattr(fd, name) is not None
        assert name in dir(fd)
    offered = {name for names in fd._MODULES.values() for name in names}
    assert offered == {*fd.__all__} - {"__version__"}
    for module, names in fd._MODULES.items():
        assert all(hasattr(import_module(module), name) for name in names)
    source = inspect.getsource(fd)
    checked = source[source.index("if TYPE_CHECKING:") : source.index("else:")]
    assert all(name in checked for name in offered)


def test_a_name_that_is_not_there_is_an_ordinary_mistake() -> None:
    with pytest.raises(AttributeError, match="'fairdeal' has no attribute 'Gmae'"):
        fd.Gmae  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Room", 'fairdeal.Room needs the card room: pip install "fairdeal[room]"'),
        ("Sweep", 'fairdeal.Sweep needs the analysis: pip install "fairdeal[analysis]"'),
    ],
)
def test_a_name_whose_extra_is_missing_says_what_to_install(
    name: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda each: None)
    with pytest.raises(Refused) as refused:
        getattr(fd, name)
    assert str(refused.value) == sentence
