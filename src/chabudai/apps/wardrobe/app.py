"""The wardrobe as the site sees it."""

from chabudai.accounts.design import Language, Person
from chabudai.apps import wardrobe
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.wardrobe import demo, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import design
from chabudai.apps.wardrobe.entities import Wardrobe
from chabudai.apps.wardrobe.messages import lazy
from chabudai.apps.wardrobe.pages import recent
from chabudai.apps.wardrobe.routes import api_routes, page_routes
from chabudai.apps.wardrobe.summary import summarize
from chabudai.web import NavigationEntry
from chabudai.web.context import RequestContext
from chabudai.web.translations import current_language

ENTRY = NavigationEntry("wardrobe", lazy("Wardrobe"), "/wardrobe", accent="ai", icon="hanger")


def build(given: AppDependencies) -> App:
    house = House(given.store, given.objects, given.clock)

    def open_demo(context: RequestContext) -> None:
        """Whoever enters the demo has its wardrobe open, in the language they read."""
        ours = find_demo("en" if current_language() == "en" else "ja")
        if ours:
            oldest = Closet(house, min(ours, key=lambda each: each.created_at))
            recent.remember(context.jar, service.key_of(oldest))

    def find_demo(language: Language) -> list[Wardrobe]:
        return [each for each in house.wardrobes() if each.name == demo.NAMES[language]]

    def fill_demo(person: Person) -> None:
        """It is nobody's own: one in each language is enough for all."""
        language = person.language or "ja"
        if not find_demo(language):
            demo.fill_demo(house, language)

    return App(
        entry=ENTRY,
        description=lazy("What you wore when, and what to wear today."),
        package=wardrobe.PACKAGE,
        design=design,
        routes=(*page_routes(house), *api_routes(house)),
        summarize=lambda _, context: summarize(house, context),
        fill_demo=fill_demo,
        open_demo=open_demo,
    )
