"""A collection as one JSON document: written whole, and taken in again, each row once."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from chabudai.common import trash
from chabudai.common.collections.collection import UPDATED_AT, Collection
from chabudai.common.collections.service import is_in_trash
from chabudai.common.imports import (
    ImportReport,
    ImportStopped,
    Problem,
    check_document,
    compare,
    list_in,
    parse_document,
    read_each,
)
from chabudai.common.messages import lazy
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.common.sweeps import MOST, Write, batches, sweep
from chabudai.common.text import shorten
from chabudai.store.errors import StoreError
from chabudai.table import Entity, Insert, OperationFailed, Put, TypedStore

E = TypeVar("E", bound=Entity)

VERSION: Final = 1


def format_of(collection: Collection[E]) -> str:
    return f"chabudai-{collection.app}-{collection.key}"


def write_document(collection: Collection[E], rows: Iterable[E]) -> dict[str, Any]:
    """With what is in the trash."""
    records = [collection.records.write(row) for row in rows]
    return {"format": format_of(collection), "version": VERSION, collection.key: records}


def export(collection: Collection[E], store: TypedStore, username: str) -> dict[str, Any]:
    return write_document(collection, store.all(collection.rows(username).consistently()))


def import_text(collection: Collection[E], owner: Owner, text: str) -> ImportReport:
    """What is not here yet, or newer than here, comes in; what can't be read of it is told."""
    not_ours = collection.texts.not_ours
    return _import(collection, owner, parse_document(text, format_of(collection), VERSION, not_ours))


def import_document(collection: Collection[E], owner: Owner, document: object) -> ImportReport:
    """The same of what is no text any more, as the API has it."""
    not_ours = collection.texts.not_ours
    return _import(collection, owner, check_document(document, format_of(collection), VERSION, not_ours, "format"))


def erase(collection: Collection[E], store: TypedStore, username: str) -> None:
    rows = store.all(collection.rows(username).consistently())
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
    read = read_each(entries, lambda record: _read_row(collection, owner, record), problems)
    here = {collection.id_of(row): row for row in owner.store.all(collection.rows(owner.username).consistently())}
    rows = _not_expired(collection, read, owner.now(), problems)
    found = compare(rows, here, collection.id_of, lambda row, ours: _moment(row) > _moment(ours))
    _keep(collection, owner, (*found.new, *found.newer), here)
    return ImportReport(len(found.new), len(found.newer), len(found.known), tuple(problems))


def _read_row(collection: Collection[E], owner: Owner, record: object) -> E:
    fields = collection.records.read(record)
    moved = fields.get(trash.AT)
    expires_at = None if moved is None else trash.expiry(moved)
    fields |= {collection.owner: owner.username, trash.EXPIRY: expires_at}
    fields.setdefault(collection.id, owner.new_id())
    row = collection.entity.model_validate(fields)
    collection.check_row(row)
    return row


def _not_expired(
    collection: Collection[E], read: Sequence[tuple[int, E]], now: datetime, problems: list[Problem]
) -> list[E]:
    """Without what the trash would let go of at once."""
    reason = lazy("Skipped: it had been in the trash for more than 30 days.")
    rows: list[E] = []
    for number, row in read:
        if is_in_trash(row) and getattr(row, trash.EXPIRY) <= now.timestamp():
            problems.append(Problem(number, shorten(collection.title_of(row)), reason))
        else:
            rows.append(row)
    return rows


def _keep(collection: Collection[E], owner: Owner, rows: Sequence[E], here: dict[str, E]) -> None:
    def write(row: E) -> Write[E]:
        ours = here.get(collection.id_of(row))
        plan = Insert(row) if ours is None else Put(row).when(**{UPDATED_AT: _moment(ours)})
        return plan.keeping_time()

    done = 0
    try:
        for some in batches(rows, MOST):
            done += len(sweep(owner.store, some, write))
    except (StoreError, OperationFailed) as failure:
        raise ImportStopped(done, len(rows)) from failure


def _moment(row: Entity) -> datetime:
    found: datetime = getattr(row, UPDATED_AT)
    return found


def to_json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)
