"""Source code as syntax trees: where a function stands, and which names it binds or imports."""

import ast
import importlib.util
import linecache
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, TypeAlias

from fairdeal.rule import LOADED

Imports: TypeAlias = dict[str, tuple[str, str]]
"""What names were imported from: a module, and a name there unless it is the module itself."""

# Nodes whose names are not those of the function around them.
OWN_SCOPE: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_NAMED: Final[Mapping[type, str]] = {
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}
"""Nodes that bind a name by themselves, and where they have it."""
_CLOSED: Final = frozenset({*FUNCTIONS, *OWN_SCOPE, ast.ClassDef, ast.Constant})
"""Nodes in which nothing binds a name outside."""


class Source(NamedTuple):
    """A file of code, as far as it can be read."""

    tree: ast.Module | None
    imports: Imports
    """Those of the module, not of its functions."""
    codes: frozenset[CodeType] | None
    """What it compiles to, where the file is younger than this program."""


_SOURCES: Final[dict[str, Source]] = {}
"""By the name of the file."""


def source_of(function: FunctionType) -> Source:
    """The file that a function was defined in."""
    return source_in(function.__code__.co_filename, function.__globals__)


def source_in(filename: str, names: dict[str, Any]) -> Source:
    """The file of that name; *names* are those of its module, which may know where to find it."""
    if filename not in _SOURCES:
        _SOURCES[filename] = _read(filename, names)
    return _SOURCES[filename]


def _read(filename: str, names: dict[str, Any]) -> Source:
    """The file, which may lie in an archive or a notebook, or nowhere."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename, names)))
    except SyntaxError:
        tree = ast.Module([], [])
    if not tree.body:
        return Source(None, {}, None)
    imports: Imports = {}
    for statement in _statements(tree.body):
        imports |= imported(statement, names.get("__package__") or "")
    codes = None
    with suppress(OSError):  # not a file at all
        if Path(filename).stat().st_mtime >= LOADED:
            codes = frozenset(_codes(compile(tree, filename, "exec", dont_inherit=True)))
    return Source(tree, imports, codes)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The statements that a module runs, without those inside functions and classes."""
    for each in body:
        if isinstance(each, ast.If | ast.Try | ast.With | ast.ExceptHandler):
            yield from _statements(ast.iter_child_nodes(each))
        else:
            yield each


def imported(node: ast.AST, package: str) -> Imports:
    """The names that an import statement binds."""
    if isinstance(node, ast.Import):
        plain = ((each, each.name.partition(".")[0]) for each in node.names)
        return {
            each.asname or first: (each.name if each.asname else first, "") for each, first in plain
        }
    if isinstance(node, ast.ImportFrom):
        relative = "." * node.level + (node.module or "")
        module = importlib.util.resolve_name(relative, package)
        return {each.asname or each.name: (module, each.name) for each in node.names}
    return {}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _children(node: ast.AST) -> list[Any]:
    """What ``ast.iter_child_nodes`` gives, in half the time."""
    found: list[Any] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def _first_line(node: Any) -> int:
    decorators = getattr(node, "decorator_list", ())
    return min(int(each.lineno) for each in (node, *decorators))


def _at(node: ast.AST, line: int) -> Iterator[Any]:
    """Everything below a node that a line belongs to."""
    for each in _children(node):
        if not hasattr(each, "lineno") or _first_line(each) <= line <= each.end_lineno:
            yield each
            yield from _at(each, line)


def nodes_of(tree: ast.AST, code: CodeType) -> list[Any]:
    """The definition of a function; of lambdas that share a line, all."""
    return [
        each
        for each in _at(tree, code.co_firstlineno)
        if isinstance(each, FUNCTIONS)
        and getattr(each, "name", "<lambda>") == code.co_name
        and _first_line(each) == code.co_firstlineno
    ]


def bound_names(nodes: Iterable[Any], package: str) -> tuple[frozenset[str], Imports]:
    """The names that statements bind in their own scope, and what they import."""
    found, elsewhere = set[str](), set[str]()
    imports: Imports = {}
    waiting = list(nodes)
    for node in waiting:  # grows on the way
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load:
                found.add(node.id)
            continue
        if kind in _NAMED:
            found.add(getattr(node, _NAMED[kind]) or "")
        elif kind is ast.Global:
            elsewhere.update(node.names)
        elif kind in (ast.Import, ast.ImportFrom):
            imports |= imported(node, package)
        elif kind in OWN_SCOPE:
            found |= {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
        if kind not in _CLOSED:
            waiting += _children(node)
    return frozenset(found - elsewhere), imports
