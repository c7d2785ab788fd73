"""`chabudai check`: is every row and every index entry of a database right?"""

import argparse
import sys
from typing import TYPE_CHECKING

from chabudai.engine.engine import Engine

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("check", help="verify a database; exit code 1 and a list when something is wrong")
    parser.add_argument("--db", required=True, metavar="FILE", help="the database")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with Engine.open_existing(options.db) as engine:
        problems = engine.check()
    for problem in problems:
        print(problem)
    if problems:
        print(f"chabudai: {options.db} has {_count_text(len(problems))}.", file=sys.stderr)
        return 1
    print(f"{options.db} is in order")
    return 0


def _count_text(problems: int) -> str:
    return "1 problem" if problems == 1 else f"{problems} problems"
