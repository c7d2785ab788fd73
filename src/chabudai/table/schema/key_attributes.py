"""Key attributes of an entity: made by templates, with parts that are computed from fields; and unique constraints."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, get_type_hints

from chabudai.table.annotations import may_be_none
from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import DesignError, EmptyPart, InvalidComputedPart, InvalidKeyValue, KeyTooLong
from chabudai.table.keys.templates import Template
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.required_arguments import require_argument

if TYPE_CHECKING:
    from chabudai.table.schema.tables import Table

# In bytes of UTF-8, of which a character has at most four.
MAX_PARTITION_KEY = 2048
MAX_SORT_KEY = 1024
_SURELY_SHORT = MAX_SORT_KEY // 4
_SHOWN = 20

# What anyone's code raises for a value that it was not made for.
_REFUSALS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)

NormalForm: TypeAlias = Literal["NFC", "NFKC"]


@dataclass(frozen=True, slots=True)
class Key:
    """What `key(…)` says, before the entity's fields are known."""

    text: str


@dataclass(frozen=True, slots=True)
class Computed:
    """A part of a key that is made of fields: its function's arguments are their names.

    `never_none` are those whose annotations leave no place for None.
    """

    function: Callable[..., Any]
    fields: tuple[str, ...]
    kind: Any
    never_none: tuple[str, ...]

    def value(self, values: Mapping[str, Any]) -> Any:
        """None when a field is None that may not be: then there is no such key. InvalidKeyValue for what it refuses."""
        given = {field: values[field] for field in self.fields}
        if any(given[field] is None for field in self.never_none):
            return None
        try:
            return self.function(**given)
        except _REFUSALS as error:
            value = given if len(given) > 1 else next(iter(given.values()))
            name = self.function.__name__
            raise InvalidKeyValue(
                value, f"is refused by {name}, of which this part is made: {error!r}; give another, or mend {name}"
            ) from error


@dataclass(frozen=True, slots=True)
class Unique:
    """What `unique(…)` says: a row at this key is kept for whoever has the value."""

    pk: str
    sk: str
    normal_form: NormalForm | None


def most_bytes_of(table: "type[Table]", name: str) -> int | None:
    """What DynamoDB takes of an attribute that is a key of the table or of an index; None where it is none."""
    indexes = (table.primary, *table.indexes)
    if any(name in index.range for index in indexes):
        return MAX_SORT_KEY
    return MAX_PARTITION_KEY if any(name in index.hash for index in indexes) else None


def key(text: str) -> Key:
    """`wearCountSk = key("WEAR#{wear_count:010}#{clothing_id}")`: this attribute is always made of these fields."""
    return Key(text)


def computed(function: Callable[..., Any]) -> Computed:
    """`group = computed(group_of)` with `def group_of(status: Status) -> Group`: `{group}` in templates.

    Where a field is None, the function is asked only if its argument says `| None`; else the key is left out.
    """
    if not callable(function):
        raise InvalidComputedPart(
            f"computed(…) takes a function, and was given {function!r}: give it itself, without calling it, as "
            "computed(group_of)"
        )
    hints = get_type_hints(function, include_extras=True)
    fields = tuple(inspect.signature(function).parameters)
    if "return" not in hints or not fields:
        raise InvalidComputedPart(
            f"{function.__name__} computes a part of a key, and so its arguments are fields and its return type is "
            f"annotated: def {function.__name__}(title: str) -> str"
        )
    never_none = tuple(name for name in fields if name not in hints or not may_be_none(hints[name]))
    return Computed(function, fields, hints["return"], never_none)


@require_argument("sk", 1, 'a guard row has both keys of the table, as unique("HOME#{home}", "ISBN#{isbn}")')
def unique(pk: str, sk: str, *, normalize: NormalForm | None = "NFC") -> Unique:
    """`one_name = unique("user#{username}", "category_name#{folded}")`: no two entities with the same of these.

    Texts that differ only in how Unicode writes them are the same (NFC), though each is stored as it was given; with
    NFKC also those that differ in width and the like, with None only those of the very same characters.
    """
    if normalize is not None and normalize not in get_args(NormalForm):
        raise DesignError(
            f"unique({pk!r}, {sk!r}): normalize={normalize!r} is no normal form: give 'NFC', 'NFKC', or None for none"
        )
    return Unique(pk, sk, normalize)


