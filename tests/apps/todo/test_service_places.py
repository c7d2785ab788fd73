"""The order made by hand: one write for a move, room made where there is none, and what is new comes first."""

import pytest
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import lists, service, trash
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.todos import Todos
from chabudai.store import record_calls


def titles(todos: Todos) -> str:
    return "".join(todo.title for todo in lists.in_manual_order(service.everything(todos).todos))


def add(todos: Todos, clock: SetClock, names: str) -> dict[str, str]:
    """In an order in which the first is the newest."""
    made: dict[str, Todo] = {}
    for name in reversed(names):
        clock.pass_by(seconds=1)
        made[name] = service.add(todos, title=name).todo
    return {name: todo.todo_id for name, todo in made.items()}


def test_a_todo_goes_before_another_or_to_the_end(todos: Todos, clock: SetClock) -> None:
    ids = add(todos, clock, "abcd")
    assert titles(todos) == "abcd"
    service.move(todos, ids["d"], before=ids["b"])
    assert titles(todos) == "adbc"
    service.move(todos, ids["a"], before=None)
    assert titles(todos) == "dbca"
    service.move(todos, ids["c"], before=ids["d"])
    assert titles(todos) == "cdba"


def test_what_is_new_comes_first_also_after_a_move(todos: Todos, clock: SetClock) -> None:
    ids = add(todos, clock, "ab")
    service.move(todos, ids["b"], before=ids["a"])
    clock.pass_by(minutes=1)
    service.add(todos, title="n")
    assert titles(todos) == "nba"


def test_a_move_is_one_query_and_one_write(todos: Todos, clock: SetClock) -> None:
    ids = add(todos, clock, "abcdefgh")
    with record_calls() as asked:
        service.move(todos, ids["h"], before=ids["b"])
    assert [each.operation for each in asked] == ["Query", "UpdateItem"]


def test_todos_of_one_moment_make_room_for_each_other(todos: Todos) -> None:
    for name in "gfedcba":
        service.add(todos, title=name)
    assert titles(todos) == "abcdefg"
    ids = {todo.title: todo.todo_id for todo in service.everything(todos).todos}
    service.move(todos, ids["g"], before=ids["d"])
    assert titles(todos) == "abcgdef"


def test_a_move_is_taken_back(todos: Todos, clock: SetClock) -> None:
    ids = add(todos, clock, "abc")
    outcome = service.move(todos, ids["c"], before=ids["a"])
    trash.take_back(todos, outcome.undo)
    assert titles(todos) == "abc"


def test_no_todo_is_moved_before_what_is_not_there(todos: Todos, strangers: Todos, clock: SetClock) -> None:
    ids = add(todos, clock, "ab")
    theirs = service.add(strangers, title="x").todo
    for before in (theirs.todo_id, "nothing", ""):
        with pytest.raises(NoSuchTodo):
            service.move(todos, ids["a"], before=before)
    service.tick(todos, ids["b"])
    with pytest.raises(NoSuchTodo):
        service.move(todos, ids["a"], before=ids["b"])
