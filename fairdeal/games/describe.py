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
