"""Export and import: JSON whole and exact, CSV and todo.txt, bad lines told by number, nothing twice."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.apps.meddled_store import meddled
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import (
    categories,
    demo,
    personal_data,
    profiles,
    service,
    transfer,
    transfer_csv,
    transfer_json,
    transfer_todotxt,
)
from chabudai.apps.todo.design import Todo, TodoStep
from chabudai.apps.todo.lists import Sort, TodoSelection, select
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.common.imports import MOST_ENTRIES, FileTooLong, ImportStopped
from chabudai.common.owner import Owner
from chabudai.store import record_calls
from chabudai.store.errors import StoreError
from chabudai.web.errors import InvalidFields


@pytest.fixture
def household(owner: Owner) -> Owner:
    demo.fill(owner)
    ids = [todo.todo_id for todo in service.everything(owner).todos if todo.deleted_at is None and not todo.completed]
    service.move(owner, ids[0], before=ids[5])
    service.tick(owner, next(todo.todo_id for todo in service.everything(owner).todos if todo.repeat))
    return owner


def test_json_is_taken_in_again_to_the_last_millisecond(household: Owner, strangers: Owner, clock: SetClock) -> None:
    text = transfer_json.write(service.everything(household))
    clock.pass_by(days=3)
    report = transfer.import_content(strangers, transfer_json.read(strangers, text))
    assert (report.added, report.replaced, report.kept, report.problems) == (30, 0, 0, ())
    assert transfer_json.write(service.everything(strangers)) == text


def test_the_same_file_again_adds_nothing_and_undoes_nothing(household: Owner, clock: SetClock) -> None:
    text = transfer_json.write(service.everything(household))
    clock.pass_by(days=1)
    changed = service.edit(household, service.everything(household).todos[0].todo_id, {"title": "changed"}).todo
    before = service.everything(household)
    report = transfer.import_content(household, transfer_json.read(household, text))
    assert (report.added, report.replaced, report.kept) == (0, 0, 30)
    assert service.everything(household) == before
    assert service.find_todo(household, changed.todo_id).title == "changed"


def test_what_is_newer_in_the_file_takes_the_place_of_the_older(household: Owner, clock: SetClock) -> None:
    old = service.everything(household)
    clock.pass_by(days=1)
    todo_id = old.todos[0].todo_id
    service.edit(household, todo_id, {"title": "newer", "priority": "low"})
    text = transfer_json.write(service.everything(household))
    owner = replace(household, username="jiro")
    transfer.import_content(owner, transfer_json.read(owner, transfer_json.write(old)))
    report = transfer.import_content(owner, transfer_json.read(owner, text))
    assert (report.added, report.replaced, report.kept) == (0, 1, 29)
    assert service.find_todo(owner, todo_id).title == "newer"


def test_a_category_of_the_same_name_is_the_same_category(owner: Owner, strangers: Owner) -> None:
    theirs = categories.add(strangers, name="HOME")
    service.add(strangers, title="x", category_id=theirs.category_id)
    ours = categories.add(owner, name="home")
    text = transfer_json.write(service.everything(strangers))
    transfer.import_content(owner, transfer_json.read(owner, text))
    kept = service.everything(owner)
    assert kept.categories == (ours,)
    assert [todo.category_id for todo in kept.todos] == [ours.category_id]


def entry(**fields: Any) -> dict[str, Any]:
    times = {"createdAt": "2040-01-01T00:00:00.000Z", "updatedAt": "2040-01-01T00:00:00.000Z"}
    return {"id": "a", "title": "x", **times, **fields}


def document(*todos: Any, **more: Any) -> str:
    return json.dumps({"format": "chabudai-todo", "version": 1, "categories": [], "todos": todos, **more})


def test_an_entry_that_can_not_be_read_is_told_by_its_number_and_the_others_come(owner: Owner) -> None:
    bad: list[Any] = [
        None,
        [],
        "text",
        {},
        entry(id=5),
        entry(id="a#b"),
        entry(title=""),
        entry(title=None),
        entry(priority="urgent"),
        entry(due="2040-13-01"),
        entry(due=5),
        entry(dueTime="25:00"),
        entry(repeat="hourly"),
        entry(steps=[{"text": 5}]),
        entry(steps="abc"),
        entry(completed="yes please"),
        entry(createdAt="2040-01-01"),
        entry(createdAt=None),
        entry(sortOrder="NaN"),
        entry(surprise=1),
    ]
    reading = transfer_json.read(owner, document(entry(id="first"), *bad, entry(id="last")))
    assert [problem.number for problem in reading.problems] == list(range(2, 2 + len(bad)))
    assert all(str(problem.reason) for problem in reading.problems)
    assert transfer.import_content(owner, reading).added == 2


def test_a_todo_whose_category_is_nowhere_comes_without_one_and_is_told(owner: Owner) -> None:
    report = transfer.import_content(owner, transfer_json.read(owner, document(entry(categoryId="gone"))))
    assert (report.added, [problem.number for problem in report.problems]) == (1, [1])
    assert service.find_todo(owner, "a").category_id is None


def test_what_was_thrown_away_long_ago_is_left_out_and_told(owner: Owner) -> None:
    text = document(entry(deletedAt="2040-01-01T00:00:00.000Z"), entry(id="b", deletedAt="2040-11-14T00:00:00.000Z"))
    report = transfer.import_content(owner, transfer_json.read(owner, text))
    assert (report.added, [problem.number for problem in report.problems]) == (1, [1])


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "5", "{}", document(version=2), document(format="other"), document(todos=5), "[" * 99_999]
)
def test_a_file_that_is_no_export_is_refused_whole(owner: Owner, text: str) -> None:
    with pytest.raises(InvalidFields):
        transfer_json.read(owner, text)


def test_an_import_that_stops_says_so_and_goes_on_with_the_same_file(owner: Owner) -> None:
    reading = transfer_todotxt.read(owner, "x\n" * 200)

    def fail() -> None:
        raise StoreError("the disk is full")

    with pytest.raises(ImportStopped) as stop:
        transfer.import_content(meddled(owner, "TransactWriteItems", 2, fail), reading)
    there = len(service.everything(owner).todos)
    assert stop.value.done == there
    assert 0 < there < 200
    report = transfer.import_content(owner, reading)
    assert (report.added, report.kept) == (200 - there, there)


def test_anothers_export_brings_nothing_of_theirs_into_danger(household: Owner, strangers: Owner) -> None:
    """The same ids in another person's hands are other todos."""
    before = service.everything(household)
    reading = transfer_json.read(strangers, transfer_json.write(before))
    transfer.import_content(strangers, reading)
    personal_data.erase(strangers.store, strangers.username)
    assert service.everything(household) == before


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (transfer_todotxt.read, "\n" + "x\n" * (MOST_ENTRIES + 1)),
        (transfer_csv.read, "title\n" + "x\n" * (MOST_ENTRIES + 1)),
        (transfer_json.read, json.dumps({"format": "chabudai-todo", "version": 1, "todos": [{}] * (MOST_ENTRIES + 1)})),
    ],
)
def test_a_file_that_is_too_long_is_refused_before_anything_is_written(owner: Owner, read: Any, text: str) -> None:
    with pytest.raises(FileTooLong, match="up to 20,000 entries") as refused:
        read(owner, text)
    assert (refused.value.status, refused.value.details[0][0]) == (413, "file")


