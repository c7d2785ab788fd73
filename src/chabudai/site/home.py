"""The home page: a card for each app, and the small things that belong to no app."""

from collections.abc import Sequence
from dataclasses import dataclass

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.apps.app import App
from chabudai.site.demo.entrance import Demo
from chabudai.table import UnreadableItem
from chabudai.web import Summary
from chabudai.web.context import THEMES, RequestContext, Theme
from chabudai.web.errors import NotFound, UnreadableData
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import LANGUAGES, Text, current_language


@dataclass(frozen=True, slots=True)
class ComingApp:
    """One that is not there yet."""

    name: Text
    accent: str
    icon: str


COMING_APPS: tuple[ComingApp, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteContent:
    """All that there is behind the home page."""

    accounts: Accounts
    apps: Sequence[App]
    demo: Demo | None


@get("/")
def home(content: Injected[SiteContent], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    person = context.person
    if not isinstance(person, Person):
        intros = [(app.entry, app.description) for app in content.apps]
        return pages.page("site/welcome.html", intros=intros, coming_apps=COMING_APPS, is_demo=content.demo is not None)
    cards = [(app.entry, _summarize(app, person, context)) for app in content.apps]
    return pages.page(
        "site/home.html",
        cards=cards,
        coming_apps=COMING_APPS,
        today=context.today,
        is_new=person.is_new(context.clock()) and context.ends_at is None,
        ends_at=context.ends_at,
    )


def _summarize(app: App, person: Person, context: RequestContext) -> Summary:
    """One app that can't read what it needs keeps nobody from the others."""
    try:
        return app.summarize(person, context)
    except UnreadableItem:
        return Summary(UnreadableData.sentence)


@post("/look")
def look(content: Injected[SiteContent], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """Language and appearance, for this browser and for the person if there is one."""
    language = next((each for each in LANGUAGES if each == form["language"]), None)
    theme: Theme | None = next((each for each in THEMES if each == form["theme"]), None)
    if language:
        context.set_language(language)
    if theme:
        context.set_theme(theme)
    if isinstance(context.person, Person):
        chosen = {name: value for name, value in (("language", language), ("theme", theme)) if value}
        service.change_settings(content.accounts, context.person, **chosen)
    return see_other(safe_next(form["next"]))


@get("/offline")
def offline(pages: Injected[Pages]) -> Response[str]:
    return pages.page("offline.html")


@post("/demo")
def enter_demo(content: Injected[SiteContent], context: Injected[RequestContext]) -> Response[str]:
    """Whoever is in theirs already stays there."""
    if content.demo is None:
        raise NotFound
    if context.person is None or context.ends_at is None:
        content.demo.enter(context, current_language())
    return see_other("/")
