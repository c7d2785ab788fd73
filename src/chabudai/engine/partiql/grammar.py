"""Expressions of statements, by precedence: operands, functions, and the operators between them."""

from collections.abc import Mapping

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.paths import MAX_INDEX
from chabudai.engine.partiql.keywords import KEYWORDS, OPERATORS, TYPES
from chabudai.engine.partiql.tokens import SourceSpan, Token, Tokens, malformed_statement
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
    TypeTest,
)

_NOT, _EQUALITY, _COMPARISON, _SUM = 30, 40, 50, 60
_PRECEDENCE: Mapping[str, int] = {
    "OR": 10,
    "AND": 20,
    **dict.fromkeys(("=", "<>", "!=", "IS", "IN"), _EQUALITY),
    **dict.fromkeys(("<", "<=", ">", ">=", "BETWEEN", "LIKE"), _COMPARISON),
    **dict.fromkeys(("+", "-", "||"), _SUM),
    **dict.fromkeys(("*", "/", "%"), 70),
}
_NEGATABLE = ("IN", "BETWEEN", "LIKE")
_SYMBOLIC_OPERATORS = frozenset({"=", "<>", "!=", "<", "<=", ">", ">=", "/", "%", "||", "@"})
_FUNCTION_KEYWORDS = frozenset({"SIZE", "EXISTS", "COUNT", "AVG", "MAX", "MIN", "SUM", "UPPER", "LOWER", "CHAR_LENGTH"})
# Of parentheses, literals, signs, NOTs and chains of operators; bounds Python's stack, which DynamoDB's own limit
# for documents (32) and any statement written by a person stay far below.
_MAX_NESTING = 64


