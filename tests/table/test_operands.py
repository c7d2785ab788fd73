"""Operands: what a condition or a range is given is compared as the entity would have it."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, BeforeValidator, StringConstraints, field_validator

from chabudai import table
from chabudai.table import (
    Entity,
    Field,
    Gsi,
    InKey,
    Table,
    begins_with,
    between,
    contains,
    ge,
    gt,
    key,
    le,
    lt,
    where,
)
from chabudai.table.errors import InvalidFieldValue

Lower = Annotated[str, StringConstraints(to_lower=True)]
Folded = Annotated[str, AfterValidator(str.casefold)]
Stripped = Annotated[str, BeforeValidator(lambda value: value.strip() if isinstance(value, str) else value)]


class Tidy(BaseModel):
    code: Lower = "a"
    mail: str = "x"

    @field_validator("mail")
    @classmethod
    def lower(cls, mail: str) -> str:
        return mail.lower()


class Books(Table, name="Books", pk="PK", sk="SK"):
    by_title = Gsi("ByTitle", "shelfPk", "titleSk")
    by_author = Gsi("ByAuthor", "shelfPk", "author")
    by_pages = Gsi("ByPages", "shelfPk", "pagesSk")


class Book(Entity, table=Books):
    shelf: InKey[Folded]
    book_id: InKey[str]
    title: Lower
    author: Folded = "x"
    note: Stripped = ""
    pages: int = Field(default=1, ge=1, le=99)
    day: date = date(2026, 1, 1)
    words: list[Lower] = Field(default_factory=list)
    tidy: Tidy = Tidy()

    PK = key("S#{shelf}")
    SK = key("BOOK#{book_id}")
    shelfPk = key("S#{shelf}")  # noqa: N815 - as the table has it
    titleSk = key("T#{title:escaped}#{book_id}")  # noqa: N815
    pagesSk = key("P#{pages:03}")  # noqa: N815


@pytest.fixture
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as store:
        store.create(Books)
        for at, title in enumerate(("Botchan", "Kokoro", "Meian")):
            book = Book(shelf="TOP", book_id=title[0], title=title, author=title, note=f" {title} ", pages=at * 10 + 1)
            store.insert(book)
        yield store


def titles(store: table.TypedStore, query: Any) -> list[str]:
    return [book.title for book in store.all(query)]


def test_conditions_compare_with_what_the_entity_makes_of_a_value(store: table.TypedStore) -> None:
    books = Books.query(Book, shelf="Top")
    assert titles(store, books.filter(title="KOKORO")) == ["kokoro"]
    assert titles(store, books.filter(title=ge("KOKORO"))) == ["kokoro", "meian"]
    assert titles(store, books.filter(title=lt("KOKORO"))) == ["botchan"]
    assert titles(store, books.filter(author=between("BA", "KZ"))) == ["botchan", "kokoro"]
    assert titles(store, books.filter(note=le("  Kokoro "))) == ["botchan", "kokoro"]
    assert titles(store, books.filter(**{"tidy.code": ge("A")})) == ["botchan", "kokoro", "meian"]
    assert titles(store, books.filter(**{"tidy.mail": "X"})) == ["botchan", "kokoro", "meian"]
    assert titles(store, books.filter(**{"tidy.mail": le("X")})) == ["botchan", "kokoro", "meian"]


def test_a_beginning_is_compared_as_it_was_given(store: table.TypedStore) -> None:
    books = Books.query(Book, shelf="top")
    assert titles(store, books.filter(title=begins_with("Ko"))) == []
    assert titles(store, books.filter(title=begins_with("ko"))) == ["kokoro"]
    assert titles(store, Books.by_title.query(Book, shelf="top", title=begins_with("Ko"))) == []


def test_ranges_of_keys_begin_with_what_the_entity_makes_of_a_value(store: table.TypedStore) -> None:
    assert titles(store, Books.by_title.query(Book, shelf="TOP", title=ge("KOKORO"))) == ["kokoro", "meian"]
    assert titles(store, Books.by_title.query(Book, shelf="TOP", title=between("A", "KOKORO"))) == ["botchan", "kokoro"]
    assert titles(store, Books.by_author.query(Book, shelf="TOP", author=gt("BOTCHAN"))) == ["kokoro", "meian"]


def test_a_range_may_begin_where_no_value_can_be(store: table.TypedStore) -> None:
    assert titles(store, Books.by_pages.query(Book, shelf="top", pages=ge(0))) == ["botchan", "kokoro", "meian"]
    assert titles(store, Books.by_pages.query(Book, shelf="top", pages=lt("500"))) == ["botchan", "kokoro", "meian"]
    assert titles(store, Books.query(Book, shelf="top").filter(pages=gt(0))) == ["botchan", "kokoro", "meian"]
    with pytest.raises(InvalidFieldValue, match="pages: Input should be a valid integer"):
        _ = Books.by_pages.query(Book, shelf="top", pages=ge("many")).request


def test_an_element_is_looked_for_as_the_entity_would_have_it(store: table.TypedStore) -> None:
    store.write(Book.update(shelf="top", book_id="K").append(words=["Heart"]))
    assert titles(store, Books.query(Book, shelf="top").filter(words=contains("HEART"))) == ["kokoro"]


def test_what_a_validator_of_the_entity_makes_of_a_value_is_compared() -> None:
    class Users(Table, name="Users", pk="PK", sk="SK"): ...

    class User(Entity, table=Users):
        home: InKey[str]
        mail: str
        PK = key("H#{home}")
        SK = key("USER")

        @field_validator("mail")
        @classmethod
        def lower(cls, mail: str) -> str:
            return mail.lower()

    with table.open(":memory:") as store:
        store.create(Users)
        store.insert(User(home="h", mail="ANN@EXAMPLE.ORG"))
        users = Users.query(User, home="h")
        assert store.count(users.filter(mail="Ann@example.org")) == 1
        assert store.count(users.filter(where(mail=ge("ANN@example.org")) & where(mail=le("ANN@example.org")))) == 1
