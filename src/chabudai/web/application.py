"""Routes made into an application: every part of this package put in its place."""

from collections.abc import Iterable

from litestar import Litestar
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from chabudai.adapters.clock import TOLERANCE
from chabudai.web import catalogs, openapi, routes
from chabudai.web.assets import Assets
from chabudai.web.csrf import Csrf, check_guarded
from chabudai.web.error_handler import ErrorHandler
from chabudai.web.middleware import SiteMiddleware
from chabudai.web.navigation import check_navigation
from chabudai.web.pages import Pages
from chabudai.web.requests import MOST_PARTS, SiteRequest
from chabudai.web.settings import WebSettings
from chabudai.web.signing import Signer
from chabudai.web.templating import Templates


def build(handlers: Iterable[ControllerRouterHandler], settings: WebSettings) -> Litestar:
    packages = (settings.base_package, *settings.packages)
    csrf = Csrf(settings.secret, settings.origin)
    assets = Assets(packages)
    check_navigation(settings.navigation, assets)
    pages = Pages(Templates(packages, settings.navigation, assets, csrf, settings.fragments))
    error_handler = ErrorHandler(pages, settings.sign_in)
    application = Litestar(
        [*handlers, assets.route()],
        dependencies=routes.DEPENDENCIES,
        exception_handlers={Exception: error_handler.respond},
        logging_config=None,
        request_class=SiteRequest,
        openapi_config=openapi.build_config(settings.version),
        request_max_body_size=settings.body_limit,
        multipart_form_part_limit=MOST_PARTS,
        state=State({"csrf": csrf}),
    )
    check_guarded(application)
    signer = Signer(settings.secret, lambda: settings.clock().timestamp(), TOLERANCE.total_seconds())
    translations = catalogs.load_translations(packages)
    application.asgi_handler = SiteMiddleware(
        application.asgi_handler,
        settings,
        signer,
        translations,
        error_handler,
        routes.request_dependencies(pages),
    )
    return application
