"""A team in a file: written whole, taken back the same, and once; what can't be read is told entry by entry."""

import json
from contextlib import suppress
from typing import Any

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import comments, design, members, tags, tasks, team_deletion, transfer, trash
from chabudai.apps.tasks.entities import Comment, Tag, Task, ThrownTask
from chabudai.apps.tasks.errors import RemovedMeanwhile
from chabudai.apps.tasks.membership import Member, enter
from chabudai.common.imports import ImportReport
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
    report = transfer.import_text(member, text)
    assert (report.added, report.kept, report.problems) == (0, 11, ())
    assert sorted(map(str, household.items())) == before


def test_all_that_was_said_comes_back_however_much_it_was(household: Household) -> None:
    source, target = household.team("hanako"), household.team("hanako", name="別")
    task = tasks.add(source, title="x").task
    for number in range(150):
        comments.add(source, task.task_id, f"{number}")
    report = transfer.import_text(target, transfer.write(source))
    assert report.problems == ()
    (copy,) = household.store.all(design.every_task(target.team_id))
    said = [row.text for row in household.store.all(design.comments(target.team_id, copy.task_id)) if row.text]
    assert sorted(said, key=int) == [f"{number}" for number in range(150)]
    assert copy.comments == 150
    assert find_faults(household) == []


def long_threads(*task_ids: str, length: int = 200) -> str:
    """A file of another team, in which very much was said about each task."""
    said = [
        {"id": f"c{number:04}", "taskId": task_id, "text": f"{number}", "createdAt": 1700000000 + number}
        for task_id in task_ids
        for number in range(length)
    ]
    there = [{"id": task_id, "title": task_id} for task_id in task_ids]
    return json.dumps({"format": transfer.FORMAT, "version": 1, "team": {"id": "q"}, "tasks": there, "comments": said})


def count_said(household: Household) -> list[int]:
    return [
        sum(row.type == "comment" for row in household.rows(Comment) if row.task_id == task.task_id)
        for task in household.rows(Task)
    ]


@pytest.mark.parametrize("at", range(1, 5))
def test_a_file_that_is_imported_twice_at_once_comes_in_once_and_whole(household: Household, at: int) -> None:
    member, text = household.team("hanako"), long_threads("a", "b")
    others: list[ImportReport] = []
    slow = meddled(member.owner, "TransactWriteItems", at, lambda: others.append(transfer.import_text(member, text)))
    report = transfer.import_text(enter(slow, member.team_id), text)
    assert report.added + others[0].added == 2
    assert report.kept + others[0].kept == 2
    assert count_said(household) == [200, 200]
    assert find_faults(household) == []


@pytest.mark.parametrize("at", range(1, 5))
def test_an_import_that_ends_in_the_middle_of_a_thread_goes_on_with_it(household: Household, at: int) -> None:
    member, text = household.team("hanako"), long_threads("a")
    cut = meddled(member.owner, "TransactWriteItems", at, power_cut)
    with suppress(Interrupted):
        transfer.import_text(enter(cut, member.team_id), text)
    assert find_faults(household) == []  # nothing is of no task
    transfer.import_text(member, text)
    assert count_said(household) == [200]
    assert [task.arriving for task in household.rows(Task)] == [False]
    assert find_faults(household) == []


def test_a_task_that_is_thrown_away_while_the_same_file_comes_in_again_loses_nothing(household: Household) -> None:
    member, text = household.team("hanako"), long_threads("a")

    def be_faster() -> None:
        transfer.import_text(member, text)
        (task,) = household.rows(Task)
        trash.throw_away(member, task.task_id)

    slow = meddled(member.owner, "TransactWriteItems", 1, be_faster)
    report = transfer.import_text(enter(slow, member.team_id), text)
    assert (report.added, len(report.problems)) == (0, 1)
    (thrown,) = household.rows(ThrownTask)
    trash.restore(member, thrown.task_id)
    assert count_said(household) == [200]
    assert find_faults(household) == []


def test_a_task_that_is_thrown_away_before_all_was_said_about_it_is_gone_on_with_when_it_is_back(
    household: Household,
) -> None:
    member, text = household.team("hanako"), long_threads("a")
    slow = meddled(
        member.owner, "TransactWriteItems", 2, lambda: trash.throw_away(member, household.rows(Task)[0].task_id)
    )
    assert len(transfer.import_text(enter(slow, member.team_id), text).problems) == 1
    trash.restore(member, household.rows(ThrownTask)[0].task_id)
    assert find_faults(household) == []
    transfer.import_text(member, text)
    assert count_said(household) == [200]
    assert find_faults(household) == []


