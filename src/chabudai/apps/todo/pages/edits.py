"""What an edit form says: only what was changed in it, held against what the todo says by now."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.pages.texts import PRIORITIES, due_text, repeat_text
from chabudai.apps.todo.rules import Changes
from chabudai.web.errors import Conflict
from chabudai.web.forms import Form
from chabudai.web.translations import Text, lazy

FIELDS: Final = ("title", "description", "priority", "category_id", "due", "due_time", "repeat", "steps")
_MAY_BE_NONE = ("category_id", "due", "due_time", "repeat")


class ChangedElsewhere(Conflict):
    code = "changed_elsewhere"
    sentence = lazy("This was changed somewhere else. Save again to keep your version.")


def form_of(todo: Todo) -> Form:
    """The form as it is first shown, with what each field was beside it."""
    return _with_originals(Form.of(id=todo.todo_id, **_shown(todo)), todo)


def refilled(form: Form, todo: Todo) -> Form:
    """The form as it was sent; its originals are what the todo says now, so that sending it again is meant."""
    kept = Form({**form.values, "steps": (_steps_text(form),)}, form.files, form.errors)
    return _with_originals(kept, todo)


def changes(form: Form, todo: Todo) -> Changes:
    """ChangedElsewhere names each field that was changed here and, to something else, elsewhere."""
    typed = {name: _typed(form, name) for name in FIELDS if f"was_{name}" in form}
    changed = {name: text for name, text in typed.items() if text != form[f"was_{name}"]}
    now = _shown(todo)
    conflicts = [name for name, text in changed.items() if now[name] != form[f"was_{name}"] and now[name] != text]
    if conflicts:
        raise ChangedElsewhere(details=[(name, _became(name, todo)) for name in conflicts])
    return cast(Changes, {name: _value(name, text) for name, text in changed.items()})


def _shown(todo: Todo) -> dict[str, str]:
    """Every field as a form spells it."""
    return {
        "title": todo.title,
        "description": todo.description,
        "priority": todo.priority,
        "category_id": todo.category_id or "",
        "due": todo.due.isoformat() if todo.due else "",
        "due_time": todo.due_time or "",
        "repeat": todo.repeat or "",
        "steps": _spelled([(step.text, step.done) for step in todo.steps]),
    }


def _with_originals(form: Form, todo: Todo) -> Form:
    originals = {f"was_{name}": (text,) for name, text in _shown(todo).items()}
    return Form({**form.values, **originals}, form.files, form.errors)


def _typed(form: Form, name: str) -> str:
    if name == "steps":
        return _steps_text(form)
    return form[name].strip() if name in ("title", "description") else form[name]


def _steps_text(form: Form) -> str:
    """A line that was emptied is a step that goes."""
    done = set(form.all("step_done"))
    lines = enumerate(form.all("step_text"))
    return _spelled([(text.strip(), str(number) in done) for number, text in lines if text.strip()])


def _spelled(steps: list[tuple[str, bool]]) -> str:
    return json.dumps(steps, ensure_ascii=False)


def steps_of(form: Form) -> list[tuple[str, bool]]:
    """As the form shows them."""
    found: list[tuple[str, bool]] = [(text, done) for text, done in json.loads(form["steps"] or "[]")]
    return found


def _value(name: str, text: str) -> Any:
    if name == "steps":
        return tuple({"text": step, "done": done} for step, done in json.loads(text))
    if name in _MAY_BE_NONE:
        return text or None
    return text


def _became(name: str, todo: Todo) -> Text:
    said = _words(todo).get(name, "")
    if not said:
        return lazy("Changed somewhere else. Save again to keep your version.")
    return lazy("Changed somewhere else to “%(value)s”. Save again to keep your version.", value=said)


def _words(todo: Todo) -> Mapping[str, str]:
    return {
        "title": todo.title,
        "description": todo.description[:100],
        "priority": str(PRIORITIES[todo.priority]),
        "due": due_text(todo.due, None) if todo.due else "",
        "due_time": todo.due_time or "",
        "repeat": repeat_text(todo.repeat) if todo.repeat else "",
    }
