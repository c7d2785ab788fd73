"""Demo data: a household in which no screen is empty."""

from chabudai.apps.todo import demo, lists, service
from chabudai.apps.todo.figures import count_figures
from chabudai.apps.todo.lists import TodoSelection, View
from chabudai.common.owner import Owner


def test_no_list_is_empty(owner: Owner) -> None:
    demo.fill(owner)
    kept = service.everything(owner)
    views: tuple[View, ...] = ("open", "today", "overdue", "upcoming", "done", "trash")
    for view in views:
        assert len(lists.select(kept.todos, TodoSelection(view), owner.now())) >= 2, view
    told = count_figures(kept.todos, owner.now())
    assert min(told.done_today, told.high, told.overdue) >= 2
    assert {category.category_id for category in kept.categories} <= told.by_category.keys()
    assert sum(bool(todo.steps) for todo in kept.todos) >= 2
    assert sum(todo.repeat is not None for todo in kept.todos) >= 5


def test_nothing_was_done_or_made_in_the_future(owner: Owner) -> None:
    demo.fill(owner)
    for todo in service.everything(owner).todos:
        assert todo.created_at <= todo.updated_at <= owner.now()
        assert todo.completed == (todo.completed_at is not None)


def test_a_second_filling_changes_nothing_and_what_a_person_has_is_left_alone(owner: Owner, strangers: Owner) -> None:
    demo.fill(owner)
    before = service.everything(owner)
    demo.fill(owner)
    assert service.everything(owner) == before
    own = service.add(strangers, title="mine").todo
    demo.fill(strangers)
    assert service.everything(strangers).todos == (own,)


def test_whoever_reads_english_has_the_same_todos_in_english(owner: Owner, strangers: Owner) -> None:
    demo.fill(owner)
    demo.fill(strangers, "en")
    japanese, english = service.everything(owner), service.everything(strangers)
    assert len(japanese.todos) == len(english.todos)
    texts = [each.name for each in english.categories]
    for todo in english.todos:
        texts += [todo.title, todo.description or "", *(step.text for step in todo.steps)]
    assert [text for text in texts if not text.isascii()] == []
