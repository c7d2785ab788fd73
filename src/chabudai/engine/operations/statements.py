"""What the PartiQL operations share: a statement analyzed without its table, and the write that it asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.engine.changes import StoredItem
from chabudai.engine.errors import DuplicateItem, ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.updates import Update
from chabudai.engine.keys import NO_MATCH, check_nested, check_updated_names, encode_key, encode_row
from chabudai.engine.operations.parameters import returns_failed_item
from chabudai.engine.operations.writes import Write, delete_transform, update_transform
from chabudai.engine.partiql import tree
from chabudai.engine.partiql.columns import ColumnProjection, columns_of
from chabudai.engine.partiql.conditions import condition_of
from chabudai.engine.partiql.decomposition import KeyEqualities, check_type, extract_key
from chabudai.engine.partiql.literals import item_of
from chabudai.engine.partiql.parser import parse_statement
from chabudai.engine.partiql.tokens import SourceSpan
from chabudai.engine.partiql.updates import update_of
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import AttributeValueShape, ListOf, Text
from chabudai.engine.values import AttributeValue, Item, normalize_value
from chabudai.items.sizes import MAX_ITEM, item_size

STATEMENT = Text(min_length=1, max_length=8192)
PARAMETERS = ListOf(AttributeValueShape(), min_length=1)
_NOWHERE = SourceSpan(0, 0, 0)


@dataclass(frozen=True, slots=True)
class AnalyzedStatement:
    """A statement with its parameters, checked as far as it can be before its table is known."""

    text: str
    statement: tree.Statement
    parameters: Sequence[AttributeValue]
    condition: Condition | None
    columns: ColumnProjection | None
    item: Item | None
    update: Update | None
    returns_failed_item: bool

    @property
    def is_read(self) -> bool:
        return isinstance(self.statement, tree.Select)

    @property
    def where(self) -> tree.Expression | None:
        statement = self.statement.select if isinstance(self.statement, tree.Exists) else self.statement
        return None if isinstance(statement, tree.Insert) else statement.where


def normalize_parameters(asked: Mapping[str, Any]) -> list[AttributeValue]:
    return [normalize_value(value) for value in asked.get("Parameters", ())]


def analyze_statement(asked: Mapping[str, Any], parameters: Sequence[AttributeValue]) -> AnalyzedStatement:
    statement, expected = parse_statement(asked["Statement"])
    if len(parameters) != expected:
        raise ValidationFailed("Number of parameters in request and statement don't match.")
    columns = item = update = where = None
    match statement:
        case tree.Select():
            columns, where = columns_of(statement.columns), statement.where
        case tree.Exists():
            where = statement.select.where
        case tree.Insert():
            item = item_of(statement.value, parameters)
        case tree.Update():
            update, where = update_of(statement.actions, parameters), statement.where
        case tree.Delete():
            _check_returning(statement.returning)
            where = statement.where
    condition = condition_of(() if where is None else (where,), parameters)
    return AnalyzedStatement(
        asked["Statement"], statement, parameters, condition, columns, item, update, returns_failed_item(dict(asked))
    )


def analyze_single_statement(asked: Mapping[str, Any]) -> AnalyzedStatement:
    """A statement that is not part of a transaction."""
    analyzed = analyze_statement(asked, normalize_parameters(asked))
    if isinstance(analyzed.statement, tree.Exists):
        raise ValidationFailed("EXISTS can only be used in ExecuteTransaction write requests.")
    return analyzed


def check_written_source(analyzed: AnalyzedStatement) -> None:
    if analyzed.statement.source.index is not None:
        raise ValidationFailed("This operation is not supported on an index")


def write_of(analyzed: AnalyzedStatement, table: TableSchema) -> Write:
    """The write that INSERT, UPDATE or DELETE asks for, refused in PartiQL's own words."""
    if analyzed.item is not None:
        _check_item(analyzed.item, table)
        return _insertion(analyzed, analyzed.item, table)
    equalities = extract_key(analyzed.where, table.key_names, analyzed.parameters)
    if len(equalities.key) < len(table.key_names):
        raise ValidationFailed("Where clause does not contain a mandatory equality on all key attributes")
    if equalities.contradicted is not None:
        raise ValidationFailed(
            f"Multiple conditions on same key {equalities.contradicted}."
            " Only single item Update/Insert/Delete are supported"
        )
    for part in table.keys:
        check_type(equalities.key[part.name], part)
    return _keyed_write(analyzed, equalities, table)


def transaction_write_of(analyzed: AnalyzedStatement, table: TableSchema) -> Write:
    """The same within a transaction, refused in the words of TransactWriteItems."""
    if analyzed.item is not None:
        return _insertion(analyzed, analyzed.item, table)
    equalities = extract_key(analyzed.where, table.key_names, analyzed.parameters)
    is_check = isinstance(analyzed.statement, tree.Exists)
    if len(equalities.key) < len(table.key_names) or (equalities.contradicted is not None and not is_check):
        raise ValidationFailed(NO_MATCH)
    return _keyed_write(analyzed, equalities, table)


def _check_returning(returning: tree.Returning | None) -> None:
    if returning is not None and (returning.which, returning.image) != ("ALL", "OLD"):
        raise ValidationFailed(
            f"Invalid returning clause: {returning}. Only RETURNING ALL OLD * is allowed in DELETE statements."
        )


def _check_item(item: Item, table: TableSchema) -> None:
    for part in table.keys:
        if part.name not in item:
            raise ValidationFailed(f"Key attribute should be present in the item: Key {part.name}")
        check_type(item[part.name], part)


def _insertion(analyzed: AnalyzedStatement, item: Item, table: TableSchema) -> Write:
    size = item_size(item)
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    key, columns = encode_row(item, table)
    inserted = StoredItem(item, size, columns)

    def insert_row(old: StoredItem | None) -> StoredItem:
        if old is not None:
            raise DuplicateItem
        return inserted

    return Write(table, key, item, None, analyzed.returns_failed_item, insert_row)


def _keyed_write(analyzed: AnalyzedStatement, equalities: KeyEqualities, table: TableSchema) -> Write:
    key = encode_key(equalities.key, table)
    check_nested(analyzed.condition, table)
    transform: Callable[[StoredItem | None], StoredItem | None] = delete_transform
    parts: tuple[tree.Expression, ...]
    missing = tree.TypeTest(tree.Path((table.key_names[0],), _NOWHERE), "MISSING", _NOWHERE)
    if isinstance(analyzed.statement, tree.Delete):
        # A missing item is nothing to delete, whatever else the clause says.
        rest = tree.Operation("AND", equalities.rest, _NOWHERE)
        parts = (tree.Operation("OR", (missing, rest), _NOWHERE),) if equalities.rest else ()
    else:
        # An UPDATE never creates an item, and EXISTS finds none that is not there.
        parts = (tree.Operation("NOT", (missing,), _NOWHERE), *equalities.rest)
    condition = condition_of(parts, analyzed.parameters)
    if analyzed.update is not None:
        check_updated_names(analyzed.update, table)
        transform = update_transform(analyzed.update, equalities.key, table)
    return Write(table, key, equalities.key, condition, analyzed.returns_failed_item, transform)
