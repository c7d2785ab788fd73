"""Demo data: a household in which no screen is empty."""

from chabudai.apps.todo import demo, lists, service
from chabudai.apps.todo.figures import figures
from chabudai.apps.todo.lists import View, Wish
from chabudai.apps.todo.todos import Todos


def test_no_list_is_empty(todos: Todos) -> None:
    demo.fill(todos)
    kept = service.everything(todos)
    views: tuple[View, ...] = ("open", "today", "overdue", "upcoming", "done", "trash")
    for view in views:
        assert len(lists.shown(kept.todos, Wish(view), todos.now())) >= 2, view
    told = figures(kept.todos, todos.now())
    assert min(told.done_today, told.high, told.overdue) >= 2
    assert {category.category_id for category in kept.categories} <= told.by_category.keys()
    assert sum(bool(todo.steps) for todo in kept.todos) >= 2
    assert sum(todo.repeat is not None for todo in kept.todos) >= 5


def test_nothing_was_done_or_made_in_the_future(todos: Todos) -> None:
    demo.fill(todos)
    for todo in service.everything(todos).todos:
        assert todo.created_at <= todo.updated_at <= todos.now()
        assert todo.completed == (todo.completed_at is not None)


def test_a_second_filling_changes_nothing_and_what_a_person_has_is_left_alone(todos: Todos, strangers: Todos) -> None:
    demo.fill(todos)
    before = service.everything(todos)
    demo.fill(todos)
    assert service.everything(todos) == before
    own = service.add(strangers, title="mine").todo
    demo.fill(strangers)
    assert service.everything(strangers).todos == (own,)
