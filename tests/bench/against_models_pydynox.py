"""The clothes as a pydynox model, whose core is Rust: keys are attributes that its user writes."""

from typing import Any

from pydynox import DynamoDBClient, Model, ModelConfig
from pydynox.attributes import DecimalAttribute, NumberAttribute, StringAttribute, StringSetAttribute
from pydynox.exceptions import ConditionalCheckFailedException
from tests.bench.against_models_boto3 import stored, wear_key
from tests.bench.toolkit_clothes import Closet, Values


class Pydynox:
    name = "pydynox"

    def __init__(self, url: str) -> None:
        self._model = _model(url)

    def get(self, values: Values) -> Any:
        return self._model.sync_get(PK=f"W#{values['wardrobe_id']}", SK=f"CLOTH#{values['clothing_id']}")

    def clothes(self, values: Values) -> list[Any]:
        wanted = self._model.SK.begins_with("CLOTH#")
        return list(self._model.sync_query(f"W#{values['wardrobe_id']}", wanted))

    def wear(self, values: Values) -> Any:
        """Read, compute the key, write while the count is what was read; again when it is not."""
        while True:
            clothing = self.get(values)
            count = clothing.wear_count
            unchanged = self._model.wear_count == count
            try:
                clothing.sync_update(condition=unchanged, wear_count=count + 1, wear_sk=wear_key(count + 1, values))
            except ConditionalCheckFailedException:
                continue
            return clothing

    def put(self, values: Values) -> Any:
        return self._model(**stored(values)).sync_save()


def _model(url: str) -> Any:
    client = DynamoDBClient(region="us-east-1", access_key="bench", secret_key="bench", endpoint_url=url)

    class Clothing(Model):
        model_config = ModelConfig(table=Closet.name, client=client)

        PK = StringAttribute(partition_key=True)
        SK = StringAttribute(sort_key=True)
        list_pk = StringAttribute()
        created_sk = StringAttribute()
        wear_sk = StringAttribute()
        worn_sk = StringAttribute()
        name = StringAttribute()
        status = StringAttribute()
        wear_count = NumberAttribute()
        last_worn_at = NumberAttribute()
        created_at = NumberAttribute()
        price = DecimalAttribute()
        season = StringSetAttribute()
        note = StringAttribute()

    return Clothing