def test_todos_that_were_changed_at_many_times_come_in_together(owner: Owner) -> None:
    read = transfer_todotxt.read(owner, "".join(f"{number} +c{number % 30}\n" for number in range(300)))
    entries = tuple(
        replace(each, todo=each.todo.model_copy(update={"updated_at": each.todo.updated_at - timedelta(hours=number)}))
        for number, each in enumerate(read.entries)
    )
    with record_calls() as calls:
        assert transfer.import_content(owner, replace(read, entries=entries)).added == 300
    kept = {todo.todo_id: todo.updated_at for todo in service.everything(owner).todos}
    assert kept == {each.todo.todo_id: each.todo.updated_at for each in entries}
    assert len([call for call in calls if call.operation == "TransactWriteItems"]) <= 30 + 300 // 80 + 1


def test_csv_is_taken_in_again_as_it_was(household: Owner, strangers: Owner) -> None:
    text = transfer_csv.write(service.everything(household))
    report = transfer.import_content(strangers, transfer_csv.read(strangers, text))
    assert (report.added, report.problems) == (30, ())
    assert transfer_csv.write(service.everything(strangers)) == text
    assert transfer.import_content(strangers, transfer_csv.read(strangers, text)).kept == 30


@pytest.mark.parametrize("title", ["=1+1", "＝1+1", "＋81 の電話", "-", "@home", "'=1"])
def test_what_a_spreadsheet_would_run_is_text_in_a_csv_and_comes_back_whole(
    owner: Owner, strangers: Owner, title: str
) -> None:
    service.add(owner, title=title, description=title)
    text = transfer_csv.write(service.everything(owner))
    assert text.count(f'"\'{title}"') == 2
    transfer.import_content(strangers, transfer_csv.read(strangers, text))
    assert [(todo.title, todo.description) for todo in service.everything(strangers).todos] == [(title, title)]


