"""The wheel, built and tried in environments that have nothing else."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from fairdeal import __version__
from fairdeal.cli import VERBS

ROOT = Path(__file__).parents[1]
LOCKED = ROOT / "requirements" / "test.txt"
MOST_BYTES = 30_000_000
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
ROUND = ("three-card-poker", "--dealer", "Jc 9s 2h", "--seat", "Qs 7h 3d | ante=10 | play")

HELP = """
from click.testing import CliRunner
from fairdeal.cli import VERBS, fairdeal
for verb in VERBS:
    print(CliRunner(catch_exceptions=False).invoke(fairdeal, [verb, "--help"]).output)
"""
COMPLETE = """
import os, sys
os.environ["_FAIRDEAL_COMPLETE"] = "bash_complete"
os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = sys.argv[1:]
from fairdeal.cli import fairdeal
fairdeal(prog_name="fairdeal")
"""

PLAY = """
import gymnasium
table = gymnasium.make("fairdeal.gym:fairdeal/ThreeWayAction-v0", illegal="default")
seen, info = table.reset(seed=1)
is_over = False
while not is_over:
    seen, reward, is_over, _, info = table.step(table.action_space.sample(info["action_mask"]))
print(info["net_cents"] == round(reward * 1000))
"""

uv = Path(sys.executable).parent / "uv"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not uv.exists(), reason="uv is not installed"),
]


def done(*words: str | Path, at: Path) -> "subprocess.CompletedProcess[str]":
    """What a program that knows nothing of this checkout says."""
    ours = ("PYTHON", "COVERAGE", "VIRTUAL_ENV", "FAIRDEAL")
    env = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return subprocess.run(words, cwd=at, env=env, capture_output=True, text=True)


def well_done(*words: str | Path, at: Path) -> str:
    found = done(*words, at=at)
    assert found.returncode == 0, found.stderr
    return found.stdout


def interpreter(version: str) -> Path | None:
    """One of this version that starts: on the path, or kept by pyenv, whose shims need not."""
    kept = Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")
    for each in (shutil.which(f"python{version}"), *sorted(kept)):
        if each and done(each, "-c", "", at=ROOT).returncode == 0:
            return Path(each)
    return None


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by the tools that are locked, without asking an index for others."""
    out = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(out)!r}))"
    return out / well_done(sys.executable, "-c", build, at=ROOT).split()[-1]


@pytest.fixture(scope="session", params=PYTHONS)
def base(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """An environment with the wheel and what it cannot do without, for every Python at hand."""
    python = interpreter(request.param)
    if python is None:
        pytest.skip(f"there is no Python {request.param}")
    at = tmp_path_factory.mktemp("base")
    well_done(uv, "venv", "-q", "--python", python, at / "venv", at=at)
    into = ("--python", at / "venv" / "bin" / "python")
    well_done(uv, "pip", "install", "-q", "--compile-bytecode", *into, "-c", LOCKED, wheel, at=at)
    return at / "venv"


def test_the_base_settles_a_round_and_shows_the_games(base: Path, tmp_path: Path) -> None:
    fairdeal = base / "bin" / "fairdeal"
    assert well_done(fairdeal, "--version", at=tmp_path) == f"fairdeal, version {__version__}\n"
    settled = json.loads(well_done(fairdeal, "settle", *ROUND, "--json", at=tmp_path))
    net = sum(line["net_cents"] for line in settled["settlement"] if line["seat"] == 1)
    assert net == 1000, "the ante wins, play pushes: the dealer does not qualify"
    assert "Three Card Poker" in well_done(fairdeal, "settle", *ROUND, at=tmp_path)
    assert "three-card-poker" in well_done(fairdeal, "games", at=tmp_path)
    assert well_done(
        base / "bin" / "python", "-m", "fairdeal", "games", "three-card-poker", at=tmp_path
    )


def test_the_base_has_help_and_completion_of_every_command(base: Path, tmp_path: Path) -> None:
    python, program = base / "bin" / "python", base / "bin" / "fairdeal"
    shown = well_done(program, "--help", at=tmp_path)
    assert all(verb in shown for verb in VERBS)
    helped = well_done(python, "-c", HELP, at=tmp_path)
    assert helped.count("Usage: fairdeal ") == len(VERBS)
    for words, found in (("fairdeal ", "par"), ("fairdeal par ", "three-way-action")):
        number = str(words.count(" "))
        assert f"plain,{found}\n" in well_done(python, "-c", COMPLETE, words, number, at=tmp_path)


def test_the_base_says_what_to_install_for_the_rest(base: Path, tmp_path: Path) -> None:
    found = done(base / "bin" / "fairdeal", "par", "three-card-poker", at=tmp_path)
    said = 'fairdeal: fairdeal par needs the analysis: pip install "fairdeal[analysis]"\n'
    assert (found.returncode, found.stdout, found.stderr) == (2, "", said)
    well_done(base / "bin" / "fairdeal", "doctor", at=tmp_path)


def test_the_base_is_small_and_has_no_compiler(base: Path) -> None:
    installed = json.loads(
        well_done(
            uv, "pip", "list", "--format", "json", "--python", base / "bin" / "python", at=base
        )
    )
    names = {each["name"] for each in installed}
    assert {"click", "fairdeal", "rich"} <= names
    assert not names & {"cryptography", "matplotlib", "numba", "numpy", "sqlalchemy", "starlette"}
    [packages] = base.glob("lib/python*/site-packages")
    files = [file for file in packages.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES


def test_the_extra_gym_deals_rounds_without_the_compiler(wheel: Path, tmp_path: Path) -> None:
    well_done(uv, "venv", "-q", "--python", sys.executable, tmp_path / "venv", at=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    with_gym = f"fairdeal[gym] @ {wheel.as_uri()}"
    well_done(uv, "pip", "install", "-q", "--python", python, "-c", LOCKED, with_gym, at=tmp_path)
    assert well_done(python, "-c", PLAY, at=tmp_path) == "True\n"
    assert done(python, "-c", "import numba", at=tmp_path).returncode != 0


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        [path] = [name for name in names if name.endswith(".dist-info/METADATA")]
        about = message_from_string(packed.read(path).decode())
    assert {"fairdeal/py.typed", "fairdeal/__main__.py"} <= {*names}
    assert not [name for name in names if name.startswith(("tests", "docs", "benchmarks"))]
    assert about["Metadata-Version"] == "2.4", "the newest that every index takes"
    assert (about["Author"], about["License-Expression"]) == ("Fairdeal", "MIT")
    assert {f"Programming Language :: Python :: {each}" for each in PYTHONS} <= {
        *about.get_all("Classifier", [])
    }
    page = about.get_payload()
    assert about["Description-Content-Type"] == "text/markdown"
    assert "# Fairdeal" in page
    assert "](docs" not in page, "an index page has no other pages of ours"
    assert "![" not in page
