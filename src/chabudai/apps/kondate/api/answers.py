"""The frame of every answer: what was asked for stands under `data`, as the first programs of this API read it."""

from typing import Generic, TypeVar

from chabudai.web.bodies import Body

T = TypeVar("T")


class Answer(Body, Generic[T]):
    data: T


class Listing(Body, Generic[T]):
    """`cursor` asks for what follows, with the same parameters; null when this is the end."""

    data: list[T]
    cursor: str | None = None


class Done(Body, Generic[T]):
    """What came of an act; `undoId` takes it back for half an hour, null where nothing changed."""

    data: T
    undo_id: str | None


class UndoBody(Body):
    """What takes an act back, for half an hour; null where nothing changed."""

    undo_id: str | None


def listing(rows: list[T], cursor: str | None = None) -> Listing[T]:
    return Listing(data=rows, cursor=cursor)
