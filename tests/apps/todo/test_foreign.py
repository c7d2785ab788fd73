"""What belongs to somebody else answers like what does not exist, a forged form is refused, strangers sign in first."""

from typing import Any

import pytest
from tests.apps.todo.house import House, Member

from chabudai.apps.todo import categories, service, undo
from chabudai.apps.todo.design import TodoStep
from chabudai.apps.todo.errors import NoSuchTodo
from chabudai.common.undo import undo_by

TODO = ("/tick", "/untick", "/trash", "/restore", "/edit", "/move")
FORMS = (*TODO, "/step", "/several", "/undo", "/add", "/words", "/clear-done", "/empty-trash", "/settings")
OTHER_FORMS = ("/categories", "/categories/edit", "/categories/delete", "/files/import")
API: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/todos/{todo}", None),
    ("PATCH", "/todos/{todo}", {"title": "x"}),
    ("DELETE", "/todos/{todo}", None),
    ("POST", "/todos/{todo}/tick", None),
    ("POST", "/todos/{todo}/untick", None),
    ("POST", "/todos/{todo}/restore", None),
    ("POST", "/todos/{todo}/move", {"before": None}),
    ("GET", "/categories/{category}", None),
    ("PATCH", "/categories/{category}", {"name": "x"}),
    ("DELETE", "/categories/{category}", None),
)


@pytest.fixture
def theirs(house: House) -> dict[str, str]:
    """What Taro has, which is Hanako's to know nothing of."""
    house.member("taro")
    taro = house.owner("taro")
    category = categories.add(taro, name="秘密").category_id
    todo = service.add(taro, title="秘密", category_id=category, steps=(TodoStep(text="a"),)).todo.todo_id
    return {"todo": todo, "category": category}


@pytest.mark.parametrize("path", TODO)
def test_another_s_todo_is_not_there_for_a_form(
    house: House, hanako: Member, theirs: dict[str, str], path: str
) -> None:
    foreign = hanako.press(path, id=theirs["todo"], title="mine now")
    missing = hanako.press(path, id="nobody-s", title="mine now")
    assert (foreign.status_code, missing.status_code) == (404, 404)
    assert _untouched(house, theirs)


def test_another_s_todo_is_not_there_for_a_page(hanako: Member, theirs: dict[str, str]) -> None:
    assert hanako.get(f"/todo/edit?id={theirs['todo']}").status_code == 404
    assert hanako.get("/todo/edit").status_code == 404
    assert hanako.get(f"/todo/categories/edit?id={theirs['category']}").status_code == 404


def test_another_s_todo_is_not_reached_by_steps_several_or_undo(
    house: House, hanako: Member, theirs: dict[str, str]
) -> None:
    assert hanako.press("/step", step=f'["{theirs["todo"]}", 0, "a", true]').status_code == 404
    assert "1 left unchanged." in hanako.press("/several", act="trash", marked=theirs["todo"]).text
    assert hanako.press("/several", act="up", marked=theirs["todo"]).status_code == 404
    with pytest.raises(NoSuchTodo):
        undo.take_back(house.owner("hanako"), undo_by("move_to_trash", todo_id=theirs["todo"]))
    assert _untouched(house, theirs)


def test_another_s_category_is_not_there_for_a_form(house: House, hanako: Member, theirs: dict[str, str]) -> None:
    mine = service.add(house.owner("hanako"), title="x").todo
    own = categories.add(house.owner("hanako"), name="own").category_id
    given = {"id": theirs["category"], "name": "x", "color": "dark", "how": "clear"}
    assert hanako.press("/categories/edit", **given).status_code == 404
    assert hanako.press("/categories/delete", **given).status_code == 404
    assert hanako.press("/categories/delete", id=own, how="move", to=theirs["category"]).status_code == 404
    chosen = {"id": mine.todo_id, "category_id": theirs["category"], "was_category_id": ""}
    assert hanako.press("/edit", **chosen).status_code == 404
    several = {"act": "category", "to_category": theirs["category"], "marked": mine.todo_id}
    assert hanako.press("/several", **several).status_code == 404
    assert service.find_todo(house.owner("hanako"), mine.todo_id).category_id is None
    assert _untouched(house, theirs)


@pytest.mark.parametrize("path", [*FORMS, *OTHER_FORMS])
def test_a_form_without_our_token_is_refused(hanako: Member, path: str) -> None:
    assert hanako.ask("POST", f"/todo{path}", data={"id": "x"}).status_code == 403
    assert hanako.ask("POST", f"/todo{path}", data={"_csrf": "x.y"}).status_code == 403


@pytest.mark.parametrize("path", ["", "/edit?id=x", "/categories", "/categories/edit", "/files", "/settings"])
def test_a_stranger_is_sent_to_sign_in_and_back(house: House, path: str) -> None:
    answer = house.visitor().get(f"/todo{path}")
    assert (answer.status_code, answer.headers["location"].partition("?")[0]) == (303, "/sign-in")


@pytest.mark.parametrize("path", [*FORMS, *OTHER_FORMS])
def test_a_stranger_s_form_is_not_taken(house: House, path: str) -> None:
    assert house.visitor().submit(f"/todo{path}").status_code == 401


def test_a_stranger_exports_nothing(house: House) -> None:
    assert house.visitor().get("/todo/files/export/json").status_code == 303


@pytest.mark.parametrize(("method", "path", "body"), API)
def test_another_s_things_are_not_there_for_a_program(
    house: House, hanako: Member, theirs: dict[str, str], method: str, path: str, body: Any
) -> None:
    headers = house.token("hanako")
    json = {} if body is None else {"json": body}
    for ids in (theirs, {"todo": "nobody-s", "category": "nobody-s"}):
        answer = hanako.ask(method, f"/api/todo{path.format(**ids)}", headers, **json)
        assert (answer.status_code, set(answer.json()["error"])) == (404, {"code", "message", "details"})
    assert house.visitor().ask(method, f"/api/todo{path.format(**theirs)}", **json).status_code == 401
    assert _untouched(house, theirs)


def test_another_s_category_takes_no_todo_of_a_program(house: House, hanako: Member, theirs: dict[str, str]) -> None:
    body = {"title": "x", "categoryId": theirs["category"]}
    assert hanako.ask("POST", "/api/todo/todos", house.token("hanako"), json=body).status_code == 404


def _untouched(house: House, theirs: dict[str, str]) -> bool:
    todo = service.find_todo(house.owner("taro"), theirs["todo"])
    category = categories.find_category(house.owner("taro"), theirs["category"])
    is_as_it_was = (todo.title, todo.completed, todo.deleted_at) == ("秘密", False, None)
    return is_as_it_was and (category.name, category.leaving) == ("秘密", False)
