"""The seed's helper functions: old callers find their names, their arguments and their plain items."""

from typing import Any

import pytest
from tests.apps.todo.conftest import SetClock

from chabudai.apps.todo import helpers, service
from chabudai.apps.todo.errors import CategoryNameTaken, NoSuchCategory
from chabudai.common.owner import Owner
from chabudai.store import record_calls
from chabudai.store.errors import StoreError
from chabudai.table import TypedStore
from chabudai.web.errors import BadRequest, InvalidFields

USER = {"pk": "users", "sk": "testuser", "username": "testuser", "email": "test@example.com"}
CATEGORY = {
    "pk": "user#testuser",
    "sk": "category#category001",
    "id": "category001",
    "entity_type": "category",
    "name": "仕事",
    "color": "primary",
    "created_at": "2024-01-01T00:00:00.000Z",
}
TODO: dict[str, Any] = {
    "pk": "user#testuser",
    "sk": "todo#550e8400-e29b-41d4-a716-446655440000",
    "id": "550e8400-e29b-41d4-a716-446655440000",
    "entity_type": "todo",
    "title": "プロジェクトの企画書作成",
    "description": "新プロジェクトの企画書をドラフトして、関係者にレビューを依頼する",
    "priority": "high",
    "completed": False,
    "category_id": "category001",
    "created_at": "2024-01-01T00:00:00.000Z",
}
THEN = {"updated_at": "2024-01-01T00:00:00.000Z"}
NOW = {"updated_at": "2040-11-15T03:00:00.000Z"}


@pytest.fixture(autouse=True)
def _served(store: TypedStore, clock: SetClock) -> None:
    helpers.serve(store, clock)


def test_the_seeds_own_examples_are_kept_and_found_by_every_helper() -> None:
    for item in (USER, CATEGORY | THEN, TODO | THEN):
        helpers.put_data(item)
    category, todo = CATEGORY | NOW, TODO | NOW
    assert helpers.get_user_data_by_type("testuser", "todo") == [todo]
    assert helpers.get_user_data_by_type("testuser", "category") == [category]
    assert helpers.get_user_data_by_type("testuser", "other") == []
    assert helpers.get_user_all_data("testuser") == [category, todo]
    assert helpers.get_data_by_pk_sk(TODO["pk"], TODO["sk"]) == todo
    assert helpers.get_data_by_pk_sk(CATEGORY["pk"], CATEGORY["sk"]) == category
    assert helpers.get_data_by_pk_sk("users", "testuser") == USER
    assert helpers.get_user_all_data("somebody") == []


@pytest.mark.parametrize(
    ("pk", "sk"), [("users", "nobody"), ("user#a", "todo#b"), ("x", "y"), ("", ""), ("user#a", "z")]
)
def test_what_is_not_there_is_none_and_need_not_be_deleted(pk: str, sk: str) -> None:
    assert helpers.get_data_by_pk_sk(pk, sk) is None
    helpers.delete_data_by_pk_sk(pk, sk)


def test_items_are_made_with_what_was_left_out(owner: Owner) -> None:
    category = helpers.create_category_item("hanako", {"name": "仕事"})
    made = helpers.create_todo_item("hanako", {"title": "企画書", "category_id": category["id"]})
    assert made == {
        "pk": "user#hanako",
        "sk": f"todo#{made['id']}",
        "id": made["id"],
        "entity_type": "todo",
        "title": "企画書",
        "description": "",
        "priority": "medium",
        "completed": False,
        "category_id": category["id"],
        "created_at": "2040-11-15T03:00:00.000Z",
        "updated_at": "2040-11-15T03:00:00.000Z",
    }
    assert helpers.put_data(made) == made
    assert service.find_todo(owner, made["id"]).title == "企画書"


def test_ids_and_states_of_the_caller_are_kept() -> None:
    made = helpers.create_todo_item("hanako", {"id": "t1", "title": "x", "completed": True, "category_id": ""})
    assert (made["sk"], made["completed"], "category_id" in made) == ("todo#t1", True, False)
    assert helpers.create_category_item("hanako", {"id": "c1", "name": "x", "color": "dark"})["sk"] == "category#c1"


