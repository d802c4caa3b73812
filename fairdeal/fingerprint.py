"""Fingerprints of what code means: functions, classes and values, with everything they reach.

A function counts as its syntax tree, in which every name that leads out of the function stands for
what it leads to; a constant counts as its value.  Comments, docstrings, annotations, line breaks,
the names of functions and the modules that they lie in do not count, and every version of Python
gives the same fingerprint.
"""

import ast
import builtins
import hashlib
import importlib
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property, partial, partialmethod
from itertools import accumulate
from operator import attrgetter, itemgetter, methodcaller
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, Final, NamedTuple, TypeAlias

from fairdeal.errors import Unavailable
from fairdeal.rule import COUNTED, SHOWN
from fairdeal.source import (
    FUNCTIONS,
    OWN_SCOPE,
    Imports,
    bound_names,
    definitions_of,
    source_in,
)

_PLAIN: Final = frozenset({bool, int, float, complex, str, bytes, type(None), type(...)})
_HOLDING: Final = (dict, MappingProxyType, tuple, list, set, frozenset, Mapping)
_ASKING: Final = (attrgetter, itemgetter, methodcaller)
_OF_NAMED_TUPLES: Final = frozenset(vars(namedtuple("_OF_NAMED_TUPLES", ())))
_UNREADABLE: Final = (eval, exec, globals, __import__)
"""What reaches code and values that the code does not name."""
_NOT_COUNTED: Final = frozenset(
    {"ctx", "kind", "type_comment", "type_params", "annotation", "returns", "decorator_list"}
)


_REMEMBERS: Final = type(cache(source_in))
"""What ``cache`` and ``lru_cache`` make of a function: it answers as the function does."""


class _Link(NamedTuple):
    """A place in a text where the number of a function or class belongs."""

    to: Any


_Pieces: TypeAlias = list[str | _Link]


class _Text(NamedTuple):
    """What something means, in one form for all who write the same."""

    pieces: _Pieces
    mentioned: set[str]
    """Attributes that it asks for: of the classes it reaches, these methods count."""


class Fingerprints:
    """Fingerprints that stop at some names: these count as names, not as what they lead to.

    A name is that of a package, of a module or of something in a module.  The standard library
    counts by name always.
    """

    def __init__(self, *by_name: str) -> None:
        self._by_name = frozenset(by_name)
        self._texts: dict[Any, _Text] = {}
        self.counts_by_name = cache(self._counts_by_name)
        self._methods = cache(self._methods_of)

    def of(self, *roots: object) -> str:
        """The fingerprint of some values, functions or classes together.

        What they reach is numbered in the order in which it is reached, so that functions may call
        each other in a circle.
        """
        told, mentioned = hashlib.sha256(), set[str]()
        numbers: dict[Any, int] = {}
        asked: set[tuple[type, str]] = set()

        def tell(text: _Text) -> None:
            mentioned.update(text.mentioned)
            written = [
                piece if type(piece) is str else f"#{numbers.setdefault(piece[0], len(numbers))}"
                for piece in text.pieces
            ]
            told.update("".join(written).encode() + b"\n")

        tell(self._value(roots))
        done = 0
        while True:
            for thing in list(numbers)[done:]:
                tell(self._text(thing))
                done += 1
            if done < len(numbers):
                continue
            methods = [
                (cls, name, parts)
                for cls in numbers
                if isinstance(cls, type)
                for name, parts in self._methods(cls).items()
                if (_as_written(name, cls) in mentioned or _is_special(name))
                and (cls, name) not in asked
            ]
            if not methods:
                return told.hexdigest()[:16]
            for cls, name, parts in methods:
                asked.add((cls, name))
                tell(_Text([_Link(cls), f".{name}", *map(_Link, parts)], set()))

    def _counts_by_name(self, name: str) -> bool:
        """Whether a dotted name, or a package or module that it lies in, counts by name."""
        return name.partition(".")[0] in sys.stdlib_module_names or any(
            each in self._by_name for each in accumulate(name.split("."), "{}.{}".format)
        )

    def _value(self, value: object) -> _Text:
        writer = _Values(self)
        writer.value(value, "")
        return _Text(writer.pieces, writer.mentioned)

    def _text(self, thing: Any) -> _Text:
        if thing not in self._texts:
            writer = _Code(self, thing) if isinstance(thing, FunctionType) else _Values(self)
            if isinstance(writer, _Code):
                writer.function()
            else:
                writer.members(thing, self._methods(thing))
            self._texts[thing] = _Text(writer.pieces, writer.mentioned)
        return self._texts[thing]

    def _methods_of(self, cls: type) -> dict[str, list[FunctionType]]:
        """The functions of a class by name, without those that Python has written."""
        found = {}
        for name, value in vars(cls).items():
            parts = [
                part
                for part in _parts(value)
                if isinstance(part, FunctionType)
                and not self.counts_by_name(
                    f"{part.__globals__.get('__name__', '')}.{part.__qualname__}"
                )
                and not (_is_special(name) and part.__code__.co_filename == "<string>")
            ]
            if parts:
                found[name] = parts
        return found


