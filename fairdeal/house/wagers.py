"""A profile held against bets and tables: who may bank, how much, and on how many games."""

from collections.abc import Container, Iterable, Mapping

from fairdeal import money
from fairdeal.errors import listed
from fairdeal.games.layout import Bet, Game
from fairdeal.games.terms import Terms
from fairdeal.house.limits import Limit, Limits, placeable
from fairdeal.house.profile import Profile


def separate_games(game: Game, bets: Container[str]) -> list[Bet]:
    """The games that these bets make of one hand, in the order of the layout.

    Every bet placed before the deal is one.  Play belongs to the ante whose amount it repeats, and
    an award such as envy or the ante bonus needs no wager, so neither counts.
    """
    return [bet for bet in placeable(game) if bet.key in bets]


def wager_faults(profile: Profile, game: Game, number: int, bets: Mapping[str, int]) -> list[str]:
    """What the profile has against the bets of one seat, each reason in a sentence.

    What decisions add later needs no check of its own: play equals the ante, and doubling or
    splitting adds a separate wager of the same size, which a limit on each wager allows.
    """
    placed = separate_games(game, bets)
    faults = []
    if (limit := profile.wager_limit_cents) is not None:
        faults += [
            f"seat {number} cannot have {money.show(bets[bet.key])} on {bet.name}:"
            f" {_allows(profile, limit)}"
            for bet in placed
            if bets[bet.key] > limit
        ]
    if _too_many(placed, profile.games_per_hand):
        faults.append(
            f"seat {number} has {len(placed)} games on one hand: {_names(placed)};"
            f" {profile.name} allows {profile.games_per_hand}"
        )
    above = [bet for bet in placed if bets[bet.key] > profile.games_above_cents]
    if _too_many(above, profile.games_above):
        faults.append(
            f"seat {number} has {len(above)} games above {money.show(profile.games_above_cents)}:"
            f" {_names(above)}; {profile.name} allows {profile.games_above}"
        )
    return faults


def opening_faults(profile: Profile, game: Game, limits: Limits) -> list[str]:
    """What the profile has against a table of the game with these limits."""
    faults = []
    if game.player_banked and not profile.players_bank:
        faults.append(f"{game.key} is banked by a player: {profile.name} does not let players bank")
    if not game.player_banked and not profile.house_banks:
        faults.append(
            f"{game.key} is banked by the house: {profile.name} does not let the house bank"
        )
    offered = separate_games(game, limits)
    if (limit := profile.wager_limit_cents) is not None:
        faults += [
            f"the table cannot take {money.show(limits[bet.key].most)} on {bet.name}:"
            f" {_allows(profile, limit)}"
            for bet in offered
            if limits[bet.key].most > limit
        ]
    if _too_many(offered, profile.games_per_hand):
        faults.append(
            f"the table offers {len(offered)} games on one hand: {_names(offered)};"
            f" {profile.name} allows {profile.games_per_hand}"
        )
    above = _above(profile, game, limits)
    if _too_many(above, profile.games_above):
        faults.append(
            f"the table takes more than {money.show(profile.games_above_cents)} on"
            f" {len(above)} games: {_names(above)}; {profile.name} allows {profile.games_above}"
        )
    return faults


def option_faults(profile: Profile, game: Game, options: Mapping[str, str]) -> list[str]:
    """Options that the profile does not leave to the house, each in a sentence."""
    return [
        f"{profile.name} wants {key}={value} at {game.key}, not {key}={options[key]}"
        f" ({profile.source_of('options')})"
        for key, value in profile.options_of(game.key).items()
        if options[key] != value
    ]


def aggregate_faults(
    profile: Profile, game: Game, limits: Limits, terms: Terms, aggregates: Mapping[str, int]
) -> list[str]:
    """What speaks against limiting the wins of these bets together, each in a sentence."""
    faults = []
    for key, cents in aggregates.items():
        if key not in limits or key not in terms.pay:
            faults.append(f"the wins of {key!r} cannot be limited together: it has no pay table")
            continue
        name, top = game.bet(key).name, terms.pay[key].most()
        least = profile.aggregate_odds
        if any(pay.meter for pay in terms.pay[key].pays["pays"]):
            faults.append(f"the wins of {name} cannot be limited together: meters pay them")
        elif least is None:
            faults.append(f"{profile.name} does not let the wins of {name} be limited together")
        elif top < least:
            faults.append(
                f"{profile.name} lets wins be limited together from {least} to 1 on, and {name}"
                f" pays {top} to 1 at most"
            )
        elif cents < (floor := limits[key].most * least):
            faults.append(
                f"the wins of {name} cannot be limited to {money.show(cents)}: {profile.name} wants"
                f" at least {money.show(floor)}"
            )
    return faults


def fitted(profile: Profile, game: Game, limits: Limits) -> dict[str, Limit]:
    """The limits, lowered to what the profile allows.

    Where too many games would take higher wagers, the last ones of the layout give way: there the
    bonus bets lie.  How many games there are, and who banks, is not for limits to mend.
    """
    most = profile.wager_limit_cents
    lowered = {key: limit if most is None else limit.up_to(most) for key, limit in limits.items()}
    if profile.games_above is not None:
        for bet in _above(profile, game, lowered)[profile.games_above :]:
            lowered[bet.key] = lowered[bet.key].up_to(profile.games_above_cents)
    return lowered


def _above(profile: Profile, game: Game, limits: Limits) -> list[Bet]:
    """The games on which a table takes more than the lower wager."""
    offered = separate_games(game, limits)
    return [bet for bet in offered if limits[bet.key].most > profile.games_above_cents]


def _too_many(bets: list[Bet], allowed: int | None) -> bool:
    return allowed is not None and len(bets) > allowed


def _allows(profile: Profile, limit_cents: int) -> str:
    return f"{profile.name} allows {money.show(limit_cents)} a wager"


def _names(bets: Iterable[Bet]) -> str:
    return listed(bet.name for bet in bets)
