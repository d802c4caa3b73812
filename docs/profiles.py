"""The page of docs/reference that shows what each jurisdiction lays down, and since when."""

from collections.abc import Iterator

from docs.grid import grid
from fairdeal.errors import listed
from fairdeal.games import GAMES
from fairdeal.house.limits import placeable
from fairdeal.house.profile import PROFILES, described, editions
from fairdeal.house.provisions import PROVISIONS


def profiles_page() -> str:
    """Every profile with the history of its provisions, and how they are applied."""
    parts = [
        "# Jurisdictions and limits",
        "A profile is what a jurisdiction lays down, in dated editions; the edition of the day"
        " decides. The files are in `fairdeal/house/profiles`. What a profile does not name is not"
        " limited.",
    ]
    for key in PROFILES:
        last = editions(key)[-1]
        headings = ("provision", "meaning", "from", "value", "source", "note", "in doubt")
        parts += [f"## {last.name}", f"`{key}`", grid(headings, list(_history(key)))]
    rows = [
        [game.name, str(len(placeable(game))), listed(bet.name for bet in placeable(game))]
        for game in GAMES.values()
    ]
    parts += [
        "## Separate games",
        "Where a profile counts the games on one hand, every bet placed before the deal is one."
        " Play belongs to the ante, and awards need no wager: neither counts.",
        grid(("game", "separate games", "which"), rows),
        "A limit on a wager binds each wager and not their sum: play equals the ante, and doubling"
        " or splitting adds a wager of the same size. Both checks are made twice, on the limits of"
        " a table that is opened and on the bets of every seat.",
        "## Table limits",
        "A table has a limit for each bet it offers, typed as",
        grid(
            ("text", "the table takes"),
            [
                ["`5-100`", "$5 to $100"],
                ["`5-100/5`", "$5 to $100 in steps of $5, counted from the least"],
                ["`5`", "exactly $5"],
                ["`none`", "no such bet; a compulsory one cannot be left out"],
            ],
        ),
        "A bet that must equal another has its limit. STAX takes the wager that its meters are"
        " printed for unless it is given a limit.",
        "## The form of a file",
        "```toml\n"
        'name = "Washington"\n\n'
        "[[edition]]\n"
        "from = 2023-08-19          # what the edition does not name stays as it was\n\n"
        "[edition.wager-limit]\n"
        'is = "$400"                # an amount, a whole number, true or false, or "none"\n'
        '                           # options: ["three-card-poker ante=mandatory"]\n'
        'source = "WSR 23-09-065"   # required\n'
        "certain = false            # where the source leaves a doubt\n"
        'why = "..."                # which doubt\n'
        'note = "..."               # what else one should know\n'
        "```",
        "The first edition says who may bank. Every fault of a file is named at once.",
    ]
    return "\n\n".join(parts) + "\n"


def _history(key: str) -> Iterator[list[str]]:
    """A row for every value that a provision has had, the oldest first."""
    shown = [described(edition) for edition in editions(key)]
    for name in PROVISIONS:
        for edition in shown:
            for each in edition["provisions"]:
                if each["provision"] == name and each["since"] == edition["from"]:
                    since = each["since"] if each["since"] > "0001-01-01" else "always"
                    told = [each[word] for word in ("value", "source", "note", "why")]
                    yield [f"`{name}`", each["text"], since, *told]
