"""How boards look in this browser: pieces, size, speed and what is shown."""

from litestar import Response

from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.views.board_settings import keep_settings, read_settings
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post


@get("/settings")
def settings(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return pages.page("shogi/settings.html", settings=read_settings(context.jar))


@post("/settings", status_code=200)
def change(form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    keep_settings(context.jar, form)
    return redirect_with_toast(context, "/shogi/settings", gettext("Boards look like this from now on."))
