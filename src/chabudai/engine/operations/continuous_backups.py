"""Continuous backups as AWS describes them: always enabled, point-in-time recovery when it is asked for."""

from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import TableNotFound
from chabudai.engine.schema import TableSchema

_A_DAY = 24 * 60 * 60
_LATEST = 5 * 60


def backed_up_table(name: str, catalog: Catalog) -> TableSchema:
    table = catalog.tables.get(catalog.plain_name(name))
    if table is None:
        raise TableNotFound(f"Table not found: {catalog.plain_name(name)}")
    return table


def description(table: TableSchema, now: float) -> dict[str, Any]:
    """Recovery reaches back to when it was enabled, and up to five minutes ago."""
    recovery: dict[str, Any] = {"PointInTimeRecoveryStatus": "DISABLED"}
    began = table.backups_enabled_at
    if began is not None:
        recovery = {
            "PointInTimeRecoveryStatus": "ENABLED",
            "RecoveryPeriodInDays": table.recovery_days,
            "EarliestRestorableDateTime": max(began, now - table.recovery_days * _A_DAY),
            "LatestRestorableDateTime": max(began, now - _LATEST),
        }
    return {"ContinuousBackupsStatus": "ENABLED", "PointInTimeRecoveryDescription": recovery}
