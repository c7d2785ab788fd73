"""`chabudai doctor`: is every row of a design's tables as the design says, and can what is not be mended?"""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from chabudai.cli import designs
from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from chabudai.table import Design, TypedStore
    from chabudai.table.doctor import Progress


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("doctor", help="look at every row of a design's tables; exit code 1 when one is wrong")
    designs.add_design(parser)
    designs.add_table_name(parser)
    parser.add_argument(
        "--at",
        default=designs.default_address(),
        metavar="ADDRESS",
        help="a file, dynamodb://REGION or http://HOST:PORT (default: %(default)s)",
    )
    parser.add_argument("--repair", action="store_true", help="mend keys, old shapes and guards; other rows stay")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from chabudai.table.doctor import doctor

    design = designs.find(options.design)
    with designs.open_store(options.at, design, options.table, must_exist=True) as store:
        _check_exists(store, design, options.at, options.table)
        report = doctor(store, design, repair=options.repair, progress=_print_progress)
    print(json.dumps(report.as_json(), ensure_ascii=False, indent=2) if options.json else report)
    return 0 if report.is_healthy else 1


def _check_exists(store: "TypedStore", design: "Design", address: str, table_name: str | None) -> None:
    from chabudai.table.creation import describe

    missing = [table.name for table in design.tables if describe(store.raw, table) is None]
    if missing and table_name is not None:
        raise CommandFailed(
            f"There is no table {table_name} at {address}: --table has the name that it is stored under."
        )
    if missing:
        raise CommandFailed(
            f"{', '.join(missing)} of the design {design.name} is not at {address}: --at says where it is, and --table "
            "under which name."
        )


def _print_progress(progress: "Progress") -> None:
    """To a person who waits, and to nobody else."""
    if sys.stderr.isatty():
        print(f"{progress.table}: {progress.rows} rows so far", file=sys.stderr)
