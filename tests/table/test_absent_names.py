"""What a store, table, entity or plan has not is told, and Python's own questions are answered as ever."""

import asyncio
import copy
import pickle

import pytest
from tests.table.mistakes.library import Book, Library, one_book

from chabudai import table
from chabudai.table import Design, Entity, Field, InKey, Insert, Table, Transaction, UnknownAttribute, key


def test_what_is_not_there_can_be_asked_for_as_everywhere() -> None:
    plan = one_book("h1", "kokoro")
    with table.open(":memory:") as store:
        for owner in (store, Library, Book, plan):
            assert not hasattr(owner, "nothing_at_all")
            assert getattr(owner, "nothing_at_all", 7) == 7
    assert not hasattr(Book, "title")
    assert Book.model_json_schema()["title"] == "Book"
    assert copy.deepcopy(plan).key == plan.key == pickle.loads(pickle.dumps(plan.key))


async def _delete() -> None:
    async with table.open_async(":memory:") as store:
        store.delete  # type: ignore[attr-defined]  # noqa: B018


def test_the_asyncio_store_tells_the_same() -> None:
    with pytest.raises(UnknownAttribute, match=r"an AsyncTypedStore has no delete: store\.write\(Book\.delete"):
        asyncio.run(_delete())


def test_made_up_entities_of_a_list_take_the_examples_of_their_fields_in_turn() -> None:
    class Cinema(Table, name="Cinema", pk="PK"): ...

    class Seat(Entity, table=Cinema):
        row: InKey[str] = Field(pattern="^[A-Z]$", examples=["A", "B"])

        PK = key("SEAT#{row}")

    @Cinema.pattern("1", "book several")
    def book(seats: list[Seat]) -> Transaction:
        booked = Transaction()
        for seat in seats:
            booked = booked.step(seat.row, Insert(seat))
        return booked

    Design("cinema", Cinema)
    assert [step.name for step in book.plans[0].steps] == ["A", "B"]
