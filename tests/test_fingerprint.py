"""The fingerprint of code is of what it means, and of everything it reaches."""

import ast
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from fairdeal import source
from fairdeal.errors import Unavailable
from fairdeal.fingerprint import Fingerprints
from fairdeal.rule import shown
from fairdeal.source import files_digest

NUMBERS = count()
Loads = Callable[[str], ModuleType]


@pytest.fixture
def loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loads:
    """Imports a module of its own, made of a text."""

    def load(text: str) -> ModuleType:
        name = f"rules_{next(NUMBERS)}"
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


def digest(module: ModuleType, *by_name: str) -> str:
    """The fingerprint of what the module calls ``f``."""
    return Fingerprints(*by_name).of(module.f)


KIND = """
from typing import NamedTuple
from fairdeal.games.kinds import Showdown, Strength

class Events(NamedTuple):
    pass

class Pays(NamedTuple):
    {0}

def settle(player: int, dealer: {3}, events: Events, pays: {1}) -> {4}:
    first, second = pays
    return first[0], second[0]

def strength_of(card: {2}):
    return card

f = Showdown(settle=settle, player=Strength(strength_of), dealer=Strength(strength_of))
"""


def kind(
    pays: str = "a: int; b: int",
    form: str = "Pays",
    card: str = "int",
    strength: str = "int",
    result: str = "tuple[int, int]",
) -> str:
    """A kind of game whose settlement reads annotations."""
    return KIND.format(pays, form, card, strength, result)


SAME = {
    "other annotations of a settlement rule": (
        kind(),
        kind(pays="a: str; b: str", form="'Pays'", strength="str", result="None"),
    ),
    "a comment": ("def f(x):\n    return x + 1", "# why\ndef f(x):\n    # how\n    return x + 1"),
    "a docstring": ("def f(x):\n    return x", 'def f(x):\n    """What."""\n    return x'),
    "an annotation": (
        "def f(x, *more, **named):\n    y = x\n    return y",
        "def f(x: int, *more: int, **named: int) -> int:\n    z: str\n    y: int = x\n    return y",
    ),
    "blank lines": ("def f(x):\n    return (x, 1)", "\n\ndef f(\n    x,\n):\n    return x, 1\n"),
    "pass": ("def f(x):\n    pass", 'def f(x):\n    """Nothing."""'),
    "its name": (
        "def g(x): return x\ndef f(x): return g(x)",
        "def h(x): return x\ndef k(x): return h(x)\nf = k",
    ),
    "a constant's name and how it came about": (
        "LIMIT = 5\ndef f(x): return x > LIMIT",
        "MOST = 2 + 3\ndef f(x): return x > MOST",
    ),
    "how a text is cut": (
        "def f(x): return f'a{x}' f'{x}b' 'c'",
        "def f(x): return f'a{x}{x}' 'bc'",
    ),
    "an empty format": ("def f(x): return f'{x}'", "def f(x): return f'{x:}'"),
    "a sentence that refuses": (
        "def f(x):\n    assert x, 'give it'\n    raise ValueError(f'no {x} today', 'no way')",
        "def f(x):\n    assert x\n    raise ValueError(f'{x} is not open', 'not at all')",
    ),
    "a fault in other words": (
        "def f_faults(x): return ['no ante', f'{x} is not open'] if x else []\nf = f_faults",
        "def f_faults(x): return ['an ante is missing', f'no {x}'] if x else []\nf = f_faults",
    ),
    "the order of a set": (
        "KEYS = frozenset({'a', 'b', 'c'})\ndef f(x): return x in KEYS",
        "KEYS = frozenset({'c', 'b', 'a'})\ndef f(x): return x in KEYS",
    ),
    "an unused method": (
        "class C:\n    def a(self): return 1\ndef f(): return C().a()",
        "class C:\n    def a(self): return 1\n    def b(self): return 2\ndef f(): return C().a()",
    ),
    "what programmers are shown": (
        "class C:\n    x = 1\ndef f(): return C()",
        "class C:\n    x = 1\n    def __repr__(self): return 'C'\ndef f(): return C()",
    ),
    "answers that are remembered": (
        "def g(x): return x\ndef f(x): return g(x)",
        "from functools import lru_cache\n@lru_cache(maxsize=9)\n"
        "def g(x): return x\ndef f(x): return g(x)",
    ),
    "where a name was imported": (
        "from math import gcd\ndef f(x): return gcd(x, 2)",
        "def f(x):\n    from math import gcd\n    return gcd(x, 2)",
    ),
    "how a module is named": (
        "import math\ndef f(x): return math.gcd(x, 2)",
        "def f(x):\n    import math as m\n    return m.gcd(x, 2)",
    ),
}

