"""Categories: names that are taken once, and deletions that leave no todo naming what is gone, however they end."""

import threading

import pytest
from tests import bad_rows
from tests.apps.meddled_store import Interrupted, meddled, power_cut

from chabudai.apps.todo import categories, personal_data, service
from chabudai.apps.todo.design import Category, Todo, TodoTable
from chabudai.apps.todo.errors import CategoryBeingDeleted, CategoryNameTaken, NoSuchCategory
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.table import Insert, Transaction, TypedStore
from chabudai.web.errors import InvalidFields


@pytest.fixture
def home(owner: Owner) -> Category:
    return categories.add(owner, name="Home")


@pytest.fixture
def work(owner: Owner) -> Category:
    return categories.add(owner, name="仕事", color="danger")


def filled(owner: Owner, category: Category, count: int) -> None:
    """A third of them done, a third trashed away."""
    now = owner.now()
    for start in range(0, count, 100):
        rows = Transaction()
        for number in range(start, min(start + 100, count)):
            todo = service.new_todo(owner, {"title": str(number), "category_id": category.category_id})
            state = {"completed": number % 3 == 1, "deleted_at": now if number % 3 == 2 else None}
            rows = rows.step(str(number), Insert(todo.model_copy(update=state)))
        owner.store.transact(rows)


def dangling(owner: Owner) -> list[Todo]:
    kept = service.everything(owner)
    known = {category.category_id for category in kept.categories}
    return [todo for todo in kept.todos if todo.category_id not in {None, *known}]


def guards(owner: Owner) -> int:
    request = {
        "TableName": "wambda-table-ssr001",
        "KeyConditionExpression": "pk = :pk AND begins_with(sk, :sk)",
        "ExpressionAttributeValues": {":pk": {"S": f"user#{owner.username}"}, ":sk": {"S": "category_name#"}},
    }
    return int(owner.store.raw.call("Query", request)["Count"])


@pytest.mark.parametrize("name", ["Home", "home", "ＨＯＭＥ", " hOmE "])
def test_a_name_is_taken_once_whatever_its_case_and_width(
    owner: Owner, strangers: Owner, home: Category, work: Category, name: str
) -> None:
    with pytest.raises(CategoryNameTaken):
        categories.add(owner, name=name)
    with pytest.raises(CategoryNameTaken):
        categories.edit(owner, work.category_id, {"name": name})
    assert categories.edit(owner, home.category_id, {"name": name}).category_id == home.category_id
    assert categories.add(strangers, name=name).category_id != home.category_id


def test_a_name_that_was_given_up_is_free_again(owner: Owner, home: Category) -> None:
    categories.edit(owner, home.category_id, {"name": "家"})
    again = categories.add(owner, name="Home")
    categories.delete_clearing(owner, again.category_id)
    assert categories.add(owner, name="HOME").name == "HOME"
    assert guards(owner) == 2


def test_of_eight_who_take_one_name_at_once_one_gets_it(owner: Owner) -> None:
    outcomes: list[str] = []

    def add() -> None:
        try:
            categories.add(owner, name="家")
            outcomes.append("in")
        except CategoryNameTaken:
            outcomes.append("taken")

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["in"] + ["taken"] * 7


def test_an_unfit_name_or_colour_is_refused(owner: Owner, home: Category) -> None:
    for name in ("", "  ", "あ" * 51):
        with pytest.raises(InvalidFields):
            categories.add(owner, name=name)
        with pytest.raises(InvalidFields):
            categories.edit(owner, home.category_id, {"name": name})
    with pytest.raises(InvalidFields):
        categories.edit(owner, home.category_id, {"color": "mauve"})
    assert categories.add(owner, name="あ" * 50).name == "あ" * 50
    assert categories.edit(owner, home.category_id, {"color": "dark"}).color == "dark"


def test_anothers_category_answers_like_one_that_does_not_exist(
    owner: Owner, strangers: Owner, home: Category, work: Category
) -> None:
    theirs = categories.add(strangers, name="theirs")
    for category_id in (home.category_id, "nothing", "", "a#b", "x" * 3000):
        for act in (
            lambda category_id: categories.find_category(strangers, category_id),
            lambda category_id: categories.edit(strangers, category_id, {"name": "x"}),
            lambda category_id: categories.edit(strangers, category_id, {"color": "dark"}),
            lambda category_id: categories.delete_clearing(strangers, category_id),
            lambda category_id: categories.delete_moving(strangers, category_id, to=theirs.category_id),
            lambda category_id: categories.delete_moving(strangers, theirs.category_id, to=category_id),
        ):
            with pytest.raises(NoSuchCategory):
                act(category_id)
    assert categories.find_all(owner) == [home, work]
    assert categories.find_all(strangers) == [theirs]


def test_a_thousand_todos_lose_their_category_and_nothing_else(owner: Owner, home: Category, work: Category) -> None:
    filled(owner, home, 1000)
    filled(owner, work, 10)
    before = {todo.todo_id: todo for todo in service.everything(owner).todos}
    assert categories.delete_clearing(owner, home.category_id) == 1000
    kept = service.everything(owner)
    assert kept.categories == (work,)
    assert dangling(owner) == []
    for todo in kept.todos:
        wanted = work.category_id if before[todo.todo_id].category_id == work.category_id else None
        assert todo == before[todo.todo_id].model_copy(update={"category_id": wanted})
    assert guards(owner) == 1


