"""Passwords: how long they are, and how they are kept and looked at."""

import secrets
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from fairdeal.errors import Malformed

LEAST: Final = 10
"""Characters of a password."""

_MOST: Final = 200


class Passwords:
    """Makes Argon2 hashes, and tells whose they are; both take a while."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        # A name that nobody has takes as long to refuse as one that somebody has.
        self.nobodys: Final = self._hasher.hash(secrets.token_hex(16))

    def hashed(self, password: str) -> str:
        """What is kept of a new one."""
        if not LEAST <= len(password) <= _MOST:
            raise Malformed(
                f"a password has {LEAST} to {_MOST} characters, and not {len(password)}",
                code="account.password",
            )
        return self._hasher.hash(password)

    def fits(self, kept: str, password: str) -> bool:
        """Whether it is the one of which that is kept."""
        try:
            return self._hasher.verify(kept, password[:_MOST])
        except (Argon2Error, InvalidHashError):
            return False

    def renewed(self, kept: str, password: str) -> str:
        """What is to be kept of one that fits: a hash of older settings is made anew."""
        return self._hasher.hash(password) if self._hasher.check_needs_rehash(kept) else kept