def _is_special(name: str) -> bool:
    """Whether Python asks for the method by itself, such as ``__len__`` or ``_missing_``.

    What is printed for programmers is not a rule.
    """
    return name.startswith("_") and name.endswith("_") and name != "__repr__"


def _as_written(name: str, cls: type) -> str:
    """The name of an attribute as the class's code has it: ``__name``, not ``_Class__name``."""
    private = f"_{cls.__name__.lstrip('_')}__"
    return f"__{name.removeprefix(private)}" if name.startswith(private) else name


def _parts(value: object) -> Iterable[object]:
    """The functions that a class's attribute is made of."""
    parts: tuple[object, ...] = (value,)
    if isinstance(value, property):
        parts = value.fget, value.fset, value.fdel
    elif isinstance(value, cached_property):
        parts = (value.func,)
    elif isinstance(value, staticmethod | classmethod):
        parts = (value.__func__,)
    return (
        each if isinstance(each, FunctionType) else getattr(each, "__wrapped__", None)
        for each in parts
    )


class _Values:
    """Writes values, and what classes have beside their methods."""

    def __init__(self, prints: Fingerprints) -> None:
        self.prints = prints
        self.pieces: _Pieces = []
        self.mentioned: set[str] = set()
        self._open: list[object] = []
        self._written: dict[int, slice] = {}
        self.add = self.pieces.append

    def value(self, value: Any, where: str) -> None:
        """A value; *where* names it in a complaint."""
        kind = type(value)
        if kind in _PLAIN:
            self.add(ascii(value))
            if kind is str and value.isidentifier():  # perhaps of a method that is asked for
                self.mentioned.add(value)
        elif kind is FunctionType and isinstance(vars(value).get("registry"), MappingProxyType):
            self._each("by type", (dict(value.registry),), where)  # made by singledispatch
        elif isinstance(value, FunctionType | BuiltinFunctionType | type):
            self._defined(value, where)
        elif isinstance(value, Enum):
            self.value(kind, where)
            self.add(f".{value.name}")
        elif any(value is each for each in self._open):
            self.add("itself")
        else:
            self._open.append(value)
            self._compound(value, kind, where)
            self._open.pop()

    def _defined(self, value: Any, where: str) -> None:
        name = f"{value.__module__}.{value.__qualname__}"
        if self.prints.counts_by_name(name):
            self.add(f"<{name}>")
        elif isinstance(value, BuiltinFunctionType):
            raise _unknown(f"the source of {where or name}")
        else:
            self.add(_Link(value))

    def _compound(self, value: Any, kind: type, where: str) -> None:
        if isinstance(value, _HOLDING):
            if kind not in _HOLDING:
                self._of_own_kind(value, kind, where)
            self._held(value, where)
        elif is_dataclass(value):
            self._fields(value, kind, where)
        elif isinstance(value, partial | partialmethod):
            self.add("partial")
            self._each("(", (value.func, value.args, value.keywords), where)
        elif isinstance(value, MethodType):
            self._each("(", (value.__self__, value.__func__), where)
        elif isinstance(value, re.Pattern):
            self.add(f"re {value.pattern!a} {value.flags}")
        elif isinstance(value, _REMEMBERS):
            self.value(value.__wrapped__, where)
        elif hasattr(value, "__wrapped__"):
            self.add(kind.__name__)
            self.value(value.__wrapped__, where)
        elif isinstance(value, int | float | str | bytes):
            base = next(each for each in kind.__mro__ if each in _PLAIN)
            self._of_own_kind(value, kind, where)
            self._each("(", (base(value),), where)
        elif isinstance(value, _ASKING):
            self._each(kind.__name__, value.__reduce__()[1], where)
        elif hasattr(value, "tobytes"):
            if getattr(getattr(value, "dtype", None), "hasobject", False):
                raise _unknown(f"the value of {where} (array of objects)")
            held = hashlib.sha256(value.tobytes()).hexdigest()
            self.add(f"{kind.__name__} {getattr(value, 'dtype', '')} {value.shape} {held}")
        else:
            self._other(value, kind, where)

    def _other(self, value: Any, kind: type, where: str) -> None:
        """An instance of a class that is neither a container nor a number."""
        if not self.prints.counts_by_name(kind.__module__):
            self._of_own_kind(value, kind, where)
        elif " at 0x" in repr(value):
            raise _unknown(f"the value of {where} ({kind.__name__})")
        else:
            self.add(f"{kind.__name__} {value!a}")

    def _held(self, value: Any, where: str) -> None:
        """What a container holds."""
        if isinstance(value, Mapping):
            self._each("{", (part for pair in value.items() for part in pair), where)
        elif isinstance(value, tuple | list):
            self._each("(" if isinstance(value, tuple) else "[", value, where)
        else:
            self.add("set")
            for each in sorted(self._apart(value, where), key=_plain):
                self.pieces += ("|", *each)

    def _of_own_kind(self, value: Any, kind: type, where: str) -> None:
        """The class of an instance, and its attributes."""
        self.value(kind, where)
        if hasattr(value, "default_factory"):
            self.value(value.default_factory, where)
        if not self.prints.counts_by_name(kind.__module__):
            slots = [name for each in kind.__mro__ for name in getattr(each, "__slots__", ())]
            has = {name: getattr(value, name) for name in slots if hasattr(value, name)}
            self.value(has | getattr(value, "__dict__", {}), where)

    def _fields(self, value: object, kind: type, where: str) -> None:
        """The fields of an instance; one that was written before is copied."""
        first = len(self.pieces)
        if id(value) in self._written:
            self.pieces += self.pieces[self._written[id(value)]]
            return
        self.value(kind, where)
        counted = [each.name for each in _counted(kind) if each.init]
        counted += getattr(kind, COUNTED, ())
        self._each("(", (getattr(value, name) for name in counted), where)
        self._written[id(value)] = slice(first, len(self.pieces))

    def _each(self, opening: str, values: Iterable[object], where: str) -> None:
        self.add(opening)
        for each in values:
            self.value(each, where)
            self.add(",")
        self.add(")")

    def _apart(self, values: Iterable[object], where: str) -> Iterator[_Pieces]:
        """Each value by itself, so that they can be put in order."""
        for each in values:
            writer = _Values(self.prints)
            writer.value(each, where)
            self.mentioned |= writer.mentioned
            yield writer.pieces

    def members(self, cls: type, methods: Mapping[str, object]) -> None:
        """A class without its methods."""
        where = f"{cls.__module__}.{cls.__qualname__}"
        self._each("bases", (*cls.__bases__, type(cls)), where)
        known = {*methods, "_abc_impl"}
        if issubclass(cls, Enum):
            self.value({name: each.value for name, each in cls.__members__.items()}, where)
            self.add(str(getattr(cls, "_boundary_", None)))
            known |= {*cls.__members__, *(name for name in vars(cls) if _is_special(name))}
        elif is_dataclass(cls):
            of = cls.__dataclass_params__  # type: ignore[attr-defined]
            self.add(f"eq={of.eq} order={of.order} frozen={of.frozen} hash={of.unsafe_hash}")
            for each in _counted(cls):
                self.add(f" {each.name}:{each.init} {each.compare} {each.hash} {each.kw_only} ")
                defaults = _default(each.default), _default(each.default_factory)
                self._each("", (*defaults, *each.metadata.items()), where)
            known |= {each.name for each in fields(cls)}
        elif hasattr(cls, "_fields"):
            self._each("fields", (cls._fields, getattr(cls, "_field_defaults", {})), where)
            known |= {*cls._fields, *_OF_NAMED_TUPLES}
        for name, value in vars(cls).items():
            is_place = isinstance(value, MemberDescriptorType | GetSetDescriptorType)
            if name not in known and not name.startswith("__") and not is_place:
                self.add(f" {name}=")
                self.value(value, f"{where}.{name}")


