"""Settings: the order in which lists are usually shown."""

from litestar import Response

from chabudai.accounts.design import Person
from chabudai.apps.todo import profiles
from chabudai.apps.todo.messages import gettext
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.pages.preferences import remember_sort
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post


@get("/settings")
def show_settings(owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    return _show(owner, pages, Form.of(sort=profiles.default_sort(profiles.find(owner))))


@post("/settings")
def save(
    owner: Injected[Owner],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        profiles.choose_sort(owner, form["sort"])
        profiles.save(owner, email=person.email, language=person.language)
        remember_sort(owner, context, form["sort"])
        return redirect_with_toast(context, "/todo/settings", gettext("Settings saved."))

    return submit(form, act, lambda again: _show(owner, pages, again))


def _show(owner: Owner, pages: Pages, form: Form) -> Response[str]:
    return pages.page("todo/settings.html", form=form, zone=owner.zone.key, texts=texts)
