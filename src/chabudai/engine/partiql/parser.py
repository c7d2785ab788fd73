"""Statements: SELECT, INSERT, UPDATE, DELETE and EXISTS, parsed once for as long as the same text comes again."""

from functools import lru_cache
from typing import Literal, NamedTuple, cast

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.partiql.grammar import ExpressionGrammar
from chabudai.engine.partiql.tokens import Tokens, malformed_statement
from chabudai.engine.partiql.tree import (
    Assignment,
    Delete,
    Exists,
    Expression,
    Insert,
    Ordering,
    Path,
    Removal,
    Returning,
    Select,
    Source,
    Statement,
    TypeTest,
    Update,
)
from chabudai.engine.shapes import is_table_arn

_ONE_TABLE = "FROM clause may only contain a single table name in data manipulation statements"
_SEVERAL_ITEMS = (
    "Unsupported operation: Inserting multiple items in a single statement is not supported,"
    ' use "INSERT INTO tableName VALUE item" instead'
)
_STAR_BESIDE_OTHERS = "Other expressions may not be present in the select list when '*' is used without dot notation."
_TABLE_NAME = "Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'."


class ParsedStatement(NamedTuple):
    statement: Statement
    parameters: int


@lru_cache(maxsize=1024)
def parse_statement(text: str) -> ParsedStatement:
    if not text.isascii():
        _check_encoding(text)
    tokens = Tokens(text)
    statement = _StatementGrammar(tokens).statement()
    return ParsedStatement(statement, tokens.parameters)


