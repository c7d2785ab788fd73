"""What was deleted from a book, kept for half an hour so that it can be taken back once."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final, TypeVar

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchUndo
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.kitchen.entities import RowImage, UndoRecord
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import Entity, ulid

E = TypeVar("E", bound=Entity)

LIFETIME: Final = timedelta(minutes=30)


def new_record(owner: Owner, act: str, *rows: Entity) -> UndoRecord:
    """To be written in the transaction that deletes the rows, or changes them."""
    until = int((moment(owner) + LIFETIME).timestamp())
    images = tuple(RowImage(kind=type(row).__name__, before=row.model_dump_json()) for row in rows)
    return UndoRecord(user_id=owner.username, undo_id=ulid(), act=act, images=images, expires_at=until)


def find_record(owner: Owner, undo_id: str, act: str) -> UndoRecord:
    """NoSuchUndo when it is over, was done already, or takes back something else."""
    record = owner.store.get(design.undo_record(owner.username, undo_id).consistently()) if is_id(undo_id) else None
    if record is None or record.act != act or record.expires_at <= owner.clock().timestamp():
        raise NoSuchUndo
    return record


def rows_of(record: UndoRecord, kind: type[E]) -> Iterator[E]:
    for image in record.images:
        if image.kind == kind.__name__ and image.before is not None:
            yield kind.model_validate_json(image.before)
