"""Importing what a file holds: read whole first, with what is wrong told line by line, then kept, each thing once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from chabudai.apps.todo import categories, design
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.messages import lazy
from chabudai.apps.todo.todos import check_category, group_rows
from chabudai.common.imports import (
    ImportReport,
    Problem,
    compare,
    derive_id,
    drop_expired,
    plan_write,
    tell_progress,
)
from chabudai.common.owner import Owner
from chabudai.common.sweeps import MOST, sweep
from chabudai.common.text import fold_name, shorten
from chabudai.table import Insert

_ONE_MILLISECOND: Final = timedelta(milliseconds=1)


@dataclass(frozen=True)
class FileEntry:
    """One todo of a file; `is_dated` when the file says when it was last changed."""

    todo: Todo
    number: int
    is_dated: bool = True

    def is_newer_than(self, other: "FileEntry") -> bool:
        return self.is_dated and self.todo.updated_at > other.todo.updated_at


@dataclass(frozen=True)
class FileContent:
    """What a file holds, before anything of it is kept. A file that only names its categories `has_colours` not."""

    entries: tuple[FileEntry, ...] = ()
    categories: tuple[Category, ...] = ()
    problems: tuple[Problem, ...] = ()
    has_colours: bool = True


def order_by_line(moment: datetime, place: int) -> datetime:
    """For a line that does not say to the millisecond when its todo was made: lists show the newest first, and so the
    lines of a file in its order."""
    return moment - place * _ONE_MILLISECOND


def category_finder(owner: Owner, found: dict[str, Category]) -> Callable[[str], str]:
    """Gives the id of a category that a line names, and adds it to those that were found, by their plain names."""

    @cache
    def find(name: str) -> str:
        category = _derive_category(owner, name)
        return found.setdefault(fold_name(category.name), category).category_id

    return find


def import_content(owner: Owner, content: FileContent) -> ImportReport:
    """Keep what was read. ImportStopped says how far it came; the same file again goes on from there."""
    here = group_rows(owner.store.all(design.everything(owner.username).consistently()))
    problems = list(content.problems)
    here_by_id = {todo.todo_id: todo for todo in here.todos}
    known = {id_: FileEntry(todo, 0) for id_, todo in here_by_id.items()}
    fresh = drop_expired(
        content.entries,
        lambda entry: entry.todo.expires_at,
        owner.now(),
        lambda entry: (entry.number, entry.todo.title),
        problems,
    )
    found = compare(fresh, known, lambda entry: entry.todo.todo_id, FileEntry.is_newer_than)
    with tell_progress(len(found.new) + len(found.newer)) as progress:
        ids = _import_categories(owner, content, here.categories)
        rows = _assign_categories((*found.new, *found.newer), ids, problems)
        for some in _batches(rows):
            progress.done += len(_import_todos(owner, some, here_by_id))
    return ImportReport(len(found.new), len(found.newer), len(found.known), tuple(problems))


def _derive_category(owner: Owner, name: str) -> Category:
    """For a file that knows categories by name; one that is here already takes its place."""
    made = categories.new_category(owner, name=name)
    category_id = derive_id(f"{owner.username}\n{fold_name(made.name)}")
    return made.model_copy(update={"category_id": category_id})


def _import_categories(owner: Owner, content: FileContent, here: Sequence[Category]) -> dict[str, str]:
    """From ids in the file to ids here: one with the same id or name is the same category."""
    known = [category for category in here if not category.leaving]
    by_name = {fold_name(category.name): category.category_id for category in known}
    ids = {category.category_id: category.category_id for category in known}
    for category in content.categories:
        name = fold_name(category.name)
        if category.category_id not in ids and name not in by_name:
            new = category if content.has_colours else _choose_colour(category, known)
            known.append(owner.store.write(Insert(new).keeping_time()))
            by_name[name] = category.category_id
        ids.setdefault(category.category_id, by_name.get(name, category.category_id))
    return ids


def _choose_colour(category: Category, known: Sequence[Category]) -> Category:
    return category.model_copy(update={"color": categories.next_colour(known)})


def _assign_categories(entries: Sequence[FileEntry], ids: Mapping[str, str], problems: list[Problem]) -> list[Todo]:
    """With categories that are here; one that is nowhere is told."""
    rows: list[Todo] = []
    for entry in entries:
        wanted = entry.todo.category_id
        if wanted is not None and wanted not in ids:
            reason = lazy("Imported without a category: its category isn't in the file.")
            problems.append(Problem(entry.number, shorten(entry.todo.title), reason))
        rows.append(entry.todo.model_copy(update={"category_id": ids.get(wanted or "")}))
    return rows


def _import_todos(owner: Owner, rows: Sequence[Todo], known: Mapping[str, Todo]) -> list[Todo]:
    names = {todo.category_id for todo in rows if todo.category_id is not None}
    checks = {f"category {name}": check_category(owner, name) for name in names}
    return sweep(owner.store, rows, lambda todo: plan_write(todo, known.get(todo.todo_id)), checks)


def _batches(rows: Iterable[Todo]) -> Iterator[list[Todo]]:
    """As many as fit into one transaction with a check of each of their categories: so those of a category together."""
    some: list[Todo] = []
    names: set[str | None] = set()
    for todo in sorted(rows, key=lambda todo: todo.category_id or ""):
        if len(some) + len(names | {todo.category_id}) >= MOST:
            yield some
            some, names = [], set()
        some.append(todo)
        names.add(todo.category_id)
    if some:
        yield some
