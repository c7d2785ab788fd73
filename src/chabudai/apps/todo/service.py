"""What a person can do with todos: one function, one wish."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from chabudai.apps.todo import categories, design, lists, quick_add_parser, repeats
from chabudai.apps.todo.design import CHANGEABLE_FIELDS, TODO_FIELDS, Todo, TodoStep
from chabudai.apps.todo.errors import NoSuchTodo, TodoChanged, TodoInTrash
from chabudai.apps.todo.messages import lazy
from chabudai.apps.todo.quick_add_parser import ParsedLine, Span
from chabudai.apps.todo.ticks import tick, untick
from chabudai.apps.todo.todos import (
    CATEGORY_ERRORS,
    TodoOutcome,
    TodosAndCategories,
    check_category,
    check_id,
    find_kept,
    find_todo,
    group_rows,
    plan_move_to_trash,
    plan_restore,
    plan_update,
)
from chabudai.common import order
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step, translate, write_if_met
from chabudai.common.undo import Undo, undo_by
from chabudai.table import ConditionNotMet, Insert, StepFailed, Transaction, Update, exists, not_exists
from chabudai.web.errors import InvalidFields, WebError, invalid_field

__all__ = [
    "add",
    "add_line",
    "delete",
    "edit",
    "everything",
    "find_todo",
    "move",
    "move_to_trash",
    "new_todo",
    "put_back",
    "restore",
    "tick",
    "tick_step",
    "untick",
]


def everything(owner: Owner) -> TodosAndCategories:
    """One query: for the dashboard, every list, and the export."""
    return group_rows(owner.store.all(design.everything(owner.username)))


def add(owner: Owner, **fields: Any) -> TodoOutcome:
    """The fields are TODO_FIELDS. One that repeats and has no date is due on the first that fits."""
    return _insert(owner, new_todo(owner, fields))


def add_line(owner: Owner, text: str, left: Collection[Span] = (), todo_id: str | None = None) -> TodoOutcome:
    """Quick add: what the words of a line say, but for those that are left as text. A category that is new is made.

    What is sent twice under one id is added once.
    """
    line = quick_add_parser.parse_line(text, owner.now(), left)
    given = _fields_of(line)
    if line.category is None:
        return _insert(owner, new_todo(owner, given, todo_id))
    for _ in attempts(TodoChanged):
        known = categories.find_all_now(owner)
        category = categories.find_by_name(known, line.category)
        if category is not None:
            return _insert(owner, new_todo(owner, {**given, "category_id": category.category_id}, todo_id))
        category = categories.new_category(owner, name=line.category, color=categories.next_colour(known))
        todo = new_todo(owner, {**given, "category_id": category.category_id}, todo_id)
        plan = Transaction().step("todo", Insert(todo)).step("category", Insert(category))
        match failed_step(owner.store, plan):
            case None:
                return TodoOutcome(todo, undo_by("move_to_trash", todo_id=todo.todo_id))
            case "todo":
                return _already_added(owner, todo)
            case _:
                continue  # somebody made one of this name at this moment
    raise AssertionError("attempts end by raising")


def new_todo(owner: Owner, given: Mapping[str, Any], todo_id: str | None = None) -> Todo:
    """A todo that is not kept yet, with an id of its own unless one is given."""
    fields = TODO_FIELDS.check_new(given)
    if fields.get("repeat") and not fields.get("due"):
        fields["due"] = _first_date(fields["repeat"], owner.today())
    if fields.get("due_time") and not fields.get("due"):
        raise _due_missing()
    now = owner.now()
    id_ = check_id(todo_id) if todo_id is not None else owner.new_id()
    return Todo(username=owner.username, todo_id=id_, created_at=now, updated_at=now, **fields)


def edit(owner: Owner, todo_id: str, given: Mapping[str, Any]) -> TodoOutcome:
    """Only the given fields: another tab that changes others at this moment loses nothing."""
    before = find_todo(owner, todo_id)
    new = _find_changes(owner, before, TODO_FIELDS.check(given))
    if not new:
        return TodoOutcome(before, Undo())
    update = plan_update(owner, todo_id).set(**new).when(deleted_at=not_exists(), **_conditions_of_date(new))
    after = _change(owner, update, new.get("category_id"))
    old = {name: getattr(before, name) for name in new}
    return TodoOutcome(after, undo_by("put_back", todo_id=todo_id, old=old, new=new))


def put_back(owner: Owner, todo_id: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Todo:
    """Fields as they were, if nobody has changed them since they became `new`."""
    fields, expected = _without_date(CHANGEABLE_FIELDS.check(old)), CHANGEABLE_FIELDS.check(new)
    conditions = {**_conditions_of_date(fields), **expected}
    update = plan_update(owner, todo_id).set(**fields).when(deleted_at=not_exists(), **conditions)
    return _change(owner, update, fields.get("category_id"))


def tick_step(owner: Owner, todo_id: str, number: int, *, text: str, done: bool) -> TodoOutcome:
    """The step of this number, counted from 0, which must still say `text`; ticks of other steps are kept."""
    for _ in attempts(TodoChanged):
        todo = find_kept(owner, todo_id)
        if not 0 <= number < len(todo.steps) or todo.steps[number].text != text:
            raise TodoChanged
        steps = (*todo.steps[:number], TodoStep(text=text, done=done), *todo.steps[number + 1 :])
        update = plan_update(owner, todo_id).set(steps=steps).when(steps=todo.steps, deleted_at=not_exists())
        with translate(missing=NoSuchTodo):
            after = write_if_met(owner.store, update)
        if after is not None:
            old, new = {"steps": todo.steps}, {"steps": steps}
            return TodoOutcome(after, undo_by("put_back", todo_id=todo_id, old=old, new=new))
    raise AssertionError("attempts end by raising")


def move(owner: Owner, todo_id: str, *, before: str | None) -> TodoOutcome:
    """By hand, to the place right before another open todo, or to the end: one write, seldom a few more."""
    rows = lists.sort_by_hand(lists.open_todos(owner.store.all(design.todos(owner.username))))
    by_id = {row.todo_id: row for row in rows}
    if todo_id not in by_id or (before is not None and before not in by_id):
        raise NoSuchTodo
    if before == todo_id:
        return TodoOutcome(by_id[todo_id], Undo())
    others = [row for row in rows if row.todo_id != todo_id]
    slot = len(others) if before is None else others.index(by_id[before])
    found = order.place_at([lists.place(row) for row in others], slot)
    for neighbour, place in found.others.items():
        _change(owner, plan_update(owner, others[neighbour].todo_id).set(sort_order=place), None)
    moved = _change(owner, plan_update(owner, todo_id).set(sort_order=found.place), None)
    old, new = {"sort_order": by_id[todo_id].sort_order}, {"sort_order": found.place}
    return TodoOutcome(moved, undo_by("put_back", todo_id=todo_id, old=old, new=new))


def move_to_trash(owner: Owner, todo_id: str) -> TodoOutcome:
    """Where it stays for 30 days. What is there already stays as it is."""
    plan = plan_move_to_trash(owner, todo_id, owner.now())
    return _move(owner, plan, undo_by("restore", todo_id=todo_id))


def restore(owner: Owner, todo_id: str) -> TodoOutcome:
    return _move(owner, plan_restore(owner, todo_id), undo_by("move_to_trash", todo_id=todo_id))


def delete(owner: Owner, todo_id: str) -> None:
    """For good, from wherever it is."""
    with translate(missing=NoSuchTodo):
        owner.store.write(Todo.delete(username=owner.username, todo_id=check_id(todo_id)).existing())


def _fields_of(line: ParsedLine) -> dict[str, Any]:
    said = {"due": line.due, "due_time": line.due_time, "repeat": line.repeat, "priority": line.priority}
    return {"title": line.title, **{name: value for name, value in said.items() if value is not None}}


def _insert(owner: Owner, todo: Todo) -> TodoOutcome:
    undo = undo_by("move_to_trash", todo_id=todo.todo_id)
    try:
        if todo.category_id is None:
            return TodoOutcome(owner.store.insert(todo), undo)
        held = Transaction().step("todo", Insert(todo)).step("category", check_category(owner, todo.category_id))
        with translate(steps={"category": CATEGORY_ERRORS}):
            owner.store.transact(held)
    except ConditionNotMet:
        return _already_added(owner, todo)
    except StepFailed as failure:
        if failure.step != "todo":
            raise
        return _already_added(owner, todo)
    return TodoOutcome(todo, undo)


def _already_added(owner: Owner, todo: Todo) -> TodoOutcome:
    return TodoOutcome(find_todo(owner, todo.todo_id), undo_by("move_to_trash", todo_id=todo.todo_id))


def _find_changes(owner: Owner, before: Todo, fields: dict[str, Any]) -> dict[str, Any]:
    """What is really changed, with what hangs on it: without a date there is no time and no repetition."""
    if fields.get("repeat") and fields.get("due", before.due) is None:
        fields["due"] = _first_date(fields["repeat"], owner.today())
    if fields.get("due_time") and fields.get("due", before.due) is None:
        raise _due_missing()
    changed = {name: value for name, value in fields.items() if value != getattr(before, name)}
    return _without_date(changed)


def _without_date(fields: dict[str, Any]) -> dict[str, Any]:
    """With the date go the time and the repetition, also those that somebody else sets at this moment."""
    is_cleared = "due" in fields and fields["due"] is None
    return {**fields, "due_time": None, "repeat": None} if is_cleared else fields


def _conditions_of_date(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A time or a repetition alone is only for a todo that has a date still."""
    needs_date = "due" not in fields and (fields.get("due_time") or fields.get("repeat"))
    return {"due": exists()} if needs_date else {}


