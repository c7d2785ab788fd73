"""Rules: what an entity's own validators, limits and configuration make of a value, found in pydantic's schema of it.

A rule of one field can be asked of a value alone. A rule over several (a model validator, a validator that looks at
other fields, what runs after the entity is made) needs the whole entity.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

from pydantic import BaseModel
from pydantic_core import SchemaValidator

from chabudai.table.schema.looks import asked_alone

Schema: TypeAlias = Mapping[str, Any]
Definitions: TypeAlias = Mapping[str, Schema]
Validate: TypeAlias = Callable[[Any], Any]

_FUNCTIONS = frozenset({"function-before", "function-after", "function-wrap", "function-plain"})
_WRAPPERS = frozenset({"default", "nullable"})
_COLLECTIONS = frozenset({"list", "set", "frozenset", "tuple"})
# What the store can hold a number to by a condition on what is stored.
_NUMBER_LIMITS = frozenset({"ge", "gt", "le", "lt"})
_NUMBERS = frozenset({"int", "float", "decimal"})
_LENGTHS = frozenset({"min_length", "max_length"})
_NO_SCHEMAS = frozenset({"metadata", "serialization", "function", "cls", "config", "default", "computed_fields"})
_ALONE = ":alone"
_PLAIN = frozenset({"type", "ref", "metadata", "serialization", "strict", "allow_inf_nan"})


@dataclass(frozen=True)
class EntityRules:
    """`entity` is the pydantic model; what is read of it is read when it is first asked for."""

    entity: type[BaseModel]

    @cached_property
    def is_over_several_fields(self) -> bool:
        """Whether a change of one field can be judged only with all the others at hand."""
        model = self._parts.model
        own = bool(self._parts.functions) or bool(model.get("custom_init")) or "post_init" in model
        return own or any(self._needs_others(name) for name in self._fields)

    def validator(self, name: str) -> Validate:
        """What the constructor does with a field's value, but for functions that look at other fields."""
        return self._compile(self._field_schema(name), name)

    def takes_any_text(self, name: str) -> bool:
        """Whether a text is right as it is, whatever it says."""
        schema, config = self._field_schema(name), self._parts.model.get("config") or {}
        return (
            schema["type"] == "str" and schema.keys() <= _PLAIN and not any(each.startswith("str_") for each in config)
        )

    def element_validator(self, name: str) -> Validate | None:
        """The same for some elements of a list or a set, however many; None where the field is neither."""
        schema = self._unwrap(self._field_schema(name), _WRAPPERS | _FUNCTIONS)
        if schema["type"] not in _COLLECTIONS:
            return None
        return self._compile({key: value for key, value in schema.items() if key not in _LENGTHS}, name)

    def limits(self, name: str) -> Mapping[str, Any]:
        """The bounds of a number or of a length, by pydantic's names for them."""
        return limits_of(self._unwrap(self._field_schema(name), _WRAPPERS))

    def is_bounded_only(self, name: str) -> bool:
        """Whether no rule of a number or a collection goes beyond bounds, which a condition can hold the store to."""
        return is_bounded_only(self._unwrap(self._field_schema(name), _WRAPPERS))

    def has_functions(self, name: str) -> bool:
        """Whether a function has a say in the values of a field, also within models."""
        schemas = (self._field_schema(name), *self._parts.definitions.values())
        return any(map(has_functions, schemas))

    def check_default(self, name: str, default: Any) -> Any:
        """A field's default as the constructor would have it: as it is, unless the entity validates defaults."""
        info = self.entity.model_fields[name]
        is_given = not info.is_required() and info.default_factory is None
        validates = self._validates_defaults if info.validate_default is None else info.validate_default
        is_judged = is_given and validates and not self._needs_others(name)
        return self.validator(name)(default) if is_judged else default

    def construct(self, values: Mapping[str, Any]) -> Any:
        """The entity that its constructor makes of these values. Raises pydantic's ValidationError."""
        return self._constructor(values)

    @cached_property
    def _constructor(self) -> Validate:
        if not self._refuses_own_values:
            return self.entity.__pydantic_validator__.validate_python
        if not self.entity.__pydantic_complete__:
            self.entity.model_rebuild()
        schema = with_lax_enums(self.entity.__pydantic_core_schema__)
        return SchemaValidator(schema, _use_prebuilt=False).validate_python

    @cached_property
    def _refuses_own_values(self) -> bool:
        """Whether the constructor takes only members of enums, and makes their values of them."""
        return bool(self.entity.model_config.get("strict") and self.entity.model_config.get("use_enum_values"))

    @cached_property
    def _validates_defaults(self) -> bool:
        return bool(self.entity.model_config.get("validate_default"))

    @property
    def _fields(self) -> Mapping[str, Any]:
        return self.entity.model_fields

    def _field_schema(self, name: str) -> Schema:
        found: Schema = self._parts.fields[name]["schema"]
        return self._resolve(found)

    def _needs_others(self, name: str) -> bool:
        return needs_others(self._field_schema(name), self._parts.definitions)

    def schema_alone(self, name: str) -> tuple[Any, Any]:
        """Pydantic's schema of a field by itself, without functions that look at others, and its configuration."""
        config = self._parts.model.get("config")
        return without_looks(self._field_schema(name), self._parts.definitions, name, config), config

    def _compile(self, schema: Schema, name: str) -> Validate:
        config = self._parts.model.get("config")
        whole = without_looks(schema, self._parts.definitions, name, config)
        return SchemaValidator(with_lax_enums(whole) if self._refuses_own_values else whole, config).validate_python

    def _unwrap(self, schema: Schema, wrappers: frozenset[str]) -> Schema:
        schema = self._resolve(schema)
        while schema["type"] in wrappers and "schema" in schema:
            schema = self._resolve(schema["schema"])
        return schema

    def _resolve(self, schema: Schema) -> Schema:
        return self._parts.definitions[schema["schema_ref"]] if schema["type"] == "definition-ref" else schema

    @cached_property
    def _parts(self) -> "_SchemaParts":
        if not self.entity.__pydantic_complete__:
            self.entity.model_rebuild()
        return _take_apart(self.entity.__pydantic_core_schema__)


