"""The referee: checks that a round is legal, and settles every bet of it in order."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from fairdeal import cards, money
from fairdeal.errors import Corrupt, Refused, did_you_mean, listed
from fairdeal.games import SETTLEMENTS, reasons
from fairdeal.games.layout import Bet, Game, Placed
from fairdeal.games.round import EarlyStage, Line, Round, Seat, in_order
from fairdeal.games.terms import Terms


def settle(played: Round) -> list[Line]:
    """Every bet with what it won or lost and why, in the order of settlement.

    A round that is not legal is refused with all that is wrong with it.
    """
    return _sound(played, settled(played))


def settle_stages(played: Round, stages: Collection[str]) -> list[Line]:
    """The bets of some stages, in the order of settlement, with the lines that ``settle`` gives.

    Stages that a game settles early need no more than the cards that decide them; for any other
    the round must be complete.
    """
    return _sound(played, settled_stages(played, stages))


def settled(played: Round) -> list[Line]:
    """What ``settle`` gives, before the lines are checked.  The check is not part of the rules."""
    _refuse(round_faults(played))
    return _limited(played, in_order(played, SETTLEMENTS[played.game.key].settle(played)))


def settled_stages(played: Round, stages: Collection[str]) -> list[Line]:
    """What ``settle_stages`` gives, before the lines are checked."""
    if not stages:
        return []
    game = played.game
    unknown = set(stages) - {stage.key for stage in game.stages}
    assert not unknown, f"{game.key} has no stage {listed(sorted(unknown), 'or')}"
    early = SETTLEMENTS[game.key].early_stages
    if not set(stages) <= set(early):
        return [each for each in settled(played) if each.stage in stages]
    taken = [stage for key, stage in early.items() if key in stages]
    _refuse(_early_faults(played, taken))
    lines = (stage.line(played, seat) for stage in taken for seat in played.seats)
    return in_order(played, (each for each in lines if each is not None))


def _sound(played: Round, lines: list[Line]) -> list[Line]:
    """The lines, unless one of them takes more than what lies on its bet.

    A game's own rules say what a bet loses, so that only a faulty game brings this about; nothing
    is paid or taken by it.
    """
    for each in lines:
        taken, returned = max(-each.net_cents, 0), each.returned_cents
        if returned < 0 or taken + returned > each.stake_cents:
            back = f" and return {money.show(returned)}" if returned else ""
            raise Corrupt(
                f"{played.game.key} is faulty: {each.bet} of seat {each.seat} has"
                f" {money.show(each.stake_cents)} on it and would lose {money.show(taken)}{back}",
                code="settlement.impossible",
            )
    return lines


def _limited(played: Round, lines: list[Line]) -> list[Line]:
    """The lines with wins that are limited together cut down, each in proportion."""
    for bet, most in played.aggregates_cents.items():
        won = sum(line.net_cents for line in lines if line.bet == bet and line.net_cents > 0)
        if won <= most:
            continue
        left = most - sum(
            line.net_cents * most // won for line in lines if line.bet == bet and line.net_cents > 0
        )
        for place, line in enumerate(lines):
            if line.bet == bet and line.net_cents > 0:
                extra, left = min(1, left), max(0, left - 1)  # cents that do not come out even
                cut = line.net_cents * most // won + extra
                why = reasons.shared(line.reason, most)
                lines[place] = replace(line, net_cents=cut, reason=why)
    return lines


def _refuse(faults: list[str]) -> None:
    if faults:
        raise Refused("; ".join(faults), code="round.illegal", faults=faults)


def round_faults(played: Round) -> list[str]:
    """Everything that is wrong with a round, each fault in a sentence."""
    game = played.game
    faults = _faults_before_decisions(played, game.player_cards, game.dealer_cards)
    if faults:
        return faults  # decisions mean nothing before cards and bets are right
    check = SETTLEMENTS[game.key].decision_faults
    return [fault for seat in played.seats for fault in check(played, seat)]


def _early_faults(played: Round, stages: list[EarlyStage]) -> list[str]:
    """What a round in play lacks for these stages."""
    least = max(stage.player_cards for stage in stages)
    least_of_dealer = max(stage.dealer_cards for stage in stages)
    faults = _faults_before_decisions(played, least, least_of_dealer)
    return faults or [fault for stage in stages for fault in stage.faults(played)]


def _faults_before_decisions(played: Round, least: int, least_of_dealer: int) -> list[str]:
    """What is wrong with seats, cards and bets, of a round with at least so many cards."""
    faults = _kind_faults(played)
    if faults:
        return faults  # nothing else can be said of what is neither a card nor an amount
    faults = _seat_number_faults(played) + _card_faults(played, least, least_of_dealer)
    faults += _money_faults(played)
    for seat in played.seats:
        faults += bet_faults(played.game, played.terms, seat.number, seat.bets)
    return faults


def bet_faults(game: Game, terms: Terms, number: int, bets: Mapping[str, int]) -> list[str]:
    """What the game has against the bets of one seat, placed before the deal."""
    if not bets:
        placeable = listed((bet.key for bet in _placeable(game)), "or")
        return [f"seat {number} has no bet: expected {placeable}"]
    faults = [fault for key in bets for fault in _one_bet_faults(game, number, key, bets)]
    return faults + [
        f"seat {number} must also bet on {bet.name}"
        for bet in game.bets
        if bet.is_required(terms.options) and bet.key not in bets
    ]


def check_bets(game: Game, terms: Terms, bets: Mapping[str, int]) -> None:
    """Refuse bets that a player may not place together."""
    if faults := bet_faults(game, terms, 1, bets):
        said = [fault.replace("seat 1", "a player", 1) for fault in faults]
        raise Refused("; ".join(said), code="bets.illegal", faults=said)


def _placeable(game: Game) -> list[Bet]:
    return [bet for bet in game.bets if bet.placed is Placed.BEFORE_THE_DEAL]


def _one_bet_faults(game: Game, number: int, key: str, bets: Mapping[str, int]) -> Iterable[str]:
    bet = game.bet_by_key.get(key)
    if bet is None:
        hint = did_you_mean(key, (each.key for each in _placeable(game)))
        yield f"seat {number} cannot bet on {key!r}: {hint}"
        return
    if bet.placed is Placed.BY_DECISION:
        yield f"seat {number} cannot bet on {bet.name}: the decision places it"
        return
    if bet.placed is Placed.AWARD:
        yield f"seat {number} cannot bet on {bet.name}: it needs no bet of its own"
        return
    if bets[key] <= 0:
        yield f"seat {number} cannot have {money.show(bets[key])} on {bet.name}: expected more"
        return
    yield from _partner_faults(game, number, bet, bets)


def _partner_faults(game: Game, number: int, bet: Bet, bets: Mapping[str, int]) -> Iterable[str]:
    amount = money.show(bets[bet.key])
    if bet.equals in bets and bets[bet.key] != bets[bet.equals]:
        other = f"its {game.bet(bet.equals).name} of {money.show(bets[bet.equals])}"
        yield f"seat {number} cannot have {amount} on {bet.name}: it must equal {other}"
    if bet.at_most in bets and bets[bet.key] > bets[bet.at_most]:
        other = f"its {game.bet(bet.at_most).name} of {money.show(bets[bet.at_most])}"
        yield f"seat {number} cannot have {amount} on {bet.name}: it must not exceed {other}"
    if bet.needs and not any(key in bets for key in bet.needs):
        names = listed([game.bet(key).name for key in bet.needs], "or")
        yield f"seat {number} cannot have {amount} on {bet.name} without a bet on {names}"


def _kind_faults(played: Round) -> list[str]:
    """Values that are not cards, amounts or seats at all; only a program can send them."""
    if played.terms.game != played.game.key:
        return [f"the terms are those of {played.terms.game}, not of {played.game.key}"]
    held = [*played.dealer, *played.board]
    held += [card for seat in played.seats for card in seat.cards]
    faults = [f"{card!r} is not a card: expected 0 to 51" for card in held if not _is_card(card)]
    amounts = [cents for seat in played.seats for cents in seat.bets.values()]
    amounts += [*played.meters_cents.values(), *(seat.number for seat in played.seats)]
    amounts.append(played.banker)
    if played.bank_cents is not None:
        amounts.append(played.bank_cents)
    return faults + [f"{n!r} is not a whole number" for n in amounts if type(n) is not int]


def _is_card(card: object) -> bool:
    return type(card) is int and 0 <= card <= 51


def _seat_number_faults(played: Round) -> list[str]:
    most = played.game.seats
    numbers = [seat.number for seat in played.seats]
    if not numbers:
        return ["no seat is named: name at least one"]
    if len(numbers) > most:
        return [f"{len(numbers)} seats are too many: {played.game.key} has {most}"]
    faults = [f"there is no seat {n}: expected 1 to {most}" for n in numbers if not 0 < n <= most]
    return faults + [f"seat {n} is named twice" for n in cards.twice(numbers)]


def _card_faults(played: Round, least: int, least_of_dealer: int) -> list[str]:
    game = played.game
    holders = [(f"the {game.dealer}", played.dealer), ("the board", played.board)]
    holders += [(f"seat {seat.number}", seat.cards) for seat in played.seats]
    wanted = [(least_of_dealer, game.dealer_cards), (game.board_cards, game.board_cards)]
    wanted += [(least, game.player_cards)] * len(played.seats)
    faults = [
        f"{who} has {_counted(held)}: expected {low if low == high else f'{low} to {high}'}"
        for (who, held), (low, high) in zip(holders, wanted, strict=True)
        if not low <= len(held) <= high
    ]
    for card in cards.twice(card for _, held in holders for card in held):
        who = [name for name, held in holders for each in held if each == card]
        named = list(dict.fromkeys(who))
        if len(named) == 1:
            faults.append(f"{named[0]} has {cards.name(card)} {len(who)} times")
        else:
            where = listed(named)
            faults.append(f"{cards.name(card)} is named {len(who)} times: with {where}")
    return faults


def _counted(held: tuple[int, ...]) -> str:
    if not held:
        return "no cards"
    return f"{len(held)} card{'s' if len(held) > 1 else ''} ({cards.show(held)})"


def _money_faults(played: Round) -> list[str]:
    faults = []
    if played.bank_cents is not None:
        if not played.game.player_banked:
            faults.append(f"{played.game.key} is banked by the house: it takes no player's bank")
        if played.bank_cents < 0:
            faults.append(f"a bank cannot be {money.show(played.bank_cents)}")
    faults += _banker_faults(played)
    for key, cents in played.meters_cents.items():
        if key not in played.terms.meters:
            known = played.terms.meters
            hint = did_you_mean(key, known) if known else "it has no progressive"
            faults.append(f"{played.game.key} has no meter {key!r}: {hint}")
        elif cents <= 0:
            faults.append(f"meter {key} cannot be {money.show(cents)}")
    return faults


def _banker_faults(played: Round) -> list[str]:
    banker, most = played.banker, played.game.seats
    if not banker:
        return []
    if not played.game.player_banked:
        return [f"{played.game.key} is banked by the house: seat {banker} cannot hold the bank"]
    if not 0 < banker <= most:
        return [f"seat {banker} cannot hold the bank: expected 1 to {most}"]
    if any(seat.number == banker for seat in played.seats):
        return [f"seat {banker} cannot bet: it holds the bank"]
    return []


def total_net(lines: Iterable[Line], seat: Seat | None = None) -> int:
    """Cents that players won in all, or one of them."""
    return sum(each.net_cents for each in lines if seat is None or each.seat == seat.number)
