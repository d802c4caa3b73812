"""A game's declaration as plain data: what screens, help pages and other programs show of it."""

from dataclasses import asdict
from typing import Any

from fairdeal import money
from fairdeal.games.layout import Bet, Choice, Game, Pass, Placed, Step
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import approved


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
        "board_cards": game.board_cards,
        "dealer": game.dealer,
        "seats": game.seats,
        "adjacent_hands": game.adjacent_hands,
        "player_banked": game.player_banked,
        "bets": [_bet(game, bet) for bet in game.bets],
        "ranking": {
            "of": game.ranking.of,
            "kinds": [
                {"hand": each.name, "example": each.example, "text": each.text}
                for each in game.ranking.kinds
            ],
            "ace": game.ranking.ace,
            "source": game.ranking.source,
        },
        "qualifier": game.qualifier,
        "legends": list(game.legends),
        "notices": [*game.notices, *_suggestions(game)],
        "examples": [asdict(each) for each in game.examples],
        "procedures": {
            style: [_step(step) for step in steps] for style, steps in game.procedures.items()
        },
        "settlement": [
            {
                "stage": stage.key,
                "text": stage.text,
                "bets": list(stage.bets),
                "other_orders": {key: list(bets) for key, bets in stage.other_orders.items()},
                "seats": str(stage.seats),
            }
            for stage in game.stages
        ],
        "pay_tables": [
            described_table(table, is_default=sheets.defaults[table.bet] == table.name)
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
            {
                "irregularity": each.key,
                "event": each.event,
                "ruling": each.ruling,
                "effect": str(each.effect),
                "voids_round": each.voids_round,
                "steps": list(each.steps),
                "source": each.source,
            }
            for each in game.irregularities
        ],
    }


def _bet(game: Game, bet: Bet) -> dict[str, Any]:
    defaults = {option.key: option.default for option in game.options}
    rules = game.rules_of(bet.key, defaults)
    raises = game.raises(bet.key)
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
        "equals": bet.equals or (raises[0].of if {each.times for each in raises} == {1} else ""),
        "at_most": bet.at_most,
        "needs": list(bet.needs),
        "survives_fold": bet.survives_fold,
        "rules": rules,
        "legends": list(game.legends_of(bet.key)),
        "footnotes": list(bet.footnotes),
        "suggested": money.show(bet.suggested_cents) if bet.suggested_cents else "",
        "lammer": bet.lammer,
    }


def _suggestions(game: Game) -> list[str]:
    return [
        f"the maker suggests a {bet.name} bet of {money.show(bet.suggested_cents)}"
        for bet in game.bets
        if bet.suggested_cents
    ]


def _step(step: Step) -> dict[str, Any]:
    return {
        "act": str(step.act),
        "text": step.text,
        "say": list(step.say),
        "calls": list(step.calls),
        "deals": [_pass(each) for each in step.passes],
        "turns": list(map(str, step.turns)),
        "cards": step.cards,
        "choices": list(step.words),
        "stakes": [_choice(each) for each in step.choices],
        "default": step.default,
        "confirms": list(step.confirms),
        "stages": list(step.stages),
        "when": step.when,
        "source": step.source,
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "word": choice.word,
        "told": choice.told,
        "bet": choice.bet,
        "of": choice.of,
        "times": choice.times,
        "goes_on": choice.goes_on,
    }


def _pass(each: Pass) -> dict[str, Any]:
    return {"to": str(each.to), "faces": each.faces, "burn": each.burn, "fill_to": each.fill_to}


def described_table(table: PayTable, *, is_default: bool) -> dict[str, Any]:
    """Everything about a pay table, ready for JSON."""
    return {
        "bet": table.bet,
        "name": table.name,
        "default": is_default,
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