@dataclass(frozen=True)
class MemberRules(EntityRules):
    """What a model within a field says of one of its members, by whatever path that is reached."""

    member: str

    def _field_schema(self, name: str) -> Schema:
        return super()._field_schema(self.member)

    def _compile(self, schema: Schema, name: str) -> Validate:
        return super()._compile(schema, self.member)


def has_functions(schema: Any) -> bool:
    """Whether any function stands in a schema, however deep."""
    if isinstance(schema, Mapping):
        kind = schema.get("type")
        if kind in _FUNCTIONS or (kind == "model" and ("post_init" in schema or schema.get("custom_init"))):
            return True
        return any(has_functions(each) for name, each in schema.items() if name not in _NO_SCHEMAS)
    return isinstance(schema, (list, tuple)) and any(map(has_functions, schema))


def limits_of(schema: Schema) -> Mapping[str, Any]:
    """The same of a type's schema."""
    while schema["type"] in _WRAPPERS:
        schema = schema["schema"]
    return {name: schema[name] for name in (*_NUMBER_LIMITS, *_LENGTHS) if schema.get(name) is not None}


def is_bounded_only(schema: Schema) -> bool:
    """The same of a type's schema."""
    if schema["type"] in _NUMBERS:
        return schema.keys() <= _PLAIN | _NUMBER_LIMITS
    is_fixed = schema["type"] == "tuple" and schema.get("variadic_item_index") is None
    return schema["type"] in _COLLECTIONS and not is_fixed


def needs_others(schema: Schema, definitions: Definitions) -> bool:
    """Whether a function within looks at more than the value itself, or a default is made of other fields."""
    return any(
        each.get("default_factory_takes_data")
        or (each.get("type") in _FUNCTIONS and each["function"].get("type") == "with-info")
        for each in _schemas_in(schema, definitions, set())
    )


