"""The toolkit: a single-table design as code."""

from pydantic import Field

from chabudai.table.conditions import (
    above,
    at_least,
    at_most,
    begins,
    below,
    between,
    contains,
    missing,
    one_of,
    present,
    unlike,
    where,
)
from chabudai.table.designs import Design
from chabudai.table.entities import Entity, View
from chabudai.table.errors import DesignError, TableError
from chabudai.table.ids import ulid, uuid7
from chabudai.table.keys import computed, key, unique
from chabudai.table.markers import As, InKey, OrNull, Prefixed, Touched, Unsaid, Version, id_field
from chabudai.table.naming import Stored, as_is, camel, pascal
from chabudai.table.plans import BatchGet, Check, Delete, Get, Insert, Put, Query, Transaction, Update
from chabudai.table.reading import Page
from chabudai.table.stores import TypedStore, open  # noqa: A004 - read as `table.open`
from chabudai.table.tables import Gsi, Lsi, Table
from chabudai.table.templates import Template
from chabudai.table.trash import Trash

__all__ = [
    "As",
    "BatchGet",
    "Check",
    "Delete",
    "Design",
    "DesignError",
    "Entity",
    "Field",
    "Get",
    "Gsi",
    "InKey",
    "Insert",
    "Lsi",
    "OrNull",
    "Page",
    "Prefixed",
    "Put",
    "Query",
    "Stored",
    "Table",
    "TableError",
    "Template",
    "Touched",
    "Transaction",
    "Trash",
    "TypedStore",
    "Unsaid",
    "Update",
    "Version",
    "View",
    "above",
    "as_is",
    "at_least",
    "at_most",
    "begins",
    "below",
    "between",
    "camel",
    "computed",
    "contains",
    "id_field",
    "key",
    "missing",
    "one_of",
    "open",
    "pascal",
    "present",
    "ulid",
    "unique",
    "unlike",
    "uuid7",
    "where",
]
