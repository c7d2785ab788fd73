"""Tags: each name once in a team; deletions leave no task with what is gone, however they end."""

from dataclasses import replace

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import tags, tasks, undo
from chabudai.apps.tasks.entities import Tag, Task
from chabudai.apps.tasks.errors import NoSuchTag, TagBeingDeleted, TagNameTaken
from chabudai.apps.tasks.membership import Member
from chabudai.web.errors import InvalidFields


@pytest.fixture
def member(household: Household) -> Member:
    return household.team("hanako", "taro")


def test_every_member_makes_renames_and_recolours_tags(household: Household, member: Member) -> None:
    taro = household.member(member.team_id, "taro")
    first, second = tags.add(taro, name="会場"), tags.add(taro, name="お金")
    assert first.colour != second.colour
    outcome = tags.edit(
        taro, first.tag_id, {"name": "場所", "colour": {"color": "#000000", "backgroundColor": "#ffffff"}}
    )
    assert (outcome.tag.name, outcome.tag.colour.background_color) == ("場所", "#ffffff")
    packed = outcome.undo.pack()
    assert packed
    undo.take_back(taro, type(outcome.undo).unpack(packed))
    assert tags.find_tag(taro, first.tag_id) == first
    assert [tag.name for tag in tags.find_all(taro)] == ["お金", "会場"]
    assert find_faults(household) == []


@pytest.mark.parametrize(
    "fields", [{"name": ""}, {"name": "x" * 21}, {"name": "x", "colour": {"color": "red", "backgroundColor": "#fff"}}]
)
def test_a_field_of_a_tag_has_its_bounds(member: Member, fields: dict[str, object]) -> None:
    with pytest.raises(InvalidFields):
        tags.add(member, **fields)


def test_a_name_is_taken_once_in_a_team_whatever_its_case_and_width(household: Household, member: Member) -> None:
    tag, other = tags.add(member, name="Backend"), tags.add(member, name="front")
    for name in ("backend", "ＢＡＣＫＥＮＤ"):
        with pytest.raises(TagNameTaken):
            tags.add(member, name=name)
        with pytest.raises(TagNameTaken):
            tags.edit(member, other.tag_id, {"name": name})
    tags.edit(member, tag.tag_id, {"name": "BACKEND"})
    elsewhere = household.team("taro", name="別")
    tags.add(elsewhere, name="backend")
    with pytest.raises(NoSuchTag):
        tags.edit(elsewhere, tag.tag_id, {"name": "x"})
    tags.delete(member, tag.tag_id)
    tags.add(member, name="backend")
    assert find_faults(household) == []


@pytest.mark.parametrize("cut_at", [None, 2, 30])
def test_a_deleted_tag_is_on_no_task_any_more(household: Household, member: Member, cut_at: int | None) -> None:
    gone, kept = tags.add(member, name="a"), tags.add(member, name="b")
    for number in range(60):
        chosen = [gone.tag_id, kept.tag_id] if number % 2 else [gone.tag_id]
        tasks.add(member, title=f"{number}", tags=chosen, assignee="taro" if number % 3 else None)
    if cut_at is not None:
        cut = meddled(member.owner, "TransactWriteItems", cut_at, power_cut)
        with pytest.raises(Interrupted):
            tags.delete(replace(member, owner=cut), gone.tag_id)
        with pytest.raises(TagBeingDeleted):
            tasks.add(member, title="x", tags=[gone.tag_id])
        assert [tag.name for tag in tags.find_all(member)] == ["b"]
    count = tags.delete(member, gone.tag_id)
    assert count == 60 if cut_at is None else count <= 60
    assert [tag.tag_id for tag in household.rows(Tag)] == [kept.tag_id]
    assert {frozenset(task.tags) for task in household.rows(Task)} == {frozenset(), frozenset({kept.tag_id})}
    assert find_faults(household) == []


def test_a_task_that_takes_a_tag_at_the_moment_when_it_goes_is_left_without_it(
    household: Household, member: Member
) -> None:
    tag = tags.add(member, name="a")
    task = tasks.add(member, title="x").task
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: tags.delete(member, tag.tag_id))
    with pytest.raises(NoSuchTag):
        tasks.edit(replace(member, owner=slow), task.task_id, {"tags": [tag.tag_id]})
    assert find_faults(household) == []


@pytest.mark.parametrize("code", ["\U0010ffff", "\ufffe", "\ufdd0"])
def test_what_is_no_character_is_in_no_name(member: Member, code: str) -> None:
    assert tags.add(member, name=f"会{code}場").name == "会場"
    with pytest.raises(InvalidFields):
        tags.add(member, name=code)
