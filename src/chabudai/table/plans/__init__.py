"""Plans: what is to be done, as values that do nothing by themselves. A store runs them, `explain` describes them."""

from chabudai.table.plans.plan import Plan, Read
from chabudai.table.plans.reads import BatchGet, Get, Query, Scan
from chabudai.table.plans.updates import Update
from chabudai.table.plans.writes import BatchWrite, Check, Delete, Insert, Put, Step, Transaction

__all__ = [
    "BatchGet",
    "BatchWrite",
    "Check",
    "Delete",
    "Get",
    "Insert",
    "Plan",
    "Put",
    "Query",
    "Read",
    "Scan",
    "Step",
    "Transaction",
    "Update",
]
