"""Templates, and how amounts and sentences are written in them."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from fairdeal import money
from fairdeal.web.felt import signed, title


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairdeal.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"money": money.show, "signed": signed, "sentence": sentence}
    environment.filters["named"] = title
    return environment


def rendered(template: str, **values: Any) -> str:
    """A page, or a piece of one."""
    return _environment().get_template(template).render(**values).strip()


def sentence(reason: str) -> str:
    """What the core says, with a capital and a full stop.

    >>> sentence("pair of sixes: pair plus wins 1 to 1")
    'Pair of sixes: pair plus wins 1 to 1.'
    >>> sentence("there is no table 'pit': did you mean pit-1?")
    "There is no table 'pit': did you mean pit-1?"
    """
    return f"{reason[:1].upper()}{reason[1:]}" + ("" if reason.endswith("?") else ".")
