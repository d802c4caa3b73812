"""A game's declaration as plain data: what screens, help pages and other programs show of it."""

from dataclasses import asdict
from typing import Any

from fairdeal import money
from fairdeal.games.layout import Bet, Game, Pass, Placed, Step
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Sheets, approved


def described(game: Game) -> dict[str, Any]:
    """Everything that is declared about the game, ready for JSON."""
    sheets = approved(game)
    return {
        "game": game.key,
        "name": game.name,
        "text": game.text,
        "document": asdict(game.document),
        "player_cards": game.player_cards,
        "dealer_cards": game.dealer_cards,
        "dealer": game.dealer,
        "seats": game.seats,
        "player_banked": game.player_banked,
        "bets": [_bet(game, bet) for bet in game.bets],
        "notices": list(game.notices),
        "procedures": {
            style: [_step(step) for step in steps] for style, steps in game.procedures.items()
        },
        "settlement": [
            {
                "stage": stage.key,
                "text": stage.text,
                "bets": list(stage.bets),
                "seats": str(stage.seats),
            }
            for stage in game.stages
        ],
        "pay_tables": [
            _pay_table(table, sheets)
            for named in sheets.tables.values()
            for table in named.values()
        ],
        "combinations": [
            {"name": each.name, "tables": dict(each.tables), "published": dict(each.published)}
            for each in sheets.combinations.values()
        ],
        "meters": [
            {
                "meter": meter.key,
                "reset": money.show(meter.reset_cents),
                "increment": meter.increment,
                "wager": money.show(meter.wager_cents),
            }
            for meter in sheets.meters.values()
        ],
        "options": [
            {
                "option": option.key,
                "values": list(option.values),
                "default": option.default,
                "text": option.text,
                "source": option.source,
            }
            for option in game.options
        ],
        "readings": [asdict(each) for each in game.readings],
        "irregularities": [
            {"irregularity": each.key, **{k: v for k, v in asdict(each).items() if k != "key"}}
            for each in game.irregularities
        ],
    }


def _bet(game: Game, bet: Bet) -> dict[str, Any]:
    defaults = {option.key: option.default for option in game.options}
    rules = bet.rules_in_words(defaults)
    if game.has_fold and bet.placed is not Placed.BY_DECISION:
        fate = "survives a fold" if bet.survives_fold else "lost on a fold"
        option = f" (unless {bet.forfeited_when})" if bet.forfeited_when else ""
        rules.append(fate + option)
    return {
        "bet": bet.key,
        "name": bet.name,
        "text": bet.text,
        "placed": str(bet.placed),
        "required": bet.is_required(defaults),
        "required_by": bet.required_by,
        "equals": bet.equals,
        "at_most": bet.at_most,
        "needs": list(bet.needs),
        "survives_fold": bet.survives_fold,
        "rules": rules,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "act": str(step.act),
        "text": step.text,
        "say": list(step.say),
        "calls": list(step.calls),
        "deals": [_pass(each) for each in step.passes],
        "turns": list(map(str, step.turns)),
        "choices": list(step.choices),
        "stages": list(step.stages),
        "when": step.when,
        "source": step.source,
    }


def _pass(each: Pass) -> dict[str, Any]:
    return {"to": str(each.to), "faces": each.faces, "burn": each.burn, "fill_to": each.fill_to}


def _pay_table(table: PayTable, sheets: Sheets) -> dict[str, Any]:
    return {
        "bet": table.bet,
        "name": table.name,
        "default": sheets.defaults[table.bet] == table.name,
        "place": table.place,
        "reading": table.reading,
        "meant": table.meant,
        "published": dict(table.published),
        "probabilities": {
            table.columns[0].name(table.columns[0].lines()[key]): text
            for key, text in table.probabilities.items()
        },
        "titles": {column.key: column.title for column in table.columns},
        "columns": {
            column.key: [
                {"hand": column.name(event), "pays": str(table.pays[column.key][event])}
                for event in table.printed[column.key]
            ]
            for column in table.columns
        },
        "alternatives": {
            condition: [
                {"hand": column.name(event), "pays": str(other.pays[column.key][event])}
                for column in other.columns
                for event in other.printed[column.key]
                if other.pays[column.key][event] != table.pays[column.key][event]
            ]
            for condition, other in table.alternatives.items()
        },
    }


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


def spoken(step: dict[str, Any]) -> str:
    """What the dealer says in a described step, as a phrase to follow its text."""
    said = [f'say "{each}"' for each in step["say"]]
    if step["calls"]:
        said.append("call " + " or ".join(f'"{each}"' for each in step["calls"]))
    return "; ".join(said)
