"""Read the editions of a profile out of its file, and find every fault they have."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal import games, money
from fairdeal.errors import FairdealError, did_you_mean
from fairdeal.house.provisions import PROVISIONS, Basis, Chosen, Kind, Provision, Value

NONE: Final = "none"
"""How a file says that there is no such limit."""

_TEXTS: Final = ("source", "why", "note")
_WORDS: Final = ("is", "certain", *_TEXTS)

_SAID_FIRST: Final = ("house-banks", "players-bank")
_TOGETHER: Final = (
    ("games-above", "games-above-amount"),
    ("rotation-minutes", "rotation-players"),
    ("deck-kept-from", "deck-kept-days"),
)


@dataclass(frozen=True, slots=True)
class Edition:
    """What is in force from a day on, the provisions of the editions before included."""

    since: dt.date
    values: Mapping[str, Value]
    """By provision; what no edition has named so far is missing."""
    bases: Mapping[str, Basis]


def read(content: Mapping[str, Any], faults: list[str]) -> tuple[str, list[Edition]]:
    """The name of the profile and its editions; what is wrong goes to *faults*."""
    faults += [
        f"has an unknown entry {key!r}: {did_you_mean(key, ('name', 'edition'))}"
        for key in content
        if key not in ("name", "edition")
    ]
    name, entries = content.get("name"), content.get("edition")
    if not isinstance(name, str) or not name.strip():
        faults.append("has no name")
    if not isinstance(entries, list) or not entries:
        faults.append("has no edition")
        return "", []
    editions: list[Edition] = []
    for number, entry in enumerate(entries, 1):
        # A date with a time of day is a date as well, to Python alone.
        if not isinstance(entry, dict) or type(entry.get("from")) is not dt.date:
            faults.append(f"edition {number} has no day (from), such as 2023-08-19")
            continue
        editions.append(_edition(entry, editions[-1] if editions else None, faults))
    return str(name), editions


def _edition(entry: Mapping[str, Any], before: Edition | None, faults: list[str]) -> Edition:
    since: dt.date = entry["from"]
    values = dict(before.values) if before else {}
    bases = dict(before.bases) if before else {}
    wrong: list[str] = []
    if before and since <= before.since:
        wrong.append(f"is not later than the edition before it, of {before.since}")
    for key, said in entry.items():
        if key == "from":
            continue
        if key not in PROVISIONS:
            wrong.append(f"names an unknown provision {key!r}: {did_you_mean(key, PROVISIONS)}")
        elif not isinstance(said, dict):
            wrong.append(f"does not say what {key} is and where that comes from")
        else:
            wrong += [f"{key} {fault}" for fault in _entry_faults(said)]
            values[key] = _value(PROVISIONS[key], said.get("is"), wrong)
            about = {word: said[word] for word in ("certain", *_TEXTS) if word in said}
            bases[key] = Basis(provision=key, since=since, **{"source": "", **about})
    wrong += [f"does not say {key}" for key in _SAID_FIRST if key not in values]
    for one, other in _TOGETHER:
        if (values.get(one) is None) != (values.get(other) is None):
            wrong.append(f"has only one of {one} and {other}, which belong together")
    faults += [f"edition {since} {fault}" for fault in wrong]
    return Edition(since, values, bases)


def _entry_faults(said: Mapping[str, Any]) -> list[str]:
    """What is wrong with the words around a value."""
    faults = [
        f"has an unknown word {word!r}: {did_you_mean(word, _WORDS)}"
        for word in said
        if word not in _WORDS
    ]
    faults += [
        f"has a {word} that is not text"
        for word in _TEXTS
        if word in said and (not isinstance(said[word], str) or not said[word].strip())
    ]
    if "source" not in said:
        faults.append("has no source")
    certain = said.get("certain", True)
    if not isinstance(certain, bool):
        faults.append(f"has certain {certain!r}: expected {Kind.YES_NO}")
    elif certain == ("why" in said):
        faults.append("must say why when it is not certain, and only then")
    return faults


def _value(provision: Provision, said: object, faults: list[str]) -> Value:
    if said == NONE and provision.kind is not Kind.YES_NO:
        return None
    match provision.kind, said:
        case Kind.YES_NO, bool(answer):
            return answer
        case Kind.COUNT, int(count) if type(count) is int and count > 0:
            return count
        case Kind.AMOUNT, str(text):
            try:
                if cents := money.dollars(text):
                    return cents
            except FairdealError:
                pass  # the sentence below says more than that of a bare amount
        case Kind.OPTIONS, [*words] if words:
            return tuple(_chosen(provision.key, word, faults) for word in words)
    faults.append(f"{provision.key} is {said!r}: expected {provision.kind}")
    return None


def _chosen(key: str, word: object, faults: list[str]) -> Chosen:
    """An option of a game, which must have it with that value."""
    game, _, rest = str(word).partition(" ")
    option, _, value = rest.partition("=")
    known = games.GAMES.get(game)
    if known is None or value not in {each.key: each.values for each in known.options}.get(
        option, ()
    ):
        faults.append(f"{key} has {word!r}, which no game has: expected {Kind.OPTIONS}")
    return Chosen(game, option, value)
