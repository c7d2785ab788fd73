"""Imports of many files: a job that can be left, with true progress and a report; each file is taken in once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from typing import Any, Final
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from chabudai.apps.shogi import archives, design, game_records, games, heads, jobs, record_texts, slugs, tags
from chabudai.apps.shogi.archives import SentFile
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import GamesFull, LeaseLost, NoSuchTag, RecordRefused, TagsFull
from chabudai.apps.shogi.game_records import FileGame
from chabudai.apps.shogi.job_entities import FileStatus, Job, JobFile
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.new_games import NewGame, insert, told_scores
from chabudai.apps.shogi.people import plan_person
from chabudai.apps.shogi.records import Reason, UnreadableRecord, decode
from chabudai.common.imports import UNREADABLE, derive_id
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.table import Put, StepFailed, Transaction, Update
from chabudai.web.errors import WebError
from chabudai.web.translations import Text

_FILES_AT_ONCE: Final = 50  # which a transaction keeps, with no more bytes than it may have
_BYTES_AT_ONCE: Final = 3_000_000
_ROOM: Final = 380_000  # bytes of a file in its row, which may have 400 KB
_PACKED_OTHERWISE: Final = lazy(
    "It is compressed in a way that we can't unpack. Make the zip file anew, the usual way."
)
_COUNTERS: Final[dict[FileStatus, str]] = {"kept": "kept", "known": "known", "refused": "refused"}


@dataclass(frozen=True)
class RefusedFile:
    """`line` counts from 1; None when it is the file as a whole."""

    path: str
    line: int | None
    reason: Text


@dataclass(frozen=True)
class RefusedFiles:
    files: tuple[RefusedFile, ...]
    cursor: str | None


def start(owner: Owner, uploads: Iterable[tuple[str, bytes]], own_name: str = "", folder: str = "") -> Job:
    """Files by name and content: single ones, zip archives, and exports of ours. A worker does the rest.

    ArchiveRefused, before anything is kept, for what can't be trusted or is too much.
    """
    into = slugs.check_folder(folder, "folder") if folder else None
    files = _collect(uploads)
    now = this_second(owner.clock)
    job = Job(
        username=owner.username,
        kind="import",
        created=now,
        total=len(files),
        own_name=own_name or None,
        target=into,
        arriving=True,
        worker=f"upload-{uuid4()}",
        due=now + jobs.LEASE,
        expired=int((now + jobs.LIFETIME).timestamp()),
    )
    jobs.transact(owner.store, plan_person(jobs.plan_held(Transaction(), job), owner))
    try:
        return _send(owner, job, files)
    except LeaseLost:
        return jobs.find(owner, job.job_id)  # its person stopped it, or has gone


def is_many(uploads: Sequence[tuple[str, bytes]]) -> bool:
    """Several files, an archive or an export of ours, where one game would be looked over first."""
    return len(uploads) > 1 or any(archives.is_archive(each) or game_records.is_document(each) for _, each in uploads)


def resume(owner: Owner, job_id: str) -> Job:
    """What stopped at the quota, by its person, or because not all files arrived, goes on with those that are there."""
    job = jobs.find(owner, job_id)
    if job.status != "stopped":
        return job
    if job.kind == "import":
        job = job.model_copy(update={"total": owner.store.count(design.file_lines(job_id).consistently())})
    return jobs.restart(owner.store, job, owner.clock)


def step(owner: Owner, job: Job) -> Job:
    """Some files, or the end. One whose upload was cut off stops: its person says whether to go on with a part."""
    if job.arriving:
        jobs.transact(owner.store, jobs.plan_end(Transaction(), job, jobs.held(job).set(status="stopped")))
        return job.model_copy(update={"status": "stopped", "due": None, "worker": None})
    waiting = list(owner.store.page(design.waiting_files(job.job_id).consistently()))
    if not waiting:
        jobs.transact(owner.store, jobs.plan_end(Transaction(), job, jobs.held(job).set(status="done")))
        return job.model_copy(update={"status": "done", "due": None, "worker": None})
    for file in waiting:
        try:
            job = _take_in(owner, jobs.prolong(owner, job), file)
        except GamesFull:
            ended = jobs.held(job).set(status="stopped", stopped_at=file.path)
            jobs.transact(owner.store, jobs.plan_end(Transaction(), job, ended))
            return job.model_copy(update={"status": "stopped", "stopped_at": file.path, "due": None, "worker": None})
    return job


def find_refused(owner: Owner, job_id: str, cursor: str | None = None) -> RefusedFiles:
    """Each file that could not be read, with line and reason in the language of whoever asks."""
    job = jobs.find(owner, job_id)
    with refuse_wrong_cursor():
        page = owner.store.page(design.refused_files(job.job_id), cursor)
    return RefusedFiles(tuple(map(_explain, page)), page.cursor)


def write_refused(owner: Owner, job_id: str) -> bytes:
    """Those files alone, as a zip, to be mended and sent again."""
    job = jobs.find(owner, job_id)
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for file in owner.store.all(design.refused_files(job.job_id)):
            if file.content is not None:
                archive.writestr(_entry_name(file), file.content)
    return target.getvalue()


def _collect(uploads: Iterable[tuple[str, bytes]]) -> list[SentFile]:
    found: list[SentFile] = []
    others: list[tuple[str, bytes]] = []
    for name, content in uploads:
        if game_records.is_document(content):
            found += [SentFile(path, game) for path, game in game_records.split_document(content)]
        else:
            others.append((name, content))
    return found + archives.unpack(others) if others or not found else found


def _send(owner: Owner, job: Job, files: Sequence[SentFile]) -> Job:
    """Held to the job, file by file: none comes behind it when it is stopped or goes with its person."""
    for some in _bundle(_rows_of(job, files)):
        job = jobs.prolong(owner, job)
        plan = Transaction().step("job", jobs.check_held(job))
        for row in some:
            plan = plan.step(str(row.number), Put(row))
        jobs.transact(owner.store, plan)
    jobs.transact(owner.store, Transaction().step("job", jobs.held(job).set(arriving=False)))
    return jobs.give_back(owner, job.model_copy(update={"arriving": False}))


def _rows_of(job: Job, files: Sequence[SentFile]) -> Iterator[JobFile]:
    for number, file in enumerate(files, 1):
        yield JobFile(
            job_id=job.job_id,
            number=number,
            path=file.path,
            content=_fit(file.content),
            packed_otherwise=file.is_packed_otherwise,
            expired=job.expired,
        )


def _bundle(rows: Iterable[JobFile]) -> Iterator[list[JobFile]]:
    """As many as a transaction has room for."""
    some: list[JobFile] = []
    left = _BYTES_AT_ONCE
    for row in rows:
        size = len(row.content or b"")
        if some and (size > left or len(some) == _FILES_AT_ONCE):
            yield some
            some, left = [], _BYTES_AT_ONCE
        some.append(row)
        left -= size
    if some:
        yield some


def _fit(content: bytes | None) -> bytes | None:
    """As a row has room for it: a game in UTF-16 may take twice as much, and is kept as UTF-8."""
    if content is None or len(content) <= _ROOM:
        return content
    try:
        return decode(content).text.encode()
    except UnreadableRecord:
        return None


def _take_in(owner: Owner, job: Job, file: JobFile) -> Job:
    try:
        new, same = _read(owner, job, file)
    except GamesFull:
        raise
    except StepFailed as failure:
        raise LeaseLost from failure
    except (*UNREADABLE, UnreadableRecord):
        return _note(owner, job, file, "refused")
    if same:
        return _note(owner, job, file, "known")

    def extend(transaction: Transaction, game: Game) -> Transaction:
        return _plan_note(transaction, job, file, "kept", game.game_id)

    try:
        insert(owner, new, this_second(owner.clock), extend)
    except NoSuchTag:
        return job  # a tag went at this moment: the file waits still
    except StepFailed as failure:
        raise LeaseLost from failure
    return _counted(job, "kept")


def _read(owner: Owner, job: Job, file: JobFile) -> tuple[NewGame, bool]:
    """What a file would be here, and whether it is here already."""
    if file.content is None:
        raise UnreadableRecord(Reason.TOO_LARGE)
    if game_records.is_document(file.content):
        return _read_own(owner, job, game_records.read(file.content))
    read = record_texts.read(decode(file.content).text)
    side = heads.guess_side(read.record, job.own_name or "")
    proposed = slugs.name_of_file(file.path) if "/" in file.path else slugs.propose(read.record, side)
    now = this_second(owner.clock)
    game = Game(
        owner=owner.username,
        slug=slugs.place_in(job.target or "", proposed),
        record=read.text,
        side=side,
        result=heads.result_for(read.record, side),
        **_times(now),
    )
    new = NewGame(game, read.record, scores=told_scores(read.record), may_rename=True)
    return new, bool(games.find_same(owner, read.record))


def _read_own(owner: Owner, job: Job, found: FileGame) -> tuple[NewGame, bool]:
    """With its own times, tags and id; an id that is another's becomes one that the same file always makes."""
    read = record_texts.read(found.record)
    game_id = found.fields["game_id"]
    spare_id = derive_id(f"{owner.username} {game_id}")
    place = owner.store.first(design.game_of_anyone(game_id))
    thrown = owner.store.get(design.thrown_id(game_id).consistently())
    is_others = any(row is not None and row.owner != owner.username for row in (place, thrown))
    game = Game.model_validate(
        {**found.fields, "owner": owner.username, "record": read.text, "game_id": spare_id if is_others else game_id}
    )
    is_here = place is not None and place.owner == owner.username
    if is_here or owner.store.first(design.game_of_anyone(spare_id)) is not None:
        return NewGame(game, read.record), True
    own_tags = tuple(_find_tags(owner, job, found.tags))[: games.MOST_TAGS]
    new = NewGame(game, read.record, own_tags, may_rename=True)
    return new if is_others else replace(new, spare_id=spare_id, is_in_trash=thrown is not None), False


