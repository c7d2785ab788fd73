"""What the toolkit adds in process: typed calls beside bare `engine.call` with the same requests, ready made."""

from typing import Any

from tests.bench import toolkit_clothes, workload
from tests.bench.against_models_works import WORKS, Model, Work
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale
from tests.bench.toolkit_clothes import Closet, Clothing, Values, clothes

from chabudai.engine import Engine
from chabudai.store import Store
from chabudai.store.embedded import EmbeddedStore
from chabudai.store.recorder import RecordingStore
from chabudai.table import TypedStore

BARS: dict[str, Bar] = {"get": at_most(1.5), "clothes": at_most(1.5), "put": at_most(1.5), "wear": at_most(2)}


class Typed:
    """Ours, on any store."""

    name = "chabudai"

    def __init__(self, store: TypedStore) -> None:
        self._store = store

    def get(self, values: Values) -> Any:
        return self._store.get(Clothing.get(wardrobe_id=values["wardrobe_id"], clothing_id=values["clothing_id"]))

    def put(self, values: Values) -> Any:
        return self._store.put(Clothing(**values))

    def clothes(self, values: Values) -> list[Any]:
        return list(self._store.page(clothes(values["wardrobe_id"])))

    def wear(self, values: Values) -> Any:
        shirt = Clothing.update(wardrobe_id=values["wardrobe_id"], clothing_id=values["clothing_id"])
        return self._store.write(shirt.add(wear_count=1))


class Bare:
    """The very requests that the toolkit sends, made by hand beforehand; items stay what they are."""

    name = "engine.call"

    def __init__(self, engine: Engine | Store) -> None:
        self._engine = engine

    def get(self, values: Values) -> Any:
        return self._engine.call("GetItem", values["get"])["Item"]

    def put(self, values: Values) -> Any:
        return self._engine.call("PutItem", values["put"])

    def clothes(self, values: Values) -> list[Any]:
        found: list[Any] = self._engine.call("Query", values["clothes"])["Items"]
        return found

    def wear(self, values: Values) -> Any:
        """What is written depends on what is read, and so is made here."""
        read: workload.Request = values["read"]
        count = int(self._engine.call("GetItem", read)["Item"]["wear_count"]["N"])
        request = {
            "TableName": Closet.name,
            "Key": read["Key"],
            "UpdateExpression": "SET #0 = :0, #1 = :1",
            "ConditionExpression": "(attribute_exists(#2)) AND (#0 = :2) AND (attribute_not_exists(#3) OR #3 = :3)",
            "ExpressionAttributeNames": {"#0": "wear_count", "#1": "wear_sk", "#2": "PK", "#3": "_schema_version"},
            "ExpressionAttributeValues": {
                ":0": {"N": str(count + 1)},
                ":1": {"S": f"WEAR#{count + 1:010}#{values['clothing_id']}"},
                ":2": {"N": str(count)},
                ":3": {"N": "1"},
            },
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        return self._engine.call("UpdateItem", request)["Attributes"]


def with_requests(values: Values) -> Values:
    """Beside the fields of a clothing, what is asked of the engine for it."""
    key = {"PK": {"S": f"W#{values['wardrobe_id']}"}, "SK": {"S": f"CLOTH#{values['clothing_id']}"}}
    put = {
        "TableName": Closet.name,
        "Item": toolkit_clothes.item(values),
        "ConditionExpression": "attribute_not_exists(#0) OR #0 = :0",
        "ExpressionAttributeNames": {"#0": "_schema_version"},
        "ExpressionAttributeValues": {":0": {"N": "1"}},
        "ReturnValues": "NONE",
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    clothes = {
        "TableName": Closet.name,
        "KeyConditionExpression": "#0 = :0 AND begins_with(#1, :1)",
        "ExpressionAttributeNames": {"#0": "PK", "#1": "SK"},
        "ExpressionAttributeValues": {":0": key["PK"], ":1": {"S": "CLOTH#"}},
        "Limit": workload.ITEMS_PER_PARTITION + 1,
    }
    return {
        **values,
        "get": {"TableName": Closet.name, "Key": key},
        "read": {"TableName": Closet.name, "Key": key, "ConsistentRead": True},
        "put": put,
        "clothes": clothes,
    }


def run(scale: Scale, ground: Ground) -> Section:
    with Engine.open(toolkit_clothes.file(ground, scale.items), durability="relaxed") as engine:
        typed = Typed(TypedStore(RecordingStore(EmbeddedStore(engine))))
        lines = [_compare(work, scale, typed, Bare(engine)) for work in WORKS]
    return Section(
        "The toolkit in process, against bare engine.call",
        tuple(lines),
        (
            "Bare: the very requests that the toolkit sends, made by hand beforehand, items put as they are and left "
            "as they come; for the update the same read, and an update made of it. Typed: from the fields to an "
            "entity, which a put validates. A clothing has ten fields (a Decimal and a set among them) and six key "
            "attributes. Writes are relaxed, so that the disk does not hide what the toolkit adds.",
        ),
        ("typed", "bare"),
    )


def _compare(work: Work, scale: Scale, typed: Model, bare: Model) -> Line:
    times = interleave({"typed": _side(work, scale, typed), "bare": _side(work, scale, bare)}, scale.rounds)
    return times_the_time(work.name, times["typed"], times["bare"], BARS.get(work.method))


def _side(work: Work, scale: Scale, model: Model) -> Side:
    call = getattr(model, work.method)

    def turn_of(turn: int) -> float:
        arguments = work.arguments(model.name, turn, scale.calls(work.in_process), scale.items)
        if isinstance(model, Bare):
            arguments = list(map(with_requests, arguments))
        return seconds_per_call(call, arguments)

    return turn_of
