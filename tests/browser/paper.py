"""What a PDF that Chromium has printed says, page by page."""

import re
import zlib
from collections.abc import Iterator
from typing import Final, TypeAlias

_OBJECT: Final = re.compile(rb"(\d+) 0 obj\s(.*?)\sendobj", re.S)
_STREAM: Final = re.compile(rb"/Length (\d+).*?stream\r?\n", re.S)
_REFERENCE: Final = rb"/%s (\d+) 0 R"
_SHOWN: Final = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|/(\w+) Do|(T[dmD*])\b")
_PAIRS: Final = re.compile(rb"beginbf(char|range)(.*?)endbf", re.S)

Objects: TypeAlias = dict[bytes, bytes]


def pages_of(pdf: bytes) -> list[str]:
    """The text of every page, without blanks: printers move letters, and write no spaces."""
    objects: Objects = dict(_OBJECT.findall(pdf))
    pages = [body for body in objects.values() if re.search(rb"/Type\s*/Page\b", body)]
    return ["".join(_text(page, page, objects)) for page in pages]


def _text(body: bytes, resources: bytes, objects: Objects) -> Iterator[str]:
    """What a page, or a drawing within one, shows."""
    if found := re.search(rb"/Resources (\d+) 0 R", resources):
        resources = objects[found[1]]
    named = dict(re.findall(rb"/(\w+) (\d+) 0 R", resources))
    content = re.search(rb"/Contents (\d+) 0 R", body)
    letters: dict[int, str] = {}
    for font, shown, drawing, _ in _SHOWN.findall(
        _unpacked(objects[content[1]] if content else body)
    ):
        if font:
            letters = _letters(objects[named[font]], objects)
        elif drawing and b"/Subtype /Form" in (form := objects[named[drawing]]):
            yield from _text(form, form, objects)
        else:
            codes = (int(shown[at : at + 4], 16) for at in range(0, len(shown), 4))
            yield "".join(letters.get(code, "") for code in codes).replace(" ", "")


def _letters(font: bytes, objects: Objects) -> dict[int, str]:
    """Which letters the numbers of a font stand for."""
    found = re.search(rb"/ToUnicode (\d+) 0 R", font)
    letters: dict[int, str] = {}
    for kind, lines in _PAIRS.findall(_unpacked(objects[found[1]]) if found else b""):
        words = [int(each, 16) for each in re.findall(rb"<([0-9A-Fa-f]+)>", lines)]
        if kind == b"char":
            letters |= {code: chr(word) for code, word in zip(words[::2], words[1::2], strict=True)}
        else:
            for first, last, word in zip(words[::3], words[1::3], words[2::3], strict=True):
                letters |= {code: chr(word + code - first) for code in range(first, last + 1)}
    return letters


def _unpacked(body: bytes) -> bytes:
    found = _STREAM.search(body)
    assert found is not None, "it has a stream"
    stream = body[found.end() :][: int(found[1])]  # its last bytes may look like an end of line
    return zlib.decompress(stream) if b"FlateDecode" in body else stream
