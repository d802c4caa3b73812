"""Paragraphs and lists of a Markdown page, wrapped; everything else stays as it is."""

import re
import textwrap
from collections.abc import Iterator
from typing import Final, NamedTuple

WIDTH: Final = 120
"""Characters of a line; tables, code and what cannot be broken may have more."""

_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})")
_RULE: Final = re.compile(r"\s*(?:=+|-+|\*{3,}|_{3,})\s*$")
"""A line below a heading, or between two parts of a page."""
_TARGET: Final = re.compile(r"\s*\[[^\]]+\]:")
"""Where a link leads, given apart from its words."""
_BREAK: Final = re.compile(r"(?:  |\\)$")
"""The end of a line after which a new line begins on the page, too."""
_WHOLE: Final = re.compile(r"`[^`]+`|\]\([^)\s]+\)")
"""What is not broken: code, and the address of a link."""
_BEGINS_OTHERWISE: Final = re.compile(r" (?=(?:[-*+#>|=]|\d+[.)])(?: |$))")
"""Blanks before what would begin a list or a heading, if a line began with it."""


class _Block(NamedTuple):
    """Lines that belong together."""

    lines: list[str]
    is_text: bool


def wrapped(page: str) -> str:
    """The page with every paragraph and item wrapped that has a line which is too long."""
    return "\n".join(line for block in _blocks(page) for line in _wrapped(block))


def too_long(page: str) -> list[str]:
    """The lines that are too long and could be wrapped."""
    changed = (block.lines for block in _blocks(page) if _wrapped(block) != block.lines)
    return [line for lines in changed for line in lines if len(line) > WIDTH]


def _blocks(page: str) -> Iterator[_Block]:
    """A paragraph or an item is one block, and any other line is another.

    Text is left alone where its lines mean something: above the rule of a heading, before a break.
    """
    text: list[str] = []
    fence = ""
    for line in page.split("\n"):
        is_item, found = bool(_ITEM.match(line)), _FENCE.match(line)
        is_fenced = bool(fence or found)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence):
            fence = ""
        if text and _RULE.match(line) and not is_fenced:
            yield _Block([*text, line], is_text=False)
            text = []
            continue
        is_text = not is_fenced and _is_text(line, after_text=bool(text), is_item=is_item)
        if text and (is_item or not is_text):
            yield _text(text)
            text = []
        if is_text:
            text.append(line)
        else:
            yield _Block([line], is_text=False)
    if text:
        yield _text(text)


def _is_text(line: str, *, after_text: bool, is_item: bool) -> bool:
    begins = line.strip()[:1]
    is_code = line.startswith("    ") and not after_text and not is_item
    return begins not in ("", *"|#<>") and not is_code and not _TARGET.match(line)


def _text(lines: list[str]) -> _Block:
    return _Block(lines, is_text=not any(map(_BREAK.search, lines)))


def _wrapped(block: _Block) -> list[str]:
    if not block.is_text or max(map(len, block.lines)) <= WIDTH:
        return block.lines
    first, *others = block.lines
    item = _ITEM.match(first)
    head = item[0] if item else first[: len(first) - len(first.lstrip())]
    text = " ".join([first[len(head) :].strip(), *(line.strip() for line in others)])
    text = _WHOLE.sub(lambda match: match[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(
        _BEGINS_OTHERWISE.sub("\0", text),
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]
