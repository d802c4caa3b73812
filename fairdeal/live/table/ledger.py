"""Double entry: what every event moves from where to where, in cents.

An account holds chips.  Chips come from the cage, whose balance is therefore minus everything that
players hold against cash, and from the house, whose balance is minus what it put into table banks.
Tips lie in the tip box until the table closes and go to the dealers then; none are the bank's.
All balances of a table add up to zero after every event.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from fairdeal.errors import Corrupt
from fairdeal.live import events

Posting = tuple[str, int]
Accounts = Mapping[str, int]

CAGE: Final = "cage"
HOUSE: Final = "house"
BANK: Final = "bank"
"""The table's bank: what it pays from and collects into."""
LAYOUT: Final = "layout"
"""Bets on the felt."""
HELD: Final = "held"
"""Stakes of wins that wait for approval."""
TIPS: Final = "tips"
"""The table's tip box."""
DEALERS: Final = "dealers"
"""What the table's tip box has brought the dealers."""

_SOURCES: Final = frozenset({CAGE, HOUSE})
"""Where chips come from: with the meters, the only balances that may fall below zero."""

_POOL: Final = "pool:"

ACCOUNTS: Final[Mapping[str, str]] = {
    CAGE: "cage",
    "chips": "players' chips",
    LAYOUT: "bets",
    HELD: "stakes of held payments",
    "position": "players' banks",
    "pool": "meters",
    BANK: "table banks",
    TIPS: "tip boxes",
    DEALERS: "tips paid to dealers",
    HOUSE: "house",
}
"""The kinds of accounts, and what people call them."""


def chips(player: str) -> str:
    """The account of the chips before a player."""
    return f"chips:{player}"


def position(player: str) -> str:
    """The account of a bank that a player has put up."""
    return f"position:{player}"


def pool(progressive: str, meter: str) -> str:
    """The account of a meter, as far as this table has fed and emptied it.

    Meters are linked over tables: what one table has paid, others may have brought.
    """
    return f"{_POOL}{progressive}.{meter}"


def postings(event: events.AnyEvent) -> tuple[Posting, ...]:
    """What the event moves; it sums to zero."""
    match event:
        case events.BetsPlaced(player=player, cents=cents):
            return (chips(player), -cents), (LAYOUT, cents)
        case events.DecisionMade(player=player, cents=cents):
            return ((chips(player), -cents), (LAYOUT, cents)) if cents else ()
        case events.BetsSettled(lines=lines, banker=banker):
            return _settled(lines, position(banker) if banker else BANK, 1)
        case events.TableOpened(float_cents=cents) | events.BankFilled(cents=cents):
            return (HOUSE, -cents), (BANK, cents)
        case events.TableClosed(bank_cents=cents, tips_cents=tips):
            paid_out = ((TIPS, -tips), (DEALERS, tips)) if tips else ()
            return (BANK, -cents), (HOUSE, cents), *paid_out
        case events.DealerTipped(player=player, cents=cents):
            return (chips(player), -cents), (TIPS, cents)
        case events.ChipsBought(player=player, cents=cents):
            return (CAGE, -cents), (chips(player), cents)
        case events.ChipsCashed(player=player, cents=cents):
            return (chips(player), -cents), (CAGE, cents)
        case events.BankPosted(player=player, cents=cents):
            return (chips(player), -cents), (position(player), cents)
        case events.BankDeclined(player=player, cents=cents):
            return ((position(player), -cents), (chips(player), cents)) if cents else ()
        case events.RoundClosed(banker=banker, bank_cents=cents):
            return ((position(banker), -cents), (chips(banker), cents)) if banker else ()
        case events.SeatDied(returned=returned):
            return _given_back(returned)
        case events.RoundVoided(returned=returned, undone=undone, banker=banker, bank_cents=cents):
            moved = _settled(undone, position(banker) if banker else BANK, -1)
            moved += ((HELD, -event.held_cents), (LAYOUT, event.held_cents))
            moved += _given_back(returned)
            if banker:
                moved += (position(banker), -cents), (chips(banker), cents)
            return moved
        case _:
            return _of_meters_and_pays(event)


def _of_meters_and_pays(event: events.AnyEvent) -> tuple[Posting, ...]:
    match event:
        case events.MetersFed(progressive=name, cents=fed):
            meters = tuple((pool(name, meter), cents) for meter, cents in fed.items())
            return (BANK, -sum(fed.values())), *meters
        case events.PayHeld(stake_cents=cents):
            return ((LAYOUT, -cents), (HELD, cents)) if cents else ()
        case events.PayMade():
            return _paid(event)
        case events.ProgressiveOpened(progressive=name, meters=setups):
            seeds = tuple((pool(name, key), each.reset_cents) for key, each in setups.items())
            return (HOUSE, -sum(cents for _, cents in seeds)), *seeds
        case events.MeterAdjusted(progressive=name, meter=meter, why=why, cents=cents):
            return () if why == "cap" else ((pool(name, meter), -cents), (HOUSE, cents))
        case _:
            return ()


def _paid(event: events.PayMade) -> tuple[Posting, ...]:
    """A win that waited: the stake comes back with it, or stays with the bank."""
    line, award = event.line, event.award_cents
    source = position(event.banker) if event.banker else BANK
    moved: tuple[Posting, ...] = (
        (chips(line.player), line.stake_cents + line.net_cents),
        (HELD, -line.stake_cents),
        (source, award - line.net_cents),
    )
    if event.meter:
        meter = pool(event.progressive, event.meter)
        moved += (meter, event.reset_cents - award), (HOUSE, -event.reset_cents)
    return moved


def _settled(lines: Iterable[events.Paid], source: str, sign: int) -> tuple[Posting, ...]:
    """Stakes leave the layout; players get them back with what they won, or less."""
    moved: dict[str, int] = {}
    stakes = nets = 0
    for line in lines:
        account = chips(line.player)
        moved[account] = moved.get(account, 0) + sign * (line.stake_cents + line.net_cents)
        stakes += line.stake_cents
        nets += line.net_cents
    return (*moved.items(), (LAYOUT, -sign * stakes), (source, -sign * nets))


def _given_back(returned: Iterable[events.Returned]) -> tuple[Posting, ...]:
    return tuple(
        posting
        for bet in returned
        for posting in ((LAYOUT, -bet.cents), (chips(bet.player), bet.cents))
    )


def posted(accounts: Accounts, event: events.AnyEvent) -> Accounts:
    """The balances after the event; empty accounts are left out."""
    moved = postings(event)
    if not moved:
        return accounts
    balances = dict(accounts)
    for account, cents in moved:
        balances[account] = balances.get(account, 0) + cents
    for account, _ in moved:
        balance = balances.get(account, 0)
        if balance == 0:
            balances.pop(account, None)
        elif balance < 0 and account not in _SOURCES and not account.startswith(_POOL):
            raise Corrupt(
                f"account {account} would hold {balance} cents after {type(event).__name__}",
                code="ledger.negative",
            )
    if sum(balances.values()):
        raise Corrupt(
            f"the books are off by {sum(balances.values())} cents after {type(event).__name__}",
            code="ledger.unbalanced",
        )
    return balances
