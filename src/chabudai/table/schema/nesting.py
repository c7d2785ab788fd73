"""Nesting: one step into a value: an attribute of a model, a member of a dict, an element of a list."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NotRequired, Required, TypeAlias, get_args, get_origin, get_type_hints

from pydantic import BaseModel, RootModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from chabudai.table.annotations import plain_type
from chabudai.table.errors import UnknownField, suggest_name
from chabudai.table.schema.encodings import encoding_within
from chabudai.table.schema.fields import NO_DEFAULT, StoredField, fixed_default, is_storage_mark
from chabudai.table.schema.naming import as_is
from chabudai.table.schema.rules import MemberRules

_QUALIFIERS = (Required, NotRequired)
_MAX_INDEX = 400 * 1024
_MAX_NAME = 65_535

Container: TypeAlias = Literal["model", "map", "list"]


class _Missing:
    """There is nothing, which is not the same as None."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()


@dataclass(frozen=True)
class Step:
    """`key` as Python has it, `stored` as the item has it; `default` is what a model has where there is nothing."""

    container: Container
    key: Any
    stored: str | int
    annotation: Any
    default: Any = NO_DEFAULT
    rules: MemberRules | None = None

    def __str__(self) -> str:
        return f"[{self.key}]" if self.container == "list" else f".{self.key}"

    def leaf(self, name: str, whole: Any) -> StoredField:
        """What the step leads to, within a field of the type `whole`, as a field of its own."""
        field = StoredField.of(name, FieldInfo.from_annotation(self.annotation), as_is, "#")
        return replace(
            field,
            default=self.default,
            keeps_null=field.allows_none,
            rules=self.rules,
            encode=encoding_within(whole, self.annotation, self.container == "model"),
        )

    def get(self, value: Any) -> Any:
        if self.container == "model":
            return getattr(value, self.key)
        if self.container == "map":
            return value.get(self.key, MISSING)
        return value[self.key] if self.key < len(value) else MISSING

    def replaced(self, value: Any, part: Any) -> Any:
        """A copy of the value with another part; behind the end of a list it becomes the last, as in DynamoDB."""
        if self.container == "model":
            return value.model_copy(update={self.key: part})
        if self.container == "map":
            return {**value, self.key: part}
        return type(value)([*value[: self.key], part, *value[self.key + 1 :]])

    def removed(self, value: Any) -> Any:
        """A copy of the value without the part: a model has its default there, a list closes up."""
        if self.container == "model":
            return self.replaced(value, deepcopy(self.default))
        if self.container == "map":
            return {key: part for key, part in value.items() if key != self.key}
        return type(value)([*value[: self.key], *value[self.key + 1 :]])


def attribute_step(annotation: Any, name: str, place: str, owner: type[BaseModel]) -> Step:
    """To an attribute of a model; of a dict, to the member with this name.

    `owner` is the model whose field it is within: its configuration counts there.
    """
    kind = plain_type(annotation)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _model_step(kind, name, place)
    return element_step(annotation, name, place, owner)


def element_step(annotation: Any, key: Any, place: str, owner: type[BaseModel]) -> Step:
    """To a member of a dict by its name, or to an element of a list by its number from 0."""
    if key == "":
        raise UnknownField(f"{place}: to a member without a name no path leads; set {place} as a whole")
    _check_storable(key, place)
    kind = plain_type(annotation)
    origin, arguments = get_origin(kind) or kind, get_args(kind)
    if isinstance(key, str) and hasattr(kind, "__required_keys__"):  # a TypedDict
        return Step("map", key, key, _require_hint(_typed_dict_hints(kind), key, place))
    if isinstance(key, str) and _is_subclass(origin, Mapping):
        name = _member_name(arguments, key, place, owner)
        return Step("map", name, str.__str__(name), arguments[1] if len(arguments) == 2 else Any)
    if isinstance(key, int) and not isinstance(key, bool) and key >= 0 and origin is tuple:
        return Step("list", key, key, _tuple_element(arguments, key, place))
    if isinstance(key, int) and not isinstance(key, bool) and key >= 0 and _is_list(origin):
        return Step("list", key, key, arguments[0] if arguments else Any)
    if kind is Any and isinstance(key, (str, int)):
        return Step("map", key, key, Any) if isinstance(key, str) else Step("list", key, key, Any)
    raise UnknownField(f"{place} is {_name(kind)}, within which there is no {key!r}")


