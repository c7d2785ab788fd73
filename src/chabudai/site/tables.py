"""The tables of a household: those of the accounts, and of each app."""

from collections.abc import Sequence

from chabudai.accounts.design import design as accounts_design
from chabudai.apps.app import App
from chabudai.table import Table, TypedStore


def tables_of(apps: Sequence[App]) -> tuple[type[Table], ...]:
    return (*accounts_design.tables, *(each for app in apps for each in app.design.tables))


def create_tables(store: TypedStore, apps: Sequence[App]) -> None:
    """Those that are missing; `store` is the one that the apps were built on."""
    store.create(*accounts_design.tables)
    for app in apps:
        if app.create_tables is not None:
            app.create_tables()
        else:
            store.create(*app.design.tables)
