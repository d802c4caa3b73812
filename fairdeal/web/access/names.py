"""Names that nobody of the house may have: whoever looks at a seat or a record would be misled."""

from typing import Final

OF_THE_ROOM: Final = frozenset({"house", "cage", "opening"})
"""Under which the room itself acts."""

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

_GUESTS: Final = "guest-"


def is_reserved(name: str) -> bool:
    """Whether the room, a programmed player or a guest goes by that name.

    >>> is_reserved("cage"), is_reserved("oskar"), is_reserved("guest-1"), is_reserved("fran")
    (True, True, True, False)
    """
    return name in OF_THE_ROOM or name in REGULARS or name.startswith(_GUESTS)
