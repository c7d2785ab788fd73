"""How many items a table and its indexes hold, and how many bytes: exact when it is small, now and then when large."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chabudai.engine.capacity import project_to_index
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import Index, TableSchema
from chabudai.engine.storage.sqlite import StorageReader
from chabudai.items import jsontext
from chabudai.items.sizes import item_size

SMALL = 50_000
REFRESH_SECONDS = 6 * 60 * 60
_SAMPLES = 1000
_CACHE_SIZE = 1000


@dataclass(frozen=True, slots=True)
class ItemTotals:
    items: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class TableSizes:
    table: ItemTotals
    indexes: Mapping[int, ItemTotals]
    """By the index's column."""

    def index(self, index: Index) -> ItemTotals:
        return self.indexes.get(index.column, ItemTotals())


NOTHING = TableSizes(ItemTotals(), {})

# By the table's unique id: what was last found out about a large table, and when. DynamoDB too tells figures that
# are up to six hours old.
_cache: dict[str, tuple[float, TableSizes]] = {}


def sizes_of(table: TableSchema, context: OperationContext) -> TableSizes:
    last = _last_row(table, context.reader)
    return _count_exactly(table, context.reader) if last <= SMALL else _cached_sizes(table, context, last)


def totals_of(table: TableSchema, context: OperationContext) -> ItemTotals:
    """Those of the table alone, which are quicker to find."""
    last = _last_row(table, context.reader)
    return _all_rows(table, context.reader) if last <= SMALL else _cached_sizes(table, context, last).table


def _last_row(table: TableSchema, reader: StorageReader) -> int:
    return reader.one(f"SELECT max(id) FROM t{table.id}") or 0


def _cached_sizes(table: TableSchema, context: OperationContext, last: int) -> TableSizes:
    now = context.clock()
    then, sizes = _cache.get(table.table_uuid, (0.0, NOTHING))
    if now - then < REFRESH_SECONDS and sizes.indexes.keys() == {index.column for index in table.indexes}:
        return sizes
    if len(_cache) >= _CACHE_SIZE:
        _cache.clear()
    sizes = _estimate(table, context.reader, last)
    _cache[table.table_uuid] = now, sizes
    return sizes


def _count_exactly(table: TableSchema, reader: StorageReader) -> TableSizes:
    partial = [index for index in table.indexes if index.projection != "ALL"]
    indexes = {index.column: _whole_rows(table, reader, index) for index in table.indexes if index not in partial}
    if partial:
        rows = reader.execute(f"SELECT item, {_columns(partial)} FROM t{table.id}")
        indexes |= _projected_rows(table, partial, rows)
    return TableSizes(_all_rows(table, reader), indexes)


def _all_rows(table: TableSchema, reader: StorageReader) -> ItemTotals:
    return ItemTotals(*reader.one(f"SELECT count(*), coalesce(sum(size), 0) FROM t{table.id}"))


def _whole_rows(table: TableSchema, reader: StorageReader, index: Index) -> ItemTotals:
    where = f"x{index.column} IS NOT NULL"
    return ItemTotals(*reader.one(f"SELECT count(*), coalesce(sum(size), 0) FROM t{table.id} WHERE {where}"))


def _projected_rows(
    table: TableSchema, indexes: Sequence[Index], rows: Iterator[Sequence[object]]
) -> dict[int, ItemTotals]:
    counts = [0] * len(indexes)
    sizes = [0] * len(indexes)
    for encoded, *keys in rows:
        item = jsontext.loads(encoded)  # type: ignore[arg-type]
        for at, index in enumerate(indexes):
            if keys[at] is not None:
                counts[at] += 1
                sizes[at] += item_size(project_to_index(index, table, item))
    return {index.column: ItemTotals(counts[at], sizes[at]) for at, index in enumerate(indexes)}


def _estimate(table: TableSchema, reader: StorageReader, last: int) -> TableSizes:
    """Rows counted through their indexes, their size taken from rows at even distances."""
    sample = list(_sample(table, reader, last))
    items = reader.one(f"SELECT count(*) FROM t{table.id}")
    totals = ItemTotals(items, _scale(sum(size for _, size, *_ in sample), len(sample), items))
    indexes = {}
    found = _projected_rows(table, table.indexes, iter([(item, *keys) for item, _, *keys in sample]))
    for index in table.indexes:
        count = reader.one(f"SELECT count(*) FROM t{table.id} WHERE x{index.column} IS NOT NULL")
        some = found[index.column]
        indexes[index.column] = ItemTotals(count, _scale(some.size, some.items, count))
    return TableSizes(totals, indexes)


def _sample(table: TableSchema, reader: StorageReader, last: int) -> Iterator[tuple[bytes, int, *tuple[object, ...]]]:
    columns = "".join(f", {name}" for name in [_columns(table.indexes)] if name)
    for step in range(_SAMPLES):
        yield from reader.all(
            f"SELECT item, size{columns} FROM t{table.id} WHERE id >= ? ORDER BY id LIMIT 1",
            (1 + step * last // _SAMPLES,),
        )


def _columns(indexes: Sequence[Index]) -> str:
    return ", ".join(f"x{index.column}" for index in indexes)


def _scale(size: int, sampled: int, count: int) -> int:
    return size * count // sampled if sampled else 0
