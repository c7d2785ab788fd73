"""Ticks: a todo is done, and open again. One that repeats makes the next one as it is done, and takes it back."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chabudai.apps.todo import design, repeats
from chabudai.apps.todo.design import Step, Todo
from chabudai.apps.todo.errors import ChangedSince, NoSuchTodo
from chabudai.apps.todo.todos import TRIES, Outcome, Todos, at, in_use, not_in_trash, one, way_back
from chabudai.apps.todo.undoing import Undo
from chabudai.table import ConditionNotMet, Insert, ItemNotFound, StepFailed, Transaction, Update, not_exists


def tick(todos: Todos, todo_id: str) -> Outcome:
    """Done. One that repeats makes the next one at the same moment; what is done already stays as it is."""
    done = at(todos, todo_id).set(completed=True, completed_at=todos.now())
    undo = way_back("untick", todo_id)
    try:
        return Outcome(
            todos.store.write(done.when(completed=False, repeat=not_exists(), deleted_at=not_exists())), undo
        )
    except ItemNotFound as nothing:
        raise NoSuchTodo from nothing
    except ConditionNotMet:
        return _tick_repeating(todos, todo_id, undo)


def untick(todos: Todos, todo_id: str) -> Outcome:
    """Open again. The next one goes, unless something was done with it: then it alone repeats from here on."""
    plain = _opened(todos, todo_id).when(completed=True, next_id=not_exists(), deleted_at=not_exists())
    undo = way_back("tick", todo_id)
    try:
        return Outcome(todos.store.write(plain), undo)
    except ItemNotFound as nothing:
        raise NoSuchTodo from nothing
    except ConditionNotMet:
        return _untick_repeating(todos, todo_id, undo)


def _tick_repeating(todos: Todos, todo_id: str, undo: Undo) -> Outcome:
    has_category = True
    for _ in range(TRIES):
        todo = not_in_trash(one(todos, todo_id))
        if todo.completed:
            return Outcome(todo, Undo())
        now = todos.now()
        next_one = _next_of(todo, now, todos.new_id(), has_category)
        done = at(todos, todo_id).set(completed=True, completed_at=now, next_id=next_one and next_one.todo_id)
        steps = Transaction().step("todo", done.when(completed=False, updated_at=todo.updated_at))
        if next_one is not None:
            steps = steps.step("next", Insert(next_one))
            if next_one.category_id is not None:
                steps = steps.step("category", in_use(todos, next_one.category_id))
        try:
            todos.store.transact(steps)
        except StepFailed as failure:
            # A category that is being deleted is no reason not to be done: the next one then has none.
            has_category = has_category and failure.step != "category"
            continue
        return Outcome(one(todos, todo_id), undo, next_one)
    raise ChangedSince


def _next_of(todo: Todo, done_at: datetime, todo_id: str, has_category: bool) -> Todo | None:
    """None when it does not repeat after all, or its calendar ends."""
    repeat = repeats.parsed(todo.repeat or "")
    day = repeats.next_after(repeat, todo.due or done_at.date(), done_at.date()) if repeat else None
    if day is None:
        return None
    changed = {
        "todo_id": todo_id,
        "completed": False,
        "completed_at": None,
        "next_id": None,
        "due": day,
        "steps": tuple(Step(text=step.text) for step in todo.steps),
        "category_id": (todo.category_id or None) if has_category else None,
        "created_at": done_at,
        "updated_at": done_at,
    }
    return todo.model_copy(update=changed)


def _untick_repeating(todos: Todos, todo_id: str, undo: Undo) -> Outcome:
    for _ in range(TRIES):
        todo = not_in_trash(one(todos, todo_id))
        if not todo.completed:
            return Outcome(todo, Undo())
        opened = _opened(todos, todo_id).when(completed=True, next_id=todo.next_id, deleted_at=not_exists())
        try:
            todos.store.transact(_taking_back(todos, todo, opened))
        except StepFailed:
            continue
        return Outcome(one(todos, todo_id), undo)
    raise ChangedSince


def _opened(todos: Todos, todo_id: str) -> Update[Todo]:
    return at(todos, todo_id).set(completed=False).remove("completed_at", "next_id")


def _taking_back(todos: Todos, todo: Todo, opened: Update[Todo]) -> Transaction:
    if todo.next_id is None:
        return Transaction().step("todo", opened)
    following = todos.store.get(design.todo(todos.username, todo.next_id).consistently())
    if following is None or not _is_untouched(following, todo, todos.zone):
        return Transaction().step("todo", opened.remove("repeat") if following is not None else opened)
    gone = Todo.delete(**following.own_key).when(updated_at=following.updated_at)
    return Transaction().step("todo", opened).step("next", gone)


def _is_untouched(following: Todo, todo: Todo, zone: ZoneInfo) -> bool:
    """Whether it is still what ticking made of the todo."""
    if todo.completed_at is None or following.completed or following.deleted_at is not None:
        return False
    made = _next_of(todo, todo.completed_at.astimezone(zone), following.todo_id, following.category_id is not None)
    kept = ("title", "description", "priority", "category_id", "due", "due_time", "steps", "repeat")
    return made is not None and all(getattr(made, name) == getattr(following, name) for name in kept)
