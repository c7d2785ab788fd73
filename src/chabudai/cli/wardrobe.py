"""`chabudai wardrobe repair`: wear counts and last days of every wardrobe, counted anew from the daily rows."""

import argparse
import os
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("wardrobe", help="errands for the wardrobes")
    errands = parser.add_subparsers(metavar="ERRAND", required=True)
    repair = errands.add_parser("repair", help="count what was worn anew, and mend what is wrong")
    repair.add_argument("--db", metavar="ADDRESS", help="as for run (default: household.db)")
    repair.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from chabudai import table
    from chabudai.apps.wardrobe.closets import House
    from chabudai.apps.wardrobe.repair import repair_all
    from chabudai.outside import clock, objects
    from chabudai.site import settings
    from chabudai.store.errors import StoreError

    chosen = settings.read(os.environ, db=options.db)
    try:
        with table.open(chosen.db) as store:
            report = repair_all(House(store, objects.open(chosen.photos_address), clock.now))
    except StoreError as failure:
        raise CommandFailed(str(failure)) from failure
    print(report)
    return 0
