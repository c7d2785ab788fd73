"""Settings: the order in which lists are usually shown."""

from litestar import Response

from chabudai.accounts.design import Person
from chabudai.apps.todo import profiles
from chabudai.apps.todo.errors import InvalidSort
from chabudai.apps.todo.pages import preferences
from chabudai.apps.todo.pages.answers import WORDS, done
from chabudai.apps.todo.todos import Todos
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import gettext

_PAGE = "todo/settings.html"


@get("/settings")
def overview(todos: Injected[Todos], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    chosen = Form.of(sort=profiles.default_sort(todos))
    return pages.page(_PAGE, form=chosen, zone=context.zone.key, **WORDS)


@post("/settings")
def keep(
    todos: Injected[Todos],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    try:
        profiles.choose_sort(todos, form["sort"])
    except InvalidSort as refusal:
        refused = form.with_errors(refusal.details)
        return pages.page(_PAGE, status=refusal.status, form=refused, zone=context.zone.key, **WORDS)
    profiles.keep(todos, email=person.email, language=person.language)
    preferences.remember(todos, context, form["sort"])
    return done(context, "/todo/settings", gettext("Settings saved."))


HANDLERS = (overview, keep)
