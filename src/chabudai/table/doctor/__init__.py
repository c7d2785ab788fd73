"""The doctor: walks a table, recomputes every derived key, reports what is not as the design says, and mends it."""

from chabudai.table.doctor.reports import DoctorReport
from chabudai.table.doctor.scan import Progress, doctor

__all__ = ["DoctorReport", "Progress", "doctor"]
