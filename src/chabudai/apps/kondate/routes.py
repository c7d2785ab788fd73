"""The routes of kondate, with what each of them is given."""

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.adapters.objects import ObjectStorage
from chabudai.apps.kondate import api, guest_pages, pages
from chabudai.apps.kondate.book import first_visit
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.guest_pages.reader import Reader
from chabudai.apps.kondate.market import fridge_looks, shares
from chabudai.apps.kondate.market.creators import HOUSE
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.market.known_indexes import KnownIndexes
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.pages.shell import provide_shell
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web import routes as web_routes
from chabudai.web.context import RequestContext
from chabudai.web.registration import handlers_in
from chabudai.web.routes import Injected
from chabudai.web.translations import current_language


def routes(
    till: Till, desk: PushDesk, objects: ObjectStorage, secret: bytes, address: str
) -> tuple[ControllerRouterHandler, ...]:
    """Pages under /kondate, links under /k, the API under /api/kondate/v1.

    `secret` signs cursors; `address` is the site's, for links that are passed on.
    """
    store, clock, cursors, indexes = till.store, till.clock, Cursors(secret), KnownIndexes(till.store)

    def profile(person: Injected[Person], context: Injected[RequestContext]) -> Profile:
        """For routes that name `profile`: this person's row, with the starter content on their first visit."""
        owner = Owner(store, person.username, clock, context.zone)
        return first_visit.welcome(
            owner,
            name=person.name,
            language=person.language,
            page_language=current_language(),
            settle_in=fridge_looks.schedule,
        )

    def owner(profile: Injected[Profile], context: Injected[RequestContext]) -> Owner:
        """For routes that name `owner`: whoever is signed in, who has a row by then."""
        return Owner(store, profile.user_id, clock, context.zone)

    def reader(context: Injected[RequestContext]) -> Reader:
        """For routes that guests may open."""
        username = getattr(context.person, "username", None)
        own = Owner(store, username, clock, context.zone) if isinstance(username, str) else None
        return Reader(Owner(store, HOUSE, clock, context.zone), own)

    given = {
        "store": Provide(lambda: store, sync_to_thread=False),
        "till": Provide(lambda: till, sync_to_thread=False),
        "desk": Provide(lambda: desk, sync_to_thread=False),
        "objects": Provide(lambda: objects, sync_to_thread=False),
        "cursors": Provide(lambda: cursors, sync_to_thread=False),
        "indexes": Provide(lambda: indexes, sync_to_thread=False),
        "site_address": Provide(lambda: address, sync_to_thread=False),
        "profile": web_routes.provide(profile),
        "owner": web_routes.provide(owner),
        "reader": web_routes.provide(reader),
        "shell": web_routes.provide(provide_shell),
    }
    parts = [
        web_routes.pages("/kondate", handlers_in(pages)),
        web_routes.pages(shares.PATH, handlers_in(guest_pages)),
        web_routes.api("/kondate/v1", handlers_in(api)),
    ]
    return (Router("/", route_handlers=parts, dependencies=given),)
