"""Purchases that stopped halfway: each is brought to its end, when the site starts and from time to time."""

import logging
from collections.abc import Iterator

from chabudai.adapters.payments import PaymentsError
from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import PaymentsUnreachable, TooBusy
from chabudai.apps.kondate.market import settlement
from chabudai.apps.kondate.market.entities import OpenPurchase
from chabudai.apps.kondate.market.till import Till, read_purchase

_log = logging.getLogger(__name__)


def finish_purchases(till: Till) -> Iterator[str]:
    """Those that can be: each is told. One that the provider does not answer for is left for the next time."""
    for opened in list(till.store.all(design.open_purchases().consistently())):
        try:
            told = _finish(till, opened)
        except (PaymentsUnreachable, PaymentsError, TooBusy) as failure:
            _log.warning("The purchase %s waits: %s", opened.purchase_id, type(failure).__name__)
            continue
        if told is not None:
            yield f"{opened.purchase_id}: {told}"


def _finish(till: Till, opened: OpenPurchase) -> str | None:
    purchase = read_purchase(till, opened)
    if purchase is None or purchase.status not in ("pending", "refunding"):
        till.store.write(OpenPurchase.delete(**opened.own_key))
        return None
    after = settlement.resolve(till, purchase)
    return None if after.status == purchase.status else after.status
