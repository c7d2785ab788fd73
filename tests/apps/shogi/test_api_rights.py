"""Who may do what by the API: every route, asked by everybody; a route without a row here fails."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

import pytest
from litestar.routes import HTTPRoute
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, kif
from tests.apps.shogi.program import ENGINE, Program, work
from tests.apps.shogi.site_house import House, built

from chabudai.apps.shogi import analyses, analysis_requests, design, games, imports, sharing, tags, trash
from chabudai.apps.shogi.api.rights import RIGHT, RouteRight
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import RIGHTS, Right
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Address
from chabudai.common.owner import Owner

PREFIX = "/api/shogi"

Actor: TypeAlias = Literal[
    "owner",
    "allowed for this game",
    "allowed for all",
    "link holder",
    "guest with the link",
    "stranger",
    "guest",
    "read-only token",
    "stranger, public",
    "guest, public",
]
"""The game is private and has a link, which only the owner, the read-only token of the owner and its holders know;
the last two look at one that is public, and know no link."""

ACTORS: tuple[Actor, ...] = get_args(Actor)
NAMES: dict[Actor, str] = {
    "owner": "akira",
    "allowed for this game": "yuko",
    "allowed for all": "ken",
    "link holder": "toru",
    "stranger": "toru",
    "read-only token": "akira",
    "stranger, public": "toru",
}
KNOW_LINK: frozenset[Actor] = frozenset({"owner", "link holder", "guest with the link", "read-only token"})

# By the right that a route asks for: what each is answered, in the order of the actors. OK is what the row says.
OK = 0
BY_RIGHT: dict[RouteRight, tuple[int, ...]] = {
    "read": (OK, OK, OK, 404, 404, 404, 404, OK, OK, OK),
    "write": (OK, 403, 403, 404, 404, 404, 404, 403, 403, 401),
    "tag": (OK, 403, 403, 404, 404, 404, 404, 403, 403, 401),
    "share": (OK, 403, 403, 404, 404, 404, 404, 403, 403, 401),
    "delete": (OK, 403, 403, 404, 404, 404, 404, 403, 403, 401),
    "analyse": (OK, OK, OK, 404, 404, 404, 404, 403, OK, 401),
    "list": (OK, 404, OK, 404, 404, 404, 404, OK, OK, OK),
    "own": (OK, OK, OK, OK, 401, OK, 401, OK, OK, 401),
}
CHANGING_OWN = (OK, OK, OK, OK, 401, OK, 401, 403, OK, 401)
OWNERS_THING = (OK, 404, 404, 404, 401, 404, 401, OK, 404, 401)
CHANGING_OWNERS_THING = (OK, 404, 404, 404, 401, 404, 401, 403, 404, 401)
COPYING = BY_RIGHT["analyse"]
BY_LINK = (OK, 404, 404, OK, OK, 404, 404, OK, 404, 404)
SIGNED_IN_BY_LINK = (OK, 404, 404, OK, 401, 404, 404, 403, 404, 404)


@dataclass(frozen=True)
class Row:
    """`ok` is the status of success, `answers` what others get where the right does not say it."""

    right: RouteRight
    ok: int = 200
    body: Any = None
    answers: tuple[int, ...] = field(default=())

    def status(self, actor: Actor) -> int:
        return (self.answers or BY_RIGHT[self.right])[ACTORS.index(actor)] or self.ok


_FILE = {"name": "x.kif", "content": b64encode(kif(moves=2).encode()).decode()}
ROWS: dict[str, Row] = {
    "GET /games": Row("own"),
    "POST /games": Row("own", 201, {"record": kif(moves=5)}, CHANGING_OWN),
    "POST /games/preview": Row("own", 200, {"record": kif(moves=5)}, CHANGING_OWN),
    "POST /games/many": Row("own", 200, {"ids": [], "act": "trash"}, CHANGING_OWN),
    "GET /games/{game_id:str}": Row("read"),
    "PATCH /games/{game_id:str}": Row("write", 200, {"memo": "x"}),
    "DELETE /games/{game_id:str}": Row("delete"),
    "POST /games/{game_id:str}/look": Row("write"),
    "POST /games/{game_id:str}/copies": Row("read", 201, {}, COPYING),
    "GET /games/{game_id:str}/places/{at:str}": Row("read"),
    "GET /games/{game_id:str}/record": Row("read"),
    "GET /games/{game_id:str}/diagram.svg": Row("read"),
    "GET /games/{game_id:str}/diagram.png": Row("read"),
    "PUT /games/{game_id:str}/record": Row("write", 200, {"record": kif(moves=5)}),
    "POST /games/{game_id:str}/record/restore": Row("write", 200, {}),
    "POST /games/{game_id:str}/branches": Row("write", 200, {"at": "1", "moves": ["8c8d"]}),
    "DELETE /games/{game_id:str}/branches/{at:str}": Row("write"),
    "PUT /games/{game_id:str}/comments/{at:str}": Row("write", 200, {"text": "x"}),
    "DELETE /games/{game_id:str}/comments/{at:str}": Row("write"),
    "PUT /games/{game_id:str}/main-line": Row("write", 200, {"at": "1"}),
    "PUT /games/{game_id:str}/ending": Row("write", 200, {"ending": "mate"}),
    "GET /trash": Row("own"),
    "DELETE /trash": Row("own", 200, None, CHANGING_OWN),
    "POST /trash/{game_id:str}/{thrown:str}/restore": Row("own", 200, None, CHANGING_OWNERS_THING),
    "DELETE /trash/{game_id:str}/{thrown:str}": Row("own", 204, None, CHANGING_OWNERS_THING),
    "GET /folders": Row("own"),
    "GET /folders/all": Row("own"),
    "POST /folders/move": Row("own", 200, {"source": "folder", "target": "moved"}, CHANGING_OWNERS_THING),
    "GET /tags": Row("own"),
    "POST /tags": Row("own", 201, {"name": "new"}, CHANGING_OWN),
    "GET /tags/{tag_id:str}": Row("own", 200, None, OWNERS_THING),
    "PATCH /tags/{tag_id:str}": Row("own", 200, {"name": "other"}, CHANGING_OWNERS_THING),
    "DELETE /tags/{tag_id:str}": Row("own", 200, None, CHANGING_OWNERS_THING),
    "POST /tags/{tag_id:str}/look": Row("own", 200, None, CHANGING_OWNERS_THING),
    "POST /tags/{tag_id:str}/restore": Row("own", 200, None, CHANGING_OWNERS_THING),
    "GET /tags/{tag_id:str}/games": Row("own", 200, None, OWNERS_THING),
    "PUT /games/{game_id:str}/tags/{tag_id:str}": Row("tag", 204),
    "DELETE /games/{game_id:str}/tags/{tag_id:str}": Row("tag", 204),
    "GET /games/{game_id:str}/sharing": Row("share", 200, None, (OK, 403, 403, 404, 404, 404, 404, OK, 403, 401)),
    "PATCH /games/{game_id:str}/sharing": Row("share", 200, {"public": True}),
    "POST /games/{game_id:str}/link": Row("share"),
    "POST /games/{game_id:str}/link/reissue": Row("share"),
    "DELETE /games/{game_id:str}/link": Row("share"),
    "PUT /games/{game_id:str}/readers/{username:str}": Row("share"),
    "DELETE /games/{game_id:str}/readers/{username:str}": Row("share"),
    "GET /readers": Row("own"),
    "PUT /readers/{username:str}": Row("own", 200, None, CHANGING_OWN),
    "DELETE /readers/{username:str}": Row("own", 200, None, CHANGING_OWN),
    "GET /shared/games": Row("own"),
    "GET /shared/people": Row("own"),
    # one leaves what was shared: only for whom it was
    "DELETE /shared/games/{game_id:str}": Row("own", 204, None, (404, OK, 404, 404, 401, 404, 401, 403, 404, 401)),
    "DELETE /shared/people/{username:str}": Row("own", 204, None, CHANGING_OWN),
    "GET /people/{username:str}/games": Row("list"),
    "GET /positions": Row("own"),
    "GET /statistics": Row("own"),
    "GET /usage": Row("own"),
    "GET /settings": Row("own"),
    "PATCH /settings": Row("own", 200, {"pieces": "two"}, CHANGING_OWN),
    "GET /analyses": Row("own"),
    "POST /analyses": Row("own", 201, {}, CHANGING_OWN),
    "GET /analyses/{analysis_id:str}": Row("own", 200, None, OWNERS_THING),
    "DELETE /analyses/{analysis_id:str}": Row("own", 204, None, CHANGING_OWNERS_THING),
    "POST /games/{game_id:str}/analyses": Row("analyse", 201, {}),
    "POST /games/{game_id:str}/reviews": Row("write", 201, {}),
    "GET /games/{game_id:str}/scores": Row("read"),
    "POST /imports": Row("own", 201, {"files": [_FILE]}, CHANGING_OWN),
    "POST /imports/document": Row("own", 201, {"games": [{"slug": "x"}]}, CHANGING_OWN),
    "GET /jobs": Row("own"),
    "GET /jobs/{job_id:str}": Row("own", 200, None, OWNERS_THING),
    "GET /jobs/{job_id:str}/refused": Row("own", 200, None, OWNERS_THING),
    "GET /jobs/{job_id:str}/refused.zip": Row("own", 200, None, OWNERS_THING),
    "POST /jobs/{job_id:str}/resume": Row("own", 200, None, CHANGING_OWNERS_THING),
    "POST /jobs/{job_id:str}/stop": Row("own", 200, None, CHANGING_OWNERS_THING),
    "DELETE /jobs/{job_id:str}": Row("own", 204, None, CHANGING_OWNERS_THING),
    "POST /export.zip": Row("own", 200, {"ids": []}, CHANGING_OWN),
    "GET /export": Row("own"),
    "GET /export.zip": Row("own"),
    "GET /links/{share_code:str}": Row("read", 200, None, BY_LINK),
    "GET /links/{share_code:str}/record": Row("read", 200, None, BY_LINK),
    "GET /links/{share_code:str}/places/{at:str}": Row("read", 200, None, BY_LINK),
    "GET /links/{share_code:str}/scores": Row("read", 200, None, BY_LINK),
    "GET /links/{share_code:str}/diagram.svg": Row("read", 200, None, BY_LINK),
    "GET /links/{share_code:str}/diagram.png": Row("read", 200, None, BY_LINK),
    "POST /links/{share_code:str}/analyses": Row("analyse", 201, {}, SIGNED_IN_BY_LINK),
    "POST /links/{share_code:str}/copies": Row("read", 201, {}, SIGNED_IN_BY_LINK),
}


class Room:
    """The people, each with a token, and for every question a game of akira's that nothing was done to yet."""

    def __init__(self, site: House) -> None:
        self._site = site
        tokens = {name: site.token(name) for name in ("akira", "yuko", "ken", "toru", "mai")}
        self._tokens: dict[Actor, str | None] = {actor: tokens.get(NAMES.get(actor, "")) for actor in ACTORS}
        self._tokens["read-only token"] = site.token("akira", read_only=True)
        self._people = People.default(site.store, site.clock)

    def ask(self, route: str, row: Row, actor: Actor) -> int:
        method, _, template = route.partition(" ")
        self._pass_an_hour()
        path = self._fill(template, actor)
        return Program(self._site, self._tokens[actor]).ask(method, path, row.body).status_code

    def _pass_an_hour(self) -> None:
        """So that no quota of an hour is what refuses."""
        assert isinstance(self._site.clock, SettableClock)
        self._site.clock.advance(hours=2)

    def _fill(self, template: str, actor: Actor) -> str:
        owner = self._site.owner("akira")
        values = {"at": "1", "username": "mai" if "people" not in template else "akira"}
        for head in list(owner.store.all(design.public_heads("akira"))):
            sharing.set_public(owner, head.game_id, public=False)
        game = games.keep(owner, kif(moves=3), {"slug": f"folder/{self._site.clock():%Y%m%d%H}"}).game
        sharing.add_reader(owner, game.game_id, "yuko", self._people)
        sharing.add_reader_of_all(owner, "ken", self._people)
        code = sharing.start_link(owner, game.game_id).share_code
        sharing.set_public(owner, game.game_id, public="public" in actor)
        values |= {"game_id": game.game_id, "share_code": str(code) if actor in KNOW_LINK else "x" * 22}
        if "/tags" in template:
            self._delete_tags()
        if "{tag_id" in template:
            values["tag_id"] = self._tag(owner, is_deleted="restore" in template)
        if "record/restore" in template:
            games.comment(owner, game.game_id, Address(1), "x", game.latest_update)
        if "{thrown" in template:
            values["thrown"] = trash.throw_away_game(owner, game.game_id).thrown.isoformat().replace("+00:00", "Z")
        if "{analysis_id" in template:
            request = analysis_requests.position_request(HANDICAPS[EVEN], (), seconds=3, candidates=1)
            values["analysis_id"] = analyses.ask_for_position(owner, analysis_requests.write(request)).analysis_id
        if "{job_id" in template:
            values["job_id"] = imports.start(owner, [("x.kif", b"rubbish")]).job_id
        work(self._site)
        for name, value in values.items():
            template = template.replace(f"{{{name}:str}}", value)
        return template

    def _tag(self, owner: Owner, *, is_deleted: bool) -> str:
        made = tags.add(owner, "tag").tag_id
        if is_deleted:
            tags.delete(owner, made)
        return made

    def _delete_tags(self) -> None:
        for name in ("akira", "yuko", "ken", "toru"):
            owner = self._site.owner(name)
            for tag in tags.find_all(owner):
                tags.delete(owner, tag.tag_id)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site"), lambda: ENGINE) as house:
        yield house


@pytest.fixture(scope="module")
def room(site: House) -> Room:
    return Room(site)


def routes_of(site: House) -> dict[str, RouteRight | None]:
    """Every route of the API, with the right that it says it asks for."""
    return {
        f"{method} {route.path_format.removeprefix(PREFIX)}": handler.opt.get(RIGHT)
        for route in site.client.app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(PREFIX)
        for handler in route.route_handlers
        for method in handler.http_methods - {"OPTIONS", "HEAD"}
    }


def test_every_route_has_its_row_and_asks_for_the_right_that_stands_there(site: House) -> None:
    told = {route.replace(":str", ""): row.right for route, row in ROWS.items()}
    assert routes_of(site) == told


def test_a_route_of_a_game_asks_for_a_right_that_somebody_has() -> None:
    known = set(get_args(Right)) | {"own"}
    assert {row.right for row in ROWS.values()} <= known
    assert RIGHTS["owner"] == set(get_args(Right))


@pytest.mark.parametrize("route", ROWS)
def test_each_is_answered_as_the_table_says(room: Room, route: str) -> None:
    row = ROWS[route]
    expected = {actor: row.status(actor) for actor in ACTORS}
    assert {actor: room.ask(route, row, actor) for actor in ACTORS} == expected
