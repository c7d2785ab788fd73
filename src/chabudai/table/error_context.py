"""Error context: which pattern and table an error is about, and a store's refusals in the words of the design."""

import re
from collections.abc import Sequence

from chabudai.store.errors import (
    AccessDenied,
    InvalidRequest,
    NoSuchTable,
    NotDynamoDB,
    StoreClosed,
    StoreError,
    StoreUnreachable,
    Throttled,
)
from chabudai.table.descriptions import describe_plan, tables_of
from chabudai.table.errors import ItemTooLarge, KeyTooLong, TableDiffers, TableError, TableMissing, UnreadableItem
from chabudai.table.plans import Plan, Query
from chabudai.table.schema.key_attributes import MAX_PARTITION_KEY, MAX_SORT_KEY
from chabudai.table.schema.tables import Table

# As DynamoDB words them.
_NO_INDEX = re.compile(r"The table does not have the specified index: (\S+)")
_ITEM_SIZE = re.compile(r"Item size (to update )?has exceeded")
_KEY_SIZE = re.compile(r"(?i)size of (all )?(hash ?keys?|range ?keys?) has exceeded")

_ADVICE: tuple[tuple[type[StoreError], str], ...] = (
    (StoreUnreachable, "is the address right, and does something serve there?"),
    (NotDynamoDB, "is the address right? Something else serves there"),
    (AccessDenied, "are these the credentials of an account that may do this?"),
    (Throttled, "ask less often, or give the table more capacity"),
    (StoreClosed, "run plans before the store is closed, or open it again"),
)


def error_in_context(error: StoreError | TableError, plan: Plan) -> StoreError | TableError:
    """The error that a person should read: the same one, knowing more, or one of ours for what a store refused."""
    told = _in_our_words(error, plan) if isinstance(error, StoreError) else error
    pattern = None if plan.pattern is None else str(plan.pattern)
    if isinstance(told, UnreadableItem) and told.table is None:
        told.locate(tables_of(plan)[0].name, pattern)
    elif isinstance(told, TableError) and pattern is not None:
        told.name_pattern(pattern)
    elif isinstance(told, StoreError):
        told.add_note(_note(told, plan))
    return told


def _note(error: StoreError, plan: Plan) -> str:
    names = ", ".join(table.name for table in tables_of(plan))
    asked = f"asked of {names}" if plan.pattern is None else f"asked for by {plan.pattern}, of {names}"
    advice = next((advice for kind, advice in _ADVICE if isinstance(error, kind)), None)
    return asked if advice is None else f"{asked}: {advice}"


def _in_our_words(error: StoreError, plan: Plan) -> StoreError | TableError:
    if isinstance(error, NoSuchTable):
        return missing_table(tables_of(plan))
    if isinstance(error, InvalidRequest):
        if (found := _NO_INDEX.search(error.message)) is not None:
            return TableDiffers(tables_of(plan)[0].name, [f"the index {found[1]} is missing"])
        if _ITEM_SIZE.search(error.message):
            return item_too_large(plan)
        if (found := _KEY_SIZE.search(error.message)) is not None:
            return _key_too_long(plan, found[2].lower().startswith("range"))
    return error


def item_too_large(plan: Plan) -> ItemTooLarge:
    """Of a write that makes an item of what is stored, so that only the store knows its size."""
    return ItemTooLarge(
        f"{describe_plan(plan)}: the item would have more than the 400 KB that DynamoDB takes; keep what is long in "
        "rows of its own, or in files"
    )


def missing_table(tables: Sequence[type[Table]]) -> TableMissing:
    """One of these is not there; the store does not say which."""
    names = " or ".join(table.name for table in tables)
    made = ", ".join(table.__name__ for table in tables)
    return TableMissing(
        f"the store has no table {names}: store.create({made}) makes it, as does chabudai table create "
        "MODULE:DESIGN --at ADDRESS; or the store is another than was meant"
    )


def _key_too_long(plan: Plan, is_sort: bool) -> KeyTooLong:
    asked = repr(plan.index) if isinstance(plan, Query) else describe_plan(plan)
    return KeyTooLong(asked, "has a key that is too long", MAX_SORT_KEY if is_sort else MAX_PARTITION_KEY)
