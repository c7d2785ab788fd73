"""What each wish asks of the table: which operations, how many, never a Scan."""

from collections.abc import Callable
from datetime import date

import pytest

from chabudai.apps.todo import bulk, categories, demo, lists, personal_data, profiles, service, trash
from chabudai.apps.todo.design import Step
from chabudai.apps.todo.figures import figures
from chabudai.apps.todo.todos import Todos
from chabudai.store import record_calls

Asks = list[tuple[str | None, str]]


def asked(act: Callable[[], object]) -> Asks:
    with record_calls() as heard:
        act()
    assert all(each.operation != "Scan" and each.table == "wambda-table-ssr001" for each in heard)
    return [(each.pattern, each.operation) for each in heard]


@pytest.fixture
def household(todos: Todos) -> Todos:
    demo.fill(todos)
    return todos


def test_the_dashboard_is_one_query(household: Todos) -> None:
    def dashboard() -> None:
        kept = service.everything(household)
        figures(kept.todos, household.now())
        lists.shown(kept.todos, lists.Wish("today", words="ごみ"), household.now())
        categories.by_name(kept.categories)

    assert asked(dashboard) == [("3", "Query")]


def test_a_todo_is_added_in_one_write(todos: Todos) -> None:
    home = categories.add(todos, name="家")
    assert asked(lambda: service.add(todos, title="x")) == [(None, "PutItem")]
    in_home = asked(lambda: service.add(todos, title="x", category_id=home.category_id))
    assert in_home == [(None, "TransactWriteItems")]
    assert asked(lambda: service.add_line(todos, "明日 x")) == [(None, "PutItem")]
    assert asked(lambda: service.add_line(todos, "x #家")) == [("2", "Query"), (None, "TransactWriteItems")]
    assert asked(lambda: service.add_line(todos, "x #new")) == [("2", "Query"), (None, "TransactWriteItems")]


def test_a_todo_is_edited_by_one_read_and_one_write(todos: Todos) -> None:
    todo = service.add(todos, title="x", steps=(Step(text="a"),)).todo
    home = categories.add(todos, name="家")
    read, write, transact = ("4", "GetItem"), (None, "UpdateItem"), (None, "TransactWriteItems")
    assert asked(lambda: service.one(todos, todo.todo_id)) == [read]
    assert asked(lambda: service.edit(todos, todo.todo_id, {"title": "y"})) == [read, write]
    into = asked(lambda: service.edit(todos, todo.todo_id, {"category_id": home.category_id}))
    assert into == [read, transact, read]
    assert asked(lambda: service.tick_step(todos, todo.todo_id, 0, text="a", done=True)) == [read, write]


def test_a_tick_and_a_throw_are_one_write_each(todos: Todos) -> None:
    todo_id = service.add(todos, title="x").todo.todo_id
    for act in (service.tick, service.untick, service.throw_away, service.restore):
        assert asked(lambda act=act: act(todos, todo_id)) == [(None, "UpdateItem")]  # type: ignore[misc]
    assert asked(lambda: service.delete(todos, todo_id)) == [(None, "DeleteItem")]


def test_what_repeats_is_ticked_in_one_transaction(todos: Todos) -> None:
    todo_id = service.add(todos, title="x", due=date(2040, 11, 20), repeat="daily").todo.todo_id
    operations = [operation for _, operation in asked(lambda: service.tick(todos, todo_id))]
    assert operations == ["UpdateItem", "GetItem", "TransactWriteItems", "GetItem"]
    operations = [operation for _, operation in asked(lambda: service.untick(todos, todo_id))]
    assert operations == ["UpdateItem", "GetItem", "GetItem", "TransactWriteItems", "GetItem"]


def test_categories_are_one_query_and_their_changes_one_transaction(todos: Todos) -> None:
    home = categories.add(todos, name="家")
    assert asked(lambda: categories.every(todos)) == [("2", "Query")]
    assert asked(lambda: categories.one(todos, home.category_id)) == [("5", "GetItem")]
    assert asked(lambda: categories.add(todos, name="x")) == [(None, "TransactWriteItems")]
    assert asked(lambda: categories.paint(todos, home.category_id, color="dark")) == [(None, "UpdateItem")]
    renamed = [operation for _, operation in asked(lambda: categories.rename(todos, home.category_id, name="y"))]
    assert renamed == ["GetItem", "TransactWriteItems", "GetItem"]


def test_a_category_goes_in_bounded_transactions(todos: Todos) -> None:
    home = categories.add(todos, name="家")
    for number in range(200):
        service.add(todos, title=str(number), category_id=home.category_id)
    operations = [operation for _, operation in asked(lambda: categories.delete_clearing(todos, home.category_id))]
    assert operations.count("Query") == 1
    assert operations.count("TransactWriteItems") == 1 + 3 + 1


def test_the_trash_is_one_query_and_bounded_transactions(todos: Todos) -> None:
    ids = [service.add(todos, title=str(number)).todo.todo_id for number in range(100)]
    assert len(asked(lambda: bulk.tick(todos, ids))) == 100
    cleared = [("1", "Query"), (None, "TransactWriteItems"), (None, "TransactWriteItems")]
    assert asked(lambda: trash.clear_done(todos)) == cleared
    emptied = [("8", "Query"), (None, "TransactWriteItems"), (None, "TransactWriteItems")]
    assert asked(lambda: trash.empty(todos)) == emptied


def test_settings_are_one_read_or_one_write(todos: Todos) -> None:
    assert asked(lambda: profiles.default_sort(todos)) == [("6", "GetItem")]
    assert asked(lambda: profiles.choose_sort(todos, "due")) == [(None, "UpdateItem")]
    assert asked(lambda: profiles.keep(todos, email="a@example.jp")) == [(None, "UpdateItem")]
    assert profiles.default_sort(todos) == "due"


def test_an_export_is_one_query_and_one_read(household: Todos) -> None:
    told = asked(lambda: personal_data.export(household.store, household.username))
    assert told == [("3", "Query"), ("6", "GetItem")]
