"""Stored validation: entities of stored values are what their constructor makes of them, limits apart.

A constructor that keeps values as they are need not be asked. Limits that a field has now do not hide what was stored
under others.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from pydantic import BaseModel
from pydantic_core import SchemaValidator

from chabudai.table.schema.rules import EntityRules, with_lax_enums

Validate: TypeAlias = Callable[[dict[str, Any]], Any]

_CHANGING_CONFIG = ("str_strip_whitespace", "str_to_lower", "str_to_upper", "use_enum_values", "validate_default")
_LIMITS = frozenset(
    {"ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern", "max_digits", "decimal_places"}
)
_CONFIG_LIMITS = frozenset({"str_min_length", "str_max_length"})
_OPAQUE = frozenset({"metadata", "serialization", "default", "function", "cls"})


def keeps_values(entity: type[BaseModel]) -> bool:
    """Whether the constructor takes values of the right types as they are, and does nothing else.

    What is computed of an entity when it is asked, and a validator in a field's own annotation, are no part of that.
    """
    own = entity.__pydantic_decorators__
    return not (
        own.validators
        or own.field_validators
        or own.root_validators
        or own.model_validators
        or entity.__private_attributes__
        or entity.__init__ is not BaseModel.__init__
        or entity.model_post_init is not BaseModel.model_post_init
        or any(entity.model_config.get(name) for name in _CHANGING_CONFIG)
        or any(
            info.validate_default or info.default_factory_takes_validated_data for info in entity.model_fields.values()
        )
    )


def compile_validator(entity: type[BaseModel]) -> Validate:
    """What the constructor does with values, but under no limit; a field that is left out gets its default there."""
    if not entity.__pydantic_complete__:
        entity.model_rebuild()
    schema = with_lax_enums(_without_limits(entity.__pydantic_core_schema__))
    # What pydantic has built of the entity already, and would use, knows its limits.
    return SchemaValidator(schema, _use_prebuilt=False).validate_python


def compile_field_validators(rules: EntityRules) -> dict[str, Callable[[Any], Any]]:
    """The same of the value of one field alone, by the names of those that the constructor may change."""
    entity = rules.entity
    if keeps_values(entity):
        return {}
    changes_all = any(entity.model_config.get(name) for name in _CHANGING_CONFIG)
    names = (name for name in entity.model_fields if changes_all or rules.has_functions(name))
    return {name: _compile_alone(*rules.schema_alone(name)) for name in names}


def _compile_alone(schema: Any, config: Any) -> Callable[[Any], Any]:
    lax = with_lax_enums(_without_limits(schema))
    return SchemaValidator(lax, _without_limits(config), _use_prebuilt=False).validate_python


def _without_limits(schema: Any) -> Any:
    """A schema of pydantic's, or a piece of one, copied as far as it has limits."""
    if isinstance(schema, (list, tuple)):
        return type(schema)(map(_without_limits, schema))
    if not isinstance(schema, dict):
        return schema
    limits = _LIMITS if isinstance(schema.get("type"), str) else _CONFIG_LIMITS
    return {
        name: piece if name in _OPAQUE else _without_limits(piece)
        for name, piece in schema.items()
        if name not in limits
    }
