"""`chabudai kondate repair` and `index`: things counted anew, purchases finished, indexes rolled out one by one."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from chabudai.site.settings import SiteSettings
    from chabudai.table import TypedStore


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("kondate", help="errands for the meal planner")
    errands = parser.add_subparsers(metavar="ERRAND", required=True)
    repair = errands.add_parser("repair", help="count saved and bought things anew, finish purchases that stopped")
    repair.set_defaults(run=run_repair)
    index = errands.add_parser("index", help="add an index to the table or take it away, while the site runs")
    index.add_argument("index", choices=("GSI1", "GSI2", "GSI3"))
    index.add_argument("state", choices=("on", "off"))
    index.set_defaults(run=run_index)
    for errand in (repair, index):
        errand.add_argument("--db", metavar="ADDRESS", help="as for run (default: household/household.db)")


def run_repair(options: argparse.Namespace) -> int:
    from chabudai.adapters import clock
    from chabudai.adapters.payments import SandboxPayments
    from chabudai.apps.kondate.market import recount, repair
    from chabudai.apps.kondate.market.setbacks import Setbacks
    from chabudai.apps.kondate.market.till import Till

    with _open(options.db) as (chosen, store):
        till = Till(store, clock.now, SandboxPayments(chosen.payments_path), chosen.membership_price)
        told = [*repair.finish_purchases(till, Setbacks(clock.now)), *recount.recount(store)]
    print("\n".join(told) or "Nothing was wrong.")
    return 0


def run_index(options: argparse.Namespace) -> int:
    from chabudai.apps.kondate.market import staged_indexes

    with _open(options.db) as (_, store):
        if options.state == "on":
            staged_indexes.enable(store, options.index)
            staged_indexes.wait_for(store, options.index)
        else:
            staged_indexes.disable(store, options.index)
    print(f"{options.index} is {options.state}.")
    return 0


@contextmanager
def _open(db: str | None) -> "Iterator[tuple[SiteSettings, TypedStore]]":
    from chabudai import table
    from chabudai.common.unreadable_rows import UnreadableRowLog
    from chabudai.site import settings
    from chabudai.store.errors import StoreError

    chosen = settings.read(os.environ, db=db)
    try:
        with table.open_renamed(chosen.db, chosen.table_names, report_unreadable=UnreadableRowLog()) as store:
            yield chosen, store
    except StoreError as failure:
        raise CommandFailed(str(failure)) from failure
