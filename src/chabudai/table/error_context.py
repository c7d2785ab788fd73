"""Error context: which pattern and table an error is about, and a store's refusals in the words of the design."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from chabudai.store.errors import (
    AccessDenied,
    AnswerLost,
    InvalidRequest,
    NoSuchTable,
    NotDynamoDB,
    StoreClosed,
    StoreError,
    StoreUnreachable,
    Throttled,
)
from chabudai.table.descriptions import describe_plan, tables_of
from chabudai.table.errors import (
    ExpressionTooLarge,
    ItemTooLarge,
    KeyTooLong,
    TableDiffers,
    TableError,
    TableMissing,
    UnreadableItem,
    UnsupportedValue,
    name_both,
)
from chabudai.table.plans import BatchWrite, Plan, Query, Scan, Update
from chabudai.table.schema.key_attributes import MAX_PARTITION_KEY, MAX_SORT_KEY
from chabudai.table.schema.tables import Table
from chabudai.table.unsendable_values import find_broken_text, find_deep_value

# As DynamoDB words them.
_NO_INDEX = re.compile(r"The table does not have the specified index: (\S+)")
_ITEM_SIZE = re.compile(r"Item size (to update )?has exceeded")
_KEY_SIZE = re.compile(r"(?i)size of (all )?(hash ?keys?|range ?keys?) has exceeded")
_EXPRESSION_SIZE = re.compile(r"Expression size has exceeded|too many operators|[Tt]oo many operands")
_DEPTH = re.compile(r"(?i)nesting levels have exceeded")
_BROKEN_TEXT = re.compile(r"(?i)utf-8|surrogate")
_NUMBER_SIZE = re.compile(r"Number (over|under)flow|more than 38 significant digits")
_WRONG_TYPE = re.compile(
    r"operand in the update expression has an incorrect data type"
    r"|document path provided in the update expression is invalid for update"
)

UNTOLD = (UnicodeEncodeError, RecursionError)
"""What Python itself refuses of a plan's values, before a store does."""

_ADVICE: tuple[tuple[type[StoreError], str], ...] = (
    (AnswerLost, "it may have been done, or not"),
    (StoreUnreachable, "is the address right, and does something serve there?"),
    (NotDynamoDB, "is the address right? Something else serves there"),
    (AccessDenied, "are these the credentials of an account that may do this?"),
    (Throttled, "ask less often, or give the table more capacity"),
    (StoreClosed, "run plans before the store is closed, or open it again"),
)


def error_in_context(error: Exception, plan: Plan, stored_name: Callable[[str], str]) -> Exception:
    """The error that a person should read: the same one, knowing more, or one of ours for what a store refused."""
    told = error if isinstance(error, TableError) else _in_our_words(error, plan, stored_name)
    pattern = None if plan.pattern is None else str(plan.pattern)
    if isinstance(told, UnreadableItem) and told.table is None:
        told.locate(tables_of(plan)[0].name, pattern)
    elif isinstance(told, TableError) and pattern is not None:
        told.name_pattern(pattern)
    elif isinstance(told, StoreError):
        told.add_note(_note(told, plan, stored_name))
    return told


def _note(error: StoreError, plan: Plan, stored_name: Callable[[str], str]) -> str:
    names = ", ".join(name_both(table.name, stored_name) for table in tables_of(plan))
    asked = f"asked of {names}" if plan.pattern is None else f"asked for by {plan.pattern}, of {names}"
    advice = next((advice for kind, advice in _ADVICE if isinstance(error, kind)), None)
    return asked if advice is None else f"{asked}: {advice}"


def _in_our_words(error: Exception, plan: Plan, stored_name: Callable[[str], str]) -> Exception:
    if isinstance(error, NoSuchTable):
        return missing_table(tables_of(plan), stored_name)
    if isinstance(error, InvalidRequest):
        if (found := _NO_INDEX.search(error.message)) is not None:
            name = name_both(tables_of(plan)[0].name, stored_name)
            return TableDiffers(name, [f"the index {found[1]} is missing"])
        if _ITEM_SIZE.search(error.message):
            return item_too_large(plan)
        if (found := _KEY_SIZE.search(error.message)) is not None:
            return _key_too_long(plan, found[2].lower().startswith("range"))
        if _EXPRESSION_SIZE.search(error.message):
            return _expression_too_large(plan)
        if isinstance(plan, Update) and is_of_wrong_type(error.message):
            return wrong_operand(plan)
    if _refuses(error, _NUMBER_SIZE):
        return _sum_too_large(plan)
    if isinstance(error, RecursionError) or _refuses(error, _DEPTH):
        return find_deep_value(plan) or error
    if isinstance(error, UnicodeEncodeError) or _refuses(error, _BROKEN_TEXT):
        return find_broken_text(plan) or error
    return error


def _refuses(error: Exception, what: re.Pattern[str]) -> bool:
    return isinstance(error, InvalidRequest) and what.search(error.message) is not None


def _expression_too_large(plan: Plan) -> ExpressionTooLarge:
    return ExpressionTooLarge(
        f"{_describe(plan)}: its conditions or changes make an expression of more than the 4 KB, or the 300 operators, "
        "that DynamoDB takes in one request: ask or change in several, or set a field as a whole"
    )


def _sum_too_large(plan: Plan) -> UnsupportedValue:
    """Of what is added to a number where it is stored, so that only the store knows the sum."""
    reason = "would make a number that is larger or finer than DynamoDB's: add less, or set another value"
    return UnsupportedValue(Description(_describe(plan)), reason)


class Description(str):
    """Words for a plan in the place of a value, which are no text that was given."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def is_of_wrong_type(message: str) -> bool:
    """Whether a store refuses a change of what is stored since that has another type than the change is made for."""
    return _WRONG_TYPE.search(message) is not None


def wrong_operand(plan: Update[Any]) -> UnreadableItem:
    """The store can't add to what is no number, append to what is no list, nor change what is within neither."""
    changed = ", ".join(sorted(plan.changed))
    reason = f"is no {plan.layout.name} that can be changed so: {changed}, or what is in it, has another type"
    return UnreadableItem(plan.layout.key(plan.key), reason)


def _describe(plan: Plan) -> str:
    match plan:
        case Query():
            return f"the query of {plan.index!r}"
        case Scan():
            return f"the scan of {plan.layout.name}"
        case BatchWrite():
            return f"the batch in {tables_of(plan)[0].name}"
        case _:
            return describe_plan(plan)


def item_too_large(plan: Plan) -> ItemTooLarge:
    """Of a write that makes an item of what is stored, so that only the store knows its size."""
    return ItemTooLarge(
        f"{describe_plan(plan)}: the item would have more than the 400 KB that DynamoDB takes; keep what is long in "
        "rows of its own, or in files"
    )


def missing_table(tables: Sequence[type[Table]], stored_name: Callable[[str], str]) -> TableMissing:
    """One of these is not there; the store does not say which."""
    names = " or ".join(name_both(table.name, stored_name) for table in tables)
    made = ", ".join(table.__name__ for table in tables)
    return TableMissing(
        f"the store has no table {names}: store.create({made}) makes it, as does chabudai table create "
        "MODULE:DESIGN --at ADDRESS; or the store is another than was meant"
    )


def _key_too_long(plan: Plan, is_sort: bool) -> KeyTooLong:
    asked = repr(plan.index) if isinstance(plan, Query) else describe_plan(plan)
    return KeyTooLong(asked, "has a key that is too long", MAX_SORT_KEY if is_sort else MAX_PARTITION_KEY)