def test_a_comment_that_was_deleted_stays_so_when_the_file_is_imported_again(household: Household) -> None:
    member, text = household.team("hanako"), long_threads("a")

    def be_faster() -> None:
        transfer.import_text(member, text)
        (task,) = household.rows(Task)
        first = next(row for row in comments.find_all(member, task.task_id) if row.type == "comment")
        comments.delete(member, task.task_id, first.comment_id)

    slow = meddled(member.owner, "TransactWriteItems", 1, be_faster)
    transfer.import_text(enter(slow, member.team_id), text)
    assert count_said(household) == [199]
    assert find_faults(household) == []


def test_ids_that_no_key_has_room_for_are_told(household: Household) -> None:
    team = household.team("hanako")
    document = transfer.write_document(team)
    document["tasks"] = [{"id": "🍙" * 200, "title": "x"}, {"id": "y", "title": "y"}]
    document["comments"] = [{"id": "🍙" * 200, "taskId": "y", "text": "z", "createdAt": 1}]
    report = transfer.import_document(team, document)
    assert len(report.problems) == 2
    assert [task.title for task in household.store.all(design.every_task(team.team_id))] == ["y"]


def test_another_team_gets_it_whole_and_once(household: Household, member: Member) -> None:
    text = transfer.write(member)
    other = household.team("hanako", "taro", name="写し")
    tags.add(other, name="会場")
    assert len(transfer.preview(other, text).new) == 11
    assert transfer.import_text(other, text).added == 11
    assert transfer.import_text(other, text).kept == 11
    assert content(other) == content(member)
    assert sorted(tag.name for tag in tags.find_all(other)) == ["お金", "会場"]
    said = {row.text for row in household.rows(Comment) if row.team_id == other.team_id and row.type == "comment"}
    assert len(said) == 11
    assert find_faults(household) == []


def test_a_team_that_is_gone_comes_back_into_a_new_one(household: Household, member: Member) -> None:
    text, before = transfer.write(member), content(member)
    team_deletion.delete(member.owner, member.team_id)
    new = household.team("hanako", name="新しい")
    report = transfer.import_text(new, text)
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
        transfer.import_text(cut, text)
    assert 0 < len(content(other)) < 11
    transfer.import_text(other, text)
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
    report = transfer.import_text(member, json.dumps(document))
    assert (report.added, [problem.number for problem in report.problems]) == (1, [2, 3, 4, 5, 6, 7, 1])
    assert [row.title for row in household.rows(Task) if row.task_id == "n1"] == ["新しい"]
    assert find_faults(household) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "chabudai-todo", "version": 1}', "{" * 5000])
def test_what_is_no_export_is_refused(member: Member, text: str) -> None:
    with pytest.raises(InvalidFields):
        transfer.import_text(member, text)


def test_whoever_is_removed_while_they_import_adds_nothing_more(household: Household, member: Member) -> None:
    text = transfer.write(member)
    other = household.team("hanako", "taro", name="写し")
    removed = meddled(household.owner("taro"), "TransactWriteItems", 6, lambda: members.remove(other, "taro"))
    with pytest.raises(RemovedMeanwhile) as refusal:
        transfer.import_text(enter(removed, other.team_id), text)
    assert str(refusal.value) == "You're no longer in this team. Import stopped after 3 of 11."
    assert len(content(other)) == refusal.value.done == 3
    assert find_faults(household) == []


def test_whoever_is_removed_while_tags_come_in_adds_no_tag(household: Household, member: Member) -> None:
    other = household.team("hanako", "taro", name="写し")
    removed = meddled(household.owner("taro"), "TransactWriteItems", 1, lambda: members.remove(other, "taro"))
    with pytest.raises(RemovedMeanwhile):
        transfer.import_text(enter(removed, other.team_id), transfer.write(member))
    assert tags.find_all(other) == []


def comment_record(**fields: Any) -> dict[str, Any]:
    return {"id": "c1", "taskId": "n1", "author": "taro", "text": "x", "createdAt": 1900000000, **fields}


def import_comments(member: Member, *records: dict[str, Any]) -> tuple[list[Comment], list[str]]:
    """What was kept, and what was told."""
    document = {
        "format": "chabudai-tasks",
        "version": 1,
        "team": {"id": member.team_id, "name": "x"},
        "tasks": [{"id": "n1", "title": "新しい"}],
        "comments": list(records),
    }
    report = transfer.import_text(member, json.dumps(document))
    assert report.added == 1
    kept = [row for row in comments.find_all(member, "n1") if row.type == "comment"]
    return kept, [str(problem.reason) for problem in report.problems]


