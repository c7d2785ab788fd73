"""Conditions as functions of an item: what a tree means, composed once so that asking costs about a microsecond."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from chabudai.engine.expressions import tree
from chabudai.engine.expressions.comparisons import begins_with, contains, order
from chabudai.engine.expressions.operands import Getter, getter
from chabudai.engine.expressions.placeholders import Values
from chabudai.engine.values import AttributeValue, Item, equal

Test: TypeAlias = Callable[[Item, Values], bool]


def predicate(condition: tree.Condition, names: Mapping[str, str]) -> Test:
    if isinstance(condition, tree.Negation):
        return _negation(predicate(condition.part, names))
    if isinstance(condition, tree.Conjunction):
        return _conjunction([predicate(part, names) for part in condition.parts])
    if isinstance(condition, tree.Disjunction):
        return _disjunction([predicate(part, names) for part in condition.parts])
    return _TESTS[condition.name]([getter(operand, names) for operand in condition.operands])


def never(_item: Item, _values: Values) -> bool:
    return False


def _negation(test: Test) -> Test:
    return lambda item, values: not test(item, values)


def _conjunction(tests: Sequence[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    middle = len(tests) // 2
    first, second = _conjunction(tests[:middle]), _conjunction(tests[middle:])
    return lambda item, values: first(item, values) and second(item, values)


def _disjunction(tests: Sequence[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    middle = len(tests) // 2
    first, second = _disjunction(tests[:middle]), _disjunction(tests[middle:])
    return lambda item, values: first(item, values) or second(item, values)


def _equality(operands: Sequence[Getter]) -> Test:
    left, right = operands

    def test(item: Item, values: Values) -> bool:
        one = left(item, values)
        other = right(item, values)
        return one is not None and other is not None and (one == other or equal(one, other))

    return test


def _inequality(operands: Sequence[Getter]) -> Test:
    """True of a missing attribute too."""
    return _negation(_equality(operands))


def _ordering(accepted: frozenset[int]) -> Callable[[Sequence[Getter]], Test]:
    def ordering(operands: Sequence[Getter]) -> Test:
        left, right = operands

        def test(item: Item, values: Values) -> bool:
            one = left(item, values)
            other = right(item, values)
            return one is not None and other is not None and order(one, other) in accepted

        return test

    return ordering


def _between(operands: Sequence[Getter]) -> Test:
    middle, lower, upper = operands
    above = _ordering(frozenset({0, 1}))([middle, lower])
    below = _ordering(frozenset({0, -1}))([middle, upper])
    return lambda item, values: above(item, values) and below(item, values)


def _membership(operands: Sequence[Getter]) -> Test:
    candidate, *choices = operands

    def test(item: Item, values: Values) -> bool:
        value = candidate(item, values)
        if value is None:
            return False
        for choice in choices:
            other = choice(item, values)
            if other is not None and equal(value, other):
                return True
        return False

    return test


def _presence(operands: Sequence[Getter]) -> Test:
    get = operands[0]
    return lambda item, values: get(item, values) is not None


def _absence(operands: Sequence[Getter]) -> Test:
    get = operands[0]
    return lambda item, values: get(item, values) is None


def _relation(relate: Callable[[AttributeValue, AttributeValue], bool]) -> Callable[[Sequence[Getter]], Test]:
    def relation(operands: Sequence[Getter]) -> Test:
        left, right = operands

        def test(item: Item, values: Values) -> bool:
            one = left(item, values)
            other = right(item, values)
            return one is not None and other is not None and relate(one, other)

        return test

    return relation


def _has_type(value: AttributeValue, kind: AttributeValue) -> bool:
    return kind["S"] in value


_TESTS: Mapping[str, Callable[[Sequence[Getter]], Test]] = {
    "=": _equality,
    "<>": _inequality,
    "<": _ordering(frozenset({-1})),
    "<=": _ordering(frozenset({-1, 0})),
    ">": _ordering(frozenset({1})),
    ">=": _ordering(frozenset({1, 0})),
    "BETWEEN": _between,
    "IN": _membership,
    "attribute_exists": _presence,
    "attribute_not_exists": _absence,
    "attribute_type": _relation(_has_type),
    "begins_with": _relation(begins_with),
    "contains": _relation(contains),
}
