"""Source code as syntax trees: where a function stands, and which names it binds or imports."""

import ast
import hashlib
import importlib.util
import linecache
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, TypeAlias

Imports: TypeAlias = dict[str, tuple[str, str]]
"""What names were imported from: a module, and a name there unless it is the module itself."""

# Nodes whose names are not those of the function around them.
OWN_SCOPE: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_IMPORTS: Final = (ast.Import, ast.ImportFrom)
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


def files_digest(folder: Path, paths: Iterable[Path]) -> str:
    """The fingerprint of files below a folder: their names and what they hold."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


class Source(NamedTuple):
    """A file of code, as far as it can be read."""

    tree: ast.Module
    imports: Imports
    """Those of the module, not of its functions."""
    compiled: "Compiled | None"
    """What it compiles to; None in a notebook, whose text stays as it was run."""

    def has(self, code: CodeType) -> bool:
        """Whether the text compiles to this code, unlike that of a file exchanged after loading.

        Dates of files do not say it: a copy may keep the original's.
        """
        return self.compiled is None or code in self.compiled.at(code.co_firstlineno)

    def nodes_of(self, code: CodeType) -> list[Any]:
        """The functions of that name that begin on the same line."""
        line = code.co_firstlineno
        return [
            each
            for each in _at(self.tree, line)
            if isinstance(each, FUNCTIONS)
            and getattr(each, "name", "<lambda>") == code.co_name
            and _first_line(each) == line
        ]


class Compiled:
    """What the statements of a module compile to, each with all functions in it."""

    def __init__(self, tree: ast.Module) -> None:
        self._statements = tree.body
        # The compiler asks what is imported, and from the future.
        self._imports = [each for each in _statements(tree.body) if isinstance(each, _IMPORTS)]
        self._codes: dict[ast.stmt, frozenset[CodeType]] = {}

    def at(self, line: int) -> frozenset[CodeType]:
        """The code of what is on a line; only such statements are compiled."""
        found = frozenset[CodeType]()
        for each in self._statements:
            if _first_line(each) <= line <= int(each.end_lineno or 0):
                if each not in self._codes:
                    self._codes[each] = self._compiled(each)
                found |= self._codes[each]
        return found

    def _compiled(self, statement: ast.stmt) -> frozenset[CodeType]:
        module = ast.Module([*self._imports, statement], [])
        with _PARSING:
            return frozenset(_codes(compile(module, "", "exec", dont_inherit=True)))


_SOURCES: Final[dict[str, Source]] = {}
"""By the name of the file."""

_PARSING: Final = Lock()
"""One tree at a time: Python 3.11 counts the depth of a tree for all threads together, and where
the garbage collector lets another thread parse meanwhile, it refuses both with a SystemError."""


def definitions_of(function: FunctionType) -> list[Any]:
    """The definition of a function; of lambdas that share a line, all.

    None where the file holds other code than the function's.
    """
    code, names = function.__code__, function.__globals__
    source = source_in(code.co_filename, names)
    if not source.has(code):  # the module may have been loaded again since the file was read
        linecache.cache.pop(code.co_filename, None)
        source = _SOURCES[code.co_filename] = _read(code.co_filename, names)
        if not source.has(code):
            return []
    return source.nodes_of(code)


def source_in(filename: str, names: dict[str, Any]) -> Source:
    """The file of that name; *names* are those of its module, which may know where to find it."""
    if filename not in _SOURCES:
        _SOURCES[filename] = _read(filename, names)
    return _SOURCES[filename]


def _read(filename: str, names: dict[str, Any]) -> Source:
    """The file, which may lie in an archive or a notebook, or nowhere."""
    try:
        with _PARSING:
            tree = ast.parse("".join(linecache.getlines(filename, names)))
    except SyntaxError:
        tree = ast.Module([], [])
    imports: Imports = {}
    for statement in _statements(tree.body):
        imports |= imported(statement, names.get("__package__") or "")
    is_fixed = not names.get("__loader__") and not Path(filename).is_file()
    return Source(tree, imports, None if is_fixed else Compiled(tree))


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
        elif kind in _IMPORTS:
            imports |= imported(node, package)
        elif kind in OWN_SCOPE:
            found |= {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
        if kind not in _CLOSED:
            waiting += _children(node)
    return frozenset(found - elsewhere), imports
