"""What a toast offers to take back, within a wardrobe."""

from collections.abc import Callable
from functools import partial
from typing import Final

from litestar import Response

from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.closet_pages import redirect_within
from chabudai.apps.wardrobe.pages.trash import undo_restore, undo_throw_away
from chabudai.apps.wardrobe.pages.wear import undo_delete, undo_record, undo_wear
from chabudai.common import undo as undos
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.routes import Injected, post

ACTS: Final[tuple[Callable[..., None], ...]] = (undo_delete, undo_record, undo_restore, undo_throw_away, undo_wear)


@post("/undo")
def take_back(closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    closet.require_edit()
    undos.take_back(undos.read_form(form), {act.__name__: partial(act, closet) for act in ACTS})
    return redirect_within(context, closet, form["next"], gettext("Undone."))
