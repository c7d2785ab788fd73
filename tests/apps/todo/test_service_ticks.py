"""Ticking and unticking; what repeats makes the next one, and takes it back."""

import threading
from collections.abc import Callable
from datetime import date

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import categories, lists, service
from chabudai.apps.todo.design import Todo, TodoStep
from chabudai.common.owner import Owner


@pytest.fixture
def rubbish(owner: Owner) -> Todo:
    home = categories.add(owner, name="家")
    return service.add(
        owner,
        title="燃えるごみ",
        description="袋は下の棚",
        priority="high",
        category_id=home.category_id,
        due=date(2040, 11, 12),
        due_time="08:00",
        repeat="weekly:mon,thu",
        steps=(TodoStep(text="台所", done=True), TodoStep(text="洗面所")),
    ).todo


def still_open(owner: Owner) -> list[Todo]:
    return lists.open_todos(service.everything(owner).todos)


def test_a_tick_notes_when_it_was_done_and_unticking_forgets_it(owner: Owner) -> None:
    todo = service.add(owner, title="牛乳").todo
    done = service.tick(owner, todo.todo_id)
    assert (done.todo.completed, done.todo.completed_at, done.next) == (True, owner.now(), None)
    opened = service.untick(owner, todo.todo_id).todo
    assert (opened.completed, opened.completed_at) == (False, None)


def test_a_second_tick_changes_nothing(owner: Owner, clock: SetClock) -> None:
    todo = service.add(owner, title="牛乳").todo
    first = service.tick(owner, todo.todo_id).todo
    clock.pass_by(hours=1)
    again = service.tick(owner, todo.todo_id)
    assert (again.todo, again.undo.acts) == (first, ())
    service.untick(owner, todo.todo_id)
    assert service.untick(owner, todo.todo_id).undo.acts == ()


def test_a_repeating_todo_makes_the_next_one_with_fresh_steps(owner: Owner, rubbish: Todo) -> None:
    outcome = service.tick(owner, rubbish.todo_id)
    (following,) = still_open(owner)
    assert outcome.next is not None
    assert following == outcome.next
    # Due last Monday, done on Thursday: the next is the Monday after.
    assert following.due == date(2040, 11, 19)
    assert [step.done for step in following.steps] == [False, False]
    same = ("title", "description", "priority", "category_id", "due_time", "repeat")
    assert all(getattr(following, name) == getattr(rubbish, name) for name in same)


def test_the_next_one_takes_the_place_of_the_one_that_is_done(owner: Owner, clock: SetClock) -> None:
    titles = ("below", "watering", "above")
    todos = {}
    for title in titles:
        clock.pass_by(minutes=1)
        todos[title] = service.add(owner, title=title, repeat="daily" if title == "watering" else None).todo
    for _ in range(2):
        clock.pass_by(days=1)
        (watering,) = (todo for todo in still_open(owner) if todo.title == "watering")
        service.tick(owner, watering.todo_id)
        assert [todo.title for todo in lists.sort_by_hand(still_open(owner))] == ["above", "watering", "below"]


def test_unticking_takes_the_next_one_back(owner: Owner, rubbish: Todo) -> None:
    service.tick(owner, rubbish.todo_id)
    service.untick(owner, rubbish.todo_id)
    (only,) = service.everything(owner).todos
    assert only.model_copy(update={"updated_at": rubbish.updated_at}) == rubbish


CHANGES: dict[str, Callable[[Owner, str], object]] = {
    "edited": lambda owner, todo_id: service.edit(owner, todo_id, {"title": "粗大ごみ"}),
    "ticked": service.tick,
    "trashed away": service.move_to_trash,
    "a step ticked": lambda owner, todo_id: service.tick_step(owner, todo_id, 0, text="台所", done=True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_next_one_that_something_was_done_with_stays_and_alone_repeats(
    owner: Owner, rubbish: Todo, change: Callable[[Owner, str], object]
) -> None:
    following = service.tick(owner, rubbish.todo_id).next
    assert following is not None
    change(owner, following.todo_id)
    opened = service.untick(owner, rubbish.todo_id).todo
    assert (opened.completed, opened.repeat) == (False, None)
    assert service.find_todo(owner, following.todo_id).repeat == rubbish.repeat


def test_a_next_one_that_was_deleted_for_good_leaves_the_repetition_where_it_was(owner: Owner, rubbish: Todo) -> None:
    following = service.tick(owner, rubbish.todo_id).next
    assert following is not None
    service.delete(owner, following.todo_id)
    assert service.untick(owner, rubbish.todo_id).todo.repeat == rubbish.repeat


def test_of_eight_ticks_at_once_one_makes_the_next(owner: Owner, rubbish: Todo) -> None:
    threads = [threading.Thread(target=service.tick, args=(owner, rubbish.todo_id)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(still_open(owner)) == 1


def test_a_tick_that_is_cut_off_is_not_half_done(owner: Owner, rubbish: Todo) -> None:
    with pytest.raises(Interrupted):
        service.tick(meddled(owner, "TransactWriteItems", 1, power_cut), rubbish.todo_id)
    assert service.everything(owner).todos == (rubbish,)


def test_an_edit_in_another_tab_is_in_the_next_one_too(owner: Owner, rubbish: Todo, clock: SetClock) -> None:
    def edit() -> None:
        clock.pass_by(seconds=1)
        service.edit(owner, rubbish.todo_id, {"title": "粗大ごみ"})

    following = service.tick(meddled(owner, "TransactWriteItems", 1, edit), rubbish.todo_id).next
    assert following is not None
    assert following.title == "粗大ごみ"


def test_a_category_that_is_being_deleted_does_not_keep_a_todo_from_being_done(owner: Owner, rubbish: Todo) -> None:
    category_id = rubbish.category_id or ""
    with pytest.raises(Interrupted):
        categories.delete_clearing(meddled(owner, "TransactWriteItems", 2, power_cut), category_id)
    following = service.tick(owner, rubbish.todo_id).next
    assert following is not None
    assert following.category_id is None
    service.untick(owner, rubbish.todo_id)
    assert len(service.everything(owner).todos) == 1


def test_a_repetition_that_nobody_can_read_any_more_ends(owner: Owner) -> None:
    todo = service.add(owner, title="x", repeat="daily").todo
    owner.store.write(Todo.update(**todo.own_key).set(repeat="every blue moon"))
    done = service.tick(owner, todo.todo_id)
    assert (done.todo.completed, done.next) == (True, None)
    assert not service.untick(owner, todo.todo_id).todo.completed