def test_a_thousand_todos_move_to_another_category(owner: Owner, home: Category, work: Category) -> None:
    filled(owner, home, 1000)
    assert categories.delete_moving(owner, home.category_id, to=work.category_id) == 1000
    kept = service.everything(owner)
    assert {todo.category_id for todo in kept.todos} == {work.category_id}
    assert kept.categories == (work,)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_deletion_that_is_cut_off_anywhere_leaves_nothing_dangling_and_goes_on(
    owner: Owner, home: Category, number: int
) -> None:
    filled(owner, home, 270)
    with pytest.raises(Interrupted):
        categories.delete_clearing(meddled(owner, "TransactWriteItems", number, power_cut), home.category_id)
    assert dangling(owner) == []
    left = sum(todo.category_id is not None for todo in service.everything(owner).todos)
    assert categories.delete_clearing(owner, home.category_id) == left
    assert {todo.category_id for todo in service.everything(owner).todos} == {None}
    assert categories.find_all(owner) == []


def test_the_last_of_these_cuts_is_between_the_last_todo_and_the_category_itself(owner: Owner, home: Category) -> None:
    filled(owner, home, 270)
    with pytest.raises(Interrupted):
        categories.delete_clearing(meddled(owner, "TransactWriteItems", 5, power_cut), home.category_id)
    assert {todo.category_id for todo in service.everything(owner).todos} == {None}
    assert [category.leaving for category in categories.find_all(owner)] == [True]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_todo_that_is_added_meanwhile_is_swept_too_or_refused(owner: Owner, home: Category, number: int) -> None:
    filled(owner, home, 150)
    outcomes: list[str] = []

    def add() -> None:
        try:
            service.add(owner, title="late", category_id=home.category_id)
            outcomes.append("added")
        except CategoryBeingDeleted:
            outcomes.append("refused")

    categories.delete_clearing(meddled(owner, "TransactWriteItems", number, add), home.category_id)
    assert outcomes == ["added" if number == 1 else "refused"]
    assert dangling(owner) == []


def test_todos_added_by_four_others_at_the_same_time_leave_nothing_dangling(owner: Owner, home: Category) -> None:
    filled(owner, home, 300)
    started = threading.Barrier(5)

    def add_many() -> None:
        started.wait()
        for number in range(100):
            try:
                service.add(owner, title=str(number), category_id=home.category_id)
            except (CategoryBeingDeleted, NoSuchCategory):
                return

    threads = [threading.Thread(target=add_many) for _ in range(4)]
    for thread in threads:
        thread.start()
    started.wait()
    categories.delete_clearing(owner, home.category_id)
    for thread in threads:
        thread.join()
    assert dangling(owner) == []
    assert categories.find_all(owner) == []


def test_a_todo_that_was_moved_or_deleted_meanwhile_does_not_stop_it(
    owner: Owner, home: Category, work: Category
) -> None:
    filled(owner, home, 5)
    first, second, *_ = (todo.todo_id for todo in service.everything(owner).todos if not todo.deleted_at)

    def change() -> None:
        service.edit(owner, first, {"category_id": work.category_id})
        service.delete(owner, second)

    assert categories.delete_clearing(meddled(owner, "TransactWriteItems", 2, change), home.category_id) == 3
    assert service.find_todo(owner, first).category_id == work.category_id
    assert dangling(owner) == []


def test_a_category_is_not_moved_into_itself_or_one_that_leaves(owner: Owner, home: Category, work: Category) -> None:
    filled(owner, home, 5)
    with pytest.raises(NoSuchCategory):
        categories.delete_moving(owner, home.category_id, to=home.category_id)
    with pytest.raises(Interrupted):
        categories.delete_clearing(meddled(owner, "TransactWriteItems", 2, power_cut), work.category_id)
    with pytest.raises(CategoryBeingDeleted):
        categories.delete_moving(owner, home.category_id, to=work.category_id)
    assert not categories.find_category(owner, home.category_id).leaving


def test_a_destination_that_goes_on_the_way_is_told_and_another_one_can_be_chosen(
    owner: Owner, home: Category, work: Category
) -> None:
    filled(owner, home, 200)

    def remove() -> None:
        categories.delete_clearing(owner, work.category_id)

    with pytest.raises((NoSuchCategory, CategoryBeingDeleted)):
        categories.delete_moving(meddled(owner, "TransactWriteItems", 3, remove), home.category_id, to=work.category_id)
    assert dangling(owner) == []
    third = categories.add(owner, name="third")
    assert categories.delete_moving(owner, home.category_id, to=third.category_id) > 0
    assert dangling(owner) == []


def rows_of_everyone(store: TypedStore) -> set[tuple[str, str]]:
    rows = store.raw.call("Scan", {"TableName": "wambda-table-ssr001"})["Items"]
    return {(row["pk"]["S"], row["sk"]["S"]) for row in rows}


def test_a_person_who_leaves_takes_everything_along_and_nothing_of_others(
    owner: Owner, strangers: Owner, home: Category, store: TypedStore
) -> None:
    theirs = categories.add(strangers, name="Home")
    filled(strangers, theirs, 3)
    others = {row for row in rows_of_everyone(store) if "taro" in row[0]}
    filled(owner, home, 250)
    with pytest.raises(Interrupted):
        personal_data.erase(meddled(owner, "TransactWriteItems", 2, power_cut).store, owner.username)
    personal_data.erase(store, owner.username)
    assert rows_of_everyone(store) == others
    personal_data.erase(store, owner.username)


def test_a_person_who_leaves_takes_along_what_can_not_be_read(owner: Owner, home: Category, store: TypedStore) -> None:
    filled(owner, home, 3)
    noting = TypedStore(store.raw, clock=owner.clock, report_unreadable=UnreadableRowLog())
    for bad in list(bad_rows.siblings(store.raw, TodoTable)):
        bad.plant(store.raw)
    personal_data.export(noting, owner.username)
    personal_data.erase(noting, owner.username)
    assert [row for row in rows_of_everyone(store) if owner.username in row[0]] == []
