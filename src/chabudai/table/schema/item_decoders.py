"""Item decoders: for each entity a function that makes entities of items as a store keeps them, in JSON.

No dictionary is made of an item on the way: the JSON is read into records that have the entity's attributes and no
others, and entities are made of those as the item parser does. As that one, it knows only the usual form of an item.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from chabudai.table.schema.item_parsers import ParserSource

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout

TextDecoder: TypeAlias = Callable[[bytes], Any]
TextsDecoder: TypeAlias = Callable[[Sequence[bytes]], list[Any]]

# What attributes hold. A number is a text here: what is no whole number is not to be read as one.
_PAYLOADS: dict[str, Any] = {
    "S": str,
    "N": str,
    "BOOL": bool,
    "L": list[dict[str, Any]],
    "M": dict[str, dict[str, Any]],
    "SS": list[str],
}
_WHOLE = dict[str, Any]


def compile_decoder(layout: "Layout") -> TextDecoder:
    """`text -> entity`; raises what an item parser does, and ValueError for JSON of any other form."""
    import msgspec  # loaded for the first read of a store in this process: who has none stands without it

    source = _DecoderSource(layout)
    decode = source.compile_one("item = read_record(item)")
    source.scope["read_record"] = msgspec.json.Decoder(source.record(msgspec)).decode
    return decode


def compile_texts_decoder(layout: "Layout") -> TextsDecoder:
    """`texts -> entities`, likewise."""
    import msgspec

    source = _DecoderSource(layout)
    make_entities = source.compile_many()
    decode_all = msgspec.json.Decoder(list[source.record(msgspec)]).decode  # type: ignore[misc]

    def decode(texts: Sequence[bytes]) -> list[Any]:
        return make_entities(decode_all(b"[" + b",".join(texts) + b"]"))

    return decode


class _DecoderSource(ParserSource):
    """The same function, of records: it also gathers what they have to hold."""

    def __init__(self, layout: "Layout") -> None:
        super().__init__(layout)
        stored = dict.fromkeys([*layout.table.primary.attributes, *layout.by_stored, *layout.keys])
        self._members = {name: f"a{number}" for number, name in enumerate(stored)}
        self._used: set[str] = set()
        self._optional: set[str] = set()
        self._kinds: dict[str, str] = {}

    def attribute(self, name: str) -> str:
        self._used.add(name)
        return f"item.{self._members.setdefault(name, f'a{len(self._members)}')}"

    def attribute_or_none(self, name: str) -> str:
        self._optional.add(name)
        return self.attribute(name)

    def is_there(self, name: str) -> str:
        return f"{self.attribute_or_none(name)} is not None"

    def payload(self, name: str, attribute: str, kind: str) -> str:
        self._kinds[name] = kind
        return f"{attribute}.{kind}"

    def record(self, msgspec: ModuleType) -> Any:
        """The type of one item; in the order in which items are written, by which it is read fastest."""
        attributes = {kind: _struct(msgspec, kind, [(kind, held)]) for kind, held in _PAYLOADS.items()}
        used = {name: member for name, member in self._members.items() if name in self._used}
        types = {name: attributes[self._kinds[name]] if name in self._kinds else _WHOLE for name in used}
        required = [(used[name], types[name]) for name in used if name not in self._optional]
        # NULL in JSON is no attribute, and refused: None is what is missing.
        optional = [(used[name], types[name], None) for name in used if name in self._optional]
        rename = {member: name for name, member in used.items()}
        return _struct(msgspec, self.layout.name, [*required, *optional], rename=rename)


def _struct(msgspec: ModuleType, name: str, members: list[Any], **options: Any) -> Any:
    """Records refer to nothing that refers to them, so that no collector has to know of them."""
    return msgspec.defstruct(name, members, gc=False, **options)
