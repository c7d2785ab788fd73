"""Operands of conditions and updates: how they are written, and how their value is found for an item."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chabudai.engine.expressions.paths import Path, parse_path, read, resolve
from chabudai.engine.expressions.placeholders import Values
from chabudai.engine.expressions.tokens import Parentheses, Tokens
from chabudai.engine.expressions.tree import Attribute, Call, Constant, Operand
from chabudai.engine.values import AttributeValue, Item, type_of
from chabudai.items.sizes import binary_size

Getter: TypeAlias = Callable[[Item, Values], AttributeValue | None]


@dataclass(slots=True)
class _OpenCall:
    """A parenthesis, or a call when `name` is set, that waits for its end."""

    position: int
    name: str = ""
    operands: list[Operand] = field(default_factory=list)


def parse_operand(tokens: Tokens, parentheses: Parentheses) -> Operand:
    """With a stack of its own: a text of nothing but parentheses must not exhaust Python's."""
    waiting: list[_OpenCall] = []
    while True:
        operand = _begin(tokens, parentheses, waiting)
        if operand is None:
            continue
        while waiting:
            if not waiting[-1].name:
                parentheses.close(waiting.pop().position)
                continue
            waiting[-1].operands.append(operand)
            if tokens.accept(","):
                break
            tokens.expect(")")
            call = waiting.pop()
            operand = Call(call.name, tuple(call.operands))
        else:
            return operand


def _begin(tokens: Tokens, parentheses: Parentheses, waiting: list[_OpenCall]) -> Operand | None:
    """The next path or constant; None when a parenthesis or call was opened instead."""
    if tokens.kind == "(":
        waiting.append(_OpenCall(parentheses.open()))
        return None
    if tokens.kind == "word" and tokens.next_kind == "(":
        tokens.count_operator()
        waiting.append(_OpenCall(tokens.position, tokens.take().text))
        tokens.take()
        return None
    if tokens.kind == "value":
        return Constant(tokens.take().text)
    return parse_path(tokens)


def getter(operand: Operand, names: Mapping[str, str]) -> Getter:
    """The operand as a function of an item; a call can only be size() here."""
    if isinstance(operand, Constant):
        return _constant_getter(operand.name)
    if isinstance(operand, Attribute):
        return attribute_getter(resolve(operand, names))
    return _size_getter(getter(operand.operands[0], names))


def _constant_getter(name: str) -> Getter:
    return lambda _item, values: values[name]


def attribute_getter(path: Path) -> Getter:
    if len(path) == 1:
        name = str(path[0])
        return lambda item, _values: item.get(name)
    return lambda item, _values: read(item, path)


def _size_getter(get: Getter) -> Getter:
    def size(item: Item, values: Values) -> AttributeValue | None:
        value = get(item, values)
        length = None if value is None else _size(value)
        return None if length is None else {"N": str(length)}

    return size


def _size(value: AttributeValue) -> int | None:
    kind = type_of(value)
    payload: Any = value[kind]
    if kind == "S":
        # The documentation says "length of the string", and bytes only for binary: taken as Java's UTF-16 units.
        return len(payload) if payload.isascii() else len(payload.encode("utf-16-le")) // 2
    if kind == "B":
        return binary_size(payload)
    return len(payload) if kind in ("SS", "NS", "BS", "L", "M") else None
