"""The clothes as a dyntastic model (pydantic over boto3's resource): keys are fields that its user writes."""

import os
from decimal import Decimal
from typing import Any

import dyntastic
from botocore.exceptions import ClientError
from tests.bench.against_models_boto3 import stored, wear_key
from tests.bench.toolkit_clothes import Closet, Values

# Its functions have no types.
A: Any = dyntastic.A


class Dyntastics:
    name = "dyntastic"

    def __init__(self, url: str) -> None:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            os.environ.setdefault(name, "bench")  # it looks for them nowhere else
        self._model = _model(url)

    def get(self, values: Values) -> Any:
        return self._model.get(f"W#{values['wardrobe_id']}", f"CLOTH#{values['clothing_id']}")

    def clothes(self, values: Values) -> list[Any]:
        wanted = A.SK.begins_with("CLOTH#")
        return list(self._model.query(f"W#{values['wardrobe_id']}", range_key_condition=wanted))

    def wear(self, values: Values) -> Any:
        """Read, compute the key, write while the count is what was read; again when it is not."""
        while True:
            clothing = self.get(values)
            count = clothing.wear_count
            actions = (A.wear_count.set(count + 1), A.wear_sk.set(wear_key(count + 1, values)))
            try:
                # Its own refresh would be a third request.
                return clothing.update(*actions, condition=A.wear_count == count, require_condition=True, refresh=False)
            except ClientError as error:
                if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                    raise

    def put(self, values: Values) -> Any:
        return self._model(**stored(values)).save()


def _model(url: str) -> Any:
    class Clothing(dyntastic.Dyntastic):
        __table_name__ = Closet.name
        __table_host__ = url
        __table_region__ = "us-east-1"
        __hash_key__ = "PK"
        __range_key__ = "SK"

        PK: str
        SK: str
        list_pk: str
        created_sk: str
        wear_sk: str
        worn_sk: str
        name: str
        status: str
        wear_count: int
        last_worn_at: int
        created_at: int
        price: Decimal
        season: set[str]
        note: str

    return Clothing
