"""Ticks: a todo is done, and open again. One that repeats makes the next one as it is done, and takes it back."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chabudai.apps.todo import design, lists, repeats
from chabudai.apps.todo.design import TODO_FIELDS, Todo, TodoStep
from chabudai.apps.todo.errors import NoSuchTodo, TodoChanged
from chabudai.apps.todo.todos import TodoOutcome, check_category, find_kept, find_todo, plan_update
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step, translate, write_if_met
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Insert, Transaction, Update, not_exists
from chabudai.web.zones import to_zone


def tick(owner: Owner, todo_id: str) -> TodoOutcome:
    """Done. One that repeats makes the next one at the same moment; what is done already stays as it is."""
    plan = plan_update(owner, todo_id).set(completed=True, completed_at=owner.now())
    undo = undo_by("untick", todo_id=todo_id)
    with translate(missing=NoSuchTodo):
        done = write_if_met(owner.store, plan.when(completed=False, repeat=not_exists(), deleted_at=not_exists()))
    return _tick_repeating(owner, todo_id, undo) if done is None else TodoOutcome(done, undo)


def untick(owner: Owner, todo_id: str) -> TodoOutcome:
    """Open again. The next one goes, unless something was done with it: then it alone repeats from here on."""
    plan = _plan_untick(owner, todo_id).when(completed=True, next_id=not_exists(), deleted_at=not_exists())
    undo = undo_by("tick", todo_id=todo_id)
    with translate(missing=NoSuchTodo):
        opened = write_if_met(owner.store, plan)
    return _untick_repeating(owner, todo_id, undo) if opened is None else TodoOutcome(opened, undo)


def _tick_repeating(owner: Owner, todo_id: str, undo: Undo) -> TodoOutcome:
    has_category = True
    for _ in attempts(TodoChanged):
        todo = find_kept(owner, todo_id)
        if todo.completed:
            return TodoOutcome(todo, Undo())
        now = owner.now()
        next_todo = _next_of(todo, now, owner.new_id(), has_category)
        failed = failed_step(owner.store, _plan_tick(owner, todo, now, next_todo))
        if failed is None:
            return TodoOutcome(find_todo(owner, todo_id), undo, next_todo)
        # A category that is being deleted is no reason not to be done: the next one then has none.
        has_category = has_category and failed != "category"
    raise AssertionError("attempts end by raising")


def _plan_tick(owner: Owner, todo: Todo, now: datetime, next_todo: Todo | None) -> Transaction:
    """The todo must still be as it was read: the next one is made of it."""
    next_id = None if next_todo is None else next_todo.todo_id
    done = plan_update(owner, todo.todo_id).set(completed=True, completed_at=now, next_id=next_id)
    plan = Transaction().step("todo", done.when(completed=False, updated_at=todo.updated_at))
    if next_todo is None:
        return plan
    plan = plan.step("next", Insert(next_todo))
    category_id = next_todo.category_id
    return plan if category_id is None else plan.step("category", check_category(owner, category_id))


def _next_of(todo: Todo, done_at: datetime, todo_id: str, has_category: bool) -> Todo | None:
    """None when it does not repeat after all, or its calendar ends."""
    repeat = repeats.parse(todo.repeat or "")
    day = repeats.next_after(repeat, todo.due or done_at.date(), done_at.date()) if repeat else None
    if day is None:
        return None
    changed = {
        "todo_id": todo_id,
        "completed": False,
        "completed_at": None,
        "next_id": None,
        "due": day,
        "sort_order": lists.place(todo),
        "steps": tuple(TodoStep(text=step.text) for step in todo.steps),
        "category_id": (todo.category_id or None) if has_category else None,
        "created_at": done_at,
        "updated_at": done_at,
    }
    return todo.model_copy(update=changed)


def _untick_repeating(owner: Owner, todo_id: str, undo: Undo) -> TodoOutcome:
    for _ in attempts(TodoChanged):
        todo = find_kept(owner, todo_id)
        if not todo.completed:
            return TodoOutcome(todo, Undo())
        opened = _plan_untick(owner, todo_id).when(completed=True, next_id=todo.next_id, deleted_at=not_exists())
        if failed_step(owner.store, _without_next(owner, todo, opened)) is None:
            return TodoOutcome(find_todo(owner, todo_id), undo)
    raise AssertionError("attempts end by raising")


def _plan_untick(owner: Owner, todo_id: str) -> Update[Todo]:
    return plan_update(owner, todo_id).set(completed=False).remove("completed_at", "next_id")


def _without_next(owner: Owner, todo: Todo, opened: Update[Todo]) -> Transaction:
    """The todo open again, and the one that came of it gone, if it is still what ticking made."""
    if todo.next_id is None:
        return Transaction().step("todo", opened)
    following = owner.store.get(design.todo(owner.username, todo.next_id).consistently())
    if following is None or not _is_untouched(following, todo, owner.zone):
        return Transaction().step("todo", opened.remove("repeat") if following is not None else opened)
    gone = Todo.delete(**following.own_key).when(updated_at=following.updated_at)
    return Transaction().step("todo", opened).step("next", gone)


def _is_untouched(following: Todo, todo: Todo, zone: ZoneInfo) -> bool:
    """Whether it is still what ticking made of the todo."""
    if todo.completed_at is None or following.completed or following.deleted_at is not None:
        return False
    made = _next_of(todo, to_zone(todo.completed_at, zone), following.todo_id, following.category_id is not None)
    return made is not None and all(getattr(made, name) == getattr(following, name) for name in TODO_FIELDS.names)
