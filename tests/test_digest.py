"""The rules digest of a game follows what its rules mean, and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import fairdeal
from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.digest import digest_of, rules_digest
from fairdeal.games.layout import Bet, Choice, Effect, Game, Irregularity, Option, Pass, Stage, Step
from fairdeal.games.sheets import approved, read_sheets
from tests.examples import PACKAGES
from tests.test_installed_games import install

PACKAGE = Path(fairdeal.__file__).parent
TOLD = (
    "import json; from fairdeal.games import GAMES; from fairdeal.games.digest import rules_digest;"
    " print(json.dumps({key: rules_digest(game) for key, game in GAMES.items()}))"
)
TCP, NAPA, AGS, FURY, THREE_WAY = GAMES
EVERY = frozenset(GAMES)
WITH_ANTE_PLAY = EVERY - {FURY, THREE_WAY}
WITH_THREE_CARDS = EVERY - {THREE_WAY}


def told(folder: Path, python: str = sys.executable) -> dict[str, str]:
    """The digests in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [python, "-c", TOLD],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    digests: dict[str, str] = json.loads(done.stdout)
    return digests


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the rules, to be edited."""
    for part in ("games", "hands"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PACKAGE / part, tmp_path / "fairdeal" / part, ignore=ignored)
    for path in PACKAGE.glob("*.py"):
        shutil.copy(path, tmp_path / "fairdeal")
    return tmp_path


def edited(folder: Path, path: str, before: str, after: str) -> frozenset[str]:
    """The games whose digest another word in a file changes."""
    file = folder / "fairdeal" / path
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))
    now = told(folder)
    return frozenset(key for key, game in GAMES.items() if rules_digest(game) != now[key])


def test_a_digest_is_the_same_in_a_fresh_process_and_from_another_folder(copy: Path) -> None:
    assert told(copy) == {key: rules_digest(game) for key, game in GAMES.items()}
    assert len({rules_digest(game) for game in GAMES.values()}) == len(GAMES)
    assert all(re.fullmatch("[0-9a-f]{16}", rules_digest(game)) for game in GAMES.values())


def runs(python: str) -> bool:
    """Whether an interpreter can be started; a version manager's name for one may lead nowhere."""
    return subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0


def interpreters() -> list[str]:
    """Every supported Python at hand, by its version."""
    found: dict[str, str] = {}
    installed = Path.home() / ".pyenv" / "versions"
    for minor in range(11, 15):
        places = [shutil.which(f"python3.{minor}"), *installed.glob(f"3.{minor}.*/bin/python")]
        found |= {f"3.{minor}": str(place) for place in places if place and runs(str(place))}
    found.pop(f"3.{sys.version_info.minor}", None)
    return list(found.values())


@pytest.mark.parametrize("python", interpreters())
def test_a_digest_is_the_same_under_every_version_of_python(python: str, copy: Path) -> None:
    assert told(copy, python) == {key: rules_digest(game) for key, game in GAMES.items()}


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("games/three_card_fury.py", "    ante = 0\n", "    # nobody\n\n    ante: int = 0\n"),
        ("games/showdown.py", '"""Whether the dealer\'s', '"""If the dealer\'s'),
        ("hands/three_card.py", "def category(strength: int) -> int", "def category(strength)"),
        ("games/reasons.py", "player folded", "the player gave up"),
        ("games/reasons.py", "is shared, the most", "is all there is"),
        ("hands/words.py", "pair of {0s}", "two {0s}"),
        ("money.py", 'sign, cents = ("-"', 'sign, cents = ("minus "'),
        ("games/referee.py", "cannot bet on {bet.name}: the", "has no {bet.name} to bet on: the"),
        ("games/round.py", "has not decided: expected", "must say"),
        ("games/blackjack_leg.py", "cannot {text}: {why}", "no {text} here: {why}"),
        ("games/terms.py", "has no option {key!r}: {hint}", "knows no {key!r}: {hint}"),
        ("games/paytables/ags_3_card.toml", 'place = "', 'place = "see '),
        ("games/describe.py", "def ", "def an_"),
    ],
)
def test_a_comment_an_annotation_or_a_better_sentence_changes_no_digest(
    path: str, before: str, after: str, copy: Path
) -> None:
    assert edited(copy, path, before, after) == frozenset()


