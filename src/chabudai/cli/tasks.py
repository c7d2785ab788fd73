"""`chabudai tasks recount`: every team's tasks counted anew; what was interrupted is finished."""

import argparse
import os
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("tasks", help="errands for the teams' tasks")
    errands = parser.add_subparsers(metavar="ERRAND", required=True)
    recount = errands.add_parser(
        "recount", help="count every team's tasks anew, mend its counter, finish what was interrupted"
    )
    recount.add_argument("team", nargs="?", metavar="TEAM", help="its id; else all")
    recount.add_argument("--db", metavar="ADDRESS", help="as for run (default: household/household.db)")
    recount.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from chabudai import table
    from chabudai.adapters import clock
    from chabudai.apps.tasks.repair import repair_all
    from chabudai.common.unreadable_rows import UnreadableRowLog
    from chabudai.site import settings
    from chabudai.store.errors import StoreError

    chosen = settings.read(os.environ, db=options.db)
    try:
        with table.open_renamed(chosen.db, chosen.table_names, report_unreadable=UnreadableRowLog()) as store:
            report = repair_all(store, clock.now, options.team)
    except StoreError as failure:
        raise CommandFailed(str(failure)) from failure
    if options.team is not None and not report.teams:
        raise CommandFailed("There is no such team.")
    print(report)
    return 0