def without_looks(schema: Schema, definitions: Definitions, field_name: str, config: Any = None) -> Any:
    """A schema, with its definitions, whose functions are asked of the value itself alone, unless they look at more.

    Models keep such functions, which look at their own fields; so what both name is defined twice.
    """
    looking = frozenset(ref for ref, each in definitions.items() if needs_others(each, definitions))
    without = partial(_without_looks, looking, partial(asked_alone, field_name=field_name, config=config))
    alone = ({**without(definitions[ref]), "ref": ref + _ALONE} for ref in looking)
    known, whole = [*definitions.values(), *alone], without(schema)
    return {"type": "definitions", "schema": whole, "definitions": known} if known else whole


def split_definitions(schema: Any) -> tuple[Any, Definitions]:
    """A schema and what it refers to by name."""
    if schema["type"] != "definitions":
        return schema, {}
    return schema["schema"], {each["ref"]: each for each in schema["definitions"]}


def _without_looks(looking: frozenset[str], ask_alone: Callable[[Schema], Schema], schema: Any) -> Any:
    without = partial(_without_looks, looking, ask_alone)
    if isinstance(schema, (list, tuple)):
        return type(schema)(map(without, schema))
    if not isinstance(schema, Mapping) or schema.get("type") == "model":
        return schema
    if schema.get("type") == "definition-ref" and schema["schema_ref"] in looking:
        return {**schema, "schema_ref": schema["schema_ref"] + _ALONE}
    whole = {name: each if name in _NO_SCHEMAS else without(each) for name, each in schema.items()}
    is_told = schema.get("type") in _FUNCTIONS and schema["function"].get("type") == "with-info"
    return ask_alone(whole) if is_told else whole


def with_lax_enums(schema: Any) -> Any:
    """A schema in which the value of an enum's member stands for it, also where nothing else is converted."""
    if isinstance(schema, (list, tuple)):
        return type(schema)(map(with_lax_enums, schema))
    if not isinstance(schema, Mapping):
        return schema
    lax = {name: each if name in _NO_SCHEMAS else with_lax_enums(each) for name, each in schema.items()}
    return {**lax, "strict": False} if schema.get("type") == "enum" else lax


@dataclass(frozen=True, slots=True)
class _SchemaParts:
    """`functions` are what runs around the whole entity, outermost first."""

    definitions: Definitions
    functions: tuple[str, ...]
    model: Schema
    fields: Mapping[str, Schema]


def _take_apart(schema: Any) -> _SchemaParts:
    """What pydantic's schema of a model is made of; its own types for that are too many to tell apart here."""
    schema, definitions = split_definitions(schema)
    functions: list[str] = []
    model: Schema = {}
    while schema["type"] != "model-fields":
        if schema["type"] == "definition-ref":
            schema = definitions[schema["schema_ref"]]
            continue
        if schema["type"] in _FUNCTIONS:
            functions.append(schema["type"])
        if schema["type"] == "model":
            model = schema
        schema = schema["schema"]
    return _SchemaParts(definitions, tuple(functions), model, schema["fields"])


def _schemas_in(schema: Any, definitions: Definitions, seen: set[str]) -> Iterator[Schema]:
    """A field's schema and those within, but not within models: their functions look at the model's own fields."""
    if isinstance(schema, Mapping):
        if "type" in schema:
            yield schema
        if schema.get("type") == "model":
            return
        if schema.get("type") == "definition-ref" and schema["schema_ref"] not in seen:
            seen.add(schema["schema_ref"])
            yield from _schemas_in(definitions[schema["schema_ref"]], definitions, seen)
        for name, each in schema.items():
            if name not in _NO_SCHEMAS:
                yield from _schemas_in(each, definitions, seen)
    elif isinstance(schema, (list, tuple)):
        for each in schema:
            yield from _schemas_in(each, definitions, seen)
