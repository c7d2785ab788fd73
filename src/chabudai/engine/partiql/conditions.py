"""WHERE clauses as the conditions of DynamoDB's expressions: the same tree, the same checks, the same evaluation."""

from collections.abc import Iterable

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions import tree
from chabudai.engine.expressions.checks import CONDITION_FUNCTIONS, Checks
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.paths import Path as Steps
from chabudai.engine.expressions.predicates import predicate
from chabudai.engine.expressions.tokens import Token
from chabudai.engine.partiql.keywords import TYPES
from chabudai.engine.partiql.literals import Parameters, is_value, value_of
from chabudai.engine.partiql.tree import Call, Expression, Missing, Operation, Path, TypeTest
from chabudai.engine.values import AttributeValue

_PARAMETER = "statement"
_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">=", "BETWEEN", "IN"})
_SUPPORTED_TYPES = "[MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]"
_JOINED = "The arguments to AND/OR must be Expressions"
_NEGATED = "The argument to NOT must be a Type or Expression"
_WHERE = "WHERE clause must contain an expression that resolves to a boolean"


def condition_of(parts: Iterable[Expression], parameters: Parameters) -> Condition | None:
    """All parts together as one condition; None when there is none. Refuses operands as DynamoDB does."""
    translation = ConditionTranslation(parameters)
    conditions = tuple(translation.condition(part, _WHERE) for part in parts)
    if not conditions:
        return None
    whole = conditions[0] if len(conditions) == 1 else tree.Conjunction(conditions)
    checks = Checks(_PARAMETER, ())
    for comparison in tree.comparisons(whole):
        checks.check_leaves(tree.leaves(comparison))
        checks.check_functions(comparison)
    translation.meet(checks)
    return Condition(predicate(whole, {}), translation.values, frozenset(checks.attributes), frozenset(checks.nested))


class ConditionTranslation:
    """One expression's way into the other tree; its literals and parameters become constants."""

    def __init__(self, parameters: Parameters) -> None:
        self.values: dict[str, AttributeValue] = {}
        self._parameters = parameters

    def condition(self, expression: Expression, otherwise: str) -> tree.Condition:
        """`otherwise` is what is said when it is no condition."""
        match expression:
            case Operation(name="AND"):
                return tree.Conjunction(tuple(self.condition(part, _JOINED) for part in expression.operands))
            case Operation(name="OR"):
                return tree.Disjunction(tuple(self.condition(part, _JOINED) for part in expression.operands))
            case Operation(name="NOT"):
                return tree.Negation(self.condition(expression.operands[0], _NEGATED))
            case Operation():
                return self._comparison(expression)
            case TypeTest():
                return self._type_test(expression)
            case Call(name="size"):
                raise ValidationFailed(otherwise)
            case Call():
                return self._call(expression, CONDITION_FUNCTIONS)
            case _:
                raise ValidationFailed(otherwise)

    def operand(self, expression: Expression) -> tree.Operand:
        match expression:
            case Path():
                return attribute(expression.steps)
            case Call():
                return self._call(expression, frozenset({"size"}))
            case Missing():
                raise ValidationFailed("MISSING must be compared using IS operator")
            case Operation():
                raise ValidationFailed(_unsupported_operator(expression.name))
            case _:
                return self.constant(value_of(expression, self._parameters))

    def constant(self, value: AttributeValue) -> tree.Constant:
        name = f":{len(self.values)}"
        self.values[name] = value
        return tree.Constant(name)

    def meet(self, checks: Checks) -> None:
        """Raise the first fault that the checks find in the values."""
        try:
            for check in checks.requirements().checks:
                check(self.values)
        except ValidationFailed as failure:
            # Said without the name of an expression that the request has not.
            raise ValidationFailed(failure.message.removeprefix(f"Invalid {_PARAMETER}: ")) from None

    def _comparison(self, operation: Operation) -> tree.Condition:
        if operation.name not in _COMPARISONS:
            raise ValidationFailed(_unsupported_operator(operation.name))
        first, *others = operation.operands
        if operation.name in ("=", "<>") and is_value(first):
            first, others = others[0], [first]
        if _is_condition(first) and all(map(is_value, others)):
            return self._truth(operation.name, first, others)
        return tree.Comparison(operation.name, tuple(map(self.operand, operation.operands)))

    def _truth(self, operator: str, expression: Expression, wanted: Iterable[Expression]) -> tree.Condition:
        """A condition compared with values: TRUE wants itself, FALSE its opposite, other values neither."""
        if operator not in ("=", "<>", "IN"):
            raise ValidationFailed(_wrong_type(operator, "BOOL"))
        condition = self.condition(expression, _WHERE)
        values = [value_of(each, self._parameters).get("BOOL") for each in wanted]
        accepted = {each == (operator != "<>") for each in values if each is not None}
        if len(accepted) == 1:
            return condition if True in accepted else tree.Negation(condition)
        always = bool(accepted) or operator == "<>"
        return tree.Comparison("=", (self.constant({"BOOL": True}), self.constant({"BOOL": always})))

    def _type_test(self, test: TypeTest) -> tree.Condition:
        kind = TYPES[test.type]
        if kind is None:
            raise ValidationFailed(
                f"Unsupported data type for IS operator: {test.type}. Supported data types are {_SUPPORTED_TYPES}"
            )
        if not isinstance(test.operand, Path):
            raise ValidationFailed("The left hand side argument to IS must be a Variable Reference, Literal, or Path")
        operand = attribute(test.operand.steps)
        if kind == "MISSING":
            return tree.Call("attribute_not_exists", (operand,))
        return tree.Call("attribute_type", (operand, self.constant({"S": kind})))

    def _call(self, call: Call, allowed: frozenset[str]) -> tree.Call:
        if call.name not in allowed:
            raise unrecognized_function(call)
        return tree.Call(call.name, tuple(map(self.operand, call.operands)))


def attribute(steps: Steps) -> tree.Attribute:
    return tree.Attribute(tuple(Token("index" if isinstance(step, int) else "word", str(step), 0, 0) for step in steps))


def unrecognized_function(call: Call) -> ValidationFailed:
    return ValidationFailed(f"Unrecognized function: {call.name} at {call.span}")


def _is_condition(expression: Expression) -> bool:
    if isinstance(expression, Call):
        return expression.name in CONDITION_FUNCTIONS
    return isinstance(expression, TypeTest) or (
        isinstance(expression, Operation) and expression.name in _COMPARISONS | {"AND", "OR", "NOT"}
    )


def _wrong_type(operator: str, kind: str) -> str:
    return f"Incorrect operand type for operator or function; operator or function: {operator}, operand type: {kind}"


def _unsupported_operator(operator: str) -> str:
    return f"Unsupported operator in Condition Expression. Operator: {operator}"
