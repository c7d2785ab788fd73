"""What the buttons of the list do without a script, and the way back from it."""

import re
from datetime import date
from html import unescape

import pytest
from tests.apps.todo.house import House, Member, titles, toasts

from chabudai.apps.todo import categories, service
from chabudai.apps.todo.design import TodoStep
from chabudai.apps.todo.pages.addresses import TodoListAddress

TODAY = date(2040, 11, 15)


def test_a_line_is_added_and_its_row_is_the_answer(hanako: Member) -> None:
    page = hanako.press("/add", line="dentist tomorrow 10:00 !high #home")
    assert (titles(page), toasts(page)) == (["dentist"], [])


def test_a_line_that_the_list_does_not_show_is_told_and_taken_back(hanako: Member) -> None:
    page = hanako.press("/add", line="dentist tomorrow 10:00 !high #home", next="/todo?view=today")
    assert titles(page) == []
    assert toasts(page) == ["Added “dentist” (tomorrow · 10:00 · Priority: High · #home)."]
    hanako.undo(page)
    assert titles(hanako.get("/todo")) == []


def test_words_that_are_taken_back_stay_in_the_title(hanako: Member) -> None:
    line = "read tomorrow today"
    shown = hanako.press("/words", line=line, left=["5 tomorrow"])
    assert re.findall(r'aria-pressed="(\w+)"', shown.text) == ["true", "false"]
    page = hanako.press("/add", line=line, left=["5 tomorrow"])
    assert titles(page) == ["read tomorrow"]


def test_words_that_were_taken_back_are_found_again_when_the_line_grows(hanako: Member) -> None:
    page = hanako.press("/add", line="please read tomorrow", left=["5 tomorrow"])
    assert titles(page) == ["please read tomorrow"]


def test_a_line_that_is_no_title_is_refused_beside_it_and_kept(hanako: Member) -> None:
    page = hanako.press("/add", line="w" * 201)
    assert page.status_code == 422
    assert 'aria-invalid="true"' in page.text
    assert "Use up to 200 characters." in page.text
    assert "w" * 201 in page.text


def test_a_tick_leaves_the_list_and_can_be_taken_back(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="牛乳").todo
    page = hanako.press("/tick", id=todo.todo_id)
    assert titles(page) == []
    assert hanako.list("view=done") == ["牛乳"]
    assert titles(hanako.undo(page)) == ["牛乳"]
    hanako.press("/tick", id=todo.todo_id)
    assert toasts(hanako.press("/untick", id=todo.todo_id, next="/todo?view=done")) == ["“牛乳” is back on the list."]


def test_a_tick_of_what_repeats_tells_when_it_comes_again(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="ごみ", repeat="daily", due=TODAY).todo
    page = hanako.press("/tick", id=todo.todo_id)
    assert toasts(page) == ["Done. Next: tomorrow."]
    assert titles(page) == ["ごみ"]


def test_what_is_thrown_away_is_taken_back_or_put_back_from_the_trash(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="傘").todo
    page = hanako.press("/trash", id=todo.todo_id)
    assert titles(page) == []
    assert titles(hanako.undo(page)) == ["傘"]
    hanako.press("/trash", id=todo.todo_id)
    assert hanako.list("view=trash") == ["傘"]
    hanako.press("/restore", id=todo.todo_id)
    assert hanako.list() == ["傘"]


def test_the_trash_is_emptied_for_good(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="傘").todo
    hanako.press("/trash", id=todo.todo_id)
    page = hanako.press("/empty-trash", next="/todo?view=trash")
    assert titles(page) == []
    assert toasts(page) == ["Deleted 1 to-do for good."]


def test_what_is_done_is_cleared_and_taken_back(house: House, hanako: Member) -> None:
    for title in "abc":
        service.tick(house.owner("hanako"), service.add(house.owner("hanako"), title=title).todo.todo_id)
    page = hanako.press("/clear-done", next="/todo?view=done")
    assert (titles(page), toasts(page)) == ([], ["Moved 3 done to-dos to trash."])
    assert sorted(titles(hanako.undo(page))) == ["a", "b", "c"]


