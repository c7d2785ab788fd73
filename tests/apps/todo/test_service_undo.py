"""Every act can be taken back, from a text that may come from anywhere."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.todo.conftest import SetClock

from chabudai import table
from chabudai.apps.todo import bulk, categories, service, trash
from chabudai.apps.todo.design import Step, Todo, design
from chabudai.apps.todo.errors import ChangedSince, NoSuchTodo, TooMany, UndoUnreadable
from chabudai.apps.todo.todos import Outcome, Todos
from chabudai.apps.todo.undoing import Undo
from chabudai.table import TypedStore
from chabudai.web.errors import WebError


@pytest.fixture
def lunch(todos: Todos) -> Todo:
    return service.add(todos, title="弁当", steps=(Step(text="卵"),), due=date(2040, 11, 20), repeat="weekly").todo


ACTS: dict[str, Callable[[Todos, str], Outcome]] = {
    "edit": lambda todos, todo_id: service.edit(
        todos, todo_id, {"title": "x", "due": date(2041, 1, 1), "priority": "low", "description": "y", "steps": ()}
    ),
    "clear": lambda todos, todo_id: service.edit(todos, todo_id, {"due": None}),
    "tick": service.tick,
    "step": lambda todos, todo_id: service.tick_step(todos, todo_id, 0, text="卵", done=True),
    "trash": service.throw_away,
    "move": lambda todos, todo_id: service.move(todos, todo_id, before=None),
}


def plain(todo: Todo) -> Todo:
    return todo.model_copy(update={"updated_at": todo.created_at})


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_an_act_is_taken_back_by_its_text(todos: Todos, lunch: Todo, act: Callable[[Todos, str], Outcome]) -> None:
    text = act(todos, lunch.todo_id).undo.text()
    assert service.one(todos, lunch.todo_id) != lunch
    trash.take_back(todos, Undo.of(text))
    assert [plain(todo) for todo in service.everything(todos).todos] == [plain(lunch)]


def test_what_was_added_is_taken_back_into_the_trash(todos: Todos) -> None:
    outcome = service.add(todos, title="x")
    trash.take_back(todos, outcome.undo)
    assert service.one(todos, outcome.todo.todo_id).deleted_at is not None


def test_what_was_changed_since_is_not_put_back(todos: Todos, lunch: Todo) -> None:
    undo = service.edit(todos, lunch.todo_id, {"title": "x", "priority": "low"}).undo
    service.edit(todos, lunch.todo_id, {"title": "y"})
    with pytest.raises(ChangedSince):
        trash.take_back(todos, undo)
    assert service.one(todos, lunch.todo_id).title == "y"


def test_other_changes_since_are_kept(todos: Todos, lunch: Todo) -> None:
    undo = service.edit(todos, lunch.todo_id, {"title": "x"}).undo
    service.edit(todos, lunch.todo_id, {"priority": "high"})
    trash.take_back(todos, undo)
    after = service.one(todos, lunch.todo_id)
    assert (after.title, after.priority) == ("弁当", "high")


def test_a_category_that_is_gone_is_not_put_back(todos: Todos) -> None:
    home = categories.add(todos, name="家")
    todo = service.add(todos, title="x", category_id=home.category_id).todo
    undo = service.edit(todos, todo.todo_id, {"category_id": None}).undo
    categories.delete_clearing(todos, home.category_id)
    with pytest.raises(WebError):
        trash.take_back(todos, undo)
    assert service.one(todos, todo.todo_id).category_id is None


def test_nobody_takes_back_what_another_did(todos: Todos, strangers: Todos, lunch: Todo) -> None:
    for act in ACTS.values():
        undo = act(todos, lunch.todo_id).undo
        before = service.everything(todos)
        with pytest.raises(NoSuchTodo):
            trash.take_back(strangers, undo)
        assert service.everything(todos) == before
        trash.take_back(todos, undo)


def test_what_is_done_is_cleared_and_comes_back_as_one(todos: Todos, clock: SetClock) -> None:
    rows = [service.add(todos, title=str(number)).todo for number in range(120)]
    for todo in rows[:110]:
        service.tick(todos, todo.todo_id)
    clock.pass_by(minutes=1)
    service.throw_away(todos, rows[0].todo_id)
    clock.pass_by(minutes=1)
    count, undo = trash.clear_done(todos)
    assert count == 109
    assert sum(todo.deleted_at is None for todo in service.everything(todos).todos) == 10
    trash.take_back(todos, Undo.of(undo.text()))
    assert [todo.title for todo in service.everything(todos).todos if todo.deleted_at] == ["0"]


def test_several_are_ticked_and_taken_back_as_one(todos: Todos, lunch: Todo) -> None:
    ids = [service.add(todos, title=str(number)).todo.todo_id for number in range(5)]
    done = bulk.tick(todos, [*ids, lunch.todo_id, ids[0], "nothing"])
    assert (len(done.todos), done.missed) == (6, ("nothing",))
    trash.take_back(todos, Undo.of(done.undo.text()))
    rows = service.everything(todos).todos
    assert len(rows) == 6
    assert not any(todo.completed for todo in rows)


def test_several_get_a_priority_and_each_gets_its_own_back(todos: Todos) -> None:
    low = service.add(todos, title="low", priority="low").todo
    high = service.add(todos, title="high", priority="high").todo
    done = bulk.edit(todos, [low.todo_id, high.todo_id], {"priority": "high"})
    assert {todo.priority for todo in done.todos} == {"high"}
    trash.take_back(todos, done.undo)
    assert [todo.priority for todo in service.everything(todos).todos] == ["low", "high"]


def test_one_that_can_not_be_taken_back_does_not_keep_the_others(todos: Todos) -> None:
    ids = [service.add(todos, title=str(number)).todo.todo_id for number in range(3)]
    undo = bulk.throw_away(todos, ids).undo
    service.delete(todos, ids[2])
    with pytest.raises(NoSuchTodo):
        trash.take_back(todos, undo)
    assert all(todo.deleted_at is None for todo in service.everything(todos).todos)


def test_several_are_restored_unticked_and_deleted(todos: Todos) -> None:
    ids = [service.add(todos, title=str(number)).todo.todo_id for number in range(3)]
    bulk.tick(todos, ids)
    assert not any(todo.completed for todo in bulk.untick(todos, ids).todos)
    bulk.throw_away(todos, ids)
    assert all(todo.deleted_at is None for todo in bulk.restore(todos, ids).todos)
    assert bulk.delete(todos, [*ids, "nothing"]) == tuple(ids)
    assert service.everything(todos).todos == ()


def test_more_than_a_hundred_at_once_are_refused_and_nothing_is_done(todos: Todos, lunch: Todo) -> None:
    with pytest.raises(TooMany):
        bulk.delete(todos, [lunch.todo_id] * 101)
    assert service.one(todos, lunch.todo_id) == lunch


HOSTILE = [
    "",
    "null",
    "[]",
    "{}",
    '{"backs":[],"cleared":"yesterday"}',
    '{"backs":[],"cleared":"2040-01-01"}',
    '{"backs":5,"cleared":null}',
    '{"backs":[{"way":"erase","todo_id":"x","old":null,"new":null}],"cleared":null}',
    '{"backs":[{"way":"tick","todo_id":5,"old":null,"new":null}],"cleared":null}',
    '{"backs":[{"way":"tick","todo_id":"x","old":[],"new":null}],"cleared":null}',
    '{"backs":[{"way":"tick"}],"cleared":null}',
    "[" * 100_000,
    json.dumps({"backs": [{"way": "tick", "todo_id": "x", "old": None, "new": None}] * 201, "cleared": None}),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_that_is_none_of_ours_is_refused(text: str) -> None:
    with pytest.raises(UndoUnreadable):
        Undo.of(text)


FIELDS = ("title", "description", "priority", "category_id", "due", "due_time", "repeat", "steps", "sort_order", "pk")
scraps = st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.sampled_from(["NaN", "-Infinity", "1e99999"]))
values = st.one_of(scraps, st.lists(scraps, max_size=2), st.dictionaries(st.text(max_size=3), scraps, max_size=2))
fields = st.dictionaries(st.sampled_from(FIELDS), values, max_size=3)


@pytest.fixture(scope="module")
def one_store() -> Iterator[TypedStore]:
    with table.open(":memory:", clock=SetClock()) as store:
        store.create(*design.tables)
        yield store


@given(old=fields, new=fields)
def test_an_altered_text_gives_a_refusal_or_a_fit_todo(
    one_store: TypedStore, old: dict[str, object], new: dict[str, object]
) -> None:
    todos = Todos(one_store, "hanako", SetClock(), ZoneInfo("Asia/Tokyo"))
    todo = service.add(todos, title="x").todo
    back = {"way": "put_back", "todo_id": todo.todo_id, "old": old, "new": new}
    try:
        trash.take_back(todos, Undo.of(json.dumps({"backs": [back], "cleared": None})))
    except WebError:
        assert service.one(todos, todo.todo_id) == todo
    else:
        Todo.model_validate(service.one(todos, todo.todo_id).model_dump())
