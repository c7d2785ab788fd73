"""Literals and parameters as attribute values, in canonical form, or refused with the place where they go wrong."""

from collections.abc import Sequence as Elements

from chabudai.engine import numbers
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.partiql.tree import (
    Bag,
    Call,
    Expression,
    Missing,
    Operation,
    Parameter,
    Path,
    Scalar,
    Sequence,
    Struct,
)
from chabudai.engine.values import AttributeValue, Item

_ROOT = "root"
_MAX_DEPTH = 32
_MIXED_BAG = "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"
_DUPLICATES = "One or more parameter values were invalid: Input collection"
_TYPE_NAMES = {Path: "VariableReference", Operation: "NAry"}

Parameters = Elements[AttributeValue]


def is_value(expression: Expression) -> bool:
    """Whether it stands for a value by itself, without an item."""
    return isinstance(expression, Scalar | Parameter | Sequence | Bag | Struct)


def value_of(expression: Expression, parameters: Parameters) -> AttributeValue:
    """A literal's value, or a parameter's, which was normalized before. Within a literal, no parameter may stand."""
    if isinstance(expression, Parameter):
        return parameters[expression.number]
    return _value(expression, _ROOT, 0)


def item_of(expression: Expression, parameters: Parameters) -> Item:
    """What an INSERT inserts: a literal map, whose values may be parameters, or one parameter that is a map."""
    if isinstance(expression, Struct):
        item = {}
        for name, value in _named_members(expression, _ROOT):
            item[name] = value_of(value, parameters)
        return item
    if isinstance(expression, Parameter) and "M" in parameters[expression.number]:
        members: Item = parameters[expression.number]["M"]
        return members
    raise ValidationFailed(
        "Unsupported format in item expression. Please use struct format {...} to express item values for insert"
        " statement."
    )


def _value(expression: Expression, where: str, depth: int) -> AttributeValue:
    if depth >= _MAX_DEPTH:
        raise ValidationFailed(f"Nesting Levels have exceeded supported limits under {where}")
    match expression:
        case Scalar():
            return {"N": _number(expression.value["N"], where)} if "N" in expression.value else expression.value
        case Sequence():
            return {"L": [_value(each, f"{where}[{at}]", depth + 1) for at, each in enumerate(expression.elements)]}
        case Struct():
            return {
                "M": {
                    name: _value(each, f"{where}.{name}", depth + 1) for name, each in _named_members(expression, where)
                }
            }
        case Bag():
            return _set(expression, where)
        case Missing():
            raise ValidationFailed("MISSING must be compared using IS operator")
        case _:
            kind = _TYPE_NAMES.get(type(expression), type(expression).__name__)
            name = expression.name if isinstance(expression, Call) else kind
            raise ValidationFailed(f"Unsupported data type: {name} under key {where} at {expression.span}")


def _number(text: str, where: str) -> str:
    try:
        return numbers.canonical(text)
    except ValidationFailed as failure:
        raise ValidationFailed(f"{failure.message} under {where}") from None


def _named_members(struct: Struct, where: str) -> list[tuple[str, Expression]]:
    named: dict[str, Expression] = {}
    for key, value in struct.members:
        if not (isinstance(key, Scalar) and "S" in key.value):
            raise ValidationFailed(
                f"Tuple keys must be of type String. Actual type: {type(key).__name__} under {where}"
            )
        name = key.value["S"]
        if name in named:
            raise ValidationFailed(f"Duplicate keys in tuple. Key: {name} under {where}")
        named[name] = value
    return list(named.items())


def _set(bag: Bag, where: str) -> AttributeValue:
    if not bag.elements:
        raise ValidationFailed("Empty bags are not supported")
    kinds = {next(iter(each.value)) if isinstance(each, Scalar) else "" for each in bag.elements}
    if kinds not in ({"S"}, {"N"}):
        raise ValidationFailed(_MIXED_BAG)
    (kind,) = kinds
    written = [each.value[kind] for each in bag.elements if isinstance(each, Scalar)]
    members = written if kind == "S" else [_number(each, where) for each in written]
    if len(set(members)) < len(members):
        # DynamoDB words the two kinds differently.
        end = "contains duplicates." if kind == "S" else f"contains duplicates! under {where}"
        raise ValidationFailed(f"{_DUPLICATES} [{', '.join(written)}] {end}")
    return {kind + "S": members}
