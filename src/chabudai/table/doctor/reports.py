"""Reports: what a look at every row of a table has found, counted, with some samples; a value that can be printed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from chabudai.table.attributes import Item

FindingKind: TypeAlias = Literal[
    "drift",
    "misplaced",
    "wrong type",
    "against a rule",
    "read as another",
    "unreadable",
    "unknown",
    "old schema",
    "missing guard",
    "contested guard",
    "orphan guard",
]

KINDS: Mapping[FindingKind, str] = {
    "drift": "a key of an index is not what the row's fields make of it",
    "misplaced": "the row's own key is not what its fields make of it",
    "wrong type": "an attribute is not of the type in which its field is stored",
    "against a rule": "a value is read, but the entity's own rules would refuse it",
    "read as another": "a value is read as another than is stored, and not found by what is read",
    "unreadable": "the key is an entity's, but the row is not",
    "unknown": "the key is no entity's",
    "old schema": "stored in an older schema version; upgraded when read",
    "missing guard": "an entity that must be the only one is not guarded",
    "contested guard": "two entities have what only one may have",
    "orphan guard": "a guard without what it guards",
}
_HARMLESS = frozenset({"old schema"})
_SAMPLES = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """`description` says what is stored and what would be right."""

    kind: FindingKind
    key: Item
    entity: str | None
    description: str
    is_repairable: bool = False
    is_repaired: bool = False

    def __str__(self) -> str:
        key = ", ".join(f"{name}={next(iter(value.values()))!r}" for name, value in self.key.items())
        return f"{self.entity or 'row'} at {key}: {self.description}"


@dataclass(frozen=True, slots=True)
class TableReport:
    """`entities` are the rows of each, `guards` the rows that guard uniqueness; of each kind `samples` has a few."""

    table: str
    rows: int
    entities: Mapping[str, int]
    guards: int
    expired: int
    found: Mapping[FindingKind, int]
    repaired: Mapping[FindingKind, int]
    samples: tuple[Finding, ...]

    @property
    def faults(self) -> int:
        """What is wrong still."""
        return sum(self.count_left(kind) for kind in self.found if kind not in _HARMLESS)

    def count_left(self, kind: FindingKind) -> int:
        return self.found.get(kind, 0) - self.repaired.get(kind, 0)

    def lines(self) -> Iterator[str]:
        yield f"{self.table}: {_pluralize(self.rows, 'row')}, {self.expired} of them expired"
        for entity, count in self.entities.items():
            yield f"  {entity}: {count}"
        if self.guards:
            yield f"  guards: {self.guards}"
        for kind, count in self.found.items():
            repaired = f", {self.repaired[kind]} repaired" if kind in self.repaired else ""
            yield f"  {kind} ({KINDS[kind]}): {count}{repaired}"
            yield from (f"    {sample}" for sample in self.samples if sample.kind == kind)


@dataclass(frozen=True, slots=True)
class DoctorReport:
    tables: tuple[TableReport, ...]

    @property
    def is_healthy(self) -> bool:
        """Nothing is wrong, or nothing any longer. Rows of older schema versions are not."""
        return not any(table.faults for table in self.tables)

    def __str__(self) -> str:
        lines = [line for table in self.tables for line in table.lines()]
        faults = sum(table.faults for table in self.tables)
        return "\n".join([*lines, f"{_pluralize(faults, 'fault')} left" if faults else "all is well"])

    def as_json(self) -> dict[str, Any]:
        """Plain values, for machines."""
        return {"healthy": self.is_healthy, "tables": [_table_json(table) for table in self.tables]}


class ReportBuilder:
    """A table's report while it is being made."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.rows = self.guards = self.expired = 0
        self._entities: Counter[str] = Counter()
        self._found: Counter[FindingKind] = Counter()
        self._repaired: Counter[FindingKind] = Counter()
        self._samples: list[Finding] = []

    @property
    def findings(self) -> int:
        return self._found.total()

    def count_entity(self, name: str) -> None:
        self._entities[name] += 1

    def add(self, finding: Finding) -> None:
        self._found[finding.kind] += 1
        if self._found[finding.kind] <= _SAMPLES:
            self._samples.append(finding)

    def add_repaired(self, finding: Finding) -> None:
        self._repaired[finding.kind] += 1
        self.add(replace(finding, is_repaired=True))

    def report(self) -> TableReport:
        return TableReport(
            self.table,
            self.rows,
            dict(sorted(self._entities.items())),
            self.guards,
            self.expired,
            _sort_kinds(self._found),
            _sort_kinds(self._repaired),
            tuple(self._samples),
        )


def _sort_kinds(counts: Mapping[FindingKind, int]) -> dict[FindingKind, int]:
    return {kind: counts[kind] for kind in get_args(FindingKind) if kind in counts}


def _pluralize(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _table_json(table: TableReport) -> dict[str, Any]:
    return {
        "table": table.table,
        "rows": table.rows,
        "entities": dict(table.entities),
        "guards": table.guards,
        "expired": table.expired,
        "found": dict(table.found),
        "repaired": dict(table.repaired),
        "faults": table.faults,
        "samples": [
            {
                "kind": each.kind,
                "key": each.key,
                "entity": each.entity,
                "says": each.description,
                "repaired": each.is_repaired,
            }
            for each in table.samples
        ],
    }