class ExpressionGrammar:
    """Reads one expression after the other from the tokens of a statement."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._depth = 0

    def expression(self, precedence: int = 0) -> Expression:
        """All that binds more tightly than the precedence."""
        self._depth += 1
        if self._depth > _MAX_NESTING:
            raise malformed_statement("")
        left = self._unary()
        chained = 0
        while True:
            name, is_negated = self._operator()
            if _PRECEDENCE.get(name, 0) <= precedence:
                self._depth -= 1
                return left
            chained += name not in ("AND", "OR")
            if chained > _MAX_NESTING:
                raise malformed_statement("")
            span = self.tokens.take().span
            if is_negated:
                self.tokens.take()
            right = self._after(name, left, span)
            left = Operation("NOT", (right,), span) if is_negated else right

    def simple_path(self) -> Path:
        """A path that stands where nothing else may: a table, or what an update changes."""
        if self.tokens.kind not in ("word", "quoted"):
            self.tokens.fail("Expected identifier for simple path")
        return self._path()

    def _operator(self) -> tuple[str, bool]:
        if self.tokens.kind == "NOT" and self.tokens.next_kind in _NEGATABLE:
            return self.tokens.next_kind, True
        return self.tokens.kind, False

    def _after(self, name: str, left: Expression, span: SourceSpan) -> Expression:
        if name == "IS":
            return self._type_test(left, span)
        if name == "IN":
            return Operation("IN", (left, *self._choices()), span)
        right = self._right(name)
        if name == "BETWEEN":
            self.tokens.expect("AND", "Expected AND keyword")
            if self.tokens.kind == "end":
                self.tokens.fail("Expected expression after AND")
            return Operation("BETWEEN", (left, right, self.expression(_COMPARISON)), span)
        if name in ("AND", "OR") and isinstance(left, Operation) and left.name == name:
            return Operation(name, (*left.operands, right), left.span)
        return Operation("<>" if name == "!=" else name, (left, right), span)

    def _choices(self) -> tuple[Expression, ...]:
        if self.tokens.kind == "(":
            choices = self._list("(", ")", "RIGHT_PAREN")
        else:
            right = self._right("IN")
            choices = right.elements if isinstance(right, Sequence | Bag) else ()
        if not choices:
            raise ValidationFailed(
                "IN operator must have a left hand argument of type Variable Reference and right hand argument"
                " of type Seq with at least one member"
            )
        return choices

    def _right(self, name: str) -> Expression:
        if self.tokens.kind == "end":
            self.tokens.fail("Missing right-hand side expression of infix operator")
        return self.expression(_PRECEDENCE[name])

    def _type_test(self, left: Expression, span: SourceSpan) -> Expression:
        is_negated = self.tokens.accept("NOT")
        if self.tokens.kind not in TYPES:
            self.tokens.fail("Expected type name")
        kind = self.tokens.take().kind
        if kind == "DOUBLE":
            self.tokens.expect("PRECISION", "Expected type name")
        elif kind == "CHARACTER":
            self.tokens.accept("VARYING")
        test = TypeTest(left, kind, span)
        return Operation("NOT", (test,), span) if is_negated else test

    def _unary(self) -> Expression:
        if self.tokens.kind == "NOT":
            span = self.tokens.take().span
            return Operation("NOT", (self.expression(_NOT),), span)
        signs: list[Token] = []
        while self.tokens.kind in ("+", "-"):
            signs.append(self.tokens.take())
        operand = self._term()
        if not signs:
            return operand
        if not (isinstance(operand, Scalar) and "N" in operand.value):
            return Operation(signs[-1].kind, (operand,), signs[-1].span)
        is_negative = sum(sign.kind == "-" for sign in signs) % 2
        return Scalar({"N": "-" + operand.value["N"]}, operand.span) if is_negative else operand

    def _term(self) -> Expression:
        token = self.tokens.here
        match token.kind:
            case "text":
                return Scalar({"S": self.tokens.take().text}, token.span)
            case "number":
                return Scalar({"N": self.tokens.take().text}, token.span)
            case "TRUE" | "FALSE":
                self.tokens.take()
                return Scalar({"BOOL": token.kind == "TRUE"}, token.span)
            case "NULL":
                self.tokens.take()
                return Scalar({"NULL": True}, token.span)
            case "MISSING":
                return Missing(self.tokens.take().span)
            case "?":
                self.tokens.take()
                self.tokens.parameters += 1
                return Parameter(self.tokens.parameters - 1, token.span)
            case "(":
                return self._group()
            case "[":
                return Sequence(self._list("[", "]", "RIGHT_BRACKET"), token.span)
            case "<<":
                return Bag(self._list("<<", ">>", "RIGHT_DOUBLE_ANGLE_BRACKET"), token.span)
            case "{":
                return Struct(self._members(), token.span)
            case _:
                return self._named_term()

    def _named_term(self) -> Expression:
        kind = self.tokens.kind
        is_call = self.tokens.next_kind == "("
        if is_call and (kind == "word" or kind in _FUNCTION_KEYWORDS):
            token = self.tokens.take()
            return Call(token.text.lower(), self._list("(", ")", "RIGHT_PAREN"), token.span)
        if kind in ("word", "quoted"):
            return self._path()
        if kind in OPERATORS or kind in _SYMBOLIC_OPERATORS:
            self.tokens.fail("Unexpected operator")
        if kind == "FROM":
            self.tokens.fail("Expected data manipulation")
        raise malformed_statement("Unexpected keyword" if kind in KEYWORDS else "Unexpected term")

    def _group(self) -> Expression:
        span = self.tokens.here.span
        elements = self._list("(", ")", "RIGHT_PAREN")
        if not elements:
            self.tokens.fail("Expression group cannot be empty")
        return elements[0] if len(elements) == 1 else Sequence(elements, span)

    def _list(self, opening: str, closing: str, closing_name: str) -> tuple[Expression, ...]:
        self.tokens.expect(opening, "Unexpected term")
        if self.tokens.accept(closing):
            return ()
        elements = [self.expression()]
        while self.tokens.accept(","):
            elements.append(self.expression())
        self.tokens.expect(closing, f"Expected {closing_name}")
        return tuple(elements)

    def _members(self) -> tuple[tuple[Expression, Expression], ...]:
        self.tokens.take()
        members: list[tuple[Expression, Expression]] = []
        while not members or self.tokens.accept(","):
            if not members and self.tokens.accept("}"):
                return ()
            name = self.expression()
            self.tokens.expect(":", "Expected COLON")
            members.append((name, self.expression()))
        self.tokens.expect("}", "Expected RIGHT_CURLY")
        return tuple(members)

    def _path(self) -> Path:
        first = self.tokens.take()
        steps: list[str | int] = [first.text]
        while True:
            if self.tokens.accept("."):
                if self.tokens.kind == "*":
                    raise ValidationFailed("Unpivot path component like a.*.b are not supported")
                if self.tokens.kind not in ("word", "quoted"):
                    self.tokens.fail("Invalid path dot component")
                steps.append(self.tokens.take().text)
            elif self.tokens.accept("["):
                steps.append(self._index())
                self.tokens.expect("]", "Expected RIGHT_BRACKET")
            else:
                break
        if "" in steps:
            raise ValidationFailed("Path component cannot be an empty string")
        return Path(tuple(steps), first.span)

    def _index(self) -> str | int:
        """A list's index, or a map's key as a 'text'."""
        if self.tokens.kind == "*":
            raise ValidationFailed("Wildcard path component like a[*].b are not supported")
        component = self.expression()
        if not isinstance(component, Scalar):
            raise ValidationFailed(f"Unexpected path component at {component.span}")
        if "S" in component.value:
            return str(component.value["S"])
        number = component.value.get("N", "")
        digits = number.removeprefix("-")
        if not digits.isdecimal():
            raise ValidationFailed(f"Unexpected path component at {component.span}")
        if len(digits) > 10 or int(digits) > MAX_INDEX or int(number) < 0:
            raise ValidationFailed(
                f"List index is not within the allowable range; index: [{number}] at {component.span}"
            )
        return int(digits)