OTHER = {
    "the order of the pays that a settlement rule takes": (kind(), kind(pays="b: int; a: int")),
    "the form of the pays": (kind(), kind(form="Events")),
    "a form that cannot be read": (kind(), kind(form="'Payes'")),
    "whether a rule takes one card or all": (kind(), kind(card="tuple[int]")),
    "an operator": ("def f(x): return x > 1", "def f(x): return x >= 1"),
    "a number": ("def f(x): return x > 1", "def f(x): return x > 2"),
    "truth for one": ("def f(x): return 1", "def f(x): return True"),
    "a default": ("def f(x=1): return x", "def f(x=2): return x"),
    "a default by name": ("def f(*, x=1): return x", "def f(*, x=2): return x"),
    "a default inside": (
        "def f():\n    def g(*, x=1, y): return x\n    return g",
        "def f():\n    def g(*, x=2, y): return x\n    return g",
    ),
    "a kind of parameter": ("def f(x, y): return x", "def f(x, /, y): return x"),
    "a function that it calls": (
        "def g(x): return x\ndef f(x): return g(x)",
        "def g(x): return -x\ndef f(x): return g(x)",
    ),
    "which of two functions it calls": (
        "def g(x): return x\ndef h(x): return -x\ndef f(x): return g(h(x))",
        "def g(x): return x\ndef h(x): return -x\ndef f(x): return h(g(x))",
    ),
    "a constant": ("A = 1\ndef f(): return A", "A = 2\ndef f(): return A"),
    "a table": ("A = {'a': (1, 2)}\ndef f(): return A", "A = {'a': (2, 1)}\ndef f(): return A"),
    "a function in a table": (
        "def g(): return 1\nA = {'a': g}\ndef f(): return A",
        "def g(): return 2\nA = {'a': g}\ndef f(): return A",
    ),
    "a key in a text": ("def f(x): return f'{x}=1'", "def f(x): return f'{x}:1'"),
    "a key in a fault": (
        "def g_faults(x): return f'{x}=1'\nf = g_faults",
        "def g_faults(x): return f'{x}:1'\nf = g_faults",
    ),
    "a format": ("def f(x): return f'{x:>{2}}'", "def f(x): return f'{x:>{3}}'"),
    "what is raised": (
        "def f(x): raise ValueError('no way')",
        "def f(x): raise KeyError('no way')",
    ),
    "a statement": ("def f(x): x.append(1)", "def f(x): x.append(2)"),
    "a lambda": ("f = lambda x: x", "f = lambda x: -x"),
    "a lambda inside": (
        "def f(x): return sorted(x, key=lambda y: y)",
        "def f(x): return sorted(x, key=lambda y: -y)",
    ),
    "a comprehension": ("def f(x): return [y for y in x]", "def f(x): return [-y for y in x]"),
    "a name that is local in a comprehension only": (
        "y = 1\ndef f(x): return [y for y in x], y",
        "y = 2\ndef f(x): return [y for y in x], y",
    ),
    "a name that a comprehension binds outside": (
        "def f(x): return [(z := y) for y in x], z",
        "def f(x): return [(y := z) for z in x], y",
    ),
    "a global that is set": (
        "A = 1\ndef f():\n    global A\n    A = A + 1",
        "A = 2\ndef f():\n    global A\n    A = A + 1",
    ),
    "a pattern": (
        "def f(x):\n  match x:\n    case {'a': b, **r}: return b\n    case [a, *c]: return c",
        "def f(x):\n  match x:\n    case {'b': b, **r}: return b\n    case [a, *c]: return c",
    ),
    "a method that a pattern asks for": (
        "class C:\n    @property\n    def a(self): return 1\n"
        "def f(x):\n    match x:\n        case C(a=1): return x",
        "class C:\n    @property\n    def a(self): return 2\n"
        "def f(x):\n    match x:\n        case C(a=1): return x",
    ),
    "a caught error": (
        "def f(x):\n    try: return x()\n    except ValueError as e: return e",
        "def f(x):\n    try: return x()\n    except KeyError as e: return e",
    ),
    "a used method": (
        "class C:\n    def a(self): return 1\ndef f(): return C().a()",
        "class C:\n    def a(self): return 2\ndef f(): return C().a()",
    ),
    "a method that is asked for by its name": (
        "class C:\n    def a(self): return 1\ndef f(): return getattr(C(), 'a')()",
        "class C:\n    def a(self): return 2\ndef f(): return getattr(C(), 'a')()",
    ),
    "a method that a method uses": (
        "class C:\n    def a(self): return self.b()\n    def b(self): return 1\n"
        "def f(): return C().a()",
        "class C:\n    def a(self): return self.b()\n    def b(self): return 2\n"
        "def f(): return C().a()",
    ),
    "a special method": (
        "class C:\n    def __len__(self): return 1\ndef f(): return len(C())",
        "class C:\n    def __len__(self): return 2\ndef f(): return len(C())",
    ),
    "a property": (
        "class C:\n    @property\n    def a(self): return 1\ndef f(): return C().a",
        "class C:\n    @property\n    def a(self): return 2\ndef f(): return C().a",
    ),
    "a cached property": (
        "from functools import cached_property as c\n"
        "class C:\n    @c\n    def a(self): return 1\ndef f(): return C().a",
        "from functools import cached_property as c\n"
        "class C:\n    @c\n    def a(self): return 2\ndef f(): return C().a",
    ),
    "a static method": (
        "class C:\n    @staticmethod\n    def a(): return 1\ndef f(): return C.a()",
        "class C:\n    @staticmethod\n    def a(): return 2\ndef f(): return C.a()",
    ),
    "a base class": (
        "class B:\n    def a(self): return 1\nclass C(B): pass\ndef f(): return C().a()",
        "class B:\n    def a(self): return 2\nclass C(B): pass\ndef f(): return C().a()",
    ),
    "a class's attribute": (
        "class C:\n    A = 1\ndef f(): return C.A",
        "class C:\n    A = 2\ndef f(): return C.A",
    ),
    "an enum's member": (
        "from enum import IntEnum\nclass C(IntEnum):\n    A = 1\n    B = 2\ndef f(): return C.A",
        "from enum import IntEnum\nclass C(IntEnum):\n    A = 2\n    B = 1\ndef f(): return C.A",
    ),
    "an enum's method": (
        "from enum import Enum\nclass C(Enum):\n    A = 1\n    def x(self): return 1\n"
        "def f(): return C.A.x()",
        "from enum import Enum\nclass C(Enum):\n    A = 1\n    def x(self): return 2\n"
        "def f(): return C.A.x()",
    ),
    "an enum's member in a table": (
        "from enum import IntEnum\nclass C(IntEnum):\n    A = 1\n    B = 2\n"
        "T = {C.A: 1}\ndef f(): return T",
        "from enum import IntEnum\nclass C(IntEnum):\n    A = 1\n    B = 2\n"
        "T = {C.B: 1}\ndef f(): return T",
    ),
    "the order of named fields": (
        "from typing import NamedTuple as N\nclass C(N):\n    a: int\n    b: int = 0\n"
        "def f(): return C(1)",
        "from typing import NamedTuple as N\nclass C(N):\n    b: int\n    a: int = 0\n"
        "def f(): return C(1)",
    ),
    "a named tuple's values": (
        "from typing import NamedTuple as N\nclass C(N):\n    a: int\nA = C(1)\ndef f(): return A",
        "from typing import NamedTuple as N\nclass C(N):\n    a: int\nA = C(2)\ndef f(): return A",
    ),
    "a dataclass's default": (
        "from dataclasses import dataclass as d\n@d(frozen=True, slots=True)\nclass C:\n"
        "    a: int = 1\ndef f(): return C()",
        "from dataclasses import dataclass as d\n@d(frozen=True, slots=True)\nclass C:\n"
        "    a: int = 2\ndef f(): return C()",
    ),
    "a dataclass's fields": (
        "from dataclasses import dataclass as d\n@d\nclass C:\n    a: int\n"
        "A = C(1)\ndef f(): return A",
        "from dataclasses import dataclass as d\n@d\nclass C:\n    a: int\n"
        "A = C(2)\ndef f(): return A",
    ),
    "what an object holds": (
        "class C:\n    def __init__(self, a): self.a = a\nA = C(1)\ndef f(): return A",
        "class C:\n    def __init__(self, a): self.a = a\nA = C(2)\ndef f(): return A",
    ),
    "what an object with slots holds": (
        "class C:\n    __slots__ = 'a', 'b'\n    def __init__(self, a): self.a = a\n"
        "A = C(1)\ndef f(): return A",
        "class C:\n    __slots__ = 'a', 'b'\n    def __init__(self, a): self.a = a\n"
        "A = C(2)\ndef f(): return A",
    ),
    "a number of a kind of its own": (
        "class Cents(int): pass\nA = Cents(1)\ndef f(): return A",
        "class Cents(int): pass\nA = Cents(2)\ndef f(): return A",
    ),
    "a member of a set": ("A = {1, 2}\ndef f(): return A", "A = {1, 3}\ndef f(): return A"),
    "a pattern of letters": (
        "import re\nA = re.compile('a')\ndef f(): return A",
        "import re\nA = re.compile('a', re.I)\ndef f(): return A",
    ),
    "a fraction": (
        "from fractions import Fraction\nA = Fraction(1, 2)\ndef f(): return A",
        "from fractions import Fraction\nA = Fraction(1, 3)\ndef f(): return A",
    ),
    "a function with its first words given": (
        "from functools import partial\ndef g(x, y): return x\nf = partial(g, 1)",
        "from functools import partial\ndef g(x, y): return x\nf = partial(g, 2)",
    ),
    "a bound method": (
        "class C:\n    def __init__(self, a): self.a = a\n    def g(self): return self.a\n"
        "f = C(1).g",
        "class C:\n    def __init__(self, a): self.a = a\n    def g(self): return self.a\n"
        "f = C(2).g",
    ),
    "a function that remembers": (
        "from functools import cache\n@cache\ndef f(x): return x",
        "from functools import cache\n@cache\ndef f(x): return -x",
    ),
    "a method that remembers": (
        "from functools import cache\nclass C:\n    @cache\n    def a(self): return 1\n"
        "def f(): return C().a()",
        "from functools import cache\nclass C:\n    @cache\n    def a(self): return 2\n"
        "def f(): return C().a()",
    ),
    "what a decorator does": (
        "def twice(g):\n    def h(x): return 2 * g(x)\n    return h\n@twice\ndef f(x): return x",
        "def twice(g):\n    def h(x): return 3 * g(x)\n    return h\n@twice\ndef f(x): return x",
    ),
    "what a decorator is given": (
        "def twice(g):\n    def h(x): return 2 * g(x)\n    return h\n@twice\ndef f(x): return x",
        "def twice(g):\n    def h(x): return 2 * g(x)\n    return h\n@twice\ndef f(x): return -x",
    ),
    "a decorator inside": (
        "def a(g): return g\ndef b(g): return None\n"
        "def f():\n    @a\n    def g(): return 1\n    return g",
        "def a(g): return g\ndef b(g): return None\n"
        "def f():\n    @b\n    def g(): return 1\n    return g",
    ),
    "a closure's value": (
        "def make(n):\n    def f(x): return x + n\n    return f\nf = make(1)",
        "def make(n):\n    def f(x): return x + n\n    return f\nf = make(2)",
    ),
    "a class inside": (
        "def f():\n    class C:\n        a = 1\n        b = a\n    return C",
        "def f():\n    class C:\n        a = 2\n        b = a\n    return C",
    ),
    "a function of the library": (
        "from math import floor as g\ndef f(x): return g(x)",
        "from math import ceil as g\ndef f(x): return g(x)",
    ),
    "an enum's answer to a number that it does not have": (
        "from enum import IntEnum\nclass C(IntEnum):\n    A=1\n    @classmethod\n"
        "    def _missing_(cls,v): return cls.A if True else None\ndef f(x): return C(x)",
        "from enum import IntEnum\nclass C(IntEnum):\n    A=1\n    @classmethod\n"
        "    def _missing_(cls,v): return cls.A if False else None\ndef f(x): return C(x)",
    ),
    "a private attribute of an enum": (
        "from enum import Enum\nclass C(Enum):\n    A=1\n    __x=1\n"
        "    def g(self): return self.__x\ndef f(x): return C(x).g()",
        "from enum import Enum\nclass C(Enum):\n    A=1\n    __x=2\n"
        "    def g(self): return self.__x\ndef f(x): return C(x).g()",
    ),
    "what a flag makes of unknown bits": (
        "from enum import IntFlag,KEEP,STRICT\nclass C(IntFlag,boundary=KEEP):\n    A=1\n"
        "def f(x): return C(x)",
        "from enum import IntFlag,KEEP,STRICT\nclass C(IntFlag,boundary=STRICT):\n    A=1\n"
        "def f(x): return C(x)",
    ),
    "a function for each type": (
        "from functools import singledispatch\n@singledispatch\ndef g(x): return 0\n"
        "@g.register\ndef _(x:int): return 1\ndef f(x): return g(x)",
        "from functools import singledispatch\n@singledispatch\ndef g(x): return 0\n"
        "@g.register\ndef _(x:int): return 2\ndef f(x): return g(x)",
    ),
    "a method with its first words given": (
        "from functools import partialmethod\nclass C:\n    def g(self,x): return x\n"
        "    h=partialmethod(g,1)\ndef f(): return C().h()",
        "from functools import partialmethod\nclass C:\n    def g(self,x): return x\n"
        "    h=partialmethod(g,2)\ndef f(): return C().h()",
    ),
    "a property that remembers": (
        "from functools import cache\nclass C:\n    @property\n    @cache\n"
        "    def a(self): return 1\ndef f(): return C().a",
        "from functools import cache\nclass C:\n    @property\n    @cache\n"
        "    def a(self): return 2\ndef f(): return C().a",
    ),
    "a property that the library asks for": (
        "from operator import attrgetter\nclass C:\n    @property\n"
        "    def a(self): return 1\nG=attrgetter('a')\ndef f(): return G(C())",
        "from operator import attrgetter\nclass C:\n    @property\n"
        "    def a(self): return 2\nG=attrgetter('a')\ndef f(): return G(C())",
    ),
    "a method that the library calls": (
        "from operator import methodcaller\nclass C:\n    def a(self): return 1\n"
        "f=partial=None\nM=methodcaller('a')\ndef f(): return M(C())",
        "from operator import methodcaller\nclass C:\n    def a(self): return 2\n"
        "f=partial=None\nM=methodcaller('a')\ndef f(): return M(C())",
    ),
    "a method whose name is in a table": (
        "class C:\n    def a(self): return 1\nT=('a',)\n"
        "def f(): return [getattr(C(),n)() for n in T]",
        "class C:\n    def a(self): return 2\nT=('a',)\n"
        "def f(): return [getattr(C(),n)() for n in T]",
    ),
    "whether a field is compared": (
        "from dataclasses import dataclass,field\n@dataclass\nclass C:\n"
        "    a:int=field(default=1,compare=True)\ndef f(x,y): return C(x)==C(y)",
        "from dataclasses import dataclass,field\n@dataclass\nclass C:\n"
        "    a:int=field(default=1,compare=False)\ndef f(x,y): return C(x)==C(y)",
    ),
    "whether a field is given by its name": (
        "from dataclasses import dataclass,field\n@dataclass\nclass C:\n"
        "    a:int=field(default=1,kw_only=True)\n    b:int=2\ndef f(x): return C(x)",
        "from dataclasses import dataclass,field\n@dataclass\nclass C:\n"
        "    a:int=field(default=1,kw_only=False)\n    b:int=2\ndef f(x): return C(x)",
    ),
    "what is known of a field": (
        "from dataclasses import dataclass,field,fields\n@dataclass\nclass C:\n"
        "    a:int=field(default=1,metadata={'x':1})\n"
        "def f(x): return [e.metadata for e in fields(C)]",
        "from dataclasses import dataclass,field,fields\n@dataclass\nclass C:\n"
        "    a:int=field(default=1,metadata={'x':2})\n"
        "def f(x): return [e.metadata for e in fields(C)]",
    ),
    "whether a dataclass has a hash": (
        "from dataclasses import dataclass,field\n@dataclass(unsafe_hash=True)\nclass C:\n"
        "    a:int=1\ndef f(x): return len({C(1),C(1)})",
        "from dataclasses import dataclass,field\n@dataclass(unsafe_hash=False)\nclass C:\n"
        "    a:int=1\ndef f(x): return len({C(1),C(1)})",
    ),
    "the class of a class": (
        "class M(type):\n    def __call__(c): return 1\nclass C(metaclass=M): pass\n"
        "def f(): return C()",
        "class M(type):\n    def __call__(c): return 2\nclass C(metaclass=M): pass\n"
        "def f(): return C()",
    ),
    "a list for a tuple": (
        "A=(1,)\ndef f(): return A",
        "A=[1]\ndef f(): return A",
    ),
    "a mapping with answers for other keys": (
        "from collections import OrderedDict,defaultdict\nA={1:2}\ndef f(): return A",
        "from collections import OrderedDict,defaultdict\nA=defaultdict(int,{1:2})\n"
        "def f(): return A",
    ),
    "the answer for other keys": (
        "from collections import defaultdict\nA=defaultdict(lambda:1)\ndef f(x): return A[x]",
        "from collections import defaultdict\nA=defaultdict(lambda:2)\ndef f(x): return A[x]",
    ),
    "a mapping of a kind of its own": (
        "class D(dict):\n    def __missing__(s,k): return 1\nA=D()\ndef f(x): return A[x]",
        "class D(dict):\n    def __missing__(s,k): return 2\nA=D()\ndef f(x): return A[x]",
    ),
    "a list of a kind of its own": (
        "class D(list):\n    def __len__(s): return 1\nA=D()\ndef f(x): return len(A)",
        "class D(list):\n    def __len__(s): return 2\nA=D()\ndef f(x): return len(A)",
    ),
    "an attribute of a tuple": (
        "class D(tuple):\n    pass\nA=D()\nA.z=1\ndef f(): return A.z",
        "class D(tuple):\n    pass\nA=D()\nA.z=2\ndef f(): return A.z",
    ),
    "a set of a kind of its own": (
        "class D(set):\n    def __contains__(s,x): return True\nA=D()\n"
        "def f(x): return x in A",
        "class D(set):\n    def __contains__(s,x): return False\nA=D()\n"
        "def f(x): return x in A",
    ),
    "an attribute of a text": (
        "class D(str): pass\nA=D('a')\nA.z=1\ndef f(): return A.z",
        "class D(str): pass\nA=D('a')\nA.z=2\ndef f(): return A.z",
    ),
    "an attribute of a function": (
        "def g(): pass\ng.x=1\ndef f(): return g.x",
        "def g(): pass\ng.x=2\ndef f(): return g.x",
    ),
    "what a fault compares": (
        "def g_faults(x):\n    return [1] if x == 'a b' else []\nf=g_faults",
        "def g_faults(x):\n    return [1] if x == 'a c' else []\nf=g_faults",
    ),
    "a private method": (
        "class C:\n    def a(self): return self.__b()\n    def __b(self): return 1\n"
        "def f(): return C().a()",
        "class C:\n    def a(self): return self.__b()\n    def __b(self): return 2\n"
        "def f(): return C().a()",
    ),
    "what an error compares": (
        "def f(x):\n    raise ValueError(x == 'a b')",
        "def f(x):\n    raise ValueError(x == 'a c')",
    ),
    "an array": (
        "import numpy\nA = numpy.array([1, 2])\ndef f(): return A",
        "import numpy\nA = numpy.array([1, 3])\ndef f(): return A",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SAME)
def test_a_fingerprint_stays_with(what: str, loads: Loads) -> None:
    one, other = SAME[what]
    assert digest(loads(one)) == digest(loads(other))


@pytest.mark.parametrize("what", OTHER)
def test_a_fingerprint_changes_with(what: str, loads: Loads) -> None:
    one, other = OTHER[what]
    assert digest(loads(one)) != digest(loads(other))
    assert digest(loads(one)) == digest(loads(f"# moved\n\n{one}\n"))


def test_a_function_may_move_to_another_module(loads: Loads) -> None:
    together = loads("A = 1\ndef g(x): return x + A\ndef f(x): return g(x)")
    there = loads("A = 1\ndef g(x): return x + A")
    assert digest(loads(f"from {there.__name__} import g\ndef f(x): return g(x)")) == digest(
        together
    )
    as_module = f"import {there.__name__} as t\ndef f(x): return t.g(x)"
    assert digest(loads(as_module)) == digest(together)
    inside = f"def f(x):\n    from {there.__name__} import g\n    return g(x)"
    assert digest(loads(inside)) == digest(together)


def test_functions_may_call_each_other_in_a_circle(loads: Loads) -> None:
    circle = "def f(x): return x and g(x - 1)\ndef g(x): return x or f(x - {})"
    assert digest(loads(circle.format(1))) == digest(loads(circle.format(1)))
    assert digest(loads(circle.format(1))) != digest(loads(circle.format(2)))


def test_a_list_may_hold_itself(loads: Loads) -> None:
    text = "A = [{}]\nA.append(A)\ndef f(): return A"
    assert digest(loads(text.format(1))) != digest(loads(text.format(2)))


def test_what_counts_by_name_may_change_and_not_be_renamed(loads: Loads) -> None:
    words = loads("FOLDED = 'folded'\ndef tell(x): return 'it is ' + x")
    name = words.__name__
    text = f"from {name} import FOLDED, tell\nimport {name} as w\n"
    text += "def f(x): return tell(FOLDED), w.tell(w.FOLDED)"
    before = digest(loads(text), name)
    words.FOLDED = "given up"  # type: ignore[attr-defined]
    assert digest(loads(text), name) == before
    assert digest(loads(text.replace("w.tell(", "w.FOLDED(")), name) != before
    passed_on = loads(f"from {name} import FOLDED")
    through = text.replace(f"from {name} import FOLDED, tell", f"from {name} import tell\n"
                           f"from {passed_on.__name__} import FOLDED")  # fmt: skip
    assert digest(loads(through), name) == before
    assert digest(loads(text), f"{name}.tell") != digest(loads(text), name)


def test_lambdas_on_one_line_count_together(loads: Loads) -> None:
    text = "f, g = (lambda x: x), (lambda x: -x)"
    module, prints = loads(text), Fingerprints()
    assert prints.of(module.f) == prints.of(module.g) == prints.of(module.f)
    assert digest(loads(text.replace("-x", "x + 1"))) != digest(module)


def test_a_name_that_is_not_there_yet_counts_as_a_name(loads: Loads) -> None:
    text = "def f():\n    from nowhere import x\n    import math\n    return x, y, math.z"
    assert digest(loads("def f():\n    from xml import sax\n    return sax.handler"))
    assert digest(loads(text)) == digest(loads(text))
    waits = "def make():\n    def f(): return later\n    yield f\n    later = 1\nf = next(make())"
    assert digest(loads(waits)) == digest(loads(waits))


def test_imports_of_a_module_may_depend_on_what_there_is(loads: Loads) -> None:
    text = (
        "try:\n    from math import none\nexcept ImportError:\n    from math import gcd as none\n"
        "if True:\n    import os.path\n"
        "def f(x): return none(x, 2), os.path.sep\n"
    )
    assert digest(loads(text)) == digest(loads(f"# again\n{text}"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("exec('def f(x): return x')", "the source of {name}.f cannot be read"),
        (
            "from msgspec.json import encode\ndef f(x): return encode(x)",
            "msgspec._core.json_encode",
        ),
        ("import msgspec\ndef f(): return msgspec", "what {name}.f takes from the module msgspec"),
        ("A = 1\ndef f(): return eval('A')", "what {name}.f runs by eval cannot be read"),
        (
            "import numpy\nA = numpy.array([1, None])\ndef f(): return A",
            "{name}.A (array of objects)",
        ),
        ("A = object()\ndef f(): return A", "the value of {name}.A (object) cannot be read"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, words: str, loads: Loads) -> None:
    module = loads(text)
    with pytest.raises(Unavailable, match=r"the rules that use it have no digest") as refused:
        digest(module)
    assert words.format(name=module.__name__) in str(refused.value)


@pytest.mark.parametrize("after", ["def f(x): return x + 2", "def f(x): return (", "x = 1"])
@pytest.mark.parametrize("changed", [None, 1_000_000_000])
def test_source_that_was_changed_since_it_was_loaded_is_refused(
    after: str, changed: float | None, loads: Loads
) -> None:
    module = loads("def f(x): return x + 1")
    assert module.__file__
    Path(module.__file__).write_text(after)
    if changed:  # as a copy that keeps the date of the original
        os.utime(module.__file__, (changed, changed))
    with pytest.raises(Unavailable, match=r"the source of rules_\d+\.f cannot be read"):
        digest(module)


def test_a_module_that_is_loaded_again_has_the_fingerprint_of_its_new_source(loads: Loads) -> None:
    text = "from math import gcd\ndef f(x): return gcd(x, {})"
    module, other = loads(text.format(2)), digest(loads(text.format(30)))
    before = digest(module)
    assert module.__file__
    assert module.__spec__
    assert module.__spec__.loader
    Path(module.__file__).write_text(text.format(30))
    module.__spec__.loader.exec_module(module)
    assert digest(module) == other != before


def test_a_function_that_has_run_often_is_known_to_be_that_of_its_file(loads: Loads) -> None:
    text = (
        "import math\ndef f(x):\n    y = [math.gcd(each, 2) + 1 for each in range(x)]\n    return y"
    )
    module = loads(text)
    for _ in range(5_000):
        module.f(3)
    assert digest(module) == digest(loads(text))


def test_fields_that_are_only_shown_do_not_count() -> None:
    @dataclass
    class Plain:
        text: str
        cents: int

    @shown("text")
    @dataclass
    class Marked:
        text: str
        cents: int

    def of(*values: Any) -> str:
        return Fingerprints().of(*values)

    assert of(Plain("a", 1)) != of(Plain("b", 1))
    assert of(Marked("a", 1)) == of(Marked("b", 1)) != of(Marked("a", 2))
    again = Marked("a", 1)
    assert of(again, again) == of(Marked("a", 1), Marked("b", 1))
    assert [field.name for field in fields(Marked)] == ["text", "cents"]


def test_only_a_field_can_be_marked_as_shown() -> None:
    with pytest.raises(AssertionError, match="Plain has no field words"):

        @shown("words")
        @dataclass
        class Plain:
            text: str


def test_numbers_of_a_library_count_by_value() -> None:
    prints = Fingerprints("numpy")
    assert prints.of(np.float64(1)) != prints.of(np.float64(2))
    assert prints.of(np.int64(1)) != prints.of(np.int64(2))


def test_of_several_threads_one_makes_a_syntax_tree_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parse, running, most = ast.parse, [0], [0]

    def slowly(text: str) -> ast.Module:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.005)
        running[0] -= 1
        return parse(text)

    monkeypatch.setattr(ast, "parse", slowly)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda name: source._read(name, {}), [__file__] * 8))
    assert all(each.tree for each in found)
    assert most == [1]


def test_the_digest_of_files_does_not_depend_on_their_order(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).write_text(name)
    paths = list(tmp_path.iterdir())
    before = files_digest(tmp_path, paths)
    assert files_digest(tmp_path, sorted(paths, reverse=True)) == before
    assert files_digest(tmp_path, paths[1:]) != before
