"""What the PartiQL operations share: a statement understood without its table, and the write that it asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.engine.changes import Stored
from chabudai.engine.errors import DuplicateItem, ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.updates import Update
from chabudai.engine.keys import NO_MATCH, check_nested, check_updated_names, key_of_key, row_of
from chabudai.engine.operations.parameters import tells_failed_item
from chabudai.engine.operations.writes import Write, deleting, updating
from chabudai.engine.partiql import tree
from chabudai.engine.partiql.columns import Columns, columns_of
from chabudai.engine.partiql.conditions import condition_of
from chabudai.engine.partiql.decomposition import Pinned, check_type, pin
from chabudai.engine.partiql.literals import item_of
from chabudai.engine.partiql.parser import parse_statement
from chabudai.engine.partiql.tokens import Place
from chabudai.engine.partiql.updates import update_of
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import ListOf, Text, Value
from chabudai.engine.sizes import MAX_ITEM, item_size
from chabudai.engine.values import AttributeValue, Item, admit_value

STATEMENT = Text(shortest=1, longest=8192)
PARAMETERS = ListOf(Value(), shortest=1)
_NOWHERE = Place(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Understood:
    """A statement with its parameters, checked as far as it can be before its table is known."""

    text: str
    statement: tree.Statement
    parameters: Sequence[AttributeValue]
    condition: Condition | None
    columns: Columns | None
    item: Item | None
    update: Update | None
    tells_failed_item: bool

    @property
    def is_read(self) -> bool:
        return isinstance(self.statement, tree.Select)

    @property
    def where(self) -> tree.Expression | None:
        statement = self.statement.select if isinstance(self.statement, tree.Exists) else self.statement
        return None if isinstance(statement, tree.Insert) else statement.where


def admit_parameters(asked: Mapping[str, Any]) -> list[AttributeValue]:
    return [admit_value(value) for value in asked.get("Parameters", ())]


def understand(asked: Mapping[str, Any], parameters: Sequence[AttributeValue]) -> Understood:
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
    return Understood(
        asked["Statement"], statement, parameters, condition, columns, item, update, tells_failed_item(dict(asked))
    )


def understand_alone(asked: Mapping[str, Any]) -> Understood:
    """A statement that is not part of a transaction."""
    understood = understand(asked, admit_parameters(asked))
    if isinstance(understood.statement, tree.Exists):
        raise ValidationFailed("EXISTS can only be used in ExecuteTransaction write requests.")
    return understood


def check_written_source(understood: Understood) -> None:
    if understood.statement.source.index is not None:
        raise ValidationFailed("This operation is not supported on an index")


def write_of(understood: Understood, table: TableSchema) -> Write:
    """The write that INSERT, UPDATE or DELETE asks for, refused in PartiQL's own words."""
    if understood.item is not None:
        _check_item(understood.item, table)
        return _insertion(understood, understood.item, table)
    pinned = pin(understood.where, table.key_names, understood.parameters)
    if len(pinned.key) < len(table.key_names):
        raise ValidationFailed("Where clause does not contain a mandatory equality on all key attributes")
    if pinned.contradicted is not None:
        raise ValidationFailed(
            f"Multiple conditions on same key {pinned.contradicted}."
            " Only single item Update/Insert/Delete are supported"
        )
    for part in table.keys:
        check_type(pinned.key[part.name], part)
    return _keyed(understood, pinned, table)


def transacted_write_of(understood: Understood, table: TableSchema) -> Write:
    """The same within a transaction, refused in the words of TransactWriteItems."""
    if understood.item is not None:
        return _insertion(understood, understood.item, table)
    pinned = pin(understood.where, table.key_names, understood.parameters)
    is_check = isinstance(understood.statement, tree.Exists)
    if len(pinned.key) < len(table.key_names) or (pinned.contradicted is not None and not is_check):
        raise ValidationFailed(NO_MATCH)
    return _keyed(understood, pinned, table)


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


def _insertion(understood: Understood, item: Item, table: TableSchema) -> Write:
    size = item_size(item)
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    key, columns = row_of(item, table)
    inserted = Stored(item, size, columns)

    def inserting(old: Stored | None) -> Stored:
        if old is not None:
            raise DuplicateItem
        return inserted

    return Write(table, key, item, None, understood.tells_failed_item, inserting)


def _keyed(understood: Understood, pinned: Pinned, table: TableSchema) -> Write:
    key = key_of_key(pinned.key, table)
    check_nested(understood.condition, table)
    becomes: Callable[[Stored | None], Stored | None] = deleting
    parts: tuple[tree.Expression, ...]
    missing = tree.TypeTest(tree.Path((table.key_names[0],), _NOWHERE), "MISSING", _NOWHERE)
    if isinstance(understood.statement, tree.Delete):
        # A missing item is nothing to delete, whatever else the clause says.
        rest = tree.Operation("AND", pinned.rest, _NOWHERE)
        parts = (tree.Operation("OR", (missing, rest), _NOWHERE),) if pinned.rest else ()
    else:
        # An UPDATE never creates an item, and EXISTS finds none that is not there.
        parts = (tree.Operation("NOT", (missing,), _NOWHERE), *pinned.rest)
    condition = condition_of(parts, understood.parameters)
    if understood.update is not None:
        check_updated_names(understood.update, table)
        becomes = updating(understood.update, pinned.key, table)
    return Write(table, key, pinned.key, condition, understood.tells_failed_item, becomes)
