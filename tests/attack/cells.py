"""Every cell of route × actor, asked really."""

from tests.attack.house import ACTORS, House, Route

_SIGNS_OUT = ("/sign-out", "/account/sessions/end-all", "/api/account/sessions")
_TOLD_TO_ALL = (
    "/shogi/u/",
    "/api/shogi/people/",
    "/api/shogi/readers/",
    "/outbox/",
    "/kondate/discover/",
    "/kondate/buy/",
    "/kondate/creators/",
    "/api/kondate/v1/catalog/",
    "/api/kondate/v1/creators/",
)
"""What is public: people by name, what was published in the market, and emails at a machine of one's own."""
_INVITATIONS = "/tasks/join/"
"""Whoever knows the ids of a team and an invitation but not its secret hears 403, where nothing is 404."""


def ask_all(house: House) -> dict[Route, dict[str, int]]:
    return {route: {actor: _ask(house, actor, route) for actor in ACTORS} for route in house.routes()}


def find_leaks(house: House) -> list[str]:
    """Routes at which the owner's things are answered otherwise to another person than things that are not there."""
    leaks = []
    wanted = (each for each in house.routes() if not each.path.startswith((*_TOLD_TO_ALL, _INVITATIONS)))
    for route in (each for each in wanted if house.has_foreign_ids(each)):
        foreign = house.ask("other", route)
        missing = house.ask("other", route, is_missing=True)
        if foreign.status_code != missing.status_code:
            leaks.append(f"{route}: {foreign.status_code}, but {missing.status_code} where nothing is")
        elif route.path.startswith("/api") and foreign.status_code >= 400 and foreign.json() != missing.json():
            leaks.append(f"{route}: {foreign.text}, but {missing.text} where nothing is")
    return leaks


def _ask(house: House, actor: str, route: Route) -> int:
    status = house.ask(actor, route).status_code
    if route.path in _SIGNS_OUT or route.path.endswith("/switch"):
        house.forget(actor)
    return status
