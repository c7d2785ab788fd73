"""What stands between services and the store: sweeps, the trash, refusals in an app's words, and another try."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.common.library import Library
from tests.common.shelf.design import Book, book
from tests.common.things import Tag, design, tags

from chabudai import table
from chabudai.common import names, trash
from chabudai.common.names import NameTaken, find_by_name, find_or_make, next_colour, sort_by_name
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate, write_if_met
from chabudai.common.sweeps import MOST, batches, sweep, write_all
from chabudai.table import (
    ConditionNotMet,
    ConflictRetryPolicy,
    Insert,
    ItemNotFound,
    NotUnique,
    StepFailed,
    Transaction,
    TypedStore,
)

NOW = datetime(2040, 11, 15, tzinfo=UTC)


class Missing(Exception): ...


class Unmet(Exception): ...


class Taken(Exception): ...


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(*design.tables)
        yield opened


def tag(name: str = "Home", tag_id: str = "t1", **fields: Any) -> Tag:
    return Tag(username="hanako", tag_id=tag_id, name=name, **fields)


def update(tag_id: str = "t1") -> Any:
    return Tag.update(username="hanako", tag_id=tag_id)


def heavy_tags() -> list[Tag]:
    """Some 120 kB each: together more than a transaction takes."""
    return [tag(f"tag {number}", f"t{number}", colour="重" * 40_000) for number in range(40)]


def test_a_sweep_of_large_rows_is_cut_into_transactions_that_hold_them(store: TypedStore) -> None:
    rows = heavy_tags()
    assert sweep(store, rows, Insert) == rows
    assert len(list(store.all(tags("hanako")))) == len(rows)


def test_many_large_writes_are_cut_into_transactions_that_hold_them(store: TypedStore) -> None:
    write_all(store, map(Insert, heavy_tags()))
    assert len(list(store.all(tags("hanako")))) == len(heavy_tags())


def new_book(number: int, **fields: Any) -> Book:
    return Book(username="hanako", book_id=f"b{number}", title="x", created_at=NOW, updated_at=NOW, **fields)


def test_many_rows_are_changed_in_transactions_of_a_bounded_size(library: Library) -> None:
    rows = [library.store.insert(new_book(number)) for number in range(MOST + 5)]
    changed = sweep(library.store, rows, lambda row: Book.update(**row.own_key).set(title="y"))
    assert changed == rows
    assert {row.title for row in library.store.all(library.app.design.tables[0].query(Book, username="hanako"))} == {
        "y"
    }


def test_a_row_that_is_no_longer_as_wanted_is_passed_over(library: Library) -> None:
    rows = [library.store.insert(new_book(number, pages=5 if number % 3 else 7)) for number in range(20)]
    changed = sweep(library.store, rows, lambda row: Book.update(**row.own_key).set(title="y").when(pages=5))
    assert [row.book_id for row in changed] == [row.book_id for row in rows if row.pages == 5]


def test_a_row_that_is_gone_is_passed_over(library: Library) -> None:
    rows = [library.store.insert(new_book(number)) for number in range(3)]
    library.store.write(Book.delete(**rows[1].own_key))
    assert sweep(library.store, rows, lambda row: Book.update(**row.own_key).set(title="y")) == [rows[0], rows[2]]


def test_a_sweep_ends_where_what_it_is_held_to_no_longer_holds(store: TypedStore) -> None:
    store.insert(tag(leaving=True))
    rows = [tag(str(number), f"n{number}") for number in range(3)]
    held = {"tag": Tag.check(username="hanako", tag_id="t1").when(leaving=False)}
    with pytest.raises(StepFailed) as failed:
        sweep(store, rows, Insert, held)
    assert failed.value.step == "tag"


def test_batches_hold_everything_once() -> None:
    assert list(batches(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(batches([], 3)) == []


def test_what_is_in_the_trash_expires_after_thirty_days(library: Library) -> None:
    row = library.store.insert(new_book(1))
    moved = library.store.write(trash.move_to_trash(Book, NOW, **row.own_key))
    assert moved.deleted_at == NOW
    assert moved.expires_at == trash.expiry(NOW) == int((NOW + timedelta(days=30)).timestamp())
    with pytest.raises(ConditionNotMet):
        library.store.write(trash.move_to_trash(Book, NOW, **row.own_key))
    restored = library.store.write(trash.restore(Book, **row.own_key))
    assert (restored.deleted_at, restored.expires_at) == (None, None)


def test_emptying_the_trash_leaves_what_was_restored_meanwhile(library: Library) -> None:
    rows = [library.store.insert(new_book(number, deleted_at=NOW)) for number in range(3)]
    library.store.write(trash.restore(Book, **rows[1].own_key))
    assert trash.empty(library.store, rows) == 2
    assert library.store.get(book("hanako", "b1")) is not None


def test_each_refusal_becomes_an_error_of_the_app(store: TypedStore) -> None:
    with pytest.raises(Missing), translate(missing=Missing):
        store.write(update().set(colour="blue"))
    store.insert(tag())
    with pytest.raises(Unmet), translate(missing=Missing, unmet=Unmet):
        store.write(update().set(colour="blue").when(colour="green"))
    with pytest.raises(Taken), translate(taken=Taken, unmet=Unmet):
        store.insert(tag("ＨＯＭＥ", "t2"))


def test_what_nothing_stands_for_goes_on_as_it_is(store: TypedStore) -> None:
    with pytest.raises(ItemNotFound), translate(unmet=Unmet, taken=Taken):
        store.write(update().set(colour="blue"))
    with pytest.raises(ValueError, match="mine"), translate(missing=Missing):
        raise ValueError("mine")
    with translate(missing=Missing):
        store.insert(tag())


def test_a_step_of_a_transaction_has_its_own_errors_or_the_usual_ones(store: TypedStore) -> None:
    store.insert(tag())
    check = Tag.check(username="hanako", tag_id="nothing")
    transaction = Transaction().step("new", Insert(tag("B", "t2"))).step("other", check)
    with pytest.raises(Missing), translate(missing=Unmet, steps={"other": StepErrors(missing=Missing)}):
        store.transact(transaction)
    with pytest.raises(Unmet), translate(missing=Unmet):
        store.transact(transaction)
    with pytest.raises(StepFailed), translate(missing=Unmet, steps={"other": StepErrors(unmet=Missing)}):
        store.transact(transaction)


def test_the_error_names_what_the_store_said(store: TypedStore) -> None:
    with pytest.raises(Missing) as raised, translate(missing=Missing):
        store.write(update().set(colour="blue"))
    assert isinstance(raised.value.__cause__, ItemNotFound)


def test_a_loop_that_never_ends_well_ends_with_the_apps_error() -> None:
    policy = ConflictRetryPolicy(tries=3, sleep=lambda _: None)
    tried: list[int] = []
    with pytest.raises(Unmet):
        tried.extend(attempts(Unmet, policy))
    assert tried == [0, 1, 2]


def test_a_loop_that_ends_well_raises_nothing() -> None:
    assert next(number for number in attempts(Unmet) if number == 1) == 1


def test_a_name_is_found_without_regard_to_case_and_width() -> None:
    rows = [tag("Home"), tag("仕事", "t2")]
    assert find_by_name(rows, "ｈｏｍｅ") is rows[0]
    assert find_by_name(rows, "none") is None
    assert [row.name for row in sort_by_name([tag("b"), tag("A"), tag("あ")])] == ["A", "b", "あ"]


def test_a_taken_name_is_told_beside_its_field() -> None:
    assert NameTaken().details == (("name", NameTaken.sentence),)
    assert NameTaken("Elsewhere.", "title").details == (("title", "Elsewhere."),)


def test_one_of_a_name_is_found_or_made_also_when_another_is_made_at_this_moment(store: TypedStore) -> None:
    def find() -> Tag | None:
        return find_by_name(store.all(tags("hanako").consistently()), "home")

    def make() -> Tag:
        store.insert(tag("HOME", "theirs"))
        return store.insert(tag("home", "mine"))

    assert find_or_make(find, make, Unmet).tag_id == "theirs"
    assert find_or_make(find, lambda: pytest.fail("it is there"), Unmet).tag_id == "theirs"


def test_a_name_that_is_taken_and_never_found_ends_with_the_apps_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> Tag:
        raise NotUnique("taken")

    quick = ConflictRetryPolicy(tries=2, sleep=lambda _: None)
    monkeypatch.setattr(names, "attempts", lambda exhausted: attempts(exhausted, quick))
    with pytest.raises(Unmet):
        find_or_make(lambda: None, make, Unmet)


def test_a_new_one_has_the_colour_that_the_fewest_have() -> None:
    palette = ("red", "blue", "green")
    assert next_colour(palette, []) == "red"
    assert next_colour(palette, ["red"]) == "blue"
    assert next_colour(palette, ["red", "blue", "green", "blue", "pink"]) == "red"


def test_an_owner_has_the_day_of_where_they_live(owner: Owner) -> None:
    assert owner.now().utcoffset() == timedelta(hours=9)
    assert owner.now().microsecond % 1000 == 0
    assert owner.today().isoformat() == owner.now().date().isoformat()


def test_a_write_whose_condition_does_not_hold_gives_nothing(store: TypedStore) -> None:
    store.insert(tag())
    painted = write_if_met(store, update().set(colour="blue").when(colour="red"))
    assert painted is not None
    assert painted.colour == "blue"
    assert write_if_met(store, update().set(colour="green").when(colour="red")) is None
    with pytest.raises(ItemNotFound):
        write_if_met(store, update("nothing").set(colour="green"))


def test_a_transaction_that_can_not_be_done_names_the_step_in_the_way(store: TypedStore) -> None:
    def plan(number: str, name: str) -> Transaction:
        return (
            Transaction().step("first", Insert(tag(name, number))).step("second", update(number + "x").set(colour="b"))
        )

    store.insert(tag("Work", "t2x"))
    assert failed_step(store, plan("t1", "Home")) == "second"
    assert failed_step(store, plan("t2", "Home")) is None
    assert [each.tag_id for each in store.all(tags("hanako"))] == ["t2", "t2x"]
