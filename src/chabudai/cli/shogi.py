"""`chabudai shogi repair`: everybody's games counted anew; what was interrupted is finished."""

import argparse
import os
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("shogi", help="errands for shogi games")
    errands = parser.add_subparsers(metavar="ERRAND", required=True)
    repair = errands.add_parser(
        "repair", help="count everybody's games and tags anew, make what is missing, finish what was interrupted"
    )
    repair.add_argument("person", nargs="?", metavar="PERSON", help="a username; else everybody")
    repair.add_argument("--db", metavar="ADDRESS", help="as for run (default: household/household.db)")
    repair.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from chabudai import table
    from chabudai.adapters import clock
    from chabudai.apps.shogi.repair import find_usernames, repair_all
    from chabudai.common.unreadable_rows import UnreadableRowLog
    from chabudai.site import settings
    from chabudai.store.errors import StoreError

    chosen = settings.read(os.environ, db=options.db)
    try:
        with table.open_renamed(chosen.db, chosen.table_names, report_unreadable=UnreadableRowLog()) as store:
            if options.person is not None and options.person not in find_usernames(store):
                raise CommandFailed("This person has no games.")
            report = repair_all(store, clock.now, options.person)
    except StoreError as failure:
        raise CommandFailed(str(failure)) from failure
    print(report)
    return 0
