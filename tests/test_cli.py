"""The command as a person types it."""

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from fairdeal import __version__, cli
from fairdeal.games import GAMES

Run = Callable[..., tuple[int, str, str]]

ROUND = ("--dealer", "Jc 9s 2h", "--seat", "Qs 7h 3d | ante=10 pair-plus=5 | play")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command and give back its exit code and both outputs."""

    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["fairdeal", *words])
        monkeypatch.setenv("COLUMNS", "100")
        with pytest.raises(SystemExit) as stop:
            cli.main()
        printed = capsys.readouterr()
        return int(stop.value.code or 0), printed.out, printed.err

    return typed


def test_settle_prints_every_bet_its_amount_and_the_reason(run: Run) -> None:
    code, out, err = run("settle", "three-card-poker", *ROUND)
    assert (code, err) == (0, "")
    for words in (
        "dealer does not qualify (jack high): play pushes",
        "dealer does not qualify (jack high): ante wins 1 to 1",
        "queen high: pair plus loses",
        "seat 1 +$5  house -$5",
    ):
        assert words in out


def test_settle_prints_json_in_the_documented_form(run: Run) -> None:
    code, out, _ = run("settle", "three-card-poker", *ROUND, "--json")
    assert code == 0
    assert json.loads(out) == {
        "game": "three-card-poker",
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
            ("settle", "three-card-fury", *ROUND),
            "seat 1 has 3 cards (Qs 7h 3d): expected 4; seat 1 cannot bet on 'pair-plus': expected"
            " ante, monster, royal-family or seven-card; seat 1 has no Monster bet, which is"
            " compulsory",
        ),
        (
            ("settle", "three-card-poker", *ROUND[:2]),
            "Missing option '--seat'",
        ),
        (
            ("settle", "three-card-poker", *ROUND, "--option", "ante"),
            "'ante' is not KEY=VALUE",
        ),
        (
            ("settle", "three-crad-poker", *ROUND),
            "there is no game 'three-crad-poker': did you mean three-card-poker?",
        ),
        (
            ("settle", "three-card-poker", *ROUND, "--bank", "lots"),
            "'lots' is not an amount: expected dollars such as 10 or 2.50",
        ),
        (("games", "fury"), "there is no game 'fury': expected three-card-poker, napa-"),
        (("deal",), "No such command 'deal'"),
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
    for words in ("Bets", "A round, ", "No more bets", "Settlement", "Source: ", "Pay tables: "):
        assert words in out
    for words in ("Our readings", "Irregularities"):
        assert words in out
    _, out, _ = run("games", key, "--json")
    shown = json.loads(out)
    assert shown["game"] == key
    assert {bet["bet"] for bet in shown["bets"]} == set(GAMES[key].bet_by_key)


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


def test_the_package_starts_without_loading_a_framework() -> None:
    heavy = "{'numba', 'numpy', 'click', 'rich'}"
    code = f"import sys, fairdeal.games; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
