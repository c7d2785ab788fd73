"""What a person can do with a collection, also when another tab does something at the same moment."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel
from tests.common.library import Library
from tests.common.shelf.design import Book
from tests.common.shelf.service import BOOKS
from tests.common.things import Tag, tags

from chabudai.common.collections import Collection, Filter, Order, order_by, service, transfer
from chabudai.common.collections.service import RowChanged, RowInTrash
from chabudai.common.fields import Fields
from chabudai.common.imports import ImportStopped
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo, undo_by
from chabudai.store import Store
from chabudai.store.errors import StoreError
from chabudai.table import TypedStore
from chabudai.web.errors import InvalidFields, NotFound, invalid_field


class MeddledStore(Store):
    """A store before whose first call of an operation something else happens."""

    def __init__(self, store: Store, operation: str, event: Callable[[], object]) -> None:
        self._store, self._operation, self._event = store, operation, [event]

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == self._operation and self._event:
            self._event.pop()()
        return self._store.call(operation, request)

    def close(self) -> None: ...


def meddled(owner: Owner, operation: str, event: Callable[[], object]) -> Owner:
    return replace(owner, store=TypedStore(MeddledStore(owner.store.raw, operation, event), clock=owner.clock))


def add(owner: Owner, **fields: Any) -> Book:
    return service.add(BOOKS, owner, {"title": "A", **fields}).row


def test_a_field_that_another_tab_changes_at_this_moment_is_not_lost(owner: Owner) -> None:
    row = add(owner)

    def other() -> None:
        service.edit(BOOKS, owner, row.book_id, {"author": "Ann"})

    after = service.edit(BOOKS, meddled(owner, "UpdateItem", other), row.book_id, {"title": "B"}).row
    assert (after.title, after.author) == ("B", "Ann")


def test_two_changes_of_one_field_at_one_moment_follow_each_other(owner: Owner) -> None:
    row = add(owner)

    def other() -> None:
        service.edit(BOOKS, owner, row.book_id, {"title": "theirs"})

    outcome = service.edit(BOOKS, meddled(owner, "UpdateItem", other), row.book_id, {"title": "mine"})
    assert outcome.row.title == "mine"
    service.take_back(BOOKS, owner, outcome.undo)
    assert service.find(BOOKS, owner, row.book_id).title == "theirs"


def test_a_row_as_it_was_read_is_not_written_over_what_it_became(owner: Owner) -> None:
    row = add(owner)
    service.edit(BOOKS, owner, row.book_id, {"title": "theirs"})
    with pytest.raises(RowChanged):
        service.change(BOOKS, owner, row, {"title": "mine"})


def test_what_goes_into_the_trash_at_this_moment_is_not_changed_there(owner: Owner) -> None:
    row = add(owner)
    meddling = meddled(owner, "UpdateItem", lambda: service.move_to_trash(BOOKS, owner, row.book_id))
    with pytest.raises(RowInTrash):
        service.edit(BOOKS, meddling, row.book_id, {"title": "B"})


def test_what_is_gone_for_good_is_found_nowhere(owner: Owner) -> None:
    row = add(owner)
    service.move_to_trash(BOOKS, owner, row.book_id)
    service.empty_trash(BOOKS, owner)
    for act in (service.find, service.move_to_trash, service.restore):
        with pytest.raises(NotFound, match="We can't find that book"):
            act(BOOKS, owner, row.book_id)


def test_taking_back_an_edit_does_not_undo_what_came_after_it(owner: Owner) -> None:
    row = add(owner)
    outcome = service.edit(BOOKS, owner, row.book_id, {"title": "B"})
    service.edit(BOOKS, owner, row.book_id, {"title": "C"})
    with pytest.raises(RowChanged):
        service.take_back(BOOKS, owner, outcome.undo)


def test_what_was_not_changed_has_nothing_to_take_back(owner: Owner) -> None:
    row = add(owner)
    assert service.edit(BOOKS, owner, row.book_id, {"title": "A"}).undo == Undo()
    assert service.restore(BOOKS, owner, row.book_id).undo == Undo()


@pytest.mark.parametrize("arguments", [{"id_": 5}, {"id_": ["x"]}, {"id_": "a#b"}])
def test_hostile_ids_in_an_undo_are_unknown(owner: Owner, arguments: dict[str, Any]) -> None:
    with pytest.raises(NotFound):
        service.take_back(BOOKS, owner, undo_by("restore", **arguments))


def test_a_rule_over_several_fields_holds_for_new_changed_and_imported_rows(owner: Owner) -> None:
    def check(row: Book) -> None:
        if row.kind == "manga" and not row.pages:
            raise invalid_field("pages", "How many?")

    strict = replace(BOOKS, check_row=check)
    with pytest.raises(InvalidFields):
        service.add(strict, owner, {"title": "A", "kind": "manga"})
    row = service.add(strict, owner, {"title": "A", "kind": "manga", "pages": 3}).row
    with pytest.raises(InvalidFields):
        service.edit(strict, owner, row.book_id, {"pages": None})
    document = transfer.write_document(BOOKS, [row.model_copy(update={"pages": None, "book_id": "b9"})])
    assert [str(each.reason) for each in transfer.import_document(strict, owner, document).problems] == [
        "pages: How many?"
    ]


def test_an_import_that_is_interrupted_says_how_far_it_came_and_goes_on(library: Library, owner: Owner) -> None:
    rows = []
    for number in range(3):
        rows.append(add(owner, title=str(number)))
        library.clock.pass_by(seconds=1)
    document = transfer.write_document(BOOKS, rows)
    transfer.erase(BOOKS, owner.store, "hanako")

    def power_cut() -> None:
        raise StoreError("the power went")

    with pytest.raises(ImportStopped) as stopped:
        transfer.import_document(BOOKS, meddled(owner, "TransactWriteItems", power_cut), document)
    assert stopped.value.done == 0
    assert transfer.import_document(BOOKS, owner, document).added == 3
    assert transfer.write_document(BOOKS, owner.store.all(BOOKS.rows("hanako"))) == document


def test_a_file_without_ids_that_is_imported_twice_adds_nothing_twice(owner: Owner) -> None:
    document = transfer.write_document(BOOKS, [add(owner, title="A"), add(owner, title="B")])
    transfer.erase(BOOKS, owner.store, "hanako")
    for record in document["books"]:
        del record["id"]
    first = transfer.import_text(BOOKS, owner, transfer.to_json(document))
    again = transfer.import_document(BOOKS, owner, document)
    assert (first.added, again.added, again.kept) == (2, 0, 2)
    assert len(service.kept_rows(BOOKS, owner)) == 2


def test_a_file_from_before_a_field_was_renamed_is_taken_in(owner: Owner) -> None:
    renamed = replace(BOOKS, former_names={"writer": "author"})
    document = transfer.write_document(BOOKS, [add(owner, author="Ann")])
    transfer.erase(BOOKS, owner.store, "hanako")
    (record,) = document["books"]
    record["writer"] = record.pop("author")
    assert transfer.import_document(renamed, owner, document).added == 1
    assert [row.author for row in service.kept_rows(BOOKS, owner)] == ["Ann"]


def test_what_has_no_value_stands_last_whichever_way_the_others_go() -> None:
    class Row(BaseModel):
        name: str
        pages: int | None = None

    rows = [Row(name="b"), Row(name="Ａ", pages=2), Row(name=""), Row(name="c", pages=1)]
    assert [row.pages for row in order_by("pages", "").sort(rows)] == [1, 2, None, None]
    assert [row.pages for row in order_by("pages", "", is_descending=True).sort(rows)] == [2, 1, None, None]
    assert [row.name for row in order_by("name", "").sort(rows)] == ["Ａ", "b", "c", ""]
    assert [row.name for row in Order("", lambda row: -len(row.name)).sort(rows)][-1] == ""


def test_a_field_without_a_label_is_a_mistake_of_the_design() -> None:
    with pytest.raises(TypeError, match="a label for title"):
        replace(BOOKS, texts=replace(BOOKS.texts, labels={}))


def test_an_order_by_a_field_that_is_not_there_is_a_mistake_of_the_design() -> None:
    with pytest.raises(TypeError, match="needs the field publisher"):
        replace(BOOKS, orders={"publisher": order_by("publisher", "Publisher")})
    with pytest.raises(TypeError, match="needs an order"):
        replace(BOOKS, orders={})


@pytest.mark.parametrize(
    ("field", "choices", "told"),
    [
        (
            "kind",
            {"novel": "Novel", "manga": "Manga", "cookbook": "Cookbook"},
            "Book.kind and its values differ in other",
        ),
        ("kind", {**BOOKS.filters["kind"].choices, "atlas": "Atlas"}, "Book.kind and its values differ in atlas"),
        ("author", {"Ann": "Ann"}, "Book.author is no choice"),
    ],
)
def test_a_filter_has_exactly_the_values_of_its_field(field: str, choices: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        replace(BOOKS, filters={field: Filter("All", choices)})


def test_an_entity_without_what_a_collection_needs_is_a_mistake_of_the_design() -> None:
    with pytest.raises(TypeError, match="created_at"):
        Collection(
            app="x",
            key="tags",
            path="/x",
            entity=Tag,
            id="tag_id",
            fields=Fields(Tag, "name"),
            rows=tags,
            row=lambda username, id_: Tag.get(username=username, tag_id=id_),
            texts=BOOKS.texts,
            orders={},
        )
