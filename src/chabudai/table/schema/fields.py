"""Fields: how one field of an entity is named, written and read, and what stands for it when it is missing."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, get_origin
from uuid import UUID

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import SchemaValidator

from chabudai.table.annotations import attribute_type, inner_marks, is_number, may_be_none, models_in, plain_type
from chabudai.table.attributes import AttributeValue, to_attribute
from chabudai.table.errors import DesignError, FormatMismatch, InvalidFieldValue, InvalidKeyValue, UnsupportedValue
from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.formats import codec_for
from chabudai.table.schema.encodings import Decode, Encode, decoding, encoding
from chabudai.table.schema.fault_places import locate_fault
from chabudai.table.schema.markers import (
    AnyOffset,
    As,
    KeepNull,
    KeyOnly,
    OmittedDefault,
    Prefixed,
    UpdatedAt,
    VersionNumber,
)
from chabudai.table.schema.model_classes import find_subclass, have_subclasses
from chabudai.table.schema.naming import NamingRule, Stored
from chabudai.table.schema.rules import (
    EntityRules,
    Validate,
    has_functions,
    is_bounded_only,
    limits_of,
    needs_others,
    split_definitions,
    without_looks,
)
from chabudai.table.schema.seconds import WholeSeconds, exact_seconds
from chabudai.table.schema.stored_forms import may_change_form

_OURS = (AnyOffset, As, VersionNumber, KeepNull, KeyOnly, OmittedDefault, Prefixed, Stored, UpdatedAt)
_EMPTIES: tuple[type, ...] = (list, dict, tuple, set, frozenset)
_UNCHANGEABLE = (str, int, float, bytes, Decimal, date, time, UUID, Enum, type(None))


class _NoDefault:
    """There is no default that is the same each time."""

    def __repr__(self) -> str:
        return "NO_DEFAULT"


NO_DEFAULT = _NoDefault()


def is_unchangeable(value: Any) -> bool:
    """Whether rows may share a value, since none of them can change it."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(is_unchangeable, value))
    return isinstance(value, _UNCHANGEABLE)


