"""The stylesheet has what the pages use, and nothing else."""

import re
from pathlib import Path
from typing import Final

WEB: Final = Path("fairdeal/web")
_WORD: Final = re.compile(r"[A-Za-z_][\w-]*")
_EXPRESSION: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
_VALUE: Final = re.compile(r"\{\{.*?\}\}")
_BEGUN: Final = re.compile(r"([A-Za-z_][\w-]*-)\$?\{")
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")


def declared() -> set[str]:
    """Every class that a selector names."""
    text = re.sub(r"/\*.*?\*/", "", (WEB / "static/fairdeal.css").read_text(), flags=re.S)
    selectors = re.findall(r"([^{}]+)\{", text)
    return {name for each in selectors for name in re.findall(r"\.(-?[A-Za-z_][\w-]*)", each)}


def attributes() -> list[str]:
    """The class attributes of all templates, with what stands in them for values."""
    form = re.compile(r"""class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)""")
    return [each for page in WEB.rglob("*.html") for each in form.findall(page.read_text())]


def test_every_class_of_the_stylesheet_is_used() -> None:
    files = [*WEB.glob("static/*.js"), *WEB.rglob("*.py")]
    within = [each for page in WEB.rglob("*.html") for each in _VALUE.findall(page.read_text())]
    texts = [*within, *(file.read_text() for file in files)]
    quoted = {text for each in texts for text in _QUOTED.findall(each)}
    used = {word for text in [*attributes(), *quoted] for word in _WORD.findall(text)}
    begun = {word for text in [*attributes(), *quoted] for word in _BEGUN.findall(text)}
    from_cards = {*"cdhs"}  # a card's suit is a letter of its name
    dead = {name for name in declared() - used - from_cards if not name.startswith(tuple(begun))}
    assert dead == set()


def test_every_class_of_a_template_is_in_the_stylesheet() -> None:
    # What a value stands in is put together there; words inside expressions are other classes.
    plain = {name for text in attributes() for name in _EXPRESSION.sub(" ", text).split()}
    missing = {name for name in plain if not name.endswith("-")} - declared()
    assert missing == set()
