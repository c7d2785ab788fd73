"""Settings: the order in which lists are usually shown."""

from litestar import Response

from chabudai.accounts.design import Person
from chabudai.apps.todo import profiles
from chabudai.apps.todo.errors import SortUnfit
from chabudai.apps.todo.pages import preferences
from chabudai.apps.todo.pages.answers import WORDS, done
from chabudai.apps.todo.todos import Todos
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.routes import Given, get, post
from chabudai.web.visits import Visit

_PAGE = "todo/settings.html"


@get("/settings")
def overview(todos: Given[Todos], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    chosen = Form.of(sort=profiles.default_sort(todos))
    return pages.page(_PAGE, form=chosen, zone=visit.zone.key, **WORDS)


@post("/settings")
def keep(
    todos: Given[Todos], person: Given[Person], form: Given[Form], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    try:
        profiles.choose_sort(todos, form["sort"])
    except SortUnfit as refusal:
        refused = form.refused(refusal.details)
        return pages.page(_PAGE, status=refusal.status, form=refused, zone=visit.zone.key, **WORDS)
    profiles.keep(todos, email=person.email, language=person.language)
    preferences.remember(todos, visit, form["sort"])
    return done(visit, "/todo/settings", gettext("Your settings are saved."))


HANDLERS = (overview, keep)
