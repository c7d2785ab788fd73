"""What the home page of the site says of a wardrobe."""

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.messages import gettext, ngettext
from chabudai.apps.wardrobe.pages.known_wardrobes import known_wardrobes
from chabudai.web import Summary
from chabudai.web.context import RequestContext


def summarize(house: House, context: RequestContext) -> Summary:
    """Of the wardrobe that was opened last."""
    found = known_wardrobes(house, context).last()
    return _summarize_week(found) if found else Summary(gettext("What are you wearing today?"))


def _summarize_week(closet: Closet) -> Summary:
    week = service.last_week(closet)
    count = sum(1 for day in week if day.records)
    note = gettext("Today is logged.") if week[-1].records else gettext("What are you wearing today?")
    badges = (ngettext("%(n)s of the last 7 days", "%(n)s of the last 7 days", count),) if count else ()
    return Summary(note, "", (closet.wardrobe.name, *badges))
