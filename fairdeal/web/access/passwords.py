"""Passwords: how strong they must be, and how they are hashed and checked."""

import re
import secrets
from collections.abc import Collection
from typing import Final, NamedTuple

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from zxcvbn import zxcvbn  # type: ignore[import-untyped]

from fairdeal import games
from fairdeal.books.owner import said
from fairdeal.errors import Malformed
from fairdeal.live import Role

LEAST: Final = 10
"""Characters of a password."""

STRONG: Final = 3
"""The least score of zxcvbn, of 0 to 4: more than a hundred million guesses."""

_MOST: Final = 200
_JUDGED: Final = 72
"""Characters that are judged: zxcvbn takes seconds for longer ones."""

_WORDS: Final = re.compile(r"[^\W_]+")
_HOUSE: Final = frozenset({"fairdeal", "card", "room", "cardroom", "casino", "table", "tables"})
_SHORTEST: Final = 3
"""Letters of a word of the house, or of a part of a name."""


class Strength(msgspec.Struct, frozen=True):
    """How hard a password is to guess."""

    score: int
    """From 0, guessed at once, to 4."""
    says: str
    """Why it is refused; empty for one that is strong enough."""


def strength(password: str, name: str) -> Strength:
    """The strength of a password for the account of that name."""
    if not LEAST <= len(password) <= _MOST:
        found = f"a password has {LEAST} to {_MOST} characters, and not {len(password)}"
        return Strength(0, found)
    known = {*_words(name), *_house_words()}
    judged = _judged(password, known)
    if judged.score >= STRONG:
        # zxcvbn counts every blank between two known words as a guess of its own.
        rest = _judged(re.sub("|".join(sorted(known, key=len, reverse=True)), "", password.lower()))
        judged = _Judged(rest.score, known=True) if rest.score < STRONG else judged
    if judged.score >= STRONG:
        return Strength(judged.score, "")
    why = "it contains the account's name or a word of the house" if judged.known else judged.why
    easy = f"this password is easy to guess{f' ({why})' if why else ''}"
    return Strength(judged.score, f"{easy}: choose a longer one, such as four unrelated words")


class _Judged(NamedTuple):
    score: int
    why: str = ""
    known: bool = False


def _judged(password: str, known: Collection[str] = ()) -> _Judged:
    """What zxcvbn says of a password; the *known* words are the first that are guessed."""
    if not password:  # of which zxcvbn knows nothing
        return _Judged(0)
    found = zxcvbn(password[:_JUDGED], user_inputs=[*known])
    dictionaries = {each.get("dictionary_name") for each in found["sequence"]}
    warning: str = found["feedback"]["warning"]
    why = f"{warning[:1].lower()}{warning[1:]}".rstrip(".")
    return _Judged(found["score"], why, "user_inputs" in dictionaries)


def _house_words() -> set[str]:
    """What a guesser tries first here: the operator, the games and the roles."""
    named = " ".join([said(None, "OPERATOR", ""), *(game.name for game in games.GAMES.values())])
    return {*_words(named), *_HOUSE, *(role.value for role in Role)}


def _words(text: str) -> set[str]:
    """The words of a text, without those so short that many passwords contain them."""
    return {word for word in _WORDS.findall(text.lower()) if len(word) >= _SHORTEST}


class Passwords:
    """Makes Argon2 hashes, and tells whose they are; both take a while."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        # A name that nobody has takes as long to refuse as one that exists.
        self.nobodys: Final = self._hasher.hash(secrets.token_hex(16))

    def hashed(self, password: str, name: str) -> str:
        """The hash of a new password for that account; refuses one that is easy to guess."""
        if why := strength(password, name).says:
            raise Malformed(why, code="account.password")
        return self._hasher.hash(password)

    def fits(self, kept: str, password: str) -> bool:
        """Whether it is the one of which that is kept."""
        try:
            return self._hasher.verify(kept, password[:_MOST])
        except (Argon2Error, InvalidHashError):
            return False

    def renewed(self, kept: str, password: str) -> str:
        """What is to be kept of one that fits: a hash of older settings is made again."""
        return self._hasher.hash(password) if self._hasher.check_needs_rehash(kept) else kept
