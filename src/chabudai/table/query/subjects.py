"""Subjects: what a condition is about (a field, or a place within one) in an expression, and what stands for it
where the item does not have it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import DesignError
from chabudai.table.query.comparisons import encoded_default
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.nesting import MISSING
from chabudai.table.schema.paths import Path, parse_path

if TYPE_CHECKING:
    from chabudai.table.query.expressions import Placeholders
    from chabudai.table.schema.layouts import Layout

WriteText: TypeAlias = Callable[["Placeholders"], str]


@dataclass(frozen=True, slots=True)
class Absence:
    """One way in which an item lacks the value, and what stands for it then: None for nothing."""

    text: WriteText
    default: AttributeValue | None


@dataclass(frozen=True, slots=True)
class Subject:
    """`text` is the path in the expression, `field` how a value there is written, `absences` all ways to lack one."""

    text: str
    field: StoredField
    absences: tuple[Absence, ...]

    def nothings(self, placeholders: "Placeholders") -> list[str]:
        """The ways to be None."""
        missing = [absence.text(placeholders) for absence in self.absences if absence.default is None]
        return [*missing, self.null(placeholders)] if self.field.keeps_null else missing

    def null(self, placeholders: "Placeholders") -> str:
        return f"{self.text} = {placeholders.value({'NULL': True})}"


def find_path(layout: "Layout", place: "str | Path[Any, Any]") -> "Path[Any, Any]":
    """The place within this entity's rows."""
    if isinstance(place, str):
        return Path(layout.entity, layout.field(place)) if place in layout.all_fields else parse_path(layout, place)
    if place.entity.layout.source is not layout.source:
        raise DesignError(f"{place} is a path of {place.entity.__name__}, and was asked of {layout.name}")
    return place


def subject_of(path: "Path[Any, Any]", placeholders: "Placeholders") -> Subject:
    text = path.expression(placeholders.name)
    field = path.field
    if not path.steps:
        default = encoded_default(field, field.current_default())
        return Subject(text, field, (Absence(lambda _: f"attribute_not_exists({text})", default),))
    absences = tuple(_absences(path))
    if all(absence.default is None for absence in absences):
        absences = (Absence(lambda _: f"attribute_not_exists({text})", None),)
    return Subject(text, path.leaf, absences)


def _absences(path: "Path[Any, Any]") -> Iterator[Absence]:
    """The field is not there; or one of the steps is not, below what is; or one that is there says None."""
    yield Absence(_not_exists(path.parents[0]), _leaf_default(path, 0, path.field.current_default()))
    for at, (step, parent) in enumerate(zip(path.steps, path.parents, strict=True), 1):
        below = path.parents[at] if at < len(path.steps) else path
        kind = "L" if step.container == "list" else "M"
        yield Absence(_ends_in(parent, kind, below), _leaf_default(path, at, step.default))
        if parent.leaf.allows_none:
            yield Absence(_is_null(parent), None)


def _leaf_default(path: "Path[Any, Any]", at: int, default: Any) -> AttributeValue | None:
    """What the leaf is when the first `at` steps lead to a default."""
    leaf = default
    for step in path.steps[at:]:
        leaf = MISSING if leaf is None or leaf is NO_DEFAULT or leaf is MISSING else step.get(leaf)
    return None if leaf is MISSING else encoded_default(path.leaf, leaf)


def _not_exists(path: "Path[Any, Any]") -> WriteText:
    return lambda placeholders: f"attribute_not_exists({path.expression(placeholders.name)})"


def _ends_in(parent: "Path[Any, Any]", kind: str, below: "Path[Any, Any]") -> WriteText:
    """There is a map or a list, but not what would be in it."""

    def write(placeholders: "Placeholders") -> str:
        is_there = f"attribute_type({parent.expression(placeholders.name)}, {placeholders.value({'S': kind})})"
        return f"({is_there} AND attribute_not_exists({below.expression(placeholders.name)}))"

    return write


def _is_null(path: "Path[Any, Any]") -> WriteText:
    return lambda placeholders: f"{path.expression(placeholders.name)} = {placeholders.value({'NULL': True})}"
