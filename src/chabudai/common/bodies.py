"""JSON bodies made from an entity's fields: what a program may send, and what it gets, is said once, by the entity."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin

import msgspec
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg
from msgspec import UNSET, UnsetType
from pydantic import BaseModel

from chabudai.common.fields import MANY, DeclaredField, Fields
from chabudai.web.bodies import Body

B = TypeVar("B", bound=Body)
Part = tuple[str, Any] | tuple[str, Any, Any]

_PLAIN = (str, int, float, bool, date, datetime)


def new_body(fields: Fields[Any], *names: str) -> Callable[[type[B]], type[B]]:
    """A body that makes something: what the entity needs is needed, the rest has the entity's own defaults."""
    return lambda body: _derive(body, [_for_new(fields[name]) for name in names or fields.names])


def changes_body(fields: Fields[Any], *names: str) -> Callable[[type[B]], type[B]]:
    """A body that changes something: what is left out stays as it is, null takes away what may be missing."""
    return lambda body: _derive(body, [_for_change(fields[name]) for name in names or fields.names])


def entity_body(model: type[BaseModel], *names: str, **renamed: str) -> Callable[[type[B]], type[B]]:
    """A body that tells of something: these fields of it, and others under another name, as in `id="todo_id"`."""
    sources = {**renamed, **{name: name for name in names}}

    def decorate(body: type[B]) -> type[B]:
        fields = Fields(model, *sources.values())
        made = _derive(body, [(name, _type_of(fields[source])) for name, source in sources.items()])
        _SOURCES[made] = sources
        return made

    return decorate


def fill(body: type[B], row: BaseModel, **more: Any) -> B:
    """A row as its body tells it; `more` is what the body has beyond the row's fields."""
    told = {name: _to_json(getattr(row, source)) for name, source in _SOURCES[body].items() if name not in more}
    return body(**told, **more)


def sent_fields(body: Body) -> dict[str, Any]:
    """What was sent, under the entity's own names, parts as plain values: for `Fields.check` to look at."""
    sent = {name: getattr(body, name) for name in body.__struct_fields__}
    return {name: _to_plain(value) for name, value in sent.items() if value is not UNSET}


_SOURCES: dict[type[Body], Mapping[str, str]] = {}
_PARTS: dict[type[BaseModel], type[Body]] = {}


def _derive(body: type[B], parts: Iterable[Part]) -> type[B]:
    """With the same bases and name, so that the API's description calls it as the code does."""
    made = msgspec.defstruct(
        body.__name__,
        list(parts),
        bases=(body,),
        module=body.__module__,
        namespace={"__doc__": body.__doc__},
        rename="camel",
        forbid_unknown_fields=True,
        kw_only=True,
    )
    return cast(type[B], made)


def _for_new(field: DeclaredField) -> Part:
    kind = _limited_type(field)
    if field.is_required:
        return (field.name, kind)
    default = _to_json(field.default)
    if isinstance(default, (list, Body)):
        return (field.name, kind, msgspec.field(default_factory=lambda: _to_json(field.default)))
    return (field.name, kind, default)


def _for_change(field: DeclaredField) -> Part:
    return (field.name, _limited_type(field) | UnsetType, UNSET)


def _limited_type(field: DeclaredField) -> Any:
    """With the limits of the entity, which the API's description tells and `Fields.check` holds, in its own words."""
    told = {name: value for name, value in {**_limits(field), **_description(field)}.items() if value is not None}
    kind: Any = str if field.kind is date else _json_type(field.kind)
    annotated: Any = Annotated[kind, BodyKwarg(**told)] if told else kind
    return annotated | None if field.may_be_none else annotated


def _limits(field: DeclaredField) -> dict[str, Any]:
    if field.kind is str:
        return {"min_length": field.shortest or None, "max_length": field.longest, "pattern": field.pattern}
    if field.kind in (int, float):
        return {"ge": field.lowest, "le": field.highest}
    if field.kind is date:
        return {"schema_extra": {"format": "date"}}
    if field.is_many:
        return {"min_items": field.shortest or None, "max_items": field.longest}
    return {}


def _description(field: DeclaredField) -> dict[str, Any]:
    told = field.description
    examples = [Example(value=each) for each in told.get("examples", ())]
    return {**told, "examples": examples} if examples else told


def _type_of(field: DeclaredField) -> Any:
    kind = _json_type(field.kind)
    return kind | None if field.may_be_none else kind


def _json_type(kind: Any) -> Any:
    origin = get_origin(kind)
    if origin is Literal or kind in _PLAIN:
        return kind
    if origin in MANY:
        element: Any = _json_type(_element(kind))
        return list[element]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _part_of(kind)
    if kind is Decimal:
        return str
    raise TypeError(f"{kind} has no form in JSON")


def _element(kind: Any) -> Any:
    (annotation, *_) = get_args(kind)
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _part_of(model: type[BaseModel]) -> type[Body]:
    """A body for a part of an entity, as a step is of a todo."""
    if model not in _PARTS:
        holder = type(f"{model.__name__}Body", (Body,), {"__doc__": model.__doc__, "__module__": model.__module__})
        fields = Fields(model)
        _PARTS[model] = _derive(holder, [_for_new(fields[name]) for name in fields.names])
    return _PARTS[model]


def _to_plain(value: Any) -> Any:
    if isinstance(value, Body):
        return sent_fields(value)
    return [_to_plain(each) for each in value] if isinstance(value, list) else value


def _to_json(value: Any) -> Any:
    """Times in UTC, sets in order, parts as their bodies."""
    match value:
        case datetime():
            return value.astimezone(UTC)
        case frozenset() | set():
            return sorted(value)
        case tuple() | list():
            return [_to_json(each) for each in value]
        case BaseModel():
            return _part_of(type(value))(**{name: _to_json(each) for name, each in value})
        case Decimal():
            return str(value)
        case _:
            return value