class _StatementGrammar:
    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._grammar = ExpressionGrammar(tokens)
        self._is_aliased = False

    def statement(self) -> Statement:
        statement = self._begin()
        self._tokens.expect_end()
        if self._is_aliased:
            raise ValidationFailed("Aliasing is not supported")
        return statement

    def _begin(self) -> Statement:
        tokens = self._tokens
        if tokens.accept("SELECT"):
            return self._select()
        if tokens.accept_all("INSERT", "INTO"):
            return self._insert()
        if tokens.accept("UPDATE"):
            return self._update()
        if tokens.accept("DELETE"):
            return self._delete()
        if tokens.accept("FROM"):
            return self._update_from()
        if tokens.accept_all("EXISTS", "(", "SELECT"):
            select = self._select()
            tokens.expect(")", "Expected RIGHT_PAREN")
            return Exists(select)
        return self._refuse_expression()

    def _refuse_expression(self) -> Statement:
        """PartiQL takes any expression for a statement; DynamoDB refuses it once it has been read."""
        expression = self._grammar.expression()
        self._tokens.expect_end()
        name = "IsType" if isinstance(expression, TypeTest) else type(expression).__name__
        raise ValidationFailed(f"Unsupported operation: {name}")

    def _select(self) -> Select:
        tokens = self._tokens
        if tokens.kind in ("VALUE", "PIVOT"):
            raise ValidationFailed("Select projection doesn't support value or pivot keywords")
        if tokens.kind == "DISTINCT":
            raise ValidationFailed(f"Unsupported clause: DISTINCT at {tokens.here.span}")
        columns = self._columns()
        tokens.expect("FROM", "Expected FROM after SELECT list")
        source = self._selected_source()
        where = self._where()
        order = self._order()
        for clause in ("GROUP", "HAVING", "LIMIT"):
            if tokens.accept(clause):
                raise ValidationFailed(f"Unsupported clause: {clause} at {tokens.here.span}")
        return Select(columns, source, where, order)

    def _columns(self) -> tuple[Path, ...]:
        if self._tokens.accept("*"):
            if self._tokens.kind == ",":
                self._tokens.fail(_STAR_BESIDE_OTHERS)
            return ()
        columns = [self._column()]
        while self._tokens.accept(","):
            if self._tokens.kind == "*":
                self._tokens.fail(_STAR_BESIDE_OTHERS)
            columns.append(self._column())
        return tuple(columns)

    def _column(self) -> Path:
        expression = self._grammar.expression()
        self._alias()
        if not isinstance(expression, Path):
            raise ValidationFailed(f"Unexpected path component at {expression.span}")
        return expression

    def _selected_source(self) -> Source:
        expression = self._grammar.expression()
        self._alias()
        if self._tokens.kind in (",", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "OUTER"):
            raise ValidationFailed("Only select from a single table or index is supported.")
        if not isinstance(expression, Path):
            raise ValidationFailed("Unexpected from source")
        return _source(expression)

    def _order(self) -> tuple[Ordering, ...]:
        if not self._tokens.accept_all("ORDER", "BY"):
            return ()
        orderings = [self._ordering()]
        while self._tokens.accept(","):
            orderings.append(self._ordering())
        return tuple(orderings)

    def _ordering(self) -> Ordering:
        expression = self._grammar.expression()
        is_descending = self._tokens.accept("DESC")
        if not is_descending:
            self._tokens.accept("ASC")
        if not isinstance(expression, Path) or len(expression.steps) > 1:
            raise ValidationFailed(
                f"Argument to ORDER BY must be of type VariableReference. Type: {type(expression).__name__}"
            )
        return Ordering(expression, not is_descending)

    def _insert(self) -> Insert:
        path = self._grammar.simple_path()
        if not self._tokens.accept("VALUE"):
            self._refuse_values()
        value = self._grammar.expression()
        if self._tokens.kind == "RETURNING":
            raise ValidationFailed("RETURNING is not supported in INSERT")
        if self._tokens.kind == "AT":
            raise ValidationFailed("AT is not supported in insert statements.")
        if len(path.steps) > 1:
            self._tokens.expect_end()
            raise ValidationFailed(_ONE_TABLE)
        return Insert(_source(path), value)

    def _refuse_values(self) -> None:
        """INSERT INTO t VALUES (…), or another expression that would be many items."""
        if self._tokens.kind != "VALUES":
            self._grammar.expression()
            self._tokens.expect_end()
        raise ValidationFailed(_SEVERAL_ITEMS)

    def _update(self) -> Update:
        source = self._target_source()
        actions = self._actions()
        where = self._where()
        return Update(source, actions, where, self._returning())

    def _update_from(self) -> Update:
        """PartiQL's other order of the same clauses: FROM t WHERE … SET …"""
        source = self._selected_source()
        where = self._where()
        actions = self._actions()
        return Update(source, actions, where, self._returning())

    def _delete(self) -> Delete:
        self._tokens.expect("FROM", "Expected FROM after DELETE")
        source = self._target_source()
        where = self._where()
        return Delete(source, where, self._returning())

    def _target_source(self) -> Source:
        path = self._grammar.simple_path()
        self._alias()
        return _source(path)

    def _actions(self) -> tuple[Assignment | Removal, ...]:
        actions: list[Assignment | Removal] = []
        while True:
            if self._tokens.accept("SET"):
                actions.append(self._assignment())
                while self._tokens.accept(","):
                    actions.append(self._assignment())
            elif self._tokens.accept("REMOVE"):
                actions.append(Removal(self._grammar.simple_path()))
            elif actions:
                return tuple(actions)
            else:
                self._tokens.fail("Expected data manipulation")

    def _assignment(self) -> Assignment:
        path = self._grammar.simple_path()
        self._tokens.expect("=", "Expected '='")
        return Assignment(path, self._grammar.expression())

    def _where(self) -> Expression | None:
        return self._grammar.expression() if self._tokens.accept("WHERE") else None

    def _returning(self) -> Returning | None:
        if not self._tokens.accept("RETURNING"):
            return None
        which, image = self._tokens.take(), self._tokens.take()
        if which.kind not in ("ALL", "MODIFIED") or image.kind not in ("OLD", "NEW"):
            self._tokens.fail("Expected ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause")
        if not self._tokens.accept("*"):
            raise ValidationFailed("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause")
        if self._tokens.kind == ",":
            raise ValidationFailed("Invalid syntax with multiple returning elements in RETURNING clause")
        return Returning(cast(Literal["ALL", "MODIFIED"], which.kind), cast(Literal["OLD", "NEW"], image.kind))

    def _alias(self) -> None:
        """Refused only when the whole statement could be read."""
        if self._tokens.accept("AS") and self._tokens.kind not in ("word", "quoted"):
            self._tokens.fail("Expected identifier for alias")
        if self._tokens.kind in ("word", "quoted"):
            self._tokens.take()
            self._is_aliased = True


def _source(path: Path) -> Source:
    if any(isinstance(step, int) for step in path.steps):
        raise ValidationFailed("Invalid list expression in source.")
    if len(path.steps) > 2:
        raise ValidationFailed("A path may contain at most 2 components in the FROM clause")
    table, *index = map(str, path.steps)
    if not is_table_arn(table) and not _is_table_name(table):
        raise ValidationFailed(_TABLE_NAME)
    return Source(table, index[0] if index else None)


def _is_table_name(name: str) -> bool:
    return 3 <= len(name) <= 255 and name.isascii() and all(each.isalnum() or each in "-_." for each in name)


def _check_encoding(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise malformed_statement("") from None
