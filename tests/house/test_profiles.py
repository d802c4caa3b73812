"""Profiles: their facts beside literal numbers, and every fault a file may have."""

import json
import pickle
from datetime import date
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import Corrupt, Malformed, Refused
from fairdeal.house import profile as module
from fairdeal.house.profile import (
    PROFILES,
    Profile,
    described,
    editions,
    profile,
    read_editions,
)
from fairdeal.house.profile_check import Edition
from fairdeal.house.provisions import PROVISIONS

GOOD = """
name = "Somewhere"
[[edition]]
from = 2001-01-01
[edition.house-banks]
is = true
source = "the law"
[edition.players-bank]
is = false
source = "the law"
"""


def washington(year: int, month: int = 1, day: int = 1) -> Profile:
    return profile("washington", date(year, month, day))


@pytest.mark.parametrize(
    ("day", "cents"),
    [
        (date(1997, 1, 1), 25_00),
        (date(2000, 5, 14), 25_00),
        (date(2000, 5, 15), 100_00),
        (date(2004, 7, 1), 100_00),
        (date(2008, 12, 31), 100_00),
        (date(2009, 1, 1), 300_00),
        (date(2023, 8, 18), 300_00),
        (date(2023, 8, 19), 400_00),
        (date(2030, 1, 1), 400_00),
    ],
)
def test_washington_limits_a_wager_by_the_day(day: date, cents: int) -> None:
    assert profile("washington", day).wager_limit_cents == cents


@pytest.mark.parametrize(
    ("day", "games", "above"),
    [
        (date(2007, 12, 31), 2, None),
        (date(2008, 1, 1), 3, None),
        (date(2009, 9, 13), 3, None),
        (date(2009, 9, 14), 6, 3),
        (date(2024, 1, 1), 6, 3),
    ],
)
def test_washington_counts_the_games_on_a_hand_by_the_day(
    day: date, games: int, above: int | None
) -> None:
    found = profile("washington", day)
    assert (found.games_per_hand, found.games_above) == (games, above)
    assert found.games_above_cents == (0 if above is None else 5_00)


def test_washington_verifies_wins_above_3000_and_keeps_decks_from_500() -> None:
    found = washington(2024)
    assert found.surveillance_over_cents == 3_000_00
    assert (found.deck_kept_from_cents, found.deck_kept_days) == (500_00, 7)
    assert (found.floor_from_cents, found.manager_from_cents) == (500_00, None)


def test_in_washington_the_house_banks_and_nothing_rotates() -> None:
    found = washington(2024)
    assert (found.house_banks, found.players_bank) == (True, False)
    assert (found.rotation_rounds, found.rotation_minutes, found.rotation_players) == (None,) * 3
    assert not found.offered_every_round


def test_in_california_players_bank_and_the_bank_rotates() -> None:
    before, after = (profile("california", date(2026, month, 1)) for month in (3, 4))
    for found in (before, after):
        assert (found.house_banks, found.players_bank) == (False, True)
        assert found.offered_every_round
        assert found.rotation_rounds == 2
        assert (found.wager_limit_cents, found.games_per_hand, found.games_above) == (None,) * 3
    assert (before.rotation_minutes, before.rotation_players) == (None, None)
    assert (after.rotation_minutes, after.rotation_players) == (40, 2)


@given(st.dates())
def test_the_plain_profile_limits_nothing_on_any_day(day: date) -> None:
    found = profile("plain", day)
    free = Profile(
        key="plain",
        name="Plain",
        date=date(1, 1, 1),
        house_banks=True,
        players_bank=True,
        aggregate_odds=1,
        bases=found.bases,
    )
    assert found == free


@given(st.sampled_from(PROFILES), st.dates(min_value=date(2001, 1, 1)))
def test_the_last_edition_that_has_begun_is_in_force(key: str, day: date) -> None:
    found = profile(key, day)
    assert found.date <= day
    assert not [each for each in editions(key) if found.date < each.date <= day]
    assert profile(key, found.date) == found


def test_an_uncertain_provision_says_why_and_every_one_has_a_source() -> None:
    for found in (edition for key in PROFILES for edition in editions(key)):
        assert all(basis.source for basis in found.bases)
        assert all(basis.certain == (not basis.why) for basis in found.bases)
        assert all(basis.since <= found.date for basis in found.bases)


def test_notes_tell_what_is_in_doubt_and_what_else_is_worth_saying() -> None:
    doubts = {note.provision for note in washington(2024).notes if not note.certain}
    assert doubts >= {"wager-limit", "games-per-hand", "players-bank"}
    [note] = [note for note in washington(2005).notes if note.provision == "wager-limit"]
    assert note.certain
    assert "$200 on one table" in note.text
    assert note.source == "WAC 230-40-120, WSR 04-06-005"


