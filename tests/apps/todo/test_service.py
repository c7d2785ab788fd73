"""Owner are added, edited, trashed away and taken back; whatever is not one's own is not there."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from tests.apps.meddled_store import meddled
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import categories, service, trash
from chabudai.apps.todo.design import Todo, TodoStep
from chabudai.apps.todo.errors import (
    NoSuchCategory,
    NoSuchTodo,
    TodoChanged,
    TodoInTrash,
)
from chabudai.apps.todo.undo import take_back
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.errors import BadRequest, InvalidFields


@pytest.fixture
def milk(owner: Owner) -> Todo:
    return service.add(owner, title="牛乳を買う").todo


def test_a_todo_is_kept_as_it_was_added(owner: Owner) -> None:
    home = categories.add(owner, name="家")
    added = service.add(
        owner,
        title="  押し入れの\n整理 ",
        description="上の段\r\nから",
        priority="high",
        category_id=home.category_id,
        due=date(2040, 11, 20),
        due_time="18:30",
        repeat="monthly:31",
        steps=(TodoStep(text="箱を出す"), TodoStep(text="掃く", done=True)),
    ).todo
    kept = service.find_todo(owner, added.todo_id)
    assert kept == added
    assert (kept.title, kept.description) == ("押し入れの 整理", "上の段\nから")
    assert kept.created_at == owner.now()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", ""),
        ("title", " \u3000\n"),
        ("title", "\x00\ud800"),
        ("title", "あ" * 201),
        ("description", "あ" * 1001),
        ("priority", "urgent"),
        ("due", date(1969, 12, 31)),
        ("due", date(3000, 1, 1)),
        ("due_time", "24:00"),
        ("due_time", "9:00"),
        ("repeat", "hourly"),
        ("steps", (TodoStep(text="x"),) * 101),
        ("steps", ({"text": ""},)),
        ("steps", ({"text": "x" * 201},)),
    ],
)
def test_what_breaks_a_rule_is_refused_beside_its_field(owner: Owner, milk: Todo, field: str, value: Any) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.add(owner, **{"title": "x", "due": date(2040, 1, 1), field: value})
    assert [name for name, _ in refusal.value.details] == [field]
    with pytest.raises(InvalidFields):
        service.edit(owner, milk.todo_id, {field: value})
    assert service.everything(owner).todos == (milk,)


def test_the_limits_themselves_are_kept(owner: Owner) -> None:
    longest = service.add(
        owner, title="あ" * 200, description="い" * 1000, steps=(TodoStep(text="う" * 200),) * 100
    ).todo
    assert service.find_todo(owner, longest.todo_id) == longest


def test_control_characters_and_halves_of_pairs_are_not_kept(owner: Owner) -> None:
    assert service.add(owner, title="牛\x00乳\ud83d\u200d 🥛").todo.title == "牛乳\u200d 🥛"


def test_a_time_needs_a_date_and_a_repetition_finds_one(owner: Owner, milk: Todo) -> None:
    with pytest.raises(InvalidFields):
        service.add(owner, title="x", due_time="10:00")
    with pytest.raises(InvalidFields):
        service.edit(owner, milk.todo_id, {"due_time": "10:00"})
    assert service.add(owner, title="x", repeat="weekly:mon").todo.due == date(2040, 11, 19)
    assert service.edit(owner, milk.todo_id, {"repeat": "daily"}).todo.due == owner.today()


def test_without_a_date_there_is_no_time_and_no_repetition(owner: Owner) -> None:
    todo = service.add(owner, title="x", due=date(2040, 11, 20), due_time="10:00", repeat="daily").todo
    after = service.edit(owner, todo.todo_id, {"due": None})
    assert (after.todo.due, after.todo.due_time, after.todo.repeat) == (None, None, None)
    take_back(owner, after.undo)
    assert service.find_todo(owner, todo.todo_id).due_time == "10:00"


def test_a_category_has_to_be_ones_own(owner: Owner, strangers: Owner, milk: Todo) -> None:
    theirs = categories.add(strangers, name="家")
    for category_id in (theirs.category_id, "nothing", "a#b", "x" * 5000):
        with pytest.raises(NoSuchCategory):
            service.add(owner, title="x", category_id=category_id)
        with pytest.raises(NoSuchCategory):
            service.edit(owner, milk.todo_id, {"category_id": category_id})
    assert service.everything(owner).todos == (milk,)


def test_two_tabs_that_change_different_fields_both_win(owner: Owner, milk: Todo) -> None:
    other_tab = meddled(owner, "UpdateItem", 1, lambda: service.edit(owner, milk.todo_id, {"priority": "high"}))
    after = service.edit(other_tab, milk.todo_id, {"title": "豆乳を買う"}).todo
    assert (after.title, after.priority) == ("豆乳を買う", "high")
    assert service.find_todo(owner, milk.todo_id) == after


def test_an_edit_of_what_another_tab_deletes_brings_nothing_back(owner: Owner, milk: Todo) -> None:
    other_tab = meddled(owner, "UpdateItem", 1, lambda: service.delete(owner, milk.todo_id))
    with pytest.raises(NoSuchTodo):
        service.edit(other_tab, milk.todo_id, {"title": "豆乳を買う"})
    assert service.everything(owner).todos == ()


def test_an_edit_that_changes_nothing_writes_nothing(owner: Owner, milk: Todo, clock: SetClock) -> None:
    clock.pass_by(minutes=1)
    assert service.edit(owner, milk.todo_id, {"title": "牛乳を買う"}).todo.updated_at == milk.updated_at
    assert service.edit(owner, milk.todo_id, {"title": "水"}).todo.updated_at > milk.updated_at


def test_a_field_that_no_todo_has_is_refused(owner: Owner, milk: Todo) -> None:
    for field in ("created_at", "completed", "username", "nonsense"):
        with pytest.raises(BadRequest):
            service.edit(owner, milk.todo_id, {field: "x"})


ACTS: dict[str, Callable[[Owner, str], object]] = {
    "one": service.find_todo,
    "edit": lambda owner, todo_id: service.edit(owner, todo_id, {"title": "mine now"}),
    "edit into a category": lambda owner, todo_id: service.edit(
        owner, todo_id, {"category_id": categories.add(owner, name=owner.new_id()).category_id}
    ),
    "tick": service.tick,
    "untick": service.untick,
    "move_to_trash": service.move_to_trash,
    "restore": service.restore,
    "delete": service.delete,
    "move": lambda owner, todo_id: service.move(owner, todo_id, before=None),
    "tick_step": lambda owner, todo_id: service.tick_step(owner, todo_id, 0, text="x", done=True),
    "put_back": lambda owner, todo_id: service.put_back(owner, todo_id, {"title": "a"}, {"title": "b"}),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_anothers_todo_answers_exactly_like_one_that_does_not_exist(
    owner: Owner, strangers: Owner, milk: Todo, act: Callable[[Owner, str], object]
) -> None:
    refusals = []
    for todo_id in (milk.todo_id, "00000000-0000-7000-8000-000000000000", "", "a#b", "x" * 3000, "\ud800", "\n"):
        with pytest.raises(NoSuchTodo) as refusal:
            act(strangers, todo_id)
        refusals.append((type(refusal.value), str(refusal.value), refusal.value.details))
    assert len(set(refusals)) == 1
    assert service.everything(owner).todos == (milk,)


def test_what_is_thrown_away_waits_thirty_days_and_then_is_gone(owner: Owner, milk: Todo, clock: SetClock) -> None:
    service.move_to_trash(owner, milk.todo_id)
    clock.pass_by(days=29, hours=23)
    assert service.find_todo(owner, milk.todo_id).deleted_at is not None
    clock.pass_by(hours=1)
    with pytest.raises(NoSuchTodo):
        service.restore(owner, milk.todo_id)
    assert service.everything(owner).todos == ()


def test_what_is_restored_does_not_expire(owner: Owner, milk: Todo, clock: SetClock) -> None:
    service.move_to_trash(owner, milk.todo_id)
    restored = service.restore(owner, milk.todo_id).todo
    assert restored.model_copy(update={"updated_at": milk.updated_at}) == milk
    clock.pass_by(days=400)
    assert service.find_todo(owner, milk.todo_id) == restored


def test_in_the_trash_nothing_is_changed(owner: Owner, milk: Todo) -> None:
    home = categories.add(owner, name="家")
    service.move_to_trash(owner, milk.todo_id)
    acts: tuple[Callable[[], object], ...] = (
        lambda: service.edit(owner, milk.todo_id, {"title": "x"}),
        lambda: service.edit(owner, milk.todo_id, {"category_id": home.category_id}),
        lambda: service.tick(owner, milk.todo_id),
        lambda: service.untick(owner, milk.todo_id),
    )
    for act in acts:
        with pytest.raises(TodoInTrash):
            act()
    assert service.find_todo(owner, milk.todo_id).title == "牛乳を買う"


def test_moving_away_twice_is_moving_away_once(owner: Owner, milk: Todo, clock: SetClock) -> None:
    first = service.move_to_trash(owner, milk.todo_id).todo
    clock.pass_by(days=3)
    again = service.move_to_trash(owner, milk.todo_id)
    assert (again.todo, again.undo.acts) == (first, ())


def test_the_trash_is_emptied_of_what_is_in_it_only(owner: Owner, milk: Todo) -> None:
    trashed = [service.add(owner, title=f"{number}").todo for number in range(205)]
    for todo in trashed:
        service.move_to_trash(owner, todo.todo_id)
    assert trash.empty(owner) == 205
    assert service.everything(owner).todos == (milk,)


def test_what_is_restored_while_the_trash_is_emptied_stays(owner: Owner, milk: Todo) -> None:
    other = service.add(owner, title="other").todo
    for todo in (milk, other):
        service.move_to_trash(owner, todo.todo_id)
    other_tab = meddled(owner, "TransactWriteItems", 1, lambda: service.restore(owner, milk.todo_id))
    assert trash.empty(other_tab) == 1
    assert [todo.todo_id for todo in service.everything(owner).todos] == [milk.todo_id]


def test_two_tabs_tick_two_steps_and_both_are_ticked(owner: Owner) -> None:
    todo = service.add(owner, title="弁当", steps=(TodoStep(text="卵"), TodoStep(text="肉"))).todo
    other_tab = meddled(owner, "UpdateItem", 1, lambda: service.tick_step(owner, todo.todo_id, 0, text="卵", done=True))
    after = service.tick_step(other_tab, todo.todo_id, 1, text="肉", done=True).todo
    assert [step.done for step in after.steps] == [True, True]


def test_a_step_that_says_something_else_by_now_is_not_ticked(owner: Owner) -> None:
    todo = service.add(owner, title="弁当", steps=(TodoStep(text="卵"),)).todo
    for number, text in ((0, "肉"), (1, "卵"), (-1, "卵")):
        with pytest.raises(TodoChanged):
            service.tick_step(owner, todo.todo_id, number, text=text, done=True)


def test_a_seed_item_without_anything_more_reads_and_writes(owner: Owner, store: TypedStore) -> None:
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
    (todo,) = service.everything(owner).todos
    service.edit(owner, todo.todo_id, {"title": "企画書"})
    assert service.tick(owner, todo.todo_id).todo.completed
    key = {"pk": stored["pk"], "sk": stored["sk"]}
    after = store.raw.call("GetItem", {"TableName": "wambda-table-ssr001", "Key": key})["Item"]
    assert after["note"] == stored["note"]
    assert after["title"] == {"S": "企画書"}


@pytest.mark.parametrize("moment", ["2024-01-01T00:00:00.123456+00:00", "2024-01-01T09:00:00+09:00"])
def test_an_item_with_times_as_another_program_writes_them_reads_and_writes(
    owner: Owner, store: TypedStore, moment: str
) -> None:
    texts = {"pk": "user#hanako", "sk": "todo#1", "id": "1", "title": "x", "description": "", "priority": "low"}
    texts |= {"entity_type": "todo", "created_at": moment, "updated_at": moment}
    item = {name: {"S": text} for name, text in texts.items()} | {"completed": {"BOOL": False}}
    store.raw.call("PutItem", {"TableName": "wambda-table-ssr001", "Item": item})
    (todo,) = service.everything(owner).todos
    assert (todo.created_at.year, todo.created_at.hour) == (2024, 0)
    service.edit(owner, "1", {"title": "y", "repeat": "daily"})
    assert service.tick(owner, "1").todo.completed
    service.move_to_trash(owner, "1")
    key = {"pk": item["pk"], "sk": item["sk"]}
    after = store.raw.call("GetItem", {"TableName": "wambda-table-ssr001", "Key": key})["Item"]
    assert (after["created_at"], after["updated_at"]) == ({"S": moment}, {"S": "2040-11-15T03:00:00.000Z"})
