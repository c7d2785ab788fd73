"""The home page: the table with its seats, and the small things that belong to no app."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from litestar import Response
from litestar.types import ControllerRouterHandler

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.pages.answers import enter
from chabudai.accounts.service import Accounts
from chabudai.site import demo
from chabudai.site.seats import App
from chabudai.web import Package
from chabudai.web.errors import NotFound
from chabudai.web.forms import Form
from chabudai.web.language import LANGUAGES, lazy
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Given, get, pages, post
from chabudai.web.visits import THEMES, Theme, Visit

PACKAGE = Package("site", Path(__file__).parent)

LATER = (
    (lazy("Team tasks"), "matsuba", "columns"),
    (lazy("Shogi records"), "kaki", "piece"),
    (lazy("Menu"), "shu", "bowl"),
)
"""Places that are laid for apps to come."""


@dataclass(frozen=True, slots=True)
class Home:
    accounts: Accounts
    apps: Sequence[App]
    is_demo: bool

    def routes(self) -> list[ControllerRouterHandler]:
        @get("/")
        def home(pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
            person = visit.person
            if not isinstance(person, Person):
                notes = [(app.seat, app.note) for app in self.apps]
                return pages.page("site/welcome.html", notes=notes, later=LATER, is_demo=self.is_demo)
            seats = [(app.seat, app.today(person, visit)) for app in self.apps]
            return pages.page("site/home.html", seats=seats, later=LATER, today=visit.today)

        @post("/look")
        def look(form: Given[Form], visit: Given[Visit]) -> Response[str]:
            """Language and appearance, for this browser and for the person if there is one."""
            language = next((each for each in LANGUAGES if each == form["language"]), None)
            theme: Theme | None = next((each for each in THEMES if each == form["theme"]), None)
            if language:
                visit.choose_language(language)
            if theme:
                visit.choose_theme(theme)
            if isinstance(visit.person, Person):
                service.choose_look(self.accounts, visit.person, language=language, theme=theme)
            return see_other(safe_next(form["next"]))

        @get("/offline")
        def offline(pages: Given[Pages]) -> Response[str]:
            return pages.page("offline.html")

        @post("/demo")
        def enter_demo(visit: Given[Visit]) -> Response[str]:
            if not self.is_demo:
                raise NotFound
            person = demo.person(self.accounts)
            enter(self.accounts, visit, person, "demo")
            for app in self.apps:
                app.welcome(visit)
            return see_other("/")

        return [pages("/", [home, look, offline, enter_demo])]
