"""SELECT as the reads that it asks for: a Scan, or for each partition that it names a Query."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.keys import check_nested
from chabudai.engine.operations.ranges import Range
from chabudai.engine.operations.reads import ReadPlan
from chabudai.engine.operations.selection_branches import Branch, branches_of
from chabudai.engine.operations.statements import AnalyzedStatement
from chabudai.engine.partiql.columns import ColumnProjection
from chabudai.engine.partiql.conditions import condition_of
from chabudai.engine.partiql.decomposition import Alternative, decompose
from chabudai.engine.partiql.tree import Ordering, Select, paths
from chabudai.engine.schema import Index, Keys, TableSchema

_INVALID = "One or more parameter values were invalid: "
_NO_PARTITION = "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause."
_PARTITION_UNORDERED = (
    "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause."
)
_HASH_PREFIX_SIZE = 4


@dataclass(frozen=True, slots=True)
class SelectionRead:
    """`bounds` is None for a Scan; `key` is the row's when the read can find but one."""

    plan: ReadPlan
    bounds: Range | None
    key: bytes | None


@dataclass(frozen=True, slots=True)
class Selection:
    table: TableSchema
    reads: tuple[SelectionRead, ...]

    @property
    def single_key(self) -> bytes | None:
        """The key of the one row that is selected, when by its whole key and nothing else."""
        if len(self.reads) != 1 or self.reads[0].plan.filter is not None:
            return None
        return self.reads[0].key


def selection_of(analyzed: AnalyzedStatement, select: Select, table: TableSchema, consistent: bool) -> Selection:
    index = _index(table, select.source.index, consistent)
    keys = index.keys if index else table.keys
    check_nested(analyzed.condition, table)
    check_nested(analyzed.columns, table)
    alternatives = decompose(select.where, keys, analyzed.parameters)
    branches = None if alternatives is None else branches_of(alternatives, keys)
    _check_order(select, keys, branches)
    fetches = False
    if index is not None and index.projection != "ALL":
        held = table.projected_names(index)
        fetches = _must_fetch(analyzed.columns, index, held)
        if alternatives is not None:
            _check_filters(alternatives, index, held)
    forward = _is_forward(select.order, keys)

    def read_of(bounds: Range | None, condition: Condition | None, key: bytes | None) -> SelectionRead:
        lower, upper = (bounds.lower, bounds.upper) if bounds else (None, None)
        plan = ReadPlan(
            table=table,
            by_index=index,
            lower=lower,
            upper=upper,
            forward=forward,
            limit=None,
            filter=condition,
            projection=analyzed.columns,
            counts_only=False,
            fetches=fetches,
            consistent=consistent,
            capacity="INDEXES",
        )
        return SelectionRead(plan, bounds, key)

    if branches is None:
        return Selection(table, (read_of(None, analyzed.condition, None),))
    reads = tuple(
        read_of(
            branch.bounds,
            condition_of(branch.rest, analyzed.parameters),
            branch.bounds.lower if branch.is_whole and index is None else None,
        )
        for branch in _order_branches(branches, select.order, keys)
    )
    return Selection(table, reads)


def _index(table: TableSchema, name: str | None, consistent: bool) -> Index | None:
    """PartiQL words these refusals differently from Query."""
    if name is None:
        return None
    index = table.index(name)
    if index is None:
        raise ValidationFailed("The table does not have the specified index")
    if consistent and not index.is_local:
        raise ValidationFailed("Strongly consistent read is not supported on Global Secondary Indexes")
    if index.status != "ACTIVE":
        raise ValidationFailed(f"Cannot read from backfilling global secondary index: {name}")
    return index


def _must_fetch(columns: ColumnProjection | None, index: Index, held: frozenset[str]) -> bool:
    missing = [name for name in columns.tree if name not in held] if columns else []
    if missing and not index.is_local:
        raise ValidationFailed(
            f"{_INVALID}Global secondary index {index.name} does not project [{', '.join(map(str, missing))}]"
        )
    return bool(missing)


def _check_filters(alternatives: Sequence[Alternative], index: Index, held: frozenset[str]) -> None:
    """A read by the index's key cannot filter by what the index does not hold.

    DynamoDB looks at the first of several alternatives that it happens to read. Which one that is cannot be told from
    outside, so that here all of them must be at fault.
    """
    missing = [
        dict.fromkeys(path.head for each in alternative.rest for path in paths(each) if path.head not in held)
        for alternative in alternatives
    ]
    if all(missing):
        raise ValidationFailed(
            f"{_INVALID}Secondary index {index.name} does not project one or more filter attributes:"
            f" [{', '.join(_as_java_set(missing[0]))}]"
        )


def _as_java_set(names: Iterable[str]) -> list[str]:
    """In the order in which DynamoDB prints them, which is that of a Java hash set of up to twelve names."""

    def bucket(name: str) -> int:
        code = 0
        units = name.encode("utf-16-be")
        for at in range(0, len(units), 2):
            code = (31 * code + int.from_bytes(units[at : at + 2])) & 0xFFFFFFFF
        return (code ^ code >> 16) & 15

    return sorted(names, key=bucket)


def _check_order(select: Select, keys: Keys, branches: Sequence[Branch] | None) -> None:
    if not select.order:
        return
    if select.where is None:
        raise ValidationFailed("Must have WHERE clause in the statement when using ORDER BY clause.")
    names = [ordering.path.head for ordering in select.order]
    for name in names:
        if name not in keys.names:
            raise ValidationFailed(f"Attribute {name} in ORDER BY clause must be part of the primary key")
    if branches is None:
        raise ValidationFailed(_NO_PARTITION)
    partitions = {branch.bounds.partition for branch in branches}
    if len(partitions) > 1 and keys.hash[0].name not in names:
        raise ValidationFailed(_PARTITION_UNORDERED)


def _is_forward(order: Sequence[Ordering], keys: Keys) -> bool:
    """With an ORDER BY that leaves out the sort key, DynamoDB reads it backwards."""
    if not order:
        return True
    sort = keys.range[0].name if keys.range else None
    return next((ordering.ascending for ordering in order if ordering.path.head == sort), False)


def _order_branches(branches: list[Branch], order: Sequence[Ordering], keys: Keys) -> list[Branch]:
    """Partitions by their value, not by the spread before it; without an ORDER BY as they are written."""
    if not order:
        return branches
    by_sort = sorted(branches, key=lambda branch: branch.bounds.lower, reverse=not _is_forward(order, keys))
    is_ascending = next((each.ascending for each in order if each.path.head == keys.hash[0].name), True)
    return sorted(by_sort, key=lambda branch: branch.bounds.partition[_HASH_PREFIX_SIZE:], reverse=not is_ascending)
