"""The ``fairdeal`` command."""

import sys
from importlib import import_module
from typing import Final

import click

from fairdeal import __version__
from fairdeal.errors import FairdealError

VERBS: Final = ("games", "settle")
"""One module of this package each; a module is loaded when its verb is typed."""


class _Verbs(click.Group):
    """Loads a verb when it is asked for, so that every other one starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"fairdeal.cli.{cmd_name}").command
        return command


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fairdeal")
def fairdeal() -> None:
    """Card-room table games whose every payout can be proven."""


def main() -> None:
    """Run the command; what was typed wrong gets one sentence and exit code 2."""
    try:
        code = fairdeal.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as page:
        click.echo(page.format_message())
        code = 2
    except click.ClickException as error:
        code = _complain(error.format_message())
    except FairdealError as error:
        code = _complain(str(error))
    except click.Abort:
        code = 130
    sys.exit(code)


def _complain(sentence: str) -> int:
    click.echo(f"fairdeal: {sentence.rstrip('.')}", err=True)
    return 2
