"""A job in words: an import of files or a folder's move, how far it is, and what it came to."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chabudai.apps.shogi import jobs
from chabudai.apps.shogi.job_entities import Job, JobKind
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.common.owner import Owner
from chabudai.web.formats import number_text

State: TypeAlias = Literal["running", "done", "stopped"]
_MOST_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class JobCard:
    """`sentence` says how far it is; `stopped_at` is the file for which there was no room; one that `lacks_files` was
    cut off while they were sent."""

    job_id: str
    kind: JobKind
    state: State
    title: str
    sentence: str
    done: int
    total: int
    refused: int
    target: str
    stopped_at: str | None
    lacks_files: bool

    @property
    def url(self) -> str:
        return job_url(self.job_id)


def job_url(job_id: str) -> str:
    return f"/shogi/jobs/{job_id}"


def find_recent(owner: Owner) -> list[JobCard]:
    """The latest ones, also those that are done."""
    return [describe_job(job) for job in jobs.find_page(owner) if _has_begun(job)][:_MOST_SHOWN]


def find_open(owner: Owner) -> list[JobCard]:
    """Those that go on, or wait for their person to let them."""
    return [card for card in find_recent(owner) if card.state != "done"]


def describe_job(job: Job) -> JobCard:
    is_import = job.kind == "import"
    return JobCard(
        job_id=job.job_id,
        kind=job.kind,
        state="running" if job.status == "waiting" else job.status,
        title=_title(job),
        sentence=_count_files(job) if is_import else _count_games(job),
        done=job.done,
        total=job.total,
        refused=job.refused,
        target=job.target or "",
        stopped_at=job.stopped_at,
        lacks_files=job.arriving,
    )


def _has_begun(job: Job) -> bool:
    """One whose files are still on their way is none yet."""
    return job.status != "waiting" or not job.arriving


def _title(job: Job) -> str:
    if job.kind == "move":
        return gettext("Moving “%(source)s” to “%(target)s”", source=job.source, target=job.target)
    return ngettext("Import of %(all)s file", "Import of %(all)s files", job.total, all=number_text(job.total))


def _count_files(job: Job) -> str:
    done, total = number_text(job.done), number_text(job.total)
    said = [ngettext("%(done)s of %(all)s file", "%(done)s of %(all)s files", job.total, done=done, all=total)]
    said.append(gettext("%(n)s kept", n=number_text(job.kept)))
    if job.known:
        said.append(gettext("%(n)s already here", n=number_text(job.known)))
    if job.refused:
        said.append(gettext("%(n)s can't be read", n=number_text(job.refused)))
    return gettext(" · ").join(said)


def _count_games(job: Job) -> str:
    done, total = number_text(job.done), number_text(job.total)
    return ngettext("%(done)s of %(all)s game", "%(done)s of %(all)s games", job.total, done=done, all=total)
