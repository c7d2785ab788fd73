"""What a person can do with todos: one function, one wish."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from chabudai.apps.todo import categories, design, lists, repeats, rules, words
from chabudai.apps.todo.design import Priority, Step, Todo
from chabudai.apps.todo.errors import ChangedSince, DueMissing, NoSuchTodo
from chabudai.apps.todo.rules import Changes
from chabudai.apps.todo.ticks import tick, untick
from chabudai.apps.todo.todos import (
    TRIES,
    Kept,
    Outcome,
    Todos,
    at,
    in_use,
    known,
    not_in_trash,
    one,
    refused_category,
    restored,
    thrown,
    way_back,
)
from chabudai.apps.todo.undoing import Back, Undo
from chabudai.apps.todo.words import Span
from chabudai.common import order
from chabudai.table import ConditionNotMet, Insert, ItemNotFound, StepFailed, Transaction, Update, not_exists

__all__ = [
    "Changes",
    "Kept",
    "Outcome",
    "Todos",
    "add",
    "add_line",
    "delete",
    "edit",
    "everything",
    "move",
    "new_todo",
    "one",
    "put_back",
    "restore",
    "throw_away",
    "tick",
    "tick_step",
    "untick",
]


def everything(todos: Todos) -> Kept:
    """One query: for the dashboard, every list, and the export."""
    return Kept.of(todos.store.all(design.everything(todos.username)))


def add(
    todos: Todos,
    *,
    title: str,
    description: str = "",
    priority: Priority = "medium",
    category_id: str | None = None,
    due: date | None = None,
    due_time: str | None = None,
    repeat: str | None = None,
    steps: tuple[Step, ...] = (),
) -> Outcome:
    """One that repeats and has no date is due on the first that fits."""
    given = Changes(title=title, description=description, priority=priority, category_id=category_id, due=due)
    given |= Changes(due_time=due_time, repeat=repeat, steps=steps)
    return _added(todos, new_todo(todos, given))


def add_line(todos: Todos, text: str, left: Collection[Span] = ()) -> Outcome:
    """Quick add: what the words of a line say, but for those that are left as text. A category that is new is made."""
    line = words.read(text, todos.now(), left)
    given = Changes(title=line.title, priority=line.priority or "medium", due=line.due)
    given |= Changes(due_time=line.due_time, repeat=line.repeat)
    if line.category is None:
        return _added(todos, new_todo(todos, given))
    for _ in range(TRIES):
        category = categories.named(todos, line.category)
        if category is not None:
            return _added(todos, new_todo(todos, given | Changes(category_id=category.category_id)))
        category = categories.new_category(todos, name=line.category)
        todo = new_todo(todos, given | Changes(category_id=category.category_id))
        try:
            todos.store.transact(Transaction().step("todo", Insert(todo)).step("category", Insert(category)))
        except StepFailed:
            continue  # somebody made one of this name at this moment
        return Outcome(todo, way_back("throw_away", todo.todo_id))
    raise ChangedSince


def new_todo(todos: Todos, given: Mapping[str, Any]) -> Todo:
    """A todo that is not kept yet."""
    fields = rules.checked(given)
    if fields.get("repeat") and not fields.get("due"):
        fields["due"] = _first_date(fields["repeat"], todos.today())
    if fields.get("due_time") and not fields.get("due"):
        raise DueMissing
    now = todos.now()
    return Todo(username=todos.username, todo_id=todos.new_id(), created_at=now, updated_at=now, **fields)


def edit(todos: Todos, todo_id: str, changes: Changes) -> Outcome:
    """Only the given fields: another tab that changes others at this moment loses nothing."""
    before = one(todos, todo_id)
    fields = _following(todos, before, rules.checked(changes))
    if not fields:
        return Outcome(before, Undo())
    after = _change(todos, at(todos, todo_id).set(**fields).when(deleted_at=not_exists()), fields.get("category_id"))
    old = {name: getattr(before, name) for name in fields}
    return Outcome(after, Undo((Back("put_back", todo_id, old, fields),)))


def put_back(todos: Todos, todo_id: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Todo:
    """Fields as they were, if nobody has changed them since they became `new`."""
    fields, expected = rules.checked(old), rules.checked(new)
    update = at(todos, todo_id).set(**fields).when(deleted_at=not_exists(), **expected)
    return _change(todos, update, fields.get("category_id"))


def tick_step(todos: Todos, todo_id: str, number: int, *, text: str, done: bool) -> Outcome:
    """The step of this number, counted from 0, which must still say `text`; ticks of other steps are kept."""
    for _ in range(TRIES):
        todo = one(todos, todo_id)
        if not 0 <= number < len(todo.steps) or todo.steps[number].text != text:
            raise ChangedSince
        steps = (*todo.steps[:number], Step(text=text, done=done), *todo.steps[number + 1 :])
        update = at(todos, todo_id).set(steps=steps).when(steps=todo.steps, deleted_at=not_exists())
        try:
            after = _change(todos, update, None)
        except ChangedSince:
            continue
        return Outcome(after, Undo((Back("put_back", todo_id, {"steps": todo.steps}, {"steps": steps}),)))
    raise ChangedSince


def move(todos: Todos, todo_id: str, *, before: str | None) -> Outcome:
    """By hand, to the place right before another open todo, or to the end: one write, seldom a few more."""
    rows = lists.in_manual_order(lists.still_open(todos.store.all(design.todos(todos.username))))
    by_id = {row.todo_id: row for row in rows}
    if todo_id not in by_id or (before is not None and before not in by_id):
        raise NoSuchTodo
    if before == todo_id:
        return Outcome(by_id[todo_id], Undo())
    others = [row for row in rows if row.todo_id != todo_id]
    slot = len(others) if before is None else others.index(by_id[before])
    found = order.place_at([lists.place(row) for row in others], slot)
    for neighbour, place in found.others.items():
        _change(todos, at(todos, others[neighbour].todo_id).set(sort_order=place), None)
    moved = _change(todos, at(todos, todo_id).set(sort_order=found.place), None)
    old, new = {"sort_order": by_id[todo_id].sort_order}, {"sort_order": found.place}
    return Outcome(moved, Undo((Back("put_back", todo_id, old, new),)))


def throw_away(todos: Todos, todo_id: str) -> Outcome:
    """Into the trash, where it stays for 30 days."""
    return _moved(todos, todo_id, thrown(todos, todo_id, todos.now()), way_back("restore", todo_id))


def restore(todos: Todos, todo_id: str) -> Outcome:
    return _moved(todos, todo_id, restored(todos, todo_id), way_back("throw_away", todo_id))


def delete(todos: Todos, todo_id: str) -> None:
    """For good, from wherever it is."""
    try:
        todos.store.write(Todo.delete(username=todos.username, todo_id=known(todo_id)).existing())
    except ItemNotFound as nothing:
        raise NoSuchTodo from nothing


def _added(todos: Todos, todo: Todo) -> Outcome:
    undo = way_back("throw_away", todo.todo_id)
    if todo.category_id is None:
        return Outcome(todos.store.insert(todo), undo)
    _transact(todos, Transaction().step("todo", Insert(todo)).step("category", in_use(todos, todo.category_id)))
    return Outcome(todo, undo)


def _following(todos: Todos, before: Todo, fields: dict[str, Any]) -> dict[str, Any]:
    """What is really changed, with what hangs on it: without a date there is no time and no repetition."""
    if fields.get("repeat") and fields.get("due", before.due) is None:
        fields["due"] = _first_date(fields["repeat"], todos.today())
    if fields.get("due_time") and fields.get("due", before.due) is None:
        raise DueMissing
    if "due" in fields and fields["due"] is None:
        fields |= {"due_time": None, "repeat": None}
    return {name: value for name, value in fields.items() if value != getattr(before, name)}


def _first_date(repeat: str, today: date) -> date:
    found = repeats.parsed(repeat)
    return repeats.first_on(found, today) if found else today


def _change(todos: Todos, update: Update[Todo], category_id: str | None) -> Todo:
    """The todo after an update, which a category has to agree to when it is put into one."""
    todo_id = update.key["todo_id"]
    try:
        if category_id is None:
            return todos.store.write(update)
        _transact(todos, Transaction().step("todo", update).step("category", in_use(todos, category_id)))
        return one(todos, todo_id)
    except ItemNotFound as nothing:
        raise NoSuchTodo from nothing
    except ConditionNotMet as otherwise:
        not_in_trash(one(todos, todo_id))
        raise ChangedSince from otherwise


def _transact(todos: Todos, transaction: Transaction) -> None:
    """What is wrong with the todo is raised as if it had been written alone."""
    try:
        todos.store.transact(transaction)
    except StepFailed as failure:
        if failure.step == "category":
            raise refused_category(failure) from failure
        raise failure.cause from failure


def _moved(todos: Todos, todo_id: str, update: Update[Todo], undo: Undo) -> Outcome:
    """Into the trash or out of it; what is there already stays."""
    try:
        return Outcome(todos.store.write(update), undo)
    except ItemNotFound as nothing:
        raise NoSuchTodo from nothing
    except ConditionNotMet:
        return Outcome(one(todos, todo_id), Undo())
