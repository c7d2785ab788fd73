"""Tasks: added, edited field by field, moved, taken back; what another has changed meanwhile is not lost."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import bulk, comments, design, members, notices, own_tasks, repair, tags, tasks, trash, undo
from chabudai.apps.tasks.entities import Check, Comment, DayCount, Mine, MineDone, Notice, Tag, Task, Total, Undated
from chabudai.apps.tasks.errors import (
    FieldChanged,
    NoSuchAssignee,
    NoSuchComment,
    NoSuchTag,
    NoSuchTask,
    NoSuchTeam,
    NotYourComment,
    TaskInTrash,
    TooManyTasks,
)
from chabudai.apps.tasks.membership import Member
from chabudai.store import record_calls
from chabudai.web.errors import InvalidFields

TODAY = date(2040, 11, 15)


@pytest.fixture
def member(household: Household) -> Member:
    return household.team("hanako", "taro")


def total(member: Member) -> Total:
    return member.store.one(design.total(member.team_id))


def today(member: Member) -> DayCount | None:
    return next(iter(member.store.all(design.day_counts(member.team_id, member.today(), member.today()))), None)


def told(member: Member, task_id: str) -> list[tuple[str | None, str | None, str | None]]:
    return [(row.about, row.before, row.after) for row in comments.find_all(member, task_id) if row.type == "activity"]


def test_a_title_is_enough(household: Household, member: Member) -> None:
    outcome = tasks.add(member, title="  買い出しを\n分ける ")
    assert outcome.task.title == "買い出しを 分ける"
    assert (outcome.task.status, outcome.task.assignee) == ("todo", None)
    assert tasks.find_task(member, outcome.task.task_id) == outcome.task
    assert total(member).model_dump(include={"todo", "doing", "done", "revision"}) == {
        "todo": 1,
        "doing": 0,
        "done": 0,
        "revision": 1,
    }
    assert {row.lacks for row in household.rows(Undated)} == {"start", "end"}
    assert told(member, outcome.task.task_id) == [("added", None, None)]
    assert find_faults(household) == []


def test_everything_is_added_in_one_transaction(member: Member) -> None:
    tag = tags.add(member, name="会場")
    with record_calls() as calls:
        tasks.add(member, title="x", start=TODAY, end=TODAY, assignee="hanako", tags=[tag.tag_id])
    assert [call.operation for call in calls] == ["TransactWriteItems"]


def test_a_status_is_changed_by_one_read_and_one_transaction(member: Member) -> None:
    task = tasks.add(member, title="x", assignee="taro").task
    with record_calls() as calls:
        tasks.set_status(member, task.task_id, "done")
    assert [call.operation for call in calls] == ["GetItem", "TransactWriteItems"]


def test_what_is_sent_twice_is_added_once(member: Member) -> None:
    first = tasks.add(member, task_id="k1", title="x")
    again = tasks.add(member, task_id="k1", title="y")
    assert again.task == first.task
    assert total(member).todo == 1


@pytest.mark.parametrize("status", ["todo", "done"])
def test_an_id_of_another_teams_task_is_as_good_as_any_and_tells_nothing(
    household: Household, member: Member, status: Any
) -> None:
    other = household.team("taro", name="別")
    theirs = tasks.add(other, title="x", status=status, assignee="taro").task
    same = tasks.add(member, task_id=theirs.task_id, title="y", status=status, assignee="taro").task
    assert sorted(row.title for row in household.rows(Mine, MineDone)) == ["x", "y"]
    trash.throw_away(other, theirs.task_id)
    tasks.edit(member, same.task_id, {"end": "2040-12-01"})
    trash.restore(other, theirs.task_id)
    assert tasks.edit(other, theirs.task_id, {"end": "2040-12-01"}).task.title == "x"
    assert find_faults(household) == []
    assert own_tasks.count_figures(household.owner("taro")).open == (2 if status == "todo" else 0)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, "title"),
        ({"title": " "}, "title"),
        ({"title": "x" * 101}, "title"),
        ({"title": "x", "description": "x" * 5001}, "description"),
        ({"title": "x", "status": "gone"}, "status"),
        ({"title": "x", "priority": "urgent"}, "priority"),
        ({"title": "x", "start": "soon"}, "start"),
        ({"title": "x", "tags": [str(number) for number in range(21)]}, "tags"),
        ({"title": "x", "checklist": [{"text": "x" * 201}]}, "checklist"),
        ({"title": "x", "checklist": [{"text": "x"}] * 101}, "checklist"),
        ({"title": "x", "start": "2040-11-20", "end": "2040-11-19"}, "end"),
    ],
)
def test_a_field_of_a_task_has_its_bounds(member: Member, fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises(InvalidFields) as refusal:
        tasks.add(member, **fields)
    assert [name for name, _ in refusal.value.details] == [wrong]
    assert total(member).todo == 0


def test_a_start_behind_the_end_is_refused_whichever_is_changed(member: Member) -> None:
    task = tasks.add(member, title="x", start=TODAY, end=TODAY).task
    with pytest.raises(InvalidFields) as refusal:
        tasks.edit(member, task.task_id, {"start": "2040-11-16"})
    assert [name for name, _ in refusal.value.details] == ["start"]
    with pytest.raises(InvalidFields):
        tasks.edit(member, task.task_id, {"end": "2040-11-14"})
    assert tasks.edit(member, task.task_id, {"start": "2040-11-16", "end": "2040-11-17"}).task.end == date(2040, 11, 17)


def test_start_and_end_that_two_people_move_at_once_never_cross(member: Member) -> None:
    task = tasks.add(member, title="x", start=TODAY, end="2040-11-20").task
    slow = meddled(
        member.owner, "TransactWriteItems", 1, lambda: tasks.edit(member, task.task_id, {"end": "2040-11-16"})
    )
    with pytest.raises(InvalidFields):
        tasks.edit(replace(member, owner=slow), task.task_id, {"start": "2040-11-18"})


def test_another_teams_task_tag_and_person_are_as_unknown_as_any(household: Household, member: Member) -> None:
    other = household.team("jiro", name="別")
    task, tag = tasks.add(other, title="x").task, tags.add(other, name="会場")
    for task_id in (task.task_id, "nowhere", "a#b"):
        for act in (
            lambda task_id=task_id: tasks.edit(member, task_id, {"title": "y"}),
            lambda task_id=task_id: tasks.set_status(member, task_id, "done"),
            lambda task_id=task_id: trash.throw_away(member, task_id),
            lambda task_id=task_id: trash.restore(member, task_id),
            lambda task_id=task_id: tasks.duplicate(member, task_id),
            lambda task_id=task_id: comments.add(member, task_id, "x"),
        ):
            with pytest.raises(NoSuchTask):
                act()
    for tag_id in (tag.tag_id, "nowhere", "a#b"):
        with pytest.raises(NoSuchTag):
            tasks.add(member, title="x", tags=[tag_id])
    for user_id in ("jiro", "nobody"):
        with pytest.raises(NoSuchAssignee):
            tasks.add(member, title="x", assignee=user_id)
    assert total(member).todo == 0


def test_a_field_that_another_changed_is_refused_with_both_values_and_who_it_was(
    household: Household, member: Member
) -> None:
    taro = household.member(member.team_id, "taro")
    task = tasks.add(member, title="x", end="2040-11-19").task
    tasks.edit(taro, task.task_id, {"end": "2040-11-20"}, {"end": "2040-11-19"})
    with pytest.raises(FieldChanged) as conflict:
        tasks.edit(member, task.task_id, {"end": "2040-11-18"}, {"end": "2040-11-19"})
    refusal = conflict.value
    assert (refusal.changed_field, refusal.theirs, refusal.yours, refusal.by, refusal.status) == (
        "end",
        date(2040, 11, 20),
        date(2040, 11, 18),
        "taro",
        409,
    )
    assert tasks.edit(member, task.task_id, {"title": "y"}, {"title": "x"}).task.end == date(2040, 11, 20)
    same = tasks.edit(member, task.task_id, {"end": "2040-11-20"}, {"end": "2040-11-19"})
    assert not same.undo


def test_the_same_field_changed_between_the_look_and_the_write_is_a_conflict(member: Member) -> None:
    task = tasks.add(member, title="x").task
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: tasks.edit(member, task.task_id, {"title": "y"}))
    with pytest.raises(FieldChanged):
        tasks.edit(replace(member, owner=slow), task.task_id, {"title": "z"}, {"title": "x"})
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: tasks.edit(member, task.task_id, {"title": "w"}))
    assert tasks.edit(replace(member, owner=slow), task.task_id, {"priority": "high"}).task.title == "w"


def test_the_same_move_by_two_is_one_and_of_two_different_the_later_wins(member: Member) -> None:
    task = tasks.add(member, title="x").task
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: tasks.set_status(member, task.task_id, "doing"))
    same = tasks.set_status(replace(member, owner=slow), task.task_id, "doing")
    assert not same.undo
    assert (total(member).todo, total(member).doing) == (0, 1)
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: tasks.set_status(member, task.task_id, "todo"))
    later = tasks.set_status(replace(member, owner=slow), task.task_id, "done")
    assert later.before is not None
    assert (later.before.status, later.task.status, total(member).done) == ("todo", "done", 1)


def test_every_act_is_told_and_can_be_taken_back(household: Household, member: Member) -> None:
    tag = tags.add(member, name="会場")
    task = tasks.add(member, title="x", checklist=[{"text": "a"}, {"text": "b"}]).task
    before = tasks.find_task(member, task.task_id)
    changes: list[dict[str, Any]] = [
        {"title": "y"},
        {"description": "**z**"},
        {"status": "done"},
        {"start": TODAY},
        {"end": TODAY, "priority": "high"},
        {"tags": [tag.tag_id]},
        {"assignee": "taro"},
    ]
    outcomes = [tasks.edit(member, task.task_id, change) for change in changes]
    outcomes.append(tasks.tick_check(member, task.task_id, 1, text="b", done=True))
    assert [about for about, _, _ in told(member, task.task_id)] == [
        *("added", "title", "description", "status", "start", "end", "priority", "tags", "assignee", "checklist")
    ]
    assert ("status", "todo", "done") in told(member, task.task_id)
    assert ("tags", None, tag.tag_id) in told(member, task.task_id)
    assert find_faults(household) == []
    for outcome in reversed(outcomes):
        packed = outcome.undo.pack()
        assert packed
        undo.take_back(member, type(outcome.undo).unpack(packed))
    assert tasks.find_task(member, task.task_id) == before
    assert find_faults(household) == []
    with pytest.raises(FieldChanged):
        undo.take_back(member, outcomes[0].undo)


def test_a_line_of_the_checklist_is_ticked_beside_others(member: Member) -> None:
    task = tasks.add(member, title="x", checklist=[{"text": "a"}, {"text": "b"}]).task
    slow = meddled(
        member.owner,
        "TransactWriteItems",
        1,
        lambda: tasks.tick_check(member, task.task_id, 0, text="a", done=True),
    )
    ticked = tasks.tick_check(replace(member, owner=slow), task.task_id, 1, text="b", done=True).task
    assert ticked.checklist == (Check(text="a", done=True), Check(text="b", done=True))
    for number, text in ((0, "b"), (2, "a"), (-1, "b")):
        with pytest.raises(FieldChanged):
            tasks.tick_check(member, task.task_id, number, text=text, done=False)


def test_a_copy_is_to_do_anew(household: Household, member: Member) -> None:
    task = tasks.add(member, title="x", end=TODAY, status="done", checklist=[{"text": "a", "done": True}]).task
    comments.add(member, task.task_id, "済み")
    copy = tasks.duplicate(member, task.task_id).task
    assert copy.task_id != task.task_id
    assert (copy.title, copy.end, copy.status, copy.checklist, copy.comments, copy.done_at) == (
        *("x", TODAY, "todo"),
        (Check(text="a"),),
        0,
        None,
    )
    assert find_faults(household) == []


def test_days_are_the_teams_days(household: Household, clock: SettableClock) -> None:
    clock.advance(hours=13)  # 01:00 in Tokyo of the next day, 17:00 of the same one in Berlin
    tokyo, berlin = household.team("hanako"), household.team("hanako", zone="Europe/Berlin")
    for member, day in ((tokyo, date(2040, 11, 16)), (berlin, TODAY)):
        task = tasks.add(member, title="x").task
        tasks.set_status(member, task.task_id, "done")
        row = today(member)
        assert row is not None
        assert (row.day, row.todo, row.done, row.created, row.completed) == (day, 0, 1, 1, 1)
        assert tasks.find_task(member, task.task_id).done_at == day
        assert 399 < (row.expires_at - clock().timestamp()) / 86400 < 401


FORGED: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, date | None]]] = {
    "to do, and yet done on a day": ({"status": "todo", "done_at": "2040-11-14"}, {}, ("todo", None)),
    "done on no day": ({"status": "done", "done_at": None}, {}, ("done", TODAY)),
    "done in the future": ({"status": "done", "done_at": "2999-01-01"}, {}, ("done", TODAY)),
    "a day alone": ({"done_at": "2999-01-01"}, {}, ("doing", None)),
    "as it was": ({"status": "done", "done_at": "2040-11-03"}, {"status": "doing"}, ("done", date(2040, 11, 3))),
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_is_put_back_is_done_on_a_day_or_is_not_done(household: Household, member: Member, forged: str) -> None:
    task = tasks.add(member, title="x", status="doing", assignee="taro").task
    old, new, expected = FORGED[forged]
    after = tasks.put_back(member, task.task_id, old, new).task
    assert (after.status, after.done_at) == expected
    assert find_faults(household) == []


def test_the_day_of_a_done_task_is_nothing_that_is_put_back_alone(member: Member) -> None:
    task = tasks.add(member, title="x", status="done", assignee="taro").task
    for day in ("2999-01-01", "2001-01-01", None):
        assert tasks.put_back(member, task.task_id, {"done_at": day}, {}).task.done_at == TODAY


LONG_AGO = "00000000-0000-7000-8000-000000000000"
LATER = "ffffffff-ffff-7fff-8000-000000000000"


def test_no_comment_that_is_put_back_is_older_than_its_task_or_of_the_future(
    member: Member, clock: SettableClock
) -> None:
    task = tasks.add(member, title="x").task
    added = member.seconds()
    clock.advance(hours=1)
    moment = f"{member.seconds() * 1000:012x}"
    own_id = f"{moment[:8]}-{moment[8:]}-7000-8000-000000000000"
    comments.add(member, task.task_id, "はい", comment_id=own_id)
    clock.advance(hours=1)
    comments.delete(member, task.task_id, own_id)
    assert comments.put_back(member, task.task_id, own_id, "はい").created_at == added + 3600
    assert comments.put_back(member, task.task_id, LONG_AGO, "x").created_at == added
    assert comments.put_back(member, task.task_id, LATER, "x").created_at == member.seconds()
    assert comments.put_back(member, task.task_id, "0000", "x").created_at == member.seconds()


@pytest.mark.parametrize("hours", [0, 24])
def test_what_was_completed_on_a_day_stays_so_over_the_trash(member: Member, clock: SettableClock, hours: int) -> None:
    task = tasks.add(member, title="x").task
    tasks.set_status(member, task.task_id, "done")
    trash.throw_away(member, task.task_id)
    clock.advance(hours=hours)
    trash.restore(member, task.task_id)
    days = list(member.store.all(design.day_counts(member.team_id, TODAY, member.today())))
    assert [row.completed for row in days] == ([1, 0] if hours else [1])
    tasks.set_status(member, task.task_id, "todo")
    days = list(member.store.all(design.day_counts(member.team_id, TODAY, member.today())))
    assert [row.completed for row in days] == ([1, 0] if hours else [0])


def test_a_task_opened_again_the_same_day_was_not_completed_that_day(member: Member, clock: SettableClock) -> None:
    task = tasks.add(member, title="x").task
    outcome = tasks.set_status(member, task.task_id, "done")
    undo.take_back(member, outcome.undo)
    row = today(member)
    assert row is not None
    assert (row.todo, row.done, row.created, row.completed) == (1, 0, 1, 0)
    tasks.set_status(member, task.task_id, "done")
    clock.advance(days=1)
    outcome = tasks.set_status(member, task.task_id, "doing")
    row = today(member)
    assert row is not None
    assert (row.doing, row.done, row.completed) == (1, -1, 0)
    undo.take_back(member, outcome.undo)
    assert tasks.find_task(member, task.task_id).done_at == TODAY


def test_own_tasks_follow_in_the_order_of_their_dates(household: Household, member: Member) -> None:
    task = tasks.add(member, title="x", assignee="taro").task
    assert [str(row.due) for row in household.rows(Mine)] == ["9999-12-31"]
    tasks.edit(member, task.task_id, {"end": "2040-12-01", "title": "y"})
    assert [(str(row.due), row.title) for row in household.rows(Mine)] == [("2040-12-01", "y")]
    tasks.set_status(member, task.task_id, "done")
    assert household.rows(Mine) == []
    assert [(row.done_at, row.status) for row in household.rows(MineDone)] == [(TODAY, "done")]
    tasks.edit(member, task.task_id, {"assignee": "hanako"})
    assert [row.user_id for row in household.rows(MineDone)] == ["hanako"]
    tasks.edit(member, task.task_id, {"assignee": None})
    assert household.rows(MineDone) == []


def test_who_is_given_a_task_or_mentioned_is_told_and_who_does_it_themselves_is_not(
    household: Household, member: Member
) -> None:
    task = tasks.add(member, title="x", assignee="hanako").task
    tasks.edit(member, task.task_id, {"assignee": "taro"})
    comments.add(member, task.task_id, "＠ＴＡＲＯ、@hanako と @taros と taro@example.jp です")
    taro, hanako = household.owner("taro"), household.owner("hanako")
    assert [row.about for row in notices.find_page(taro)] == ["mentioned", "assigned"]
    assert [(row.sender, row.title) for row in notices.find_page(taro)] == [("hanako", "x")] * 2
    assert list(notices.find_page(hanako)) == []
    assert notices.count_unread(taro) == 2
    assert notices.mark_read(taro) == 2
    assert notices.count_unread(taro) == 0


def test_of_what_is_due_today_one_is_told_once(household: Household, member: Member) -> None:
    taro = household.owner("taro")
    tasks.add(member, title="x", assignee="taro", end=TODAY)
    tasks.add(member, title="y", assignee="taro", end="2040-11-16")
    assert (notices.remind(taro), notices.remind(taro)) == (1, 0)
    assert [(row.about, row.title) for row in notices.find_page(taro) if row.about == "due"] == [("due", "x")]


def test_comments_are_counted_and_deleted_by_those_who_may(household: Household, member: Member) -> None:
    taro = household.member(member.team_id, "taro")
    task = tasks.add(member, title="x").task
    revision = total(member).revision
    mine, theirs = comments.add(member, task.task_id, "a\n\nb"), comments.add(taro, task.task_id, "c")
    assert total(member).revision == revision + 2
    assert tasks.find_task(member, task.task_id).comments == 2
    for text in ("", " ", "x" * 5001):
        with pytest.raises(InvalidFields):
            comments.add(member, task.task_id, text)
    with pytest.raises(NotYourComment):
        comments.delete(taro, task.task_id, mine.comment_id)
    comments.delete(member, task.task_id, theirs.comment_id)
    with pytest.raises(NoSuchComment):
        comments.delete(member, task.task_id, theirs.comment_id)
    activity = next(row for row in comments.find_all(member, task.task_id) if row.type == "activity")
    with pytest.raises(NoSuchComment):
        comments.delete(member, task.task_id, activity.comment_id)
    assert [row.text for row in comments.find_all(member, task.task_id) if row.type == "comment"] == ["a\n\nb"]
    assert find_faults(household) == []


def test_what_is_thrown_away_comes_back_with_its_counts_rows_and_comments(
    household: Household, member: Member, clock: SettableClock
) -> None:
    task = tasks.add(member, title="x", assignee="taro", status="doing", end=TODAY).task
    for number in range(120):
        comments.add(member, task.task_id, f"{number}")
    before = tasks.find_task(member, task.task_id)
    outcome = trash.throw_away(member, task.task_id)
    assert household.rows(Task, Mine, MineDone, Undated) == []
    assert total(member).doing == 0
    (thrown,) = trash.find_page(member)
    assert (thrown.title, thrown.deleted_by) == ("x", "hanako")
    assert {row.expires_at for row in household.rows(Comment)} == {thrown.expires_at}
    with pytest.raises(TaskInTrash):
        tasks.edit(member, task.task_id, {"title": "y"})
    assert not trash.throw_away(member, task.task_id).undo
    undo.take_back(member, outcome.undo)
    assert tasks.find_task(member, task.task_id) == before
    assert {row.expires_at for row in household.rows(Comment)} == {None}
    assert not trash.restore(member, task.task_id).undo
    assert find_faults(household) == []


def test_what_is_restored_has_no_tag_and_nobody_that_is_gone(household: Household, member: Member) -> None:
    keep, gone = tags.add(member, name="a"), tags.add(member, name="b")
    task = tasks.add(member, title="x", assignee="taro", tags=[keep.tag_id, gone.tag_id]).task
    trash.throw_away(member, task.task_id)
    members.remove(member, "taro")
    tags.delete(member, gone.tag_id)
    restored = trash.restore(member, task.task_id).task
    assert (restored.assignee, restored.tags) == (None, frozenset({keep.tag_id}))
    assert find_faults(household) == []


def test_the_trash_is_emptied_with_what_was_said(household: Household, member: Member) -> None:
    ids = [tasks.add(member, title=f"{number}").task.task_id for number in range(3)]
    for task_id in ids:
        comments.add(member, task_id, "x")
        trash.throw_away(member, task_id)
    trash.delete(member, ids[0])
    assert trash.empty(member) == 2
    assert household.rows(Comment) == []
    with pytest.raises(NoSuchTask):
        trash.restore(member, ids[0])


def test_a_tag_that_goes_while_several_get_it_leaves_the_others_to_be_named(member: Member) -> None:
    tag = tags.add(member, name="会場")
    ids = [tasks.add(member, title=str(number)).task.task_id for number in range(3)]
    slow = meddled(member.owner, "TransactWriteItems", 2, lambda: tags.delete(member, tag.tag_id))
    outcome = bulk.add_tag(replace(member, owner=slow), ids, tag.tag_id)
    assert [task.task_id for task in outcome.tasks] == ids[:1]
    assert outcome.missed == tuple(ids[1:])
    with pytest.raises(NoSuchTag):
        bulk.add_tag(member, ids, tag.tag_id)


def test_somebody_who_leaves_while_several_are_given_to_them_leaves_the_others_to_be_named(member: Member) -> None:
    ids = [tasks.add(member, title=str(number)).task.task_id for number in range(3)]
    slow = meddled(member.owner, "TransactWriteItems", 2, lambda: members.remove(member, "taro"))
    outcome = bulk.edit(replace(member, owner=slow), ids, {"assignee": "taro"})
    assert outcome.missed == tuple(ids[1:])
    with pytest.raises(NoSuchAssignee):
        bulk.edit(member, ids, {"assignee": "taro"})


def test_several_are_changed_at_once_and_taken_back_as_one(household: Household, member: Member) -> None:
    tag = tags.add(member, name="会場")
    ids = [tasks.add(member, title=f"{number}", start=TODAY).task.task_id for number in range(4)]
    trash.throw_away(member, ids[3])
    done = bulk.edit(member, [*ids, "nowhere", ids[0]], {"status": "done"})
    assert ([task.status for task in done.tasks], done.missed) == (["done"] * 3, (ids[3], "nowhere"))
    undo.take_back(member, done.undo)
    assert total(member).todo == 3
    assert bulk.add_tag(member, ids[:2], tag.tag_id).tasks[0].tags == {tag.tag_id}
    assert bulk.edit(member, ids[:1], {"end": "2040-11-01"}).missed == (ids[0],)
    gone = bulk.throw_away(member, ids[:3])
    undo.take_back(member, gone.undo)
    assert bulk.restore(member, ids).missed == ()
    with pytest.raises(TooManyTasks):
        bulk.throw_away(member, ["x"] * 101)
    assert find_faults(household) == []


@pytest.mark.parametrize("planted", [{"todo": 0}, {"todo": 7, "done": 3}])
def test_a_planted_drift_is_reported_and_mended(household: Household, member: Member, planted: dict[str, int]) -> None:
    household.team("hanako", name="別")
    for status in ("todo", "doing", "done"):
        tasks.add(member, title="x", status=status)
    member.store.write(Total.update(team_id=member.team_id).set(**planted))
    revision = total(member).revision
    report = repair.repair_all(member.store, household.clock)
    assert (report.teams, report.tasks, [drift.team_id for drift in report.drifts]) == (2, 3, [member.team_id])
    assert "todo" in str(report)
    assert total(member).revision > revision
    assert find_faults(household) == []
    assert repair.repair_all(member.store, household.clock, member.team_id).drifts == ()
    assert repair.repair_all(member.store, household.clock, "nowhere").teams == 0


@pytest.mark.parametrize("is_missing", [False, True])
def test_a_counter_that_is_wrong_keeps_nobody_from_their_work(
    household: Household, member: Member, is_missing: bool
) -> None:
    task = tasks.add(member, title="x").task
    key = {"team_id": member.team_id}
    member.store.write(Total.delete(**key) if is_missing else Total.update(**key).set(todo=0))
    tasks.set_status(member, task.task_id, "doing")
    assert find_faults(household) == []


def test_whoever_is_removed_is_told_of_no_mention(household: Household, member: Member) -> None:
    task = tasks.add(member, title="x").task
    with pytest.raises(Interrupted):
        members.remove(replace(member, owner=meddled(member.owner, "DeleteItem", 1, power_cut)), "taro")
    comments.add(member, task.task_id, "@Taro です")
    assert household.rows(Notice) == []


def test_whoever_is_removed_at_the_moment_of_a_mention_is_not_told(household: Household, member: Member) -> None:
    task = tasks.add(member, title="x").task
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: members.remove(member, "taro"))
    said = comments.add(replace(member, owner=slow), task.task_id, "@Taro です")
    assert said in household.rows(Comment)
    assert household.rows(Notice) == []
    assert find_faults(household) == []


@pytest.mark.parametrize(
    "act",
    [
        lambda member, task: tasks.edit(member, task.task_id, {"title": "y"}),
        lambda member, task: tasks.add(member, title="y"),
        lambda member, task: tasks.add(member, title="y", assignee="taro"),
        lambda member, task: trash.throw_away(member, task.task_id),
        lambda member, task: comments.add(member, task.task_id, "y"),
        lambda member, task: tags.add(member, name="y"),
    ],
)
def test_whoever_was_removed_a_moment_ago_writes_nothing(
    household: Household, member: Member, act: Callable[[Member, Task], object]
) -> None:
    task = tasks.add(member, title="x").task
    slow = meddled(household.owner("taro"), "TransactWriteItems", 1, lambda: members.remove(member, "taro"))
    with pytest.raises((NoSuchTeam, NoSuchAssignee)):
        act(Member(slow, member.team, "member"), task)
    assert [row.title for row in household.rows(Task)] == ["x"]
    assert (household.rows(Tag), [row.text for row in household.rows(Comment) if row.type == "comment"]) == ([], [])


def test_what_is_added_again_while_it_is_in_the_trash_makes_no_twin(household: Household) -> None:
    member = household.team("hanako")
    tasks.add(member, task_id="x", title="one")
    trash.throw_away(member, "x")
    with pytest.raises(TaskInTrash):
        tasks.add(member, task_id="x", title="one")
    assert list(household.store.all(design.every_task(member.team_id))) == []
    assert trash.restore(member, "x").task.title == "one"
    assert find_faults(household) == []


def test_a_task_that_was_thrown_away_long_ago_is_in_nobodys_way(household: Household) -> None:
    member = household.team("hanako")
    tasks.add(member, task_id="x", title="one")
    trash.throw_away(member, "x")
    household.clock.advance(days=31)
    assert tasks.add(member, task_id="x", title="two").task.title == "two"
