"""A team in a file: written whole, taken back the same, and once; what can't be read is told entry by entry."""

import json
from typing import Any

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import comments, design, tags, tasks, team_deletion, transfer, trash
from chabudai.apps.tasks.entities import Comment, Task
from chabudai.apps.tasks.membership import Member, enter
from chabudai.web.errors import InvalidFields


@pytest.fixture
def member(household: Household) -> Member:
    member = household.team("hanako", "taro", description="年末")
    a, b = tags.add(member, name="会場").tag_id, tags.add(member, name="お金").tag_id
    for number in range(12):
        outcome = tasks.add(
            member,
            title=f"仕事 {number}",
            description="**太字**\n\n二行",
            status=("todo", "doing", "done")[number % 3],
            start="2040-11-01" if number % 2 else None,
            end="2040-11-20" if number % 4 else None,
            tags=[a, b] if number % 2 else [b],
            assignee="taro" if number % 3 else None,
            priority="high" if number % 5 == 0 else None,
            checklist=[{"text": "試す", "done": True}],
        )
        comments.add(member, outcome.task.task_id, f"ひとこと {number}")
        if number == 11:
            trash.throw_away(member, outcome.task.task_id)
    return member


def content(member: Member) -> list[dict[str, Any]]:
    """The tasks, with the names of their tags in the place of ids."""
    names = {tag.tag_id: tag.name for tag in tags.find_all(member)}
    rows = member.store.all(design.every_task(member.team_id))
    told = [
        row.model_dump(exclude={"team_id", "task_id"}) | {"tags": sorted(names[tag] for tag in row.tags)}
        for row in rows
    ]
    return sorted(told, key=lambda row: str(row["title"]))


def test_the_same_file_into_the_same_team_changes_nothing(household: Household, member: Member) -> None:
    text, before = transfer.write(member), sorted(map(str, household.items()))
    seen = transfer.preview(member, text)
    assert (len(seen.new), len(seen.known), seen.problems) == (0, 11, ())
    report = transfer.import_document(member, text)
    assert (report.added, report.kept, report.problems) == (0, 11, ())
    assert sorted(map(str, household.items())) == before


def test_another_team_gets_it_whole_and_once(household: Household, member: Member) -> None:
    text = transfer.write(member)
    other = household.team("hanako", "taro", name="写し")
    tags.add(other, name="会場")
    assert len(transfer.preview(other, text).new) == 11
    assert transfer.import_document(other, text).added == 11
    assert transfer.import_document(other, text).kept == 11
    assert content(other) == content(member)
    assert sorted(tag.name for tag in tags.find_all(other)) == ["お金", "会場"]
    said = {row.text for row in household.rows(Comment) if row.team_id == other.team_id and row.type == "comment"}
    assert len(said) == 11
    assert find_faults(household) == []


def test_a_team_that_is_gone_comes_back_into_a_new_one(household: Household, member: Member) -> None:
    text, before = transfer.write(member), content(member)
    team_deletion.delete(member.owner, member.team_id)
    new = household.team("hanako", name="新しい")
    report = transfer.import_document(new, text)
    assert report.added == 11
    assert {str(problem.reason) for problem in report.problems} == {
        "Imported as unassigned: the assignee isn't in the team."
    }
    assert content(new) == [{**row, "assignee": None} for row in before]
    assert find_faults(household) == []


def test_an_import_that_was_interrupted_goes_on(household: Household, member: Member) -> None:
    text = transfer.write(member)
    other = household.team("hanako", "taro", name="写し")
    cut = enter(meddled(other.owner, "TransactWriteItems", 6, power_cut), other.team_id)
    with pytest.raises(Interrupted):
        transfer.import_document(cut, text)
    assert 0 < len(content(other)) < 11
    transfer.import_document(other, text)
    assert content(other) == content(member)
    assert find_faults(household) == []


def test_what_can_not_be_read_is_told_and_the_rest_comes_in(household: Household, member: Member) -> None:
    document = json.loads(transfer.write(member))
    document["tasks"] = [
        {"id": "n1", "title": "新しい", "tags": ["nowhere"]},
        {"id": "n2", "title": ""},
        {"title": "ohne"},
        "x",
        {"id": "n3", "title": "y", "status": "gone"},
        {"id": "n4", "title": "y", "colour": "red"},
        {"id": "n5", "title": "y", "start": "2040-11-02", "end": "2040-11-01"},
    ]
    report = transfer.import_document(member, json.dumps(document))
    assert (report.added, [problem.number for problem in report.problems]) == (1, [2, 3, 4, 5, 6, 7, 1])
    assert [row.title for row in household.rows(Task) if row.task_id == "n1"] == ["新しい"]
    assert find_faults(household) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "chabudai-todo", "version": 1}', "{" * 5000])
def test_what_is_no_export_is_refused(member: Member, text: str) -> None:
    with pytest.raises(InvalidFields):
        transfer.import_document(member, text)
