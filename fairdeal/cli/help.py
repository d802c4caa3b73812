"""``fairdeal help``: the help of a command."""

import click

from fairdeal.cli.completion import verbs


@click.command("help")
@click.argument("verb", required=False, shell_complete=verbs)
def command(verb: str | None) -> None:
    """Show the help of the command VERB, or the list of all commands.

    \b
    fairdeal help
    fairdeal help par
    """
    ctx = click.get_current_context().parent
    assert ctx is not None, "help is a command of fairdeal"
    assert isinstance(ctx.command, click.Group), "fairdeal is a group of commands"
    if verb is None:
        click.echo(ctx.get_help())
        return
    found = ctx.command.get_command(ctx, verb)
    assert found is not None, "an unknown verb is refused"
    with click.Context(found, info_name=verb, parent=ctx) as about:
        click.echo(found.get_help(about))
