"""The ``fairdeal`` command."""

import os
import sys
from importlib import import_module
from typing import Final

import click

from fairdeal import __version__
from fairdeal.errors import Corrupt, FairdealError, did_you_mean

VERBS: Final = (
    "games",
    "settle",
    "par",
    "advise",
    "sweep",
    "demo",
    "serve",
    "do",
    "table",
    "meters",
    "books",
    "audit",
    "replay",
    "export",
    "backup",
    "restore",
    "move",
)
"""One module of this package each; a module is loaded when its verb is typed."""

_STATUS: Final = {"store.doubtful": 75, "store.stopped": 75}
"""What a program that starts this one can tell by: start again, and ask again under the old key."""

LONGEST: Final = 400
"""Characters of a complaint that are shown."""


class _Verbs(click.Group):
    """Loads a verb when it is asked for, so that every other one starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            hint = did_you_mean(cmd_name, VERBS)
            raise click.UsageError(f"there is no command {cmd_name!r}: {hint}")
        command: click.Command = import_module(f"fairdeal.cli.{cmd_name}").command
        return command


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fairdeal")
def fairdeal() -> None:
    """Card-room table games whose every payout can be proven."""


def main() -> None:
    """Run the command; what was typed wrong gets a sentence for each fault and exit code 2."""
    if sys.stdout is None:  # somebody closed it before we began
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
        if "unexpected extra argument" in message:
            message += ": put cards and seats in quotes"
        return _complain([message], 2)
    except FairdealError as error:
        usual = 1 if isinstance(error, Corrupt) else 2
        return _complain(error.faults, _STATUS.get(error.code, usual))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except SystemExit:  # Click's answer to a reader that has seen enough, which is no fault
        return 0


def _complain(sentences: list[str] | tuple[str, ...], code: int) -> int:
    for sentence in sentences:
        plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in sentence.rstrip("."))
        cut = plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}..."
        click.echo(f"fairdeal: {cut}", err=True)
    return code


def _output_failed(error: OSError) -> int:
    """Say that the output cannot be written, and see to it that nothing is left to flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"fairdeal: cannot write the output: {error.strerror}", file=sys.stderr)
    return 1
