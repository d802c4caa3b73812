"""The command as a person types it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal import __version__
from fairdeal.errors import Corrupt
from fairdeal.games import GAMES
from tests.typed import Run

COMMAND = [sys.executable, "-c", "from fairdeal.cli import main; main()", "games", "ags-3-card"]
ROUND = ("--dealer", "Jc 9s 2h", "--seat", "Qs 7h 3d | ante=10 pair-plus=5 | play")


def test_settle_prints_every_bet_its_amount_and_the_reason(run: Run) -> None:
    code, out, err = run("settle", "three-card-poker", *ROUND)
    assert (code, err) == (0, "")
    for words in (
        "dealer does not qualify (jack high): play pushes",
        "dealer does not qualify (jack high): ante wins 1 to 1",
        "queen high: pair plus loses",
        "ante bonus A, pair plus A",
        "seat 1 +$5\nhouse -$5",
    ):
        assert words in out


def test_settle_prints_json_in_the_documented_form(run: Run) -> None:
    code, out, _ = run("settle", "Three-Card-Poker", *ROUND, "--json")
    assert code == 0
    assert json.loads(out) == {
        "game": "three-card-poker",
        "terms": {
            "pay_tables": {"ante-bonus": "A", "pair-plus": "A", "bonus": "TCPB-01"},
            "options": {
                "ante": "optional",
                "order-of-bets": "back-first",
                "bonus-on-fold": "stays",
                "envy-hands": "any-player",
            },
        },
        "settlement": [
            {
                "seat": 1,
                "bet": "play",
                "stake_cents": 1000,
                "net_cents": 0,
                "reason": "dealer does not qualify (jack high): play pushes",
            },
            {
                "seat": 1,
                "bet": "ante-bonus",
                "stake_cents": 0,
                "net_cents": 0,
                "reason": "queen high: ante bonus pays nothing",
            },
            {
                "seat": 1,
                "bet": "ante",
                "stake_cents": 1000,
                "net_cents": 1000,
                "reason": "dealer does not qualify (jack high): ante wins 1 to 1",
            },
            {
                "seat": 1,
                "bet": "pair-plus",
                "stake_cents": 500,
                "net_cents": -500,
                "reason": "queen high: pair plus loses",
            },
        ],
    }


def test_settle_takes_pay_tables_options_bank_and_meters(run: Run) -> None:
    napa = ("napa-three-card-poker", "--dealer", "Kc 9s 2h", "--bank", "12")
    _, out, _ = run("settle", *napa, "--seat", "As Ks Js | ante=10 pair-plus=1 | play", "--json")
    nets = [(line["net_cents"], line.get("returned_cents", 0)) for line in lines(out)]
    assert nets == [(1000, 0), (200, 800), (0, 100)]
    ags = ("ags-3-card", "--dealer", "Kc 9s 2h", "--meter", "star=1,250.50")
    _, out, _ = run("settle", *ags, "--seat", "Ad Kd Qd | ante=1 stax=5 | fold", "--json")
    assert lines(out)[-1]["net_cents"] == 125050 - 500
    action = ("three-way-action", "--dealer", "9h 8c 2d 5s Kd 3c 4h", "--option", "natural=6:5")
    seat = "As Kc 4c 7h 2s Jc Qd | high-card=5 blackjack=10 poker=5 bonus=1 |"
    _, out, _ = run("settle", *action, "--seat", seat, "--pay-table", "bonus=c1", "--json")
    assert [line["net_cents"] for line in lines(out)][1] == 1200


def lines(out: str) -> list[dict[str, int]]:
    settlement: list[dict[str, int]] = json.loads(out)["settlement"]
    return settlement


def test_a_table_banked_by_a_player_shows_what_went_back(run: Run) -> None:
    napa = ("napa-three-card-poker", "--dealer", "Jc 9s 2h", "--bank", "5")
    code, out, _ = run("settle", *napa, "--seat", "As Ks Js | ante=10 pair-plus=1 | play")
    assert code == 0
    assert "returned" in out
    assert "player/dealer -$5" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("settle", "three-card-poker", "--dealer", "Jc 9s Qs", *ROUND[2:]),
            "Qs is named 2 times: with the dealer and seat 1",
        ),
        (
            ("settle", "three-card-poker", "--dealer", "Jc 9s", *ROUND[2:]),
            "the dealer has 2 cards (Jc 9s): expected 3",
        ),
        (
            (
                *("settle", "napa-three-card-poker", "--dealer", "Jc 9s 2h"),
                *("--seat", "Qs 7h 3d | ante=10 pair-plus=15 | play"),
            ),
            "seat 1 cannot have $15 on pair plus: it must not exceed its ante of $10",
        ),
        (
            ("settle", "three-card-poker", *ROUND, "--pay-table", "bonus=TCPB-3E"),
            "bonus has no pay table 'TCPB-3E': did you mean TCPB-03E?",
        ),
        (
            ("settle", "three-card-poker", *ROUND[:2]),
            '--seat is missing: give each player as --seat "CARDS | BETS | DECISIONS"',
        ),
        (
            ("settle", "three-card-poker", *ROUND[2:]),
            '--dealer is missing: give the dealer\'s 3 cards, as in --dealer "Jc 9s 2h"',
        ),
        (
            ("settle", "three-card-poker", *ROUND, "--option", "ante"),
            "'ante' is not an option and its value: expected KEY=VALUE",
        ),
        (
            ("settle", "three-crad-poker", *ROUND),
            "there is no game 'three-crad-poker': did you mean three-card-poker?",
        ),
        (
            ("settle", "napa-three-card-poker", *ROUND, "--bank", "lots"),
            "--bank: 'lots' is not an amount: expected dollars such as 10 or 2.50",
        ),
        (
            ("settle", "napa-three-card-poker", *ROUND, "--bank", "9" * 5000),
            f"--bank: '{'9' * 300}",
        ),
        (
            ("settle", "three-card-poker", *ROUND, "--dealer", "Jc 9s 2d"),
            "--dealer is given 2 times",
        ),
        (
            (
                "settle",
                "three-card-poker",
                *ROUND,
                "--option",
                "ante=optional",
                "--option",
                "ante=x",
            ),
            "option 'ante' is given twice",
        ),
        (
            (
                "settle",
                "three-card-poker",
                *ROUND,
                "--pay-table",
                "tcp-01",
                "--pay-table",
                "TCP-02",
            ),
            "pay table ante-bonus is named twice: A and A",
        ),
        (
            ("settle", "ags-3-card", *ROUND, "--meter", "star=1", "--meter", "star=2"),
            "meter 'star' is named twice",
        ),
        (
            ("settle", "three-card-poker", "--dealer", "Jc", "9s", "2h", *ROUND[2:]),
            "Got unexpected extra arguments (9s 2h): put cards and seats in quotes",
        ),
        (("games", "fury"), "there is no game 'fury': did you mean three-card-fury?"),
        (("games", "x\ny\x1b[31m"), r"there is no game 'x\ny\x1b[31m': expected "),
        (("setle",), "there is no command 'setle': did you mean settle?"),
        (("settle", "three-card-poker", *ROUND, "--jsn"), "No such option '--jsn'"),
    ],
)
def test_what_is_typed_wrong_gets_one_sentence_and_exit_code_2(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith(f"fairdeal: {sentence}"), err
    assert err.count("\n") == 1


def test_several_faults_get_a_line_each(run: Run) -> None:
    code, out, err = run("settle", "three-card-fury", *ROUND)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "fairdeal: seat 1 has 3 cards (Qs 7h 3d): expected 4",
        "fairdeal: seat 1 cannot bet on 'pair-plus': expected ante, monster, royal-family or"
        " seven-card",
        "fairdeal: seat 1 must also bet on Monster",
    ]


@pytest.mark.parametrize("columns", ["0", "1", "40", "60", "80", "100", "99999999", "²"])
def test_no_amount_is_ever_cut_off(run: Run, columns: str) -> None:
    bets = "ante=40,000 pair-plus=12345.67 bonus=400"
    seat = f"As Ks Qs | {bets} | play"
    deal = ("settle", "three-card-poker", "--dealer", "Jc 9s 2h", "--seat", seat)
    code, out, _ = run(*deal, columns=columns)
    assert code == 0
    for amount in ("$40,000", "$12,345.67", "+$493,826.80", "+$1,600,000"):
        assert amount in out
    for key in GAMES:
        code, out, _ = run("games", key, columns=columns)
        assert code == 0
        assert "…" not in out
    assert max(map(len, out.splitlines())) <= 160


def test_a_narrow_screen_shows_reasons_below_the_amounts(run: Run) -> None:
    _, out, _ = run("settle", "three-card-poker", *ROUND, columns="60")
    assert "seat 1 play $10: push\n  dealer does not qualify (jack high): play pushes\n" in out


def test_the_screen_names_the_terms_that_are_not_the_default(run: Run) -> None:
    seat = ("--seat", "Ah Kh Qh | ante=5 stax=7 | fold")
    ags = ("ags-3-card", "--dealer", "Td Jd 9c", *seat, "--option", "stax-units=ALL-TO-1")
    _, out, _ = run("settle", *ags)
    assert "stax-units all-to-1" in out
    assert "spade $500" in out
    napa = ("napa-three-card-poker", "--dealer", "Td Jd 9c", "--seat", "2h 3c 9h | ante=5 | play")
    assert "bank covers everything" in run("settle", *napa)[1]
    three = ("three-way-action", "--dealer", "9h 8c 2d 5s Kd 3c 4h")
    plain = ("--seat", "Ts 6d 4c 7h 2s Jc Qd | high-card=5 blackjack=10 poker=5 | hit stand")
    assert "no pay tables in use" in run("settle", *three, *plain)[1]
    split = ("--seat", "As Ad 4c 7h 2s Jc Qd | high-card=5 blackjack=10 poker=5 | split")
    out = run("settle", *three, *split)[1]
    assert " even " in out
    assert "blackjack comes out even" in " ".join(out.split())
    two = ("--seat", "Ah Kh Qh | ante=5 | fold", "--seat", "2h 3c 9h | ante=5 | play")
    assert "\n\n" in run("settle", "three-card-poker", "--dealer", "Td Jd 9c", *two)[1]


def test_games_lists_the_five_games(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert all(key in out for key in GAMES)
    _, out, _ = run("games", "--json")
    assert [each["game"] for each in json.loads(out)] == list(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_games_shows_bets_procedure_pay_tables_sources_and_readings(run: Run, key: str) -> None:
    code, out, _ = run("games", key)
    assert code == 0
    assert "…" not in out, "nothing may be cut off"
    flowing = " ".join(out.split())
    for words in ("Bets", "A round, ", "No more bets", "Settlement", "Source: ", "Pay tables: "):
        assert words in flowing
    for words in ("Our readings", "Irregularities"):
        assert words in out
    _, out, _ = run("games", key, "--json")
    shown = json.loads(out)
    assert shown["game"] == key
    assert {bet["bet"] for bet in shown["bets"]} == set(GAMES[key].bet_by_key)


@pytest.mark.parametrize("key", GAMES)
def test_games_names_the_key_of_every_irregularity_and_what_follows(run: Run, key: str) -> None:
    _, out, _ = run("games", key)
    told = " ".join(out.partition("Irregularities")[2].split())
    for each in GAMES[key].irregularities:
        assert f"{each.key}: {each.event} {each.ruling} ({each.source})" in told
        assert told.count(f"At a live table: {each.effect}") >= 1


def test_version_and_help_exit_with_0(run: Run) -> None:
    assert run("--version")[:2] == (0, f"fairdeal, version {__version__}\n")
    code, out, _ = run("settle", "--help")
    assert code == 0
    assert "CARDS | BETS | DECISIONS" in out


def test_fairdeal_alone_shows_its_help(run: Run) -> None:
    code, out, _ = run()
    assert code == 2
    assert "settle" in out


def test_an_interrupted_command_stops_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fairdeal.cli.games.described", interrupted)
    assert run("games")[0] == 130


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_fits_any_terminal(encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(COMMAND, capture_output=True, env=env, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_full_disk_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(COMMAND, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"fairdeal: cannot write the output: No space left on device\n"


def test_a_damaged_package_is_no_typing_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(_: object) -> None:
        raise Corrupt("pay tables are damaged", code="paytable.faulty")

    monkeypatch.setattr("fairdeal.cli.games.described", damaged)
    assert run("games") == (1, "", "fairdeal: pay tables are damaged\n")


def test_the_package_starts_without_loading_a_framework() -> None:
    heavy = "{'numba', 'numpy', 'click', 'rich'}"
    code = f"import sys, fairdeal.games; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
