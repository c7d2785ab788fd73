"""`chabudai backup`: a whole copy of a database, also while it is being served."""

import argparse
import os
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed
from chabudai.engine.engine import Engine

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("backup", help="copy a database as of one moment, while others read and write it")
    parser.add_argument("--db", required=True, metavar="FILE", help="the database")
    parser.add_argument("target", metavar="TARGET", help="the copy; a file that is not there yet")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if os.path.lexists(options.target):
        raise CommandFailed(f"{options.target} is already there, and a backup overwrites nothing.")
    with Engine.open_existing(options.db) as engine:
        engine.backup(options.target)
    print(f"{options.db} is copied to {options.target}")
    return 0