def _due_missing() -> InvalidFields:
    return invalid_field("due", lazy("Add a date to go with the time."))


def _first_date(repeat: str, today: date) -> date:
    found = repeats.parse(repeat)
    return repeats.first_date(found, today) if found else today


def _change(owner: Owner, update: Update[Todo], category_id: str | None) -> Todo:
    """The todo after an update, which a category has to agree to when it is put into one."""
    todo_id = update.key["todo_id"]
    with translate(missing=NoSuchTodo, unmet=lambda: _why_unmet(owner, todo_id), steps={"category": CATEGORY_ERRORS}):
        if category_id is None:
            return owner.store.write(update)
        owner.store.transact(Transaction().step("todo", update).step("category", check_category(owner, category_id)))
    return find_todo(owner, todo_id)


def _why_unmet(owner: Owner, todo_id: str) -> WebError:
    return TodoInTrash() if find_todo(owner, todo_id).deleted_at is not None else TodoChanged()


def _move(owner: Owner, update: Update[Todo], undo: Undo) -> TodoOutcome:
    """Into the trash or out of it; what is there already stays."""
    with translate(missing=NoSuchTodo):
        moved = write_if_met(owner.store, update)
    if moved is None:
        return TodoOutcome(find_todo(owner, update.key["todo_id"]), Undo())
    return TodoOutcome(moved, undo)
