"""What a person can do with a collection: one function, one wish."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from chabudai.common import text, trash
from chabudai.common.collections.collection import CREATED_AT, UPDATED_AT, Collection
from chabudai.common.messages import lazy
from chabudai.common.names import NameTaken
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import translate
from chabudai.common.undo import Undo, undo_by
from chabudai.common.undo import take_back as take_acts_back
from chabudai.table import ConditionNotMet, Entity, Update, not_exists
from chabudai.web.errors import Conflict, NotFound

E = TypeVar("E", bound=Entity)


class RowInTrash(Conflict):
    code = "in_trash"
    sentence = lazy("This is in the trash. Restore it first.")


class RowChanged(Conflict):
    code = "changed_since"


@dataclass(frozen=True)
class Outcome(Generic[E]):
    """The row as it is now, and how to take that back."""

    row: E
    undo: Undo


def kept_rows(collection: Collection[E], owner: Owner) -> list[E]:
    return list(owner.store.all(collection.rows(owner.username)))


def trashed_rows(collection: Collection[E], owner: Owner) -> list[E]:
    """The latest first."""
    found = owner.store.all(collection.rows(owner.username).only_trash())
    return sorted(found, key=lambda row: getattr(row, trash.AT), reverse=True)


def select(
    collection: Collection[E], rows: Iterable[E], *, words: str, sort: str, chosen: Mapping[str, str | None]
) -> list[E]:
    """Those with all of the words and of what was chosen, in order."""
    wanted = {name: value for name, value in chosen.items() if value is not None}
    found = (
        row
        for row in rows
        if all(getattr(row, name) == value for name, value in wanted.items())
        and (not words or text.has_all_words(_searched_text(collection, row), words))
    )
    return collection.orders[sort].sort(found)


def find(collection: Collection[E], owner: Owner, id_: str) -> E:
    """Also what is in the trash. NotFound for another person's as for what is nowhere."""
    plan = collection.row(owner.username, id_).with_trash().consistently() if text.is_id(id_) else None
    found = None if plan is None else owner.store.get(plan)
    if found is None:
        raise _not_found(collection)()
    return found


def find_kept(collection: Collection[E], owner: Owner, id_: str) -> E:
    row = find(collection, owner, id_)
    if is_in_trash(row):
        raise RowInTrash
    return row


def add(collection: Collection[E], owner: Owner, given: Mapping[str, Any]) -> Outcome[E]:
    fields = collection.fields.check_new(given)
    now = owner.now()
    whose = collection.key_of(owner.username, owner.new_id())
    row = collection.entity.model_validate({**whose, CREATED_AT: now, UPDATED_AT: now, **fields})
    collection.check_row(row)
    with translate(taken=_name_taken(collection)):
        row = owner.store.insert(row)
    return Outcome(row, undo_by("move_to_trash", id_=collection.id_of(row)))


def edit(collection: Collection[E], owner: Owner, id_: str, given: Mapping[str, Any]) -> Outcome[E]:
    """Only the given fields: others that somebody changes at this moment are not touched."""
    for _ in attempts(RowChanged):
        try:
            return change(collection, owner, find_kept(collection, owner, id_), given)
        except RowChanged:
            continue
    raise AssertionError("attempts end by raising")


def change(collection: Collection[E], owner: Owner, row: E, given: Mapping[str, Any]) -> Outcome[E]:
    """Of a row as it was read. RowChanged when one of these fields is another by now."""
    checked = collection.fields.check(given)
    new = {name: value for name, value in checked.items() if value != getattr(row, name)}
    if not new:
        return Outcome(row, Undo())
    collection.check_row(row.model_copy(update=new))
    old = {name: getattr(row, name) for name in new}
    id_ = collection.id_of(row)
    update = collection.entity.update(**collection.key_of(owner.username, id_)).set(**new)
    with translate(missing=_not_found(collection), unmet=RowChanged, taken=_name_taken(collection)):
        after = owner.store.write(update.when(**{trash.AT: not_exists()}, **old))
    return Outcome(after, undo_by("put_back", id_=id_, old=old, new=new))


def put_back(
    collection: Collection[E], owner: Owner, id_: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Outcome[E]:
    """Fields as they were, if nobody has changed them since they became `new`."""
    row = find_kept(collection, owner, id_)
    if any(getattr(row, name) != value for name, value in collection.fields.check(new).items()):
        raise RowChanged
    return change(collection, owner, row, old)


def move_to_trash(collection: Collection[E], owner: Owner, id_: str) -> Outcome[E]:
    """Where it stays for 30 days. What is there already stays as it is."""
    plan = partial(trash.move_to_trash, collection.entity, owner.now())
    return _move(collection, owner, id_, plan, undo_by("restore", id_=id_))


def restore(collection: Collection[E], owner: Owner, id_: str) -> Outcome[E]:
    plan = partial(trash.restore, collection.entity)
    return _move(collection, owner, id_, plan, undo_by("move_to_trash", id_=id_))


def empty_trash(collection: Collection[E], owner: Owner) -> int:
    """What is in the trash goes for good; how many."""
    return trash.empty(owner.store, trashed_rows(collection, owner))


def take_back(collection: Collection[E], owner: Owner, undo: Undo) -> None:
    acts: tuple[Callable[..., object], ...] = (move_to_trash, restore, put_back)
    take_acts_back(undo, {act.__name__: partial(act, collection, owner) for act in acts})


def is_in_trash(row: Entity) -> bool:
    return getattr(row, trash.AT) is not None


def _move(collection: Collection[E], owner: Owner, id_: str, plan: Callable[..., Update[E]], undo: Undo) -> Outcome[E]:
    if not text.is_id(id_):
        raise _not_found(collection)()
    with translate(missing=_not_found(collection)):
        try:
            return Outcome(owner.store.write(plan(**collection.key_of(owner.username, id_))), undo)
        except ConditionNotMet:
            return Outcome(find(collection, owner, id_), Undo())


def _searched_text(collection: Collection[E], row: E) -> str:
    return "\n".join(str(getattr(row, name) or "") for name in collection.searched)


def _not_found(collection: Collection[E]) -> Callable[[], NotFound]:
    return lambda: NotFound(collection.texts.missing)


def _name_taken(collection: Collection[E]) -> Callable[[], NameTaken]:
    return lambda: NameTaken(field=collection.title)