def test_a_form_goes_back_to_the_list_that_it_was_sent_from(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x", priority="high").todo
    place = "/todo?sort=due&priority=high"
    answer = hanako.submit("/todo/tick", {"id": todo.todo_id, "next": place})
    assert answer.headers["location"] == place
    elsewhere = hanako.submit("/todo/untick", {"id": todo.todo_id, "next": "//evil.example/todo"})
    assert elsewhere.headers["location"] == "/todo"


def test_a_step_is_ticked_where_it_is(house: House, hanako: Member) -> None:
    steps = (TodoStep(text='a "b"'), TodoStep(text="c"))
    todo = service.add(house.owner("hanako"), title="x", steps=steps).todo
    button = _values(hanako.get("/todo").text, "step")[0]
    page = hanako.press("/step", step=button)
    assert [step.done for step in service.find_todo(house.owner("hanako"), todo.todo_id).steps] == [True, False]
    assert "1 of 2 steps" in page.text
    assert '<details class="steps" open>' in page.text


@pytest.mark.parametrize("step", ["", "[]", "{}", '["a", 1, 2, 3]', "[" * 5000])
def test_a_step_that_no_button_says_is_malformed(hanako: Member, step: str) -> None:
    assert hanako.press("/step", step=step).status_code == 400


@pytest.mark.parametrize("undo", ["", "x", "eJwDAAAAAAE=", "あ"])
def test_a_way_back_that_is_none_of_ours_is_malformed(hanako: Member, undo: str) -> None:
    assert hanako.press("/undo", undo=undo).status_code == 400


def test_rows_are_moved_by_a_script_and_by_buttons(house: House, hanako: Member) -> None:
    ids = {title: service.add(house.owner("hanako"), title=title).todo.todo_id for title in "cba"}
    assert hanako.list() == ["a", "b", "c"]
    hanako.submit("/todo/move", {"id": ids["c"], "before": ids["a"], "order": ""}, x_swap="1")
    assert hanako.list() == ["c", "a", "b"]
    page = hanako.press("/several", act="down", marked=ids["c"], next="/todo?select=1")
    assert titles(page) == ["a", "c", "b"]
    assert page.text.count(" checked") == 1 + page.text.count("data-keys-switch")
    hanako.press("/several", act="up", marked=ids["b"], next="/todo?select=1")
    assert hanako.list() == ["a", "b", "c"]
    hanako.press("/several", act="up", marked=ids["a"])
    assert hanako.list() == ["a", "b", "c"]


def test_a_row_dropped_at_the_end_of_what_is_shown_stays_before_what_is_not_shown(house: House, hanako: Member) -> None:
    ids = {title: service.add(house.owner("hanako"), title=title).todo.todo_id for title in "dcba"}
    order = ",".join((ids["b"], ids["a"]))
    hanako.submit("/todo/move", {"id": ids["a"], "before": "", "order": order}, x_swap="1")
    assert hanako.list() == ["b", "a", "c", "d"]


@pytest.mark.parametrize(
    ("act", "fields", "left"),
    [
        ("tick", {}, ["c"]),
        ("trash", {}, ["c"]),
        ("due", {"to_due": "2040-11-20"}, ["a", "b", "c"]),
        ("category", {}, ["a", "b", "c"]),
    ],
)
def test_several_are_changed_and_taken_back_as_one(
    house: House, hanako: Member, act: str, fields: dict[str, str], left: list[str]
) -> None:
    mine = house.owner("hanako")
    made = {title: service.add(mine, title=title).todo for title in "cba"}
    category = categories.add(mine, name="家")
    given = {"to_category": category.category_id, **fields}
    page = hanako.press("/several", act=act, marked=[made["a"].todo_id, made["b"].todo_id], **given)
    assert titles(page) == left
    assert hanako.undo(page).status_code == 200
    for todo in made.values():
        now = service.find_todo(mine, todo.todo_id)
        assert now.model_dump(exclude={"updated_at"}) == todo.model_dump(exclude={"updated_at"})


def test_a_hundred_are_thrown_away_and_taken_back_as_one(house: House, hanako: Member) -> None:
    ids = [service.add(house.owner("hanako"), title=str(number)).todo.todo_id for number in range(100)]
    page = hanako.press("/several", act="trash", marked=ids)
    assert toasts(page) == ["Moved 100 to trash."]
    hanako.undo(page)
    assert len(hanako.list(f"to={TodoListAddress.PAGE * 4}")) == 100


def test_several_without_a_mark_or_with_an_unknown_act_change_nothing(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    assert toasts(hanako.press("/several", act="trash")) == ["Select at least one."]
    assert hanako.press("/several", act="explode", marked=todo.todo_id).status_code == 400
    assert hanako.press("/several", act="due", marked=todo.todo_id, to_due="someday").status_code == 422
    assert hanako.list() == ["x"]


def _values(page: str, name: str) -> list[str]:
    """What the buttons of this name say."""
    return [unescape(value) for value in re.findall(rf'name="{name}" value="([^"]*)"', page)]


def test_a_line_that_is_sent_twice_is_added_once(hanako: Member) -> None:
    """A double press, or a browser that sends again: the form carries what tells it from another line."""
    once = re.search(r'name="once" value="([^"]+)"', hanako.ask("GET", "/todo").text)
    assert once
    for line in ("牛乳 #買い物", "牛乳 #買い物", "卵", "卵", "牛乳を温める"):
        hanako.press("/add", line=line, once=once[1])
    assert sorted(hanako.list()) == sorted(["牛乳", "卵", "牛乳を温める"])
