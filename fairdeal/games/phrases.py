"""Phrases about a described game and a round that the screen and the written pages share."""

from typing import Any

from fairdeal import money
from fairdeal.games.round import Round


def source(shown: dict[str, Any]) -> str:
    """The document a described game comes from."""
    document = shown["document"]
    return ", ".join(document[key] for key in ("maker", "title", "date", "note") if document[key])


def size(shown: dict[str, Any]) -> str:
    """How many seats and cards a described game has, who banks it, what one player may hold."""
    banked = "a player banks" if shown["player_banked"] else "the house banks"
    several = shown["adjacent_hands"]
    held = "a player holds one seat"
    if several > 1:
        held = f"a player may hold up to {several} adjacent seats"
    own, dealers, shared = (shown[f"{who}_cards"] for who in ("player", "dealer", "board"))
    cards = [f"{own} card{'s' if own > 1 else ''} each"]
    cards += [f"{dealers} for the {shown['dealer']}"] if dealers else []
    cards += [f"{shared} that all share"] if shared else []
    return f"Up to {shown['seats']} seats, {', '.join(cards)}; {banked}, {held}."


def qualifies(shown: dict[str, Any]) -> str:
    """With which hand the dealer of a described game qualifies; empty where every hand plays."""
    if not shown["qualifier"]:
        return ""
    return f"The {shown['dealer']} qualifies with {shown['qualifier']} or better"


def settled_by(shown: dict[str, Any], example: dict[str, Any]) -> str:
    """The command that settles an example of a described game."""
    given = (f'--{who} "{example[who]}"' for who in ("dealer", "board", "seat") if example[who])
    return f"fairdeal settle {shown['game']} {' '.join(given)}"


def side_by_side(tables: list[dict[str, Any]], column: str) -> list[list[str]]:
    """Described pay tables of one bet as rows: their names, then a hand and what each pays."""
    pays = [{each["hand"]: each["pays"] for each in table["columns"][column]} for table in tables]
    hands = max(pays, key=len)  # tables differ only in lines that some leave out
    names = [f"{table['name']}{'*' if table['default'] else ''}" for table in tables]
    return [["", *names], *([hand, *(each.get(hand, "") for each in pays)] for hand in hands)]


def notes(tables: list[dict[str, Any]]) -> list[str]:
    """What is to be said of described pay tables of one bet, each thing once."""
    said: dict[str, list[str]] = {}
    keys = {key for table in tables for key in table["columns"]}
    grids = (side_by_side([t for t in tables if key in t["columns"]], key) for key in keys)
    blank = "a hand without a line of its own is paid as the lower hand it also is"
    if any(cell == "" for _, *rows in grids for row in rows for cell in row):
        said[blank] = [table["name"] for table in tables]
    for table in tables:
        about = [f"source: {table['place']}"]
        about += [f"reading: {table['reading']}"] if table["reading"] else []
        about += [f"on purpose: {table['meant']}"] if table["meant"] else []
        about += [f"printed: {figures(table)}"] if table["published"] else []
        if table["probabilities"]:
            odds = (f"{hand} {text}" for hand, text in table["probabilities"].items())
            about.append(f"printed probability: {', '.join(odds)}")
        for condition, lines in table["alternatives"].items():
            changed = ", ".join(f"{each['hand']} {each['pays']}" for each in lines)
            about.append(f"with option {condition}: {changed}")
        for text in about:
            said.setdefault(text, []).append(table["name"])
    return [
        text if len(names) == len(tables) else f"{', '.join(names)}: {text}"
        for text, names in said.items()
    ]


def figures(described_entry: dict[str, Any]) -> str:
    """The figures that a document prints about a table or a combination, in a row."""
    printed = described_entry["published"].items()
    return ", ".join(f"{key.replace('-', ' ')} {text}" for key, text in printed)


def step_in_words(step: dict[str, Any]) -> str:
    """A described step: what happens, what is said or taken as said, when, by which source."""
    said = [step["text"], *(f'say "{each}"' for each in step["say"])]
    if step["calls"]:
        said.append(
            "call " + " or ".join(f'"{each}"' for each in step["calls"]) + " and name the hand"
        )
    if step["default"]:
        said.append(f"a seat that does not decide in time {step['default']}s")
    if step["confirms"]:
        words = " or ".join(step["confirms"])
        said.append(f"where a person deals, a {words} is final when the dealer has confirmed it")
    about = [f"only with {step['when']}"] if step["when"] else []
    about += [step["source"]] if step["source"] else []
    return "; ".join(said) + (f" ({', '.join(about)})" if about else "")


def terms_in_words(played: Round) -> str:
    """The pay tables of bets that lie there, the options that are not the default, and money."""
    staked = {bet for seat in played.seats for bet in seat.bets}
    placed = [bet for bet in played.game.bets if (bet.rides_on or bet.key) in staked]
    said = [
        " ".join(dict.fromkeys((bet.name, played.terms.pay[bet.key].name)))
        for bet in placed
        if bet.columns
    ]
    said += [
        f"{option.key} {played.terms.option(option.key)}"
        for option in played.game.options
        if played.terms.option(option.key) != option.default
    ]
    if played.game.player_banked:
        posted = played.bank_cents
        said.append("bank covers everything" if posted is None else f"bank {money.show(posted)}")
    if any(bet.by_meter for bet in placed):
        said += [f"{meter} {money.show(cents)}" for meter, cents in played.meters().items()]
    return ", ".join(said)
