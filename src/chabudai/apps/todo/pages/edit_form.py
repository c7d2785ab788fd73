"""The form of a todo: the design's fields, with steps as lines of their own."""

import json
from dataclasses import replace
from typing import Any, Final

from chabudai.apps.todo.design import LONGEST_STEP, TODO_FIELDS, Todo, TodoStep
from chabudai.apps.todo.messages import gettext
from chabudai.apps.todo.pages.texts import PRIORITIES, due_text, repeat_text
from chabudai.common.form_fields import FormFields, Widget
from chabudai.common.text import shorten
from chabudai.web.forms import Form


def steps_in(form: Form) -> list[tuple[str, bool]]:
    """As the form shows them: texts, and whether each is done."""
    found: list[tuple[str, bool]] = [(text, done) for text, done in json.loads(form["steps"] or "[]")]
    return found


def find_long_step(form: Form) -> int | None:
    """The first one that is too long, counted from 0."""
    return next((number for number, (text, _) in enumerate(steps_in(form)) if len(text) > LONGEST_STEP), None)


def name_long_step(form: Form) -> Form:
    """Of many steps the form says which one is too long."""
    number = find_long_step(form)
    if number is None or "steps" not in form.errors:
        return form
    sentence = gettext("Step %(n)s: use up to %(longest)s characters.", n=number + 1, longest=LONGEST_STEP)
    return replace(form, errors={**form.errors, "steps": sentence})


def _read_steps(form: Form) -> str:
    """A line that was emptied is a step that goes."""
    done = set(form.all("step_done"))
    lines = enumerate(form.all("step_text"))
    return _spell([(text.strip(), str(number) in done) for number, text in lines if text.strip()])


def _write_steps(steps: tuple[TodoStep, ...]) -> str:
    return _spell([(step.text, step.done) for step in steps])


def _parse_steps(text: str) -> list[dict[str, Any]]:
    return [{"text": step, "done": done} for step, done in json.loads(text)]


def _spell(steps: list[tuple[str, bool]]) -> str:
    return json.dumps(steps, ensure_ascii=False)


def _describe(name: str, todo: Todo) -> str:
    """A field's value in words; nothing where there are none for it."""
    value = getattr(todo, name)
    match name:
        case "category_id" | "steps":
            return ""
        case "priority":
            return str(PRIORITIES[value])
        case "due" if value:
            return due_text(value, None)
        case "repeat" if value:
            return repeat_text(value)
        case _:
            return shorten(str(value or ""), 100)


TODO_FORM: Final = FormFields(TODO_FIELDS, {"steps": Widget(_read_steps, _write_steps, _parse_steps)}, _describe)
