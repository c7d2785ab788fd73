"""The first page of a wardrobe: the last week, what is planned, what could be worn today, and what waits."""

from collections.abc import Sequence
from typing import Any, Final

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.pages.closet_pages import base_url, render_page
from chabudai.apps.wardrobe.pages.known_wardrobes import KnownWardrobes
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get

LONG: Final = 60
"""Days after which something waits for long."""
_ROW = 6


@get("/")
def show_home(closet: Injected[Closet], pages: Injected[Pages], known: Injected[KnownWardrobes]) -> Response[str]:
    known.renew(closet)
    week, planned = service.last_week_and_planned(closet, _ROW)
    first = service.longest_unworn_clothes(closet)
    found: dict[str, Any] = {
        "week": tuple(reversed(week)),
        "planned": planned,
        "suggestions": service.suggestions(closet, first),
        "waiting": service.first_unworn_clothes(closet, LONG, _ROW, first),
    }
    is_bare = not any(found[part] for part in ("planned", "suggestions", "waiting"))
    is_new = is_bare and _is_new(closet)
    others = _list_wardrobes(closet, known)
    is_in_account = known.is_in_account
    return render_page(
        pages, closet, "home", is_new=is_new, long=LONG, known=others, is_in_account=is_in_account, **found
    )


def _is_new(closet: Closet) -> bool:
    """Whether nothing hangs here, and nothing was ever written down."""
    has_clothes = service.clothes(closet, "created", "desc", rows=1).items
    return not has_clothes and not service.records(closet, rows=1).cards


def _list_wardrobes(closet: Closet, known: KnownWardrobes) -> Sequence[tuple[str, str, bool]]:
    """The wardrobes to go to from here, this one among them: name, address, whether it is this one.

    Each once, by the key that opened it last: who shows this page with a link for looking shows no other key to it.
    """
    opened = {each.wardrobe_id: each for each in reversed(known.closets_with(closet))}
    if len(opened) < 2:
        return ()
    several = sorted((opened | {closet.wardrobe_id: closet}).values(), key=lambda each: each.wardrobe.created_at)
    return tuple((each.wardrobe.name, base_url(each), each is closet) for each in several)