def test_a_note_ends_with_the_value_it_is_about() -> None:
    assert not any("$200" in note.text for note in washington(2010).notes)


def test_every_file_is_a_profile() -> None:
    folder = resources.files("fairdeal.house") / "profiles"
    assert {file.name for file in folder.iterdir()} == {f"{key}.toml" for key in PROFILES}


def test_a_profile_is_named_in_any_case() -> None:
    assert editions("Washington") == editions("washington")


def test_an_unknown_profile_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(Malformed, match="no profile 'washingtn': did you mean washington") as error:
        profile("washingtn", date(2024, 1, 1))
    assert error.value.code == "profile.unknown"


def test_a_day_before_the_first_edition_is_refused() -> None:
    with pytest.raises(Refused) as error:
        profile("washington", date(1996, 12, 31))
    assert str(error.value) == (
        "washington has no rules before 1 January 1997: 31 December 1996 is too early"
    )
    assert error.value.code == "profile.early"


def test_a_described_profile_is_plain_data_in_words() -> None:
    shown = json.loads(json.dumps(described(washington(2024))))
    assert (shown["profile"], shown["name"], shown["from"]) == (
        "washington",
        "Washington",
        "2023-08-19",
    )
    values = {each["provision"]: each["value"] for each in shown["provisions"]}
    assert values == {
        "house-banks": "yes",
        "players-bank": "no",
        "wager-limit": "$400",
        "games-per-hand": "6",
        "games-above": "3",
        "games-above-amount": "$5",
        "surveillance-over": "$3,000",
        "deck-kept-from": "$500",
        "deck-kept-days": "7",
        "aggregate-odds": "50",
        "floor-from": "$500",
        "manager-from": "none",
    }
    [limit] = [each for each in shown["provisions"] if each["provision"] == "wager-limit"]
    assert limit["text"] == "one wager, at most"
    assert (limit["since"], limit["certain"]) == ("2023-08-19", False)


def test_every_provision_has_its_field() -> None:
    fields = {each.field for each in PROVISIONS.values()}
    assert len(fields) == len(PROVISIONS)
    assert fields <= set(Profile.__dataclass_fields__)


def test_a_profile_can_be_a_key_and_can_be_sent_elsewhere() -> None:
    found = washington(2024)
    assert {found: 1}[washington(2025)] == 1
    assert pickle.loads(pickle.dumps(found)) == found


def test_what_an_edition_does_not_name_stays_as_it_was() -> None:
    more = """
[edition.wager-limit]
is = "$2.50"
source = "the law"
[[edition]]
from = 2002-01-01
[edition.house-banks]
is = false
source = "another law"
[[edition]]
from = 2003-01-01
[edition.wager-limit]
is = "none"
source = "another law"
"""
    first, second, third = read_editions("somewhere", GOOD + more)
    assert (first.house_banks, first.wager_limit_cents) == (True, 2_50)
    assert (second.house_banks, second.wager_limit_cents) == (False, 2_50)
    assert (third.house_banks, third.wager_limit_cents) == (False, None)
    assert [basis.since.year for basis in third.bases] == [2002, 2001, 2003]


def test_california_lays_down_the_ante_of_three_card_poker_with_its_source() -> None:
    found = profile("california", date(2026, 11, 1))
    assert found.options_of("three-card-poker") == {"ante": "mandatory"}
    assert found.options_of("ags-3-card") == {}
    assert found.source_of("options") == "SHFL, Three Card Poker, dealing procedures, Exceptions"
    [note] = [each for each in found.notes if each.provision == "options" and not each.certain]
    assert "certain California casinos" in note.text
    [shown] = [each for each in described(found)["provisions"] if each["provision"] == "options"]
    assert shown["value"] == "three-card-poker ante=mandatory"
    assert profile("plain", date(2026, 11, 1)).source_of("options") == ""


