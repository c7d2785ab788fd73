"""Refused probes: what is said of made-up arguments that a pattern refuses, and how to give it others."""

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from chabudai.table.errors import InvalidFieldValue, InvalidValue


def show_arguments(arguments: Mapping[str, Any]) -> str:
    """Entities by their names alone: what is wrong with one is told with its field."""
    return "{" + ", ".join(f"{name!r}: {_show(value)}" for name, value in arguments.items()) + "}"


def advise_examples(arguments: Mapping[str, Any], hints: Mapping[str, Any], refusal: Exception) -> str:
    """Where examples are given for what was refused: at an entity's field, or in the type of an argument."""
    made = {type(each).__name__ for value in arguments.values() for each in _models(value)}
    if isinstance(refusal, InvalidFieldValue) and refusal.entity in made:
        place = f"{refusal.entity}.{refusal.field}" if refusal.field else f"the fields of {refusal.entity}"
        return f"Field(examples=[…]) at {place}"
    value = refusal.value if isinstance(refusal, InvalidValue) else None
    likely = [name for name, given in arguments.items() if value is not None and given == value] or list(arguments)
    if len(likely) == 1:
        return f"{likely[0]}: Annotated[{name_type(hints[likely[0]])}, Field(examples=[…])] as an argument"
    return "Annotated[str, Field(examples=[…])] as an argument's type"


def name_type(annotation: Any) -> str:
    """Without the modules of what it is made of."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return name_type(get_args(annotation)[0])
    members = [name_type(each) for each in get_args(annotation)]
    if origin in (Union, UnionType):
        return " | ".join(members)
    name = getattr(origin or annotation, "__name__", None) or str(annotation)
    return f"{name}[{', '.join(members)}]" if members else name


def _models(value: Any) -> list[BaseModel]:
    if isinstance(value, (list, tuple, set, frozenset)):
        return [model for each in value for model in _models(each)]
    return [value] if isinstance(value, BaseModel) else []


def _show(value: Any) -> str:
    if isinstance(value, BaseModel):
        return f"{type(value).__name__}(…)"
    if isinstance(value, (list, tuple)) and _models(value):
        return f"[{', '.join(map(_show, value))}]"
    return repr(value)
