"""Todos are added, edited, thrown away and taken back; whatever is not one's own is not there."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from tests.apps.todo.conftest import SetClock, meddled

from chabudai.apps.todo import categories, service, trash
from chabudai.apps.todo.design import Step, Todo
from chabudai.apps.todo.errors import (
    ChangedSince,
    DueMissing,
    InTrash,
    InvalidDescription,
    InvalidDue,
    InvalidPriority,
    InvalidRepeat,
    InvalidSteps,
    InvalidTime,
    InvalidTitle,
    NoSuchCategory,
    NoSuchTodo,
    UnknownField,
)
from chabudai.apps.todo.todos import Todos
from chabudai.table import TypedStore
from chabudai.web.errors import InvalidInput


@pytest.fixture
def milk(todos: Todos) -> Todo:
    return service.add(todos, title="牛乳を買う").todo


def test_a_todo_is_kept_as_it_was_added(todos: Todos) -> None:
    home = categories.add(todos, name="家")
    added = service.add(
        todos,
        title="  押し入れの\n整理 ",
        description="上の段\r\nから",
        priority="high",
        category_id=home.category_id,
        due=date(2040, 11, 20),
        due_time="18:30",
        repeat="monthly:31",
        steps=(Step(text="箱を出す"), Step(text="掃く", done=True)),
    ).todo
    kept = service.one(todos, added.todo_id)
    assert kept == added
    assert (kept.title, kept.description) == ("押し入れの 整理", "上の段\nから")
    assert kept.created_at == todos.now()


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("title", "", InvalidTitle),
        ("title", " \u3000\n", InvalidTitle),
        ("title", "\x00\ud800", InvalidTitle),
        ("title", "あ" * 201, InvalidTitle),
        ("description", "あ" * 1001, InvalidDescription),
        ("priority", "urgent", InvalidPriority),
        ("due", date(1969, 12, 31), InvalidDue),
        ("due", date(3000, 1, 1), InvalidDue),
        ("due_time", "24:00", InvalidTime),
        ("due_time", "9:00", InvalidTime),
        ("repeat", "hourly", InvalidRepeat),
        ("steps", (Step(text="x"),) * 101, InvalidSteps),
        ("steps", ({"text": ""},), InvalidSteps),
        ("steps", ({"text": "x" * 201},), InvalidSteps),
    ],
)
def test_what_breaks_a_rule_is_refused_beside_its_field(
    todos: Todos, milk: Todo, field: str, value: Any, error: type[InvalidInput]
) -> None:
    with pytest.raises(error) as refusal:
        service.add(todos, **{"title": "x", "due": date(2040, 1, 1), field: value})
    assert [name for name, _ in refusal.value.details] == [field]
    with pytest.raises(error):
        service.edit(todos, milk.todo_id, {field: value})  # type: ignore[misc]
    assert service.everything(todos).todos == (milk,)


def test_the_limits_themselves_are_kept(todos: Todos) -> None:
    longest = service.add(todos, title="あ" * 200, description="い" * 1000, steps=(Step(text="う" * 200),) * 100).todo
    assert service.one(todos, longest.todo_id) == longest


def test_control_characters_and_halves_of_pairs_are_not_kept(todos: Todos) -> None:
    assert service.add(todos, title="牛\x00乳\ud83d\u200d 🥛").todo.title == "牛乳\u200d 🥛"


def test_a_time_needs_a_date_and_a_repetition_finds_one(todos: Todos, milk: Todo) -> None:
    with pytest.raises(DueMissing):
        service.add(todos, title="x", due_time="10:00")
    with pytest.raises(DueMissing):
        service.edit(todos, milk.todo_id, {"due_time": "10:00"})
    assert service.add(todos, title="x", repeat="weekly:mon").todo.due == date(2040, 11, 19)
    assert service.edit(todos, milk.todo_id, {"repeat": "daily"}).todo.due == todos.today()


def test_without_a_date_there_is_no_time_and_no_repetition(todos: Todos) -> None:
    todo = service.add(todos, title="x", due=date(2040, 11, 20), due_time="10:00", repeat="daily").todo
    after = service.edit(todos, todo.todo_id, {"due": None})
    assert (after.todo.due, after.todo.due_time, after.todo.repeat) == (None, None, None)
    trash.take_back(todos, after.undo)
    assert service.one(todos, todo.todo_id).due_time == "10:00"


def test_a_category_has_to_be_ones_own(todos: Todos, strangers: Todos, milk: Todo) -> None:
    theirs = categories.add(strangers, name="家")
    for category_id in (theirs.category_id, "nothing", "a#b", "x" * 5000):
        with pytest.raises(NoSuchCategory):
            service.add(todos, title="x", category_id=category_id)
        with pytest.raises(NoSuchCategory):
            service.edit(todos, milk.todo_id, {"category_id": category_id})
    assert service.everything(todos).todos == (milk,)


def test_two_tabs_that_change_different_fields_both_win(todos: Todos, milk: Todo) -> None:
    other_tab = meddled(todos, "UpdateItem", 1, lambda: service.edit(todos, milk.todo_id, {"priority": "high"}))
    after = service.edit(other_tab, milk.todo_id, {"title": "豆乳を買う"}).todo
    assert (after.title, after.priority) == ("豆乳を買う", "high")
    assert service.one(todos, milk.todo_id) == after


def test_an_edit_of_what_another_tab_deletes_brings_nothing_back(todos: Todos, milk: Todo) -> None:
    other_tab = meddled(todos, "UpdateItem", 1, lambda: service.delete(todos, milk.todo_id))
    with pytest.raises(NoSuchTodo):
        service.edit(other_tab, milk.todo_id, {"title": "豆乳を買う"})
    assert service.everything(todos).todos == ()


def test_an_edit_that_changes_nothing_writes_nothing(todos: Todos, milk: Todo, clock: SetClock) -> None:
    clock.pass_by(minutes=1)
    assert service.edit(todos, milk.todo_id, {"title": "牛乳を買う"}).todo.updated_at == milk.updated_at
    assert service.edit(todos, milk.todo_id, {"title": "水"}).todo.updated_at > milk.updated_at


def test_a_field_that_no_todo_has_is_refused(todos: Todos, milk: Todo) -> None:
    for field in ("created_at", "completed", "username", "nonsense"):
        with pytest.raises(UnknownField):
            service.edit(todos, milk.todo_id, {field: "x"})  # type: ignore[misc]


ACTS: dict[str, Callable[[Todos, str], object]] = {
    "one": service.one,
    "edit": lambda todos, todo_id: service.edit(todos, todo_id, {"title": "mine now"}),
    "edit into a category": lambda todos, todo_id: service.edit(
        todos, todo_id, {"category_id": categories.add(todos, name=todos.new_id()).category_id}
    ),
    "tick": service.tick,
    "untick": service.untick,
    "throw_away": service.throw_away,
    "restore": service.restore,
    "delete": service.delete,
    "move": lambda todos, todo_id: service.move(todos, todo_id, before=None),
    "tick_step": lambda todos, todo_id: service.tick_step(todos, todo_id, 0, text="x", done=True),
    "put_back": lambda todos, todo_id: service.put_back(todos, todo_id, {"title": "a"}, {"title": "b"}),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_anothers_todo_answers_exactly_like_one_that_does_not_exist(
    todos: Todos, strangers: Todos, milk: Todo, act: Callable[[Todos, str], object]
) -> None:
    refusals = []
    for todo_id in (milk.todo_id, "00000000-0000-7000-8000-000000000000", "", "a#b", "x" * 3000, "\ud800", "\n"):
        with pytest.raises(NoSuchTodo) as refusal:
            act(strangers, todo_id)
        refusals.append((type(refusal.value), str(refusal.value), refusal.value.details))
    assert len(set(refusals)) == 1
    assert service.everything(todos).todos == (milk,)


def test_what_is_thrown_away_waits_thirty_days_and_then_is_gone(todos: Todos, milk: Todo, clock: SetClock) -> None:
    service.throw_away(todos, milk.todo_id)
    clock.pass_by(days=29, hours=23)
    assert service.one(todos, milk.todo_id).deleted_at is not None
    clock.pass_by(hours=1)
    with pytest.raises(NoSuchTodo):
        service.restore(todos, milk.todo_id)
    assert service.everything(todos).todos == ()


def test_what_is_restored_does_not_expire(todos: Todos, milk: Todo, clock: SetClock) -> None:
    service.throw_away(todos, milk.todo_id)
    restored = service.restore(todos, milk.todo_id).todo
    assert restored.model_copy(update={"updated_at": milk.updated_at}) == milk
    clock.pass_by(days=400)
    assert service.one(todos, milk.todo_id) == restored


def test_in_the_trash_nothing_is_changed(todos: Todos, milk: Todo) -> None:
    home = categories.add(todos, name="家")
    service.throw_away(todos, milk.todo_id)
    acts: tuple[Callable[[], object], ...] = (
        lambda: service.edit(todos, milk.todo_id, {"title": "x"}),
        lambda: service.edit(todos, milk.todo_id, {"category_id": home.category_id}),
        lambda: service.tick(todos, milk.todo_id),
        lambda: service.untick(todos, milk.todo_id),
    )
    for act in acts:
        with pytest.raises(InTrash):
            act()
    assert service.one(todos, milk.todo_id).title == "牛乳を買う"


def test_throwing_away_twice_is_throwing_away_once(todos: Todos, milk: Todo, clock: SetClock) -> None:
    first = service.throw_away(todos, milk.todo_id).todo
    clock.pass_by(days=3)
    again = service.throw_away(todos, milk.todo_id)
    assert (again.todo, again.undo.backs) == (first, ())


def test_the_trash_is_emptied_of_what_is_in_it_only(todos: Todos, milk: Todo) -> None:
    thrown = [service.add(todos, title=f"{number}").todo for number in range(205)]
    for todo in thrown:
        service.throw_away(todos, todo.todo_id)
    assert trash.empty(todos) == 205
    assert service.everything(todos).todos == (milk,)


def test_what_is_restored_while_the_trash_is_emptied_stays(todos: Todos, milk: Todo) -> None:
    other = service.add(todos, title="other").todo
    for todo in (milk, other):
        service.throw_away(todos, todo.todo_id)
    other_tab = meddled(todos, "TransactWriteItems", 1, lambda: service.restore(todos, milk.todo_id))
    assert trash.empty(other_tab) == 1
    assert [todo.todo_id for todo in service.everything(todos).todos] == [milk.todo_id]


def test_two_tabs_tick_two_steps_and_both_are_ticked(todos: Todos) -> None:
    todo = service.add(todos, title="弁当", steps=(Step(text="卵"), Step(text="肉"))).todo
    other_tab = meddled(todos, "UpdateItem", 1, lambda: service.tick_step(todos, todo.todo_id, 0, text="卵", done=True))
    after = service.tick_step(other_tab, todo.todo_id, 1, text="肉", done=True).todo
    assert [step.done for step in after.steps] == [True, True]


def test_a_step_that_says_something_else_by_now_is_not_ticked(todos: Todos) -> None:
    todo = service.add(todos, title="弁当", steps=(Step(text="卵"),)).todo
    for number, text in ((0, "肉"), (1, "卵"), (-1, "卵")):
        with pytest.raises(ChangedSince):
            service.tick_step(todos, todo.todo_id, number, text=text, done=True)


def test_a_seed_item_without_anything_more_reads_and_writes(todos: Todos, store: TypedStore) -> None:
    item = {
        "pk": "user#hanako",
        "sk": "todo#550e8400-e29b-41d4-a716-446655440000",
        "id": "550e8400-e29b-41d4-a716-446655440000",
        "entity_type": "todo",
        "title": "プロジェクトの企画書作成",
        "description": "",
        "priority": "high",
        "category_id": "category001",
        "created_at": "2024-01-01T00:00:00.000Z",
        "updated_at": "2024-01-01T00:00:00.000Z",
        "note": "what nobody here knows",
    }
    stored: dict[str, Any] = {name: {"S": value} for name, value in item.items()} | {"completed": {"BOOL": False}}
    store.raw.call("PutItem", {"TableName": "wambda-table-ssr001", "Item": stored})
    (todo,) = service.everything(todos).todos
    service.edit(todos, todo.todo_id, {"title": "企画書"})
    assert service.tick(todos, todo.todo_id).todo.completed
    key = {"pk": stored["pk"], "sk": stored["sk"]}
    after = store.raw.call("GetItem", {"TableName": "wambda-table-ssr001", "Key": key})["Item"]
    assert after["note"] == stored["note"]
    assert after["title"] == {"S": "企画書"}
