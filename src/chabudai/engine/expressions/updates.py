"""Update expressions: SET, REMOVE, ADD and DELETE, parsed once, then applied to an item as it was before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from chabudai.engine.expressions.changes import (
    ChangeTree,
    Computation,
    addition,
    apply_changes,
    assignment,
    change_tree,
    check_depth,
    removal,
    subtraction,
)
from chabudai.engine.expressions.checks import UPDATE_FUNCTIONS, Checks, check_function, check_words
from chabudai.engine.expressions.operands import getter, parse_operand
from chabudai.engine.expressions.paths import Path, find_overlap, parse_path, pick, resolve
from chabudai.engine.expressions.placeholders import Bindings, Check, RequestPlaceholders, Requirements, Values
from chabudai.engine.expressions.tokens import Parentheses, Tokens, fault
from chabudai.engine.expressions.tree import Arithmetic, Attribute, Call, Constant, Operand, leaves
from chabudai.engine.values import AttributeValue, Item, type_of

_PARAMETER = "UpdateExpression"
_SECTIONS = ("SET", "REMOVE", "ADD", "DELETE")
_KEYWORDS = frozenset(_SECTIONS)
_TYPES = {"ADD": frozenset({"N", "SS", "NS", "BS"}), "DELETE": frozenset({"SS", "NS", "BS"})}
_LONG_NAMES = {"S": "STRING", "N": "NUMBER", "B": "BINARY", "BOOL": "BOOLEAN", "NULL": "NULL", "L": "LIST", "M": "MAP"}


class EvidentType(NamedTuple):
    """An attribute whose new type shows in the request: that of one of its constants, or always the same."""

    attribute: str
    constant: str | None
    type: str = ""


@dataclass(frozen=True, slots=True)
class AttributeChanges:
    """What an update does, apart from the values of the request."""

    paths: tuple[Path, ...]
    computations: tuple[Computation, ...]
    tree: ChangeTree
    nested: frozenset[str]
    only_removes: bool
    evident: tuple[EvidentType, ...]
    heads: frozenset[str]

    @classmethod
    def of(
        cls,
        paths: Sequence[Path],
        computations: Sequence[Computation],
        nested: frozenset[str],
        only_removes: bool,
        evident: Sequence[EvidentType] = (),
    ) -> Self:
        heads = frozenset(str(path[0]) for path in paths if path)
        return cls(tuple(paths), tuple(computations), change_tree(paths), nested, only_removes, tuple(evident), heads)


@dataclass(frozen=True, slots=True)
class Update:
    changes: AttributeChanges
    values: Values

    @property
    def paths(self) -> tuple[Path, ...]:
        """What it touches, in the order of writing."""
        return self.changes.paths

    @property
    def heads(self) -> frozenset[str]:
        """The top-level names of what it touches."""
        return self.changes.heads

    @property
    def nested(self) -> frozenset[str]:
        """Top-level names that it looks into, on either side of an equals sign."""
        return self.changes.nested

    @property
    def only_removes(self) -> bool:
        """Nothing but REMOVE and DELETE: done to a missing item, it creates none."""
        return self.changes.only_removes

    def evident_types(self) -> Iterator[tuple[str, str]]:
        """Attributes whose new type shows in the request itself, with that type."""
        for attribute, constant, kind in self.changes.evident:
            yield attribute, kind if constant is None else type_of(self.values[constant])

    def apply(self, item: Item) -> Item:
        """The new item; the old one is left as it is, and they share what did not change."""
        values = self.values
        changes = self.changes
        results = [compute(item, values) for compute in changes.computations]
        new = apply_changes(item, changes.tree, results)
        if changes.nested:
            _check_depths(changes.paths, results)
        return new

    def pick(self, item: Item) -> Item:
        """The parts of an item that it touches: UPDATED_OLD of the item before, UPDATED_NEW of the item after."""
        return pick(item, self.paths)


@dataclass(frozen=True, slots=True)
class _UpdateAction:
    section: str
    path: Attribute
    value: Operand | Arithmetic | None


def parse_update(text: str, placeholders: RequestPlaceholders) -> Update:
    changes, requirements = _compile(text, placeholders.bindings(_PARAMETER, text))
    placeholders.check(requirements)
    return Update(changes, placeholders.values)


@lru_cache(maxsize=1024)
def _compile(text: str, bindings: Bindings) -> tuple[AttributeChanges, Requirements]:
    sections = _parse_sections(Tokens(_PARAMETER, text, _KEYWORDS))
    actions = [action for section in sections for action in section]
    for action in actions:
        _check_action_words(action)
    _check_sections([section[0].section for section in sections])
    checks = Checks(_PARAMETER, bindings)
    _check_actions(checks, actions)
    computations = [_computation(action, checks) for action in actions] if checks.is_sound else []
    paths = [resolve(action.path, checks.names) for action in actions] if checks.is_sound else []
    only_removes = all(action.section in ("REMOVE", "DELETE") for action in actions)
    evident = [
        found for path, action in zip(paths, actions, strict=False) for found in _evident_types(path, action.value)
    ]
    return AttributeChanges.of(
        paths, computations, frozenset(checks.nested), only_removes, evident
    ), checks.requirements()


def _evident_types(path: Path, value: Operand | Arithmetic | None) -> list[EvidentType]:
    if len(path) != 1:
        return []
    attribute = str(path[0])
    match value:
        case Constant():
            return [EvidentType(attribute, value.name)]
        case Arithmetic():
            return [EvidentType(attribute, None, "N")]
        case Call(name="list_append"):
            return [EvidentType(attribute, None, "L")]
        case _:
            return []


def _parse_sections(tokens: Tokens) -> list[list[_UpdateAction]]:
    parentheses = Parentheses(tokens)
    sections: list[list[_UpdateAction]] = []
    while not sections or tokens.kind != "end":
        if tokens.kind not in _KEYWORDS:
            tokens.fail()
        section = tokens.take().kind
        actions = [_parse_action(section, tokens, parentheses)]
        while tokens.accept(","):
            actions.append(_parse_action(section, tokens, parentheses))
        sections.append(actions)
    return sections


def _parse_action(section: str, tokens: Tokens, parentheses: Parentheses) -> _UpdateAction:
    path = parse_path(tokens)
    if section == "REMOVE":
        return _UpdateAction(section, path, None)
    if section == "SET":
        tokens.expect("=")
        return _UpdateAction(section, path, _parse_value(tokens, parentheses))
    return _UpdateAction(section, path, Constant(tokens.expect("value").text))


def _parse_value(tokens: Tokens, parentheses: Parentheses) -> Operand | Arithmetic:
    """One operand, or two with a sign between them, and parentheses around either: never a chain of signs."""
    opened: list[int] = []
    while tokens.kind == "(":
        opened.append(parentheses.open())
    value: Operand | Arithmetic = parse_operand(tokens, parentheses)
    while True:
        if tokens.kind in ("+", "-") and not isinstance(value, Arithmetic):
            tokens.count_operator()
            value = Arithmetic(tokens.take().kind, (value, parse_operand(tokens, parentheses)))
        if not opened:
            return value
        parentheses.close(opened.pop())


def _check_action_words(action: _UpdateAction) -> None:
    check_words(_PARAMETER, action.path)
    if isinstance(action.value, Arithmetic):
        for operand in action.value.operands:
            _check_operand_words(operand, UPDATE_FUNCTIONS)
    elif action.value is not None:
        _check_operand_words(action.value, UPDATE_FUNCTIONS)


def _check_operand_words(operand: Operand, functions: frozenset[str]) -> None:
    if isinstance(operand, Attribute):
        check_words(_PARAMETER, operand)
    elif isinstance(operand, Call):
        check_function(_PARAMETER, operand.name, here=functions, language="an update")
        for inner in operand.operands:
            # DynamoDB lets if_not_exists stand in another function, and list_append not.
            _check_operand_words(inner, frozenset({"if_not_exists"}))


def _check_sections(sections: Sequence[str]) -> None:
    for name in dict.fromkeys(sections):
        if sections.count(name) > 1:
            raise fault(_PARAMETER, f'The "{name}" section can only be used once in an update expression;')


def _check_actions(checks: Checks, actions: Sequence[_UpdateAction]) -> None:
    """Over all actions: undefined names, then undefined values, clashing paths, and operands that do not fit."""
    operands = [leaf for action in actions for leaf in _leaves(action)]
    checks.check_leaves(leaf for leaf in operands if isinstance(leaf, Attribute))
    checks.check_leaves(leaf for leaf in operands if isinstance(leaf, Constant))
    reason = find_overlap([resolve(action.path, checks.names) for action in actions])
    if reason is not None:
        checks.refuse(reason)
    for action in actions:
        if action.section in _TYPES and isinstance(action.value, Constant):
            checks.add(_operand_check(action.section, action.value.name))
    for action in actions:
        if action.value is not None:
            checks.check_functions(action.value)


def _leaves(action: _UpdateAction) -> list[Attribute | Constant]:
    return [action.path] if action.value is None else [action.path, *leaves(action.value)]


def _operand_check(section: str, name: str) -> Check:
    def check(values: Values) -> None:
        kind = type_of(values[name])
        if kind not in _TYPES[section]:
            raise fault(
                _PARAMETER,
                f"Incorrect operand type for operator or function; operator: {section}, "
                f"operand type: {_LONG_NAMES[kind]}, typeSet: ALLOWED_FOR_{section}_OPERAND",
            )

    return check


def _computation(action: _UpdateAction, checks: Checks) -> Computation:
    if isinstance(action.value, Constant) and action.section == "ADD":
        return addition(getter(action.path, checks.names), action.value.name)
    if isinstance(action.value, Constant) and action.section == "DELETE":
        return subtraction(getter(action.path, checks.names), action.value.name)
    return removal if action.value is None else assignment(action.value, checks.names)


def _check_depths(paths: Sequence[Path], results: Sequence[AttributeValue | None]) -> None:
    for path, result in zip(paths, results, strict=True):
        if result is not None and len(path) > 1:
            check_depth(path, result)
