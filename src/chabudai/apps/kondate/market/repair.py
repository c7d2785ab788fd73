"""Purchases that stopped halfway: each is brought to its end, when the site starts and from time to time."""

from collections.abc import Iterator

from chabudai.apps.kondate import design
from chabudai.apps.kondate.market import settlement
from chabudai.apps.kondate.market.entities import OpenPurchase
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.apps.kondate.market.till import Till, read_purchase


def finish_purchases(till: Till, setbacks: Setbacks) -> Iterator[str]:
    """Those that can be: each is told. One that the provider does not answer for is left for later."""
    opened = list(till.store.all(design.open_purchases().consistently()))
    yield from setbacks.do_each("A purchase", opened, lambda row: _finish(till, row))


def _finish(till: Till, opened: OpenPurchase) -> str | None:
    purchase = read_purchase(till, opened)
    if purchase is None or purchase.status not in ("pending", "refunding"):
        till.store.write(OpenPurchase.delete(**opened.own_key))
        return None
    after = settlement.resolve(till, purchase)
    return None if after.status == purchase.status else f"{opened.purchase_id}: {after.status}"