@dataclass(frozen=True)
class StoredField:
    """`stored` is None when only keys hold the field. `encode` gives None for what is left out of an item."""

    name: str
    stored: str | None
    annotation: Any
    kind: Any
    default: Any
    has_default: bool
    is_frozen: bool
    marks: tuple[Any, ...]
    codec: Codec | None
    keeps_null: bool
    encode: Encode
    decode: Decode
    is_expiry: bool = False
    rules: EntityRules | None = None
    is_default_of_others: bool = False
    """Whether its default is made of other fields: then only the constructor can make it."""
    place_of: str | None = None
    """Of what stands within a field: the entity, by which messages name it."""
    is_computed_of: bool = False
    """Whether a part of a key is computed of it."""
    key_codec: Codec | None = None
    """Of a field that only keys hold: how it is written in the key that it is read back from."""

    @staticmethod
    def of(name: str, info: FieldInfo, naming: NamingRule, delimiter: str) -> "StoredField":
        marks = (*info.metadata, *filter(is_storage_mark, inner_marks(info.annotation)))
        kind = plain_type(info.annotation)
        default = fixed_default(info, kind)
        _check(name, info, marks, default)
        spec = next((mark.spec for mark in marks if isinstance(mark, As)), None)
        codec = None if spec is None else _codec_of_text(name, kind, spec, delimiter)
        if codec is not None and not codec.is_exact:
            raise FormatMismatch(
                f"{name}: As({spec!r}) would store less than the field is, and it could not be read back; "
                f"{{{name}:{spec}}} can stand in a key of an index beside it"
            )
        given = next((mark.name for mark in marks if isinstance(mark, Stored)), None)
        keeps_null = _has_mark(marks, KeepNull)
        return StoredField(
            name,
            None if _has_mark(marks, KeyOnly) else given or naming(name),
            info.annotation,
            kind,
            default,
            not info.is_required(),
            bool(info.frozen),
            marks,
            codec,
            keeps_null,
            encoding(info.annotation, marks, codec, keeps_null),
            decoding(info.annotation, marks, codec),
            is_default_of_others=bool(info.default_factory_takes_validated_data),
        )

    def under(self, rules: EntityRules) -> "StoredField":
        """The same field, with what its entity says of all of its values beside the annotation."""
        return replace(self, rules=rules, default=rules.check_default(self.name, self.default))

    def for_view(self, info: FieldInfo) -> "StoredField":
        """The same field as a view has it: stored alike, with a default of its own."""
        default = fixed_default(info, plain_type(info.annotation))
        return replace(self, annotation=info.annotation, default=default, has_default=not info.is_required())

    def new_default(self) -> Any:
        """The default that is always the same, but an object of its own: what one row does to it, no other sees."""
        return self.default if self.shares_default else deepcopy(self.default)

    def current_default(self) -> Any:
        """What stands for a missing value at this moment: also what a factory makes, if that is the same each time."""
        return self._make_default() if self.default is NO_DEFAULT and self._makes_one_default else self.default

    @cached_property
    def _makes_one_default(self) -> bool:
        is_made_alone = self.has_default and not self.is_default_of_others and type(self.rules) is EntityRules
        return is_made_alone and bool(self._make_default() == self._make_default())

    def _make_default(self) -> Any:
        assert self.rules is not None
        return self.rules.entity.model_fields[self.name].get_default(call_default_factory=True, validated_data={})

    def checked_default(self) -> Any:
        """The same as the constructor has it when it is given: pydantic itself takes a default as it is."""
        return self._checked_default if self.shares_default else self.check(self.new_default())

    @cached_property
    def _checked_default(self) -> Any:
        return self.check(self.default)

    @cached_property
    def shares_default(self) -> bool:
        return is_unchangeable(self.default)

    @cached_property
    def is_version(self) -> bool:
        return _has_mark(self.marks, VersionNumber)

    @cached_property
    def is_updated_at(self) -> bool:
        return _has_mark(self.marks, UpdatedAt)

    @property
    def filling_advice(self) -> str:
        """What to do instead of changing a field that the store fills."""
        if self.is_version:
            return f"leave it out; when({self.name}=…) holds an update to what was read"
        return "leave it out; Put(…).keeping_time() stores one that is given"

    @cached_property
    def omits_default(self) -> bool:
        return _has_mark(self.marks, OmittedDefault)

    @cached_property
    def marks_change_text(self) -> bool:
        return _has_mark(self.marks, Prefixed)

    @cached_property
    def is_set(self) -> bool:
        return _is_set(self.kind)

    @cached_property
    def is_number(self) -> bool:
        return is_number(self.kind)

    @property
    def attribute_type(self) -> str | None:
        return "N" if self.is_expiry else "S" if self.codec else attribute_type(self.kind)

    @property
    def owner(self) -> str | None:
        """The name of the entity or model whose field it is."""
        if self.place_of is not None:
            return self.place_of
        return None if self.rules is None else self.rules.entity.__name__

    def encode_bound(self, value: Any) -> AttributeValue | None:
        """The end of a range of values: as fine as it was given, also where values are rounded to be stored."""
        if self.is_expiry and value is not None:
            return to_attribute(exact_seconds(value))
        return self.encode_or_tell(value)

    def encode_or_tell(self, value: Any) -> AttributeValue | None:
        """The same as `encode`; what can't be stored is refused with the field's name."""
        try:
            return self.encode(value)
        except UnsupportedValue as refusal:
            refusal.locate(self.name if self.owner is None else f"{self.owner}.{self.name}")
            raise
        except InvalidKeyValue as refusal:
            if self.codec is not None:
                refusal.locate(self.name, f"{self.owner}, stored As({self.codec.name!r})")
            raise

    def encode_stored(self, value: Any) -> AttributeValue | None:
        """As it stands in an item: None also for a default that is left out."""
        return None if self.omits_default and value == self.default else self.encode_or_tell(value)

    @cached_property
    def is_seen_as_read(self) -> bool:
        """Whether a function, as a validator or a computed part, could tell a value from what is read back of it."""
        rules = self.rules
        if type(rules) is not EntityRules or not may_change_form(self.annotation):
            return False
        return self.is_computed_of or rules.is_over_several_fields or rules.has_functions(self.name)

    def as_read(self, value: Any) -> Any:
        """What is read back of a value; itself where it can't be stored, which is told when it is."""
        try:
            return self._read_back(value)
        except (InvalidKeyValue, UnsupportedValue):
            return value
        except ValidationError as error:
            raise self._refusal(value, error) from None

    def _read_back(self, value: Any) -> Any:
        if self.stored is None:
            codec = self.key_codec
            return value if value is None or codec is None else codec.decode(codec.encode(value))
        if self.omits_default and value == self.default:
            return self.new_default()
        attribute = self.encode(value)
        return value if attribute is None else self.validate_type(self.decode(attribute))

    def check(self, value: Any) -> Any:
        """The value as the entity's constructor would have it."""
        try:
            return self._validate(value)
        except ValidationError as error:
            raise self._refusal(value, error) from None

    @cached_property
    def takes_any_text(self) -> bool:
        """Whether `check` gives every text back as it is."""
        return self.rules is not None and self.rules.takes_any_text(self.name)

    def check_elements(self, values: Any) -> Any:
        """Some elements of a list or a set, each as the constructor would have it."""
        try:
            checked = self._validate_elements(self._container(values))
            if not self.models:
                return checked
            # An instance of a model is taken as it is: only by what is stored of it is it known to be right.
            attribute = self.encode_or_tell(checked)
            if attribute is None:
                return checked
            found = self._validate_elements(self._container(self.decode(attribute)))
            self._refuse_subclasses(checked, found)
            return found
        except ValidationError as error:
            refusal = self._refusal(values, error)
            # Which of these elements it is says nothing of its place in the field.
            raise InvalidFieldValue(self.name, refusal.value, refusal.reason, self.owner) from None

    def check_amount(self, amount: Any) -> Any:
        """What can be added to a number: of its type, but under none of its rules."""
        try:
            return self._validate_amount(amount)
        except ValidationError as error:
            raise self._refusal(amount, error) from None

    @cached_property
    def _validate_amount(self) -> Validate:
        adapter: TypeAdapter[Any] = TypeAdapter(self.kind)
        return adapter.validator.validate_python

    def coerce(self, value: Any) -> Any:
        """The value in the field's type, but not within its limits: what was stored may be of older ones."""
        try:
            return self.validate_type(value)
        except ValidationError as error:
            raise self._refusal(value, error) from None

    @cached_property
    def type_validators(self) -> tuple[Any, ...]:
        """What pydantic asks to make the value, as BeforeValidator: unlike limits, it belongs to the type."""
        own = (mark for mark in self.marks if not isinstance(mark, WholeSeconds))
        return tuple(mark for mark in own if hasattr(mark, "__get_pydantic_core_schema__"))

    @cached_property
    def validate_type(self) -> Callable[[Any], Any]:
        """The same as `typed`, with pydantic's own errors."""
        annotated: Any = Annotated
        adapter: TypeAdapter[Any] = TypeAdapter(
            annotated[(self.annotation, *self.type_validators)] if self.type_validators else self.annotation,
            config={"use_enum_values": True} if self._has_enum_values else None,
        )
        schema, definitions = split_definitions(adapter.core_schema)
        if needs_others(schema, definitions):
            return SchemaValidator(without_looks(schema, definitions, self.name)).validate_python
        return adapter.validator.validate_python

    @property
    def _has_enum_values(self) -> bool:
        """Whether the entity has values of enums in the place of their members; models within say so for themselves."""
        config = {} if self.rules is None else self.rules.entity.model_config
        return bool(config.get("use_enum_values")) and not self.models

    @cached_property
    def is_bounded_only(self) -> bool:
        """Whether bounds are its only rules, so that the store itself can keep to them."""
        if self.rules is None:
            return is_bounded_only(self._limited_type.core_schema)
        return self.rules.is_bounded_only(self.name)

    @cached_property
    def has_functions(self) -> bool:
        """Whether a function of the entity's, or of a model within, has a say in its values."""
        if self.rules is None:
            return has_functions(self._limited_type.core_schema)
        return self.rules.has_functions(self.name)

    @cached_property
    def _validate(self) -> Validate:
        own = None if self.rules is None else self.rules.validator(self.name)
        validate = own or self._limited_type.validate_python
        if self.is_seen_as_read:
            return lambda value: self._validate_again(validate, validate(value))
        # An instance of a model is taken as it is: only by what is stored of it is it known to be right.
        return (lambda value: self._validate_stored(validate(value))) if self.models else validate

    def _validate_again(self, validate: Validate, value: Any) -> Any:
        read = self._validate_stored(value) if self.models else self.as_read(value)
        try:
            return validate(read)
        except ValidationError as error:
            raise self._refusal(read, error) from None

    def _validate_stored(self, value: Any) -> Any:
        attribute = self.encode_or_tell(value)
        if attribute is None:
            return value
        found = self.validate_type(self.decode(attribute))
        self._refuse_subclasses(value, found)
        return found

    def _refuse_subclasses(self, given: Any, found: Any) -> None:
        """What a subclass has beyond the model that is declared would be lost without a word."""
        if not have_subclasses(self.models) or (fault := find_subclass(given, found)) is None:
            return
        one, declared = (each.__name__ for each in fault)
        reason = (
            f"Input should be {declared} itself, as which {one} would be read back (or declare {declared} | {one}, "
            "with a Literal in each that tells them apart)"
        )
        raise InvalidFieldValue(self.name, given, reason, self.owner)

    @cached_property
    def models(self) -> frozenset[type[BaseModel]]:
        """Those that a value can hold, however deep."""
        return frozenset(models_in(self.annotation))

    @cached_property
    def _validate_elements(self) -> Validate:
        """By their type alone where no more is said of them: what is said of the whole field is asked of that."""
        own = None if self.rules is None else self.rules.element_validator(self.name)
        adapter: TypeAdapter[Any] = TypeAdapter(self.annotation)
        return own or adapter.validate_python

    @property
    def _container(self) -> Callable[[Any], Any]:
        """What makes a collection of the field's own kind, which is the only one that a strict field takes."""
        kind = get_origin(self.kind) or self.kind
        return kind if kind in (tuple, frozenset) else lambda values: values

    @cached_property
    def _limited_type(self) -> "TypeAdapter[Any]":
        annotated: Any = Annotated
        return TypeAdapter(annotated[(self.annotation, *self.marks)] if self.marks else self.annotation)

    def _refusal(self, value: Any, error: ValidationError) -> InvalidFieldValue:
        fault = error.errors(include_url=False, include_context=False)[0]
        place, found = locate_fault(self.name, value, fault["loc"])
        return InvalidFieldValue(place, found, fault["msg"], self.owner)

    @cached_property
    def lowest(self) -> Any:
        """The least that the field allows, however that is spelled, and the narrower of two; None without a bound."""
        least, above = self._limits.get("ge"), self._limits.get("gt")
        if above is not None and self.kind is int:
            above += 1
        return max((each for each in (least, above) if each is not None), default=None)

    @cached_property
    def highest(self) -> Any:
        most, below = self._limits.get("le"), self._limits.get("lt")
        if below is not None and self.kind is int:
            below -= 1
        return min((each for each in (most, below) if each is not None), default=None)

    @cached_property
    def excludes_lowest(self) -> bool:
        """Whether a value has to be above the least, of which there is no next: `gt` of a number with decimals."""
        return self.kind is not int and self._limits.get("gt") is not None and self._limits["gt"] == self.lowest

    @cached_property
    def excludes_highest(self) -> bool:
        return self.kind is not int and self._limits.get("lt") is not None and self._limits["lt"] == self.highest

    @cached_property
    def longest(self) -> int | None:
        return self._limits.get("max_length")

    @cached_property
    def shortest(self) -> int | None:
        """The least number of elements, where there is one."""
        return self._limits.get("min_length") or None

    @cached_property
    def is_limited(self) -> bool:
        """Whether a number or a length has any bound."""
        return any(each is not None for each in (self.lowest, self.highest, self.longest, self.shortest))

    @cached_property
    def allows_none(self) -> bool:
        return may_be_none(self.annotation)

    @cached_property
    def _limits(self) -> Mapping[str, Any]:
        return limits_of(self._limited_type.core_schema) if self.rules is None else self.rules.limits(self.name)


