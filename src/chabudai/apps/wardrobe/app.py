"""The wardrobe as the site sees it."""

from chabudai.apps import wardrobe
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.wardrobe import demo, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import design
from chabudai.apps.wardrobe.messages import lazy
from chabudai.apps.wardrobe.pages import recent
from chabudai.apps.wardrobe.routes import api_routes, page_routes
from chabudai.apps.wardrobe.summary import summarize
from chabudai.web import NavigationEntry
from chabudai.web.context import RequestContext

ENTRY = NavigationEntry("wardrobe", lazy("Wardrobe"), "/wardrobe", accent="ai", icon="hanger")


def build(given: AppDependencies) -> App:
    house = House(given.store, given.objects, given.clock)

    def open_demo(context: RequestContext) -> None:
        """Whoever enters the demo has its wardrobe open."""
        ours = [each for each in house.wardrobes() if each.name == demo.NAME]
        if ours:
            oldest = Closet(house, min(ours, key=lambda each: each.created_at))
            recent.remember(context.jar, service.key_of(oldest))

    return App(
        entry=ENTRY,
        description=lazy("What you wore when, and what to wear today."),
        package=wardrobe.PACKAGE,
        design=design,
        routes=(*page_routes(house), *api_routes(house)),
        summarize=lambda _, context: summarize(house, context),
        fill_demo=lambda _: demo.fill_demo(house),
        open_demo=open_demo,
    )
