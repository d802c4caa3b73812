"""A game's declaration as plain data: what screens, help pages and other programs show of it."""

from typing import Any

from fairdeal import money
from fairdeal.games.layout import Bet, Game, Step
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Sheets, approved


def described(game: Game) -> dict[str, Any]:
    """Everything that is declared about the game, ready for JSON."""
    sheets = approved(game)
    document = game.document
    return {
        "game": game.key,
        "name": game.name,
        "text": game.text,
        "document": {
            "maker": document.maker,
            "title": document.title,
            "date": document.date,
            "note": document.note,
        },
        "player_cards": game.player_cards,
        "dealer_cards": game.dealer_cards,
        "seats": game.seats,
        "player_banked": game.player_banked,
        "bets": [_bet(bet) for bet in game.bets],
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
        "pay_tables": [_pay_table(table, sheets) for table in _tables(sheets)],
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
        "readings": [{"point": each.point, "ours": each.ours} for each in game.readings],
        "irregularities": [
            {
                "irregularity": each.key,
                "event": each.event,
                "ruling": each.ruling,
                "voids_round": each.voids_round,
                "source": each.source,
            }
            for each in game.irregularities
        ],
    }


def _bet(bet: Bet) -> dict[str, Any]:
    return {
        "bet": bet.key,
        "name": bet.name,
        "text": bet.text,
        "rules": bet.rules_in_words(),
        "survives_fold": bet.survives_fold,
    }


def _step(step: Step) -> dict[str, Any]:
    return {"act": str(step.act), "text": step.text, "say": step.say}


def _tables(sheets: Sheets) -> list[PayTable]:
    return [table for named in sheets.tables.values() for table in named.values()]


def _pay_table(table: PayTable, sheets: Sheets) -> dict[str, Any]:
    return {
        "bet": table.bet,
        "name": table.name,
        "default": sheets.defaults[table.bet] == table.name,
        "place": table.place,
        "reading": table.reading,
        "published": dict(table.published),
        "probabilities": dict(table.probabilities),
        "columns": {
            column.key: [
                {"hand": column.name(event), "pays": str(table.pays[column.key][event])}
                for event in table.printed[column.key]
            ]
            for column in table.columns
        },
        "alternatives": {
            condition: {
                column.key: [
                    {"hand": column.name(event), "pays": str(other.pays[column.key][event])}
                    for event in other.printed[column.key]
                    if other.pays[column.key][event] != table.pays[column.key][event]
                ]
                for column in other.columns
            }
            for condition, other in table.alternatives.items()
        },
    }


def side_by_side(tables: list[dict[str, Any]], column: str) -> list[list[str]]:
    """Described pay tables of one bet as rows: a hand, and what each table pays for it."""
    pays = [{each["hand"]: each["pays"] for each in table["columns"][column]} for table in tables]
    hands = max(pays, key=len)  # tables differ only in lines that some leave out
    return [[hand, *(each.get(hand, "") for each in pays)] for hand in hands]


def notes(tables: list[dict[str, Any]]) -> list[str]:
    """What is to be said of described pay tables of one bet, each thing once."""
    said: dict[str, list[str]] = {}
    for table in tables:
        about = [f"source: {table['place']}"]
        about += [f"reading: {table['reading']}"] if table["reading"] else []
        about += [f"printed: {figures(table)}"] if table["published"] else []
        if table["probabilities"]:
            odds = (f"{hand} {text}" for hand, text in table["probabilities"].items())
            about.append(f"printed probability: {', '.join(odds)}")
        for condition, columns in table["alternatives"].items():
            lines = [each for lines in columns.values() for each in lines]
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
