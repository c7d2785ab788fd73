"""Model dumps: models as plain maps, lists and sets, by their own aliases and without what is computed.

What is read back as it was without being stored is left out of them: an empty set, which DynamoDB does not have, and
None where that is the default.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from operator import not_
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import SchemaSerializer

_SETS = frozenset({"set", "frozenset"})
_FUNCTIONS = frozenset({"function-before", "function-after", "function-wrap"})
_NO_SCHEMAS = frozenset({"metadata", "serialization", "function", "cls", "config", "default", "computed_fields"})


@dataclass(frozen=True)
class ModelDump:
    """Of values of one type; what is read of the type is read at its first value."""

    annotation: Any
    omits_none: bool

    def __call__(self, value: Any) -> Any:
        return self._dump(value)

    @cached_property
    def _dump(self) -> Callable[[Any], Any]:
        adapter: TypeAdapter[Any] = TypeAdapter(self.annotation)
        # What pydantic has built of the models already, and would use, leaves nothing out.
        serializer = SchemaSerializer(_leaving_out(adapter.core_schema, self.omits_none), _use_prebuilt=False)
        # What an instance holds against its own types is refused when it is read back, with its field: no warnings.
        return partial(serializer.to_python, by_alias=True, exclude_computed_fields=True, warnings="none")


def _leaving_out(schema: Any, omits_none: bool) -> Any:
    """A schema of pydantic's, or a piece of one, in which fields of models say when they are left out."""
    if isinstance(schema, (list, tuple)):
        return type(schema)(_leaving_out(each, omits_none) for each in schema)
    if not isinstance(schema, Mapping):
        return schema
    made = {name: piece if name in _NO_SCHEMAS else _leaving_out(piece, omits_none) for name, piece in schema.items()}
    if schema.get("type") != "model-field":
        return made
    default = _unwrap(schema["schema"], _FUNCTIONS)
    if _unwrap(default, _FUNCTIONS | {"default"})["type"] in _SETS:
        return {**made, "serialization_exclude_if": not_}
    if omits_none and default.get("default", ...) is None:
        return {**made, "serialization_exclude_if": _is_none}
    return made


def _unwrap(schema: Mapping[str, Any], wrappers: frozenset[str]) -> Mapping[str, Any]:
    while schema["type"] in wrappers:
        schema = schema["schema"]
    return schema


def _is_none(value: Any) -> bool:
    return value is None
