"""Where everything of one household is kept: its tables, photos, payments and mail."""

from dataclasses import dataclass

from chabudai.adapters.mail import Mail
from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.payments import Payments
from chabudai.table import TypedStore


@dataclass(frozen=True, slots=True)
class Household:
    store: TypedStore
    objects: ObjectStorage
    payments: Payments
    mail: Mail

    def close(self) -> None:
        self.payments.close()
        self.store.close()
