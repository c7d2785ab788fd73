"""The account's API as it describes itself: whole, and true for whatever is sent."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import ignored_auth, positive_data_acceptance
from schemathesis.schemas import BaseSchema
from tests.accounts.house import House, site

from chabudai.accounts import service

ROOT = "/api/account"
# The first would send the same token again and call that none; what nobody gets is tested beside the API's other tests.
# The second takes 422 for a fault, which says that a rule is broken that no schema tells.
NOT_ASKED = [ignored_auth, positive_data_acceptance]
OPERATIONS = [
    ("GET", "/me"),
    ("PATCH", "/settings"),
    ("GET", "/tokens"),
    ("POST", "/tokens"),
    ("DELETE", "/tokens/{id_}"),
    ("GET", "/sessions"),
    ("DELETE", "/sessions/{id_}"),
    ("DELETE", "/sessions"),
    ("GET", "/emails"),
    ("GET", "/export"),
]


@pytest.fixture(scope="module")
def described(standing_house: House) -> BaseSchema:
    application = site(standing_house.accounts, standing_house.clock, None)
    return schemathesis.openapi.from_asgi("/api/openapi.json", application)


@pytest.fixture
def token(house: House) -> str:
    person = service.sign_up(house.accounts, username="prober", email="prober@example.jp", password="a good passphrase")
    return service.make_token(house.accounts, person, name="prober").text


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_as_described(described: BaseSchema, token: str, method: str, path: str) -> None:
    cases = described[f"{ROOT}{path}"][method].as_strategy()

    @given(case=cases)
    @settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def probe(case: Case[Any]) -> None:
        case.call_and_validate(headers={"authorization": f"Bearer {token}"}, excluded_checks=NOT_ASKED)

    probe()


def test_all_of_it_is_tried_here_and_explained(described: BaseSchema) -> None:
    found = dict(_operations(described.raw_schema))
    assert set(found) == {(method, f"{ROOT}{path}") for method, path in OPERATIONS}
    assert [key for key, operation in found.items() if not operation.get("description")] == []


def _operations(document: dict[str, Any]) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield (method.upper(), path), operation
