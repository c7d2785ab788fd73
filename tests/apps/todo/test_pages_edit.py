"""Editing a todo: only what was changed is saved, and two tabs that disagree are told."""

import re
from datetime import date

from tests.apps.todo.form_fields import fields
from tests.apps.todo.house import House, Member, titles

from chabudai.apps.todo import service
from chabudai.apps.todo.design import TodoStep


def test_only_what_was_changed_in_a_form_is_saved_so_two_tabs_both_win(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    todo = service.add(mine, title="old", description="old").todo
    first, second = (fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text) for _ in range(2))
    hanako.press("/edit", **first | {"title": "new title"})
    hanako.press("/edit", **second | {"description": "new notes", "due": "2040-12-01", "priority": "high"})
    now = service.find_todo(mine, todo.todo_id)
    assert (now.title, now.description, now.due, now.priority) == ("new title", "new notes", date(2040, 12, 1), "high")


def test_two_tabs_that_change_the_same_field_are_told_and_saving_again_is_meant(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    todo = service.add(mine, title="old").todo
    first, second = (fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text) for _ in range(2))
    hanako.press("/edit", **first | {"title": "first"})
    refused = hanako.press("/edit", **second | {"title": "second"})
    assert refused.status_code == 409
    assert "Changed somewhere else to “first”. Save again to keep your version." in refused.text
    assert service.find_todo(mine, todo.todo_id).title == "first"
    assert hanako.press("/edit", **fields(refused.text)).status_code == 200
    assert service.find_todo(mine, todo.todo_id).title == "second"


def test_an_edit_is_taken_back(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="old").todo
    form = fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text)
    page = hanako.press("/edit", **form | {"title": "new"})
    assert titles(page) == ["new"]
    assert titles(hanako.undo(page)) == ["old"]


def test_steps_are_edited_ticked_added_and_removed(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    todo = service.add(mine, title="x", steps=(TodoStep(text="a"), TodoStep(text="b", done=True))).todo
    form = fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text)
    hanako.press("/edit", **form | {"step_text": ["", "b", "c"], "step_done": ["1", "2"]})
    steps = service.find_todo(mine, todo.todo_id).steps
    assert [(step.text, step.done) for step in steps] == [("b", True), ("c", True)]


def test_of_several_steps_the_one_that_is_too_long_is_named(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    form = fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text)
    page = hanako.press("/edit", **form | {"step_text": ["short", "", "x" * 201, "y" * 201]})
    assert page.status_code == 422
    assert "Step 2: use up to 200 characters." in page.text
    (wrong,) = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', page.text)
    assert 'aria-label="Step 2"' in wrong


def test_a_form_that_breaks_rules_keeps_what_was_typed(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    form = fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text)
    page = hanako.press("/edit", **form | {"title": "<new>", "due_time": "10:00", "step_text": ["typed"]})
    assert page.status_code == 422
    kept = fields(page.text)
    assert (kept["title"], kept["due_time"], kept["step_text"][0]) == (["<new>"], ["10:00"], "typed")
    assert 'aria-invalid="true"' in page.text


def test_several_errors_of_a_form_are_told_at_its_head_with_the_way_to_each(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    form = fields(hanako.get(f"/todo/edit?id={todo.todo_id}").text)
    page = hanako.press("/edit", **form | {"title": "", "due": "someday", "step_text": ["y" * 1000]})
    head = page.text[page.text.index("summary-box") :].partition("</div>")[0]
    told = re.findall(r'<li><a href="#([^"]*)">(\w[\w ]*): ', head)
    assert [label for _, label in told] == ["Title", "Due date", "Steps"]
    assert all(f'id="{anchor}"' in page.text for anchor, _ in told)


def test_a_script_gets_the_form_alone_as_a_row(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    part = hanako.get(f"/todo/edit?id={todo.todo_id}", x_swap="1")
    assert "<html" not in part.text
    assert 'class="row editing"' in part.text


def test_what_is_in_the_trash_is_not_edited(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    service.move_to_trash(house.owner("hanako"), todo.todo_id)
    assert hanako.get(f"/todo/edit?id={todo.todo_id}").status_code == 409
