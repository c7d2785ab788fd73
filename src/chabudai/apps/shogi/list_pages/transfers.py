"""Export and import of many games: files in, files out, and the imports of the last days."""

from collections.abc import Sequence
from typing import Final

from litestar import Response

from chabudai.apps.shogi import folders, imports, own_names
from chabudai.apps.shogi.entities import LONGEST_NAME
from chabudai.apps.shogi.list_pages.addresses import folder_url
from chabudai.apps.shogi.list_pages.job_cards import find_recent, job_url
from chabudai.common.owner import Owner
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.files import find_uploads, read_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get, post

LARGEST_IMPORT: Final = 64 * 1024 * 1024


@get("/files")
def show_files(
    owner: Injected[Owner], pages: Injected[Pages], context: Injected[RequestContext], folder: FromQuery[str] = ""
) -> Response[str]:
    own_name = own_names.find_likely_name(owner, context.person.name if context.person else "")
    return _show(owner, pages, Form.of(folder=folder[:100], own_name=own_name))


@post("/imports", status_code=200, request_max_body_size=LARGEST_IMPORT)
def start_import(owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """On to the page that shows how far it is."""

    def act() -> Response[str]:
        read_upload(form, "file")
        return begin_import(owner, read_files(form), form["folder"], form["own_name"].strip())

    return submit(form, act, lambda again: _show(owner, pages, again))


def begin_import(owner: Owner, files: Sequence[tuple[str, bytes]], folder: str, own_name: str) -> Response[str]:
    return see_other(job_url(imports.start(owner, files, own_name[:LONGEST_NAME], folder).job_id))


def read_files(form: Form) -> list[tuple[str, bytes]]:
    return [(upload.name, upload.file.read()) for upload in find_uploads(form, "file")]


def _show(owner: Owner, pages: Pages, form: Form) -> Response[str]:
    top = folders.find_folders(owner.store, owner.username)
    return pages.page(
        "shogi/files.html",
        form=form,
        errors=form.errors,
        jobs=find_recent(owner),
        folders=[(each, folder_url(each.path)) for each in top],
        all_folders=folders.find_all_folders(owner.store, owner.username),
    )
