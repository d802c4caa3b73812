"""The page of docs/reference about ``import fairdeal``: its signatures and their words."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final

import fairdeal
from docs.grid import grid
from fairdeal.front import arguments, results

_HEAD: Final = """# Python

`import fairdeal as fd` offers these names; nothing else is loaded until one of them is used, and
NumPy and Numba not until something is counted. [How to use it](../how-to/use-it-from-python.md)
has the short way in.

Settling rounds needs no extra, `Room` needs `fairdeal[room]`, and everything that is counted needs
`fairdeal[analysis]`. Every argument is checked: what is wrong raises a `FairdealError` whose text
is one clear sentence, and whose `code` is on [this list](errors.md)."""

_FIRST: Final = ("Game", "list_games")
_ELSEWHERE: Final = {
    "Room": "The live card room: tables, seats, bets and money on a log that loses nothing. The"
    " [README](../../README.md) plays a round, [this page](../explanation/the-log.md) says how it"
    " works.",
    "FairdealError": "Every error that is raised on purpose: one sentence that says who, what and"
    " why, with the values. `code` is the stable name of the fault ([all of them](errors.md)), and"
    " `faults` are all that is wrong, where a check finds several.",
}


def python_page() -> str:
    """Every name with its members."""
    names = [name for name in fairdeal.__all__ if not name.startswith("__")]
    ordered = [*_FIRST, *sorted({*names} - {*_FIRST})]
    parts = [_HEAD, "## What arguments may be", "\n".join(_aliases())]
    parts += ["## What every answer can do", _of_results()]
    for name in ordered:
        parts += [f"## {name}", *_about(name)]
    return "\n\n".join(parts) + "\n"


def _aliases() -> Iterator[str]:
    """The kinds of arguments, each with the words below it."""
    for one, text in _annotated(arguments):
        name, kind = ast.unparse(one.target), ast.unparse(one.value) if one.value else ""
        if not name.startswith("_"):
            yield f"- `{name}`: {_plain(text)}  \n  `{kind}`"


def _of_results() -> str:
    rows = [
        [f"`{name}()`", _plain(inspect.getdoc(getattr(results.Result, name)) or "")]
        for name in ("rows", "to_pandas", "to_polars")
    ]
    return (
        "In a notebook every answer draws itself, in light and dark colours. Its text is one line."
        " `repr` and drawing round; the attributes are exact.\n\n" + grid(("method", ""), rows)
    )


def _about(name: str) -> Iterator[str]:
    if name in _ELSEWHERE:
        yield _ELSEWHERE[name]
        return
    found = getattr(fairdeal, name)
    if inspect.isfunction(found):
        yield from _function(name, found)
        return
    if name == "Game":
        yield _signature("Game", found.__init__)
    yield from _words(found)
    rows = [
        [f"`{key}`", f"`{kind}`".replace(" |", " or"), _plain(text)]
        for key, (kind, text) in _attributes(found).items()
    ]
    if rows:
        yield grid(("attribute", "type", ""), rows)
    for key, member in _methods(found):
        yield f"### {name}.{key}"
        yield from _function(key, member)


def _methods(found: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every method that not all answers have."""
    for each in reversed(found.__mro__):
        if each.__module__.startswith("fairdeal.front"):
            for key, member in vars(each).items():
                if inspect.isfunction(member) and not key.startswith("_") and key not in _SHARED:
                    yield key, member


_SHARED: Final = ("rows", "blocks", "to_pandas", "to_polars")


def _attributes(found: type) -> dict[str, tuple[str, str]]:
    """Type and words of every field and property, its own first."""
    told: dict[str, tuple[str, str]] = {}
    for each in found.__mro__:
        if not each.__module__.startswith("fairdeal"):
            continue
        for one, text in _annotated(each):
            told.setdefault(ast.unparse(one.target), (_kind(one.annotation), text))
        for member in _body(each):
            if isinstance(member, ast.FunctionDef) and any(
                map(_is_property, member.decorator_list)
            ):
                text = (ast.get_docstring(member) or "").partition("\n\n")[0]
                told.setdefault(member.name, (_kind(member.returns), text))
    return {key: each for key, each in told.items() if not key.startswith("_")}


def _is_property(decorator: ast.expr) -> bool:
    return ast.unparse(decorator) in ("property", "cached_property")


def _kind(annotation: ast.expr | None) -> str:
    return ast.unparse(annotation).strip("'\"") if annotation else ""


def _body(place: Any) -> list[ast.stmt]:
    """The statements of a module or a class."""
    tree = ast.parse(dedent(inspect.getsource(place)))
    first = tree.body[0]
    return first.body if isinstance(first, ast.ClassDef) else tree.body


def _annotated(place: Any) -> Iterator[tuple[ast.AnnAssign, str]]:
    """Every annotated name, and the words below it."""
    for one, other in pairwise([*_body(place), ast.Pass()]):
        if isinstance(one, ast.AnnAssign):
            text = other.value if isinstance(other, ast.Expr) else None
            said = str(text.value) if isinstance(text, ast.Constant) else ""
            yield one, inspect.cleandoc(said)


def _function(name: str, function: Callable[..., Any]) -> Iterator[str]:
    yield _signature(name, function)
    yield from _words(function)


def _signature(name: str, function: Callable[..., Any]) -> str:
    """The call as it is written, without ``self``; long ones have a line for each argument."""
    tree = ast.parse(dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    if tree.args.args and tree.args.args[0].arg == "self":
        del tree.args.args[0]
    given = ", ".join(map(_spaced, _split(ast.unparse(tree.args).replace("'", '"'))))
    gives = _kind(tree.returns)
    end = f" -> {gives}" if gives not in ("", "None") else ""
    line = f"{name}({given}){end}"
    if len(line) > 100:
        inner = "".join(f"    {each},\n" for each in _split(given))
        line = f"{name}(\n{inner}){end}"
    return f"```python\n{line}\n```"


def _split(given: str) -> Iterator[str]:
    """The arguments, parted at commas that no bracket holds."""
    depth, start = 0, 0
    for place, letter in enumerate(f"{given},"):
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and not depth:
            yield given[start:place].strip()
            start = place + 1


def _spaced(argument: str) -> str:
    """An argument with its default as a formatter writes it."""
    before, sign, default = argument.rpartition("=")
    return f"{before} = {default}" if sign and ":" in before else argument


def _words(thing: object) -> Iterator[str]:
    """A docstring as Markdown, its examples as they are typed."""
    for part in (inspect.getdoc(thing) or "").split("\n\n"):
        lines = [line for line in part.splitlines() if line != ">>> import fairdeal as fd"]
        if lines and lines[0].startswith(">>>"):
            yield "\n".join(["```pycon", *lines, "```"])
        elif lines:
            yield _plain("\n".join(lines))


def _plain(text: str) -> str:
    """Words on one line, in Markdown."""
    plain = re.sub(r":\w+:`~?([\w.]+)`", r"`\1`", " ".join(text.split()))
    return plain.replace("``", "`")