@pytest.mark.parametrize(
    "said",
    ["'ante=mandatory'", "[]", "[4]", "['ags-4-card ante=mandatory']", "['ags-3-card ante=half']"],
)
def test_an_option_that_is_laid_down_is_one_that_a_game_has(said: str) -> None:
    more = f'\n[edition.options]\nis = {said}\nsource = "the law"\n'
    with pytest.raises(Malformed, match="expected a list of options of games such as"):
        read_editions("somewhere", GOOD + more)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('name = "Somewhere"', "", "has no name"),
        ('"Somewhere"', '" "', "has no name"),
        ("name", "nme", "has an unknown entry 'nme': did you mean name?"),
        ("from = 2001-01-01", "", "edition 1 has no day (from), such as 2023-08-19"),
        ("2001-01-01", "2001-01-01 10:00:00", "edition 1 has no day (from), such as 2023-08-19"),
        (
            "house-banks",
            "house-bank",
            "edition 2001-01-01 names an unknown provision 'house-bank': did you mean house-banks?",
        ),
        ("house-banks", "wager-limit", "edition 2001-01-01 does not say house-banks"),
        ("is = true", "", "edition 2001-01-01 house-banks is None: expected true or false"),
        ("true", '"none"', "edition 2001-01-01 house-banks is 'none': expected true or false"),
        ("true", "1", "edition 2001-01-01 house-banks is 1: expected true or false"),
        ('source = "the law"', "", "edition 2001-01-01 house-banks has no source"),
        ('"the law"', "4", "edition 2001-01-01 house-banks has a source that is not text"),
        ('"the law"', '""', "edition 2001-01-01 house-banks has a source that is not text"),
        (
            "is = true",
            "is = true\nsorce = 1",
            "edition 2001-01-01 house-banks has an unknown word 'sorce': did you mean source?",
        ),
        (
            "is = true",
            "is = true\ncertain = false",
            "edition 2001-01-01 house-banks must say why when it is not certain, and only then",
        ),
        (
            "is = true",
            'is = true\nwhy = "who knows"',
            "edition 2001-01-01 house-banks must say why when it is not certain, and only then",
        ),
        (
            "is = true",
            'is = true\ncertain = "no"',
            "edition 2001-01-01 house-banks has certain 'no': expected true or false",
        ),
    ],
)
def test_a_fault_of_a_file_is_named(old: str, new: str, fault: str) -> None:
    with pytest.raises(Malformed) as error:
        read_editions("somewhere", GOOD.replace(old, new, 1))
    assert fault in error.value.faults
    assert error.value.code == "profile.faulty"
    assert str(error.value).startswith("profile somewhere: ")


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (
            '[edition.wager-limit]\nis = "lots"',
            "wager-limit is 'lots': expected dollars such as '$400', or 'none'",
        ),
        (
            '[edition.wager-limit]\nis = "$0"',
            "wager-limit is '$0': expected dollars such as '$400', or 'none'",
        ),
        (
            "[edition.wager-limit]\nis = 400",
            "wager-limit is 400: expected dollars such as '$400', or 'none'",
        ),
        (
            "[edition.games-per-hand]\nis = true",
            "games-per-hand is True: expected a whole number above 0, or 'none'",
        ),
        (
            "[edition.games-per-hand]\nis = 0",
            "games-per-hand is 0: expected a whole number above 0, or 'none'",
        ),
        (
            "[edition.games-above]\nis = 3",
            "has only one of games-above and games-above-amount, which belong together",
        ),
        (
            "[edition.rotation-minutes]\nis = 40",
            "has only one of rotation-minutes and rotation-players, which belong together",
        ),
        (
            '[edition.deck-kept-from]\nis = "$500"',
            "has only one of deck-kept-from and deck-kept-days, which belong together",
        ),
    ],
)
def test_a_value_that_cannot_be_is_named(more: str, fault: str) -> None:
    with pytest.raises(Malformed) as error:
        read_editions("somewhere", f'{GOOD}{more}\nsource = "the law"')
    assert error.value.faults == (f"edition 2001-01-01 {fault}",)


def test_a_provision_says_more_than_its_value() -> None:
    bare = GOOD.replace("from = 2001-01-01", "from = 2001-01-01\nwager-limit = 400")
    with pytest.raises(Malformed, match="does not say what wager-limit is and where that comes"):
        read_editions("somewhere", bare)


def test_editions_follow_each_other_in_time() -> None:
    with pytest.raises(Malformed, match="is not later than the edition before it, of 2001-01-01"):
        read_editions("somewhere", f"{GOOD}[[edition]]\nfrom = 2001-01-01")


@pytest.mark.parametrize(
    "text", ['name = "Nowhere"', 'name = "Nowhere"\nedition = 3', "edition=[]"]
)
def test_a_profile_has_editions(text: str) -> None:
    with pytest.raises(Malformed, match="has no edition"):
        read_editions("nowhere", text)


def test_an_edition_is_a_table() -> None:
    with pytest.raises(Malformed, match=r"edition 1 has no day"):
        read_editions("nowhere", 'name = "Nowhere"\nedition = [3]')


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(Malformed) as error:
        read_editions("somewhere", GOOD.replace("true", "3").replace("name", "nme"))
    assert len(error.value.faults) == 3


@pytest.mark.parametrize("text", ["=", "a = " + "[" * 5000])
def test_what_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="profile somewhere is not TOML") as error:
        read_editions("somewhere", text)
    assert error.value.code == "profile.toml"


def test_a_fault_in_a_file_of_the_package_is_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(content: object, faults: list[str]) -> tuple[str, list[Edition]]:
        faults.append("is damaged")
        return "", []

    monkeypatch.setattr(module, "read", damaged)
    with pytest.raises(Corrupt, match="profile plain: is damaged") as error:
        module._shipped.__wrapped__("plain")
    assert error.value.code == "profile.faulty"