@pytest.mark.parametrize(
    ("path", "before", "after", "games"),
    [
        ("games/napa_three_card_poker.py", "if net > left:", "if net >= left:", {NAPA}),
        ("games/paytable.py", "award if bet_back", "stake if bet_back", {AGS}),
        ("games/three_card_fury.py", "spades == 3 else", "spades == 2 else", {FURY}),
        ("games/three_card_poker.py", "AKQ_SPADES = 5", "AKQ_SPADES = 6", {TCP}),
        ("games/blackjack_leg.py", "MOST_CARDS: Final = 7", "MOST_CARDS: Final = 6", {THREE_WAY}),
        ("games/ante_play.py", "dealer, QUEEN_HIGH)\n", "dealer, 11)\n", WITH_ANTE_PLAY),
        ("hands/three_card.py", "KING_HIGH: Final = KING", "KING_HIGH: Final = 12", {FURY}),
        ("hands/three_card.py", "return strength >> 12", "return strength >> 8", WITH_THREE_CARDS),
        ("hands/poker.py", "TWO_PAIR = 2", "TWO_PAIR = -2", {AGS, FURY, THREE_WAY}),
        ("cards.py", "return card >> 2", "return card // 4", EVERY),
        ("games/showdown.py", "return dealer >= qualifying", "return dealer > qualifying", EVERY),
        ("games/referee.py", "if won <= most:", "if won < most:", EVERY),
        ("games/round.py", "(seat - banker - 1)", "(seat - banker)", EVERY),
        ("games/layout.py", "get(key) != value", "get(key) == value", EVERY - {THREE_WAY}),
        ("games/paytables/three_card_poker.toml", '"40 to 1"', '"41 to 1"', {TCP}),
        ("games/paytables/ags_3_card.toml", 'reset = "$', 'reset = "$1', {AGS}),
    ],
)  # fmt: skip
def test_a_changed_rule_changes_the_games_that_reach_it_and_no_other(
    path: str, before: str, after: str, games: frozenset[str], copy: Path
) -> None:
    assert edited(copy, path, before, after) == games


