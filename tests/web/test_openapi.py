"""The API's description: what it takes, what it answers, and that its errors are all of one shape."""

from typing import Any

import pytest
from tests.web.browser import Browser


@pytest.fixture
def document(browser: Browser) -> dict[str, Any]:
    answer: dict[str, Any] = browser.get("/api/openapi.json").json()
    return answer


def test_only_the_api_is_described(document: dict[str, Any]) -> None:
    assert all(path.startswith("/api/probe/") for path in document["paths"])
    assert document["info"] == {"title": "chabudai", "version": "1.0"}


def test_every_error_is_of_the_one_shape(document: dict[str, Any]) -> None:
    for path in document["paths"].values():
        for operation in path.values():
            errors = {status: each for status, each in operation["responses"].items() if status >= "400"}
            assert {"400", "401", "403", "404", "409", "413", "415", "422", "429", "500"} <= errors.keys()
            for each in errors.values():
                assert each["content"] == {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}


def test_the_shape_of_an_error_is_what_is_answered(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert set(schemas["ErrorContent"]["required"]) == {"code", "message", "details"}
    assert set(schemas["ErrorDetail"]["required"]) == {"field", "message"}


def test_bodies_are_in_camel_case_and_take_nothing_unknown(document: dict[str, Any]) -> None:
    note = document["components"]["schemas"]["Note"]
    assert set(note["properties"]) == {"noteTitle", "stars"}
    assert (note["required"], note["additionalProperties"]) == (["noteTitle"], False)


def test_one_signs_in_by_token_or_by_session(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert (schemes["token"]["scheme"], schemes["session"]["in"]) == ("bearer", "cookie")
    assert document["security"] == [{"token": []}, {"session": []}]


def test_the_description_is_the_same_each_time(browser: Browser) -> None:
    assert browser.get("/api/openapi.json").content == browser.get("/api/openapi.json").content
