"""The ``fairdeal`` command."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Final

import click
from click.shell_completion import CompletionItem

from fairdeal import __version__
from fairdeal.errors import Corrupt, FairdealError, did_you_mean

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Mathematics": {
        "games": "List the games, or show the rules and pay tables of one",
        "settle": "Settle a round: every bet, its amount and the reason",
        "par": "Print the exact par sheet of a game",
        "advise": "Say how to play a hand, and what each choice is worth",
        "sweep": "Compute the figures of many variants of a pay table",
        "design": "Find the pay tables that have a wanted house edge",
        "check-game": "Check a game of your own, for its author",
    },
    "Card room": {
        "serve": "Open the card room in a browser",
        "demo": "Let programmed players play a room full of tables",
        "do": "Give a command to a table or a progressive",
        "accounts": "List, open, disable or reset accounts of the house's people",
        "table": "Show a table as a viewer may see it",
        "meters": "Show the meters of progressives, and their report",
    },
    "Records": {
        "books": "Print drop, win, hold and handle beside the expected win",
        "audit": "Check the whole log and settle every round again",
        "receipt": "Write a receipt of a round that proves itself, or verify one",
        "checkpoint": "Print the signed checkpoint of the log, or verify one",
        "replay": "Show a round step by step, or list rounds",
        "export": "Write gaming days as CSV and JSON files",
        "backup": "Copy the log while the room is at work",
        "restore": "Restore a backup as the log of a room",
        "accept-loss": "Accept by name that the log has lost events",
        "move": "Copy the log to another place or database",
    },
    "This installation": {
        "doctor": "Check SQLite, key files, clock, disk and versions",
        "help": "Show the help of a command",
    },
}
"""One module of this package each, which is loaded when its verb is typed; and what it does."""

VERBS: Final = {verb: text for group in GROUPS.values() for verb, text in group.items()}

EXIT_CODES: Final = {
    "0": "done",
    "1": "a log, an audit or a check failed, or the output cannot be written",
    "2": "the input is wrong, or the command was refused",
    "75": "the disk or database failed: restart, and check what was recorded",
    "76": "the log lacks answered events: restore them, or fairdeal accept-loss",
    "130": "interrupted by Ctrl-C",
}

_STATUS: Final = {
    "store.doubtful": 75,
    "store.stopped": 75,
    "serve.unwritable": 75,
    "log.went-back": 76,
    "log.mark-missing": 76,
    "log.moved": 76,
    "log.mark-unreadable": 76,
}
"""What a program that starts this one can tell by: after 75 start again, and ask again under the
old key; after 76 a start does not help before a person has decided."""

LONGEST: Final = 400
"""Characters of a complaint that are shown."""


class _Verbs(click.Group):
    """Loads a verb when it is asked for, so that every other one starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            if ctx.resilient_parsing:  # a shell asks how the line may go on
                return None
            hint = did_you_mean(cmd_name, VERBS)
            raise click.UsageError(f"there is no command {cmd_name!r}: {hint}")
        command: click.Command = import_module(f"fairdeal.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, verbs in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([*verbs.items()], col_max=max(map(len, VERBS)))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([*EXIT_CODES.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [
            CompletionItem(verb, help=text)
            for verb, text in VERBS.items()
            if verb.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", prog_name="fairdeal")
def fairdeal() -> None:
    """Exact odds and a provable card room for casino table games."""


def main() -> None:
    """Run the command; wrong input gets a sentence for each fault and exit code 2."""
    if sys.stdout is None:  # it was closed before we began
        print("fairdeal: cannot write the output: it is closed", file=sys.stderr)
        sys.exit(1)
    try:
        code = _run()
    except OSError as error:
        code = _output_failed(error)
    sys.exit(code)


def _run() -> int:
    try:
        fairdeal.main(standalone_mode=False)
        sys.stdout.flush()
        return 0
    except click.exceptions.NoArgsIsHelpError as page:
        click.echo(page.format_message())
        return 2
    except click.ClickException as error:
        message = error.format_message()
        command = error.ctx.info_name if isinstance(error, click.UsageError) and error.ctx else ""
        if "unexpected extra argument" in message and command == "settle":
            message += ": put cards and seats in quotes"
        return _complain([message], "usage", 2)
    except FairdealError as error:
        usual = 1 if isinstance(error, Corrupt) else 2
        return _complain(error.faults, error.code, _STATUS.get(error.code, usual))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except SystemExit:  # Click's answer to a reader that has seen enough, which is not a fault
        return 0


def _complain(sentences: Sequence[str], code: str, status: int) -> int:
    """Say what is wrong on stderr: in lines for people, or as JSON where JSON was asked for.

    Not on stdout, where an audit that fails has already printed what it found.
    """
    plain = [_plain(sentence) for sentence in sentences]
    if _asks_for_json(sys.argv[1:]):
        click.echo(json.dumps({"error": {"code": code, "faults": plain}}), err=True)
        return status
    for sentence in plain:
        click.echo(f"fairdeal: {sentence}", err=True)
    return status


def _asks_for_json(words: Sequence[str]) -> bool:
    """Whether errors are JSON, as all output is then: a result, or the log of a room.

    >>> _asks_for_json(["serve", "--log-format", "json"]), _asks_for_json(["settle", "--json"])
    (True, True)
    """
    return not {"--json", "--log-format=json"}.isdisjoint(words) or (
        ("--log-format", "json") in pairwise(words)
    )


def _plain(sentence: str) -> str:
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in sentence.rstrip("."))
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."


def _output_failed(error: OSError) -> int:
    """Say that the output cannot be written, and see to it that nothing is left to flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _complain([f"cannot write the output: {error.strerror}"], "output.unwritable", 1)
