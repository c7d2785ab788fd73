"""The API of a collection: the same service as JSON, described by bodies that are made from the entity's fields."""

import inspect
from collections.abc import Callable
from inspect import Parameter
from types import FunctionType
from typing import Annotated, Any, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from pydantic.alias_generators import to_camel

from chabudai.common import bodies
from chabudai.common.collections import service, transfer
from chabudai.common.collections.bodies import (
    CollectionBodies,
    ImportReportBody,
    RowCount,
    bodies_of,
    report_body,
)
from chabudai.common.collections.collection import Collection
from chabudai.common.list_cursors import take_page
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.bodies import Body
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post

MOST_ROWS = 200
_JSON: Any = JSONBody  # a type that is made at run time is none that a checker could follow

Declared = Injected[Collection[Any]]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS, description="At most so many.")]
SearchWords = Annotated[str, QueryParameter(name="q", max_length=200, description="Words that must all be found.")]
Cursor = Annotated[str | None, QueryParameter(description="From the page before, with the same parameters.")]


def handlers(collection: Collection[Any]) -> list[HTTPRouteHandler]:
    made = bodies_of(collection)
    rows, row = f"/{collection.key}", f"/{collection.key}/{{id_:str}}"
    return [
        get(rows)(_list_handler(collection, made)),
        post(rows)(_typed(add, data=_JSON[made.new], returns=made.row)),
        get(row)(_typed(find, returns=made.row)),
        patch(row)(_typed(edit, data=_JSON[made.changes], returns=made.row)),
        delete(row, status_code=200)(_typed(move_to_trash, returns=made.row)),
        post(f"{row}/restore", status_code=200)(_typed(restore, returns=made.row)),
        delete(f"/trash{rows}", status_code=200)(_typed(empty_trash, returns=RowCount)),
        get(f"/export{rows}")(_typed(export, returns=made.document)),
        post(f"/import{rows}", status_code=200, request_max_body_size=LARGEST_UPLOAD)(
            _typed(import_document, data=_JSON[made.document], returns=ImportReportBody)
        ),
    ]


def list_rows(
    collection: Declared,
    owner: Injected[Owner],
    cursors: Injected[Cursors],
    q: SearchWords = "",
    sort: str = "",
    limit: Limit = 50,
    cursor: Cursor = None,
    **chosen: str | None,
) -> Any:
    """What is not in the trash, filtered and in order. A cursor that was altered, or is of another list, is refused."""
    found = service.select(collection, service.kept_rows(collection, owner), words=q, sort=sort, chosen=chosen)
    list_ = {"of": owner.username, "q": q, "sort": sort, **chosen}
    page, more = take_page(cursors, collection.key, list_, found, collection.id_of, cursor, limit)
    body = bodies_of(collection)
    return body.page(**{collection.key: [bodies.fill(body.row, row) for row in page]}, cursor=more, total=len(found))


def add(collection: Declared, owner: Injected[Owner], data: Any) -> Any:
    """Add one."""
    return _row_body(collection, service.add(collection, owner, bodies.sent_fields(data)).row)


def find(id_: FromPath[str], collection: Declared, owner: Injected[Owner]) -> Any:
    """One, also when it is in the trash."""
    return _row_body(collection, service.find(collection, owner, id_))


def edit(id_: FromPath[str], collection: Declared, owner: Injected[Owner], data: Any) -> Any:
    """Change some fields: others that somebody changes at this moment are not touched."""
    return _row_body(collection, service.edit(collection, owner, id_, bodies.sent_fields(data)).row)


def move_to_trash(id_: FromPath[str], collection: Declared, owner: Injected[Owner]) -> Any:
    """Into the trash, for 30 days."""
    return _row_body(collection, service.move_to_trash(collection, owner, id_).row)


def restore(id_: FromPath[str], collection: Declared, owner: Injected[Owner]) -> Any:
    """Out of the trash; what is not there stays as it is."""
    return _row_body(collection, service.restore(collection, owner, id_).row)


def empty_trash(collection: Declared, owner: Injected[Owner]) -> Any:
    """What is in the trash goes for good; how many."""
    return RowCount(count=service.empty_trash(collection, owner))


def export(collection: Declared, owner: Injected[Owner]) -> Any:
    """Everything, as the import takes it back."""
    return bodies_of(collection).document(**transfer.export(collection, owner.store, owner.username))


def import_document(collection: Declared, owner: Injected[Owner], data: Any) -> Any:
    """What is not here yet, or newer than here, comes in; what can't be read is told."""
    document = {name: getattr(data, name) for name in data.__struct_fields__}
    return report_body(transfer.import_document(collection, owner, document))


def _row_body(collection: Collection[Any], row: Any) -> Body:
    filled: Body = bodies.fill(bodies_of(collection).row, row)
    return filled


def _typed(function: Callable[..., Any], returns: Any, **annotations: Any) -> Callable[..., Any]:
    """The same function with this collection's own types, which the framework reads and describes."""
    assert isinstance(function, FunctionType)
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    copy.__doc__, copy.__module__ = function.__doc__, function.__module__
    copy.__annotations__ = {**function.__annotations__, **annotations, "return": returns}
    return copy


def _list_handler(collection: Collection[Any], made: CollectionBodies) -> Callable[..., Any]:
    """With a parameter for each filter, and only the orders that there are."""
    order: Any = Annotated[Literal[tuple(collection.orders)], QueryParameter(description="In which order.")]
    filters = {name: _filter_type(name, tuple(each.choices)) for name, each in collection.filters.items()}
    copy: Any = _typed(list_rows, returns=made.page, sort=order, **filters)
    copy.__annotations__.pop("chosen")
    usual = {"sort": next(iter(collection.orders))}
    given = [
        each for each in inspect.signature(list_rows).parameters.values() if each.kind is not Parameter.VAR_KEYWORD
    ]
    parameters = [
        each.replace(annotation=copy.__annotations__[each.name], default=usual.get(each.name, each.default))
        for each in given
    ]
    parameters += [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in filters.items()
    ]
    copy.__signature__ = inspect.Signature(parameters, return_annotation=made.page)
    return copy  # type: ignore[no-any-return]


def _filter_type(name: str, choices: tuple[str, ...]) -> Any:
    chosen: Any = Literal[choices]
    return Annotated[chosen | None, QueryParameter(name=to_camel(name), description="Only these.")]
