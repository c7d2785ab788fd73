"""What goes on while nobody looks, for programs: imports of many files with their reports, and moves of folders."""

from typing import Annotated, Any

import msgspec
from litestar import Response
from msgspec import Meta

from chabudai.accounts.design import Person
from chabudai.apps.shogi import game_records, imports, jobs
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.job_entities import Job
from chabudai.apps.shogi.own_names import find_likely_name
from chabudai.common.bodies import entity_body, fill
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.files import LARGEST_UPLOAD, download
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post

LARGEST_IMPORT = LARGEST_UPLOAD * 4 // 3 + 1024 * 1024  # in base64
ZIP = "application/zip"
_JOB = "/jobs/{job_id:str}"


class SentFileBody(Body):
    """`content` in base64: a record in UTF-8, Shift_JIS or UTF-16, a zip of such files, or an export of ours."""

    name: Annotated[str, Meta(min_length=1, max_length=400)]
    content: bytes


class NewImport(Body):
    """Into a folder, if one is given."""

    files: Annotated[list[SentFileBody], Meta(min_length=1, max_length=5000)]
    folder: Annotated[str, Meta(max_length=1000)] = ""


class GamesDocument(Body):
    """All games of a person with their tags, as the export gives them."""

    format: str = game_records.FORMAT
    version: int = game_records.VERSION
    tags: list[str] = msgspec.field(default_factory=list)
    games: list[dict[str, Any]] = msgspec.field(default_factory=list)


@entity_body(
    Job,
    "kind",
    "status",
    "created",
    "total",
    "done",
    "kept",
    "known",
    "refused",
    "stopped_at",
    "arriving",
    "source",
    "target",
    id="job_id",
)
class JobBody(Body):
    """`done` of `total` have been looked at: `kept`, `known` (here already) or `refused`.

    An import that is `stopped` goes on when it is resumed; `stoppedAt` is the file at which it found the quota full.
    While it is `arriving` its files are still being sent; one that is stopped then has only some of them.
    """


class JobList(Body):
    """The latest first; each is there for a week."""

    jobs: list[JobBody]
    cursor: str | None


class RefusedFileBody(Body):
    """`line` counts from 1; null when it is the file as a whole."""

    path: str
    line: int | None
    reason: str


class RefusedFileList(Body):
    files: list[RefusedFileBody]
    cursor: str | None


@post("/imports", request_max_body_size=LARGEST_IMPORT, **needs("own"))
def start_import(data: JSONBody[NewImport], owner: Injected[Owner], person: Injected[Person]) -> JobBody:
    """Many files at once. They come in one by one while nobody waits; the job tells how far it is."""
    files = [(file.name, file.content) for file in data.files]
    return job_body(imports.start(owner, files, find_likely_name(owner, person.name), data.folder))


@post("/imports/document", request_max_body_size=LARGEST_UPLOAD, **needs("own"))
def start_document_import(data: JSONBody[GamesDocument], owner: Injected[Owner], person: Injected[Person]) -> JobBody:
    """The document of an export, taken back."""
    export = ("games.json", msgspec.json.encode(data))
    return job_body(imports.start(owner, [export], find_likely_name(owner, person.name)))


@get("/jobs", **needs("own"))
def list_jobs(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> JobList:
    """Access pattern 26."""
    page = jobs.find_page(owner, cursor)
    return JobList(jobs=[job_body(job) for job in page], cursor=page.cursor)


@get(_JOB, **needs("own"))
def find_job(job_id: FromPath[str], owner: Injected[Owner]) -> JobBody:
    """How far it is."""
    return job_body(jobs.find(owner, job_id))


@get(f"{_JOB}/refused", **needs("own"))
def list_refused_files(
    job_id: FromPath[str], owner: Injected[Owner], cursor: FromQuery[str | None] = None
) -> RefusedFileList:
    """The files of an import that could not be read, each with line and reason."""
    found = imports.find_refused(owner, job_id, cursor)
    files = [RefusedFileBody(path=file.path, line=file.line, reason=str(file.reason)) for file in found.files]
    return RefusedFileList(files=files, cursor=found.cursor)


@get(f"{_JOB}/refused.zip", media_type=ZIP, **needs("own"))
def download_refused_files(job_id: FromPath[str], owner: Injected[Owner]) -> Response[bytes]:
    """Those files alone, to be mended and sent again."""
    return download(imports.write_refused(owner, job_id), "refused.zip", ZIP)


@post(f"{_JOB}/resume", status_code=200, **needs("own"))
def resume_import(job_id: FromPath[str], owner: Injected[Owner]) -> JobBody:
    """One that stopped at the quota, or was stopped, goes on."""
    return job_body(imports.resume(owner, job_id))


@post(f"{_JOB}/stop", status_code=200, **needs("own"))
def stop_job(job_id: FromPath[str], owner: Injected[Owner]) -> JobBody:
    """What is done stays, and an import can go on later."""
    return job_body(jobs.stop(owner, job_id))


@delete(_JOB, **needs("own"))
def delete_job(job_id: FromPath[str], owner: Injected[Owner]) -> None:
    """The report goes, and with it what was not taken in; games that are kept stay."""
    jobs.discard(owner, job_id)


def job_body(job: Job) -> JobBody:
    return fill(JobBody, job)
