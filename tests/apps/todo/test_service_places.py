"""The order made by hand: one write for a move, room made where there is none, and what is new comes first."""

import pytest
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import lists, service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.undo import take_back
from chabudai.common.owner import Owner
from chabudai.store import record_calls


def titles(owner: Owner) -> str:
    return "".join(todo.title for todo in lists.sort_by_hand(service.everything(owner).todos))


def add(owner: Owner, clock: SetClock, names: str) -> dict[str, str]:
    """In an order in which the first is the newest."""
    made: dict[str, Todo] = {}
    for name in reversed(names):
        clock.pass_by(seconds=1)
        made[name] = service.add(owner, title=name).todo
    return {name: todo.todo_id for name, todo in made.items()}


def test_a_todo_goes_before_another_or_to_the_end(owner: Owner, clock: SetClock) -> None:
    ids = add(owner, clock, "abcd")
    assert titles(owner) == "abcd"
    service.move(owner, ids["d"], before=ids["b"])
    assert titles(owner) == "adbc"
    service.move(owner, ids["a"], before=None)
    assert titles(owner) == "dbca"
    service.move(owner, ids["c"], before=ids["d"])
    assert titles(owner) == "cdba"


def test_what_is_new_comes_first_also_after_a_move(owner: Owner, clock: SetClock) -> None:
    ids = add(owner, clock, "ab")
    service.move(owner, ids["b"], before=ids["a"])
    clock.pass_by(minutes=1)
    service.add(owner, title="n")
    assert titles(owner) == "nba"


def test_a_move_is_one_query_and_one_write(owner: Owner, clock: SetClock) -> None:
    ids = add(owner, clock, "abcdefgh")
    with record_calls() as asked:
        service.move(owner, ids["h"], before=ids["b"])
    assert [each.operation for each in asked] == ["Query", "UpdateItem"]


def test_todos_of_one_moment_make_room_for_each_other(owner: Owner) -> None:
    for name in "gfedcba":
        service.add(owner, title=name)
    assert titles(owner) == "abcdefg"
    ids = {todo.title: todo.todo_id for todo in service.everything(owner).todos}
    service.move(owner, ids["g"], before=ids["d"])
    assert titles(owner) == "abcgdef"


def test_a_move_is_taken_back(owner: Owner, clock: SetClock) -> None:
    ids = add(owner, clock, "abc")
    outcome = service.move(owner, ids["c"], before=ids["a"])
    take_back(owner, outcome.undo)
    assert titles(owner) == "abc"


def test_no_todo_is_moved_before_what_is_not_there(owner: Owner, strangers: Owner, clock: SetClock) -> None:
    ids = add(owner, clock, "ab")
    theirs = service.add(strangers, title="x").todo
    for before in (theirs.todo_id, "nothing", ""):
        with pytest.raises(NoSuchTodo):
            service.move(owner, ids["a"], before=before)
    service.tick(owner, ids["b"])
    with pytest.raises(NoSuchTodo):
        service.move(owner, ids["a"], before=ids["b"])
