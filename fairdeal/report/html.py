"""The par sheet as one page of HTML that fetches nothing and runs nothing."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from fairdeal.report.layout import document


def html(sheet: dict[str, Any]) -> str:
    """The page, the same in every run."""
    return _template().render(page=document(sheet))


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("fairdeal.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["inline"] = _inline
    return environment.get_template("par.html")


def _inline(svg: str) -> Markup:
    """A picture within a page, where it needs no name space.

    Its text was escaped when it was drawn.
    """
    return Markup(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
