"""SET and REMOVE clauses as the update of DynamoDB's expressions; set_add and set_delete are its ADD and DELETE."""

from collections.abc import Sequence

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions import tree
from chabudai.engine.expressions.changes import Computation, addition, assignment, removal, subtraction
from chabudai.engine.expressions.checks import Checks
from chabudai.engine.expressions.operands import getter
from chabudai.engine.expressions.paths import find_overlap
from chabudai.engine.expressions.updates import AttributeChanges, Update
from chabudai.engine.partiql.conditions import ConditionTranslation, attribute, unrecognized_function
from chabudai.engine.partiql.literals import Parameters, is_value, value_of
from chabudai.engine.partiql.tree import (
    Assignment,
    Call,
    Expression,
    Missing,
    Operation,
    Path,
    Removal,
    TypeTest,
)
from chabudai.engine.values import type_of

_SETS = frozenset({"SS", "NS", "BS"})


def update_of(actions: Sequence[Assignment | Removal], parameters: Parameters) -> Update:
    translation = _UpdateTranslation(parameters)
    computations = [translation.computation(action) for action in actions]
    paths = [action.path.steps for action in actions]
    reason = find_overlap(paths)
    if reason is not None:
        raise ValidationFailed(reason)
    translation.meet(translation.checks)
    only_removes = all(isinstance(action, Removal) for action in actions)
    changes = AttributeChanges.of(paths, computations, frozenset(translation.checks.nested), only_removes)
    return Update(changes, translation.values)


class _UpdateTranslation(ConditionTranslation):
    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self.checks = Checks("statement", ())

    def computation(self, action: Assignment | Removal) -> Computation:
        self.checks.check_leaves([attribute(action.path.steps)])
        if isinstance(action, Removal):
            return removal
        value = action.value
        if isinstance(value, Call) and value.name in ("set_add", "set_delete"):
            return self._set_change(value, action.path)
        operand = self._assigned_value(value)
        self.checks.check_leaves(tree.leaves(operand))
        self.checks.check_functions(operand)
        return assignment(operand, {})

    def _set_change(self, call: Call, path: Path) -> Computation:
        name = call.name.upper()
        if len(call.operands) != 2:
            raise ValidationFailed(f"{name} must have exactly two arguments at {call.span}")
        target, members = call.operands
        if not (isinstance(target, Path) and target.steps == path.steps):
            raise ValidationFailed(f"The first argument to {name} must equal the assignment value at {call.span}")
        value = value_of(members, self._parameters) if is_value(members) else None
        if value is None or type_of(value) not in _SETS:
            raise ValidationFailed(f"The second argument to {name} must be a value with type SET at {target.span}")
        constant = self.constant(value)
        change = addition if call.name == "set_add" else subtraction
        return change(getter(attribute(path.steps), {}), constant.name)

    def _assigned_value(self, expression: Expression) -> tree.Operand | tree.Arithmetic:
        if isinstance(expression, Operation) and expression.name in ("+", "-") and len(expression.operands) == 2:
            return tree.Arithmetic(expression.name, tuple(map(self._updating_operand, expression.operands)))
        return self._updating_operand(expression)

    def _updating_operand(self, expression: Expression) -> tree.Operand:
        match expression:
            case Path():
                return attribute(expression.steps)
            case Call(name="list_append"):
                return tree.Call("list_append", tuple(map(self._updating_operand, expression.operands)))
            case Call():
                raise unrecognized_function(expression)
            case TypeTest():
                raise ValidationFailed("IS operator is not supported in update expressions")
            case Operation():
                raise ValidationFailed(f"Unsupported operator in Update Expression. Operator: {expression.name}")
            case Missing():
                raise ValidationFailed("MISSING must be compared using IS operator")
            case _:
                return self.constant(value_of(expression, self._parameters))
