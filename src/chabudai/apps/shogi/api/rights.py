"""Which right each route asks for: said where the route is, and held to before anything is done."""

from typing import Any, Final, Literal, TypeAlias

from litestar import Request

from chabudai.apps.shogi.permissions import Access, Right, Viewer, open_game, open_link
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected

RouteRight: TypeAlias = Right | Literal["own"]
"""What it takes of a game, or of a person's list of games; `own`: to be signed in, for one's own things."""

RIGHT: Final = "right"
_FOR_GUESTS: Final = frozenset({"read", "list"})


def needs(right: RouteRight) -> dict[str, Any]:
    """For a route: `@get(path, **needs("read"))`. What guests may do needs no token."""
    options: dict[str, Any] = {"opt": {RIGHT: right}}
    return {**options, "security": [{}, {"token": []}, {"session": []}]} if right in _FOR_GUESTS else options


def right_of(request: Request[Any, Any, Any]) -> Right:
    right: Right = request.route_handler.opt[RIGHT]
    return right


def provide_viewer(store: Injected[TypedStore], context: Injected[RequestContext]) -> Viewer:
    """Whoever asks, signed in or not."""
    username = getattr(context.person, "username", None)
    return Viewer(store, username if isinstance(username, str) else None)


def provide_access(request: Request[Any, Any, Any], viewer: Injected[Viewer], game_id: FromPath[str]) -> Access:
    """For routes under /games/{game_id}: a game that is not there for this viewer is 404, a right that lacks is 403."""
    access = open_game(viewer, game_id)
    access.require(right_of(request))
    return access


def provide_linked(request: Request[Any, Any, Any], viewer: Injected[Viewer], share_code: FromPath[str]) -> Access:
    """For routes under /links/{share_code}. By its link an owner sees what others see of it."""
    access = open_link(viewer, share_code)
    shown = Access(access.game, "link", access.is_signed_in) if access.is_own else access
    shown.require(right_of(request))
    return shown
