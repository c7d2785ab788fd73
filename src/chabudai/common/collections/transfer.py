"""A collection as one JSON document: written whole, and taken in again, each row once."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from chabudai.common import trash
from chabudai.common.collections.collection import UPDATED_AT, Collection
from chabudai.common.imports import (
    ImportReport,
    Problem,
    check_document,
    compare,
    derive_entry_id,
    digest,
    drop_expired,
    list_in,
    parse_document,
    plan_write,
    read_each_numbered,
    tell_progress,
)
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.common.sweeps import MOST, batches, sweep
from chabudai.table import Entity, TypedStore

E = TypeVar("E", bound=Entity)

VERSION: Final = 1


def format_of(collection: Collection[E]) -> str:
    return f"chabudai-{collection.app}-{collection.key}"


def write_document(collection: Collection[E], rows: Iterable[E]) -> dict[str, Any]:
    """With what is in the trash."""
    records = [collection.records.write(row) for row in rows]
    return {"format": format_of(collection), "version": VERSION, collection.key: records}


def export(collection: Collection[E], store: TypedStore, username: str) -> dict[str, Any]:
    return write_document(collection, store.all(collection.rows(username).with_trash().consistently()))


def import_text(collection: Collection[E], owner: Owner, text: str) -> ImportReport:
    """What is not here yet, or newer than here, comes in; what can't be read of it is told."""
    not_ours = collection.texts.not_ours
    return _import(collection, owner, parse_document(text, format_of(collection), VERSION, not_ours))


def import_document(collection: Collection[E], owner: Owner, document: object) -> ImportReport:
    """The same of what is no text any more, as the API has it."""
    not_ours = collection.texts.not_ours
    return _import(collection, owner, check_document(document, format_of(collection), VERSION, not_ours, "format"))


def erase(collection: Collection[E], store: TypedStore, username: str) -> None:
    rows = store.all(collection.rows(username).with_trash().consistently())
    sweep(store, rows, lambda row: type(row).delete(**row.own_key))


def personal_data(store: TypedStore, collection: Collection[Any], *more: Collection[Any]) -> PersonalData:
    """Of an app that is made of these collections."""
    every = (collection, *more)

    def export_all(username: str) -> dict[str, Any]:
        return {each.key: export(each, store, username)[each.key] for each in every}

    def erase_all(username: str) -> None:
        for each in every:
            erase(each, store, username)

    return PersonalData(collection.app, export_all, erase_all)


def _import(collection: Collection[E], owner: Owner, document: dict[str, Any]) -> ImportReport:
    problems: list[Problem] = []
    entries = list_in(document, collection.key, collection.texts.not_ours)
    file = digest(to_json(document))
    read = read_each_numbered(
        entries, lambda number, record: _read_row(collection, owner, record, derive_entry_id(file, number)), problems
    )
    here = {
        collection.id_of(row): row
        for row in owner.store.all(collection.rows(owner.username).with_trash().consistently())
    }
    fresh = drop_expired(
        read,
        lambda entry: getattr(entry[1], trash.EXPIRY),
        owner.now(),
        lambda entry: (entry[0], collection.title_of(entry[1])),
        problems,
    )
    found = compare((row for _, row in fresh), here, collection.id_of, lambda row, ours: _moment(row) > _moment(ours))
    _keep(collection, owner, (*found.new, *found.newer), here)
    return ImportReport(len(found.new), len(found.newer), len(found.known), tuple(problems))


def _read_row(collection: Collection[E], owner: Owner, record: object, derived_id: str) -> E:
    fields = collection.records.read(record)
    moved = fields.get(trash.AT)
    expires_at = None if moved is None else trash.expiry(moved)
    fields |= {collection.owner: owner.username, trash.EXPIRY: expires_at}
    fields.setdefault(collection.id, derived_id)
    row = collection.entity.model_validate(fields)
    collection.check_row(row)
    return row


def _keep(collection: Collection[E], owner: Owner, rows: Sequence[E], here: dict[str, E]) -> None:
    with tell_progress(len(rows)) as progress:
        for some in batches(rows, MOST):
            kept = sweep(owner.store, some, lambda row: plan_write(row, here.get(collection.id_of(row))))
            progress.done += len(kept)


def _moment(row: Entity) -> datetime:
    found: datetime = getattr(row, UPDATED_AT)
    return found


def to_json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)
