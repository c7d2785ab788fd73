"""`chabudai tasks recount`: how many tasks each team has of each status, counted anew from the tasks."""

import argparse
import os
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("tasks", help="errands for the teams' tasks")
    errands = parser.add_subparsers(metavar="ERRAND", required=True)
    recount = errands.add_parser("recount", help="count every team's tasks anew and mend its counter")
    recount.add_argument("team", nargs="?", metavar="TEAM", help="its id; else all")
    recount.add_argument("--db", metavar="ADDRESS", help="as for run (default: household.db)")
    recount.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from chabudai import table
    from chabudai.apps.tasks.recount import recount_all
    from chabudai.site import settings
    from chabudai.store.errors import StoreError

    chosen = settings.read(os.environ, db=options.db)
    try:
        with table.open_renamed(chosen.db, chosen.table_names) as store:
            report = recount_all(store, options.team)
    except StoreError as failure:
        raise CommandFailed(str(failure)) from failure
    if options.team is not None and not report.teams:
        raise CommandFailed("There is no such team.")
    print(report)
    return 0
