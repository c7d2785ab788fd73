"""UpdateTimeToLive: which attribute says when an item expires."""

from dataclasses import dataclass

from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, Boolean, Text, present, structure

SHAPE = structure(
    "UpdateTimeToLiveInput",
    TableName=CONTROL_TABLE_NAME,
    TimeToLiveSpecification=present(
        structure(
            "TimeToLiveSpecification",
            AttributeName=present(Text(min_length=1, max_length=255)),
            Enabled=present(Boolean()),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class UpdateTimeToLive:
    table: TableSchema
    attribute: str
    is_enabled: bool


def parse(request: Request, catalog: Catalog) -> UpdateTimeToLive:
    asked = request["TimeToLiveSpecification"]
    attribute, enabled = asked["AttributeName"], asked["Enabled"]
    table = catalog.described_table(request["TableName"])
    # DynamoDB takes half an hour or more to switch, and refuses another change in that time; ours is done at once.
    if table.expiry is not None and table.expiry != attribute:
        raise ValidationFailed(
            f"TimeToLive is active on a different AttributeName: current AttributeName is {table.expiry}"
        )
    if enabled == (table.expiry is not None):
        raise ValidationFailed(f"TimeToLive is already {'enabled' if enabled else 'disabled'}")
    return UpdateTimeToLive(table, attribute, enabled)


def run(update: UpdateTimeToLive, context: OperationContext) -> Response:
    expiry = update.attribute if update.is_enabled else None
    # Every row is looked at again, in the background: it gets its expiry, or loses it.
    changed = update.table.with_(expiry=expiry, backfilled_to=0)
    save_table(context.writer, changed)
    return {"TimeToLiveSpecification": {"AttributeName": update.attribute, "Enabled": update.is_enabled}}


OPERATION = Operation(SHAPE, parse, run, writes=always)
