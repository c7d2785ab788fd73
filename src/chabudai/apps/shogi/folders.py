"""Folders: segments of slugs, with true counts; a folder's move rewrites every slug below it, some at a time."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from chabudai.apps.shogi import design, jobs, slugs
from chabudai.apps.shogi.entities import LONGEST_SLUG, Game, GamePlace
from chabudai.apps.shogi.errors import (
    FolderBeingMoved,
    FolderIntoItself,
    LeaseLost,
    NamesTooLong,
    NoSuchFolder,
    SlugTaken,
    TooBusy,
)
from chabudai.apps.shogi.job_entities import Job
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.people import plan_person
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.undo import Undo, undo_by
from chabudai.table import ConditionNotMet, ItemNotFound, NotUnique, StepFailed, Transaction, TypedStore, Update
from chabudai.web.errors import NotSignedIn

_AT_ONCE: Final = 30  # games whose slugs move in one transaction: each has two guard rows beside it
_STEPS_AT_ONCE: Final = 3  # that a person waits for; the rest goes on by itself


@dataclass(frozen=True)
class Folder:
    """`path` is whole, `name` its last segment; `games` are those in it and in all folders below."""

    path: str
    name: str
    games: int


@dataclass(frozen=True)
class FolderMove:
    job: Job
    undo: Undo


def find_folders(store: TypedStore, owner: str, folder: str = "") -> list[Folder]:
    """Those directly within a folder, by name. A folder without games does not exist."""
    beginning = f"{folder}/" if folder else ""
    counts: Counter[str] = Counter()
    for place in _places(store, owner, folder):
        name, slash, _ = place.slug.removeprefix(beginning).partition("/")
        if slash:
            counts[name] += 1
    return [Folder(f"{beginning}{name}", name, count) for name, count in sorted(counts.items())]


def find_all_folders(store: TypedStore, owner: str) -> list[str]:
    """At every depth, for a choice of where to move to."""
    return sorted(slugs.folders_of(place.slug for place in _places(store, owner, "")))


def count_games(store: TypedStore, owner: str, folder: str) -> int:
    """In a folder and below it."""
    return sum(1 for _ in _places(store, owner, folder))


def move(owner: Owner, source: str, target: str) -> FolderMove:
    """Rename a folder, or move it elsewhere, also into one that is there. Names that would be taken are refused.

    What a person does not wait for goes on as a job, which tells how far it is.
    """
    source, target = slugs.check_folder(source, "source"), slugs.check_folder(target, "target")
    if target == source or target.startswith(f"{source}/"):
        raise FolderIntoItself
    places = list(_places(owner.store, owner.username, source, is_consistent=True))
    if not places:
        raise NoSuchFolder
    _refuse_other_move(owner)
    _check_names(owner, places, source, target)
    now = this_second(owner.clock)
    job = Job(
        username=owner.username,
        kind="move",
        created=now,
        total=len(places),
        source=source,
        target=target,
        due=now,
        expired=int((now + jobs.LIFETIME).timestamp()),
    )
    failed = failed_step(owner.store, plan_person(jobs.plan_new(Transaction(), job), owner))
    if failed == "person":
        raise NotSignedIn
    if failed is not None:
        _refuse_other_move(owner)
        raise TooBusy  # the other one is done by now
    taken = jobs.take(owner.store, job, f"folders-{uuid4()}", owner.clock)
    moved = jobs.find(owner, job.job_id) if taken is None else jobs.run(owner, taken, step, _STEPS_AT_ONCE)
    return FolderMove(moved, undo_by("move_folder", source=target, target=source) if _is_new(owner, moved) else Undo())


def step(owner: Owner, job: Job) -> Job:
    """Some games of a move, or its end."""
    source, target = str(job.source), str(job.target)
    for _ in attempts(TooBusy):
        page = owner.store.page(design.games_below(owner.username, f"{source}/").consistently(), size=_AT_ONCE)
        if not page.items:
            plan = jobs.plan_end(Transaction(), job, jobs.held(job).set(status="done", done=job.total))
            jobs.transact(owner.store, plan)
            return job.model_copy(update={"status": "done", "done": job.total, "due": None, "worker": None})
        if (moved := _move_some(owner, job, list(page), source, target)) is not None:
            return moved
    raise AssertionError("attempts end by raising")


def _places(store: TypedStore, owner: str, folder: str, *, is_consistent: bool = False) -> list[GamePlace]:
    query = design.games_below(owner, f"{folder}/") if folder else design.games_by_name(owner)
    return list(store.all(query.consistently() if is_consistent else query))


def _refuse_other_move(owner: Owner) -> None:
    """For who comes late; who comes at the same moment is refused by the lock itself."""
    lock = owner.store.get(design.folder_lock(owner.username).consistently())
    if lock is not None:
        raise FolderBeingMoved(lock.job_id)


def _check_names(owner: Owner, places: list[GamePlace], source: str, target: str) -> None:
    wanted = [_moved(place.slug, source, target) for place in places]
    longest = max(wanted, key=len)
    if len(longest) > LONGEST_SLUG:
        raise NamesTooLong(longest, LONGEST_SLUG)
    there = {place.slug for place in _places(owner.store, owner.username, target, is_consistent=True)}
    taken = sorted(there & set(wanted) - {place.slug for place in places})
    if taken:
        raise SlugTaken(taken[0], "target")


def _is_new(owner: Owner, job: Job) -> bool:
    """Whether the move can be taken back by another: all of the target came with it, and it is done."""
    return job.status == "done" and count_games(owner.store, owner.username, str(job.target)) == job.total


def _moved(slug: str, source: str, target: str) -> str:
    return f"{target}{slug.removeprefix(source)}"


def _move_some(owner: Owner, job: Job, places: list[GamePlace], source: str, target: str) -> Job | None:
    """The job as it is then; None when somebody else was in the way, and it has to be looked at anew."""
    done = job.done + len(places)
    total = max(job.total, done)
    plan = Transaction().step("job", jobs.held(job).set(done=done, total=total))
    for number, place in enumerate(places):
        row: Update[Game] = Game.update(owner=place.owner, game_id=place.game_id)
        renamed = row.set(slug=_moved(place.slug, source, target)).when(slug=place.slug)
        plan = plan.step(str(number), renamed)
    try:
        owner.store.transact(plan)
    except StepFailed as failure:
        if failure.step == "job":
            raise LeaseLost from failure
        if isinstance(failure.cause, NotUnique):
            _set_aside(owner, places[int(failure.step)], source, target)
        return None
    return job.model_copy(update={"done": done, "total": total})


def _set_aside(owner: Owner, place: GamePlace, source: str, target: str) -> None:
    """Its name was taken since the move began: it gets a number, within the folder that is moved."""
    free = slugs.find_free(owner.store, owner.username, _moved(place.slug, source, target))
    row: Update[Game] = Game.update(owner=place.owner, game_id=place.game_id)
    with suppress(ConditionNotMet, ItemNotFound, NotUnique):
        owner.store.write(row.set(slug=f"{source}{free.removeprefix(target)}").when(slug=place.slug))
