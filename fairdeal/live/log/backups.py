"""A backup in one file: a copy of the log, and in a relation of its own what lies beside the log.

The relation is authenticated with a key derived from the room's key, so that nobody changes
what audits found.  For a public key of age (age-encryption.org) the whole file is encrypted; then
not even this machine can read it.
"""

import hmac
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from fairdeal.errors import Corrupt, Malformed, Unavailable
from fairdeal.live.log.chain import derived
from fairdeal.live.log.stores.connecting import READER, code_of, complaint, connect, sqlite3
from fairdeal.live.log.stores.file import flush, make_private, said

if TYPE_CHECKING:
    from pyrage.x25519 import Identity, Recipient

_FORM: Final = "fairdeal-backup-1"
_SEAL: Final = "seal"
_MAKE: Final = "CREATE TABLE beside (name TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT"
_KINDS: Final = "SELECT type FROM sqlite_master WHERE lower(name) = 'beside'"
_ENCRYPTED: Final = b"age-encryption.org/"
_PUBLIC: Final = "age1"
_SECRET: Final = "AGE-SECRET-KEY-1"


class LastBackup(msgspec.Struct, frozen=True):
    """The newest backup of a room that was found good."""

    at: int
    """Microseconds since 1970."""
    file: str
    pos: int
    """The last event in it."""
    encrypted: bool


def pack(path: Path, files: Mapping[str, bytes], key: bytes, *, named: Path | None = None) -> None:
    """Put files into a copy of a log, with their seal where there is a key, also for no files.

    A fault is told of the file *named*, which is the path if nothing else is.
    """
    rows = {**files, **({_SEAL: _sealed(files, key)} if key else {})}
    try:
        with closing(connect(path.absolute(), "rw", ("synchronous=FULL",))) as copy:
            copy.execute("BEGIN IMMEDIATE")
            copy.execute("DROP TABLE IF EXISTS beside")  # of a log that was a backup once
            copy.execute(_MAKE)
            copy.executemany("INSERT INTO beside VALUES (?, ?)", [*rows.items()])
            copy.execute("COMMIT")
    except sqlite3.Error as error:
        said = f"the backup {named or path} cannot be written: {complaint(error)}"
        raise Unavailable(said, code="store.unavailable") from error


def packed(path: Path, *, named: Path | None = None) -> dict[str, bytes]:
    """The files in a copy, with their seal; none in the copy of an older program."""
    try:
        with closing(connect(path.absolute(), "ro", READER)) as copy:
            kinds = [kind for (kind,) in copy.execute(_KINDS)]
            rows = copy.execute("SELECT name, body FROM beside").fetchall() if kinds else []
    except sqlite3.Error as error:
        if code_of(error) <= sqlite3.SQLITE_ERROR:  # other columns, or no text where text should be
            raise _changed(named or path) from None
        raise Unavailable(
            f"the backup {named or path} cannot be read: {complaint(error)}",
            code="store.unavailable",
        ) from None
    # A view could show other files at every look.
    if kinds not in ([], ["table"]) or not all(_is_file(*row) for row in rows):
        raise _changed(named or path)
    return dict(rows)


def _is_file(name: object, body: object) -> bool:
    # A name of several lines could stand for several files in the seal.
    return isinstance(name, str) and name.isprintable() and isinstance(body, bytes)


def _changed(backup: Path) -> Corrupt:
    return Corrupt(
        f"{backup} is not restored: its list of records is not as fairdeal backup writes it",
        code="backup.changed",
    )


def unpack(path: Path, key: bytes, *, named: Path | None = None) -> dict[str, bytes]:
    """Take the files out of a copy, which is a log and nothing else from then on."""
    files = packed(path, named=named)
    seal = files.pop(_SEAL, b"")
    if (files or seal) and key and not hmac.compare_digest(_sealed(files, key), seal):
        raise Corrupt(
            f"{named or path} is not restored: its records are not those that the room's key has"
            " sealed",
            code="backup.changed",
        )
    with closing(connect(path.absolute(), "rw", ("synchronous=FULL", "secure_delete=ON"))) as copy:
        copy.execute("DROP TABLE IF EXISTS beside")
    return files


def _sealed(files: Mapping[str, bytes], key: bytes) -> bytes:
    lines = [f"{name} {sha256(files[name]).hexdigest()}" for name in sorted(files)]
    text = "\n".join([_FORM, *lines]).encode()
    return hmac.digest(derived(key, "backup"), text, "sha256")


