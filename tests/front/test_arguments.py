"""Every argument of every entry for Python, given every kind of wrong value."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairdeal as fd
from fairdeal.errors import FairdealError
from fairdeal.front.arguments import shown
from fairdeal.gym import Table, id_of, register

TCP = "three-card-poker"
DEALER, SEAT = "Jc 9s 2h", "Qs 7h 3d | ante=10 | play"

VALUES: tuple[Any, ...] = (
    *(None, "", 3, 2.5, float("nan"), float("inf"), True, b"x", [], {}, object()),
    *(np.float64(2.5), np.float32(2.5), np.int64(3), np.True_, np.array(3), np.array([1, 2])),
    10**5000,
)

EMPTY, WHOLE = ("",), (3, np.int64(3), np.array(3))
NAMED: tuple[Any, ...] = ("", {})
NUMBERS = (*WHOLE, 2.5, np.float64(2.5), np.float32(2.5))

MAY_BE: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("key", "bet", "table", "strategy", "rank", "game", "head"), EMPTY),
    **dict.fromkeys(("rounds", "seed", "others", "number", "players", "most", "stake"), WHOLE),
    **dict.fromkeys(("action", "up", "bank"), WHOLE),
    **dict.fromkeys(("bets", "meters", "stakes", "pay"), NAMED),
    **dict.fromkeys(("pays", "rows", "fixed", "options"), ({},)),
    **dict.fromkeys(("edge", "hit", "deviation", "top"), NUMBERS),
    **dict.fromkeys(("hand", "board", "seen"), ("", [], np.array([1, 2]))),
    "dealer": (None, "", [], np.array([1, 2])),
    "said": ("", []),
    **dict.fromkeys(("any_order", "all_tables", "every"), (True,)),
    **dict.fromkeys(("seats", "keys"), EMPTY),
    **dict.fromkeys(
        ("progress", "tables", "where", "key_file", "mark_file", "illegal", "render_mode"), ()
    ),
}
"""By argument, the values of the list that are of the right kind."""

CALLED: dict[str, tuple[str, ...]] = {
    "key": ("key", "game"),
    "keys": ("key", "game"),
    "bets": ("bet",),
    "stakes": ("stakes", "bet"),
    "meters": ("meter",),
    "seats": ("seat",),
    "hand": ("hand", "the player has"),
    "pays": ("pays", "varies"),
    "where": ("where", "log"),
    "most": ("most", "pay tables cannot be listed"),
    "rank": ("rank",),
    "others": ("others", "other players", "pays no envy"),
    "deviation": ("deviation",),
    "said": ("said", "decision"),
    "pay": ("pay",),
    "board": ("board", "shared"),
    "up": ("up",),
}
"""What an error may call an argument, where that is not its name."""


def entries(log: Path) -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Every entry with arguments that are right."""
    game = fd.Game(TCP)
    yield fd.Game, {"key": TCP}
    yield game.change, {}
    yield game.pay_tables, {"bet": "pair-plus"}
    yield game.settle, {"dealer": DEALER, "seats": SEAT}
    yield game.edge, {"bet": "pair-plus"}
    yield game.figure, {"bet": "pair-plus"}
    yield game.figures, {}
    yield game.sweep, {"bet": "pair-plus", "pays": {"pair-plus.flush": 3}}
    yield game.together, {"bets": {"pair-plus": 5}}
    yield game.strategy, {}
    yield game.advise, {"hand": "Qs 6h 4d"}
    simulated = {"bets": {"ante": 10}, "rounds": 2, "strategy": "simple"}
    yield game.simulate, simulated
    yield game.par_sheet, {}
    yield game.design, {"bet": "pair-plus", "edge": (0, 0.1), "rows": {"flush": [3, 4]}}
    yield fd.audit, {"where": log}
    yield fd.replay, {"where": log, "table": "pit-1", "number": 1}
    yield fd.demo_room, {"keys": TCP, "rounds": 1, "players": 2}
    yield Table, {"game": TCP}
    table = Table(TCP)
    yield table.reset, {}
    yield table.step, {"action": 0}
    yield id_of, {"key": TCP}
    yield register, {"key": TCP}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rooms") / "room.db"
    fd.demo_room(TCP, rounds=1, where=path).close()
    return path


def call(entry: Callable[..., Any], given: dict[str, Any]) -> None:
    """Call it, with what there may be many of by place."""
    many = [each for each in ("seats", "keys") if each in given]
    first = ["dealer"] if "dealer" in given else []
    by_place = [given[each] for each in (*first, *many)]
    answer = entry(
        *by_place, **{name: each for name, each in given.items() if name not in (*first, *many)}
    )
    if isinstance(answer, fd.Room):
        answer.close()


def faults(entry: Callable[..., Any], right: dict[str, Any]) -> Iterator[str]:
    where = getattr(entry, "__qualname__", str(entry))
    for name, parameter in inspect.signature(entry).parameters.items():
        for value in VALUES:
            about = f"{where}({name}={shown(value)})"
            may_be = {*map(shown, MAY_BE[name])}
            is_right = shown(value) in may_be or value is parameter.default is None
            try:
                call(entry, {**right, name: value})
            except FairdealError as error:
                said = str(error)
                if "\n" in said or len(said) > 400:
                    yield f"{about}: {said!r} is not one line"
                if is_right:
                    continue
                names = CALLED.get(name, (name,))
                empty = isinstance(value, str | list | dict) and not value
                if not any(each in said for each in names):
                    yield f"{about}: {said!r} does not name the argument"
                if not empty and shown(value) not in said:
                    yield f"{about}: {said!r} does not name the value"
            except Exception as error:
                yield f"{about}: {type(error).__name__}: {error}"
            else:
                if not is_right:
                    yield f"{about} is taken"


def test_every_argument_is_right_or_refused_in_one_line_that_names_it(log: Path) -> None:
    found = [fault for entry, right in entries(log) for fault in faults(entry, right)]
    assert found == [], "\n".join(found)


def test_every_entry_for_python_is_asked(log: Path) -> None:
    asked = {entry.__name__ for entry, _ in entries(log)}
    offered = {
        name
        for each in fd.Game.__mro__
        for name, member in vars(each).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }
    offered |= {
        name for name in fd.__all__ if inspect.isfunction(getattr(fd, name)) and name[0] != "_"
    }
    assert offered - asked == {"blocks", "list_games"}, "these have no arguments"
