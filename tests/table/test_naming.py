"""Naming: rules, exceptions, and both directions."""

from typing import Annotated, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.table import Stored, as_is, camel, pascal
from chabudai.table.errors import NameTaken, UnknownField
from chabudai.table.naming import Naming, exceptions_in


class Team:
    team_id: str
    description: Annotated[str, Stored("team_discription")]
    note: Annotated[str, Stored("memo")] | None


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


def test_a_field_may_be_stored_under_a_name_of_its_own() -> None:
    annotations = get_type_hints(Team, include_extras=True)
    naming = Naming.of(annotations, camel, exceptions_in(annotations))
    assert naming.to_stored({"team_id": "t", "description": "d", "note": None}) == {
        "teamId": "t",
        "team_discription": "d",
        "memo": None,
    }
    assert naming.to_fields({"teamId": "t", "memo": "n", "PK": "TEAM#t"}) == {"team_id": "t", "note": "n"}


@given(st.sets(st.from_regex(r"[a-z]{1,3}(_[a-z]{1,3}){0,2}", fullmatch=True)), st.sampled_from([as_is, camel, pascal]))
def test_names_lead_back_to_their_fields(fields: set[str], rule: type[str]) -> None:
    naming = Naming.of(fields, rule, {})
    values = {field: field for field in fields}
    assert naming.to_fields(naming.to_stored(values)) == values


def test_two_fields_under_one_name_are_refused() -> None:
    with pytest.raises(NameTaken, match="wear_count and wearCount would both be stored as wearCount"):
        Naming.of(["wear_count", "wearCount"], camel, {})
    with pytest.raises(NameTaken, match="id and key would both be stored as id"):
        Naming.of(["id", "key"], as_is, {"key": "id"})


def test_a_name_that_is_empty_or_of_no_field_is_refused() -> None:
    with pytest.raises(NameTaken, match="note would be stored without a name"):
        Naming.of(["note"], as_is, {"note": ""})
    with pytest.raises(UnknownField, match="given for note, which is no field"):
        Naming.of(["id"], as_is, {"note": "memo"})
