"""DescribeLimits: the account's capacity quotas (AWS API reference: four numbers, the table's no higher)."""

from __future__ import annotations

from tests.conformance.target import Target

LIMITS = {
    "AccountMaxReadCapacityUnits",
    "AccountMaxWriteCapacityUnits",
    "TableMaxReadCapacityUnits",
    "TableMaxWriteCapacityUnits",
}


def test_four_quotas_are_told_and_a_table_has_no_more_than_the_account(db: Target) -> None:
    limits = db.call("DescribeLimits", {})
    assert limits.keys() == LIMITS
    assert all(isinstance(limit, int) and limit > 0 for limit in limits.values())
    assert limits["TableMaxReadCapacityUnits"] <= limits["AccountMaxReadCapacityUnits"]
    assert limits["TableMaxWriteCapacityUnits"] <= limits["AccountMaxWriteCapacityUnits"]