def test_a_spreadsheet_of_titles_is_enough_and_comes_once(owner: Owner) -> None:
    text = "Title,due_time,DUE,Category,completed,colour\r\n牛乳,08:00,2040-11-20,Shop,,red\r\n卵,,,shop,x,\r\n"
    reading = transfer_csv.read(owner, text)
    assert [(problem.number, problem.text) for problem in reading.problems] == [(1, "colour")]
    assert transfer.import_content(owner, reading).added == 2
    assert transfer.import_content(owner, transfer_csv.read(owner, text)).kept == 2
    kept = service.everything(owner)
    assert {todo.title: (todo.due, todo.completed) for todo in kept.todos} == {
        "牛乳": (date(2040, 11, 20), False),
        "卵": (None, True),
    }
    assert [category.name for category in kept.categories] == ["Shop"]


def test_bad_lines_of_csv_are_told_by_the_line_they_begin_on(owner: Owner) -> None:
    lines = ["title,due,steps", "ok,,", '"two', 'lines",2040-99-99,', "too,many,columns,here", ",,", "ok too,,"]
    reading = transfer_csv.read(owner, "\n".join(lines))
    assert [problem.number for problem in reading.problems] == [3, 5]
    assert [entry.number for entry in reading.entries] == [2, 7]


@pytest.mark.parametrize("text", ["", "due,priority\n", "title,title\n", "\ufeff"])
def test_a_csv_without_titles_is_refused(owner: Owner, text: str) -> None:
    with pytest.raises(InvalidFields):
        transfer_csv.read(owner, text)


def test_a_csv_that_breaks_off_keeps_what_came_before(owner: Owner) -> None:
    reading = transfer_csv.read(owner, 'title\nok\n"never closed\n')
    assert ([entry.todo.title for entry in reading.entries], len(reading.problems)) == (["ok"], 1)


def only(owner: Owner, line: str) -> Todo:
    reading = transfer_todotxt.read(owner, line)
    assert reading.problems == ()
    return reading.entries[0].todo


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("x,someday,,", "due: "),
        ("x,,urgent,", "priority: "),
        ("x,,,perhaps", "completed: "),
        (",2040-01-01,,", "title: "),
        (f"x,,,,{'c' * 100}", "category: "),
    ],
)
def test_a_line_that_can_not_be_read_is_told_with_its_column(owner: Owner, line: str, reason: str) -> None:
    (problem,) = transfer_csv.read(owner, f"title,due,priority,completed,category\n{line}\n").problems
    assert str(problem.reason).startswith(reason)


def test_a_line_of_todo_txt_is_understood(owner: Owner) -> None:
    todo = only(owner, "(A) 2040-11-01 Call mum +Family @phone due:2040-11-20 time:18:30 rec:2w see:http://example.jp")
    assert (todo.title, todo.priority) == ("Call mum +Family see:http://example.jp", "high")
    assert (str(todo.due), todo.due_time, todo.repeat) == ("2040-11-20", "18:30", "weekly/2")
    assert todo.created_at.astimezone(owner.zone).date() == date(2040, 11, 1)


def test_a_done_line_of_todo_txt_is_done_on_its_day(owner: Owner) -> None:
    todo = only(owner, "x 2040-11-10 2040-11-01 Call mum pri:C")
    assert (todo.title, todo.completed, todo.priority) == ("Call mum", True, "low")
    assert todo.completed_at is not None
    assert todo.completed_at.astimezone(owner.zone).date() == date(2040, 11, 10)
    assert todo.created_at.astimezone(owner.zone).date() == date(2040, 11, 1)


@pytest.mark.parametrize(
    ("line", "title", "priority"),
    [
        ("xylophone lesson", "xylophone lesson", "medium"),
        ("X not done", "X not done", "medium"),
        ("(a) no priority", "(a) no priority", "medium"),
        ("(B) middle", "middle", "medium"),
        ("(Z) last", "last", "low"),
        ("a + b @ c", "a + b @ c", "medium"),
    ],
)
def test_what_only_looks_like_todo_txt_is_a_title(owner: Owner, line: str, title: str, priority: str) -> None:
    todo = only(owner, line)
    assert (todo.title, todo.priority, todo.completed) == (title, priority, False)


def test_bad_lines_of_todo_txt_are_told_and_the_others_come_once(owner: Owner) -> None:
    text = "ok\n\ndue:2040-11-20\nbad due:soon\nbad 2 rec:often\n2040-13-45 bad day\nok too +Home\n"
    reading = transfer_todotxt.read(owner, text)
    assert [problem.number for problem in reading.problems] == [3, 4, 5, 6]
    assert transfer.import_content(owner, reading).added == 2
    assert transfer.import_content(owner, transfer_todotxt.read(owner, text)).kept == 2


