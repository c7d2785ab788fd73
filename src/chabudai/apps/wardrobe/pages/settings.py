"""What concerns the wardrobe as a whole: its name, its links, a file of all of it, and its end."""

import json
from typing import Any

from litestar import Request, Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.pages import memory
from chabudai.apps.wardrobe.pages.answers import back, base_of, refused, shown
from chabudai.web import toasts
from chabudai.web.errors import RuleBroken
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Given, get, post
from chabudai.web.toasts import Toast
from chabudai.web.visits import Visit


@get("/settings")
def settings(closet: Given[Closet], pages: Given[Pages], request: Request[Any, Any, Any]) -> Response[str]:
    return _page(pages, closet, request, Form.of(name=closet.wardrobe.name))


@post("/settings")
def rename(
    closet: Given[Closet],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
    request: Request[Any, Any, Any],
) -> Response[str]:
    try:
        service.rename_wardrobe(closet, name=form["name"])
    except RuleBroken as refusal:
        return _page(pages, closet, request, refused(form, refusal), refusal.status)
    return _here(visit, closet, gettext("The name is changed."))


@post("/reissue")
def reissue(closet: Given[Closet], visit: Given[Visit]) -> Response[str]:
    """This browser learns the new key; everyone else has to be told."""
    changed = service.reissue_link(closet)
    memory.exchange(visit.jar, service.key_of(closet), service.key_of(changed))
    return _here(visit, changed, gettext("This wardrobe has a new address. The old one opens nothing any more."))


@post("/share")
def share(closet: Given[Closet], visit: Given[Visit]) -> Response[str]:
    changed = service.share(closet)
    memory.exchange(visit.jar, service.key_of(closet), service.key_of(changed))
    return _here(visit, changed, gettext("There is a link for looking now."))


@post("/stop-sharing")
def stop_sharing(closet: Given[Closet], visit: Given[Visit]) -> Response[str]:
    return _here(visit, service.stop_sharing(closet), gettext("The link for looking opens nothing any more."))


@post("/erase")
def erase(closet: Given[Closet], visit: Given[Visit]) -> Response[str]:
    service.erase_wardrobe(closet)
    memory.forget(visit.jar, service.key_of(closet))
    toasts.leave(visit.jar, Toast(gettext("The wardrobe and everything in it are gone.")))
    return see_other("/wardrobe")


@get("/export")
def export(closet: Given[Closet]) -> Response[bytes]:
    text = json.dumps(service.export_wardrobe(closet), ensure_ascii=False)
    headers = {"content-disposition": f'attachment; filename="wardrobe-{closet.today().isoformat()}.json"'}
    return Response(text.encode(), media_type="application/json", headers=headers)


HANDLERS = (settings, rename, reissue, share, stop_sharing, erase, export)


def _page(
    pages: Pages, closet: Closet, request: Request[Any, Any, Any], form: Form, status: int = 200
) -> Response[str]:
    """With addresses as others have to type them: by the name under which this browser reached us."""
    return shown(pages, closet, "settings", status=status, form=form, site=str(request.base_url).rstrip("/"))


def _here(visit: Visit, closet: Closet, sentence: str) -> Response[str]:
    return back(visit, closet, f"{base_of(closet)}/settings", sentence)
