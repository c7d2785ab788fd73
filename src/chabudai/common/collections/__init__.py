"""Collections: one kind of thing that a person keeps, with pages, API and files made from one declaration."""

from chabudai.common.collections.collection import Collection, CollectionTexts, Filter
from chabudai.common.collections.orders import Order, order_by
from chabudai.common.collections.routes import routes
from chabudai.common.collections.transfer import personal_data

__all__ = ["Collection", "CollectionTexts", "Filter", "Order", "order_by", "personal_data", "routes"]
