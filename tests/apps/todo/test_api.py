"""The API: what a program can do, how absent and null differ, and how cursors hold."""

from typing import Any

import pytest
from httpx import Response
from tests.apps.todo.house import House, Member, furnish

from chabudai.apps.todo import categories, service


class Program:
    """Speaks for Hanako with a token."""

    def __init__(self, house: House) -> None:
        self._headers = house.token("hanako")
        self._browser: Member = house.visitor()

    def ask(self, method: str, path: str, body: Any = None, language: str = "en") -> Response:
        json = {} if body is None else {"json": body}
        return self._browser.ask(method, f"/api/todo{path}", {**self._headers, "accept-language": language}, **json)

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def titles(self, query: str) -> list[str]:
        return [each["title"] for each in self.get(f"/todos?{query}")["todos"]]

    def make(self, title: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask("POST", "/todos", {"title": title, **fields})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


@pytest.fixture
def program(house: House) -> Program:
    return Program(house)


def test_a_todo_is_made_with_everything_and_looked_at(program: Program) -> None:
    category = program.ask("POST", "/categories", {"name": "家", "color": "danger"}).json()
    made = program.make(
        "x",
        description="notes",
        priority="high",
        categoryId=category["id"],
        due="2040-11-20",
        dueTime="15:30",
        repeat="weekly:mon",
        steps=[{"text": "a", "done": True}, {"text": "b"}],
    )
    assert program.get(f"/todos/{made['id']}") == made
    assert made["steps"] == [{"text": "a", "done": True}, {"text": "b", "done": False}]
    assert (made["dueTime"], made["categoryId"], made["completed"]) == ("15:30", category["id"], False)
    assert made["createdAt"] == "2040-11-15T03:00:00Z"


def test_a_line_is_read_for_its_words(program: Program) -> None:
    made = program.ask("POST", "/lines", {"text": "歯医者 明日 15時 !高 #家"}).json()
    assert (made["title"], made["due"], made["dueTime"], made["priority"]) == ("歯医者", "2040-11-16", "15:00", "high")
    assert [each["name"] for each in program.get("/categories")["categories"]] == ["家"]


def test_what_is_left_out_stays_and_null_takes_away(program: Program) -> None:
    made = program.make("x", description="notes", due="2040-11-20", dueTime="15:30")
    changed = program.ask("PATCH", f"/todos/{made['id']}", {"title": "y", "dueTime": None}).json()
    assert changed == {**made, "title": "y", "dueTime": None, "updatedAt": changed["updatedAt"]}
    assert program.ask("PATCH", f"/todos/{made['id']}", {"title": None}).status_code == 400
    assert program.ask("PATCH", f"/todos/{made['id']}", {"colour": "red"}).status_code == 400
    assert program.ask("PATCH", f"/todos/{made['id']}", {}).json() == changed


def test_a_todo_is_ticked_thrown_away_and_put_back(program: Program) -> None:
    made = program.make("x", repeat="daily")
    ticked = program.ask("POST", f"/todos/{made['id']}/tick").json()
    assert (ticked["todo"]["completed"], ticked["next"]["due"]) == (True, "2040-11-16")
    assert program.ask("POST", f"/todos/{made['id']}/untick").json()["completed"] is False
    assert program.ask("DELETE", f"/todos/{made['id']}").json()["deletedAt"] is not None
    assert program.ask("PATCH", f"/todos/{made['id']}", {"title": "y"}).json()["error"]["code"] == "in_trash"
    assert program.ask("POST", f"/todos/{made['id']}/restore").json()["deletedAt"] is None


def test_what_is_done_is_cleared_and_the_trash_emptied(program: Program) -> None:
    for title in "ab":
        program.ask("POST", f"/todos/{program.make(title)['id']}/tick")
    assert program.ask("DELETE", "/done").json() == {"count": 2}
    assert program.ask("DELETE", "/trash").json() == {"count": 2}
    assert program.get("/todos?view=all")["total"] == 0


def test_a_todo_is_moved_before_another(program: Program) -> None:
    ids = {title: program.make(title)["id"] for title in "cba"}
    program.ask("POST", f"/todos/{ids['c']}/move", {"before": ids["a"]})
    assert [each["title"] for each in program.get("/todos")["todos"]] == ["c", "a", "b"]


def test_lists_are_filtered_sorted_and_counted(house: House, program: Program) -> None:
    furnish(house.owner("hanako"))
    assert program.titles("sort=due") == ["late", "today", "later"]
    assert program.titles("view=done") == ["done"]
    assert program.titles("view=trash") == ["gone"]
    assert program.titles("q=NOTES") == ["later"]
    assert program.titles("priority=high") == ["late"]
    assert program.titles("category=none&sort=due") == ["today", "later"]
    figures = program.get("/figures")
    assert (figures["open"], figures["overdue"], figures["doneToday"], figures["trash"]) == (3, 1, 1, 1)


def test_a_list_is_read_page_by_page(program: Program) -> None:
    for number in range(5):
        program.make(str(number))
    seen, cursor = [], ""
    while cursor is not None:
        page = program.get(f"/todos?sort=created&limit=2{f'&cursor={cursor}' if cursor else ''}")
        seen += [each["title"] for each in page["todos"]]
        cursor = page["cursor"]
    assert sorted(seen) == ["0", "1", "2", "3", "4"]


def test_a_cursor_of_another_list_or_person_or_altered_is_refused(house: House, program: Program) -> None:
    for number in range(3):
        program.make(str(number))
        service.add(house.owner("taro"), title=str(number))
    cursor = program.get("/todos?limit=1")["cursor"]
    assert program.ask("GET", f"/todos?limit=2&cursor={cursor}").status_code == 200
    altered = ("A" if cursor[0] != "A" else "B") + cursor[1:]
    for query in (f"cursor={cursor}&sort=due", f"cursor={cursor}&view=all", f"cursor={altered}", "cursor=あ"):
        refused = program.ask("GET", f"/todos?limit=1&{query}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "wrong_cursor")
    answer = house.visitor().ask("GET", f"/api/todo/todos?limit=1&cursor={cursor}", house.token("taro"))
    assert answer.status_code == 400


def test_a_category_is_changed_and_deleted_either_way(house: House, program: Program) -> None:
    a, b = (categories.add(house.owner("hanako"), name=name).category_id for name in "ab")
    made = program.make("x", categoryId=a)
    assert program.ask("PATCH", f"/categories/{a}", {"color": "dark"}).json()["color"] == "dark"
    assert program.ask("PATCH", f"/categories/{a}", {"name": "B"}).json()["error"]["code"] == "name_taken"
    assert program.get(f"/categories/{a}")["name"] == "a"
    assert program.ask("DELETE", f"/categories/{a}?moveTo={b}").json() == {"count": 1}
    assert program.get(f"/todos/{made['id']}")["categoryId"] == b
    assert program.ask("DELETE", f"/categories/{b}").json() == {"count": 1}
    assert program.get(f"/todos/{made['id']}")["categoryId"] is None


def test_an_export_is_taken_in_again(house: House, program: Program) -> None:
    furnish(house.owner("hanako"))
    document = program.get("/export")
    taro = house.visitor()
    report = taro.ask("POST", "/api/todo/import", house.token("taro"), json=document).json()
    assert (report["added"], report["problems"]) == (5, [])
    again = taro.ask("GET", "/api/todo/export", house.token("taro")).json()
    assert again["todos"] == document["todos"]
    bad = program.ask("POST", "/import", {"todos": [{"title": "no id"}]}).json()
    assert (bad["added"], [problem["number"] for problem in bad["problems"]]) == (0, [1])


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/todos", ["Query"]), ("/figures", ["Query"]), ("/categories", ["Query"]), ("/export", ["Query"])],
)
def test_a_call_asks_no_more_than_its_pattern(house: House, program: Program, path: str, asked: list[str]) -> None:
    furnish(house.owner("hanako"))
    program.get(path)
    assert [operation for operation, _ in house.asked()] == asked


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"title": "\n"}, 422, "title"),
        ({"title": "x", "dueTime": "15:30"}, 422, "due"),
        ({"title": "x", "due": "1200-01-01"}, 422, "due"),
        ({"title": "x", "repeat": "often"}, 422, "repeat"),
        ({"title": "x", "due": "soon"}, 422, "due"),
        ({}, 400, "title"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(program: Program, body: Any, status: int, field: str) -> None:
    answer = program.ask("POST", "/todos", body)
    assert answer.status_code == status
    assert field in str(answer.json()["error"]["details"])


@pytest.mark.parametrize(
    ("body", "field", "english", "japanese"),
    [
        ({"title": 3}, "title", "Enter text.", "文字で入力してください。"),
        ({}, "title", "Fill this in.", "入力してください。"),
        ({"title": "x", "colour": "red"}, "colour", "There is no such field.", "その項目はありません。"),
        ({"title": "x", "priority": "most"}, "priority", "Choose one of these.", "この中から選んでください。"),
        ({"title": "x", "steps": "a"}, "steps", "Send a list.", "一覧の形で送ってください。"),
        ({"title": "x", "steps": [{"done": True}]}, "steps[0].text", "Fill this in.", "入力してください。"),
        (["x"], "body", "Send an object.", "オブジェクトの形で送ってください。"),
    ],
)
def test_a_body_of_another_shape_is_told_in_the_programs_language(
    program: Program, body: Any, field: str, english: str, japanese: str
) -> None:
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = program.ask("POST", "/todos", body, language)
        assert answer.status_code == 400
        assert answer.json()["error"]["details"] == [{"field": field, "message": sentence}]


def test_a_parameter_that_is_none_is_told_in_our_own_words(program: Program) -> None:
    (detail,) = program.ask("GET", "/todos?limit=many").json()["error"]["details"]
    assert detail == {"field": "limit", "message": "Enter a whole number."}
    (detail,) = program.ask("GET", "/todos?limit=201", language="ja").json()["error"]["details"]
    assert detail == {"field": "limit", "message": "200以下の数を入力してください。"}
