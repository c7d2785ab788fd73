"""Folders for programs: parts of names, with true counts; renamed and moved, with progress."""

from typing import Annotated

from litestar.params import QueryParameter
from msgspec import Meta

from chabudai.apps.shogi import folders, slugs
from chabudai.apps.shogi.api.jobs import JobBody, job_body
from chabudai.apps.shogi.api.rights import needs
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import Injected, JSONBody, get, post

Within = Annotated[str, QueryParameter(name="in", max_length=1000, description="Those directly within this one.")]
FolderPath = Annotated[str, Meta(min_length=1, max_length=1000, examples=["社団戦/2025"])]


class FolderBody(Body):
    """`games` are those in it and in all folders below."""

    path: str
    name: str
    games: int


class FolderList(Body):
    folders: list[FolderBody]


class FolderPaths(Body):
    """At every depth."""

    paths: list[str]


class NewFolderPlace(Body):
    """A folder that is there, and its new path, also within one that is there."""

    source: FolderPath
    target: FolderPath


@get("/folders", **needs("own"))
def list_folders(owner: Injected[Owner], within: Within = "") -> FolderList:
    """By name. Access pattern 7."""
    path = slugs.check_folder(within, "in") if within else ""
    found = folders.find_folders(owner.store, owner.username, path)
    return FolderList(folders=[FolderBody(path=each.path, name=each.name, games=each.games) for each in found])


@get("/folders/all", **needs("own"))
def list_all_folders(owner: Injected[Owner]) -> FolderPaths:
    """Every folder there is. Access pattern 7."""
    return FolderPaths(paths=folders.find_all_folders(owner.store, owner.username))


@post("/folders/move", status_code=200, **needs("own"))
def move_folder(data: JSONBody[NewFolderPlace], owner: Injected[Owner]) -> JobBody:
    """Rename it or move it. What takes longer goes on as a job, which tells how far it is."""
    return job_body(folders.move(owner, data.source, data.target).job)
