"""Signed checkpoints: notes by which a room binds itself to its log.

A checkpoint is a signed note (C2SP tlog-checkpoint): the origin of a log, the size of its tree, the
root, and a signature by the room's Ed25519 key.  Witnesses outside of the house add cosignatures
(C2SP tlog-cosignature).  One origin never signs two histories, so that two notes which contradict
each other prove what the house did.  The bytes are described in docs/reference/log-format.md.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from fairdeal.errors import Corrupt, Malformed
from fairdeal.live.log.chain import DIGEST, Origin, derived
from fairdeal.live.log.tree import Tile, is_consistent

SIGNS: Final = 0x01
COSIGNS: Final = 0x04
"""Kinds of keys: Ed25519 over a note, and Ed25519 over a note and the time at which it was seen."""

STREAM: Final = "checkpoint:"
"""The name of checkpoints in the line of tasks, and of the claim to sign; no table's name has a
colon."""

_KEY: Final = 32
_ID: Final = 4
_TIME: Final = 8
_SIGNATURE: Final = 64
_DASH: Final = "\u2014 "
_NAME: Final = re.compile(r"[^\s+]+")
_HOUSE: Final = re.compile(r"[^\s+/]+")
_ORIGIN: Final = re.compile(r"(?:([^\s+/]+)/)?fairdeal/([^\s+/]+)/([1-9][0-9]{0,17})")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,17}")
_LINES: Final = 3


class Kept(NamedTuple):
    """A checkpoint as the log keeps it."""

    incarnation: int
    size: int
    root: bytes
    note: str
    at: int
    """When it was signed, in microseconds since 1970."""


class Signed(Struct, frozen=True):
    """A new checkpoint, with the tiles that changed since the one before."""

    kept: Kept
    tiles: tuple[Tile, ...]
    stream: str = STREAM


class NoteKey(NamedTuple):
    """A public key and the name under which it signs notes."""

    name: str
    public: bytes
    kind: int = SIGNS

    @property
    def id(self) -> bytes:
        """The first bytes of the key's hash, by which a signature names it."""
        return sha256(b"%b\n%c%b" % (self.name.encode(), self.kind, self.public)).digest()[:_ID]

    def __str__(self) -> str:
        """The key as other programs read it, such as witnesses."""
        return f"{self.name}+{self.id.hex()}+{_text(bytes([self.kind]) + self.public)}"

    @classmethod
    def read(cls, text: str) -> Self:
        """A key as this program prints it.

        >>> key = NoteKey("witness.example/w1", bytes(32), COSIGNS)
        >>> NoteKey.read(str(key)) == key
        True
        """
        name, _, rest = text.strip().partition("+")
        digest, _, key = rest.partition("+")
        packed = _bytes(key) or b"\0"
        found = cls(name, packed[1:], packed[0])
        is_known = found.kind in (SIGNS, COSIGNS) and len(found.public) == _KEY
        if not _NAME.fullmatch(name) or not is_known or found.id.hex() != digest:
            raise Malformed(
                f"{text!r:.120} is not a public key: expected NAME+ID+KEY as fairdeal checkpoint"
                " prints it",
                code="checkpoint.key",
            )
        return found


def read_public_key(text: str) -> bytes:
    """A public key as it is printed, with or without its name."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return NoteKey.read(text).public
    return found if len(found) == _KEY else NoteKey.read(text).public


class Signature(NamedTuple):
    """A line below a note."""

    name: str
    key_id: bytes
    body: bytes

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {_text(self.key_id + self.body)}"


class Note(NamedTuple):
    """A checkpoint with its signatures."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[Signature, ...] = ()

    @property
    def body(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_text(self.root)}\n"

    @property
    def of(self) -> Origin | None:
        """Which log it is about; None where no room names its log like this."""
        found = _ORIGIN.fullmatch(self.origin)
        return Origin(found[2], int(found[3]), found[1] or "") if found else None

    def __str__(self) -> str:
        return "".join([self.body, "\n", *[f"{each}\n" for each in self.signatures]])


def read_note(text: str) -> Note:
    """A checkpoint from its text, unchecked."""
    body, _, below = text.partition("\n\n")
    origin, size, root, *more = [*body.split("\n"), "", ""]
    signatures = [_signature(line) for line in below.removesuffix("\n").split("\n")]
    digest = _bytes(root)
    if (
        len(body.split("\n")) != _LINES
        or any(more)
        or not _NAME.fullmatch(origin)
        or not _SIZE.fullmatch(size)
        or digest is None
        or len(digest) != DIGEST
        or None in signatures
    ):
        raise Malformed(
            f"{text!r:.60} is not a checkpoint: expected origin, size and root in a line each, an"
            " empty line and signatures",
            code="checkpoint.unreadable",
        )
    return Note(origin, int(size), digest, tuple([each for each in signatures if each]))