def other(value: Any) -> Any:
    """A value of the same kind that means something else."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return next(each for each in type(value) if each is not value)
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, Mapping):
        return {**value, "x": next(iter(value.values()), ())}
    assert isinstance(value, tuple)
    return (*value, *value[:1]) if value else ("x",)


def changed(game: Game, place: str, old: Any, new: Any) -> Game:
    """The game with a part of its declaration exchanged."""
    if place == "procedures":
        steps = {
            style: tuple(new if each is old else each for each in every)
            for style, every in game.procedures.items()
        }
        return replace(game, procedures=steps)
    parts = tuple(new if each is old else each for each in getattr(game, place))
    change: dict[str, Any] = {place: parts}
    return replace(game, **change)


TCP_GAME = GAMES[TCP]
PROSE = {
    Bet: {"name", "text", "pays", "top", "legends", "footnotes", "details"},
    Choice: {"told", "does", "opens"},
    Step: {"text", "say", "calls", "source"},
    Stage: {"text"},
    Irregularity: {"event", "ruling", "source", "steps"},
    Option: {"text", "source"},
}
_STEPS = next(iter(TCP_GAME.procedures.values()))
PARTS: dict[str, Any] = {
    "bets": TCP_GAME.bets[4],
    "procedures": next(step for step in _STEPS if step.choices),
    "stages": TCP_GAME.stages[0],
    "irregularities": TCP_GAME.irregularities[0],
    "options": TCP_GAME.options[0],
}


@pytest.mark.parametrize(
    ("place", "name"),
    [(place, field.name) for place, part in PARTS.items() for field in fields(part)],
)
def test_every_field_of_the_declaration_counts_unless_it_is_prose(place: str, name: str) -> None:
    part: Any = PARTS[place]
    value = getattr(part, name)
    new = changed(TCP_GAME, place, part, replace(part, **{name: other(value)}))
    digest = digest_of(new, SETTLEMENTS[TCP], approved(TCP_GAME))
    assert (digest == rules_digest(TCP_GAME)) is (name in PROSE[type(part)])


@pytest.mark.parametrize("name", [field.name for field in fields(Choice)])
def test_every_field_of_a_choice_counts_unless_it_is_prose(name: str) -> None:
    step = PARTS["procedures"]
    first: Any = step.choices[0]
    choice = replace(first, **{name: other(getattr(first, name))})
    new = changed(TCP_GAME, "procedures", step, replace(step, choices=(choice, *step.choices[1:])))
    digest = digest_of(new, SETTLEMENTS[TCP], approved(TCP_GAME))
    assert (digest == rules_digest(TCP_GAME)) is (name in PROSE[Choice])


GAME_PROSE = {"name", "text", "document", "spots", "ranking", "qualifier", "legends", "examples"}
GAME_PROSE |= {"felt", "notices", "readings", "dealer", "package"}


@pytest.mark.parametrize(
    "name", sorted(field.name for field in fields(Game) if field.init and field.name != "document")
)
def test_every_field_of_a_game_counts_unless_it_is_prose(name: str) -> None:
    value = getattr(TCP_GAME, name)
    new: dict[str, Any] = {name: "x" if name == "ranking" else other(value)}
    digest = digest_of(replace(TCP_GAME, **new), SETTLEMENTS[TCP], approved(TCP_GAME))
    assert (digest == rules_digest(TCP_GAME)) is (name in GAME_PROSE)


def test_the_order_of_stages_bets_and_cards_counts() -> None:
    game, rest = TCP_GAME, (SETTLEMENTS[TCP], approved(TCP_GAME))
    deal = next(step for step in _STEPS if step.passes)
    turned = changed(
        game, "procedures", deal, replace(deal, passes=(Pass(deal.passes[0].to, "u"),))
    )
    void = replace(game.irregularities[0], effect=Effect.SHOW)
    for new in (
        replace(game, stages=game.stages[::-1]),
        replace(game, bets=game.bets[::-1]),
        turned,
        changed(game, "irregularities", game.irregularities[0], void),
    ):
        assert digest_of(new, *rest) != rules_digest(game)
    fury = GAMES[FURY]
    by_hand = replace(fury, procedures=dict(list(fury.procedures.items())[::-1]))
    assert digest_of(by_hand, SETTLEMENTS[FURY], approved(fury)) != rules_digest(fury)


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        ('"30 to 1"', '"31 to 1"', True),
        ('default = "A"', 'default = "B"', True),
        ("19.46%", "19.47%", False),
        ("TCP-12 =", "TCP-13 =", True),
        ('place = "', 'place = "see ', False),
    ],
)
def test_pays_and_combinations_count_and_printed_figures_do_not(
    before: str, after: str, counts: bool
) -> None:
    text = (PACKAGE / "games" / "paytables" / "three_card_poker.toml").read_text()
    assert before in text
    sheets = read_sheets(TCP_GAME, text.replace(before, after, 1))
    digest = digest_of(TCP_GAME, SETTLEMENTS[TCP], sheets)
    assert (digest != rules_digest(TCP_GAME)) is counts


def test_another_settlement_is_another_rule() -> None:
    game = GAMES[THREE_WAY]
    own = SETTLEMENTS[THREE_WAY]
    for new in (
        replace(own, dealer_draws=own.peeks),
        replace(own, early_stages=dict(list(own.early_stages.items())[1:])),
        replace(own, decision_faults=SETTLEMENTS[TCP].decision_faults),
    ):
        assert digest_of(game, new, approved(game)) != rules_digest(game)
    said = replace(own, reads=SETTLEMENTS[TCP].reads)
    assert digest_of(game, said, approved(game)) == rules_digest(game)


def ran(folder: Path, *words: str) -> Any:
    """What a command says in JSON, by the copy of the program in a folder."""
    script = "from fairdeal.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(folder), "FAIRDEAL_CACHE": str(folder / "cache")}
    command = [sys.executable, "-B", "-c", script, *words, "--json"]
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.exhaustive
def test_the_audit_and_the_books_of_a_room_survive_a_comment_and_a_better_sentence(
    tmp_path: Path,
) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "fairdeal", ignore=ignored)
    room = ("--room", str(tmp_path / "room.db"))
    ran(tmp_path, "demo", "--tables", "1", "--rounds", "6", "--strategy", "simple", *room)
    audit = ran(tmp_path, "audit", *room)
    assert (audit["settled_again"], audit["warnings"]) == (6, [])
    for path, before, after in (
        ("games/three_card_poker.py", "class Bonus", "# What it pays for.\n\nclass Bonus"),
        ("games/reasons.py", "player folded", "the player gave up"),
        ("games/reasons.py", " beats {dealer}'s", " is better than {dealer}'s"),
        ("games/reasons.py", " loses to {dealer}'s", " is worse than {dealer}'s"),
        ("games/three_card_fury.py", "spades == 3 else", "spades == 2 else"),
    ):
        file = tmp_path / "fairdeal" / path
        assert before in file.read_text()
        file.write_text(file.read_text().replace(before, after))
    audit = ran(tmp_path, "audit", *room)
    assert (audit["holds"], audit["settled_again"], audit["other_rules"]) == (True, 6, {})
    [note] = audit["warnings"]
    assert "texts of pit-1 are in other words: event " in note
    [theme] = ran(tmp_path, "books", "--no-theory", *room)["themes"]
    assert theme["same_rules"]
    rules = tmp_path / "fairdeal" / "games" / "ante_play.py"
    rules.write_text(rules.read_text().replace("dealer, QUEEN_HIGH)\n", "dealer, 11)\n"))
    audit = ran(tmp_path, "audit", *room)
    assert (audit["holds"], audit["settled_again"]) == (True, 0)
    assert list(audit["other_rules"].values()) == [6]
    [theme] = ran(tmp_path, "books", "--no-theory", *room)["themes"]
    assert not theme["same_rules"]


DUEL, STUD = "two-card-duel", "caribbean-stud"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A place in which copies of two example games are installed."""
    for key in (DUEL, STUD):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PACKAGES[key], tmp_path / PACKAGES[key].name, ignore=ignored)
        install(tmp_path, f"fairdeal-{key}", f"{key} = {PACKAGES[key].name}")
    return tmp_path


