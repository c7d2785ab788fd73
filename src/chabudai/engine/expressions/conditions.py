"""Condition and filter expressions: parsed once, then asked of one item after the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from chabudai.engine.expressions import tree
from chabudai.engine.expressions.checks import (
    CONDITION_FUNCTIONS,
    OPERAND_FUNCTIONS,
    Checks,
    check_function,
    check_words,
)
from chabudai.engine.expressions.operands import parse_operand
from chabudai.engine.expressions.placeholders import Bindings, RequestPlaceholders, Requirements, Values
from chabudai.engine.expressions.predicates import Test, never, predicate
from chabudai.engine.expressions.tokens import Parentheses, Tokens
from chabudai.engine.expressions.tree import (
    Attribute,
    Call,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Negation,
    Operand,
)
from chabudai.engine.values import Item

_COMPARATORS = frozenset({"=", "<>", "<", "<=", ">", ">="})
_KEYWORDS = frozenset({"AND", "OR", "NOT", "BETWEEN", "IN"})
_NO_ITEM: Item = {}


@dataclass(frozen=True, slots=True)
class Condition:
    """`attributes` are the top-level names that it reads, `nested` those that it looks into."""

    test: Test
    values: Values
    attributes: frozenset[str]
    nested: frozenset[str]

    def holds(self, item: Item | None) -> bool:
        """A missing item is one without attributes."""
        return self.test(_NO_ITEM if item is None else item, self.values)


@dataclass(frozen=True, slots=True)
class CompiledCondition:
    """A condition's text, parsed: whose values it is asked with is still open."""

    condition: tree.Condition
    names: Mapping[str, str]
    test: Test
    attributes: frozenset[str]
    nested: frozenset[str]
    requirements: Requirements


def parse_condition(text: str, placeholders: RequestPlaceholders, parameter: str = "ConditionExpression") -> Condition:
    compiled = compile_condition(parameter, text, placeholders.bindings(parameter, text))
    placeholders.check(compiled.requirements)
    return Condition(compiled.test, placeholders.values, compiled.attributes, compiled.nested)


@lru_cache(maxsize=1024)
def compile_condition(parameter: str, text: str, bindings: Bindings) -> CompiledCondition:
    condition = _ConditionGrammar(Tokens(parameter, text, _KEYWORDS)).condition()
    _check_words(parameter, condition)
    checks = Checks(parameter, bindings)
    for comparison in tree.comparisons(condition):
        checks.check_leaves(tree.leaves(comparison))
        checks.check_functions(comparison)
    test = predicate(condition, checks.names) if checks.is_sound else never
    return CompiledCondition(
        condition,
        checks.names,
        test,
        frozenset(checks.attributes),
        frozenset(checks.nested),
        checks.requirements(),
    )


class _Group:
    """What stands between two parentheses, or at the top, as far as it was read: terms joined by AND and OR."""

    __slots__ = ("_alternatives", "_terms", "is_negated", "is_untouched", "opened")

    def __init__(self, opened: int) -> None:
        self.opened = opened
        self.is_untouched = True
        self.is_negated = False
        self._alternatives: list[tree.Condition] = []
        self._terms: list[tree.Condition] = []

    def negate(self) -> None:
        self.is_untouched = False
        self.is_negated = not self.is_negated

    def add(self, term: tree.Condition) -> None:
        self.is_untouched = False
        self._terms.append(Negation(term) if self.is_negated else term)
        self.is_negated = False

    def end_alternative(self) -> None:
        terms = tuple(self._terms)
        self._alternatives.append(terms[0] if len(terms) == 1 else Conjunction(terms))
        self._terms = []

    def result(self) -> tree.Condition:
        self.end_alternative()
        alternatives = tuple(self._alternatives)
        return alternatives[0] if len(alternatives) == 1 else Disjunction(alternatives)


class _ConditionGrammar:
    """Reads a condition with a stack of groups, not with Python's: nesting costs memory for the text's 4 KB at most."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._parentheses = Parentheses(tokens)
        self._group = _Group(-1)
        self._outer: list[_Group] = []

    def condition(self) -> tree.Condition:
        while True:
            operand = self._term()
            if operand is None:
                continue
            term = self._close_groups(self._parse_comparison(operand))
            if self._tokens.kind in ("AND", "OR"):
                self._group.add(self._as_condition(term))
                self._tokens.count_operator()
                if self._tokens.take().kind == "OR":
                    self._group.end_alternative()
            else:
                if self._outer:
                    self._tokens.fail()
                self._group.add(self._as_condition(term))
                self._tokens.expect("end")
                return self._group.result()

    def _term(self) -> Operand | None:
        """The first operand of a term; None when a NOT or an opening parenthesis was read instead."""
        if self._tokens.accept("NOT"):
            self._tokens.count_operator()
            self._group.negate()
            return None
        if self._tokens.kind == "(":
            self._outer.append(self._group)
            self._group = _Group(self._parentheses.open())
            return None
        return parse_operand(self._tokens, self._parentheses)

    def _close_groups(self, term: Operand | tree.Condition) -> Operand | tree.Condition:
        """A pair of parentheses may hold a condition, or a lone operand that is then compared."""
        while self._outer and self._tokens.kind == ")":
            if not (self._group.is_untouched and isinstance(term, Attribute | Constant | Call)):
                self._group.add(self._as_condition(term))
                term = self._group.result()
            self._parentheses.close(self._group.opened)
            self._group = self._outer.pop()
            term = self._parse_comparison(term)
        return term

    def _as_condition(self, term: Operand | tree.Condition) -> tree.Condition:
        if isinstance(term, Attribute | Constant):
            self._tokens.fail()
        return term

    def _parse_comparison(self, term: Operand | tree.Condition) -> Operand | tree.Condition:
        if not isinstance(term, Attribute | Constant | Call):
            return term
        kind = self._tokens.kind
        if kind in _COMPARATORS:
            others = self._after_operator(self._operand)
        elif kind == "BETWEEN":
            others = self._after_operator(self._bounds)
        elif kind == "IN":
            others = self._after_operator(self._choices)
        else:
            return term
        return Comparison(kind, (term, *others))

    def _after_operator(self, parse: Callable[[], tuple[Operand, ...]]) -> tuple[Operand, ...]:
        self._tokens.count_operator()
        self._tokens.take()
        return parse()

    def _operand(self) -> tuple[Operand, ...]:
        return (parse_operand(self._tokens, self._parentheses),)

    def _bounds(self) -> tuple[Operand, ...]:
        lower = self._operand()
        self._tokens.expect("AND")
        return lower + self._operand()

    def _choices(self) -> tuple[Operand, ...]:
        self._tokens.expect("(")
        choices = [*self._operand()]
        while self._tokens.accept(","):
            choices += self._operand()
        self._tokens.expect(")")
        return tuple(choices)


def _check_words(parameter: str, condition: tree.Condition) -> None:
    """The first look at the whole, in the order of writing: names of functions and where they stand, reserved words."""
    for comparison in tree.comparisons(condition):
        if isinstance(comparison, Call):
            _check_operand_words(parameter, comparison, CONDITION_FUNCTIONS)
        else:
            for operand in comparison.operands:
                _check_operand_words(parameter, operand, OPERAND_FUNCTIONS)


def _check_operand_words(parameter: str, operand: Operand, functions: frozenset[str]) -> None:
    if isinstance(operand, Attribute):
        check_words(parameter, operand)
    elif isinstance(operand, Call):
        check_function(parameter, operand.name, here=functions, language="a condition")
        for inner in operand.operands:
            _check_operand_words(parameter, inner, OPERAND_FUNCTIONS)
