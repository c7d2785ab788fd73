"""`chabudai table`: make the tables of a design where they are missing, or show what the design says."""

import argparse
from typing import TYPE_CHECKING

from chabudai.cli import designs
from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from chabudai.table import Design, Table, TypedStore

_AT = "a file, :memory:, dynamodb://REGION or http://HOST:PORT"


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("table", help="make a design's tables, or show what the design says")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    create = actions.add_parser("create", help="make the tables that are missing; refuse one that differs")
    designs.add_design(create)
    designs.add_table_name(create)
    create.add_argument("--at", metavar="ADDRESS", help=f"{_AT} (default: {designs.default_address()})")
    create.set_defaults(run=run_create)
    show = actions.add_parser("show", help="print tables, keys, indexes, entities and access patterns")
    designs.add_design(show)
    designs.add_table_name(show)
    show.add_argument("--at", metavar="ADDRESS", help=f"also tell whether the tables are there: {_AT}")
    show.set_defaults(run=run_show)


def run_create(options: argparse.Namespace) -> int:
    from chabudai.table.creation import create

    design = designs.find(options.design)
    if options.at is None:
        print(f"at {designs.default_address()}, since no --at says where")
    address = designs.default_address() if options.at is None else options.at
    with designs.open_store(address, design, options.table, must_exist=False) as store:
        _check_same(store, design)
        for table in design.tables:
            is_new = create(store.raw, table)
            print(f"{options.table or table.name}: {'made' if is_new else 'already there, as the design says'}")
    return 0


def run_show(options: argparse.Namespace) -> int:
    from chabudai.cli.outline import outline

    design = designs.find(options.design)
    for line in outline(design):
        print(line)
    return 0 if options.at is None else _compare(design, options.at, options.table)


def _check_same(store: "TypedStore", design: "Design") -> None:
    """Before anything is made: a design is made whole, or not touched."""
    found = [f"{table.name}: {line}" for table in design.tables for line in _differences(store, table) or ()]
    if found:
        raise CommandFailed("\n  ".join(["Nothing was made, since what is there differs from the design:", *found]))


def _compare(design: "Design", address: str, table_name: str | None) -> int:
    """0 when every table is there and as the design says."""
    print(f"\nat {address}")
    is_same = True
    with designs.open_store(address, design, table_name, must_exist=True) as store:
        for table in design.tables:
            found = _differences(store, table)
            is_same = is_same and found == []
            print(f"  {table.name}: {_state(found)}")
            for line in found or ():
                print(f"    {line}")
    return 0 if is_same else 1


def _state(found: list[str] | None) -> str:
    if found is None:
        return "not there"
    return "there, but it differs" if found else "there, as the design says"


def _differences(store: "TypedStore", table: "type[Table]") -> list[str] | None:
    """None when the table is not there."""
    from chabudai.table.creation import describe, differences

    described = describe(store.raw, table)
    return None if described is None else differences(table, described)
