"""The doctor: walks a table, recomputes every derived key, reports what is not as the design says, and mends it."""

from chabudai.table.doctor.examining import Progress, doctor
from chabudai.table.doctor.reports import Report

__all__ = ["Progress", "Report", "doctor"]
