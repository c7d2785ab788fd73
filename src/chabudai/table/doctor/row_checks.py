"""Row checks: one stored row beside what its own fields say that it should be."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.doctor.attribute_types import WrongType, other_values, unreadable_types, wrong_types
from chabudai.table.doctor.lookups import format_key
from chabudai.table.doctor.reports import Finding
from chabudai.table.errors import TableError
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.ownership import EntityGuard, entity_of, guard_of, key_of
from chabudai.table.schema.reserved_names import GUARD_OF
from chabudai.table.schema.tables import Table
from chabudai.table.write.guards import Claim, changed_claims

# An upgrade is anyone's code, and meets anything.
_UNREADABLE = (TableError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """`expected` is the row as it should be, None when that can't be told; `values` are the entity's.

    `changes` are the attributes that have to change for it.
    """

    item: Item
    layout: Layout | None = None
    guard: EntityGuard | None = None
    values: dict[str, Any] | None = None
    expected: Item | None = None
    changes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def is_repairable(self) -> bool:
        return any(each.is_repairable for each in self.findings)


def check_row(table: type[Table], item: Item) -> CheckedRow:
    layout = entity_of(table, item)
    if layout is not None:
        return _check_entity(layout, item)
    if _names_owner(table, item) and (guard := guard_of(table, item)) is not None:
        return CheckedRow(item, guard=guard)
    return CheckedRow(item, findings=(Finding("unknown", key_of(table, item), None, _describe_unknown(table, item)),))


def _describe_unknown(table: type[Table], item: Item) -> str:
    if (guard := guard_of(table, item)) is not None:
        return f"it is where {guard.layout.name}.{guard.guard.name} has its guards, but does not say for whom it is"
    if _names_owner(table, item):
        return f"it is a guard for {format_key(item[GUARD_OF]['M'])}, but of no constraint of the design"
    return "no entity of the design has such a key"


def _names_owner(table: type[Table], item: Item) -> bool:
    owner = item.get(GUARD_OF, {}).get("M", {})
    return set(owner) == set(table.primary.attributes)


def _check_entity(layout: Layout, item: Item) -> CheckedRow:
    key = layout.key_of(item)
    try:
        values = layout.values(layout.from_item(item))
        current = layout.schema_version.upgrade(item)
        wrong = wrong_types(layout, current, values)
        expected = _expected_item(layout, current, values, wrong)
    except _UNREADABLE as error:
        return CheckedRow(item, layout, findings=(_unreadable(layout, item, error),))
    if lost := _find_unreadable_key(layout, item):
        return CheckedRow(item, layout, findings=(Finding("unreadable", key, layout.name, lost),))
    if layout.key_of(expected) != key:
        description = f"its fields belong to {format_key(layout.key_of(expected))}"
        return CheckedRow(item, layout, values=values, findings=(Finding("misplaced", key, layout.name, description),))
    drifts = _drifted_keys(layout, item, expected)
    changes = (*drifts, *(each.name for each in wrong if not each.is_doubtful))
    findings = (
        *_row_findings(layout, item, expected, drifts),
        *_type_findings(layout, key, wrong),
        *_value_findings(layout, item, values),
        *_rule_findings(layout, item, values),
    )
    return CheckedRow(item, layout, None, values, expected, changes, findings)


def _unreadable(layout: Layout, item: Item, error: Exception) -> Finding:
    """Why a row can't be read: where an attribute has a type that its field never has, that is it."""
    wrong = unreadable_types(layout, item) if _is_current(layout, item) else []
    description = "; ".join([*map(str, wrong), _describe_error(error)])
    return Finding("wrong type" if wrong else "unreadable", layout.key_of(item), layout.name, description)


def _is_current(layout: Layout, item: Item) -> bool:
    try:
        return layout.schema_version.is_current(item)
    except _UNREADABLE:
        return False


