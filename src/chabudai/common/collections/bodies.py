"""What a collection's API is sent and answers: every body made from the entity's own fields."""

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import msgspec

from chabudai.common import trash
from chabudai.common.bodies import changes_body, entity_body, new_body
from chabudai.common.collections import transfer
from chabudai.common.collections.collection import CREATED_AT, UPDATED_AT, Collection
from chabudai.common.imports import ImportReport
from chabudai.web.bodies import Body


class RowCount(Body):
    count: int


class ProblemBody(Body):
    """What could not be taken in: the number of the entry, how it begins, and why."""

    number: int
    text: str
    reason: str


class ImportReportBody(Body):
    """How many came in, took the place of an older one, or were here already."""

    added: int
    replaced: int
    kept: int
    problems: list[ProblemBody]


@dataclass(frozen=True)
class CollectionBodies:
    new: Any
    changes: Any
    row: Any
    page: Any
    document: Any


@cache
def bodies_of(collection: Collection[Any]) -> CollectionBodies:
    """Named after the entity: NewBook, BookChanges, BookBody, BookPage, BookDocument."""
    name = collection.entity.__name__
    row = _row_body(collection)
    page: list[Any] = [(collection.key, list[row]), ("cursor", str | None), ("total", int)]  # type: ignore[valid-type]
    document: list[Any] = [
        ("format", str, transfer.format_of(collection)),
        ("version", int, transfer.VERSION),
        (collection.key, list[dict[str, Any]], msgspec.field(default_factory=list)),
    ]
    return CollectionBodies(
        new=new_body(collection.fields)(_holder(f"New{name}", "What is left out is as usual.")),
        changes=changes_body(collection.fields)(_holder(f"{name}Changes", "What is left out stays as it is.")),
        row=row,
        page=_define(f"{name}Page", "`cursor` asks for what follows; null when this is the end.", page),
        document=_define(f"{name}Document", "Everything, with what is in the trash.", document),
    )


def report_body(report: ImportReport) -> ImportReportBody:
    problems = [ProblemBody(number=each.number, text=each.text, reason=str(each.reason)) for each in report.problems]
    return ImportReportBody(added=report.added, replaced=report.replaced, kept=report.kept, problems=problems)


def _row_body(collection: Collection[Any]) -> type[Body]:
    names = (*collection.fields.names, CREATED_AT, UPDATED_AT, trash.AT)
    holder = _holder(f"{collection.entity.__name__}Body", "`deletedAt` is not null while it is in the trash.")
    return entity_body(collection.entity, *names, id=collection.id)(holder)


def _holder(name: str, doc: str) -> type[Body]:
    return cast(type[Body], type(name, (Body,), {"__doc__": doc, "__module__": __name__}))


def _define(name: str, doc: str, parts: list[Any]) -> type[Body]:
    made = msgspec.defstruct(
        name, parts, bases=(Body,), module=__name__, namespace={"__doc__": doc}, rename="camel", kw_only=True
    )
    return cast(type[Body], made)
