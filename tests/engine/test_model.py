"""The engine and a model of plain dictionaries live through the same random histories, and must always agree."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.engine.changes import attributes, conditions, keys, updates
from tests.engine.model import Change, Condition, IndexModel, Part, TableModel, comparable, order

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError
from chabudai.engine.values import Item

ALWAYS = Condition("attribute_not_exists(nothing)", lambda _: True)
LATE = IndexModel("late", hash=(("w", "S"),), range=(("n", "N"),))


def new_tables() -> list[TableModel]:
    sparse = IndexModel("sparse", hash=(("s", "S"),), range=(("n", "N"),))
    several = IndexModel("several", hash=(("s", "S"), ("n", "N")), range=(("b", "B"), ("t", "S")))
    local = IndexModel("local", hash=(("pk", "S"),), range=(("n", "N"),), is_local=True)
    binaries = IndexModel("binaries", hash=(("b", "B"),), range=())
    return [
        TableModel("ranged", ("pk", "S"), (("sk", "N"),), {i.name: i for i in (sparse, several, local)}),
        TableModel("binary", ("pk", "B"), (), {i.name: i for i in (sparse, binaries)}),
    ]


class Histories(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.tables = new_tables()
        self.filled: set[str] = set()
        """The tables whose late index is surely complete."""
        self.expiring: set[str] = set()
        self.engine = self.open()
        for table in self.tables:
            self.engine.call("CreateTable", table.definition())

    def open(self) -> Engine:
        return Engine.open(":memory:")

    def teardown(self) -> None:
        self.engine.close()

    @initialize(data=st.data())
    def begin_with_some_items(self, data: st.DataObject) -> None:
        for _ in range(data.draw(st.integers(0, 12))):
            change = self._change(data, "Put", ALWAYS)
            self.engine.call("PutItem", change.parameters())
            change.carry_out()

    @rule(data=st.data(), kind=st.sampled_from(("Put", "Update", "Delete")))
    def change_an_item(self, data: st.DataObject, kind: str) -> None:
        change = self._change(data, kind)
        fits = change.succeeds()
        assert self._is_accepted(f"{kind}Item", change.parameters()) == fits
        if fits:
            change.carry_out()

    @rule(data=st.data(), kinds=st.lists(st.sampled_from(("Put", "Delete")), min_size=1, max_size=5))
    def change_a_batch(self, data: st.DataObject, kinds: list[str]) -> None:
        changes = self._distinct(data, kinds, conditional=False)
        asked: dict[str, list[Any]] = {}
        for change in changes:
            asked.setdefault(change.table.name, []).append(change.batch_parameters())
        self._all_or_nothing("BatchWriteItem", {"RequestItems": asked}, changes)

    @rule(
        data=st.data(),
        kinds=st.lists(st.sampled_from(("Put", "Update", "Delete", "ConditionCheck")), min_size=1, max_size=5),
    )
    def change_in_a_transaction(self, data: st.DataObject, kinds: list[str]) -> None:
        changes = self._distinct(data, kinds, conditional=True)
        asked = [{change.kind: change.parameters()} for change in changes]
        self._all_or_nothing("TransactWriteItems", {"TransactItems": asked}, changes)

    @rule(data=st.data())
    def add_an_index(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(self.tables))
        if LATE.name in table.indexes:
            return
        definitions = [{"AttributeName": name, "AttributeType": kind} for name, kind in LATE.parts]
        self._update_table(table, {"Create": LATE.definition()}, AttributeDefinitions=definitions)
        table.indexes[LATE.name] = LATE

    @rule(data=st.data())
    def drop_the_index(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(self.tables))
        if LATE.name in table.indexes:
            self._update_table(table, {"Delete": {"IndexName": LATE.name}})
            del table.indexes[LATE.name]
            self.filled.discard(table.name)

    @rule(data=st.data())
    def switch_expiry(self, data: st.DataObject) -> None:
        """Every `x` lies more than five years back: nothing expires, but every row's expiry has to be right."""
        name = data.draw(st.sampled_from(self.tables)).name
        self.expiring ^= {name}
        setting = {"AttributeName": "x", "Enabled": name in self.expiring}
        self.engine.call("UpdateTimeToLive", {"TableName": name, "TimeToLiveSpecification": setting})

    @rule()
    def sweep(self) -> None:
        self.engine.sweep()
        self.filled = {table.name for table in self.tables if LATE.name in table.indexes}

    @rule(data=st.data(), forward=st.booleans(), limit=st.integers(1, 4))
    def query(self, data: st.DataObject, forward: bool, limit: int) -> None:
        table, index = self._readable(data)
        members = table.members(index)
        if members:
            sought = data.draw(st.sampled_from(members))
            operator = data.draw(st.sampled_from((None, "=", "<", "<=", ">", ">=")))
            self._check_query(table, index, sought, operator, ScanIndexForward=forward, Limit=limit)

    @rule(data=st.data(), segments=st.integers(1, 4), limit=st.integers(1, 4))
    def scan_in_segments(self, data: st.DataObject, segments: int, limit: int) -> None:
        table, index = self._readable(data)
        found: list[Item] = []
        for segment in range(segments):
            part = {"Segment": segment, "TotalSegments": segments, "Limit": limit}
            found += self._pages("Scan", {**_naming(table, index), **part})
        assert _alike(found) == _alike(table.members(index))

    @invariant()
    def everything_is_as_in_the_model(self) -> None:
        for table in self.tables:
            for index in [None, *self._complete(table)]:
                found = self._pages("Scan", _naming(table, index))
                assert _alike(found) == _alike(table.members(index))

    @invariant()
    def every_partition_is_in_order(self) -> None:
        for table in self.tables:
            for index in [None, *self._complete(table)]:
                hash_parts = index.hash if index else (table.hash,)
                for sought in {order(item, hash_parts): item for item in table.members(index)}.values():
                    self._check_query(table, index, sought, None)

    @invariant()
    def every_row_and_index_entry_is_right(self) -> None:
        assert self.engine.check() == []

    def _check_query(
        self, table: TableModel, index: IndexModel | None, sought: Item, operator: str | None, **more: Any
    ) -> None:
        """The items of the sought one's partition, perhaps only those whose sort key stands so to its own."""
        hash_parts, range_parts = (index.hash, index.range) if index else ((table.hash,), table.range)
        bound = range_parts[:1] if operator else ()
        terms = [f"{name} = :{name}" for name, _ in hash_parts] + [f"{name} {operator} :{name}" for name, _ in bound]
        expected = [
            item
            for item in table.members(index)
            if order(item, hash_parts) == order(sought, hash_parts) and _fits(item, operator, sought, bound)
        ]
        expected.sort(key=lambda item: order(item, range_parts), reverse=not more.get("ScanIndexForward", True))
        values = {f":{name}": sought[name] for name, _ in (*hash_parts, *bound)}
        condition = {"KeyConditionExpression": " AND ".join(terms), "ExpressionAttributeValues": values}
        found = self._pages("Query", {**_naming(table, index), **condition, **more})
        assert [order(item, range_parts) for item in found] == [order(item, range_parts) for item in expected]
        assert _alike(found) == _alike(expected)

    def _change(self, data: st.DataObject, kind: str, condition: Condition | None = None) -> Change:
        table = data.draw(st.sampled_from(self.tables))
        item = data.draw(keys[table.name])
        if kind == "Put":
            item = {**item, **data.draw(st.fixed_dictionaries({}, optional=attributes))}
        update = data.draw(updates()) if kind == "Update" else None
        return Change(kind, table, item, condition or data.draw(conditions()), update)

    def _distinct(self, data: st.DataObject, kinds: list[str], conditional: bool) -> list[Change]:
        """Changes of different items: one request must not change the same one twice."""
        drawn = [self._change(data, kind, None if conditional else ALWAYS) for kind in kinds]
        return list({change.identity: change for change in drawn}.values())

    def _all_or_nothing(self, operation: str, request: dict[str, Any], changes: list[Change]) -> None:
        fits = all(change.succeeds() for change in changes)
        assert self._is_accepted(operation, request) == fits
        if fits:
            for change in changes:
                change.carry_out()

    def _is_accepted(self, operation: str, request: dict[str, Any]) -> bool:
        try:
            self.engine.call(operation, request)
        except DynamoDBError as error:
            if error.status != 400:
                raise
            return False
        return True

    def _update_table(self, table: TableModel, action: dict[str, Any], **more: Any) -> None:
        self.engine.call("UpdateTable", {"TableName": table.name, "GlobalSecondaryIndexUpdates": [action], **more})

    def _complete(self, table: TableModel) -> list[IndexModel]:
        return [index for index in table.indexes.values() if index is not LATE or table.name in self.filled]

    def _readable(self, data: st.DataObject) -> tuple[TableModel, IndexModel | None]:
        table = data.draw(st.sampled_from(self.tables))
        return table, data.draw(st.sampled_from([None, *self._complete(table)]))

    def _pages(self, operation: str, request: dict[str, Any]) -> list[Item]:
        items: list[Item] = []
        start: dict[str, Any] = {}
        while True:
            page = self.engine.call(operation, {**request, **start})
            assert len(page["Items"]) <= request.get("Limit", len(page["Items"]))
            items += page["Items"]
            if "LastEvaluatedKey" not in page:
                return items
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


class HistoriesOfAFile(Histories):
    """The same on a file, which is closed and opened again now and then."""

    def open(self) -> Engine:
        if not hasattr(self, "folder"):
            self.folder = tempfile.TemporaryDirectory()
        return Engine.open(Path(self.folder.name) / "household.db", durability="relaxed")

    @rule()
    @precondition(lambda self: any(table.items for table in self.tables))
    def open_again(self) -> None:
        self.engine.close()
        self.engine = self.open()

    def teardown(self) -> None:
        super().teardown()
        self.folder.cleanup()


def _naming(table: TableModel, index: IndexModel | None) -> dict[str, Any]:
    return {"TableName": table.name, **({"IndexName": index.name} if index else {})}


def _alike(items: list[Item]) -> list[str]:
    return sorted(map(comparable, items))


def _fits(item: Item, operator: str | None, sought: Item, parts: tuple[Part, ...]) -> bool:
    if operator is None or not parts:
        return True
    one, other = order(item, parts), order(sought, parts)
    return {"=": one == other, "<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[operator]


TestHistories = Histories.TestCase
TestHistories.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestHistoriesOfAFile = HistoriesOfAFile.TestCase
TestHistoriesOfAFile.settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
