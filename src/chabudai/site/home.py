"""The home page: a card for each app, and the small things that belong to no app."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from litestar import Response
from litestar.types import ControllerRouterHandler

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.pages.responses import start_session
from chabudai.accounts.service import Accounts
from chabudai.apps.app import App
from chabudai.site import demo
from chabudai.web import Package
from chabudai.web.context import THEMES, RequestContext, Theme
from chabudai.web.errors import NotFound
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Injected, get, pages, post
from chabudai.web.translations import LANGUAGES, lazy

PACKAGE = Package("site", Path(__file__).parent)

COMING_APPS = (
    (lazy("Team tasks"), "matsuba", "columns"),
    (lazy("Shogi games"), "kaki", "piece"),
    (lazy("Meals"), "shu", "bowl"),
)
"""Apps that are not there yet: name, colour, icon."""

_FIRST_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Home:
    accounts: Accounts
    apps: Sequence[App]
    is_demo: bool

    def routes(self) -> list[ControllerRouterHandler]:
        @get("/")
        def home(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
            person = context.person
            if not isinstance(person, Person):
                intros = [(app.entry, app.description) for app in self.apps]
                return pages.page("site/welcome.html", intros=intros, coming_apps=COMING_APPS, is_demo=self.is_demo)
            cards = [(app.entry, app.summarize(person, context)) for app in self.apps]
            is_new = context.clock() - person.created_at < _FIRST_DAY and person.username != demo.USERNAME
            return pages.page(
                "site/home.html", cards=cards, coming_apps=COMING_APPS, today=context.today, is_new=is_new
            )

        @post("/look")
        def look(form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
            """Language and appearance, for this browser and for the person if there is one."""
            language = next((each for each in LANGUAGES if each == form["language"]), None)
            theme: Theme | None = next((each for each in THEMES if each == form["theme"]), None)
            if language:
                context.set_language(language)
            if theme:
                context.set_theme(theme)
            if isinstance(context.person, Person):
                service.change_appearance(self.accounts, context.person, language=language, theme=theme)
            return see_other(safe_next(form["next"]))

        @get("/offline")
        def offline(pages: Injected[Pages]) -> Response[str]:
            return pages.page("offline.html")

        @post("/demo")
        def enter_demo(context: Injected[RequestContext]) -> Response[str]:
            if not self.is_demo:
                raise NotFound
            person = demo.person(self.accounts)
            start_session(self.accounts, context, person, "demo")
            for app in self.apps:
                app.open_demo(context)
            return see_other("/")

        return [pages("/", [home, look, offline, enter_demo])]
