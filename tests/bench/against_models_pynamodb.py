"""The clothes as a PynamoDB model: it has no derived keys, so its user writes them."""

from typing import Any

from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UnicodeSetAttribute
from pynamodb.exceptions import UpdateError
from pynamodb.models import Model
from tests.bench.against_models_boto3 import stored, wear_key
from tests.bench.toolkit_clothes import Closet, Values


class PynamoDB:
    name = "PynamoDB"

    def __init__(self, url: str) -> None:
        self._model = _model(url)

    def get(self, values: Values) -> Any:
        return self._model.get(f"W#{values['wardrobe_id']}", f"CLOTH#{values['clothing_id']}")

    def clothes(self, values: Values) -> list[Any]:
        return list(self._model.query(f"W#{values['wardrobe_id']}", self._model.SK.startswith("CLOTH#")))

    def wear(self, values: Values) -> Any:
        """Read, compute the key, write while the count is what was read; again when it is not."""
        model = self._model
        while True:
            clothing = self.get(values)
            count = int(clothing.wear_count)
            actions = [model.wear_count.set(count + 1), model.wear_sk.set(wear_key(count + 1, values))]
            try:
                clothing.update(actions, condition=model.wear_count == count)
            except UpdateError as error:
                if error.cause_response_code != "ConditionalCheckFailedException":
                    raise
            else:
                return clothing

    def put(self, values: Values) -> Any:
        # Its numbers are ints and floats.
        return self._model(**{**stored(values), "price": float(values["price"])}).save()


def _model(url: str) -> Any:
    class Clothing(Model):
        class Meta:  # pyright: ignore[reportIncompatibleVariableOverride] - the rest has defaults
            table_name = Closet.name
            host = url
            region = "us-east-1"
            aws_access_key_id = "bench"
            aws_secret_access_key = "bench"

        PK = UnicodeAttribute(hash_key=True)
        SK = UnicodeAttribute(range_key=True)
        list_pk = UnicodeAttribute()
        created_sk = UnicodeAttribute()
        wear_sk = UnicodeAttribute()
        worn_sk = UnicodeAttribute()
        name = UnicodeAttribute()
        status = UnicodeAttribute()
        wear_count = NumberAttribute()
        last_worn_at = NumberAttribute()
        created_at = NumberAttribute()
        price = NumberAttribute()
        season = UnicodeSetAttribute()
        note = UnicodeAttribute()

    return Clothing
