"""The toolkit: a single-table design as code."""

from pydantic import Field

from chabudai.table.asking.conditions import (
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
from chabudai.table.asking.reading import Page
from chabudai.table.declaring.designs import Design
from chabudai.table.declaring.entities import Entity, View
from chabudai.table.declaring.keys import computed, key, unique
from chabudai.table.declaring.markers import As, InKey, OrNull, Prefixed, Touched, Unsaid, Version, id_field
from chabudai.table.declaring.naming import Stored, as_is, camel, pascal
from chabudai.table.declaring.tables import Gsi, Lsi, Table
from chabudai.table.declaring.trash import Trash
from chabudai.table.errors import DesignError, TableError
from chabudai.table.ids import ulid, uuid7
from chabudai.table.plans import BatchGet, Check, Delete, Get, Insert, Put, Query, Transaction, Update
from chabudai.table.spelling.templates import Template
from chabudai.table.stores import TypedStore, open  # noqa: A004 - read as `table.open`

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