def reworded(site: Path) -> None:
    """Comments, docstrings, annotations and sentences of the duel, and nothing that it means."""
    in_game(site, "PAIR: Final = 1 << 8", "# Above every hand without a pair.\nPAIR: int = 1 << 8")
    in_game(site, '"""Order two cards: a pair', '"""Two cards in their order: a pair')
    in_game(site, "def called(strength: int) -> str:", "def called(strength):")
    in_game(site, '"pair of {words', '"two {words')


def exchanged(site: Path) -> None:
    """A rule of the duel is another one."""
    in_game(site, "if dealer < TEN_HIGH:", "if dealer <= TEN_HIGH:")


def in_game(site: Path, before: str, after: str) -> None:
    file = site / PACKAGES[DUEL].name / "__init__.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_only_a_changed_rule_changes_the_digest_of_an_installed_game_and_of_no_other(
    site: Path,
) -> None:
    first = told(site)
    assert {*first} == {*GAMES, DUEL, STUD}
    reworded(site)
    assert told(site) == first
    exchanged(site)
    now = told(site)
    assert [key for key in first if now[key] != first[key]] == [DUEL]


PLAY = """
import sys
from random import Random
from fairdeal.live import Room, commands
from fairdeal.live.log.stores import open_store
from fairdeal.players.crowd import crowd, run
from fairdeal.players.sitting import FLOOR
store = open_store(sys.argv[1], bytes(range(32)))
room = Room(store, bytes(range(32)))
for table, game in enumerate(sys.argv[2:], 1):
    setup = {"game": game, "tiers": {}, "fills_itself": True}
    room.do(f"pit-{table}", commands.open_table, by=FLOOR, **setup)
run(each.play(8) for each in crowd(room, room.tables(), strategy="simple", seed=1))
store.close()
"""


@dataclass(frozen=True)
class Known:
    """What a new process knows of a room, and of the machine code that it found or had to make."""

    settled_again: int
    other_rules: Mapping[str, int]
    warnings: tuple[str, ...]
    theory: Mapping[str, str]
    """By game, what the bank was to win by the duel's and the other's first bet."""
    kernels: frozenset[str]


def known(site: Path, room: Path) -> Known:
    """What audit and books say, and the kernels that are kept when they have."""
    audit = ran(site, "audit", "--room", str(room))
    assert audit["holds"]
    books = ran(site, "books", "--by", "wager", "--room", str(room))
    theory = {}
    for row in books["rows"]:
        found = row["theory"]
        expected = found["expected_win_cents"]["exact"] if found else row["left_out_because"]
        theory[f"{row['game']} {row['bet']}"] = expected
    kernels = frozenset(path.name for path in (site / "cache").rglob("*.nb?"))
    warnings = tuple(audit["warnings"])
    return Known(audit["settled_again"], audit["other_rules"], warnings, theory, kernels)


@pytest.mark.slow
@pytest.mark.compiled
def test_comments_leave_audit_books_and_machine_code_of_an_installed_game_and_a_rule_its_own_alone(
    site: Path,
) -> None:
    room, tcp = site / "room.db", GAMES[TCP].key
    room.with_name("room.db.key").write_text(bytes(range(32)).hex() + "\n")
    room.with_name("room.db.key").chmod(0o600)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    play = [sys.executable, "-B", "-c", PLAY, str(room), DUEL, tcp]
    subprocess.run(play, env=environment, cwd=site, check=True)
    first = known(site, room)
    assert (first.settled_again, first.other_rules, first.warnings) == (16, {}, ())
    assert {each.partition(" ")[0] for each in first.theory} == {DUEL, tcp}
    assert first.kernels
    reworded(site)
    after = known(site, room)
    assert (after.settled_again, after.other_rules) == (16, {})
    assert all("are in other words" in each for each in after.warnings)
    assert (after.theory, after.kernels) == (first.theory, first.kernels)
    exchanged(site)
    after = known(site, room)
    assert (after.settled_again, [*after.other_rules.values()]) == (8, [8])
    assert {key: each for key, each in after.theory.items() if key.startswith(tcp)} == {
        key: each for key, each in first.theory.items() if key.startswith(tcp)
    }
    duels = {each for key, each in after.theory.items() if key.startswith(DUEL)}
    assert duels == {"they were played under other rules than this program's"}
    assert after.kernels == first.kernels, "nothing of the other game is compiled again"
    assert ran(site, "par", tcp)["figures"]
