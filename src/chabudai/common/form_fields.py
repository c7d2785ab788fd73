"""Entities as forms: filled in from a row, read back field by field, and held against what the row says by now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel

from chabudai.common import text
from chabudai.common.field_checks import Refusal
from chabudai.common.fields import DeclaredField, Fields
from chabudai.common.messages import lazy
from chabudai.web.errors import Conflict
from chabudai.web.forms import Form
from chabudai.web.translations import Text

M = TypeVar("M", bound=BaseModel)

_ORIGINAL: Final = "was_"


class ChangedElsewhere(Conflict):
    code = "changed_elsewhere"
    sentence = lazy("This was changed somewhere else. Save again to keep your version.")


@dataclass(frozen=True, slots=True)
class Widget:
    """A field that is more than one input: how its inputs are read, and how its value is written as one text."""

    read: Callable[[Form], str]
    write: Callable[[Any], str]
    parse: Callable[[str], Any]


@dataclass(frozen=True)
class FormFields(Generic[M]):
    """Inputs are called like the entity's fields. `describe` tells a field's value in words, for who is to choose."""

    fields: Fields[M]
    widgets: Mapping[str, Widget] = field(default_factory=dict)
    describe: Callable[[str, Any], str] | None = None

    def __post_init__(self) -> None:
        for name in self.fields.names:
            if name not in self.widgets and _needs_widget(self.fields[name]):
                raise TypeError(f"{self.fields.model.__name__}.{name} fits into no input: it needs a widget")

    def fill(self, row: M) -> Form:
        """The form as it is first shown, with what each field was beside it."""
        shown = {name: self._values(name, getattr(row, name)) for name in self.fields.names}
        return self._with_originals(Form(shown), row)

    def fill_new(self) -> Form:
        """The form of something new: with the entity's own defaults."""
        defaults = {name: self.fields[name].default for name in self.fields.names}
        return Form({name: self._values(name, value) for name, value in defaults.items() if value is not None})

    def refill(self, form: Form, row: M) -> Form:
        """The form as it was sent; its originals are what the row says now, so that sending it again is meant."""
        return self._with_originals(self.preserve(form), row)

    def preserve(self, form: Form) -> Form:
        """The form as it was sent, with what its widgets hold written as `fill` writes it."""
        typed = {name: (widget.read(form),) for name, widget in self.widgets.items()}
        return Form({**form.values, **typed}, form.files, form.errors)

    def read(self, form: Form) -> dict[str, Any]:
        """Every field that the form has, as it was typed, for `Fields.check_new` to look at."""
        return {name: self._typed(form, name) for name in self.fields.names if self._is_sent(form, name)}

    def changes(self, form: Form, row: M) -> dict[str, Any]:
        """Only what was changed in the form. ChangedElsewhere names each field that is another by now elsewhere too."""
        sent = [name for name in self.fields.names if f"{_ORIGINAL}{name}" in form and self._is_sent(form, name)]
        changed = [name for name in sent if self._spell_typed(form, name) != form[f"{_ORIGINAL}{name}"]]
        conflicts = [name for name in changed if self._is_contested(form, name, row)]
        if conflicts:
            raise ChangedElsewhere(details=[(name, self._sentence(name, row)) for name in conflicts])
        return {name: self._typed(form, name) for name in changed}

    @property
    def originals(self) -> tuple[str, ...]:
        """The names of the hidden fields that a form carries along."""
        return tuple(f"{_ORIGINAL}{name}" for name in self.fields.names)

    def _is_sent(self, form: Form, name: str) -> bool:
        """A box without a tick and a choice of none are not sent at all; whatever else is missing was not shown."""
        field_ = self.fields[name]
        return name in form or name in self.widgets or field_.kind is bool or field_.is_many

    def _is_contested(self, form: Form, name: str, row: M) -> bool:
        now = self._spell(name, getattr(row, name))
        return now not in (form[f"{_ORIGINAL}{name}"], self._spell_typed(form, name))

    def _sentence(self, name: str, row: M) -> Text:
        value = getattr(row, name)
        said = self.describe(name, row) if self.describe is not None else _describe(self.fields[name], value)
        if not said:
            return lazy("Changed somewhere else. Save again to keep your version.")
        return lazy("Changed somewhere else to “%(value)s”. Save again to keep your version.", value=said)

    def _with_originals(self, form: Form, row: M) -> Form:
        spelled = {name: self._spell(name, getattr(row, name)) for name in self.fields.names}
        originals = {f"{_ORIGINAL}{name}": (value,) for name, value in spelled.items()}
        return Form({**form.values, **originals}, form.files, form.errors)

    def _typed(self, form: Form, name: str) -> Any:
        if name in self.widgets:
            return self.widgets[name].parse(self.widgets[name].read(form))
        return form.all(name) if self.fields[name].is_many else form[name]

    def _spell_typed(self, form: Form, name: str) -> str:
        """What was typed as it would be written if it were kept: "１２００" is no change where 1200 stood."""
        if name in self.widgets:
            return self.widgets[name].read(form)
        typed = self._typed(form, name)
        try:
            return self._spell(name, self.fields[name].check(typed))
        except Refusal:
            return typed if isinstance(typed, str) else "\n".join(typed)

    def _spell(self, name: str, value: Any) -> str:
        return "\n".join(self._values(name, value))

    def _values(self, name: str, value: Any) -> tuple[str, ...]:
        if name in self.widgets:
            return (self.widgets[name].write(value),)
        if not self.fields[name].is_many:
            return (_write(value),)
        spelled = [_write(each) for each in value or ()]
        return tuple(sorted(spelled) if isinstance(value, (set, frozenset)) else spelled)


def _needs_widget(field_: DeclaredField) -> bool:
    kind = field_.element.kind if field_.is_many else field_.kind
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _write(value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "on"
        case date():
            return value.isoformat()
        case _:
            return str(value)


def _describe(field_: DeclaredField, value: Any) -> str:
    """Only what a person would recognise as it is stored."""
    is_plain = isinstance(value, (str, int)) and not isinstance(value, bool)
    return text.shorten(str(value)) if is_plain and not field_.choices else ""
