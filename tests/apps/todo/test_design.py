"""The todos' table as its seed says: items attribute by attribute, and what every access pattern asks."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from tests.apps.noted_store import NotedTables, reads_back, stored, tables

from chabudai.apps.todo import design as todos
from chabudai.apps.todo.design import Category, Todo, TodoStep, TodoTable, User
from chabudai.table import Entity
from chabudai.table.attributes import Item
from chabudai.table.creation import create_table_request
from chabudai.table.errors import NotUnique

NEW_YEAR = datetime(2024, 1, 1, tzinfo=UTC)

REPORT = Todo(
    username="testuser",
    todo_id="550e8400-e29b-41d4-a716-446655440000",
    title="プロジェクトの企画書作成",
    description="新プロジェクトの企画書をドラフトして、関係者にレビューを依頼する",
    priority="high",
    completed=False,
    category_id="category001",
    created_at=NEW_YEAR,
    updated_at=NEW_YEAR,
)
WORK = Category(
    username="testuser",
    category_id="category001",
    name="仕事",
    color="primary",
    created_at=NEW_YEAR,
    updated_at=NEW_YEAR,
)

EXAMPLES: list[tuple[Entity, Item]] = [
    (
        User(username="testuser", email="test@example.com"),
        {
            "pk": {"S": "users"},
            "sk": {"S": "testuser"},
            "username": {"S": "testuser"},
            "email": {"S": "test@example.com"},
        },
    ),
    (
        REPORT,
        {
            "pk": {"S": "user#testuser"},
            "sk": {"S": "todo#550e8400-e29b-41d4-a716-446655440000"},
            "id": {"S": "550e8400-e29b-41d4-a716-446655440000"},
            "entity_type": {"S": "todo"},
            "title": {"S": "プロジェクトの企画書作成"},
            "description": {"S": "新プロジェクトの企画書をドラフトして、関係者にレビューを依頼する"},
            "priority": {"S": "high"},
            "completed": {"BOOL": False},
            "category_id": {"S": "category001"},
            "created_at": {"S": "2024-01-01T00:00:00.000Z"},
            "updated_at": {"S": "2024-01-01T00:00:00.000Z"},
        },
    ),
    (
        WORK,
        {
            "pk": {"S": "user#testuser"},
            "sk": {"S": "category#category001"},
            "id": {"S": "category001"},
            "entity_type": {"S": "category"},
            "name": {"S": "仕事"},
            "color": {"S": "primary"},
            "created_at": {"S": "2024-01-01T00:00:00.000Z"},
            "updated_at": {"S": "2024-01-01T00:00:00.000Z"},
        },
    ),
]

READS: list[tuple[Any, str]] = [
    (todos.todos("testuser"), "Query table | pk = user#testuser AND begins_with(sk, todo#)"),
    (todos.categories("testuser"), "Query table | pk = user#testuser AND begins_with(sk, category#)"),
    (todos.everything("testuser"), "Query table | pk = user#testuser"),
    (
        todos.todo("testuser", "550e8400-e29b-41d4-a716-446655440000"),
        "GetItem user#testuser / todo#550e8400-e29b-41d4-a716-446655440000",
    ),
    (todos.category("testuser", "category001"), "GetItem user#testuser / category#category001"),
    (todos.user("testuser"), "GetItem users / testuser"),
]


@pytest.fixture
def store() -> Iterator[NotedTables]:
    with tables(todos.design) as opened:
        yield opened


@pytest.mark.parametrize(("entity", "item"), EXAMPLES, ids=[type(entity).__name__ for entity, _ in EXAMPLES])
def test_an_item_is_stored_attribute_by_attribute_as_the_seed_says(entity: Entity, item: Item) -> None:
    assert stored(entity) == item


@pytest.mark.parametrize("entity", [entity for entity, _ in EXAMPLES], ids=lambda entity: type(entity).__name__)
def test_an_item_of_the_seed_reads_back(store: NotedTables, entity: Entity) -> None:
    assert reads_back(store, entity)


@pytest.mark.parametrize(
    ("plan", "asked"), READS, ids=[f"{plan.pattern.number} {plan.pattern.description}" for plan, _ in READS]
)
def test_a_read_is_one_request(store: NotedTables, plan: Any, asked: str) -> None:
    assert store.asks(plan) == [asked]


def test_every_pattern_of_the_seed_is_there_and_what_goes_beyond_it_says_so() -> None:
    seed = {"1", "2", "3", "4", "5"}
    assert seed <= {pattern.label.number for pattern in TodoTable.patterns}
    for pattern in TodoTable.patterns:
        assert pattern.label.description.startswith("beyond the seed") == (pattern.label.number not in seed)


def test_the_table_is_the_seeds() -> None:
    request = create_table_request(TodoTable)
    assert request["TableName"] == "wambda-table-ssr001"
    assert request["KeySchema"] == [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ]
    assert request["BillingMode"] == "PAY_PER_REQUEST"
    assert not {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"} & request.keys()


def test_everything_of_a_person_is_todos_and_categories_and_nothing_else(store: NotedTables) -> None:
    store.put(User(username="testuser", email="test@example.com"))
    kept = [store.put(WORK), store.put(REPORT)]
    store.put(REPORT.model_copy(update={"username": "another"}))
    assert len(store.items("wambda-table-ssr001", "pk", "user#testuser")) == 3
    assert list(store.page(todos.everything("testuser"))) == kept


def test_a_person_has_no_two_categories_of_one_name_whatever_its_case_and_width(store: NotedTables) -> None:
    store.insert(WORK.model_copy(update={"name": "Work"}))
    with pytest.raises(NotUnique, match="only_name"):
        store.insert(WORK.model_copy(update={"category_id": "2", "name": "ＷＯＲＫ"}))
    store.insert(WORK.model_copy(update={"username": "another", "name": "work"}))
    store.write(Category.delete(username="testuser", category_id="category001"))
    store.insert(WORK.model_copy(update={"category_id": "2", "name": "ＷＯＲＫ"}))


def test_what_goes_beyond_the_seed_is_stored_only_when_it_is_said(store: NotedTables) -> None:
    more = {
        "due": date(2024, 1, 31),
        "due_time": "09:30",
        "completed_at": NEW_YEAR,
        "sort_order": Decimal("1.5"),
        "steps": (TodoStep(text="調べる", done=True), TodoStep(text="書く")),
        "repeat": "weekly",
        "deleted_at": NEW_YEAR,
    }
    rich = REPORT.model_copy(update=more)
    added = {name: value for name, value in stored(rich).items() if name not in stored(REPORT)}
    assert added == {
        "due": {"S": "2024-01-31"},
        "due_time": {"S": "09:30"},
        "completed_at": {"S": "2024-01-01T00:00:00.000Z"},
        "sort_order": {"N": "1.5"},
        "steps": {
            "L": [
                {"M": {"text": {"S": "調べる"}, "done": {"BOOL": True}}},
                {"M": {"text": {"S": "書く"}, "done": {"BOOL": False}}},
            ]
        },
        "repeat": {"S": "weekly"},
        "deleted_at": {"S": "2024-01-01T00:00:00.000Z"},
    }
    assert reads_back(store, rich)


def test_an_edit_changes_only_what_it_says(store: NotedTables) -> None:
    item = {**stored(REPORT), "of_another_program": {"S": "kept"}}
    store.raw.call("PutItem", {"TableName": "wambda-table-ssr001", "Item": item})
    edit = Todo.update(**REPORT.own_key).set(title="企画書")
    assert store.asks(edit) == ["UpdateItem user#testuser / todo#550e8400-e29b-41d4-a716-446655440000"]
    (found,) = store.items("wambda-table-ssr001", "pk", "user#testuser")
    assert {name for name in found if found[name] != item.get(name)} == {"title", "updated_at"}


def test_limits_are_those_that_were_decided() -> None:
    values: dict[str, Any] = {"username": "u", "created_at": NEW_YEAR, "updated_at": NEW_YEAR}
    for wrong in ({"title": ""}, {"title": "x" * 201}, {"description": "x" * 1001}, {"priority": "urgent"}):
        with pytest.raises(ValueError, match="1 validation error"):
            Todo(**{**values, "title": "x"} | wrong)
    for wrong in ({"name": ""}, {"name": "x" * 51}, {"color": "pink"}):
        with pytest.raises(ValueError, match="1 validation error"):
            Category(**{**values, "name": "x"} | wrong)
