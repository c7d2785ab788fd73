"""What concerns the wardrobe as a whole: its name, its links, a file of all of it, and its end."""

import json
from typing import Any

from litestar import Request, Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages import memory
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.web import toasts
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidInput
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.toasts import Toast


@get("/settings")
def settings(closet: Injected[Closet], pages: Injected[Pages], request: Request[Any, Any, Any]) -> Response[str]:
    return _page(pages, closet, request, Form.of(name=closet.wardrobe.name))


@post("/settings")
def rename(
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    request: Request[Any, Any, Any],
) -> Response[str]:
    try:
        service.rename_wardrobe(closet, name=form["name"])
    except InvalidInput as refusal:
        return _page(pages, closet, request, refused(form, refusal), refusal.status)
    return _here(context, closet, gettext("Name changed."))


@post("/reissue")
def reissue(closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    """This browser learns the new key; everyone else has to be told."""
    changed = service.reissue_link(closet)
    memory.exchange(context.jar, service.key_of(closet), service.key_of(changed))
    return _here(context, changed, gettext("This wardrobe has a new link. The old one no longer works."))


@post("/share")
def share(closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    changed = service.share(closet)
    memory.exchange(context.jar, service.key_of(closet), service.key_of(changed))
    return _here(context, changed, gettext("View-only link created."))


@post("/stop-sharing")
def stop_sharing(closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    return _here(context, service.stop_sharing(closet), gettext("The view-only link no longer works."))


@post("/erase")
def erase(closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    service.erase_wardrobe(closet)
    memory.forget(context.jar, service.key_of(closet))
    toasts.leave(context.jar, Toast(gettext("Wardrobe deleted.")))
    return see_other("/wardrobe")


@get("/export")
def export(closet: Injected[Closet]) -> Response[bytes]:
    text = json.dumps(service.export_wardrobe(closet), ensure_ascii=False)
    headers = {"content-disposition": f'attachment; filename="wardrobe-{closet.today().isoformat()}.json"'}
    return Response(text.encode(), media_type="application/json", headers=headers)


HANDLERS = (settings, rename, reissue, share, stop_sharing, erase, export)


def _page(
    pages: Pages, closet: Closet, request: Request[Any, Any, Any], form: Form, status: int = 200
) -> Response[str]:
    """With addresses as others have to type them: by the name under which this browser reached us."""
    return shown(pages, closet, "settings", status=status, form=form, site=str(request.base_url).rstrip("/"))


def _here(context: RequestContext, closet: Closet, sentence: str) -> Response[str]:
    return back(context, closet, f"{base_of(closet)}/settings", sentence)
