"""The seed's helper functions under their own names, for old callers: plain items in, plain items out.

Rows of kinds that only the caller knows pass through as they are; what is in the trash is not there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from chabudai.adapters.clock import Clock
from chabudai.apps.todo import categories, design, service
from chabudai.apps.todo.design import Category, Todo, TodoTable, User
from chabudai.apps.todo.errors import CategoryNameTaken, NoSuchCategory
from chabudai.apps.todo.messages import lazy
from chabudai.apps.todo.todos import CATEGORY_ERRORS, check_category
from chabudai.common import trash
from chabudai.common.owner import Owner
from chabudai.common.store_errors import translate
from chabudai.store import label_calls
from chabudai.table import Entity, Put, Query, Transaction, TypedStore, from_attribute, to_attribute
from chabudai.web.errors import BadRequest
from chabudai.web.zones import TOKYO

PlainItem = dict[str, Any]
StoredItem = Mapping[str, Any]
_ENTITIES: Final[tuple[type[Entity], ...]] = (Todo, Category, User)
_GUARD: Final = "_guards"  # an attribute that only the toolkit's own rows have, which keep names apart


@dataclass(frozen=True)
class _Served:
    """Which store the helpers speak to: the seed's callers pass none."""

    store: TypedStore
    clock: Clock

    def owner(self, username: str) -> Owner:
        return Owner(self.store, username, self.clock, TOKYO)


_served: _Served | None = None


def serve(store: TypedStore, clock: Clock) -> None:
    """Once, where the site is put together."""
    global _served
    _served = _Served(store, clock)


def get_user_data_by_type(username: str, entity_type: str) -> list[PlainItem]:
    match entity_type:
        case "todo":
            return list(_query(design.todos(username)))
        case "category":
            return list(_query(design.categories(username)))
        case _:
            return [item for item in get_user_all_data(username) if item["sk"].startswith(f"{entity_type}#")]


def get_user_all_data(username: str) -> list[PlainItem]:
    return list(_query(design.everything(username)))


def get_data_by_pk_sk(pk: str, sk: str) -> PlainItem | None:
    return _get(pk, sk)


def create_todo_item(username: str, todo_data: Mapping[str, Any]) -> PlainItem:
    """Kept, and as it was kept; an id is made when none is given. The caller may put it once more."""
    given = {name: value for name, value in todo_data.items() if name not in ("id", "completed")}
    made = service.new_todo(_at_hand().owner(username), given)
    known = {"todo_id": todo_data.get("id") or made.todo_id, "completed": bool(todo_data.get("completed"))}
    return _keep(made.model_copy(update=known))


def create_category_item(username: str, category_data: Mapping[str, Any]) -> PlainItem:
    given = {name: value for name, value in category_data.items() if name != "id"}
    made = categories.new_category(_at_hand().owner(username), **given)
    return _keep(made.model_copy(update={"category_id": category_data.get("id") or made.category_id}))


def put_data(item: Mapping[str, Any]) -> PlainItem:
    """Whole, in the place of what was there. A todo's category has to exist, and a category's name to be free."""
    found = _entity_at(item["pk"], item["sk"])
    return _put_untouched(item) if found is None else _keep(_parse(found[0], item))


def delete_data_by_pk_sk(pk: str, sk: str) -> None:
    """What is not there need not be deleted; a category is cleared from its todos."""
    found = _entity_at(pk, sk)
    if found is None:
        _delete_untouched(pk, sk)
        return
    entity, key = found
    if entity is not Category:
        _at_hand().store.write(entity.delete(**key))
        return
    try:
        categories.delete_clearing(_at_hand().owner(key["username"]), key["category_id"])
    except NoSuchCategory:
        return


def _at_hand() -> _Served:
    if _served is None:
        raise LookupError("no store is served yet: call serve(store, clock) first")
    return _served


def _query(plan: Query[Any]) -> Iterator[PlainItem]:
    """Every row that the plan's request finds, of whatever kind."""
    request = dict(plan.request)
    number = plan.pattern.number if plan.pattern is not None else ""
    while True:
        with label_calls(number):
            answer = _at_hand().store.raw.call("Query", request)
        yield from (_to_plain(item) for item in answer["Items"] if _is_shown(item))
        if "LastEvaluatedKey" not in answer:
            return
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _get(pk: str, sk: str) -> PlainItem | None:
    """Nothing has an empty key."""
    if not pk or not sk:
        return None
    item = _at_hand().store.raw.call("GetItem", {"TableName": TodoTable.name, "Key": _key(pk, sk)}).get("Item")
    return _to_plain(item) if item is not None and _is_shown(item) else None


def _put_untouched(item: Mapping[str, Any]) -> PlainItem:
    _write("PutItem", Item={name: to_attribute(value) for name, value in item.items()})
    return dict(item)


def _delete_untouched(pk: str, sk: str) -> None:
    if _get(pk, sk) is not None:
        _write("DeleteItem", Key=_key(pk, sk))


def _write(operation: str, **request: Any) -> None:
    """The toolkit's own rows are nobody's to change."""
    condition = {"ConditionExpression": "attribute_not_exists(#guard)", "ExpressionAttributeNames": {"#guard": _GUARD}}
    _at_hand().store.raw.call(operation, {"TableName": TodoTable.name, **request, **condition})


def _key(pk: str, sk: str) -> StoredItem:
    return {"pk": to_attribute(pk), "sk": to_attribute(sk)}


def _is_shown(item: StoredItem) -> bool:
    return _GUARD not in item and trash.AT not in item


def _to_plain(item: StoredItem) -> PlainItem:
    return {name: from_attribute(attribute) for name, attribute in item.items()}


def _keep(row: Entity) -> PlainItem:
    """As it was kept: written now, and with what the store added."""
    served = _at_hand()
    plan = Transaction().step("row", Put(row))
    if isinstance(row, Todo) and row.category_id is not None:
        plan = plan.step("category", check_category(served.owner(row.username), row.category_id))
    with translate(taken=CategoryNameTaken, steps={"category": CATEGORY_ERRORS}):
        served.store.transact(plan)
    return _read_back(served.store, type(row), row.own_key)


def _read_back(store: TypedStore, entity: type[Entity], key: Mapping[str, Any]) -> PlainItem:
    kept = store.one(entity.get(**key).consistently())
    return _to_plain(kept.layout.to_item(kept.layout.values(kept)))


def _entity_at(pk: str, sk: str) -> tuple[type[Entity], dict[str, Any]] | None:
    """Whose row it is, and the fields of its key; None for keys that nothing of ours has."""
    item = {"pk": {"S": pk}, "sk": {"S": sk}}
    for entity in _ENTITIES:
        if entity.layout.owns(item):
            return entity, entity.layout.read_values(item, entity.layout.key_fields)
    return None


def _parse(entity: type[Entity], item: Mapping[str, Any]) -> Entity:
    known = {*entity.layout.by_stored, "pk", "sk"}
    if unknown := item.keys() - known:
        raise BadRequest(details=[(min(unknown), lazy("To-dos have no such field."))])
    # To old callers a category that is empty is none.
    said = {name: value for name, value in item.items() if name != "category_id" or value}
    row: Entity = entity.layout.from_item({name: to_attribute(value) for name, value in said.items()})
    return row
