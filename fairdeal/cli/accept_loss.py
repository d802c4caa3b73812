"""``fairdeal accept-loss``: a manager goes on with a log that has lost events."""

import json

import click

from fairdeal.cli.accounts import check_in
from fairdeal.cli.acting import actor
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.rooms import key_option, mark_is, mark_option, room_option, where_is
from fairdeal.errors import Malformed, Refused


@click.command("accept-loss")
@once("--as", "who", metavar="manager:NAME", required=True, help="The manager who accepts it.")
@once("--reason", metavar="TEXT", required=True, help="Why; the log keeps it.")
@room_option
@key_option
@mark_option
@json_option
@needs("room")
def command(
    who: str | None,
    reason: str | None,
    room: str | None,
    key: str | None,
    mark: str | None,
    as_json: bool,
) -> None:
    """Accept by name that a room's log has lost events, so that the room opens again.

    A room refuses a log that lacks events it has answered for, and a log whose mark is missing or
    unreadable.  This command records the event loss-accepted, with the last event that was known,
    the end of the log as it is, who accepts and why, and writes a new mark.  It changes nothing
    else.  In a room that has accounts the manager signs in: the password is asked for, or taken
    from FAIRDEAL_PASSWORD.  Stop the room first.  Restore a newer copy of the log instead where
    there is one.

    \b
    fairdeal accept-loss --as manager:max --reason "disk failed"
    """
    if who is None or reason is None:
        missing = "--as manager:NAME" if who is None else "--reason TEXT"
        raise Malformed(f"accept-loss needs {missing}", code="option.missing")
    from fairdeal.live.history.telling import told
    from fairdeal.live.log.codec import decoded
    from fairdeal.live.losses import accept_loss
    from fairdeal.live.table.state import Table

    where = where_is(room)
    if where == "memory:":
        raise Refused("a room in memory ends with its process: it loses all", code="store.memory")
    by = actor(who)
    row = accept_loss(
        where,
        by=by,
        reason=reason,
        key_file=key,
        mark_file=mark_is(mark),
        sign_in=lambda log: check_in(log, by),
    )
    if as_json:
        click.echo(json.dumps({"pos": row.pos, "event": json.loads(row.body)}, indent=2))
    else:
        click.echo(f"{row.pos}  {told(decoded(row.kind, row.body), Table(row.stream))}")
