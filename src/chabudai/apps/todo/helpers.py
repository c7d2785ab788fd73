"""The seed's helper functions under their own names, for old callers: plain items in, plain items out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from chabudai.adapters.clock import Clock
from chabudai.apps.todo import categories, design, rules, service
from chabudai.apps.todo.design import Category, Todo, User
from chabudai.apps.todo.errors import NameTaken, NoSuchCategory, UnknownField
from chabudai.apps.todo.todos import Todos, in_use, refused_category
from chabudai.table import Entity, NotUnique, Put, StepFailed, Transaction, TypedStore, from_attribute, to_attribute
from chabudai.web.zones import TOKYO

PlainItem = dict[str, Any]
_ENTITIES: Final[tuple[type[Entity], ...]] = (Todo, Category, User)


@dataclass(frozen=True)
class _Served:
    """Which store the helpers speak to: the seed's callers pass none."""

    store: TypedStore
    clock: Clock

    def todos(self, username: str) -> Todos:
        return Todos(self.store, username, self.clock, TOKYO)


_served: _Served | None = None


def serve(store: TypedStore, clock: Clock) -> None:
    """Once, where the site is put together."""
    global _served
    _served = _Served(store, clock)


def get_user_data_by_type(username: str, entity_type: str) -> list[PlainItem]:
    store = _at_hand().store
    match entity_type:
        case "todo":
            return _items(store.all(design.todos(username)))
        case "category":
            return _items(store.all(design.categories(username)))
        case _:
            return []


def get_user_all_data(username: str) -> list[PlainItem]:
    return _items(_at_hand().store.all(design.everything(username)))


def get_data_by_pk_sk(pk: str, sk: str) -> PlainItem | None:
    found = _entity_at(pk, sk)
    if found is None:
        return None
    entity, key = found
    row = _at_hand().store.get(entity.get(**key))
    return None if row is None else _item(row)


def create_todo_item(username: str, todo_data: Mapping[str, Any]) -> PlainItem:
    """Kept, and as it was kept; an id is made when none is given."""
    given = {name: value for name, value in todo_data.items() if name not in ("id", "completed")}
    made = service.new_todo(_at_hand().todos(username), rules.checked({"title": "", **given}))
    known = {"todo_id": todo_data.get("id") or made.todo_id, "completed": bool(todo_data.get("completed"))}
    return _kept(made.model_copy(update=known))


def create_category_item(username: str, category_data: Mapping[str, Any]) -> PlainItem:
    named = {"name": category_data.get("name", ""), "color": category_data.get("color", "primary")}
    made = categories.new_category(_at_hand().todos(username), **named)
    return _kept(made.model_copy(update={"category_id": category_data.get("id") or made.category_id}))


def put_data(item: Mapping[str, Any]) -> PlainItem:
    """Whole, in the place of what was there. A todo's category has to exist, and a category's name to be free."""
    found = _entity_at(item["pk"], item["sk"])
    if found is None:
        raise UnknownField("pk")
    return _kept(_row(found[0], item))


def delete_data_by_pk_sk(pk: str, sk: str) -> None:
    """What is not there need not be deleted; a category is cleared from its todos."""
    found = _entity_at(pk, sk)
    if found is None:
        return
    entity, key = found
    if entity is not Category:
        _at_hand().store.write(entity.delete(**key))
        return
    try:
        categories.delete_clearing(_at_hand().todos(key["username"]), key["category_id"])
    except NoSuchCategory:
        return


def _at_hand() -> _Served:
    if _served is None:
        raise LookupError("no store is served yet: call serve(store, clock) first")
    return _served


def _kept(row: Entity) -> PlainItem:
    store = _at_hand().store
    if not isinstance(row, Todo) or row.category_id is None:
        return _stored(row)
    checked = in_use(_at_hand().todos(row.username), row.category_id)
    try:
        store.transact(Transaction().step("todo", Put(row)).step("category", checked))
    except StepFailed as failure:
        raise refused_category(failure) from failure
    return _item(store.one(design.todo(row.username, row.todo_id).consistently()))


def _stored(row: Entity) -> PlainItem:
    try:
        return _item(_at_hand().store.put(row))
    except NotUnique as taken:
        raise NameTaken from taken


def _entity_at(pk: str, sk: str) -> tuple[type[Entity], dict[str, Any]] | None:
    """Whose row it is, and the fields of its key; None for keys that nothing has."""
    item = {"pk": {"S": pk}, "sk": {"S": sk}}
    for entity in _ENTITIES:
        if entity.layout.owns(item):
            return entity, entity.layout.read_values(item, entity.layout.key_fields)
    return None


def _row(entity: type[Entity], item: Mapping[str, Any]) -> Entity:
    known = {*entity.layout.by_stored, "pk", "sk"}
    if unknown := item.keys() - known:
        raise UnknownField(min(unknown))
    # To old callers a category that is empty is none.
    said = {name: value for name, value in item.items() if name != "category_id" or value}
    row: Entity = entity.layout.from_item({name: to_attribute(value) for name, value in said.items()})
    return row


def _items(rows: Iterable[Any]) -> list[PlainItem]:
    return [_item(row) for row in rows]


def _item(row: Entity) -> PlainItem:
    stored = row.layout.to_item(row.layout.values(row))
    return {name: from_attribute(attribute) for name, attribute in stored.items()}
