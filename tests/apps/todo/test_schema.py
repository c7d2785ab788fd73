"""schemathesis holds the API to its own description: bounded, in process, with a token."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from httpx import Response
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from tests.apps.todo.house import House, furnish

SITE = "http://house.test"
PATIENCE = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
# Cursors, repetitions and ids have rules that no schema can say; what needs a sign-in is asked without one elsewhere,
# since schemathesis would do that over a network.
NOT_HERE = [positive_data_acceptance, ignored_auth]


@pytest.fixture(scope="session")
def described(site: House) -> BaseSchema:
    document = schemathesis.openapi.from_dict(site.client.get("/api/openapi.json").json())
    return document.include(path_regex="^/api/todo")


@pytest.fixture(scope="module")
def headers(site: House) -> Iterator[dict[str, str]]:
    given = dict(site.token("hanako"))
    furnish(site.owner("hanako"))
    yield given
    site.sweep()


def test_the_api_is_as_it_describes_itself(described: BaseSchema, site: House, headers: dict[str, str]) -> None:
    asked = 0
    for result in described.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        bounded = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=PATIENCE)

        @bounded
        @given(case=operation.as_strategy())
        def holds(case: Any) -> None:
            case.validate_response(_sent(case, site, headers), headers=headers, excluded_checks=NOT_HERE)

        holds()
        asked += 1
    assert asked == 20


def _sent(case: Any, site: House, headers: dict[str, str]) -> Response:
    """Through the client that is open already: schemathesis's own would open one for each call."""
    wanted: Any = requests.Request(**case.as_transport_kwargs(base_url=SITE, headers=headers)).prepare()
    site.client.cookies.clear()
    return site.client.request(wanted.method, wanted.url, headers=dict(wanted.headers), content=wanted.body)