def _find_tags(owner: Owner, job: Job, names: Iterable[str]) -> Iterator[str]:
    """What there is no room for any more is left out. A new one is held to the job, as all that an import keeps."""
    for name in names:
        try:
            yield tags.find_or_add(owner, name, lambda plan: plan.step("job", jobs.check_held(job))).tag_id
        except TagsFull:
            continue


def _times(now: datetime) -> dict[str, Any]:
    return {"created": now, "latest_access": now, "latest_update": now}


def _note(owner: Owner, job: Job, file: JobFile, status: FileStatus) -> Job:
    jobs.transact(owner.store, _plan_note(Transaction(), job, file, status))
    return _counted(job, status)


def _plan_note(
    transaction: Transaction, job: Job, file: JobFile, status: FileStatus, game_id: str | None = None
) -> Transaction:
    """In the same moment as what it tells of, so that each file counts once."""
    row: Update[JobFile] = JobFile.update(**file.own_key).set(status=status, game_id=game_id)
    row = row if status == "refused" else row.remove("content")
    counted = jobs.held(job).add(**{"done": 1, _COUNTERS[status]: 1})
    return transaction.step("job", counted).step("file", row.when(status="waiting"))


def _counted(job: Job, status: FileStatus) -> Job:
    name = _COUNTERS[status]
    return job.model_copy(update={"done": job.done + 1, name: getattr(job, name) + 1})


def _explain(file: JobFile) -> RefusedFile:
    """Read once more, for the words."""
    if file.packed_otherwise:
        return RefusedFile(file.path, None, _PACKED_OTHERWISE)
    try:
        if file.content is None:
            raise UnreadableRecord(Reason.TOO_LARGE)
        if game_records.is_document(file.content):
            record_texts.read(game_records.read(file.content).record)
        else:
            record_texts.read(decode(file.content).text)
    except UnreadableRecord as refusal:
        return RefusedFile(file.path, refusal.line, record_texts.describe(refusal))
    except RecordRefused as refusal:
        return RefusedFile(file.path, refusal.unreadable.line, refusal.reason)
    except WebError as refusal:
        sentence = refusal.details[0][1] if refusal.details else refusal.message
        return RefusedFile(file.path, None, sentence)
    except (ValueError, TypeError, KeyError, AttributeError):
        return RefusedFile(file.path, None, game_records.NOT_OURS)
    return RefusedFile(file.path, None, record_texts.describe(UnreadableRecord(Reason.UNREADABLE)))


def _entry_name(file: JobFile) -> str:
    parts = [part for part in file.path.split("/") if part not in ("", ".", "..")]
    return "/".join(parts) or f"{file.number:05}"
