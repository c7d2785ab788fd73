"""Routes made into an application: every part of this package put in its place."""

from collections.abc import Iterable

from litestar import Litestar
from litestar.types import ControllerRouterHandler

from chabudai.web import catalogs, openapi, routes
from chabudai.web.assets import Assets
from chabudai.web.csrf import Csrf
from chabudai.web.doorstep import Doorstep
from chabudai.web.faults import Faults
from chabudai.web.pages import Pages
from chabudai.web.settings import Settings
from chabudai.web.signing import Seal
from chabudai.web.templating import Templates


def build(handlers: Iterable[ControllerRouterHandler], settings: Settings) -> Litestar:
    packages = (settings.look, *settings.packages)
    csrf = Csrf(settings.secret)
    assets = Assets(packages)
    pages = Pages(Templates(packages, settings.seats, assets, csrf))
    faults = Faults(pages, settings.sign_in)
    application = Litestar(
        [*handlers, assets.route()],
        dependencies=routes.gifts(pages),
        exception_handlers={Exception: faults.answer},
        guards=[csrf.guard],
        logging_config=None,
        openapi_config=openapi.description(settings.version),
        request_max_body_size=settings.body_limit,
    )
    seal = Seal(settings.secret, lambda: settings.clock().timestamp())
    speeches = catalogs.speeches(package.locale for package in packages)
    application.asgi_handler = Doorstep(application.asgi_handler, settings, seal, speeches, faults)
    return application