def _check_storable(key: Any, place: str) -> None:
    """Refuse what no item has: an element behind all that fit, a name that is too long or no text of UTF-8."""
    if isinstance(key, int) and key > _MAX_INDEX:
        raise UnknownField(f"{place} can't have so many elements that {key} is one: an item has 400 KB")
    if isinstance(key, str) and len(key.encode("utf-8", "surrogatepass")) > _MAX_NAME:
        raise UnknownField(f"{place} can't have a member {key[:20]!r}…: names have up to {_MAX_NAME:,} bytes")
    if isinstance(key, str) and any("\ud800" <= each <= "\udfff" for each in key):
        raise UnknownField(
            f"{place} can't have a member {key[:20]!r}: it holds half a surrogate pair, and no UTF-8 does"
        )


def _member_name(arguments: tuple[Any, ...], key: str, place: str, owner: type[BaseModel]) -> str:
    """The name as the constructor makes it. Refuse one that the dict's own type has no member of."""
    if not arguments:
        return key
    config: Any = {name: value for name, value in owner.model_config.items() if name.startswith("str_")}
    try:
        name = TypeAdapter(arguments[0], config=config).validate_python(key)
        return name if isinstance(name, str) else key
    except ValidationError as error:
        reason = error.errors(include_url=False, include_context=False)[0]["msg"]
        raise UnknownField(f"{place} can't have a member {key!r}: {reason}") from None


def _model_step(model: type[BaseModel], name: str, place: str) -> Step:
    info = model.model_fields.get(name)
    if info is None:
        raise UnknownField(
            f"{place} is {_name(model)}, which has no {name!r}; {suggest_name(name, model.model_fields)}"
        )
    if issubclass(model, RootModel):
        raise UnknownField(f"{place}.{name} is stored as {_name(model)} itself decides, so that no path leads to it")
    stored = info.serialization_alias or info.alias or name
    annotated: Any = Annotated
    # Only a field of an entity is stored as such a mark says.
    rules = [mark for mark in info.metadata if not is_storage_mark(mark)]
    annotation = annotated[(info.annotation, *rules)] if rules else info.annotation
    default = fixed_default(info, plain_type(info.annotation))
    return Step("model", name, stored, annotation, default, MemberRules(model, name))


def _typed_dict_hints(kind: Any) -> dict[str, Any]:
    """The types of its members, with their rules, whether these have to be there or not."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _unqualified(hint) for name, hint in hints.items()}


def _unqualified(hint: Any) -> Any:
    return _unqualified(get_args(hint)[0]) if get_origin(hint) in _QUALIFIERS else hint


def _require_hint(hints: Mapping[str, Any], name: str, place: str) -> Any:
    if name not in hints:
        raise UnknownField(f"{place} has no {name!r}; {suggest_name(name, hints)}")
    return hints[name]


def _tuple_element(arguments: tuple[Any, ...], number: int, place: str) -> Any:
    if not arguments or arguments[-1] is Ellipsis:
        return arguments[0] if arguments else Any
    if number >= len(arguments):
        raise UnknownField(f"{place} has {len(arguments)} elements, and so none with the number {number}")
    return arguments[number]


def _is_list(kind: Any) -> bool:
    return _is_subclass(kind, Sequence) and not _is_subclass(kind, (str, bytes, tuple))


def _is_subclass(kind: Any, of: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, of)


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