@dataclass(frozen=True)
class KeyAttribute:
    """One attribute that is a key of the table or of an index, as one entity fills it: by a template, or by a field."""

    name: str
    template: Template | None
    field: StoredField | None
    computed: Mapping[str, Computed]
    fields: frozenset[str]
    most_bytes: int | None = None  # where the table or an index has it as a key

    @staticmethod
    def of_template(
        name: str, template: Template, computed: Mapping[str, Computed], most_bytes: int | None
    ) -> "KeyAttribute":
        parts = {field: computed[field] for field in template.fields if field in computed}
        fields = {field for part in parts.values() for field in part.fields}
        fields |= set(template.fields) - parts.keys()
        return KeyAttribute(name, template, None, parts, frozenset(fields), most_bytes)

    @staticmethod
    def of_field(field: StoredField) -> "KeyAttribute":
        return KeyAttribute(field.stored or field.name, None, field, {}, frozenset({field.name}))

    def build(self, values: Mapping[str, Any]) -> AttributeValue | None:
        """The attribute for these values; None when there is none, and the item stays out of the index."""
        if self.template is not None:
            text = self.template.build(self.with_computed(values))
            if text is not None and len(text) > _SURELY_SHORT:
                self._check_length(text, self.with_computed(values))
            return None if text is None else {"S": text}
        assert self.field is not None
        value = values[self.field.name]
        if value is None:
            return None
        if value == "":
            refusal: InvalidKeyValue = EmptyPart()
            refusal.locate(self.field.name, self.name)
            raise refusal
        return self.field.encode(value)

    def _check_length(self, text: str, values: Mapping[str, Any]) -> None:
        size = len(text.encode())
        if self.template is None or self.most_bytes is None or size <= self.most_bytes:
            return
        name = max(self.template.fields, key=lambda field: len(str(values[field])), default=self.name)
        value = str(values.get(name, text))
        refusal = KeyTooLong(f"{value[:_SHOWN]}…", f"makes a key of {size:,} bytes", self.most_bytes)
        refusal.locate(name, self.template.equation)
        raise refusal

    def missing_parts(self, values: Mapping[str, Any]) -> list[str]:
        """The parts that these values do not give, by name."""
        if self.template is None:
            return [name for name in self.fields if name not in values]
        given = self.with_computed(values)
        return [name for name in self.template.fields if name not in given]

    def fields_among(self, values: Mapping[str, Any]) -> set[str]:
        """Those of the values that this key is made of."""
        return {name for name in values if name in self.fields or name in self.computed}

    def holds(self, field: str) -> bool:
        """Whether the field can be read back from this key."""
        return self.template is not None and self.template.holds(field)

    def with_computed(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The values that a template wants: fields, and those of its computed parts whose fields are all there."""
        if not self.computed:
            return values
        made: dict[str, Any] = {}
        for name, part in self.computed.items():
            if values.keys() >= set(part.fields):
                try:
                    made[name] = part.value(values)
                except InvalidKeyValue as refusal:
                    refusal.locate(name, self.name if self.template is None else self.template.equation)
                    raise
        return {**made, **values}

    @property
    def may_compute_none(self) -> bool:
        return any(may_be_none(part.kind) for part in self.computed.values())

    def read(self, attribute: AttributeValue) -> dict[str, Any] | None:
        """The fields behind a stored key; None when it is not of this template."""
        if self.template is None:
            assert self.field is not None
            return {self.field.name: self.field.decode(attribute)}
        found = self.template.read(attribute["S"]) if "S" in attribute else None
        return None if found is None else {name: value for name, value in found.items() if name not in self.computed}
