"""Fields that people fill in: the entity says what each may be, and forms, API and import are all held to that here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from chabudai.common.field_checks import FieldCheck, Refusal, check_for
from chabudai.web.errors import BadRequest, InvalidFields
from chabudai.web.field_sentences import NO_SUCH_FIELD
from chabudai.web.translations import Text

M = TypeVar("M", bound=BaseModel)

MANY = (tuple, list, set, frozenset)


@dataclass(frozen=True, slots=True)
class Prose:
    """Marks text of several lines; text without it has one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Marks a field with a rule of its own beside its type: `check` gives what is kept, or raises ValueError."""

    check: Callable[[Any], Any]
    sentence: Text


@dataclass(frozen=True, slots=True)
class FieldMessage:
    """Marks a field of which the usual sentences would not help: this one is said when its type does not take it."""

    sentence: Text


@dataclass(frozen=True)
class DeclaredField:
    """One field as the entity declares it."""

    name: str
    info: FieldInfo

    @cached_property
    def kind(self) -> Any:
        """Its type without None and marks."""
        return _strip_marks(self.info.annotation, self.name)

    @cached_property
    def marks(self) -> tuple[Any, ...]:
        return (*self.info.metadata, *_inner_marks(self.info.annotation))

    @cached_property
    def may_be_none(self) -> bool:
        return _may_be_none(self.info.annotation)

    @cached_property
    def is_required(self) -> bool:
        """Whether something has to be said: neither a default nor None stands for it."""
        return self.info.is_required() and not self.may_be_none

    @property
    def default(self) -> Any:
        if self.info.default_factory is not None:
            return self.info.default_factory()  # type: ignore[call-arg]
        return None if self.info.default is PydanticUndefined else self.info.default

    @cached_property
    def is_many(self) -> bool:
        return get_origin(self.kind) in MANY

    @cached_property
    def element(self) -> "DeclaredField":
        """One of the many."""
        (annotation, *_) = get_args(self.kind)
        return DeclaredField(self.name, FieldInfo.from_annotation(annotation))

    @cached_property
    def is_prose(self) -> bool:
        return self._mark(Prose) is not None

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(mark for mark in self.marks if isinstance(mark, Rule))

    @cached_property
    def message(self) -> Text | None:
        """What is said of a value that is not of its type or bounds, where the usual sentence would not help."""
        mark = self._mark(FieldMessage)
        return None if mark is None else mark.sentence

    @cached_property
    def longest(self) -> int | None:
        mark = self._mark(MaxLen)
        return None if mark is None else mark.max_length

    @cached_property
    def shortest(self) -> int:
        mark = self._mark(MinLen)
        return 0 if mark is None else mark.min_length

    @cached_property
    def pattern(self) -> str | None:
        return next((mark.pattern for mark in self.marks if getattr(mark, "pattern", None)), None)

    @cached_property
    def lowest(self) -> Any:
        """Of whole numbers also what `gt` says."""
        if (least := self._mark(Ge)) is not None:
            return least.ge
        above = self._mark(Gt)
        return above.gt + 1 if above is not None and self.kind is int else None

    @cached_property
    def highest(self) -> Any:
        if (most := self._mark(Le)) is not None:
            return most.le
        below = self._mark(Lt)
        return below.lt - 1 if below is not None and self.kind is int else None

    @property
    def description(self) -> dict[str, Any]:
        """What the API's description says of it: the pydantic field's own words."""
        told = {"description": self.info.description, "examples": self.info.examples}
        return {name: value for name, value in told.items() if value}

    @cached_property
    def choices(self) -> tuple[Any, ...]:
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @cached_property
    def check(self) -> FieldCheck:
        """Gives back a value as it is kept, or raises Refusal."""
        return check_for(self)

    def _mark(self, kind: type[Any]) -> Any:
        return next((mark for mark in self.marks if isinstance(mark, kind)), None)


class Fields(Generic[M]):
    """The fields of an entity, or of a form's own model, that people fill in."""

    def __init__(self, model: type[M], *names: str) -> None:
        self.model = model
        chosen = names or tuple(model.model_fields)
        if unknown := [name for name in chosen if name not in model.model_fields]:
            raise TypeError(f"{model.__name__} has no field {unknown[0]}")
        self.by_name = {name: DeclaredField(name, model.model_fields[name]) for name in chosen}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.by_name)

    def __getitem__(self, name: str) -> DeclaredField:
        return self.by_name[name]

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every given field as it is kept. InvalidFields tells all that are wrong at once."""
        if unknown := given.keys() - self.by_name.keys():
            raise BadRequest(details=[(min(map(str, unknown)), NO_SUCH_FIELD)])
        kept: dict[str, Any] = {}
        refusals: list[tuple[str, Text]] = []
        for name, value in given.items():
            try:
                kept[name] = self.by_name[name].check(value)
            except Refusal as refusal:
                refusals.append((name, refusal.sentence))
        if refusals:
            raise InvalidFields(refusals)
        return kept

    def check_new(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The same for something new: what it needs and was not given is told too."""
        missing = {name: None for name, field in self.by_name.items() if name not in given and field.info.is_required()}
        return self.check({**missing, **given})


def _strip_marks(annotation: Any, name: str) -> Any:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _strip_marks(get_args(annotation)[0], name)
    if origin in (Union, UnionType):
        kinds = [each for each in get_args(annotation) if each is not NoneType]
        if len(kinds) != 1:
            raise TypeError(f"{name} may be one of several types: nobody can tell which of them was typed")
        return _strip_marks(kinds[0], name)
    return annotation


def _inner_marks(annotation: Any) -> tuple[Any, ...]:
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *marks = get_args(annotation)
        return (*_inner_marks(inner), *_spread(marks))
    if origin in (Union, UnionType):
        return tuple(mark for each in get_args(annotation) for mark in _inner_marks(each))
    return ()


def _spread(marks: list[Any]) -> list[Any]:
    """A pydantic `Field(…)` among the marks stands for the marks that it was made from."""
    return [each for mark in marks for each in (mark.metadata if isinstance(mark, FieldInfo) else (mark,))]


def _may_be_none(annotation: Any) -> bool:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _may_be_none(get_args(annotation)[0])
    return origin in (Union, UnionType) and NoneType in get_args(annotation)
