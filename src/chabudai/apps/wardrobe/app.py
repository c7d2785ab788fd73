"""The wardrobe as the site sees it."""

from functools import partial

from chabudai.accounts.design import Person
from chabudai.accounts.service import rights_of
from chabudai.apps import wardrobe
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.wardrobe import demo, remembered, service
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.design import design
from chabudai.apps.wardrobe.messages import lazy
from chabudai.apps.wardrobe.pages import recent
from chabudai.apps.wardrobe.routes import api_routes, page_routes
from chabudai.apps.wardrobe.summary import summarize
from chabudai.common.personal_data import PersonalData
from chabudai.web import NavigationEntry
from chabudai.web.context import RequestContext

ENTRY = NavigationEntry("wardrobe", lazy("Wardrobe"), "/wardrobe", accent="ai", icon="hanger")


def build(given: AppDependencies) -> App:
    house = House(given.store, given.objects, given.clock)

    def fill_demo(person: Person) -> str:
        """It is nobody's own: its key leads to it."""
        return service.key_of(demo.fill_demo(house, person.language or "ja"))

    def open_demo(context: RequestContext, key: str) -> None:
        """Whoever enters the demo has its wardrobe open."""
        recent.remember(context.jar, key)

    return App(
        entry=ENTRY,
        description=lazy("What you wore when, and what to wear today."),
        package=wardrobe.PACKAGE,
        design=design,
        routes=(
            *page_routes(house, given.accounts.address),
            *api_routes(house, partial(rights_of, given.accounts)),
        ),
        summarize=lambda _, context: summarize(house, context),
        personal_data=PersonalData(
            "wardrobe",
            partial(remembered.export, house),
            partial(remembered.erase, house),
            partial(remembered.export_for_reading, house),
            lazy("your list of wardrobes; they stay for anyone who has their links"),
        ),
        fill_demo=fill_demo,
        open_demo=open_demo,
    )
