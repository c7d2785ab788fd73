"""Naming: the rules."""

import pytest

from chabudai.table import as_is, camel, pascal


@pytest.mark.parametrize(
    ("field", "camelled", "pascalled"),
    [
        ("wear_count", "wearCount", "WearCount"),
        ("id", "id", "Id"),
        ("from_", "from", "From"),
        ("status_group1", "statusGroup1", "StatusGroup1"),
        ("imageKey", "imageKey", "ImageKey"),
    ],
)
def test_names_follow_their_rule(field: str, camelled: str, pascalled: str) -> None:
    assert (camel(field), pascal(field), as_is(field)) == (camelled, pascalled, field)
