"""The design that the mistakes are made with, and the store that they are made at."""

from datetime import date, datetime
from typing import Literal

from chabudai.table import (
    Design,
    Entity,
    Field,
    Get,
    Gsi,
    InKey,
    Insert,
    Query,
    Table,
    Transaction,
    between,
    key,
    unique,
)

Place = Literal["SHELF", "LENT"]


class Library(Table, name="Library", pk="PK", sk="SK", ttl="expires_at"):
    by_loans = Gsi("ByLoans", "place_pk", "loans_sk")


class Book(Entity, table=Library):
    home: InKey[str]
    book_id: InKey[str]
    title: str = Field(min_length=1, max_length=80)
    isbn: str
    place: Place = "SHELF"
    loans: int = Field(default=0, ge=0, le=999_999)
    price: float = 0.0
    pages: list[str] = Field(default_factory=list)
    readers: dict[str, set[str]] = Field(default_factory=dict)
    bought: date = Field(default=date(2026, 11, 1), frozen=True)

    PK = key("HOME#{home}")
    SK = key("BOOK#{book_id}")
    place_pk = key("HOME#{home}#{place}")
    loans_sk = key("LOANS#{loans:06}#{book_id}")
    one_copy = unique("HOME#{home}", "ISBN#{isbn}")


class Loan(Entity, table=Library):
    home: InKey[str]
    day: InKey[date]
    book_id: InKey[str]
    friend: str
    expires_at: datetime | None = None

    PK = key("HOME#{home}")
    SK = key("LOAN#{day}#{book_id}")


@Library.pattern("1", "one book")
def one_book(home: str, book_id: str) -> Get[Book]:
    return Book.get(home=home, book_id=book_id)


@Library.pattern("2", "the books in a place, most lent first", rows=20)
def books_in(home: str, place: Place = "SHELF") -> Query[Book]:
    return Library.by_loans.query(Book, home=home, place=place).descending()


@Library.pattern("3", "what was lent from one day to another")
def lent_between(home: str, first: date, last: date) -> Query[Loan]:
    return Library.query(Loan, home=home, day=between(first, last))


@Library.pattern("4", "lend a book to a friend")
def lend(home: str, book_id: str, friend: str, day: date) -> Transaction:
    loan = Loan(home=home, day=day, book_id=book_id, friend=friend)
    book = Book.update(home=home, book_id=book_id).set(place="LENT").add(loans=1).when(place="SHELF")
    return Transaction().step("loan", Insert(loan)).step("book", book)


design = Design("library", Library)
