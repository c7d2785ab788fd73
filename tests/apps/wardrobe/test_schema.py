"""schemathesis holds the API to its own description: bounded, in process, with the key of a wardrobe that is there."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from httpx import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from tests.adapters.pictures.photos import corners, encoded
from tests.apps.wardrobe.browsers import Program, furnish, open_program
from tests.apps.wardrobe.wardrobes import TODAY, added, outfit_of

from chabudai.apps.wardrobe import access, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.common.photos import photo_name

SITE = "http://house.test"
PATIENCE = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
# Cursors, days, names and ids have rules that no schema can say. A wardrobe is opened by the key in its address and
# never by a sign-in, so there is none to be left out.
PHOTO = encoded(corners(8, 6), "PNG")
DAY = "2026-11-15"
TOLD = {"name": "白いシャツ", "date": DAY, "outfitId": None, "photo": b64encode(PHOTO).decode()}
NOT_HERE = [positive_data_acceptance, ignored_auth]
ENDS_THE_KEY = ("DELETE /api/wardrobe/{key}", "POST /api/wardrobe/{key}/reissue")


@pytest.fixture(scope="module")
def program(lasting_house: House) -> Iterator[Program]:
    with open_program(lasting_house) as program:
        yield program


@pytest.fixture(scope="module")
def closet(lasting_house: House) -> Closet:
    made = access.create_wardrobe(lasting_house, name="わたしの服")
    furnish(made)
    return made


def test_the_api_is_as_it_describes_itself(program: Program, closet: Closet) -> None:
    seen = {operation.label: _answered(operation, program, closet) for operation in _operations(program)}
    assert len(seen) == 50
    closed = {label: statuses for label, statuses in seen.items() if not statuses & {200, 201, 204}}
    assert len(closed) == 3
    for label, statuses in closed.items():  # an account's, and here is none
        assert "/remembered" in label
        assert 401 in statuses


def _operations(program: Program) -> Iterator[APIOperation[Any, Any, Any, Any]]:
    document: BaseSchema = schemathesis.openapi.from_dict(program.get("/api/openapi.json").json())
    for result in document.include(path_regex="^/api/wardrobe").get_all_operations():
        assert isinstance(result, Ok)
        yield result.ok()


def _answered(operation: APIOperation[Any, Any, Any, Any], program: Program, closet: Closet) -> set[int]:
    """Which statuses came, all of them as described."""
    statuses: set[int] = set()
    key = {"key": service.key_of(closet)} if "{key}" in operation.path else None

    @settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=PATIENCE)
    @given(case=operation.as_strategy(path_parameters=key), is_real=st.booleans())
    def holds(case: Any, is_real: bool) -> None:
        _spare_the_key(case, closet)
        if is_real:
            _make_real(case, closet)
        response = _sent(case, program)
        statuses.add(response.status_code)
        case.validate_response(response, excluded_checks=NOT_HERE)

    holds()
    return statuses


def _spare_the_key(case: Any, closet: Closet) -> None:
    """What ends a key gets one of its own."""
    if case.operation.label in ENDS_THE_KEY:
        case.path_parameters["key"] = service.key_of(access.create_wardrobe(closet.house, name="x"))


def _make_real(case: Any, closet: Closet) -> None:
    """Names things that are there, in the place of what was made up."""
    (clothing,) = added(closet, "シャツ")
    if "id_" in case.path_parameters:
        case.path_parameters["id_"] = _new(closet, case.operation.path.split("/")[4], clothing)
    if "name" in case.path_parameters:
        case.path_parameters["name"] = photo_name(service.set_photo(closet, clothing, PHOTO).image_key)
    if "date" in case.path_parameters:
        case.path_parameters["date"] = DAY
    if isinstance(case.body, dict):
        told = {**TOLD, "clothingIds": [clothing]}
        case.body |= {name: told[name] for name in told.keys() & case.body.keys()}
    if case.operation.path == "/api/wardrobe/import":
        case.body = service.export_wardrobe(access.create_wardrobe(closet.house, name="x"))


def _new(closet: Closet, kind: str, clothing: str) -> str:
    """A new one each time: what was asked before may have thrown the last away."""
    match kind:
        case "clothes":
            return clothing
        case "outfits":
            return outfit_of(closet, clothing)
        case _:
            return service.record_wear(closet, day=TODAY, clothing_ids=[clothing]).history_id


def _sent(case: Any, program: Program) -> Response:
    """Through the client that is open already: schemathesis's own would open one for each call."""
    wanted: Any = requests.Request(**case.as_transport_kwargs(base_url=SITE)).prepare()
    path = wanted.url.removeprefix(SITE)
    return program.ask(wanted.method, path, dict(wanted.headers), content=wanted.body)
