"""The pages of a collection: its list, a form for each row, the trash, and its file; all work without a script."""

from typing import Any

from litestar import Response

from chabudai.common import undo as undos
from chabudai.common.collections import service, transfer
from chabudai.common.collections.collection import Collection
from chabudai.common.messages import gettext, ngettext
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.text import shorten_in_sentence
from chabudai.common.undo import Undo
from chabudai.table import Entity
from chabudai.web.answers import redirect_with_joined_toast, redirect_with_toast, refuse, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.files import LARGEST_UPLOAD, decode_text, download, read_upload
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post

Declared = Injected[Collection[Any]]


@get("/")
def show_list(
    collection: Declared, owner: Injected[Owner], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    address: Any = collection.address.parse(context.query)
    rows = service.kept_rows(collection, owner)
    chosen = {name: getattr(address, name) for name in collection.filters}
    found = service.select(collection, rows, words=address.q, sort=address.sort, chosen=chosen)
    values = {
        "address": address,
        "rows": found[address.start : address.last],
        "found": len(found),
        "is_new": not rows,
        "more": address.more().url if address.last < len(found) else None,
    }
    return _page(pages, collection, collection.list_template, values)


@get("/new")
def show_new(collection: Declared, owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    return _show_form(pages, collection, None, collection.form.fill_new())


@post("/new")
def add(
    collection: Declared,
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        outcome = service.add(collection, owner, collection.form.read(form))
        sentence = gettext("Added “%(name)s”.", name=_name(collection, outcome.row))
        return redirect_with_toast(
            context, collection.path, sentence, _undo_form(collection, outcome.undo, collection.path)
        )

    return submit(collection.form.preserve(form), act, lambda again: _show_form(pages, collection, None, again))


@get("/{id_:str}/edit")
def show_edit(
    id_: FromPath[str],
    collection: Declared,
    owner: Injected[Owner],
    pages: Injected[Pages],
) -> Response[str]:
    row = service.find_kept(collection, owner, id_)
    return _show_form(pages, collection, row, collection.form.fill(row))


@post("/{id_:str}/edit")
def edit(
    id_: FromPath[str],
    collection: Declared,
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """What was changed here alone is changed; what was changed elsewhere too comes back as a question."""
    for _ in attempts(service.RowChanged):
        row = service.find_kept(collection, owner, id_)
        try:
            with refuse_when_full():
                outcome = service.change(collection, owner, row, collection.form.changes(form, row))
        except service.RowChanged:
            continue
        except WebError as refusal:
            if not refusal.concerns_form:
                raise
            refilled = collection.form.refill(form, row)
            return refuse(refilled, refusal, lambda again, row=row: _show_form(pages, collection, row, again))  # type: ignore[misc]
        sentence = gettext("Saved “%(name)s”.", name=_name(collection, outcome.row))
        return redirect_with_toast(
            context, collection.path, sentence, _undo_form(collection, outcome.undo, collection.path)
        )
    raise AssertionError("attempts end by raising")


@post("/{id_:str}/delete")
def delete(
    id_: FromPath[str],
    collection: Declared,
    owner: Injected[Owner],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    outcome = service.move_to_trash(collection, owner, id_)
    back_to = collection.address.at(form["next"]).url
    return redirect_with_joined_toast(
        context,
        back_to,
        gettext("Moved “%(name)s” to trash.", name=_name(collection, outcome.row)),
        _undo_form(collection, outcome.undo, back_to),
        group=f"{collection.app} {collection.key} trash",
        joined=lambda n: ngettext("Moved %(n)s to trash.", "Moved %(n)s to trash.", n),
    )


@post("/{id_:str}/restore")
def restore(
    id_: FromPath[str], collection: Declared, owner: Injected[Owner], context: Injected[RequestContext]
) -> Response[str]:
    outcome = service.restore(collection, owner, id_)
    back_to = f"{collection.path}/trash"
    sentence = gettext("Restored “%(name)s”.", name=_name(collection, outcome.row))
    return redirect_with_toast(context, back_to, sentence, _undo_form(collection, outcome.undo, back_to))


@get("/trash")
def show_trash(collection: Declared, owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    rows = service.trashed_rows(collection, owner)
    return _page(pages, collection, "common/trash.html", {"rows": rows})


@post("/trash/empty")
def empty_trash(collection: Declared, owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    count = service.empty_trash(collection, owner)
    sentence = ngettext("Deleted %(n)s for good.", "Deleted %(n)s for good.", count)
    return redirect_with_toast(context, f"{collection.path}/trash", sentence)


@post("/undo")
def take_back(
    collection: Declared, owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    service.take_back(collection, owner, undos.read_form(form))
    is_in_trash = form["next"] == f"{collection.path}/trash"
    url = form["next"] if is_in_trash else collection.address.at(form["next"]).url
    return redirect_with_toast(context, url, gettext("Undone."))


@get("/files")
def show_files(collection: Declared, owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    return _page(pages, collection, "common/files.html", {"report": None})


@get("/files/export")
def export(collection: Declared, owner: Injected[Owner]) -> Response[bytes]:
    document = transfer.export(collection, owner.store, owner.username)
    name = f"{collection.app}-{collection.key}-{owner.today().isoformat()}.json"
    return download(transfer.to_json(document), name, "application/json")


@post("/files/import", request_max_body_size=LARGEST_UPLOAD)
def import_file(
    collection: Declared, owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages]
) -> Response[str]:
    def act() -> Response[str]:
        text = decode_text("file", read_upload(form, "file").file.read())
        return _page(pages, collection, "common/files.html", {"report": transfer.import_text(collection, owner, text)})

    return submit(
        form, act, lambda again: _page(pages, collection, "common/files.html", {"report": None, "form": again})
    )


def _show_form(pages: Pages, collection: Collection[Any], row: Entity | None, form: Form) -> Response[str]:
    return _page(pages, collection, collection.form_template, {"row": row, "form": form})


def _page(pages: Pages, collection: Collection[Any], name: str, values: dict[str, Any]) -> Response[str]:
    template = name if "/" in name else f"{collection.app}/{name}"
    return pages.page(template, collection=collection, texts=collection.texts, path=collection.path, **values)


def _name(collection: Collection[Any], row: Entity) -> str:
    return shorten_in_sentence(collection.title_of(row))


def _undo_form(collection: Collection[Any], undo: Undo, back_to: str) -> Any:
    return undo.form(f"{collection.path}/undo", back_to)
