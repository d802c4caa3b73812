"""The file of the accounts, which only its owner may read, and which is written whole or not."""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import msgspec

from fairdeal.errors import Corrupt, Malformed, Unavailable
from fairdeal.live import Role
from fairdeal.live.log.stores.file import flush
from fairdeal.web.access.account import Account


def read(path: Path) -> dict[str, Account]:
    """The accounts by name; none where there is no file yet."""
    try:
        listed = msgspec.json.decode(path.read_bytes(), type=list[Account])
        found = {each.name: each for each in listed if each.actor}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unavailable(
            f"the accounts in {path} cannot be read: {error.strerror}", code="account.file"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Malformed) as error:
        _spoilt(path, str(error))
    if len(found) < len(listed):
        _spoilt(path, "two of them have the same name")
    if any(each.role is Role.PLAYER for each in listed):
        _spoilt(path, "one of them is a player's")
    if all(each.role is not Role.MANAGER or each.disabled for each in listed):
        _spoilt(path, "there is no manager among them")
    return found


def write(path: Path, accounts: Iterable[Account]) -> None:
    """All accounts, or, where that fails, those that were there before."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            text = msgspec.json.encode([*accounts])
            file.write(msgspec.json.format(text, indent=1) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise Unavailable(
            f"the accounts in {path} cannot be written: {error.strerror}; nothing was changed",
            code="account.file",
        ) from None
    try:
        flush(path.parent)
    except OSError as error:
        raise Unavailable(
            f"the accounts in {path} were written, but may be lost when the power fails:"
            f" {error.strerror}; set this once more",
            code="account.file",
        ) from None


def _spoilt(path: Path, why: str) -> NoReturn:
    raise Corrupt(
        f"{path} does not hold the accounts of a room: {why}; put back a copy of it, or move it"
        " away to begin with a first manager",
        code="account.file",
    )
