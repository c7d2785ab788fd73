"""schemathesis holds the API to its own description: half of the time with things that are there."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from httpx import Cookies, Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, kif
from tests.apps.shogi.program import ENGINE
from tests.apps.shogi.site_house import House, built

from chabudai.apps.shogi import analyses, analysis_requests, games, imports, sharing, tags, transfer, trash
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Address

SITE = "http://house.test"
PATIENCE = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
# Records, names, places and cursors have rules that no schema can say; who may do what is asked elsewhere.
NOT_HERE = [positive_data_acceptance, ignored_auth]
NAMES = iter(range(100_000))
GOOD: dict[str, Any] = {
    "record": kif(moves=4),
    "at": "1",
    "moves": ["8c8d"],
    "start": HANDICAPS[EVEN],
    "sfen": HANDICAPS[EVEN],
    "source": "folder",
    "folder": "folder",
    "toFolder": "folder",
    "name": "t",
    "tagName": "t",
    "memo": "m",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site"), lambda: ENGINE) as house:
        yield house


def test_the_api_is_as_it_describes_itself(site: House) -> None:
    headers = {"authorization": f"Bearer {site.token('hanako')}"}
    for other in ("taro", "jiro"):
        site.token(other)
    seen = {operation.label: _answered(operation, site, headers) for operation in _operations(site)}
    assert len(seen) == 85
    assert [label for label, statuses in seen.items() if not statuses & {200, 201, 204}] == []


def _operations(site: House) -> Iterator[APIOperation[Any, Any, Any, Any]]:
    document: BaseSchema = schemathesis.openapi.from_dict(site.client.get("/api/openapi.json").json())
    for result in document.include(path_regex="^/api/shogi").get_all_operations():
        assert isinstance(result, Ok)
        yield result.ok()


def _answered(operation: APIOperation[Any, Any, Any, Any], site: House, headers: dict[str, str]) -> set[int]:
    """Which statuses came, all of them as described."""
    statuses: set[int] = set()

    @settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=PATIENCE)
    @given(case=operation.as_strategy(), is_real=st.booleans())
    def holds(case: Any, is_real: bool) -> None:
        _pass_an_hour(site)
        if is_real:
            _make_real(case, site)
        response = _sent(case, site, headers)
        statuses.add(response.status_code)
        case.validate_response(response, headers=headers, excluded_checks=NOT_HERE)

    holds()
    return statuses


def _pass_an_hour(site: House) -> None:
    """So that quotas of an hour are not all that is seen."""
    assert isinstance(site.clock, SettableClock)
    site.clock.advance(hours=2)


def _make_real(case: Any, site: House) -> None:
    """Names things that are there, in the place of what was made up; new ones each time."""
    path, owner = case.operation.path, site.owner("hanako")
    slug = f"folder/{next(NAMES)}"
    game = games.keep(owner, kif(moves=3), {"slug": slug}).game
    values = {"game_id": game.game_id, "at": "1", "username": "hanako" if "/people/{" in path else "taro"}
    if "record/restore" in path:
        games.comment(owner, game.game_id, Address(1), "x", game.latest_update)
    if "{share_code}" in path:
        values["share_code"] = str(sharing.start_link(owner, game.game_id).share_code)
    if "{tag_id}" in path:
        for old in tags.find_all(owner)[30:]:
            tags.delete(owner, old.tag_id)
        tag = tags.add(owner, f"tag {next(NAMES)}").tag_id
        values["tag_id"] = tags.delete(owner, tag).tag.tag_id if "restore" in path else tag
    if "{thrown}" in path:
        values["thrown"] = trash.throw_away_game(owner, game.game_id).thrown.isoformat()
    if "{analysis_id}" in path:
        request = analysis_requests.position_request(HANDICAPS[EVEN], (), seconds=3, candidates=1)
        values["analysis_id"] = analyses.ask_for_position(owner, analysis_requests.write(request)).analysis_id
    if "{job_id}" in path:
        values["job_id"] = imports.start(owner, [("x.kif", b"rubbish")]).job_id
    if path.endswith("/shared/games/{game_id}"):
        others = games.keep(site.owner("taro"), kif(moves=3)).game
        sharing.add_reader(site.owner("taro"), others.game_id, "hanako", People.default(site.store, site.clock))
        values["game_id"] = others.game_id
    case.path_parameters = {name: values.get(name, value) for name, value in (case.path_parameters or {}).items()}
    if isinstance(case.body, dict):
        _fill_body(case, site, game.game_id)


def _fill_body(case: Any, site: House, game_id: str) -> None:
    path = case.operation.path
    unique = {"slug": f"s{next(NAMES)}", "target": f"moved {next(NAMES)}", "name": f"n{next(NAMES)}"}
    told = {**GOOD, **unique, "ids": [game_id], "tags": [], "seen": None, "ending": "mate"}
    case.body |= {name: told[name] for name in told.keys() & case.body.keys()}
    if "files" in case.body:
        case.body["files"] = [{"name": "x.kif", "content": b64encode(kif(moves=2).encode()).decode()}]
    if path.endswith("/imports/document"):
        case.body = transfer.write_document(site.owner("hanako"))
    if path.endswith(("/games", "/games/preview", "/record")):
        case.body = {"record": GOOD["record"]}
    if path.endswith("/record/restore"):
        case.body = {}


def _sent(case: Any, site: House, headers: dict[str, str]) -> Response:
    """Through the client that is open already: schemathesis's own would open one for each call."""
    wanted: Any = requests.Request(**case.as_transport_kwargs(base_url=SITE, headers=headers)).prepare()
    site.client.cookies = Cookies()
    return site.client.request(wanted.method, wanted.url, headers=dict(wanted.headers), content=wanted.body)
