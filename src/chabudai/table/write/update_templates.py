"""Update templates: the expressions of plain updates, kept for all that change the same fields, with other values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.table.attributes import AttributeValue, Item

_FILLED = ("Key", "ExpressionAttributeValues")


@dataclass(frozen=True, slots=True)
class UpdateTemplate:
    """A request without its key and values, and the places of these in their order."""

    request: Mapping[str, Any]
    places: tuple[str, ...]

    @staticmethod
    def of(body: Mapping[str, Any]) -> "UpdateTemplate":
        request = {name: part for name, part in body.items() if name not in _FILLED}
        return UpdateTemplate(request, tuple(body["ExpressionAttributeValues"]))

    def fill(self, key: Item, values: Sequence[AttributeValue | None]) -> dict[str, Any]:
        return {
            **self.request,
            "Key": key,
            "ExpressionAttributeValues": dict(zip(self.places, values, strict=True)),
        }
