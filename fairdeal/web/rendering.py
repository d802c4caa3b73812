"""Templates, and how amounts and sentences are written in them."""

from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from fairdeal import money
from fairdeal.live.history.naming import hand_name
from fairdeal.web import moments
from fairdeal.web.naming import capital, signed, title


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairdeal.web"),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"money": money.show, "signed": signed, "net": net, "sentence": sentence}
    environment.filters |= {"named": title, "worth": worth, "to_the_cent": to_the_cent}
    environment.filters |= {"plain": moments.plain, "capital": capital, "hand_name": hand_name}
    environment.globals["zone"] = moments.zone
    return environment


@cache
def _template(name: str) -> Template:
    return _environment().get_template(name)


def net(cents: int) -> str:
    """What several bets won or lost together; nothing in all is not a push."""
    return signed(cents) if cents else "Even"


def rendered(template: str, **values: Any) -> str:
    """A page, or a piece of one."""
    return _template(template).render(**values).strip()


def to_the_cent(cents: int) -> str:
    """An amount whose digits keep their places.

    >>> to_the_cent(100_300)
    '$1,003.00'
    """
    return f"${cents // 100:,}.{cents % 100:02}"


def worth(value: Fraction, per: str) -> str:
    """What a choice brings on average, to four decimals.

    >>> worth(Fraction(45755, 9212), "dollar"), worth(Fraction(1, 3), "ante")
    ('+$4.9669', '+0.3333')
    """
    sign = "\N{MINUS SIGN}" if value < 0 else "+"
    return f"{sign}{'$' if per == 'dollar' else ''}{abs(float(value)):.4f}"


def sentence(reason: str) -> str:
    """What the core says, with a capital and a full stop.

    >>> sentence("pair of sixes: pair plus wins 1 to 1")
    'Pair of sixes: pair plus wins 1 to 1.'
    >>> sentence("there is no table 'pit': did you mean pit-1?")
    "There is no table 'pit': did you mean pit-1?"
    """
    return f"{reason[:1].upper()}{reason[1:]}" + ("" if reason.endswith("?") else ".")
