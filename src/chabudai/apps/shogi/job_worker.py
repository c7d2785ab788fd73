"""The worker of jobs: which step each kind of job takes."""

from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import folders, imports
from chabudai.apps.shogi.job_entities import Job
from chabudai.apps.shogi.jobs import JobWorker, Step
from chabudai.table import TypedStore


def new_worker(store: TypedStore, clock: Clock) -> JobWorker:
    return JobWorker(store, clock, step_of)


def step_of(job: Job) -> Step:
    return imports.step if job.kind == "import" else folders.step
