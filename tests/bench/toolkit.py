"""What the toolkit adds in process: typed calls beside bare `engine.call` with the same requests, ready made."""

from typing import Any

from tests.bench import toolkit_clothes, workload
from tests.bench.against_models_works import WORKS, Model, Work
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale
from tests.bench.toolkit_clothes import Closet, Clothing, Values, clothes

from chabudai.engine import Engine
from chabudai.store.embedded import EmbeddedStore
from chabudai.store.recorder import RecordingStore
from chabudai.table import TypedStore

BARS: dict[str, Bar] = {"clothes": at_most(2)}


class Typed:
    """Ours, on any store."""

    name = "chabudai"

    def __init__(self, store: TypedStore) -> None:
        self._store = store

    def get(self, values: Values) -> Any:
        return self._store.get(Clothing.get(**_key(values)))

    def put(self, values: Values) -> Any:
        return self._store.put(Clothing(**values))

    def clothes(self, values: Values) -> list[Any]:
        return list(self._store.page(clothes(values["wardrobe_id"])))

    def wear(self, values: Values) -> Any:
        return self._store.write(Clothing.update(**_key(values)).add(wear_count=1))


class Bare:
    """The same requests, written by hand; items stay what they are."""

    name = "engine.call"

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, values: Values) -> Any:
        return self._engine.call("GetItem", {"TableName": Closet.name, "Key": _raw_key(values)})["Item"]

    def put(self, values: Values) -> Any:
        return self._engine.call("PutItem", {"TableName": Closet.name, "Item": values["item"]})

    def clothes(self, values: Values) -> list[Any]:
        request = {
            "TableName": Closet.name,
            "KeyConditionExpression": "PK = :pk AND begins_with(SK, :sk)",
            "ExpressionAttributeValues": {":pk": {"S": f"W#{values['wardrobe_id']}"}, ":sk": {"S": "CLOTH#"}},
            "Limit": workload.ITEMS_PER_PARTITION + 1,
        }
        found: list[Any] = self._engine.call("Query", request)["Items"]
        return found

    def wear(self, values: Values) -> Any:
        key = _raw_key(values)
        read = {"TableName": Closet.name, "Key": key, "ConsistentRead": True}
        count = int(self._engine.call("GetItem", read)["Item"]["wear_count"]["N"])
        request = {
            "TableName": Closet.name,
            "Key": key,
            "UpdateExpression": "SET wear_count = :new, wear_sk = :key",
            "ConditionExpression": "wear_count = :old",
            "ExpressionAttributeValues": {
                ":old": {"N": str(count)},
                ":new": {"N": str(count + 1)},
                ":key": {"S": f"WEAR#{count + 1:010}#{values['clothing_id']}"},
            },
            "ReturnValues": "ALL_NEW",
        }
        return self._engine.call("UpdateItem", request)["Attributes"]


def run(scale: Scale, ground: Ground) -> Section:
    with Engine.open(toolkit_clothes.file(ground, scale.items), durability="relaxed") as engine:
        typed = Typed(TypedStore(RecordingStore(EmbeddedStore(engine))))
        lines = [_compare(work, scale, typed, Bare(engine)) for work in WORKS]
    return Section(
        "The toolkit in process, against bare engine.call",
        tuple(lines),
        (
            "Bare: the same requests written by hand, items put as they are and left as they come. A clothing has ten "
            "fields (a Decimal and a set among them) and six key attributes. Writes are relaxed, so that the disk does "
            "not hide what the toolkit adds.",
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
            arguments = [{**values, "item": toolkit_clothes.item(values)} for values in arguments]
        return seconds_per_call(call, arguments)

    return turn_of


def _key(values: Values) -> Values:
    return {"wardrobe_id": values["wardrobe_id"], "clothing_id": values["clothing_id"]}


def _raw_key(values: Values) -> workload.Item:
    return {"PK": {"S": f"W#{values['wardrobe_id']}"}, "SK": {"S": f"CLOTH#{values['clothing_id']}"}}
