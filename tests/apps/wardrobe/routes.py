"""Every route of the wardrobe, asked of the application itself, and for each that writes what would work on it.

In a path and a body `{clothing}`, `{outfit}`, `{record}` and `{photo}` stand for ids.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from chabudai.common.undo import Act, Undo, undo_by

Case: TypeAlias = tuple[str, Any]

PHOTO = "iVBORw0KGgo="
PIECES = {"clothingIds": ["{clothing}"], "name": "x"}
WORN = {"date": "2026-11-14", "clothingIds": ["{clothing}"], "outfitId": "{outfit}"}
PAGE_PIECES = {"clothing_ids": ["{clothing}"], "name": "x"}
PAGE_WORN = {"date": "2026-11-14", "clothing_ids": ["{clothing}"], "outfit_id": "{outfit}"}
AGAIN = {"historyId": "hs_new", "createdAt": 0, "date": "2026-11-14", "clothingIds": ["cl_gone"]}
WRITES: tuple[Case, ...] = (
    ("PATCH /api/wardrobe/{key}", {"name": "x"}),
    ("DELETE /api/wardrobe/{key}", None),
    ("POST /api/wardrobe/{key}/reissue", None),
    ("POST /api/wardrobe/{key}/share", None),
    ("DELETE /api/wardrobe/{key}/share", None),
    ("POST /api/wardrobe/{key}/clothes", {"name": "x"}),
    ("PATCH /api/wardrobe/{key}/clothes/{clothing}", {"name": "x"}),
    ("PATCH /api/wardrobe/{key}/clothes/{clothing}", {}),
    ("PUT /api/wardrobe/{key}/clothes/{clothing}/photo", {"photo": PHOTO}),
    ("DELETE /api/wardrobe/{key}/clothes/{clothing}/photo", None),
    ("DELETE /api/wardrobe/{key}/clothes/{clothing}", None),
    ("POST /api/wardrobe/{key}/clothes/{clothing}/restore", None),
    ("POST /api/wardrobe/{key}/outfits", PIECES),
    ("PUT /api/wardrobe/{key}/outfits/{outfit}", {**PIECES, "clothingIds": ["{clothing}", "{other}"]}),
    ("POST /api/wardrobe/{key}/outfits/{outfit}/clone", None),
    ("DELETE /api/wardrobe/{key}/outfits/{outfit}", None),
    ("POST /api/wardrobe/{key}/outfits/{outfit}/restore", None),
    ("POST /api/wardrobe/{key}/records", WORN),
    ("POST /api/wardrobe/{key}/records", {"date": "2026-11-14", "outfitId": "{outfit}"}),
    ("PUT /api/wardrobe/{key}/records/{record}", WORN),
    ("POST /api/wardrobe/{key}/records/{record}/repeat", {}),
    ("DELETE /api/wardrobe/{key}/records/{record}", None),
    ("POST /wardrobe/{key}/clothes", {"name": "x"}),
    ("POST /wardrobe/{key}/clothes/{clothing}/edit", {"name": "x"}),
    ("POST /wardrobe/{key}/clothes/{clothing}/remove-photo", {}),
    ("POST /wardrobe/{key}/trash/clothes/{clothing}", {}),
    ("POST /wardrobe/{key}/trash/clothes/{clothing}/restore", {}),
    ("POST /wardrobe/{key}/outfits", PAGE_PIECES),
    ("POST /wardrobe/{key}/outfits/{outfit}/edit", {**PAGE_PIECES, "clothing_ids": ["{clothing}", "{other}"]}),
    ("POST /wardrobe/{key}/outfits/{outfit}/edit", {"look": ""}),
    ("POST /wardrobe/{key}/outfits/{outfit}/clone", {}),
    ("POST /wardrobe/{key}/trash/outfits/{outfit}", {}),
    ("POST /wardrobe/{key}/trash/outfits/{outfit}/restore", {}),
    ("POST /wardrobe/{key}/wear", {"wear": "{clothing} hs_new"}),
    ("POST /wardrobe/{key}/wear", {"wear": "{outfit} hs_new"}),
    ("POST /wardrobe/{key}/take-off", {"wear": "{clothing}"}),
    ("POST /wardrobe/{key}/take-off", {"wear": "{outfit} hs_new"}),
    ("POST /wardrobe/{key}/record", PAGE_WORN),
    ("POST /wardrobe/{key}/history/{record}/edit", PAGE_WORN),
    ("POST /wardrobe/{key}/history/{record}/edit", {"look": ""}),
    ("POST /wardrobe/{key}/history/{record}/repeat", {}),
    ("POST /wardrobe/{key}/history/{record}/delete", {}),
    ("POST /wardrobe/{key}/undo", {"undo": undo_by("undo_delete", record=AGAIN)}),
    ("POST /wardrobe/{key}/undo", {"undo": undo_by("undo_record", history_id="{record}")}),
    ("POST /wardrobe/{key}/undo", {"undo": undo_by("undo_restore", kind="clothes", id_="{clothing}")}),
    ("POST /wardrobe/{key}/undo", {"undo": undo_by("undo_throw_away", kind="outfits", id_="{outfit}")}),
    ("POST /wardrobe/{key}/undo", {"undo": undo_by("undo_wear", history_id="hs_new", clothing_id="{clothing}")}),
    ("POST /wardrobe/{key}/settings", {"name": "x"}),
    ("POST /wardrobe/{key}/reissue", {}),
    ("POST /wardrobe/{key}/share", {}),
    ("POST /wardrobe/{key}/stop-sharing", {}),
    ("POST /wardrobe/{key}/erase", {}),
)
SHOWN_EITHER_WAY: tuple[Case, ...] = (
    ("GET /wardrobe/{key}/record?clothing={clothing}", None),
    ("GET /wardrobe/{key}/outfits/new?clothing={clothing}", None),
    ("POST /wardrobe/{key}/record", {**PAGE_WORN, "look": ""}),
    ("POST /wardrobe/{key}/outfits", {**PAGE_PIECES, "look": ""}),
)
"""A form shows what is chosen and not there, like what was deleted; only to send it is refused."""
WITHOUT_KEY = {
    "POST /api/wardrobe",
    "POST /api/wardrobe/import",
    "GET /api/wardrobe/remembered",
    "POST /api/wardrobe/remembered",
    "DELETE /api/wardrobe/remembered/{secret}",
    "GET /wardrobe",
    "POST /wardrobe",
    "POST /wardrobe/import",
    "POST /wardrobe/forget",
    "POST /wardrobe/undo",
}
_OF = {"clothes": "clothing", "outfits": "outfit", "records": "record", "history": "record", "photos": "photo"}
_CHOSEN = frozenset(("q", "sort", "order", "genre", "season", "colour", "worn", "unworn", "size", "cursor", "kind"))
_WHEN = frozenset(("month", "year", "after", "span", "by", "day", "days", "first", "last", "date"))
_GIVEN = frozenset(("closet", "house", "pages", "form", "context", "request", "site_address", "data", "key"))
_GIVEN |= frozenset(("known", "memory", "rights", "person", "secret"))


def routes(application: Litestar) -> dict[str, HTTPRouteHandler]:
    """Written as the cases are."""
    return {
        f"{method} {_as_case(path)}": handler
        for route in application.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/wardrobe", "/api/wardrobe"))
        for path in {route.path_format.replace("{kind}", kind) for kind in ("clothes", "outfits")}
        for handler in route.route_handlers
        for method in handler.http_methods
        if method != "OPTIONS"
    }


def reads(application: Litestar) -> tuple[Case, ...]:
    """All that a key opens to look at."""
    return tuple(
        (route, None) for route in sorted(routes(application)) if route.startswith("GET ") and "{key}" in route
    )


def ids_of(handler: HTTPRouteHandler) -> set[str]:
    """The parameters that are, or may be, ids."""
    return set(handler.parsed_fn_signature.parameters) - _CHOSEN - _WHEN - _GIVEN


def ids_in_body(handler: HTTPRouteHandler) -> list[str]:
    body = handler.parsed_data_field.annotation if handler.parsed_data_field else None
    if not (isinstance(body, type) and issubclass(body, msgspec.Struct)):
        return []
    return [field.encode_name for field in msgspec.structs.fields(body) if "Id" in field.encode_name]


def kinds(case: Case) -> set[str]:
    """Of what it names the ids."""
    return set(re.findall(r"{(\w+)}", str(case))) - {"key"}


def filled(body: Any, ids: Mapping[str, str]) -> Any:
    match body:
        case str():
            return body.format(**ids)
        case list():
            return [filled(each, ids) for each in body]
        case Undo():
            return Undo(tuple(Act(act.name, filled(act.arguments, ids)) for act in body.acts)).pack()
        case dict():
            return {name: filled(each, ids) for name, each in body.items()}
        case _:
            return body


def _as_case(path: str) -> str:
    parts = path.replace("{size}", "large").replace("{date}", "2026-11-15").split("/")
    pairs = zip(["", *parts], parts, strict=False)
    return "/".join(f"{{{_OF[before]}}}" if part in ("{id_}", "{name}") else part for before, part in pairs)
