"""What holds in every settlement, for whichever test has one at hand."""

from fairdeal.games.layout import Placed
from fairdeal.games.round import Line, Round, Seat


def assert_sound(played: Round, lines: list[Line]) -> None:
    """Every cent that lies on the layout is settled once, and none is lost or made."""
    for seat in played.seats:
        own = [line for line in lines if line.seat == seat.number]
        assert sum(line.stake_cents for line in own) == on_the_layout(seat), (played, own)
        settled = [line.bet for line in own if line.bet != "envy"]
        assert len(settled) == len(set(settled)), (played, own)
        missing = set(seat.bets) - set(settled)
        assert not missing, (played, own)
    for line in lines:
        assert_line_is_sound(line)
        assert_reason_fits(played, line)
    if played.bank_cents is not None:
        action = sum(abs(line.net_cents) for line in lines)
        assert action <= played.bank_cents, (played, lines)


def on_the_layout(seat: Seat) -> int:
    """All cents that a seat has wagered, by its bets and by its decisions."""
    wagered = sum(seat.bets.values())
    if "play" in seat.decisions:
        wagered += seat.stake("ante")
    if {"double", "split"} & set(seat.decisions):
        wagered += seat.stake("blackjack")
    return wagered


def assert_line_is_sound(line: Line) -> None:
    """What is taken, what goes back without action and what was in action make up the stake."""
    assert type(line.net_cents) is int
    assert type(line.stake_cents) is int
    taken = max(-line.net_cents, 0)
    in_action = line.stake_cents - line.returned_cents
    assert 0 <= taken <= in_action <= line.stake_cents, line
    if line.returned_cents and line.net_cents < 0:
        assert taken == in_action, line


def assert_reason_fits(played: Round, line: Line) -> None:
    """The sentence names the bet and says what the amount says."""
    bet = played.game.bet(line.bet)
    assert bet.name in line.reason, line
    said = line.reason.partition(", but the bank ")[0]
    effect = said.rpartition(f"{bet.name} ")[2]
    if bet.placed is Placed.AWARD:
        assert (effect == "pays nothing") == (line.net_cents == 0), line
    elif line.reason != said:
        assert line.returned_cents or line.net_cents, line
    elif line.net_cents > 0:
        assert effect.startswith("wins "), line
    elif line.net_cents < 0:
        assert effect.startswith(("loses", "wins the ")), line
    elif line.stake_cents > 1:  # half of a single cent is nothing
        assert effect in ("pushes", "comes out even", "has no action and goes back"), line
