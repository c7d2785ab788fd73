"""Item parsers: for each entity a function, generated when it is first used, that makes entities of items fast.

It knows only the usual form of an item: anything else (an attribute missing or of another type, an older version)
makes it raise, and the layout then reads the item carefully. What an attribute's type already proves (a text, a whole
number) is not proved again; limits that a field has now do not hide what was stored under others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias, get_args, get_origin

from pydantic import BaseModel

from chabudai.table.attributes import Item, from_item
from chabudai.table.keys.regular_languages import END
from chabudai.table.keys.templates import Part, Template
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE
from chabudai.table.schema.seconds import day_of, moment_of
from chabudai.table.schema.stored_validation import keeps_values

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout

ItemParser: TypeAlias = Callable[[Item], Any]
ItemsParser: TypeAlias = Callable[[Iterable[Item]], list[Any]]

_PARTITIONS = 256
_TEXTS = ("text", "tail")
_SLOTS = ("dict", "pydantic_fields_set", "pydantic_extra", "pydantic_private")
# By a field's type: the attribute's type, and what makes a value of what that holds.
_USUAL: Mapping[Any, tuple[str, str]] = {
    str: ("S", "{}"),
    int: ("N", "int({})"),
    bool: ("BOOL", "{}"),
    date: ("S", "day({})"),
    Decimal: ("N", "Decimal({})"),
    float: ("N", "float({})"),
    list[str]: ("L", "[each['S'] for each in {}]"),
    set[str]: ("SS", "set({})"),
    frozenset[str]: ("SS", "frozenset({})"),
}
_USUAL_SECONDS: Mapping[Any, tuple[str, str]] = {
    datetime: ("N", "moment_of(int({}))"),
    date: ("N", "day_of(int({}))"),
}


def compile_parser(layout: "Layout") -> ItemParser:
    """`item -> entity`, as one generated function: no loop over fields, no look-up of how each is read."""
    return ParserSource(layout).compile_one()


def compile_items_parser(layout: "Layout") -> ItemsParser:
    """`items -> entities`, likewise."""
    return ParserSource(layout).compile_many()


class ParserSource:
    """The text of such a function; how it takes an attribute from an item is said in four methods, for other forms."""

    def __init__(self, layout: "Layout") -> None:
        self.layout = layout
        self.is_validated = not keeps_values(layout.entity)
        self.keys = self._find_keys()
        self.scope: dict[str, Any] = {
            "entity": layout.entity,
            "new": layout.entity.__new__,
            **{f"keep_{name}": vars(BaseModel)[f"__{name}__"].__set__ for name in _SLOTS},
            "names": set(layout.fields),
            "day": date.fromisoformat,
            "Decimal": Decimal,
            "day_of": day_of,
            "moment_of": moment_of,
            "from_item": from_item,
            "refuse": _refuse,
        }

    def compile_one(self, first: str = "") -> Callable[[Any], Any]:
        """Of one item; `first` is a line that may make it of what is given."""
        return self._compile(
            ["def read(item):", f"    {first}", "    partition = None", *self._body(1), "    return made"]
        )

    def compile_many(self) -> Callable[[Any], list[Any]]:
        head = ["def read(items):", "    entities = []", "    partition = None", "    for item in items:"]
        return self._compile([*head, *self._body(2), "        entities.append(made)", "    return entities"])

    def _compile(self, lines: list[str]) -> Callable[[Any], Any]:
        exec(compile("\n".join(lines), f"<parser of {self.layout.name}>", "exec"), self.scope)
        made: Callable[[Any], Any] = self.scope["read"]
        return made

    def attribute(self, name: str) -> str:
        """An attribute that has to be there."""
        return f"item[{name!r}]"

    def attribute_or_none(self, name: str) -> str:
        return f"item.get({name!r})"

    def is_there(self, name: str) -> str:
        return f"{name!r} in item"

    def payload(self, name: str, attribute: str, kind: str) -> str:
        """What the attribute of this name holds, which is of a type, and which `attribute` gives."""
        return f"{attribute}[{kind!r}]"

    def _body(self, depth: int) -> list[str]:
        """What makes the entity of one item, indented so deep."""
        return ["    " * depth + line for line in self._lines()]

    def _lines(self) -> Iterator[str]:
        if not self.layout.schema_version.is_first:
            number = self.layout.schema_version.number
            version = self._required_payload(VERSION_ATTRIBUTE, "N")
            yield f"if {version} != '{number}': raise ValueError"
        else:
            yield f"if {self.is_there(VERSION_ATTRIBUTE)}: raise ValueError"
        for number, key in enumerate(self.keys):
            yield from self._key_lines(number, key)
        left_out = [field for field in self.layout.fields.values() if self._is_left_to_entity(field)]
        given = [field for field in self.layout.fields.values() if field not in left_out]
        yield "values = {"
        yield from (f"    {field.name!r}: {self._value(field)}," for field in given)
        yield "}"
        for field in left_out:
            yield from self._optional_lines(field)
        yield from self._entity_lines()

    def _entity_lines(self) -> list[str]:
        """The entity of the values: by pydantic where the entity may change them, else as they are."""
        if self.is_validated:
            self.scope["validate"] = self.layout.validate
            return ["made = validate(values)"]
        return [
            "made = new(entity)",
            "keep_dict(made, values)",
            "keep_pydantic_fields_set(made, names.copy())",
            "keep_pydantic_extra(made, None)",
            "keep_pydantic_private(made, None)",
        ]

    def _is_left_to_entity(self, field: StoredField) -> bool:
        """Whether the field may be missing, and the entity itself has a default for it, which it may validate."""
        is_optional = field.allows_none if field.stored is None else self._may_be_missing(field)
        return self.is_validated and field.has_default and field.name not in self.layout.key_fields and is_optional

    def _optional_lines(self, field: StoredField) -> list[str]:
        if field.stored is None:
            return [f"if (part := {self._from_key(field)}) is not None: values[{field.name!r}] = part"]
        value = self._decode_text(field, "found")
        found = self.attribute_or_none(field.stored)
        return [f"if (found := {found}) is not None: values[{field.name!r}] = {value}"]

    def _value(self, field: StoredField) -> str:
        if field.stored is None:
            return self._from_key(field)
        if field.default is NO_DEFAULT or not self._may_be_missing(field):
            return self._decode_text(field, self.attribute(field.stored))
        found = f"(found := {self.attribute_or_none(field.stored)})"
        return f"{self._default(field)} if {found} is None else {self._decode_text(field, 'found')}"

    def _may_be_missing(self, field: StoredField) -> bool:
        """An attribute that is None, an empty set or meant to be left out; any other is there, or the item unusual."""
        return field.default is None or field.is_set or field.omits_default

    def _default(self, field: StoredField) -> str:
        name = f"default_{field.name}"
        self.scope[name] = field.default if field.shares_default else field.new_default
        return name if field.shares_default else f"{name}()"

    def _decode_text(self, field: StoredField, attribute: str) -> str:
        assert field.stored is not None
        kind, make = self._form(field)
        if not field.keeps_null:
            return make.format(attribute if kind is None else self.payload(field.stored, attribute, kind))
        # It is of one of two types, and so taken whole.
        held = attribute if kind is None else f"{attribute}[{kind!r}]"
        return f"None if 'NULL' in {attribute} else {make.format(held)}"

    def _form(self, field: StoredField) -> tuple[str | None, str]:
        """The type of a field's attribute, and what makes a value of its payload; no type: of the whole attribute."""
        if field.codec is not None and not field.type_validators:
            self.scope |= {f"matches_{field.name}": field.codec.matches, f"decode_{field.name}": field.codec.decoder}
            return "S", f"decode_{field.name}(text) if matches_{field.name}(text := {{}}) else refuse(text)"
        if not field.marks_change_text and not field.type_validators:
            if field.is_expiry and field.kind in _USUAL_SECONDS:
                return _USUAL_SECONDS[field.kind]
            if field.kind in _USUAL:
                return _USUAL[field.kind]
            if get_origin(field.kind) is Literal and field.attribute_type == "S":
                self.scope[f"choice_{field.name}"] = {choice: choice for choice in get_args(field.kind)}
                return "S", f"choice_{field.name}[{{}}]"
            if isinstance(field.kind, type) and issubclass(field.kind, BaseModel):
                self.scope[f"make_{field.name}"] = field.validate_type
                return "M", f"make_{field.name}(from_item({{}}))"
        self.scope[f"decode_{field.name}"] = field.decode
        self.scope[f"make_{field.name}"] = field.validate_type
        return None, f"make_{field.name}(decode_{field.name}({{}}))"

    def _required_payload(self, name: str, kind: str) -> str:
        return self.payload(name, self.attribute(name), kind)

    def _from_key(self, field: StoredField) -> str:
        """By the first of the keys that hold it; a field that only keys of indexes hold is None where there is none."""
        numbers = [number for number, key in enumerate(self.keys) if key.holds(field.name)]
        if self.keys[numbers[0]] in self.layout.primary:
            return self._part(field, numbers[0])
        tried = "".join(f"{self._part(field, number)} if key_{number} else " for number in numbers[:-1])
        last = self._part(field, numbers[-1])
        return f"{tried}{last} if key_{numbers[-1]} else None" if field.allows_none else tried + last

    def _part(self, field: StoredField, number: int) -> str:
        if self._is_sliced(self.keys[number]):
            return f"key_{number}"
        template = self.keys[number].template
        assert template is not None
        group = template.fields.index(field.name)
        codec = template.parts[group].codec
        text = f"key_{number}[{group + 1}]"
        if codec.name in _TEXTS:
            return text
        # The key's match has proved the text already.
        self.scope[f"part_{number}_{field.name}"] = codec.decoder
        return f"part_{number}_{field.name}({text})"

    def _key_lines(self, number: int, key: KeyAttribute) -> list[str]:
        """What takes one key apart, once: a match of its parts, or the one text that it holds.

        The table's own key has to be one of this entity's: a row that is not is another's, however well it fits.
        """
        assert key.template is not None
        name, text = f"key_{number}", self._required_payload(key.name, "S")
        self.scope[f"match_{number}"] = key.template.match
        if key not in self.layout.primary:
            return [f"{name} = match_{number}({text}) if {self.is_there(key.name)} else None"]
        if self._is_sliced(key):
            return [f"{name} = {text}", *self._slice_lines(name, key.template)]
        if not key.template.parts:
            return [f"if {text} != {str(key.template)!r}: raise ValueError"]
        refuse = f"if {name} is None: raise ValueError"
        if key is not self.layout.primary[0]:
            return [f"{name} = match_{number}({text})", refuse]
        # Rows of one query are in one partition: its key is read once.
        self.scope[f"match_{number}"] = lru_cache(_PARTITIONS)(partial(_texts_of, key.template))
        return [
            f"text = {text}",
            "if text != partition:",
            f"    {name} = match_{number}(text)",
            f"    {refuse}",
            "    partition = text",
        ]

    def _slice_lines(self, name: str, template: Template) -> list[str]:
        beginning = str(template.segments[0])
        forbidden = (END,) if template.parts[0].codec.name == "tail" else (END, template.delimiter)
        tests = [f"not {name}", *(f"{each!r} in {name}" for each in forbidden)]
        return [
            f"if {name}[:{len(beginning)}] != {beginning!r}: raise ValueError",
            f"{name} = {name}[{len(beginning)}:]",
            f"if {' or '.join(tests)}: raise ValueError",
        ]

    def _is_sliced(self, key: KeyAttribute) -> bool:
        """`CLOTH#{clothing_id}` as a sort key: cutting is far quicker than matching."""
        match () if key.template is None else key.template.segments:
            case (str(), Part(codec=codec)):
                return codec.name in _TEXTS and key in self.layout.primary[1:]
            case _:
                return False

    def _find_keys(self) -> list[KeyAttribute]:
        """The table's own key, and keys of indexes from which fields are read that live in no other."""
        found = {key.name: key for key in self.layout.primary if key.template is not None}
        for name in (field.name for field in self.layout.fields.values() if field.stored is None):
            if not any(key.holds(name) for key in self.layout.primary):
                found |= {key.name: key for key in self.layout.derived if key.holds(name)}
        return list(found.values())


def _texts_of(template: Template, text: str) -> tuple[str, ...] | None:
    """As a match numbers them, the whole key and then its parts, but quicker to take one from."""
    found = template.match(text)
    return None if found is None else (text, *found.groups())


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


def construct_entity(layout: "Layout", values: dict[str, Any]) -> Any:
    """An entity of values that are known to be right."""
    made = layout.entity.__new__(layout.entity)
    for name, value in (
        ("__dict__", values),
        ("__pydantic_fields_set__", set(layout.fields)),
        ("__pydantic_extra__", None),
        ("__pydantic_private__", None),
    ):
        object.__setattr__(made, name, value)
    return made
