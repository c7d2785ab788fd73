"""`chabudai wardrobe repair`: wear counts and last days, counted anew from the daily rows; idle photos removed."""

import argparse
import os
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("wardrobe", help="errands for the wardrobes")
    errands = parser.add_subparsers(metavar="ERRAND", required=True)
    repair = errands.add_parser("repair", help="count what was worn anew, mend what is wrong, remove idle photos")
    repair.add_argument("wardrobe", nargs="?", metavar="WARDROBE", help="its id, or the key in its address; else all")
    repair.add_argument("--db", metavar="ADDRESS", help="as for run (default: household/household.db)")
    repair.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from chabudai import table
    from chabudai.adapters import clock, objects
    from chabudai.adapters.objects.errors import ObjectStorageError
    from chabudai.apps.wardrobe.closets import House
    from chabudai.apps.wardrobe.repair import repair_all
    from chabudai.common.unreadable_rows import UnreadableRowLog
    from chabudai.site import settings
    from chabudai.store.errors import StoreError

    chosen = settings.read(os.environ, db=options.db)
    try:
        with table.open_renamed(chosen.db, chosen.table_names, report_unreadable=UnreadableRowLog()) as store:
            report = repair_all(House(store, objects.open(chosen.photos_address), clock.now), options.wardrobe)
    except (StoreError, ObjectStorageError) as failure:
        raise CommandFailed(str(failure)) from failure
    if options.wardrobe is not None and not report.wardrobes:
        raise CommandFailed("There is no such wardrobe.")
    print(report)
    return 0
