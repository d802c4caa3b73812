"""The fingerprint of everything that decides what a bet is paid."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]

_DECIDE: Final = (
    "cards.py",
    "money.py",
    "rule.py",
    "hands/*.py",
    "games/*.py",
    "games/paytables/*.toml",
)


def rules_digest() -> str:
    """Fingerprint of the rules, the games and their pay tables, as they were when loaded."""
    return _LOADED


def digest_of(paths: Iterable[Path]) -> str:
    """Fingerprint of some of the package's files: their names and what they hold."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        name = path.relative_to(PACKAGE).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


_LOADED: Final = digest_of(path for pattern in _DECIDE for path in PACKAGE.glob(pattern))