def test_the_rules_hold_for_old_callers_too() -> None:
    helpers.create_category_item("hanako", {"name": "Home"})
    with pytest.raises(CategoryNameTaken):
        helpers.create_category_item("hanako", {"name": "HOME"})
    with pytest.raises(InvalidFields):
        helpers.create_todo_item("hanako", {"description": "no title"})
    with pytest.raises(NoSuchCategory):
        helpers.create_todo_item("hanako", {"title": "x", "category_id": "nothing"})
    with pytest.raises(NoSuchCategory):
        helpers.put_data(TODO | THEN)
    with pytest.raises(BadRequest):
        helpers.put_data({**USER, "surprise": "lost otherwise"})
    assert helpers.get_user_data_by_type("hanako", "todo") == []


def test_a_category_that_is_deleted_is_cleared_from_its_todos() -> None:
    helpers.put_data(CATEGORY | THEN)
    helpers.put_data(TODO | THEN)
    helpers.delete_data_by_pk_sk(CATEGORY["pk"], CATEGORY["sk"])
    (todo,) = helpers.get_user_all_data("testuser")
    assert "category_id" not in todo
    helpers.delete_data_by_pk_sk(todo["pk"], todo["sk"])
    assert helpers.get_user_all_data("testuser") == []


def test_a_renamed_category_gives_its_old_name_free() -> None:
    helpers.put_data(CATEGORY | THEN)
    helpers.put_data(CATEGORY | THEN | {"name": "家"})
    assert helpers.create_category_item("testuser", {"name": "仕事"})["name"] == "仕事"


def test_each_reader_is_one_access_pattern_of_the_seed() -> None:
    with record_calls() as asked:
        helpers.get_user_data_by_type("testuser", "todo")
        helpers.get_user_data_by_type("testuser", "category")
        helpers.get_user_all_data("testuser")
    assert [(each.pattern, each.operation) for each in asked] == [("1", "Query"), ("2", "Query"), ("3", "Query")]


NOTE: dict[str, Any] = {"pk": "user#testuser", "sk": "note#1", "text": "of another program", "tags": {"a", "b"}}


def test_rows_of_other_kinds_pass_through_untouched() -> None:
    helpers.put_data(CATEGORY | THEN)
    assert helpers.put_data(NOTE) == NOTE
    assert helpers.get_data_by_pk_sk("user#testuser", "note#1") == NOTE
    assert helpers.get_user_data_by_type("testuser", "note") == [NOTE]
    assert NOTE in helpers.get_user_all_data("testuser")
    helpers.put_data({"pk": "nobody", "sk": "knows"})
    assert helpers.get_data_by_pk_sk("nobody", "knows") == {"pk": "nobody", "sk": "knows"}
    helpers.delete_data_by_pk_sk("user#testuser", "note#1")
    assert helpers.get_user_all_data("testuser") == [CATEGORY | NOW]


def test_a_row_of_ours_keeps_what_another_program_added_when_it_is_read(store: TypedStore) -> None:
    item = {name: {"S": value} for name, value in (CATEGORY | THEN).items()} | {"note": {"S": "kept"}}
    store.raw.call("PutItem", {"TableName": "wambda-table-ssr001", "Item": item})
    assert helpers.get_data_by_pk_sk(CATEGORY["pk"], CATEGORY["sk"]) == {**CATEGORY, **THEN, "note": "kept"}


def test_rows_that_keep_names_apart_are_neither_seen_nor_changed() -> None:
    helpers.put_data(CATEGORY | THEN)
    guard = "category_name#仕事"
    assert helpers.get_data_by_pk_sk("user#testuser", guard) is None
    assert helpers.get_user_data_by_type("testuser", "category_name") == []
    helpers.delete_data_by_pk_sk("user#testuser", guard)
    with pytest.raises(StoreError):
        helpers.put_data({"pk": "user#testuser", "sk": guard})
    with pytest.raises(CategoryNameTaken):
        helpers.create_category_item("testuser", {"name": "仕事"})


def test_what_is_in_the_trash_is_not_there(owner: Owner) -> None:
    kept, trashed = (helpers.create_todo_item("hanako", {"title": title}) for title in ("kept", "trashed"))
    service.move_to_trash(owner, trashed["id"])
    assert helpers.get_user_data_by_type("hanako", "todo") == helpers.get_user_all_data("hanako") == [kept]
    assert helpers.get_data_by_pk_sk(trashed["pk"], trashed["sk"]) is None


def test_what_was_created_may_be_put_once_more() -> None:
    category = helpers.create_category_item("hanako", {"name": "仕事"})
    todo = helpers.create_todo_item("hanako", {"title": "x", "category_id": category["id"]})
    assert (helpers.put_data(category), helpers.put_data(todo)) == (category, todo)
    assert helpers.get_user_all_data("hanako") == [category, todo]
