"""Devices that may be told: this one is added by a tap, each can be let go of."""

from litestar import Response

from chabudai.apps.kondate.market import devices
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.personal.settings_pages import HERE, show_page
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, post

_BACK = f"{HERE}#devices"


@post("/settings/devices", status_code=200)
def add_device(
    owner: Injected[Owner],
    desk: Injected[PushDesk],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """`subscription` is what the browser gives the script, `name` what it calls itself."""

    def act() -> Response[str]:
        devices.add_device(desk, owner, form["subscription"], form["name"])
        return redirect_with_toast(context, _BACK, gettext("This device will be notified."))

    def show_refused(again: Form) -> Response[str]:
        """Nothing that was sent belongs into the other forms of the page."""
        return show_page(owner, shell, desk, pages, Form().with_errors([*again.errors.items()]))

    return submit(form, act, show_refused)


@post("/settings/devices/{token_hash:str}/remove", status_code=200)
def remove_device(
    token_hash: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]
) -> Response[str]:
    devices.remove_device(owner, token_hash)
    return redirect_with_toast(context, _BACK, gettext("The device is no longer notified."))
