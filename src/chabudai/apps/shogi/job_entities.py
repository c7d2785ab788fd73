"""Rows of jobs that go on while nobody looks: imports with their files, moves of folders; all go beyond the seed."""

from typing import Annotated, Literal, TypeAlias

from chabudai.apps.shogi.entities import Moment, ShogiTable
from chabudai.table import Entity, Field, InKey, OmitDefault, Stored, View, id_field, key

JobKind: TypeAlias = Literal["import", "move"]
JobStatus: TypeAlias = Literal["waiting", "done", "stopped"]
FileStatus: TypeAlias = Literal["waiting", "kept", "known", "refused"]


class Job(Entity, table=ShogiTable):
    """Beyond the seed: an import of files, or a folder's move, that goes on while nobody looks.

    `done` counts what has been looked at of `total`. `due` is as for an analysis.
    """

    job_id: InKey[str] = id_field()
    username: InKey[str]
    kind: JobKind
    status: JobStatus = "waiting"
    created: Moment = Field(frozen=True)
    total: int = Field(default=0, ge=0)
    done: int = Field(default=0, ge=0)
    kept: OmitDefault[int] = 0
    known: OmitDefault[int] = 0
    refused: OmitDefault[int] = 0
    # Of an import: the name by which the person's own side is told, and the file at which the quota stopped it.
    own_name: str | None = None
    stopped_at: str | None = None
    # Its files are on their way, or never all came: then `total` is how many were sent, and nothing is taken in yet.
    arriving: OmitDefault[bool] = False
    # Of a move: from which folder to which.
    source: str | None = None
    target: str | None = None
    worker: str | None = None
    due: Moment | None = None
    # How often it was taken since something of it was done.
    tries: OmitDefault[int] = Field(default=0, ge=0)
    expired: int

    pk = key("job")
    sk = key("jid#{job_id}")
    cgsi_pk = key("job#uname#{username}")


class JobKey(View, of=Job):
    """A job by its keys alone: also where the rest of it can't be read."""

    job_id: InKey[str]
    username: InKey[str]


class FolderLock(Entity, table=ShogiTable):
    """Beyond the seed: the one move of a person's folders that is under way; it is there while its job is waiting."""

    username: InKey[str]
    job_id: Annotated[str, Stored("jid")]
    expired: int

    pk = key("lock#uname#{username}")
    sk = key("folders")


class JobFile(Entity, table=ShogiTable):
    """Beyond the seed: one file of an import, in the order in which they came. What is kept or known has no content."""

    job_id: InKey[str]
    number: InKey[int] = Field(ge=1, le=99_999)
    path: str
    status: FileStatus = "waiting"
    content: bytes | None = None
    # In a zip, in a way that we don't unpack.
    packed_otherwise: OmitDefault[bool] = False
    game_id: Annotated[str | None, Stored("kid")] = None
    expired: int

    pk = key("job#jid#{job_id}")
    sk = key("file#{number:05}")


class JobFileLine(View, of=JobFile):
    """A file without its content."""

    job_id: InKey[str]
    number: InKey[int]
    path: str
    status: FileStatus = "waiting"
    game_id: str | None = None
