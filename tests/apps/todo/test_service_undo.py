"""Every act can be taken back, from a text that may come from anywhere."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.meddled_store import meddled
from tests.apps.todo.conftest import SetClock

from chabudai import table
from chabudai.apps.todo import bulk, categories, service, trash
from chabudai.apps.todo.design import Todo, TodoStep, design
from chabudai.apps.todo.errors import NoSuchTodo, TodoChanged, TooManyTodos
from chabudai.apps.todo.todos import TodoOutcome
from chabudai.apps.todo.undo import take_back
from chabudai.common.owner import Owner
from chabudai.common.undo import InvalidUndo, Undo, undo_by
from chabudai.table import TypedStore
from chabudai.web.errors import WebError


@pytest.fixture
def lunch(owner: Owner) -> Todo:
    return service.add(owner, title="弁当", steps=(TodoStep(text="卵"),), due=date(2040, 11, 20), repeat="weekly").todo


ACTS: dict[str, Callable[[Owner, str], TodoOutcome]] = {
    "edit": lambda owner, todo_id: service.edit(
        owner, todo_id, {"title": "x", "due": date(2041, 1, 1), "priority": "low", "description": "y", "steps": ()}
    ),
    "clear": lambda owner, todo_id: service.edit(owner, todo_id, {"due": None}),
    "tick": service.tick,
    "step": lambda owner, todo_id: service.tick_step(owner, todo_id, 0, text="卵", done=True),
    "trash": service.move_to_trash,
    "move": lambda owner, todo_id: service.move(owner, todo_id, before=None),
}


def plain(todo: Todo) -> Todo:
    return todo.model_copy(update={"updated_at": todo.created_at})


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_an_act_is_taken_back_by_its_text(owner: Owner, lunch: Todo, act: Callable[[Owner, str], TodoOutcome]) -> None:
    packed = act(owner, lunch.todo_id).undo.pack()
    assert packed is not None
    assert service.find_todo(owner, lunch.todo_id) != lunch
    take_back(owner, Undo.unpack(packed))
    assert [plain(todo) for todo in service.everything(owner).todos] == [plain(lunch)]


def test_what_was_added_is_taken_back_into_the_trash(owner: Owner) -> None:
    outcome = service.add(owner, title="x")
    take_back(owner, outcome.undo)
    assert service.find_todo(owner, outcome.todo.todo_id).deleted_at is not None


def test_what_was_changed_since_is_not_put_back(owner: Owner, lunch: Todo) -> None:
    undo = service.edit(owner, lunch.todo_id, {"title": "x", "priority": "low"}).undo
    service.edit(owner, lunch.todo_id, {"title": "y"})
    with pytest.raises(TodoChanged):
        take_back(owner, undo)
    assert service.find_todo(owner, lunch.todo_id).title == "y"


def test_other_changes_since_are_kept(owner: Owner, lunch: Todo) -> None:
    undo = service.edit(owner, lunch.todo_id, {"title": "x"}).undo
    service.edit(owner, lunch.todo_id, {"priority": "high"})
    take_back(owner, undo)
    after = service.find_todo(owner, lunch.todo_id)
    assert (after.title, after.priority) == ("弁当", "high")


def test_a_category_that_is_gone_is_not_put_back(owner: Owner) -> None:
    home = categories.add(owner, name="家")
    todo = service.add(owner, title="x", category_id=home.category_id).todo
    undo = service.edit(owner, todo.todo_id, {"category_id": None}).undo
    categories.delete_clearing(owner, home.category_id)
    with pytest.raises(WebError):
        take_back(owner, undo)
    assert service.find_todo(owner, todo.todo_id).category_id is None


def test_nobody_takes_back_what_another_did(owner: Owner, strangers: Owner, lunch: Todo) -> None:
    for act in ACTS.values():
        undo = act(owner, lunch.todo_id).undo
        before = service.everything(owner)
        with pytest.raises(NoSuchTodo):
            take_back(strangers, undo)
        assert service.everything(owner) == before
        take_back(owner, undo)


def test_what_is_done_is_cleared_and_comes_back_as_one(owner: Owner, clock: SetClock) -> None:
    rows = [service.add(owner, title=str(number)).todo for number in range(120)]
    for todo in rows[:110]:
        service.tick(owner, todo.todo_id)
    clock.pass_by(minutes=1)
    service.move_to_trash(owner, rows[0].todo_id)
    clock.pass_by(minutes=1)
    count, undo = trash.clear_done(owner)
    assert count == 109
    assert sum(todo.deleted_at is None for todo in service.everything(owner).todos) == 10
    take_back(owner, _carried(undo))
    assert [todo.title for todo in service.everything(owner).todos if todo.deleted_at] == ["0"]


def test_several_are_ticked_and_taken_back_as_one(owner: Owner, lunch: Todo) -> None:
    ids = [service.add(owner, title=str(number)).todo.todo_id for number in range(5)]
    done = bulk.tick(owner, [*ids, lunch.todo_id, ids[0], "nothing"])
    assert (len(done.todos), done.missed) == (6, ("nothing",))
    take_back(owner, _carried(done.undo))
    rows = service.everything(owner).todos
    assert len(rows) == 6
    assert not any(todo.completed for todo in rows)


def test_several_get_a_priority_and_each_gets_its_own_back(owner: Owner) -> None:
    low = service.add(owner, title="low", priority="low").todo
    high = service.add(owner, title="high", priority="high").todo
    done = bulk.edit(owner, [low.todo_id, high.todo_id], {"priority": "high"})
    assert {todo.priority for todo in done.todos} == {"high"}
    take_back(owner, done.undo)
    assert [todo.priority for todo in service.everything(owner).todos] == ["low", "high"]


def test_one_that_can_not_be_taken_back_does_not_keep_the_others(owner: Owner) -> None:
    ids = [service.add(owner, title=str(number)).todo.todo_id for number in range(3)]
    undo = bulk.move_to_trash(owner, ids).undo
    service.delete(owner, ids[2])
    with pytest.raises(NoSuchTodo):
        take_back(owner, undo)
    assert all(todo.deleted_at is None for todo in service.everything(owner).todos)


def test_several_are_restored_unticked_and_deleted(owner: Owner) -> None:
    ids = [service.add(owner, title=str(number)).todo.todo_id for number in range(3)]
    bulk.tick(owner, ids)
    assert not any(todo.completed for todo in bulk.untick(owner, ids).todos)
    bulk.move_to_trash(owner, ids)
    assert all(todo.deleted_at is None for todo in bulk.restore(owner, ids).todos)
    assert bulk.delete(owner, [*ids, "nothing"]) == tuple(ids)
    assert service.everything(owner).todos == ()


def test_more_than_a_hundred_at_once_are_refused_and_nothing_is_done(owner: Owner, lunch: Todo) -> None:
    with pytest.raises(TooManyTodos):
        bulk.delete(owner, [lunch.todo_id] * 101)
    assert service.find_todo(owner, lunch.todo_id) == lunch


HOSTILE = [
    undo_by("erase", todo_id="x"),
    undo_by("tick"),
    undo_by("tick", todo_id="x", owner="taro"),
    undo_by("put_back", todo_id="x", old=[], new=None),
    undo_by("restore_cleared", moment="yesterday"),
    undo_by("restore_cleared", moment=5),
    Undo(undo_by("tick", todo_id="x").acts * 201),
]


@pytest.mark.parametrize("undo", HOSTILE)
def test_what_is_none_of_ours_is_refused(owner: Owner, undo: Undo) -> None:
    with pytest.raises(InvalidUndo):
        take_back(owner, undo)


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
    owner = Owner(one_store, "hanako", SetClock(), ZoneInfo("Asia/Tokyo"))
    todo = service.add(owner, title="x").todo
    undo = undo_by("put_back", todo_id=todo.todo_id, old=old, new=new)
    try:
        take_back(owner, undo)
    except WebError:
        assert service.find_todo(owner, todo.todo_id) == todo
    else:
        Todo.model_validate(service.find_todo(owner, todo.todo_id).model_dump())


def _carried(undo: Undo) -> Undo:
    """As it comes back from a form."""
    packed = undo.pack()
    assert packed is not None
    return Undo.unpack(packed)


def test_a_date_taken_back_takes_a_time_along_that_was_set_since(owner: Owner) -> None:
    todo_id = service.add(owner, title="歯医者").todo.todo_id
    dated = service.edit(owner, todo_id, {"due": date(2040, 11, 20)})
    service.edit(owner, todo_id, {"due_time": "10:00"})
    take_back(owner, dated.undo)
    after = service.find_todo(owner, todo_id)
    assert (after.due, after.due_time) == (None, None)


@pytest.mark.parametrize("meanwhile", [{"due": None}, {"due_time": "10:00"}], ids=str)
def test_a_time_never_stays_without_a_date(owner: Owner, meanwhile: dict[str, object]) -> None:
    """Two tabs at once: one takes the date away, the other sets a time."""
    todo_id = service.add(owner, title="歯医者", due=date(2040, 11, 20)).todo.todo_id
    mine: dict[str, object] = {"due_time": "10:00"} if "due" in meanwhile else {"due": None}
    slow = meddled(owner, "UpdateItem", 1, lambda: service.edit(owner, todo_id, meanwhile))
    with suppress(TodoChanged):
        service.edit(slow, todo_id, mine)
    after = service.find_todo(owner, todo_id)
    assert after.due is not None or after.due_time is None
