"""The same work for everyone: one table with three indexes, items of 400 bytes, and the requests made of them."""

import random
from collections.abc import Iterator
from typing import Any

TABLE = "Wardrobe"
PAGE_INDEX = "ByWorn"
ITEM_BYTES = 400
ITEMS_PER_PARTITION = 100
# A prime, so that consecutive items land in partitions far from each other.
STRIDE = 7919

Request = dict[str, Any]
Item = dict[str, Any]


def table_request() -> Request:
    """CreateTable: a hash and a sort key, three indexes that project ALL."""
    sort_keys = {"ByCreated": "createdSk", "ByWear": "wearSk", PAGE_INDEX: "wornSk"}
    names = ["PK", "SK", "listPk", *sort_keys.values()]
    return {
        "TableName": TABLE,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in names],
        "KeySchema": _key_schema("PK", "SK"),
        "GlobalSecondaryIndexes": [
            {"IndexName": index, "KeySchema": _key_schema("listPk", sort), "Projection": {"ProjectionType": "ALL"}}
            for index, sort in sort_keys.items()
        ],
        "BillingMode": "PAY_PER_REQUEST",
    }


def _key_schema(partition: str, sort: str) -> list[dict[str, str]]:
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]


def item(number: int, count: int) -> Item:
    """Item `number` of a table that was loaded with `count`; numbers from `count` on are new items."""
    partition = _partition(number, count)
    made: Item = {
        "PK": {"S": f"W#{partition}"},
        "SK": {"S": f"CLOTH#{number:08d}"},
        "listPk": {"S": f"W#{partition}#ACTIVE"},
        "createdSk": {"S": f"CREATED#{1_790_000_000_000 + number:013d}#{number:08d}"},
        "wearSk": {"S": f"WEAR#{number % 97:010d}#{number:08d}"},
        "wornSk": {"S": f"LASTWORN#{1_790_000_000_000 + number * STRIDE % 1_000_003:013d}#{number:08d}"},
        "name": {"S": f"紺のシャツ {number}"},
        "wearCount": {"N": str(number % 97)},
        "price": {"N": "4980.5"},
        "season": {"SS": ["autumn", "spring"]},
        "care": {"M": {"wash": {"BOOL": True}, "degrees": {"N": "30"}}},
    }
    made["note"] = {"S": "x" * (ITEM_BYTES - size(made) - len("note"))}
    return made


def _partition(number: int, count: int) -> str:
    partitions = max(1, count // ITEMS_PER_PARTITION)
    return f"{number * STRIDE % partitions:06d}"


def size(made: Item) -> int:
    """Bytes as DynamoDB counts them, near enough: names and texts in UTF-8, numbers and structure by their spelling."""
    return sum(len(name.encode()) + _value_size(value) for name, value in made.items())


def _value_size(value: dict[str, Any]) -> int:
    ((kind, inner),) = value.items()
    match kind:
        case "S" | "N":
            return len(inner.encode())
        case "SS":
            return sum(len(member.encode()) for member in inner)
        case "M":
            return 3 + sum(1 + len(name) + _value_size(part) for name, part in inner.items())
        case _:
            return 1


def key(number: int, count: int) -> Item:
    return {"PK": {"S": f"W#{_partition(number, count)}"}, "SK": {"S": f"CLOTH#{number:08d}"}}


def key_of(made: Item) -> Item:
    return {name: made[name] for name in ("PK", "SK")}


def batches(first: int, last: int, count: int) -> Iterator[Request]:
    """BatchWriteItem requests of 25 new items each, from `first` up to `last`."""
    for start in range(first, last, 25):
        puts = [{"PutRequest": {"Item": item(n, count)}} for n in range(start, min(start + 25, last))]
        yield {"RequestItems": {TABLE: puts}}


def numbers(count: int, amount: int, seed: int) -> list[int]:
    """`amount` random items of those loaded; the same ones for the same seed."""
    chosen = random.Random(seed)
    return [chosen.randrange(count) for _ in range(amount)]


def spread_keys(count: int, amount: int, seed: int) -> list[int]:
    """`amount` different items of those loaded."""
    return random.Random(seed).sample(range(count), amount)


def get(number: int, count: int) -> Request:
    return {"TableName": TABLE, "Key": key(number, count)}


def put(number: int, count: int) -> Request:
    return {"TableName": TABLE, "Item": item(number, count)}


def update(number: int, count: int) -> Request:
    return {
        "TableName": TABLE,
        "Key": key(number, count),
        "UpdateExpression": "SET price = :price ADD wearCount :one",
        "ExpressionAttributeValues": {":price": {"N": str(number)}, ":one": {"N": "1"}},
    }


def query(number: int, count: int) -> Request:
    """The page of 25 that the most recently worn clothes of one wardrobe make, read from an index."""
    return {
        "TableName": TABLE,
        "IndexName": PAGE_INDEX,
        "KeyConditionExpression": "listPk = :list",
        "ExpressionAttributeValues": {":list": {"S": f"W#{_partition(number, count)}#ACTIVE"}},
        "ScanIndexForward": False,
        "Limit": 25,
    }


def query_table(number: int, count: int) -> Request:
    """A page of 25 read from the table itself."""
    return {
        "TableName": TABLE,
        "KeyConditionExpression": "PK = :pk",
        "ExpressionAttributeValues": {":pk": {"S": f"W#{_partition(number, count)}"}},
        "Limit": 25,
    }


def batch_get(chosen: list[int], count: int) -> Request:
    return {"RequestItems": {TABLE: {"Keys": [key(n, count) for n in chosen]}}}


def transaction(first: int, count: int) -> Request:
    """What wearing 20 clothes and a template writes at once: 22 new items, 21 counters with their index keys."""
    worn = spread_keys(count, 21, first)
    puts = [{"Put": {"TableName": TABLE, "Item": item(first + n, count)}} for n in range(22)]
    return {"TransactItems": puts + [{"Update": _wear(number, first, count)} for number in worn]}


def _wear(number: int, day: int, count: int) -> Request:
    return {
        "TableName": TABLE,
        "Key": key(number, count),
        "UpdateExpression": "SET wornSk = :worn, wearSk = :wear ADD wearCount :one",
        "ConditionExpression": "attribute_exists(PK)",
        "ExpressionAttributeValues": {
            ":worn": {"S": f"LASTWORN#{1_790_000_000_000 + day:013d}#{number:08d}"},
            ":wear": {"S": f"WEAR#{day % 97:010d}#{number:08d}"},
            ":one": {"N": "1"},
        },
    }
