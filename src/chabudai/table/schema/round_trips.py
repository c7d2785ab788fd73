"""Round trips: what is stored of a value comes back as that value. A type of which that can't be said is refused."""

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel, PlainSerializer, SerializeAsAny, WrapSerializer
from pydantic.fields import FieldInfo

from chabudai.table.annotations import may_be_none, models_in, plain_type, types_within
from chabudai.table.errors import DesignError
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.storable_types import check_storable
from chabudai.table.schema.union_members import check_union

_SERIALIZERS: Any = (PlainSerializer, WrapSerializer, SerializeAsAny)
_ITSELF = "a model within a field is stored by its fields, and read back from them"


def check_round_trip(owner: str, field: StoredField) -> None:
    """Refuse a model that stores less or other than it reads, and a union whose members are stored alike."""
    if field.codec is not None:
        return
    place = f"{owner}.{field.name}"
    if any((get_origin(each) or each) in (set, frozenset) for each in get_args(field.kind) if _is_union(field.kind)):
        raise DesignError(
            f"{place}: DynamoDB has no empty sets, so an empty one could not be told from a value that is missing; "
            "give the set a field of its own"
        )
    models = models_in(field.annotation)
    for model in sorted(models, key=lambda each: each.__name__):
        _check_model(place, model)
    _check_annotation(place, field.annotation, field.marks, bool(models))


def _check_model(place: str, model: type[BaseModel]) -> None:
    where = f"{place} holds {model.__name__}"
    decorators = model.__pydantic_decorators__
    if decorators.model_serializers:
        raise DesignError(f"{where}, which has a serializer of its own, and {_ITSELF}: leave the serializer out")
    for each in decorators.field_serializers.values():
        raise DesignError(
            f"{where}, whose {', '.join(each.info.fields)} has a serializer, and {_ITSELF}: leave the serializer out"
        )
    stored: dict[str, str] = {}
    for name, info in model.model_fields.items():
        _check_member(where, model, name, info)
        _check_annotation(f"{place}: {model.__name__}.{name}", info.annotation, tuple(info.metadata), True)
        _check_set(where, name, info)
        other = stored.setdefault(_stored_name(name, info), name)
        if other != name:
            raise DesignError(
                f"{where}, whose {other} and {name} are both stored as {_stored_name(name, info)!r}: give one of "
                "them another alias"
            )


def _check_member(where: str, model: type[BaseModel], name: str, info: FieldInfo) -> None:
    if info.exclude or info.exclude_if is not None:
        raise DesignError(
            f"{where}, whose {name} is excluded, and so would be lost when it is stored: leave out exclude, or make "
            "it a PrivateAttr if it is not to be stored"
        )
    if (stored := _stored_name(name, info)) not in _read_names(model, name, info):
        raise DesignError(
            f"{where}, whose {name} is stored as {stored!r} and not read from there: give it one alias=… for both, "
            "or none"
        )


def _check_set(where: str, name: str, info: FieldInfo) -> None:
    kind = plain_type(info.annotation)
    if (get_origin(kind) or kind) in (set, frozenset) and not _is_empty_by_default(info):
        raise DesignError(
            f"{where}, whose {name} may be an empty set, which DynamoDB does not have, and which would be read back as "
            f"something else: give {name} the default set(), and leave out `| None`"
        )


def _is_empty_by_default(info: FieldInfo) -> bool:
    """Whether an empty set that is missing is read back; or never empty."""
    if any(getattr(mark, "min_length", None) for mark in info.metadata):
        return True
    default = None if info.is_required() else info.get_default(call_default_factory=True, validated_data={})
    return not may_be_none(info.annotation) and default in (set(), frozenset())


def _check_annotation(place: str, annotation: Any, marks: tuple[Any, ...], is_dumped: bool) -> None:
    """`is_dumped` where pydantic itself writes the value, as it does of models and of all that stands beside them."""
    for part, own in _parts(annotation, marks, set()):
        check_storable(place, part, own)
        if is_dumped and any(_is_serializer(mark) for mark in own):
            raise DesignError(f"{place} has a serializer, and {_ITSELF}: leave the serializer out")
        if _is_union(part):
            check_union(place, part, own)


def _parts(annotation: Any, marks: tuple[Any, ...], seen: set[int]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """An annotation and all within it, each with its own marks; models are looked at by themselves."""
    if get_origin(annotation) is Annotated:
        inner, *own = get_args(annotation)
        yield from _parts(inner, (*marks, *own), seen)
        return
    if id(annotation) in seen:
        return
    seen.add(id(annotation))
    yield annotation, marks
    for within in types_within(annotation):
        yield from _parts(within, (), seen)


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, UnionType)


def _is_serializer(mark: Any) -> bool:
    return isinstance(mark, _SERIALIZERS)


def _stored_name(name: str, info: FieldInfo) -> str:
    return info.serialization_alias or name


def _read_names(model: type[BaseModel], name: str, info: FieldInfo) -> set[str]:
    config, alias = model.model_config, info.validation_alias
    by_name = alias is None or config.get("populate_by_name") or config.get("validate_by_name")
    choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
    aliases = {each for each in choices if isinstance(each, str)} if config.get("validate_by_alias", True) else set()
    return aliases | {name} if by_name else aliases
