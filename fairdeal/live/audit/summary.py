"""What followed tables come to, all of them together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from fairdeal.live.audit.follower import Follower


def balances(books: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Cents by kind of account, over the books of all tables and progressives."""
    sums: Counter[str] = Counter()
    for accounts in books:
        for account, cents in accounts.items():
            sums[account.partition(":")[0]] += cents
    return dict(sums)


def other_rules(followers: Sequence[Follower]) -> dict[str, int]:
    """Finished rounds that were not settled again, by the fingerprint of their rules."""
    sums: Counter[str] = Counter()
    for each in followers:
        sums.update(each.other_rules)
    return dict(sums)


def warnings(followers: Sequence[Follower]) -> Iterator[str]:
    """What is not a fault and should be known, table by table."""
    for each in followers:
        name = each.table.name
        yield from each.warnings
        for digest, rounds in each.other_rules.items():
            yield f"{rounds} rounds of {name} were not settled again: other rules ({digest})"
        if each.old_decks:
            yield (
                f"{each.old_decks} rounds of {name} are of an older form: their decks were drawn"
                " when the bets were known"
            )
        if each.reworded.count:
            first = each.reworded.first
            yield f"{each.reworded.count} texts of {name} are in other words: {first}"
        if each.odd:
            yield f"{each.odd} events of {name} are not written as this program writes them"