def is_encrypted(path: Path) -> bool:
    """Whether a file is one of age's."""
    try:
        with path.open("rb") as file:
            return file.read(len(_ENCRYPTED)) == _ENCRYPTED
    except OSError:  # the code that reads it says why
        return False


def recipients_in(named: str) -> "list[Recipient]":
    """Public keys: one as it is typed, or those of a file."""
    from pyrage import RecipientError, x25519

    lines = [named] if named.startswith(_PUBLIC) else _lines(named, "public key", _PUBLIC)
    return _parsed(lines, x25519.Recipient.from_str, RecipientError, "public key", named)


def identities_in(file: str) -> "list[Identity]":
    """The secret keys in a file, as age-keygen writes it."""
    from pyrage import IdentityError, x25519

    lines = _lines(file, "secret key", _SECRET)
    return _parsed(lines, x25519.Identity.from_str, IdentityError, "secret key", file)


def _lines(file: str, what: str, begins: str) -> list[str]:
    try:
        lines = Path(file).read_text(encoding="ascii").split("\n")
    except (OSError, ValueError) as error:
        why = said(error) if isinstance(error, OSError) else "it is not plain text"
        raise Malformed(
            f"the {what} in {file!r} cannot be read: {why}", code="backup.key"
        ) from None
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not found:
        raise Malformed(f"{file} holds no {what}: expected a line {begins}...", code="backup.key")
    return found


def _parsed(
    lines: Iterable[str],
    parse: Callable[[str], Any],
    error: type[Exception],
    what: str,
    where: str,
) -> list[Any]:
    try:
        return [parse(line) for line in lines]
    except error:
        # A secret key with a slip in it is one all the same: nothing of it is repeated.
        begins = _PUBLIC if what == "public key" else _SECRET
        named = "" if where.startswith(_PUBLIC) else f" in {where}"
        raise Malformed(
            f"the {what}{named} is none of age's: expected {begins}... as age-keygen prints it",
            code="backup.key",
        ) from None


def encrypt(
    plain: Path,
    target: Path,
    recipients: "Sequence[Recipient]",
    *,
    named: Path | None = None,
) -> None:
    """Write a new file that only the holders of the secret keys can read."""
    import pyrage

    try:
        make_private(target)
        pyrage.encrypt_file(str(plain), str(target), recipients)
        _sync(target)
    except OSError as error:
        target.unlink(missing_ok=True)
        raise Unavailable(
            f"the backup {named or target} cannot be written: {error.strerror or error}",
            code="store.unavailable",
        ) from None


def decrypt(source: Path, plain: Path, identities: "Sequence[Identity]") -> None:
    """Write the backup in an encrypted file into a new file for its owner alone."""
    import pyrage

    try:
        make_private(plain)
        pyrage.decrypt_file(str(source), str(plain), identities)
    except (pyrage.DecryptError, OSError) as error:
        plain.unlink(missing_ok=True)
        raise Unavailable(
            f"the backup {source} cannot be decrypted: {error}", code="backup.encrypted"
        ) from None


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def note_backup(path: Path, last: LastBackup) -> None:
    """Keep what the last good backup was; a backup of which it cannot be kept is good as well."""
    new = path.with_name(f"{path.name}.new")
    with suppress(OSError):
        new.unlink(missing_ok=True)
        make_private(new)
        new.write_bytes(msgspec.json.encode(last) + b"\n")
        new.replace(path)
        flush(path.absolute().parent)


def last_backup(path: Path) -> LastBackup | None:
    """The last good backup; None where none is known."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=LastBackup)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise Unavailable(
            f"the record of backups in {path} cannot be read: {error}", code="backup.record"
        ) from None


def contents(files: Mapping[str, Path]) -> dict[str, bytes]:
    """What lies beside a log, by name, as far as it is there."""
    found = {}
    for name, path in files.items():
        try:
            found[name] = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise Unavailable(
                f"{path} cannot be copied: {said(error)}", code="backup.unreadable"
            ) from None
    return found


def put_back(files: Mapping[str, bytes], places: Mapping[str, Path]) -> list[Path]:
    """Write files beside a log; those that are there already stay.  Which were written."""
    written = []
    for name, path in places.items():
        if name in files and not path.exists():
            try:
                make_private(path)
                path.write_bytes(files[name])
                _sync(path)
            except OSError as error:
                raise Malformed(
                    f"cannot write {path}: {said(error)}", code="file.unwritable"
                ) from None
            written.append(path)
    return written