@pytest.mark.parametrize("moment", [1900000000000, -1, 10**30, -(10**30)])
def test_a_time_that_no_page_could_show_does_not_come_in(member: Member, moment: int) -> None:
    kept, told = import_comments(member, comment_record(createdAt=moment))
    assert kept == []
    assert len(told) == 1


def test_what_was_said_in_the_future_was_said_now(member: Member) -> None:
    kept, _ = import_comments(member, comment_record(createdAt=member.seconds() + 86400 * 365))
    assert [row.created_at for row in kept] == [member.seconds()]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_that_no_calendar_shows_does_not_come_in(member: Member, day: str) -> None:
    document = {
        "format": "chabudai-tasks",
        "version": 1,
        "tasks": [{"id": "n1", "title": "x", "status": "done", "doneAt": day}],
    }
    assert transfer.import_text(member, json.dumps(document)).added == 0


def test_a_comment_that_stands_twice_in_a_file_comes_in_once(household: Household, member: Member) -> None:
    kept, _ = import_comments(member, comment_record(text="a"), comment_record(text="b"))
    assert [row.text for row in kept] == ["b"]
    assert find_faults(household) == []


def test_nobody_is_made_to_have_said_what_a_file_says(member: Member) -> None:
    named, own = comment_record(saidBy="太郎"), comment_record(id="c2", author="hanako", saidBy="太郎")
    unnamed = comment_record(id="c3")
    kept, _ = import_comments(member, named, own, unnamed, comment_record(id="c4", author=None))
    told = {row.comment_id: (row.author, row.said_by) for row in kept}
    assert told == {"c1": (None, "太郎"), "c2": ("hanako", None), "c3": (None, "taro"), "c4": (None, None)}


def test_who_said_it_goes_along_as_a_name_and_comes_back_as_one(household: Household, member: Member) -> None:
    taro = household.member(member.team_id, "taro")
    task = tasks.add(taro, title="z").task
    comments.add(taro, task.task_id, "太郎です")
    other = household.team("hanako", "taro", name="写し")
    transfer.import_text(other, transfer.write(member))
    transfer.import_text(household.team("hanako", name="写しの写し"), transfer.write(other))
    told = [(row.author, row.said_by) for row in household.rows(Comment) if row.text == "太郎です"]
    assert sorted(told, key=str) == [("taro", None), (None, "Taro"), (None, "Taro")]


def test_a_file_brings_no_more_tags_than_a_team_has(household: Household, member: Member) -> None:
    document = json.loads(transfer.write(member))
    colour = {"color": "#1d4f73", "backgroundColor": "#dcebf5"}
    document["tags"] = [{"id": f"t{number}", "name": f"札 {number}", "colour": colour} for number in range(250)]
    document["tasks"] = [{"id": "n1", "title": "x", "tags": ["t0", "t249"]}]
    report = transfer.import_text(member, json.dumps(document))
    assert len(household.rows(Tag)) == tags.MOST
    assert "A team can have up to 200 tags." in {str(problem.reason) for problem in report.problems}
    assert [row.tags for row in household.rows(Task) if row.task_id == "n1"] == [frozenset({"t0"})]
    assert find_faults(household) == []


def test_whoever_imports_tasks_of_their_own_and_is_removed_is_told_so(household: Household, member: Member) -> None:
    document = json.loads(transfer.write(member))
    document["tasks"] = [{"id": f"n{number}", "title": "x", "assignee": "taro"} for number in range(5)]
    removed = meddled(household.owner("taro"), "TransactWriteItems", 3, lambda: members.remove(member, "taro"))
    with pytest.raises(RemovedMeanwhile) as refusal:
        transfer.import_text(enter(removed, member.team_id), json.dumps(document))
    assert refusal.value.done == 2
    assert find_faults(household) == []


def test_people_and_tags_that_go_while_a_file_comes_in_are_left_out_and_told(
    household: Household, member: Member
) -> None:
    document = json.loads(transfer.write(member))
    (tag, *_) = (tag["id"] for tag in document["tags"])
    document["tasks"] = [{"id": f"n{number}", "title": "x", "assignee": "taro", "tags": [tag]} for number in range(5)]

    def both_go() -> None:
        members.remove(member, "taro")
        tags.delete(member, tag)

    slow = meddled(member.owner, "TransactWriteItems", 3, both_go)
    report = transfer.import_text(enter(slow, member.team_id), json.dumps(document))
    assert report.added == 5
    assert [problem.number for problem in report.problems] == [3, 3, 4, 4, 5, 5]
    assert find_faults(household) == []
