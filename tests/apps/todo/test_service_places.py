"""The order made by hand: one write for a move, room made where there is none, and what is new comes first."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import lists, places, service, trash
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.apps.todo.todos import Todos
from chabudai.store import listening


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
    with listening() as asked:
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


def test_a_thousand_moves_to_one_place_write_little_more_than_a_thousand_times() -> None:
    rows = [places.STEP * number for number in range(50)]
    writes = 0
    for _ in range(1000):
        found = places.at_slot(rows, 25)
        for number, place in found.others.items():
            rows[number] = place
        rows.insert(25, found.place)
        writes += 1 + len(found.others)
        assert all(low < high for low, high in pairwise(rows))
    assert writes < 3000


numbers = st.one_of(
    st.integers(-5, 5).map(Decimal),
    st.integers(-(10**17), 10**17).map(Decimal),
    st.decimals(-1000, 1000, places=12, allow_nan=False),
)


@given(st.lists(numbers, max_size=30).map(sorted), st.data())
def test_a_place_is_found_in_any_order_and_the_others_keep_theirs(rows: list[Decimal], data: st.DataObject) -> None:
    slot = data.draw(st.integers(0, len(rows)))
    found = places.at_slot(rows, slot)
    after = [found.others.get(number, place) for number, place in enumerate(rows)]
    assert all(below <= above for below, above in pairwise(after))
    assert all(place < found.place for place in after[:slot])
    assert all(place > found.place for place in after[slot:])
    assert all(len(place.as_tuple().digits) <= 38 for place in (found.place, *found.others.values()))
