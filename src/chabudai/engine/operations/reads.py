"""What Query and Scan share: from where to where to walk, what to keep of it, and when a page is full."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from chabudai.engine.capacity import ConsumedCapacity, project_to_index, read_units
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.projections import Projection
from chabudai.engine.keys import check_sizes, refuse_key
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import Index, TableSchema
from chabudai.engine.values import Item, normalize_item
from chabudai.items import jsontext
from chabudai.items.sizes import MAX_PAGE, item_size

INVALID_START = "The provided starting key is invalid"


class ReadPlan(NamedTuple):
    """A walk over a table or one of its indexes, from a lower (inclusive) to an upper bound (exclusive)."""

    table: TableSchema
    by_index: Index | None
    lower: bytes | None
    upper: bytes | None
    forward: bool
    limit: int | None
    filter: Condition | None
    projection: Projection | None
    counts_only: bool
    fetches: bool
    """Whether a local index is to answer what it does not hold: each item is then read from the table as well."""
    consistent: bool
    capacity: str | None


@dataclass(slots=True)
class ReadPage:
    """What has been read so far. Items that nobody had to look into stay encoded."""

    encoded: list[bytes]
    items: list[Item]
    scanned: int = 0
    table_bytes: int = 0
    index_bytes: int = 0
    last: bytes | None = None
    is_full: bool = False


def read(plan: ReadPlan, context: OperationContext) -> dict[str, Any]:
    """One page, as Query and Scan answer it."""
    page = _fill(plan, context)
    response: dict[str, Any] = {}
    if not plan.counts_only:
        response["Items"] = page.items or context.present(page.encoded)
    response["Count"] = len(page.items) or len(page.encoded)
    response["ScannedCount"] = page.scanned
    if page.is_full and page.last is not None:
        response["LastEvaluatedKey"] = start_key(plan.table, plan.by_index, jsontext.loads(page.last))
    if plan.capacity in ("TOTAL", "INDEXES"):
        response["ConsumedCapacity"] = _tally(plan, page).report(plan.capacity)
    return response


def start_key(table: TableSchema, index: Index | None, item: Item) -> Item:
    """The key at which the next page begins: the table's attributes, then those that the index adds."""
    return {name: item[name] for name in start_key_names(table, index)}


def start_key_names(table: TableSchema, index: Index | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*table.key_names, *(index.keys.names if index else ()))))


def find_index(table: TableSchema, name: str | None, consistent: bool) -> Index | None:
    if name is None:
        return None
    index = table.index(name)
    if index is None:
        raise ValidationFailed(f"The table does not have the specified index: {name}")
    if not index.is_local and consistent:
        raise ValidationFailed("Consistent reads are not supported on global secondary indexes")
    if index.status != "ACTIVE":
        raise ValidationFailed(f"Cannot read from backfilling global secondary index: {name}")
    return index


def check_select(request: Mapping[str, Any]) -> None:
    """Select against the other parameters that say what is wanted."""
    select = request.get("Select")
    partial = next((name for name in ("ProjectionExpression", "AttributesToGet") if name in request), None)
    if select == "SPECIFIC_ATTRIBUTES" and partial is None:
        raise ValidationFailed(
            "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when choosing to get"
            " SPECIFIC_ATTRIBUTES"
        )
    if select not in (None, "SPECIFIC_ATTRIBUTES") and partial is not None:
        wanted = "only the Count" if select == "COUNT" else select
        raise ValidationFailed(
            f"1 validation error detected: Cannot specify the {partial} when choosing to get {wanted}"
        )
    if select == "ALL_PROJECTED_ATTRIBUTES" and "IndexName" not in request:
        raise ValidationFailed(
            "1 validation error detected: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"
        )


def must_fetch(request: Mapping[str, Any], table: TableSchema, index: Index | None, wanted: Projection | None) -> bool:
    """Whether more is wanted than the index holds: a local one then fetches it, a global one refuses."""
    if index is None or index.projection == "ALL":
        return False
    if request.get("Select") == "ALL_ATTRIBUTES":
        if not index.is_local:
            raise ValidationFailed(
                "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global"
                f" secondary index {index.name} because its projection type is not ALL"
            )
        return True
    missing = sorted(wanted.attributes - table.projected_names(index)) if wanted is not None else []
    if missing and not index.is_local:
        raise ValidationFailed(
            "One or more parameter values were invalid: Global secondary index "
            f"{index.name} does not project [{', '.join(missing)}]"
        )
    return bool(missing)


def normalize_start_key(request: Mapping[str, Any]) -> Item | None:
    if "ExclusiveStartKey" not in request:
        return None
    try:
        return normalize_item(request["ExclusiveStartKey"])[0]
    except ValidationFailed as error:
        # DynamoDB says whose fault it is for some faults only.
        bare = ("contains duplicates", "number set", "numeric value", "significant digits", "number with magnitude")
        if any(words in error.message for words in bare):
            raise
        raise ValidationFailed(f"{INVALID_START}: {error.message}") from None


def check_table_key(start: Item, table: TableSchema) -> None:
    """The table's own part of a starting key."""
    key = {name: start[name] for name in table.key_names if name in start}
    try:
        refuse_key(key, table.keys)
        check_sizes(key, table)
    except ValidationFailed as error:
        raise ValidationFailed(f"{INVALID_START}: {error.message}") from None


def encode_start(start: Item, table: TableSchema, index: Index | None) -> bytes:
    key = table.key_of(start)
    encoded = key if index is None else index.key_of(start, key)
    assert encoded is not None
    return encoded


def _fill(plan: ReadPlan, context: OperationContext) -> ReadPage:
    page = ReadPage([], [])
    index = plan.by_index
    whole = plan.filter is None and plan.projection is None and (index is None or index.projection == "ALL")
    column = index.column if index else None
    rows = context.reader.walk(plan.table.id, column, plan.lower, plan.upper, plan.forward)
    with closing(rows):
        for encoded, size in rows:
            page.last = encoded
            page.scanned += 1
            if whole:
                page.encoded.append(encoded)
                read_bytes = size
            else:
                read_bytes = _take(plan, page, jsontext.loads(encoded), size)
            if index is None:
                page.table_bytes += read_bytes
            else:
                page.index_bytes += read_bytes
            if page.scanned == plan.limit or page.table_bytes + page.index_bytes >= MAX_PAGE:
                page.is_full = True
                break
    return page


def _take(plan: ReadPlan, page: ReadPage, item: Item, size: int) -> int:
    """Keep what is wanted of an item; how many bytes were read for it in the index, or in the table without one."""
    index = plan.by_index
    held = item if index is None else project_to_index(index, plan.table, item)
    read_bytes = size if held is item else item_size(held)
    if plan.fetches:
        page.table_bytes += size
        held = item
    if plan.filter is None or plan.filter.holds(held):
        page.items.append(held if plan.projection is None else plan.projection.project(held))
    return read_bytes


def _tally(plan: ReadPlan, page: ReadPage) -> ConsumedCapacity:
    tally = ConsumedCapacity(plan.table)
    if plan.by_index is None:
        tally.add(read_units(page.table_bytes, plan.consistent))
        return tally
    tally.add_index(plan.by_index, read_units(page.index_bytes, plan.consistent))
    if page.table_bytes:
        tally.add(read_units(page.table_bytes, plan.consistent))
    return tally
