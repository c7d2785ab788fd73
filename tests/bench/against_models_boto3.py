"""Plain boto3 as it is used without a model: the client, TypeSerializer and TypeDeserializer, keys by hand."""

from typing import Any

import boto3
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from botocore.exceptions import ClientError
from tests.bench.toolkit_clothes import Closet, Values


class Boto3:
    name = "boto3"

    def __init__(self, url: str) -> None:
        self._client = boto3.client(
            "dynamodb",
            endpoint_url=url,
            region_name="us-east-1",
            aws_access_key_id="bench",
            aws_secret_access_key="bench",
        )
        self._read = TypeDeserializer().deserialize
        self._write = TypeSerializer().serialize

    def get(self, values: Values) -> Any:
        return self._values(self._client.get_item(TableName=Closet.name, Key=_key(values))["Item"])

    def clothes(self, values: Values) -> list[Any]:
        response = self._client.query(
            TableName=Closet.name,
            KeyConditionExpression="PK = :pk AND begins_with(SK, :sk)",
            ExpressionAttributeValues={":pk": {"S": f"W#{values['wardrobe_id']}"}, ":sk": {"S": "CLOTH#"}},
        )
        return [self._values(item) for item in response["Items"]]

    def wear(self, values: Values) -> Any:
        """Read, compute the key, write while the count is what was read; again when it is not."""
        while True:
            count = int(self.get(values)["wear_count"])
            try:
                return self._wear(values, count)
            except ClientError as error:
                if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                    raise

    def put(self, values: Values) -> Any:
        attributes = {name: self._write(value) for name, value in stored(values).items()}
        return self._client.put_item(TableName=Closet.name, Item=attributes)

    def _wear(self, values: Values, count: int) -> Any:
        response = self._client.update_item(
            TableName=Closet.name,
            Key=_key(values),
            UpdateExpression="SET wear_count = :new, wear_sk = :key",
            ConditionExpression="wear_count = :old",
            ExpressionAttributeValues={
                ":old": {"N": str(count)},
                ":new": {"N": str(count + 1)},
                ":key": {"S": wear_key(count + 1, values)},
            },
            ReturnValues="ALL_NEW",
        )
        return self._values(response["Attributes"])

    def _values(self, item: Values) -> Values:
        return {name: self._read(value) for name, value in item.items()}


def stored(values: Values) -> Values:
    """What a user of any of these libraries writes out by hand: fields under their stored names, and every key."""
    wardrobe, clothing = values["wardrobe_id"], values["clothing_id"]
    return {
        "PK": f"W#{wardrobe}",
        "SK": f"CLOTH#{clothing}",
        "list_pk": f"W#{wardrobe}#{values['status']}",
        "created_sk": f"CREATED#{values['created_at']:013}#{clothing}",
        "wear_sk": wear_key(values["wear_count"], values),
        "worn_sk": f"LASTWORN#{values['last_worn_at']:013}#{clothing}",
        "name": values["name"],
        "status": values["status"],
        "wear_count": values["wear_count"],
        "last_worn_at": values["last_worn_at"],
        "created_at": values["created_at"],
        "price": values["price"],
        "season": set(values["season"]),
        "note": values["note"],
    }


def wear_key(count: int, values: Values) -> str:
    return f"WEAR#{count:010}#{values['clothing_id']}"


def _key(values: Values) -> Values:
    return {"PK": {"S": f"W#{values['wardrobe_id']}"}, "SK": {"S": f"CLOTH#{values['clothing_id']}"}}
