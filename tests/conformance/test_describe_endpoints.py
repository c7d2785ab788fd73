"""DescribeEndpoints: where to call, and for how many minutes that holds (AWS API reference)."""

from __future__ import annotations

from tests.conformance.target import Target


def test_an_endpoint_and_how_long_to_remember_it_are_told(db: Target) -> None:
    answer = db.call("DescribeEndpoints", {})
    assert answer.keys() == {"Endpoints"}
    [endpoint] = answer["Endpoints"]
    assert endpoint.keys() == {"Address", "CachePeriodInMinutes"}
    assert endpoint["Address"]
    assert "://" not in endpoint["Address"]
    assert endpoint["CachePeriodInMinutes"] > 0