def _expected_item(layout: Layout, current: Item, values: dict[str, Any], wrong: Sequence[WrongType]) -> Item:
    """The row as its entity would be stored, with what else stands in it but keys that nothing declares any more.

    What may mean something else than is read stays as it is.
    """
    own = {*layout.by_stored, *layout.keys, *layout.undeclared_index_attributes}
    others = {name: value for name, value in current.items() if name not in own}
    settled = {each.name: each.stored if each.is_doubtful else each.right for each in wrong}
    whole = {**others, **layout.to_item(values), **settled}
    return {name: value for name, value in whole.items() if value is not None}


def _row_findings(layout: Layout, item: Item, expected: Item, drifts: Sequence[str]) -> Iterator[Finding]:
    key = layout.key_of(item)
    if not layout.schema_version.is_current(item):
        description = f"older than the schema version {layout.schema_version.number}"
        yield Finding("old schema", key, layout.name, description, is_repairable=True)
    if drifts:
        description = "; ".join(
            f"{name} is {_format_value(item, name)}, {_format_value(expected, name)} would be right" for name in drifts
        )
        yield Finding("drift", key, layout.name, description, is_repairable=True)


def _type_findings(layout: Layout, key: Item, wrong: Sequence[WrongType]) -> Iterator[Finding]:
    if clear := [str(each) for each in wrong if not each.is_doubtful]:
        yield Finding("wrong type", key, layout.name, "; ".join(clear), is_repairable=True)
    if doubtful := [str(each) for each in wrong if each.is_doubtful]:
        description = f"{'; '.join(doubtful)}; what was meant is in doubt"
        yield Finding("wrong type", key, layout.name, description)


def _value_findings(layout: Layout, item: Item, values: dict[str, Any]) -> Iterator[Finding]:
    """What others stored, or what was stored before a validator was there; an older row is made anew anyway."""
    others = other_values(layout, item, values) if layout.schema_version.is_current(item) else []
    if others:
        description = f"{'; '.join(others)}: read it and put it again"
        yield Finding("read as another", layout.key_of(item), layout.name, description)


def _rule_findings(layout: Layout, item: Item, values: dict[str, Any]) -> Iterator[Finding]:
    """What was stored under other rules, or by others, is read all the same; but it can't be put as it is."""
    refused = [refusal for name, field in layout.fields.items() if (refusal := _refusal(field.check, values[name]))]
    refused += told_claims(layout, item, values)[1]
    if refused:
        yield Finding("against a rule", layout.key_of(item), layout.name, "; ".join(refused))


def told_claims(layout: Layout, item: Item, values: dict[str, Any]) -> tuple[list[Claim], list[str]]:
    """The guards that a row should have, and why some can't be made: others may have stored what no key can hold."""
    claims: list[Claim] = []
    refused: list[str] = []
    for guard in layout.guards:
        try:
            claims += changed_claims(layout, (guard,), layout.key_of(item), None, values)
        except _UNREADABLE as error:
            refused.append(_describe_error(error))
    return claims, refused


def _refusal(judge: Callable[[Any], Any], value: Any) -> str | None:
    try:
        judge(value)
    except _UNREADABLE as error:
        return _describe_error(error)
    return None


def _drifted_keys(layout: Layout, item: Item, expected: Item) -> list[str]:
    """The keys of indexes that are not as they should be."""
    names = [*(key.name for key in layout.derived), *layout.undeclared_index_attributes]
    return [name for name in names if item.get(name) != expected.get(name)]


def _find_unreadable_key(layout: Layout, item: Item) -> str | None:
    """Why a field that lives only in keys of indexes can't be read back from any of them."""
    for field in layout.fields.values():
        if field.stored is not None or field.name in layout.key_fields:
            continue
        holders = [key for key in layout.derived if key.holds(field.name) and key.name in item]
        if holders and all(key.read(item[key.name]) is None for key in holders):
            keys = " and ".join(
                f"{key.name}, which is {_format_value(item, key.name)} and no {key.template}" for key in holders
            )
            return f"{field.name} can't be read from {keys}"
    return None


def _format_value(item: Item, name: str) -> str:
    return repr(next(iter(item[name].values()))) if name in item else "none"


def _describe_error(error: Exception) -> str:
    return str(error) if isinstance(error, TableError) else f"{type(error).__name__}: {error}"
