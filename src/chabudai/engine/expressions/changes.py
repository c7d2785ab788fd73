"""What an update does to an item: values are computed from the item as it was, then put in place, copying on write."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from chabudai.engine import numbers
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.operands import Getter, getter
from chabudai.engine.expressions.paths import MAX_DEPTH, Path
from chabudai.engine.expressions.placeholders import Values
from chabudai.engine.expressions.tree import Arithmetic, Attribute, Constant, Operand
from chabudai.engine.values import TOO_DEEP, AttributeValue, Item, type_of

# What shall stand at a path, None for nothing. Reads the item as it was before the update.
Computation: TypeAlias = Callable[[Item, Values], AttributeValue | None]
# The paths of an update, step by step, by names in a map and by indices in a list; where a path ends, its number.
ChangeTree: TypeAlias = dict[Any, "ChangeTree | int"]

INVALID_PATH = "The document path provided in the update expression is invalid for update"
MISSING_ATTRIBUTE = "The provided expression refers to an attribute that does not exist in the item"
WRONG_TYPE = "An operand in the update expression has an incorrect data type"


def change_tree(paths: Sequence[Path]) -> ChangeTree:
    tree: ChangeTree = {}
    for number, path in enumerate(paths):
        branch = tree
        for step in path[:-1]:
            below = branch.setdefault(step, {})
            assert isinstance(below, dict), "paths must not overlap"
            branch = below
        branch[path[-1]] = number
    return tree


def apply_changes(members: Item, tree: ChangeTree, results: Sequence[AttributeValue | None]) -> Item:
    """A map, or the item itself, with the results of an update in their places."""
    new = members.copy()
    for name, below in tree.items():
        if isinstance(below, dict):
            new[name] = _change_value(members.get(name), below, results)
        elif (result := results[below]) is None:
            new.pop(name, None)
        else:
            new[name] = result
    return new


def check_depth(path: Path, value: AttributeValue) -> None:
    """A document put deep into another one must not make it too deep."""
    if _depth(value) + len(path) > MAX_DEPTH:
        raise ValidationFailed(TOO_DEEP)


def assignment(value: Operand | Arithmetic, names: Mapping[str, str]) -> Computation:
    """SET: what stands right of the equals sign must be there, unless if_not_exists says what to take instead."""
    if isinstance(value, Arithmetic):
        return _sum(value, names)
    if isinstance(value, Constant):
        return getter(value, names)
    if isinstance(value, Attribute):
        return _existing_value(getter(value, names))
    first, second = value.operands
    if value.name == "if_not_exists":
        return _alternative(getter(first, names), assignment(second, names))
    return _concatenation(assignment(first, names), assignment(second, names))


def removal(_item: Item, _values: Values) -> None:
    return None


def addition(get: Getter, constant: str, mismatch: str = WRONG_TYPE) -> Computation:
    """ADD: a number to a number, members to a set; a missing attribute counts as 0 or as empty."""

    def add(item: Item, values: Values) -> AttributeValue:
        existing, value = get(item, values), values[constant]
        if existing is None:
            return value
        kind = type_of(value)
        if kind not in existing:
            raise ValidationFailed(mismatch)
        if kind == "N":
            return {"N": numbers.add(existing["N"], value["N"])}
        if kind == "L":
            return {"L": existing["L"] + value["L"]}
        return {kind: list(dict.fromkeys(existing[kind] + value[kind]))}

    return add


def subtraction(get: Getter, constant: str, mismatch: str = WRONG_TYPE) -> Computation:
    """DELETE: members from a set; a set without members vanishes."""

    def subtract(item: Item, values: Values) -> AttributeValue | None:
        existing, value = get(item, values), values[constant]
        if existing is None:
            return None
        kind = type_of(value)
        if kind not in existing:
            raise ValidationFailed(mismatch)
        gone = frozenset(value[kind])
        members = [member for member in existing[kind] if member not in gone]
        return {kind: members} if members else None

    return subtract


def _existing_value(get: Getter) -> Computation:
    def required(item: Item, values: Values) -> AttributeValue:
        value = get(item, values)
        if value is None:
            raise ValidationFailed(MISSING_ATTRIBUTE)
        return value

    return required


def _alternative(get: Getter, otherwise: Computation) -> Computation:
    def alternative(item: Item, values: Values) -> AttributeValue | None:
        value = get(item, values)
        return otherwise(item, values) if value is None else value

    return alternative


def _concatenation(first: Computation, second: Computation) -> Computation:
    def concatenation(item: Item, values: Values) -> AttributeValue:
        one, other = first(item, values), second(item, values)
        if one is None or other is None or "L" not in one or "L" not in other:
            raise ValidationFailed(WRONG_TYPE)
        return {"L": one["L"] + other["L"]}

    return concatenation


def _sum(arithmetic: Arithmetic, names: Mapping[str, str]) -> Computation:
    left, right = (assignment(operand, names) for operand in arithmetic.operands)
    calculate = numbers.add if arithmetic.name == "+" else numbers.subtract

    def total(item: Item, values: Values) -> AttributeValue:
        one, other = left(item, values), right(item, values)
        if one is None or other is None or "N" not in one or "N" not in other:
            raise ValidationFailed(WRONG_TYPE)
        return {"N": calculate(one["N"], other["N"])}

    return total


def _change_value(
    value: AttributeValue | None, tree: ChangeTree, results: Sequence[AttributeValue | None]
) -> AttributeValue:
    kind = "L" if isinstance(next(iter(tree)), int) else "M"
    if value is None or kind not in value:
        raise ValidationFailed(INVALID_PATH)
    if kind == "M":
        return {"M": apply_changes(value["M"], tree, results)}
    return {"L": _change_list(value["L"], tree, results)}


def _change_list(
    elements: list[AttributeValue], tree: ChangeTree, results: Sequence[AttributeValue | None]
) -> list[AttributeValue]:
    """All indices are those of the list as it was; what lies beyond its end is appended in the order of the indices."""
    new: list[AttributeValue | None] = [*elements]
    for index in sorted(tree):
        below = tree[index]
        if isinstance(below, int):
            if index < len(elements):
                new[index] = results[below]
            else:
                new.append(results[below])
        else:
            existing = elements[index] if index < len(elements) else None
            new[index] = _change_value(existing, below, results)
    return [element for element in new if element is not None]


def _depth(value: AttributeValue) -> int:
    if "M" in value:
        return 1 + max(map(_depth, value["M"].values()), default=0)
    if "L" in value:
        return 1 + max(map(_depth, value["L"]), default=0)
    return 0
