"""Par sheets as pages of HTML, and blocks as a piece of a notebook, that fetch and run nothing."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from fairdeal.report.blocks import Block
from fairdeal.report.layout import document


def html(sheet: dict[str, Any]) -> str:
    """The page, the same in every run."""
    return _template("par.html").render(page=document(sheet))


def piece(blocks: Sequence[Block], title: str = "") -> str:
    """The blocks with a style that touches nothing around them, in the colours of a notebook."""
    return _template("notebook.html").render(shown=blocks, title=title)


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=PackageLoader("fairdeal.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["inline"] = _inline
    return environment.get_template(name)


def _inline(svg: str) -> Markup:
    """A picture within a page, where it needs no name space.

    Its text was escaped when it was drawn.
    """
    return Markup(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
