"""What each wish asks of the table: which operations, how many, never a Scan."""

from collections.abc import Callable
from datetime import date

import pytest

from chabudai.apps.todo import bulk, categories, demo, lists, personal_data, profiles, service, trash
from chabudai.apps.todo.design import TodoStep
from chabudai.apps.todo.figures import count_figures
from chabudai.common.owner import Owner
from chabudai.store import record_calls

Asks = list[tuple[str | None, str]]


def asked(act: Callable[[], object]) -> Asks:
    with record_calls() as heard:
        act()
    assert all(each.operation != "Scan" and each.table == "wambda-table-ssr001" for each in heard)
    return [(each.pattern, each.operation) for each in heard]


@pytest.fixture
def household(owner: Owner) -> Owner:
    demo.fill(owner)
    return owner


def test_the_dashboard_is_one_query(household: Owner) -> None:
    def dashboard() -> None:
        kept = service.everything(household)
        count_figures(kept.todos, household.now())
        lists.select(kept.todos, lists.TodoSelection("today", words="ごみ"), household.now())
        categories.sort_by_name(kept.categories)

    assert asked(dashboard) == [("3", "Query")]


def test_a_todo_is_added_in_one_write(owner: Owner) -> None:
    home = categories.add(owner, name="家")
    assert asked(lambda: service.add(owner, title="x")) == [(None, "PutItem")]
    in_home = asked(lambda: service.add(owner, title="x", category_id=home.category_id))
    assert in_home == [(None, "TransactWriteItems")]
    assert asked(lambda: service.add_line(owner, "明日 x")) == [(None, "PutItem")]
    assert asked(lambda: service.add_line(owner, "x #家")) == [("2", "Query"), (None, "TransactWriteItems")]
    assert asked(lambda: service.add_line(owner, "x #new")) == [("2", "Query"), (None, "TransactWriteItems")]


def test_a_todo_is_edited_by_one_read_and_one_write(owner: Owner) -> None:
    todo = service.add(owner, title="x", steps=(TodoStep(text="a"),)).todo
    home = categories.add(owner, name="家")
    read, write, transact = ("4", "GetItem"), (None, "UpdateItem"), (None, "TransactWriteItems")
    assert asked(lambda: service.find_todo(owner, todo.todo_id)) == [read]
    assert asked(lambda: service.edit(owner, todo.todo_id, {"title": "y"})) == [read, write]
    into = asked(lambda: service.edit(owner, todo.todo_id, {"category_id": home.category_id}))
    assert into == [read, transact, read]
    assert asked(lambda: service.tick_step(owner, todo.todo_id, 0, text="a", done=True)) == [read, write]


def test_a_tick_and_a_throw_are_one_write_each(owner: Owner) -> None:
    todo_id = service.add(owner, title="x").todo.todo_id
    for act in (service.tick, service.untick, service.move_to_trash, service.restore):
        assert asked(lambda act=act: act(owner, todo_id)) == [(None, "UpdateItem")]  # type: ignore[misc]
    assert asked(lambda: service.delete(owner, todo_id)) == [(None, "DeleteItem")]


def test_what_repeats_is_ticked_in_one_transaction(owner: Owner) -> None:
    todo_id = service.add(owner, title="x", due=date(2040, 11, 20), repeat="daily").todo.todo_id
    operations = [operation for _, operation in asked(lambda: service.tick(owner, todo_id))]
    assert operations == ["UpdateItem", "GetItem", "TransactWriteItems", "GetItem"]
    operations = [operation for _, operation in asked(lambda: service.untick(owner, todo_id))]
    assert operations == ["UpdateItem", "GetItem", "GetItem", "TransactWriteItems", "GetItem"]


def test_categories_are_one_query_and_their_changes_one_transaction(owner: Owner) -> None:
    home = categories.add(owner, name="家")
    assert asked(lambda: categories.find_all(owner)) == [("2", "Query")]
    assert asked(lambda: categories.find_category(owner, home.category_id)) == [("5", "GetItem")]
    assert asked(lambda: categories.add(owner, name="x")) == [(None, "TransactWriteItems")]
    assert asked(lambda: categories.edit(owner, home.category_id, {"color": "dark"})) == [(None, "UpdateItem")]
    renamed = [operation for _, operation in asked(lambda: categories.edit(owner, home.category_id, {"name": "y"}))]
    assert renamed == ["GetItem", "TransactWriteItems", "GetItem"]


def test_a_category_goes_in_bounded_transactions(owner: Owner) -> None:
    home = categories.add(owner, name="家")
    for number in range(200):
        service.add(owner, title=str(number), category_id=home.category_id)
    operations = [operation for _, operation in asked(lambda: categories.delete_clearing(owner, home.category_id))]
    assert operations.count("Query") == 1
    assert operations.count("TransactWriteItems") == 1 + 3 + 1


def test_the_trash_is_one_query_and_bounded_transactions(owner: Owner) -> None:
    ids = [service.add(owner, title=str(number)).todo.todo_id for number in range(100)]
    assert len(asked(lambda: bulk.tick(owner, ids))) == 100
    cleared = [("1", "Query"), (None, "TransactWriteItems"), (None, "TransactWriteItems")]
    assert asked(lambda: trash.clear_done(owner)) == cleared
    emptied = [("8", "Query"), (None, "TransactWriteItems"), (None, "TransactWriteItems")]
    assert asked(lambda: trash.empty(owner)) == emptied


def test_settings_are_one_read_or_one_write(owner: Owner) -> None:
    assert asked(lambda: profiles.default_sort(profiles.find(owner))) == [("6", "GetItem")]
    assert asked(lambda: profiles.choose_sort(owner, "due")) == [(None, "UpdateItem")]
    assert asked(lambda: profiles.save(owner, email="a@example.jp")) == [(None, "UpdateItem")]
    assert profiles.default_sort(profiles.find(owner)) == "due"


def test_an_export_is_one_query_and_one_read(household: Owner) -> None:
    told = asked(lambda: personal_data.export(household.store, household.username))
    assert told == [("3", "Query"), ("6", "GetItem")]
