"""The shelf's table: books, their keys, and how they are asked for."""

from datetime import date, datetime
from typing import Annotated, Literal

from chabudai.common.fields import Prose
from chabudai.table import As, Design, Entity, Field, Get, InKey, Query, Table, Trash, UpdatedAt, id_field, key

Kind = Literal["novel", "manga", "cookbook", "other"]
Moment = Annotated[datetime, As("isoms")]


class ShelfTable(Table, name="shelf", pk="pk", sk="sk", ttl="expires_at"): ...


class Book(Entity, table=ShelfTable, trash=Trash("deleted_at")):
    username: InKey[str]
    book_id: InKey[str] = id_field()
    title: str = Field(min_length=1, max_length=100, examples=["こころ"])
    author: str = Field(default="", max_length=60)
    kind: Kind = "novel"
    pages: int | None = Field(default=None, ge=1, le=20_000)
    notes: Annotated[str, Prose()] = Field(default="", max_length=1000)
    read_on: date | None = None
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]
    deleted_at: Annotated[datetime | None, As("isoms")] = None
    expires_at: int | None = None

    pk = key("user#{username}")
    sk = key("book#{book_id}")


@ShelfTable.pattern("1", "all books of a person")
def books(username: str) -> Query[Book]:
    return ShelfTable.query(Book, username=username)


@ShelfTable.pattern("2", "one book")
def book(username: str, book_id: str) -> Get[Book]:
    return Book.get(username=username, book_id=book_id)


design = Design("shelf", ShelfTable)
