"""Who may do what by the pages: every route of a game, asked by everybody; a route without a row here fails."""

from dataclasses import dataclass
from html import unescape
from typing import Literal, TypeAlias, get_args

import pytest
from httpx import Response
from litestar.routes import HTTPRoute
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.site_house import House, Member

from chabudai.apps.shogi import sharing
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import RIGHTS, Right, Role

PREFIX = "/shogi/games/{game_id}"
LINK = "/s/{share_code}"

Actor: TypeAlias = Literal["owner", "allowed for this game", "allowed for all", "stranger", "guest"]
NAMES: dict[Actor, str] = {
    "owner": "akira",
    "allowed for this game": "yuko",
    "allowed for all": "ken",
    "stranger": "toru",
}
ROLES: dict[Actor, tuple[Role, Role]] = {
    "owner": ("owner", "owner"),
    "allowed for this game": ("reader", "reader"),
    "allowed for all": ("reader_of_all", "reader_of_all"),
    "stranger": ("none", "public"),
    "guest": ("none", "public"),
}
"""What each is to a game that is private, and to one that is public."""

ROWS: dict[str, Right] = {
    "GET ": "read",
    "GET /moves": "read",
    "GET /lines": "read",
    "GET /engine": "read",
    "GET /scores": "read",
    "GET /position": "read",
    "GET /diagram.svg": "read",
    "GET /diagram.png": "read",
    "POST /copies": "analyse",  # by whoever may read it and is signed in
    "POST /analyses": "analyse",
    "POST /analyses/cancel": "write",
    "GET /comment": "write",
    "POST /comments": "write",
    "POST /variations": "write",
    "POST /deletions": "write",
    "POST /main-line": "write",
    "POST /undo": "write",
    "GET /details": "write",
    "POST /details": "write",
    "GET /notes": "write",
    "GET /move": "write",
    "POST /move": "write",
    "GET /acts": "write",
    "GET /export": "write",
    "GET /file": "write",
    "GET /file.kif": "write",
    "GET /tags": "tag",
    "POST /tags": "tag",
    "POST /tags/remove": "tag",
    "GET /sharing": "share",
    "POST /sharing/public": "share",
    "POST /sharing/notes": "share",
    "POST /sharing/link": "share",
    "POST /sharing/people": "share",
    "POST /sharing/people/remove": "share",
    "POST /trash": "delete",
}
BY_LINK: dict[str, Right] = {
    "GET /": "read",
    "GET /moves": "read",
    "GET /lines": "read",
    "GET /engine": "read",
    "GET /scores": "read",
    "GET /position": "read",
    "GET /diagram.svg": "read",
    "GET /diagram.png": "read",
    "GET /embed": "read",
    "POST /copies": "analyse",
    "POST /analyses": "analyse",
}
SENTENCES = {403: "Only the person whose game this is can do that.", 404: "You can't see this game."}


@dataclass(frozen=True)
class Room:
    site: House
    browsers: dict[str, Member]
    guest: Member

    def ask(self, actor: Actor, method: str, path: str) -> Response:
        browser = self.browsers.get(NAMES.get(actor, ""), self.guest)
        sent = {"_csrf": browser.token()} if method == "POST" else None
        return browser.ask(method, path, data=sent)


@pytest.fixture(scope="module")
def room(site: House) -> Room:
    browsers = {name: site.member(name) for name in NAMES.values()}
    return Room(site, browsers, Member(site.client, "en"))


def new_game(site: House, *, is_public: bool) -> Game:
    """Of akira's, that nothing was done to yet."""
    owner, people = site.owner("akira"), People.default(site.accounts.store, site.clock)
    assert isinstance(site.clock, SettableClock)
    site.clock.advance(hours=1)  # no quota of an hour is what refuses
    game = site.keep("akira", {"slug": f"g{site.clock():%Y%m%d%H}"})
    sharing.add_reader(owner, game.game_id, "yuko", people)
    sharing.add_reader_of_all(owner, "ken", people)
    sharing.set_public(owner, game.game_id, public=is_public)
    return game


def routes_under(site: House, prefix: str) -> set[str]:
    return {
        f"{method} {route.path_format.removeprefix(prefix)}"
        for route in site.client.app.routes
        if isinstance(route, HTTPRoute) and (route.path_format + "/").startswith(prefix + "/")
        for handler in route.route_handlers
        for method in handler.http_methods - {"OPTIONS", "HEAD"}
    }


def check(answer: Response, right: Right, role: Role, *, is_guest: bool) -> None:
    """A refusal says why, in a sentence; a guest may be asked to sign in first, whether there is such a game or not."""
    told = {status: sentence in unescape(answer.text) for status, sentence in SENTENCES.items()}
    if is_guest and right != "read" and is_sent_to_sign_in(answer):
        return
    if "read" not in RIGHTS[role]:
        assert (answer.status_code, told) == (404, {403: False, 404: True})
    elif right in RIGHTS[role] and not (is_guest and right != "read"):
        assert answer.status_code not in (401, 403)
        assert told == {403: False, 404: False}  # what was not filled in may be wrong
    else:
        assert (answer.status_code, told) == (403, {403: True, 404: False})


def is_sent_to_sign_in(answer: Response) -> bool:
    return answer.status_code == 401 or answer.headers.get("location", "").startswith("/sign-in")


def test_every_route_of_a_game_has_its_row(site: House) -> None:
    assert routes_under(site, PREFIX) == set(ROWS)
    assert routes_under(site, LINK) == {route.removesuffix("/") if route == "GET /" else route for route in BY_LINK}


@pytest.mark.parametrize("is_public", [False, True])
@pytest.mark.parametrize("route", ROWS)
def test_each_is_answered_as_the_table_of_rights_says(room: Room, route: str, is_public: bool) -> None:
    method, _, end = route.partition(" ")
    for actor in get_args(Actor):
        game = new_game(room.site, is_public=is_public)
        answer = room.ask(actor, method, f"/shogi/games/{game.game_id}{end}")
        check(answer, ROWS[route], ROLES[actor][is_public], is_guest=actor == "guest")


@pytest.mark.parametrize("route", BY_LINK)
def test_by_a_link_each_reads_as_long_as_it_is_good(room: Room, route: str) -> None:
    """Signed in or not; whoever may read the game anyway gets no more by it."""
    method, _, end = route.partition(" ")
    owner = room.site.owner("akira")
    game = new_game(room.site, is_public=False)
    first = sharing.start_link(owner, game.game_id).share_code
    second = sharing.reissue_link(owner, game.game_id).share_code
    for actor in get_args(Actor):
        is_guest = actor == "guest"
        check(room.ask(actor, method, f"/s/{second}{end}"), BY_LINK[route], "link", is_guest=is_guest)
        check(room.ask(actor, method, f"/s/{first}{end}"), BY_LINK[route], "none", is_guest=is_guest)
    sharing.revoke_link(owner, game.game_id)
    for actor in get_args(Actor):
        check(room.ask(actor, method, f"/s/{second}{end}"), BY_LINK[route], "none", is_guest=actor == "guest")
