"""Item writers: for each entity functions, generated when first used, that make items and keys of values fast.

They know only usual values: one that a key or an attribute can't hold makes them raise, and the layout then writes
the item carefully, which tells what is wrong. A part that several keys have is written once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias, get_origin

from chabudai.table.attributes import AttributeValue, Item, to_attribute
from chabudai.table.keys.templates import Part, Template
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.key_attributes import MAX_SORT_KEY, KeyAttribute
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout

ItemWriter: TypeAlias = Callable[[Mapping[str, Any]], Item]
KeyCheck: TypeAlias = Callable[[Mapping[str, Any]], dict[str, Any]]

_LIMIT = 10**18
# Of texts as long as one likes; other parts have a few dozen characters at most.
_UNBOUNDED = frozenset({"text", "tail", "escaped"})
_MOST_OF_OTHERS = 64
_ONLY_TEXTS = {str}
_TEXT_SET = ("type({0}) in sets and {{*map(type, {0})}} == only_texts", "{{'SS': sorted({0})}}")
# When a value is as usual, and how it is then stored; any other is left to its field.
_USUAL: Mapping[Any, tuple[str, str]] = {
    str: ("type({0}) is str", "{{'S': {0}}}"),
    int: ("type({0}) is int and -limit < {0} < limit", "{{'N': str({0})}}"),
    bool: ("type({0}) is bool", "{{'BOOL': {0}}}"),
    Decimal: ("type({0}) is Decimal", "to_attribute({0})"),
    date: ("type({0}) is date", "{{'S': {0}.isoformat()}}"),
    set[str]: _TEXT_SET,
    frozenset[str]: _TEXT_SET,
}


def compile_item_writer(layout: "Layout") -> ItemWriter:
    """`values -> item`: everything that is stored, every key included."""
    return _WriterSource(layout).compile_item()


def compile_key_writer(layout: "Layout") -> ItemWriter:
    """`values -> key`: the table's own key alone."""
    return _WriterSource(layout).compile_key()


def compile_key_check(layout: "Layout") -> KeyCheck:
    """`values -> values`: those of the fields of the table's key, as the entity's constructor would have them.

    LookupError for any others.
    """
    scope: dict[str, Any] = {f"check_{name}": layout.fields[name].check for name in layout.key_fields}
    entries = (_checked_entry(layout.fields[name]) for name in layout.fields if name in layout.key_fields)
    lines = [
        "def check(given):",
        f"    if len(given) != {len(layout.key_fields)}: raise LookupError",
        f"    return {{{', '.join(entries)}}}",
    ]
    exec(compile("\n".join(lines), f"<key check of {layout.name}>", "exec"), scope)
    made: KeyCheck = scope["check"]
    return made


def _checked_entry(field: StoredField) -> str:
    value = f"given[{field.name!r}]"
    if field.takes_any_text:
        return f"{field.name!r}: value if type(value := {value}) is str else check_{field.name}(value)"
    return f"{field.name!r}: check_{field.name}({value})"


