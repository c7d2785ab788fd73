"""What a design really asks of its store, told in one line for each request."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from chabudai import store as stores
from chabudai.store import Store
from chabudai.table import BatchGet, Design, Entity, Get, Query, Transaction, TypedStore
from chabudai.table.attributes import Item


class NotedStore(Store):
    """Passes every call on and keeps a note of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.notes: list[str] = []

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        self.notes.append(told(operation, request))
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


class NotedTables(TypedStore):
    def __init__(self, store: NotedStore) -> None:
        super().__init__(store, secret=b"secret")
        self.noted = store

    def asks(self, plan: Any) -> list[str]:
        """Everything that is sent when the plan is run."""
        before = len(self.noted.notes)
        match plan:
            case Get():
                self.get(plan)
            case Query():
                self.page(plan)
            case BatchGet():
                self.batch(plan)
            case Transaction():
                self.transact(plan)
            case _:
                self.write(plan)
        return self.noted.notes[before:]

    def items(self, table: str, name: str, value: str) -> list[Item]:
        """What stands in a partition, as it is stored."""
        request = {
            "TableName": table,
            "KeyConditionExpression": "#pk = :pk",
            "ExpressionAttributeNames": {"#pk": name},
            "ExpressionAttributeValues": {":pk": {"S": value}},
        }
        found: list[Item] = self.raw.call("Query", request)["Items"]
        return found


@contextmanager
def tables(design: Design) -> Iterator[NotedTables]:
    """The design's tables on the engine in memory, made twice over."""
    with NotedTables(NotedStore(stores.open(":memory:"))) as opened:
        opened.create(*design.tables)
        opened.create(*design.tables)
        yield opened


def stored(entity: Entity) -> Item:
    return entity.layout.to_item(entity.layout.values(entity))


def reads_back(store: TypedStore, entity: Entity) -> bool:
    """Whether an item that others stored so is this entity, by a get and from the item itself."""
    store.raw.call("PutItem", {"TableName": entity.layout.table.name, "Item": stored(entity)})
    plan = type(entity).get(**entity.own_key)
    found: Entity | None = store.get(plan if entity.layout.trash is None else plan.with_trash())
    return found == entity and entity.layout.from_item(stored(entity)) == entity


def told(operation: str, request: Mapping[str, Any]) -> str:
    match operation:
        case "Query":
            return _query(request)
        case "BatchGetItem":
            return "BatchGetItem " + ", ".join(
                _key(key) for each in request["RequestItems"].values() for key in each["Keys"]
            )
        case "TransactWriteItems":
            return "TransactWriteItems " + "; ".join(_action(each) for each in request["TransactItems"])
        case "GetItem" | "DeleteItem" | "UpdateItem":
            return f"{operation} {_key(request['Key'])}"
        case "PutItem":
            return f"PutItem {_place(request['Item'])}"
        case _:
            return operation


def _query(request: Mapping[str, Any]) -> str:
    parts = [request.get("IndexName", "table"), _filled(request["KeyConditionExpression"], request)]
    if "FilterExpression" in request:
        parts.append("filter " + _without_stamps(_filled(request["FilterExpression"], request)))
    if request.get("ScanIndexForward") is False:
        parts.append("descending")
    return "Query " + " | ".join(parts)


def _without_stamps(text: str) -> str:
    """A filter as it was asked for: each also gives the rows of newer programs, to be told."""
    asked = text.removesuffix(" OR (attribute_exists(_schema_version) AND _schema_version <> 1)")
    return text if asked == text else asked[1:-1]


def _action(action: Mapping[str, Any]) -> str:
    ((verb, body),) = action.items()
    return f"{verb} {_place(body['Item']) if verb == 'Put' else _key(body['Key'])}"


def _key(key: Item) -> str:
    return " / ".join(value["S"] for value in key.values())


def _place(item: Item) -> str:
    return _key({name: item[name] for name in ("PK", "SK", "pk", "sk") if name in item})


def _filled(text: str, request: Mapping[str, Any]) -> str:
    names = request.get("ExpressionAttributeNames", {})
    values = {
        short: next(iter(value.values())) for short, value in request.get("ExpressionAttributeValues", {}).items()
    }
    for short, full in sorted({**names, **values}.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(short, str(full))
    return text
