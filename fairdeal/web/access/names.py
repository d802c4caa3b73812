"""Names that no account may have: they would be taken for another at a seat or in a record."""

from typing import Final

from fairdeal.live.accounts import OF_THE_ROOM

REGULARS: Final = (
    "mara",
    "ines",
    "oskar",
    "jun",
    "hanne",
    "teo",
    "ruth",
    "amir",
    "lena",
    "noor",
    "dario",
    "ana",
    "wen",
    "greta",
    "sol",
    "tomas",
    "priya",
    "kofi",
    "elif",
    "bruno",
    "chiara",
    "yuki",
    "nils",
    "zara",
    "pavel",
    "leila",
    "hugo",
    "mina",
    "sven",
    "tara",
    "omar",
    "vera",
)
"""Of the programmed players."""

_GUESTS: Final = "guest"
_ALIKE: Final = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"))
"""What is read as something else at a glance."""


def look_of(name: str) -> str:
    """What a name looks like at a glance; two names of the same look are taken for one.

    >>> look_of("f.ran_"), look_of("tirn"), look_of("tim")
    ('fran', 'tim', 'tim')
    """
    seen = "".join(each for each in name if each not in "._-")
    for one, other in _ALIKE:
        seen = seen.replace(one, other)
    return seen


def is_reserved(name: str) -> bool:
    """Whether the name looks like that of the room, a programmed player or a guest.

    >>> is_reserved("cage"), is_reserved("0skar"), is_reserved("guest-1"), is_reserved("fran")
    (True, True, True, False)
    """
    seen = look_of(name)
    return seen in map(look_of, (*OF_THE_ROOM, *REGULARS)) or seen.startswith(_GUESTS)