class _WriterSource:
    """`fields` and `parts` are the local names of what is read and written once, by the lines that do so."""

    def __init__(self, layout: "Layout") -> None:
        self.layout = layout
        self.scope: dict[str, Any] = {
            "limit": _LIMIT,
            "sets": (set, frozenset),
            "only_texts": _ONLY_TEXTS,
            "date": date,
            "Decimal": Decimal,
            "to_attribute": to_attribute,
            "require": _require,
            "require_short": _require_short,
            "refuse": _refuse,
        }
        self.fields: dict[str, str] = {}
        self.parts: dict[Part, str] = {}
        self.lines: list[str] = []

    def compile_item(self) -> ItemWriter:
        entries = [*self._primary_entries(), *self._field_entries(), *self._index_entries()]
        if not self.layout.schema_version.is_first:
            entries.append(f"{VERSION_ATTRIBUTE!r}: {{'N': '{self.layout.schema_version.number}'}}")
        optional = [*self._optional_field_lines(), *self._sparse_key_lines(), *self._raw_key_lines()]
        return self._compile("item", entries, optional)

    def compile_key(self) -> ItemWriter:
        return self._compile("key", self._primary_entries(), ())

    def _compile(self, what: str, entries: Iterable[str], optional: Iterable[str]) -> ItemWriter:
        item = f"item = {{{', '.join(entries)}}}"
        body = [*self.lines, item, *optional, "return item"]
        source = "\n".join(["def write(values):", *(f"    {line}" for line in body)])
        exec(compile(source, f"<{what} writer of {self.layout.name}>", "exec"), self.scope)
        made: ItemWriter = self.scope["write"]
        return made

    def _primary_entries(self) -> Iterator[str]:
        for key in self.layout.primary:
            if key.template is not None:
                text = self._key_text(key, key.template)
                optional = filter(self._may_be_none, key.template.parts)
                self.lines += [f"if {self.parts[part]} is None: refuse()" for part in optional]
                yield f"{key.name!r}: {text}"
            elif key.field is not None:
                value = self._field(key.field.name)
                self.lines.append(f"if {value} is None or {value} == '': refuse()")
                yield f"{key.name!r}: {self._attribute(key.field)}"

    def _field_entries(self) -> Iterator[str]:
        for field in self._stored_fields():
            if not self._may_be_left_out(field):
                yield f"{field.stored!r}: {self._attribute(field)}"

    def _optional_field_lines(self) -> Iterator[str]:
        for field in self._stored_fields():
            value = self._field(field.name)
            if field.omits_default:
                self.scope[f"default_{field.name}"] = field.default
                yield f"if {value} != default_{field.name}:"
                yield f"    if (attribute := {self._encode(field)}({value})) is not None:"
                yield f"        item[{field.stored!r}] = attribute"
            elif field.is_set:
                yield f"if {value} or type({value}) not in sets: item[{field.stored!r}] = {self._attribute(field)}"
            elif field.allows_none:
                yield f"if {value} is not None: item[{field.stored!r}] = {self._attribute(field)}"
                if field.keeps_null:
                    yield f"else: item[{field.stored!r}] = {{'NULL': True}}"

    def _stored_fields(self) -> Iterator[StoredField]:
        return (field for field in self.layout.fields.values() if field.stored is not None)

    def _may_be_left_out(self, field: StoredField) -> bool:
        return field.omits_default or field.is_set or field.allows_none

    def _attribute(self, field: StoredField) -> str:
        """Of a field that has a value."""
        value = self._field(field.name)
        careful = f"require({self._encode(field)}({value}))"
        kind = str if get_origin(field.kind) is Literal else field.kind
        if kind in _USUAL and field.codec is None and not field.marks_change_text and not field.is_expiry:
            is_usual, usual = (text.format(value) for text in _USUAL[kind])
            return f"{usual} if {is_usual} else {careful}"
        return careful

    def _encode(self, field: StoredField) -> str:
        self.scope[f"encode_{field.name}"] = field.encode
        return f"encode_{field.name}"

    def _index_entries(self) -> Iterator[str]:
        for key, template in self._index_templates():
            if not any(map(self._may_be_none, template.parts)):
                yield f"{key.name!r}: {self._key_text(key, template)}"

    def _sparse_key_lines(self) -> Iterator[str]:
        """A key with a part that is None is left out."""
        for key, template in self._index_templates():
            if optional := [part for part in template.parts if self._may_be_none(part)]:
                text = self._key_text(key, template)
                is_missing = " or ".join(f"{self.parts[part]} is None" for part in optional)
                yield f"if not ({is_missing}): item[{key.name!r}] = {text}"

    def _index_templates(self) -> Iterator[tuple[KeyAttribute, Template]]:
        return ((key, key.template) for key in self.layout.derived if key.template is not None)

    def _may_be_none(self, part: Part) -> bool:
        return part.field in self.layout.computed or self.layout.fields[part.field].allows_none

    def _key_text(self, key: KeyAttribute, template: Template) -> str:
        """`{'S': 'WEAR#' f'{part_0}' '#' f'{part_1}'}`: literals side by side are one."""
        pieces = (
            f"f'{{{self._part(key, each)}}}'" if isinstance(each, Part) else repr(each) for each in template.segments
        )
        return f"{{'S': {' '.join(pieces)}}}"

    def _part(self, key: KeyAttribute, part: Part) -> str:
        """The local name of a part's text, which is None where the value is."""
        if part not in self.parts:
            value = self._computed(key, part.field) if part.field in key.computed else self._field(part.field)
            name = self.parts[part] = f"part_{len(self.parts)}"
            self.scope[f"encode_{name}"] = part.codec.encode
            careful = f"encode_{name}({value})"
            if part.codec.name in _UNBOUNDED:
                careful = f"require_short({careful}, {self._longest_part})"
            text = self._part_text(part, value, careful)
            self.lines.append(
                f"{name} = None if {value} is None else {text}" if self._may_be_none(part) else f"{name} = {text}"
            )
        return self.parts[part]

    def _part_text(self, part: Part, value: str, careful: str) -> str:
        """Texts and numbers of a width as they are usually written; any other is left to its codec."""
        codec = part.codec
        if codec.name == "text":
            delimiter = self.layout.table.delimiter
            is_usual = f"type({value}) is str and {value}.isascii() and {delimiter!r} not in {value}"
            return f"{value} if {is_usual} and 0 < len({value}) <= {self._longest_part} else {careful}"
        if codec.kind is int and codec.name.isdecimal():
            width = int(codec.name)
            return f"f'{{{value}:0{width}}}' if type({value}) is int and 0 <= {value} < {10**width} else {careful}"
        return careful

    @cached_property
    def _longest_part(self) -> int:
        """So many characters in each part make no key too long; longer ones are left to the careful way."""
        templates = [key.template for key in self.layout.keys.values() if key.template is not None]
        return min((_room(template) for template in templates), default=0)

    def _field(self, name: str) -> str:
        if name not in self.fields:
            self.fields[name] = f"field_{len(self.fields)}"
            self.lines.append(f"{self.fields[name]} = values[{name!r}]")
        return self.fields[name]

    def _computed(self, key: KeyAttribute, name: str) -> str:
        self.scope[f"compute_{name}"] = key.computed[name].value
        self.lines.append(f"computed_{name} = compute_{name}(values)")
        return f"computed_{name}"

    def _raw_key_lines(self) -> Iterator[str]:
        """DynamoDB has no empty text in a key, also where a field is one as it is."""
        for name in sorted(self.layout.raw_index_fields):
            yield f"if {self._field(name)} == '': refuse()"


def _room(template: Template) -> int:
    unbounded = sum(part.codec.name in _UNBOUNDED for part in template.parts)
    fixed = sum(len(each.encode()) if isinstance(each, str) else _MOST_OF_OTHERS for each in template.segments)
    return max(0, (MAX_SORT_KEY - fixed) // (4 * max(1, unbounded)))


def _require(attribute: AttributeValue | None) -> AttributeValue:
    if attribute is None:
        _refuse()
    return attribute


def _require_short(text: str, longest: int) -> str:
    if len(text) > longest:
        _refuse()
    return text


def _refuse() -> NoReturn:
    raise ValueError
