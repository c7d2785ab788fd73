"""The checklist line by line: what others do at the same time is kept."""

from dataclasses import replace

import pytest
from tests.apps.meddled_store import meddled
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import checklist, tasks, undo
from chabudai.apps.tasks.entities import MOST_CHECKS, Check, Task
from chabudai.apps.tasks.errors import NoSuchLine
from chabudai.apps.tasks.membership import Member
from chabudai.web.errors import InvalidFields


@pytest.fixture
def member(household: Household) -> Member:
    return household.team("sakura", "ken")


def with_lines(member: Member, *texts: str) -> Task:
    return tasks.add(member, title="x", checklist=[{"text": text} for text in texts]).task


def texts(member: Member, task: Task) -> list[str]:
    return [line.text for line in tasks.find_task(member, task.task_id).checklist]


def key_of(task: Task, at: int) -> str:
    return checklist.line_keys(task.checklist)[at]


def test_a_key_stays_with_its_line_wherever_that_is_moved() -> None:
    a, b, again = Check(text="a"), Check(text="b"), Check(text="a", done=True)
    first, second, third = checklist.line_keys([a, b, again])
    assert len({first, second, third}) == 3
    assert checklist.line_keys([b, a]) == (second, first)


def test_lines_added_at_the_same_time_are_both_there(household: Household, member: Member) -> None:
    task = with_lines(member, "a")
    ken = household.member(member.team_id, "ken")
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: checklist.add(ken, task.task_id, "健の"))
    checklist.add(replace(member, owner=slow), task.task_id, "さくらの")
    assert texts(member, task) == ["a", "健の", "さくらの"]
    assert find_faults(household) == []


def test_a_tick_finds_its_line_although_others_have_moved_it(household: Household, member: Member) -> None:
    task = with_lines(member, "a", "b", "c")
    ken = household.member(member.team_id, "ken")
    move = lambda: checklist.place(ken, task.task_id, key_of(task, 2), [key_of(task, 0)])  # noqa: E731
    slow = meddled(member.owner, "TransactWriteItems", 1, move)
    after = checklist.tick(replace(member, owner=slow), task.task_id, key_of(task, 1), done=True)
    assert [(line.text, line.done) for line in after.checklist] == [("c", False), ("a", False), ("b", True)]


def test_a_line_that_is_gone_is_told_and_deleted_once(member: Member) -> None:
    task = with_lines(member, "a", "b")
    checklist.delete(member, task.task_id, key_of(task, 0))
    checklist.delete(member, task.task_id, key_of(task, 0))
    assert texts(member, task) == ["b"]
    with pytest.raises(NoSuchLine):
        checklist.tick(member, task.task_id, key_of(task, 0), done=True)
    with pytest.raises(NoSuchLine):
        checklist.place(member, task.task_id, key_of(task, 0), [])
    with pytest.raises(NoSuchLine):
        checklist.move_up(member, task.task_id, key_of(task, 0))


@pytest.mark.parametrize(
    ("line", "before", "order"), [(2, 0, "cab"), (0, None, "bca"), (0, 2, "bac"), (1, 1, "acb"), (0, 1, "abc")]
)
def test_a_line_is_placed_before_another_or_at_the_end(
    member: Member, line: int, before: int | None, order: str
) -> None:
    task = with_lines(member, "a", "b", "c")
    following = [] if before is None else [key_of(task, before)]
    checklist.place(member, task.task_id, key_of(task, line), following)
    assert "".join(texts(member, task)) == order


def test_a_line_is_placed_before_the_first_that_is_still_there(member: Member) -> None:
    task = with_lines(member, "a", "b", "c")
    checklist.delete(member, task.task_id, key_of(task, 0))
    checklist.place(member, task.task_id, key_of(task, 2), [key_of(task, 0), key_of(task, 1)])
    assert texts(member, task) == ["c", "b"]


def test_the_first_line_goes_no_further_up(member: Member) -> None:
    task = with_lines(member, "a", "b")
    checklist.move_up(member, task.task_id, key_of(task, 0))
    checklist.move_up(member, task.task_id, key_of(task, 1))
    assert texts(member, task) == ["b", "a"]


def test_a_line_is_held_to_its_bounds(member: Member) -> None:
    task = with_lines(member, *map(str, range(MOST_CHECKS)))
    for wrong in ("", " ", "x" * 201, "one too many"):
        with pytest.raises(InvalidFields):
            checklist.add(member, task.task_id, wrong)
    assert len(texts(member, task)) == MOST_CHECKS


def test_a_line_that_was_deleted_comes_back_to_its_place(member: Member) -> None:
    task = with_lines(member, "a", "b", "c", "d")
    checklist.tick(member, task.task_id, key_of(task, 1), done=True)
    text, undo_ = checklist.delete(member, task.task_id, key_of(task, 1))
    assert (text, texts(member, task)) == ("b", ["a", "c", "d"])
    checklist.delete(member, task.task_id, key_of(task, 2))
    checklist.add(member, task.task_id, "e")
    undo.take_back(member, undo_)
    assert texts(member, task) == ["a", "b", "d", "e"]
    assert [line.done for line in tasks.find_task(member, task.task_id).checklist] == [False, True, False, False]