def test_todo_txt_comes_back_with_all_that_it_can_say(household: Owner, strangers: Owner) -> None:
    text = transfer_todotxt.write(service.everything(household), household)
    assert len(text.splitlines()) == 28
    report = transfer.import_content(strangers, transfer_todotxt.read(strangers, text))
    assert (report.added, report.problems) == (28, ())
    assert transfer_todotxt.write(service.everything(strangers), strangers) == text


def test_an_account_hands_over_its_profile_too(household: Owner) -> None:
    profiles.save(household, email="hanako@example.jp", language="ja")
    profiles.choose_sort(household, "due")
    told = personal_data.export(household.store, household.username)
    assert told["profile"]["email"] == "hanako@example.jp"
    assert (len(told["todos"]), len(told["categories"])) == (30, 6)
    assert json.loads(json.dumps(told)) == told
    assert profiles.default_sort(profiles.find(household)) == "due"


texts = st.text(min_size=1).filter(lambda text: text.strip() and len(text) < 200)
step_texts = st.just("x") | st.sampled_from(["[ ] x", "[x] x", "=1", "'=1", "\t@x"])
steps = st.lists(st.builds(TodoStep, text=step_texts, done=st.booleans()), max_size=3).map(tuple)


@given(
    title=texts,
    description=st.text(max_size=50),
    due=st.none() | st.dates(date(1970, 1, 1), date(2999, 12, 31)),
    steps=steps,
    completed=st.booleans(),
    age=st.timedeltas(timedelta(0), timedelta(days=9999)),
)
def test_any_todo_survives_json_and_csv(
    title: str, description: str, due: date | None, steps: tuple[TodoStep, ...], completed: bool, age: timedelta
) -> None:
    nowhere: Any = None
    owner = Owner(nowhere, "hanako", SetClock(), ZoneInfo("Asia/Tokyo"))
    try:
        todo = service.new_todo(owner, {"title": title, "description": description, "due": due, "steps": steps})
    except InvalidFields:
        assume(False)
    made = todo.created_at - timedelta(milliseconds=age // timedelta(milliseconds=1))
    todo = todo.model_copy(update={"completed": completed, "created_at": made})
    for form in (transfer_json, transfer_csv):
        (entry,) = form.read(owner, form.write(TodosAndCategories((todo,), ()))).entries
        assert entry.todo == todo


def test_a_file_is_only_read_and_nothing_kept_before_it_is_brought_in(owner: Owner) -> None:
    transfer_todotxt.read(owner, "x y z")
    assert service.everything(owner).todos == ()


def test_categories_that_a_file_only_names_take_one_colour_after_the_other(owner: Owner) -> None:
    categories.add(owner, name="first", color="info")
    transfer.import_content(owner, transfer_todotxt.read(owner, "x +a\ny +b\nz +First\n"))
    transfer.import_content(owner, transfer_csv.read(owner, "title,category\nx,c\ny,A\n"))
    colours = {category.name: category.color for category in categories.find_all(owner)}
    assert colours == {"first": "info", "a": "primary", "b": "success", "c": "warning"}


def test_the_largest_todos_there_can_be_are_taken_in_again(owner: Owner, strangers: Owner) -> None:
    """Each has some 60 kB: ninety of them would be more than a transaction takes."""
    steps = tuple(TodoStep(text="あ" * 200) for _ in range(100))
    for number in range(75):
        service.add(owner, title=f"large {number}", steps=steps)
    text = transfer_json.write(service.everything(owner))
    assert transfer.import_content(strangers, transfer_json.read(strangers, text)).added == 75
    assert transfer_json.write(service.everything(strangers)) == text


@pytest.mark.parametrize("sort", ["manual", "created"])
@pytest.mark.parametrize(
    ("read", "begin", "line", "day"),
    [
        (transfer_csv.read, "title\n", "Row {}\n", "2040-11-15"),
        (transfer_todotxt.read, "", "Row {}\n", "2040-11-15"),
        (transfer_todotxt.read, "", "2040-01-02 Row {}\n", "2040-01-02"),
    ],
)
def test_the_lines_of_a_file_keep_their_order(
    owner: Owner, sort: Sort, read: Callable[[Owner, str], transfer.FileContent], begin: str, line: str, day: str
) -> None:
    transfer.import_content(owner, read(owner, begin + "".join(map(line.format, range(400)))))
    shown = select(service.everything(owner).todos, TodoSelection(sort=sort), owner.now())
    assert [todo.title for todo in shown] == [f"Row {number}" for number in range(400)]
    written = transfer_todotxt.write(service.everything(owner), owner).splitlines()
    assert {each.partition(" ")[0] for each in written} == {day}
