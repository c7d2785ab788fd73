"""The toolkit: a single-table design as code."""

from pydantic import Field

from chabudai.table.attributes import from_attribute, to_attribute
from chabudai.table.errors import (
    ConditionNotMet,
    DesignError,
    InvalidCursor,
    InvalidFieldValue,
    InvalidKeyValue,
    InvalidValue,
    ItemNotFound,
    NotUnique,
    OperationFailed,
    RetriesExhausted,
    StepFailed,
    TableError,
    TransactionTooLarge,
    UnreadableItem,
)
from chabudai.table.ids import ulid, uuid7
from chabudai.table.keys.templates import Template
from chabudai.table.plans import BatchGet, Check, Delete, Get, Insert, Plan, Put, Query, Step, Transaction, Update
from chabudai.table.query.conditions import (
    ALWAYS,
    Condition,
    all_of,
    any_of,
    begins_with,
    between,
    contains,
    exists,
    ge,
    gt,
    le,
    lt,
    ne,
    not_exists,
    one_of,
    where,
)
from chabudai.table.query.cursors import Cursors
from chabudai.table.query.reader import Page
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.designs import Design
from chabudai.table.schema.entities import Entity, Row, View
from chabudai.table.schema.key_attributes import computed, key, unique
from chabudai.table.schema.markers import As, InKey, OmitDefault, OrNull, Prefixed, UpdatedAt, Version, id_field
from chabudai.table.schema.naming import Stored, as_is, camel, pascal
from chabudai.table.schema.tables import Gsi, Lsi, Table
from chabudai.table.schema.trash import Trash
from chabudai.table.typed_store import TypedStore, open  # noqa: A004 - read as `table.open`

__all__ = [
    "ALWAYS",
    "As",
    "BatchGet",
    "Check",
    "Condition",
    "ConditionNotMet",
    "ConflictRetryPolicy",
    "Cursors",
    "Delete",
    "Design",
    "DesignError",
    "Entity",
    "Field",
    "Get",
    "Gsi",
    "InKey",
    "Insert",
    "InvalidCursor",
    "InvalidFieldValue",
    "InvalidKeyValue",
    "InvalidValue",
    "ItemNotFound",
    "Lsi",
    "NotUnique",
    "OmitDefault",
    "OperationFailed",
    "OrNull",
    "Page",
    "Plan",
    "Prefixed",
    "Put",
    "Query",
    "RetriesExhausted",
    "Row",
    "Step",
    "StepFailed",
    "Stored",
    "Table",
    "TableError",
    "Template",
    "Transaction",
    "TransactionTooLarge",
    "Trash",
    "TypedStore",
    "UnreadableItem",
    "Update",
    "UpdatedAt",
    "Version",
    "View",
    "all_of",
    "any_of",
    "as_is",
    "begins_with",
    "between",
    "camel",
    "computed",
    "contains",
    "exists",
    "from_attribute",
    "ge",
    "gt",
    "id_field",
    "key",
    "le",
    "lt",
    "ne",
    "not_exists",
    "one_of",
    "open",
    "pascal",
    "to_attribute",
    "ulid",
    "unique",
    "uuid7",
    "where",
]
