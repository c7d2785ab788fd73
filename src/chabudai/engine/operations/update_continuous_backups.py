"""UpdateContinuousBackups: point-in-time recovery as a setting that is kept and described, and no more than that."""

from dataclasses import dataclass

from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.continuous_backups import backed_up_table, description
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, Boolean, Integer, present, structure

LONGEST_PERIOD = 35

SHAPE = structure(
    "UpdateContinuousBackupsInput",
    TableName=CONTROL_TABLE_NAME,
    PointInTimeRecoverySpecification=present(
        structure(
            "PointInTimeRecoverySpecification",
            PointInTimeRecoveryEnabled=present(Boolean()),
            RecoveryPeriodInDays=Integer(minimum=1, maximum=LONGEST_PERIOD),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class UpdateContinuousBackups:
    table: TableSchema
    is_enabled: bool
    days: int | None


def parse(request: Request, catalog: Catalog) -> UpdateContinuousBackups:
    asked = request["PointInTimeRecoverySpecification"]
    enabled, days = asked["PointInTimeRecoveryEnabled"], asked.get("RecoveryPeriodInDays")
    if not enabled and days is not None:
        raise ValidationFailed(
            "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery."
        )
    return UpdateContinuousBackups(backed_up_table(request["TableName"], catalog), enabled, days)


def run(update: UpdateContinuousBackups, context: OperationContext) -> Response:
    table, now = update.table, context.clock()
    if update.is_enabled:
        began = now if table.backups_enabled_at is None else table.backups_enabled_at
        changed = table.with_(backups_enabled_at=began, recovery_days=update.days or table.recovery_days)
    else:
        changed = table.with_(backups_enabled_at=None, recovery_days=LONGEST_PERIOD)
    save_table(context.writer, changed)
    return {"ContinuousBackupsDescription": description(changed, now)}


OPERATION = Operation(SHAPE, parse, run, writes=always)
