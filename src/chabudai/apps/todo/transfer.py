"""Taking in what a file holds: read whole first, with what is wrong told line by line, then kept, each thing once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from typing import Final
from uuid import UUID, uuid5

from chabudai.apps.todo import design
from chabudai.apps.todo.design import Category, Todo, folded
from chabudai.apps.todo.errors import FileTooLong, FileUnreadable, ImportStopped
from chabudai.apps.todo.todos import Kept, Todos, in_use
from chabudai.common.sweeps import Write, batches, sweep
from chabudai.store.errors import StoreError
from chabudai.table import Insert, OperationFailed, Put, TypedStore
from chabudai.web.errors import WebError
from chabudai.web.translations import Text, lazy

MOST: Final = 20_000
_AT_ONCE = 40  # with a check of a category for each still within one transaction
_EXCERPT = 40
_OURS = UUID("6f1c7e0a-5f0e-5d0b-9d3e-3f6f0f2b7c11")


@dataclass(frozen=True)
class Fault:
    """What could not be read: the number of its line (in JSON: of its entry), how it begins, and why."""

    number: int
    text: str
    reason: Text


@dataclass(frozen=True)
class Entry:
    """One todo of a file; `is_dated` when the file says when it was last changed."""

    todo: Todo
    number: int
    is_dated: bool = True


@dataclass(frozen=True)
class Reading:
    """What a file holds, before anything of it is kept."""

    entries: tuple[Entry, ...] = ()
    categories: tuple[Category, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Report:
    """How many came in, how many took the place of an older one, and how many were here already, as new or newer."""

    added: int
    replaced: int
    kept: int
    faults: tuple[Fault, ...]


# What reading one line or entry raises when it is not as it should be.
UNFIT: Final = (WebError, KeyError, ValueError, TypeError, AttributeError, ArithmeticError)


def fault_of(number: int, text: str, refusal: Exception) -> Fault:
    reason: Text = lazy("Something here is missing or can't be read.")
    if isinstance(refusal, WebError):
        reason = refusal.details[0][1] if refusal.details else refusal.message
    return Fault(number, text[:_EXCERPT], reason)


def text_of(data: bytes) -> str:
    """A file's text: UTF-8, or what Japanese Windows writes."""
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise FileUnreadable(lazy("We can't read this file as text."))


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def derived_id(digest: str, number: int) -> str:
    """For a line that has no id: the same file taken in again finds the same todo."""
    return str(uuid5(_OURS, f"{digest} {number}"))


def category_named(todos: Todos, name: str) -> Category:
    """For a file that knows categories by name; one that is here already takes its place."""
    now = todos.now()
    category_id = str(uuid5(_OURS, f"{todos.username}\n{folded(name)}"))
    return Category(username=todos.username, category_id=category_id, name=name, created_at=now, updated_at=now)


def bring_in(todos: Todos, reading: Reading) -> Report:
    """Keep what was read. ImportStopped says how far it came; the same file again goes on from there."""
    if len(reading.entries) > MOST:
        raise FileTooLong(MOST)
    here = Kept.of(todos.store.all(design.everything(todos.username).consistently()))
    done = 0
    fresh, expired = _still_here(reading.entries, todos.now())
    added, replaced, kept = _sorted_out(fresh, {todo.todo_id: todo for todo in here.todos})
    try:
        renamed = _bring_categories(todos, reading.categories, here.categories)
        placed, faults = _placed([*added, *replaced], renamed)
        versions = {todo.todo_id: todo.updated_at for todo in here.todos}
        for some in _same_time(placed):
            done += len(_bring_todos(todos, some, versions))
    except (StoreError, OperationFailed) as failure:
        raise ImportStopped(done, len(added) + len(replaced)) from failure
    return Report(len(added), len(replaced), len(kept), (*reading.faults, *expired, *faults))


def _still_here(entries: Sequence[Entry], now: datetime) -> tuple[list[Entry], list[Fault]]:
    """Without what the trash would let go of at once."""
    fresh = [entry for entry in entries if (entry.todo.expires_at or now.timestamp() + 1) > now.timestamp()]
    left = {id(entry) for entry in fresh}
    reason = lazy("Skipped: it had been in the trash for more than 30 days.")
    gone = (entry for entry in entries if id(entry) not in left)
    return fresh, [Fault(entry.number, entry.todo.title[:_EXCERPT], reason) for entry in gone]


def _sorted_out(entries: Sequence[Entry], here: Mapping[str, Todo]) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """New ones, those that are newer than ours, and the rest; of two with one id the last counts."""
    added: list[Entry] = []
    replaced: list[Entry] = []
    kept: list[Entry] = []
    for entry in {entry.todo.todo_id: entry for entry in entries}.values():
        ours = here.get(entry.todo.todo_id)
        if ours is None:
            added.append(entry)
        else:
            is_newer = entry.is_dated and entry.todo.updated_at > ours.updated_at
            (replaced if is_newer else kept).append(entry)
    return added, replaced, kept


def _bring_categories(todos: Todos, categories: Sequence[Category], here: Sequence[Category]) -> dict[str, str]:
    """From ids in the file to ids here: one with the same id or name is the same category."""
    by_name = {folded(category.name): category.category_id for category in here if not category.leaving}
    found = {category.category_id: category.category_id for category in here if not category.leaving}
    for category in categories:
        name = folded(category.name)
        if category.category_id not in found and name not in by_name:
            _at_its_time(todos, category.updated_at).insert(category)
            by_name[name] = category.category_id
        found.setdefault(category.category_id, by_name.get(name, category.category_id))
    return found


def _placed(entries: Sequence[Entry], renamed: Mapping[str, str]) -> tuple[list[Todo], list[Fault]]:
    """With categories that are here; one that is nowhere is told."""
    placed: list[Todo] = []
    faults: list[Fault] = []
    for entry in entries:
        wanted = entry.todo.category_id
        if wanted is not None and wanted not in renamed:
            reason = lazy("Imported without a category: its category isn't in the file.")
            faults.append(Fault(entry.number, entry.todo.title[:_EXCERPT], reason))
        placed.append(entry.todo.model_copy(update={"category_id": renamed.get(wanted or "")}))
    return placed, faults


def _same_time(rows: Sequence[Todo]) -> Iterator[list[Todo]]:
    """Few enough at once, and such as were last changed at one moment: a store writes with one time."""
    by_time = sorted(rows, key=lambda todo: todo.updated_at)
    for _, some in groupby(by_time, key=lambda todo: todo.updated_at):
        yield from batches(some, _AT_ONCE)


def _bring_todos(todos: Todos, rows: Sequence[Todo], versions: Mapping[str, datetime]) -> list[Todo]:
    def kept(todo: Todo) -> Write[Todo]:
        version = versions.get(todo.todo_id)
        return Insert(todo) if version is None else Put(todo).when(updated_at=version)

    names = {todo.category_id for todo in rows if todo.category_id is not None}
    held = {f"category {name}": in_use(todos, name) for name in names}
    return sweep(_at_its_time(todos, rows[0].updated_at), rows, kept, held)


def _at_its_time(todos: Todos, moment: datetime) -> TypedStore:
    """The same store, for which it is still that time: so that what was changed last week stays changed last week."""
    return TypedStore(todos.store.raw, clock=lambda: moment)