@cache
def _counted(cls: Any) -> list[Any]:
    """The fields of a dataclass that are more than shown."""
    only_shown: frozenset[str] = getattr(cls, SHOWN, frozenset())
    return [each for each in fields(cls) if each.name not in only_shown]


def _default(value: object) -> object:
    return "no default" if value is MISSING else value


def _plain(pieces: _Pieces) -> str:
    return "".join(each if isinstance(each, str) else each.to.__qualname__ for each in pieces)


def _unknown(what: str) -> Unavailable:
    return Unavailable(
        f"{what} cannot be read, and without it the rules that use it have no digest",
        code="source.none",
    )


class _Code(_Values):
    """Writes a function."""

    def __init__(self, prints: Fingerprints, function: FunctionType) -> None:
        super().__init__(prints)
        self.written = function
        self.code, self.names = function.__code__, function.__globals__
        self.named = f"{self.names.get('__name__', '')}.{self.code.co_qualname}"
        self.defaults = (function.__defaults__, function.__kwdefaults__)
        self.cells = dict(zip(self.code.co_freevars, function.__closure__ or (), strict=True))
        self.imports: Imports = {}
        self.refuses = self.code.co_name.endswith("faults")
        """Whether texts with a space in them are sentences that refuse something."""

    def function(self) -> None:
        """The function, with its defaults as they are."""
        definitions = definitions_of(self.written)
        if not definitions:
            raise _unknown(f"the source of {self.named}")
        for node in definitions:
            self._function(node, frozenset(), own=True)
        self.value(self.defaults, self.named)
        if own := {name: v for name, v in vars(self.written).items() if name != "__wrapped__"}:
            self.value(own, self.named)

    def _function(self, node: Any, bound: frozenset[str], *, own: bool = False) -> None:
        given = node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        ends = [each.arg if each else "" for each in (given.vararg, given.kwarg)]
        counts = f"{len(given.posonlyargs)} {len(given.args)}"
        self.add(f"{type(node).__name__}({counts} {' '.join(names)} *{' **'.join(ends)})")
        if not own:
            self._nested([*given.defaults, *given.kw_defaults], bound)
            self._nested(getattr(node, "decorator_list", []), bound)
        body = node.body if isinstance(node.body, list) else [node.body]
        inside, imports = bound_names(body, self.names.get("__package__") or "")
        self.imports |= imports
        self._nested(body, bound | inside | {*names, *ends} - {*imports})

    def _nested(self, nodes: Iterable[ast.AST | None], bound: frozenset[str]) -> None:
        self.add("[")
        for each in nodes:
            before = len(self.pieces)
            if each is None:
                self.add("-")
            else:
                self.node(each, bound)
            if len(self.pieces) > before:  # and not a docstring
                self.add(",")
        self.add("]")

    def node(self, node: Any, bound: frozenset[str]) -> None:
        """A node of the tree; *bound* are the names of the function itself."""
        if writer := _WRITERS.get(type(node)):
            writer(self, node, bound)
        else:
            self._generic(node, bound)

    def _generic(self, node: ast.AST, bound: frozenset[str]) -> None:
        self.add(f"{type(node).__name__}(")
        for name in node._fields:
            value = getattr(node, name, None)
            if name in _NOT_COUNTED or value is None or value == []:
                continue
            self.add(f"{name}=")
            if isinstance(value, ast.AST):
                self.node(value, bound)
            elif isinstance(value, list) and isinstance(value[0], ast.AST | None):
                self._nested(value, bound)
            else:
                self.add(ascii(value))
                if name == "kwd_attrs":  # attributes that a pattern asks for
                    self.mentioned.update(value)
        self.add(")")

    def _skip(self, node: ast.AST, bound: frozenset[str]) -> None:
        pass

    def _expression(self, node: ast.Expr, bound: frozenset[str]) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self._generic(node, bound)

    def _constant(self, node: ast.Constant, bound: frozenset[str]) -> None:
        value = node.value
        if isinstance(value, str):
            if value.isidentifier():
                self.mentioned.add(value)
            if self.refuses and _is_sentence(value):
                value = ...
        self.add(f"{value!a}")

    def _assigned(self, node: ast.AnnAssign, bound: frozenset[str]) -> None:
        if node.value is not None:
            self._generic(ast.Assign(targets=[node.target], value=node.value), bound)

    def _refused(self, node: ast.Raise | ast.Assert, bound: frozenset[str]) -> None:
        if isinstance(node, ast.Assert):
            node = ast.Assert(test=node.test, msg=None)
        self._compared(node, bound, refuses=True)

    def _compared(self, node: ast.AST, bound: frozenset[str], *, refuses: bool = False) -> None:
        """A text that something is compared with decides, and refuses nothing."""
        before, self.refuses = self.refuses, refuses
        self._generic(node, bound)
        self.refuses = before

    def _in_own_scope(self, node: Any, bound: frozenset[str]) -> None:
        places = [each.target for each in node.generators]
        self._generic(node, bound | bound_names(places, "")[0])

    def _class(self, node: ast.ClassDef, bound: frozenset[str]) -> None:
        self._generic(node, bound | bound_names(node.body, "")[0])

    def _text(self, node: ast.JoinedStr, bound: frozenset[str]) -> None:
        """Text with values in it; texts beside each other are one, however they were written."""
        texts = [each.value for each in node.values if isinstance(each, ast.Constant)]
        is_sentence = self.refuses and any(map(_is_sentence, texts))
        self.add("text(")
        text = ""
        for each in node.values:
            if isinstance(each, ast.Constant):
                text += "" if is_sentence else str(each.value)
            else:
                self.add(f"{text!a},")
                self.node(each, bound)
                text = ""
        self.add(f"{text!a})")

    def _put_in(self, node: ast.FormattedValue, bound: frozenset[str]) -> None:
        self.node(node.value, bound)
        self.add(f"!{node.conversion}")
        given = getattr(node.format_spec, "values", ())
        if any(getattr(each, "value", None) != "" for each in given):
            self.node(node.format_spec, bound)

    def _name(self, node: ast.Name, bound: frozenset[str]) -> None:
        if node.id in bound:
            self.add(f"{node.id} ")
        else:
            self._leads(*self._found(node.id))

    def _attribute(self, node: ast.Attribute, bound: frozenset[str]) -> None:
        names, base = [node.attr], node.value
        while isinstance(base, ast.Attribute):
            names.append(base.attr)
            base = base.value
        self.mentioned.update(names)
        if isinstance(base, ast.Name) and base.id not in bound:
            home, name, value = self._found(base.id)
            while names and isinstance(value, ModuleType):
                home, name = vars(value), names.pop()
                value = getattr(value, name, MISSING)
            self._leads(home, name, value)
        else:
            self.node(base, bound)
        self.pieces += [f".{name}" for name in reversed(names)]

    def _found(self, name: str) -> tuple[dict[str, Any], str, object]:
        """The module in which a name lies, its name there, and what it leads to."""
        if name in self.imports:
            module, there = self.imports[name]
            with suppress(ImportError):
                home = importlib.import_module(module)
                if not there:
                    return {"__name__": module}, "", home
                if not hasattr(home, there):
                    importlib.import_module(f"{module}.{there}")
                return vars(home), there, getattr(home, there)
            return {"__name__": module}, there, MISSING
        if name in self.cells:
            with suppress(ValueError):  # not bound yet
                return {}, name, self.cells[name].cell_contents
        return self.names, name, self.names.get(name, getattr(builtins, name, MISSING))

    def _leads(self, home: dict[str, Any], name: str, value: object) -> None:
        origin = self._origin(home, name)
        if any(value is each for each in _UNREADABLE):
            raise _unknown(f"what {self.named} runs by {name}")
        if value is MISSING or self.prints.counts_by_name(origin):
            self.add(f"<{origin}>")
        elif isinstance(value, ModuleType):
            raise _unknown(f"what {self.named} takes from the module {origin}")
        else:
            self.value(value, origin)

    def _origin(self, home: dict[str, Any], name: str) -> str:
        """Where a name was first defined, through the modules that only imported it."""
        here = f"{home.get('__name__', 'closure')}.{name}".rstrip(".")
        if name not in home:
            return here if home.get("__name__") != self.names["__name__"] else f"builtins.{name}"
        if self.prints.counts_by_name(here):
            return here
        module, there = source_in(str(home.get("__file__")), home).imports.get(name, ("", ""))
        origin = f"{module}.{there}".rstrip(".")
        known = sys.modules.get(module)
        if known is None or known.__dict__ is home or self.prints.counts_by_name(origin):
            return origin or here
        return self._origin(vars(known), there) if there else module


def _is_sentence(text: object) -> bool:
    return isinstance(text, str) and " " in text and any(map(str.isalpha, text))


_WRITERS: Final[Mapping[type, Callable[..., None]]] = {
    ast.Pass: _Code._skip,
    ast.Import: _Code._skip,
    ast.ImportFrom: _Code._skip,
    ast.Expr: _Code._expression,
    ast.Constant: _Code._constant,
    ast.AnnAssign: _Code._assigned,
    ast.Raise: _Code._refused,
    ast.Assert: _Code._refused,
    ast.Compare: _Code._compared,
    ast.MatchValue: _Code._compared,
    ast.JoinedStr: _Code._text,
    ast.FormattedValue: _Code._put_in,
    ast.Name: _Code._name,
    ast.Attribute: _Code._attribute,
    ast.ClassDef: _Code._class,
    **dict.fromkeys(FUNCTIONS, _Code._function),
    **dict.fromkeys(OWN_SCOPE, _Code._in_own_scope),
}
