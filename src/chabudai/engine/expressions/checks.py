"""What an expression's tree must satisfy: names, operand counts and types, each with DynamoDB's message, in its order.

What depends on the tree alone is found once, when a text is first parsed; what depends on the request's values becomes
a check that is made again for each request. All stand in one sequence, so that the first fault is DynamoDB's first.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from chabudai.engine.expressions.comparisons import ORDERED, order
from chabudai.engine.expressions.paths import MAX_DEPTH, MAX_INDEX, Path, format_path, resolve
from chabudai.engine.expressions.placeholders import Bindings, Check, Requirements, Values
from chabudai.engine.expressions.reserved import is_reserved
from chabudai.engine.expressions.tokens import fault
from chabudai.engine.expressions.tree import Application, Attribute, Call, Constant, Operand, applications
from chabudai.engine.values import TYPES, AttributeValue, type_of
from chabudai.items.sizes import binary_size

CONDITION_FUNCTIONS = frozenset(
    {"attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains"}
)
OPERAND_FUNCTIONS = frozenset({"size"})
UPDATE_FUNCTIONS = frozenset({"if_not_exists", "list_append"})
MAX_IN_OPERANDS = 100

_ARITIES: Mapping[str, int] = {
    "attribute_exists": 1,
    "attribute_not_exists": 1,
    "attribute_type": 2,
    "begins_with": 2,
    "contains": 2,
    "size": 1,
    "if_not_exists": 2,
    "list_append": 2,
}
_NEED_A_PATH = frozenset({"attribute_exists", "attribute_not_exists", "if_not_exists"})
_NEED_NOT_DIFFER = frozenset({"list_append", "+", "-"})
_OPERAND_TYPES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("<", "<=", ">", ">=", "BETWEEN"), ORDERED),
    "begins_with": frozenset({"S", "B"}),
    "size": TYPES - {"N", "BOOL", "NULL"},
    "list_append": frozenset({"L"}),
    **dict.fromkeys("+-", frozenset({"N"})),
}
_RESULT_TYPES: Mapping[str, str] = {"size": "N", "list_append": "L"}
# DynamoDB prints its sets in no fixed order; these are orders in which it has been seen to print them.
_ANY_TYPE = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"
_TYPE_NAMES = "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"


class Checks:
    """The checks of one expression, as they are collected."""

    def __init__(self, parameter: str, bindings: Bindings) -> None:
        self.parameter = parameter
        self.names = {token: name for token, name in bindings if name is not None}
        self.is_sound = True
        self.attributes: set[str] = set()
        self.nested: set[str] = set()
        self._used_names: set[str] = set()
        self._constants: set[str] = set()
        self._checks: list[Check] = []

    def requirements(self) -> Requirements:
        return Requirements(frozenset(self._used_names), frozenset(self._constants), tuple(self._checks))

    def refuse(self, message: str) -> None:
        """A fault that the tree has whatever the values are; it waits its turn behind the checks before it."""
        self.is_sound = False

        def check(_values: Values) -> None:
            raise fault(self.parameter, message)

        self.add(check)

    def add(self, check: Check) -> None:
        self._checks.append(check)

    def check_attribute(self, attribute: Attribute) -> Path:
        path = resolve(attribute, self.names)
        for step in attribute.steps:
            if step.kind == "name":
                if step.text not in self.names:
                    self.refuse(
                        "An expression attribute name used in the document path is not defined; "
                        f"attribute name: {step.text}"
                    )
                self._used_names.add(step.text)
        if len(path) > MAX_DEPTH:
            self.refuse(f"The document path has too many nesting levels; nesting levels: {len(path)}")
        self.attributes.add(str(path[0]))
        if len(path) > 1:
            self.nested.add(str(path[0]))
        return path

    def check_constant(self, constant: Constant) -> None:
        name = constant.name
        if name in self._constants:
            return
        self._constants.add(name)

        def check(values: Values) -> None:
            if name not in values:
                raise fault(
                    self.parameter,
                    f"An expression attribute value used in expression is not defined; attribute value: {name}",
                )

        self.add(check)

    def check_leaves(self, leaves: Iterable[Attribute | Constant]) -> None:
        for leaf in leaves:
            if isinstance(leaf, Constant):
                self.check_constant(leaf)
            else:
                self.check_attribute(leaf)

    def check_functions(self, node: Operand | Application) -> None:
        """Of all functions and operators of a node: first how many operands they have, then which, then their types."""
        for application in applications(node):
            self._check_count(application)
        if not self.is_sound:
            return
        for application in applications(node):
            if application.name not in _NEED_NOT_DIFFER:
                self._check_distinct(application)
        for application in applications(node):
            self._check_types(application)

    def check_types(self, operator: str, operands: Iterable[Operand], allowed: AbstractSet[str]) -> None:
        for operand in operands:
            if isinstance(operand, Constant):
                self._check_constant_type(operator, operand.name, allowed)
            elif isinstance(operand, Call):
                kind = _RESULT_TYPES.get(operand.name)
                if kind is not None and kind not in allowed:
                    self.refuse(_wrong_type(operator, kind))

    def _check_count(self, application: Application) -> None:
        given = len(application.operands)
        if application.name in _ARITIES and given != _ARITIES[application.name]:
            self.refuse(
                "Incorrect number of operands for operator or function; "
                f"operator or function: {application.name}, number of operands: {given}"
            )
        elif application.name == "IN" and given - 1 > MAX_IN_OPERANDS:
            self.refuse(f"The IN operator is provided with too many operands; number of operands: {given - 1}")

    def _check_distinct(self, application: Application) -> None:
        first, *others = application.operands
        if not isinstance(first, Attribute):
            return
        path = resolve(first, self.names)
        if any(isinstance(other, Attribute) and resolve(other, self.names) == path for other in others):
            self.refuse(
                "The first operand must be distinct from the remaining operands for this operator or function; "
                f"operator: {application.name}, first operand: {format_path(path)}"
            )

    def _check_types(self, application: Application) -> None:
        name, operands = application.name, application.operands
        if name in _NEED_A_PATH and not isinstance(operands[0], Attribute):
            self.refuse(f"Operator or function requires a document path; operator or function: {name}")
        elif name == "attribute_type":
            self._check_type_name(operands[1])
        elif name in _OPERAND_TYPES:
            self.check_types(name, operands, _OPERAND_TYPES[name])
            if name == "BETWEEN":
                self._check_bounds(*operands[1:])

    def _check_constant_type(self, operator: str, name: str, allowed: AbstractSet[str]) -> None:
        def check(values: Values) -> None:
            kind = type_of(values[name])
            if kind not in allowed:
                raise fault(self.parameter, _wrong_type(operator, kind))

        self.add(check)

    def _check_type_name(self, operand: Operand) -> None:
        self.check_types("attribute_type", [operand], frozenset({"S"}))
        if isinstance(operand, Attribute):
            self.refuse(_wrong_type("attribute_type", _ANY_TYPE))
        elif isinstance(operand, Constant):
            name = operand.name

            def check(values: Values) -> None:
                kind = values[name]["S"]
                if kind not in TYPES:
                    raise fault(
                        self.parameter, f"Invalid attribute type name found; type: {kind}, valid types: {_TYPE_NAMES}"
                    )

            self.add(check)

    def _check_bounds(self, lower: Operand, upper: Operand) -> None:
        if not (isinstance(lower, Constant) and isinstance(upper, Constant)):
            return
        low_name, high_name = lower.name, upper.name

        def check(values: Values) -> None:
            low, high = values[low_name], values[high_name]
            comparison = order(low, high)
            if comparison is None or comparison > 0:
                rule = "same data type for lower and upper bounds"
                if comparison is not None:
                    rule = "upper bound to be greater than or equal to lower bound"
                raise fault(
                    self.parameter,
                    f"The BETWEEN operator requires {rule}; lower bound operand: {_format_bound(low)}, "
                    f"upper bound operand: {_format_bound(high)}",
                )

        self.add(check)


def check_words(parameter: str, attribute: Attribute) -> None:
    """The first look at a path: reserved words and indices that no list can have."""
    for step in attribute.steps:
        if step.kind == "index":
            if len(step.text) > 10 or int(step.text) > MAX_INDEX:
                raise fault(parameter, f"List index is not within the allowable range; index: [{step.text}]")
        elif step.kind == "word" and is_reserved(step.text):
            raise fault(parameter, f"Attribute name is a reserved keyword; reserved keyword: {step.text}")


def check_function(parameter: str, name: str, *, here: AbstractSet[str], language: str) -> None:
    """A function must exist, belong to the language ("a condition" or "an update"), and be one that may stand here."""
    if name not in _ARITIES:
        raise fault(parameter, f"Invalid function name; function: {name}")
    if (name in UPDATE_FUNCTIONS) != (language == "an update"):
        raise fault(parameter, f"The function is not allowed in {language} expression; function: {name}")
    if name not in here:
        raise fault(parameter, f"The function is not allowed to be used this way in an expression; function: {name}")


def _wrong_type(operator: str, kind: str) -> str:
    return f"Incorrect operand type for operator or function; operator or function: {operator}, operand type: {kind}"


def _format_bound(value: AttributeValue) -> str:
    """As DynamoDB shows a bound; of a binary, Java shows the buffer and not its content."""
    kind = type_of(value)
    if kind == "B":
        size = binary_size(value["B"])
        return f"AttributeValue: {{B:java.nio.HeapByteBuffer[pos=0 lim={size} cap={size}]}}"
    return f"AttributeValue: {{{kind}:{value[kind]}}}"
