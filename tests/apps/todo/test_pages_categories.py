"""Categories, files and settings as pages: without a script, with what is wrong beside its field."""

import json
import re

import pytest
from tests.apps.todo.house import House, Member, furnish, toasts

from chabudai.apps.todo import categories, service
from chabudai.common.sweeps import batches
from chabudai.table import Insert, Transaction


def test_a_category_is_added_renamed_and_painted(house: House, hanako: Member) -> None:
    page = hanako.press("/categories", name=" 買い物 ", color="success")
    assert toasts(page) == ["Added “買い物”."]
    (category,) = categories.find_all(house.owner("hanako"))
    hanako.press("/categories/edit", id=category.category_id, name="食べ物", color="danger")
    (category,) = categories.find_all(house.owner("hanako"))
    assert (category.name, category.color) == ("食べ物", "danger")


@pytest.mark.parametrize(
    ("name", "color", "status", "sentence"),
    [
        ("", "dark", 422, "Fill this in."),
        ("x", "ultraviolet", 422, "Choose one of these."),
        ("HOME", "dark", 409, "You already have a category with this name."),
    ],
)
def test_a_category_that_can_not_be_is_told_beside_its_field(
    house: House, hanako: Member, name: str, color: str, status: int, sentence: str
) -> None:
    categories.add(house.owner("hanako"), name="home")
    other = categories.add(house.owner("hanako"), name="other").category_id
    for page in (
        hanako.press("/categories", name=name, color=color),
        hanako.press("/categories/edit", id=other, name=name, color=color),
    ):
        assert (page.status_code, sentence in page.text) == (status, True)


def test_a_category_is_deleted_by_clearing_or_moving(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    a, b = (categories.add(mine, name=name).category_id for name in "ab")
    todo = service.add(mine, title="x", category_id=a).todo.todo_id
    page = hanako.press("/categories/delete", id=a, how="move", to=b)
    assert toasts(page) == ["Deleted “a”. Kept 1 to-do."]
    assert service.find_todo(mine, todo).category_id == b
    hanako.press("/categories/delete", id=b, how="clear")
    assert service.find_todo(mine, todo).category_id is None
    assert categories.find_all(mine) == []


def test_deleting_without_a_choice_changes_nothing(house: House, hanako: Member) -> None:
    category = categories.add(house.owner("hanako"), name="a").category_id
    assert hanako.press("/categories/delete", id=category, how="burn").status_code == 400
    assert len(categories.find_all(house.owner("hanako"))) == 1


def test_a_category_with_a_thousand_todos_leaves_none_that_names_it(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    category = categories.add(mine, name="a").category_id
    one = service.add(mine, title="x", category_id=category).todo
    for some in batches((one.model_copy(update={"todo_id": f"n{n:04}"}) for n in range(999)), 90):
        transaction = Transaction()
        for row in some:
            transaction = transaction.step(row.todo_id, Insert(row))
        house.store.transact(transaction)
    page = hanako.press("/categories/delete", id=category, how="clear")
    assert toasts(page) == ["Deleted “a”. Kept 1000 to-dos."]
    assert not any(todo.category_id for todo in service.everything(mine).todos)


@pytest.mark.parametrize(("name", "ending"), [("json", "json"), ("csv", "csv"), ("todotxt", "txt")])
def test_what_is_taken_along_can_be_brought_back(house: House, hanako: Member, name: str, ending: str) -> None:
    furnish(house.owner("hanako"))
    file = hanako.get(f"/todo/files/export/{name}")
    assert re.fullmatch(rf'attachment; filename="todo-2040-11-15\.{ending}"; .*', file.headers["content-disposition"])
    taro = house.member("taro")
    report = _bring(taro, f"todo.{ending}", file.content)
    assert "Lines to check" not in report
    theirs, ours = (service.everything(house.owner(who)).todos for who in ("taro", "hanako"))
    kept = {todo.title for todo in ours if name != "todotxt" or todo.deleted_at is None}
    assert {todo.title for todo in theirs} == kept
    assert "skipped: already here" in _bring(taro, f"todo.{ending}", file.content)


def test_bad_lines_of_a_file_are_told_and_the_others_come_in(hanako: Member) -> None:
    report = _bring(hanako, "x.csv", b"title,due\ngood,2040-01-01\n<bad>,someday\n")
    assert "Imported 1 to-do." in report
    assert "&lt;bad&gt;" in report
    assert hanako.list("view=all") == ["good"]


@pytest.mark.parametrize(
    ("name", "content"), [("x.json", b"{"), ("x.json", b"{}"), ("x.csv", b"due\n"), ("x", b"\x81\xff\xfd")]
)
def test_a_file_that_is_none_of_these_is_refused_beside_its_field(hanako: Member, name: str, content: bytes) -> None:
    files = {"file": (name, content)}
    page = hanako.ask("POST", "/todo/files/import", data={"_csrf": hanako.token()}, files=files)
    assert page.status_code == 422
    assert 'id="field-file-error"' in page.text


def test_a_file_without_a_name_is_known_by_how_it_begins(hanako: Member) -> None:
    document = json.dumps({"format": "chabudai-todo", "version": 1, "todos": [], "categories": []})
    for content in (document, "title,due\na,\n", "(A) b due:2040-01-01\n"):
        assert "Lines to check" not in _bring(hanako, "file", content.encode())
    assert sorted(hanako.list("view=all")) == ["a", "b"]


def test_no_file_is_told(hanako: Member) -> None:
    page = hanako.press("/files/import")
    assert (page.status_code, "Choose a file." in page.text) == (422, True)
    assert hanako.get("/todo/files/export/exe").status_code == 404


def _bring(browser: Member, name: str, content: bytes) -> str:
    files = {"file": (name, content)}
    page = browser.ask("POST", "/todo/files/import", data={"_csrf": browser.token()}, files=files)
    assert page.status_code in (200, 201), page.text
    return page.text