def _codec_of_text(name: str, kind: Any, spec: str, delimiter: str) -> Codec:
    """How `As(spec)` writes the field."""
    try:
        return codec_for(kind, spec, delimiter)
    except DesignError as fault:
        raise type(fault)(f"{name}: As({spec!r}): {fault}") from None


def _check(name: str, info: FieldInfo, marks: tuple[Any, ...], default: Any) -> None:
    if _is_set(plain_type(info.annotation)) and may_be_none(info.annotation):
        raise DesignError(
            f"{name}: DynamoDB has no empty sets, so an empty one could not be told from None; leave out `| None`"
        )
    if _has_mark(marks, OmittedDefault) and default is NO_DEFAULT:
        raise DesignError(
            f"{name} is left out while it is the default, and so needs one that is always the same: give it one"
        )
    if info.validation_alias is not None or info.serialization_alias is not None:
        raise DesignError(
            f"{name} has an alias, which would be a second name for it: leave it out; Annotated[…, Stored(name)] "
            "says under which name it is stored"
        )


def _has_mark(marks: tuple[Any, ...], mark: type) -> bool:
    return any(isinstance(each, mark) for each in marks)


def is_storage_mark(mark: Any) -> bool:
    return isinstance(mark, _OURS)


def fixed_default(info: FieldInfo, kind: Any) -> Any:
    if info.default_factory is not None:
        is_empty = info.default_factory in _EMPTIES
        return info.default_factory() if is_empty else NO_DEFAULT  # type: ignore[call-arg]
    if not info.is_required():
        return info.default
    # DynamoDB has no empty sets: one that is missing is empty. And None is left out as well.
    if _is_set(kind):
        return (get_origin(kind) or kind)()
    return None if may_be_none(info.annotation) else NO_DEFAULT


def _is_set(kind: Any) -> bool:
    return (get_origin(kind) or kind) in (set, frozenset)
