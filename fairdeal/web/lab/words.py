"""The address of a page of the lab: its words, and which of them a form still means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlencode

from fairdeal.errors import Malformed, did_you_mean

Words: TypeAlias = dict[str, str]
"""What an address says, by name."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that an address of one page may have."""

    about: str
    """What the address describes."""
    plain: tuple[str, ...]
    groups: tuple[str, ...]
    """The beginnings of words such as ``line.pays.flush``."""
    lasting: tuple[str, ...] = ()
    """Words and groups that mean the same of any game and bet."""
    longest: int = 80
    """Letters that one of them may say."""


SHEET: Final = Vocabulary(
    "a sheet",
    ("game", "bet", "table", "against", "others", "stake"),
    ("line", "other", "option", "beside", "meter"),
)

_SHOWN: Final = ("game", "bet", "table", "against", "fields")
_MOST: Final = 200
_LONGEST: Final = 80
_LONGEST_FORM: Final = 800
"""Letters in which a form may say what it showed."""


def read(
    pairs: Sequence[tuple[str, str]], known: Vocabulary = SHEET
) -> tuple[Words, "Shown | None"]:
    """The words of an address, each once, and the sheet of the form that they were typed into."""
    if len(pairs) > _MOST:
        _refuse(f"{len(pairs)} words are too many for {known.about}: expected up to {_MOST}")
    words: Words = {}
    for name, text in ((name.lower(), text) for name, text in pairs):
        most = _LONGEST_FORM if name == "of" else known.longest
        if len(name) > _LONGEST or len(text) > most:
            _refuse(f"{name[:20]!r} is too long: expected up to {most} letters")
        if name in words:
            _refuse(f"{name!r} is said twice: {words[name]!r} and {text!r}")
        if name not in (*known.plain, "of") and name.partition(".")[0] not in known.groups:
            every = [*known.plain, *(f"{group}.…" for group in known.groups)]
            _refuse(f"{name!r} says nothing about {known.about}: {did_you_mean(name, every)}")
        words[name] = text.strip()
    shown = Shown.read(words.pop("of", ""))
    return (words if shown is None else shown.fitting(words, known.lasting)), shown


def group(words: Mapping[str, str], name: str) -> Words:
    """The words of one group, such as all options, without its name."""
    return {
        key.removeprefix(f"{name}."): text
        for key, text in words.items()
        if key.startswith(f"{name}.")
    }


def address(words: Mapping[str, str]) -> str:
    """Where the sheet is found that they describe."""
    return f"?{urlencode(words)}"


def only(words: Words, kept: Sequence[str]) -> Words:
    """Those that are named, or belong to a group that is."""
    return {
        name: text for name, text in words.items() if name in kept or name.partition(".")[0] in kept
    }


def _refuse(why: str) -> None:
    raise Malformed(why, code="lab.unreadable")


class Shown:
    """The sheet that a form showed: what it sends along unchanged is not meant for another one."""

    def __init__(self, words: Words) -> None:
        self.words = words

    @classmethod
    def read(cls, text: str) -> "Shown | None":
        """From what the form says of itself; None where no form was filled in."""
        parts = [part.partition("=") for part in text.split("|") if part]
        return cls({name: value for name, _, value in parts}) if parts else None

    @staticmethod
    def write(words: Mapping[str, str]) -> str:
        """The same as a text."""
        kept = {
            name: text
            for name, text in words.items()
            if name in _SHOWN or name.startswith("option.")
        }
        return "|".join(f"{name}={text}" for name, text in kept.items())

    def fitting(self, words: Words, lasting: Sequence[str] = ()) -> Words:
        """The words without those that belong to another game, bet or table."""
        if self._differs(words, "game"):
            return only(words, ("game", *lasting))
        if self._differs(words, "bet"):
            return only(words, ("game", "bet", "option", *lasting))
        gone = {
            group
            for word, group in (("table", "line"), ("against", "other"))
            if self._differs(words, word)
        }
        return {name: text for name, text in words.items() if name.partition(".")[0] not in gone}

    def _differs(self, words: Words, name: str) -> bool:
        return words.get(name, "") != self.words.get(name, "")
