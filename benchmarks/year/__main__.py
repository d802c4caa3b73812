"""Play a year and write its page; without playing, write the page of the year on record."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import msgspec

from benchmarks.year.checks import doubts
from benchmarks.year.page import PAGE, PICTURE, page_of, picture_of
from benchmarks.year.play import Played, Year

RECORD: Final = Path(__file__).parent / "played.json"


def main() -> int:
    """Read the options, play, check, write."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.year", description=__doc__)
    options.add_argument("bets", type=int, nargs="?", default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--draw", action="store_true", help="do not play: write the page anew")
    given = options.parse_args()
    if not given.draw:
        with TemporaryFile() as file:
            played = Year(given.bets, given.seed, file).play()
        RECORD.write_bytes(msgspec.json.encode(played) + b"\n")
    played = msgspec.json.decode(RECORD.read_bytes(), type=Played)
    PAGE.write_text(page_of(played), encoding="utf-8")
    PICTURE.write_text(picture_of(played), encoding="utf-8")
    print(f"{played.bets:,} bets, {played.bets / played.play_seconds:,.0f} a second")
    found = list(doubts(played))
    for each in found:
        print(each, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
