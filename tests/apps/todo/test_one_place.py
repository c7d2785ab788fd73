"""What a field of a todo may be is said once, by the design: form, API, files and search follow from it."""

import re

from pydantic.alias_generators import to_camel
from tests.apps.todo.form_fields import fields
from tests.apps.todo.house import House, Member

from chabudai.apps import todo
from chabudai.apps.todo import records, service, transfer_csv
from chabudai.apps.todo.api import bodies
from chabudai.apps.todo.design import CATEGORY_FIELDS, SEARCHED_FIELDS, TODO_FIELDS, Category, Todo
from chabudai.apps.todo.lists import search
from chabudai.apps.todo.pages.edit_form import TODO_FORM

# A plain field: nothing but its place in the form and in the row is said of it outside the design. Demo data use it.
PLAIN = "description"
NAMED = re.compile(rf"[\"']{PLAIN}[\"']|\.{PLAIN}\b|^    {PLAIN}:", re.MULTILINE)


def test_a_plain_field_is_named_by_the_design_the_form_and_the_row_alone() -> None:
    folder = todo.PACKAGE.folder
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".html", ".js", ".css")]
    naming = {path.relative_to(folder).as_posix() for path in files if NAMED.search(path.read_text(encoding="utf-8"))}
    assert naming == {"demo.py", "design.py", "templates/form.html", "templates/parts.html"}


def test_bodies_of_the_api_have_the_fields_of_the_design() -> None:
    names = set(TODO_FIELDS.names)
    assert set(bodies.NewTodo.__struct_fields__) == set(bodies.TodoChanges.__struct_fields__) == names
    assert names <= set(bodies.TodoBody.__struct_fields__)
    categories = set(CATEGORY_FIELDS.names)
    assert set(bodies.NewCategory.__struct_fields__) == set(bodies.CategoryChanges.__struct_fields__) == categories


def test_limits_and_defaults_of_the_api_are_those_of_the_design(house: House) -> None:
    described = house.client.get("/api/openapi.json").json()["components"]["schemas"]["NewTodo"]["properties"]
    for name in ("title", "description"):
        assert described[name]["maxLength"] == TODO_FIELDS[name].longest
        assert described[name].get("minLength", 0) == TODO_FIELDS[name].shortest
    assert described["priority"]["default"] == TODO_FIELDS["priority"].default
    assert described["steps"]["maxItems"] == TODO_FIELDS["steps"].longest


def test_files_hold_every_field_of_the_design() -> None:
    spelled = {to_camel(name) for name in TODO_FIELDS.names}
    assert spelled <= set(records.TODO_RECORDS.names.values())
    assert (spelled - {"categoryId"}) | {"category"} <= set(transfer_csv.COLUMNS)
    assert {*records.TODO_RECORDS.names} | {"username", "entity_type", "expires_at"} == set(Todo.model_fields)
    unsaid = {"username", "entity_type", "leaving"}
    assert {*records.CATEGORY_RECORDS.names} | unsaid == set(Category.model_fields)


def test_the_form_asks_for_every_field_and_refuses_what_is_too_long(house: House, hanako: Member) -> None:
    added = service.add(house.owner("hanako"), title="x").todo
    page = hanako.get(f"/todo/edit?id={added.todo_id}").text
    asked = set(fields(page)) | {"steps"} - {"step_text"}
    assert {*TODO_FIELDS.names, *TODO_FORM.originals} <= asked
    for name in ("title", "description"):
        too_long = "x" * ((TODO_FIELDS[name].longest or 0) + 1)
        refused = hanako.press("/edit", **fields(page) | {name: too_long})
        assert fields(refused.text)[name] == [too_long]
        assert f'-{name}-error"' in refused.text


def test_a_search_looks_into_every_field_that_the_design_says(house: House) -> None:
    for name in SEARCHED_FIELDS:
        added = service.add(house.owner("hanako"), **{"title": "x", name: "needle"}).todo
        assert search([added], "NEEDLE") == [added]