def _signature(line: str) -> Signature | None:
    name, _, packed = line.removeprefix(_DASH).partition(" ")
    body = _bytes(packed)
    is_one = line.startswith(_DASH) and _NAME.fullmatch(name) and body and len(body) > _ID
    return Signature(name, body[:_ID], body[_ID:]) if is_one and body else None


def house_name(text: str) -> str:
    """The name of a house, as it begins the origin of its log."""
    if not _HOUSE.fullmatch(text) or not text.isprintable():
        raise Malformed(
            f"{text!r} cannot be the name of a house: expected one without blanks, + and /, such as"
            " casino.example",
            code="house.unreadable",
        )
    return text


@lru_cache
def _signing_key(key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(derived(key, "checkpoint"))


@lru_cache
def public_key(key: bytes) -> bytes:
    """The public key under which a room with this key signs; empty without a key."""
    return _signing_key(key).public_key().public_bytes_raw() if key else b""


def signed(key: bytes, origin: str, size: int, root: bytes) -> Note:
    """A checkpoint, signed by the room with this key."""
    note = Note(origin, size, root)
    own = NoteKey(origin, public_key(key))
    signature = _signing_key(key).sign(note.body.encode())
    return note._replace(signatures=(Signature(origin, own.id, signature),))


def is_signed(note: Note, public: bytes) -> bool:
    """Whether the owner of the public key has signed a note under its own origin."""
    key = NoteKey(note.origin, public)
    return any(
        len(each.body) == _SIGNATURE and _is_by(public, each.body, note.body.encode())
        for each in note.signatures
        if (each.name, each.key_id) == (key.name, key.id)
    )


def cosigned_at(note: Note, witness: NoteKey) -> int:
    """When a witness has seen a note, in seconds since 1970; 0 where it has not cosigned it."""
    for each in note.signatures:
        if (each.name, each.key_id, len(each.body)) != (
            *(witness.name, witness.id),
            _TIME + _SIGNATURE,
        ):
            continue
        at = int.from_bytes(each.body[:_TIME], "big")
        if _is_by(witness.public, each.body[_TIME:], cosignature_text(note, at)):
            return at
    return 0


def cosignature_text(note: Note, at: int) -> bytes:
    """What a witness signs who has seen a note at a time in seconds since 1970."""
    return f"cosignature/v1\ntime {at}\n{note.body}".encode()


def _is_by(public: bytes, signature: bytes, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):  # a forged key can have any length
        return False
    return True


def check_signed(note: Note, public: bytes) -> None:
    """Refuse a note that the owner of the public key has not signed."""
    if not is_signed(note, public):
        raise Corrupt(
            f"the checkpoint of {note.origin} over {note.size:,} entries is not signed with the key"
            f" {public.hex()}",
            code="checkpoint.forged",
        )


def check_cosigned(note: Note, witness: NoteKey) -> int:
    """When a witness has seen a note; refused where the witness has not cosigned it."""
    if not (at := cosigned_at(note, witness)):
        raise Corrupt(
            f"the checkpoint of {note.origin} over {note.size:,} entries is not cosigned by"
            f" {witness.name}",
            code="checkpoint.forged",
        )
    return at


def check_of_one_history(one: Note, other: Note, proof: Sequence[bytes]) -> None:
    """Refuse two signed notes of which neither tree begins with the other, as the proof has it."""
    old, new = sorted((one, other), key=lambda note: note.size)
    if _log_of(old) != _log_of(new):
        raise Malformed(
            f"the checkpoints are of two logs: {old.origin} and {new.origin}",
            code="checkpoint.other",
        )
    if old.size == new.size and old.root != new.root:
        raise Corrupt(
            f"{old.origin} has signed two histories: two checkpoints over {old.size:,} entries have"
            " different roots",
            code="checkpoint.split",
        )
    if not is_consistent(old.size, old.root, new.size, new.root, proof):
        raise Corrupt(
            f"{old.origin} has not shown that its {new.size:,} entries begin with the {old.size:,}"
            " of the older checkpoint: the proof does not lead from one to the other",
            code="checkpoint.split",
        )


def _log_of(note: Note) -> object:
    """What two notes must have in common; another name of the house makes no other log."""
    return (note.of.room, note.of.incarnation) if note.of else note.origin


def _text(packed: bytes) -> str:
    return b64encode(packed).decode()


def _bytes(text: str) -> bytes | None:
    try:
        found = b64decode(text, validate=True)
    except (NotBase64, ValueError):  # a text can have letters that are no ASCII
        return None
    return found if _text(found) == text else None  # one spelling for each
