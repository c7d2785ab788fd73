"""Tags in short: made, and read back from a table's ARN."""

from __future__ import annotations

import re

from tests.conformance.faults import either
from tests.conformance.target import Target

TOO_MANY = "Number of Tags exceed the current limit for the provided ResourceArn"


def tag(key: str, value: str = "") -> dict[str, str]:
    return {"Key": key, "Value": value}


def arn_of(db: Target, table: str) -> str:
    arn: str = db.call("DescribeTable", {"TableName": table})["Table"]["TableArn"]
    return arn


def tags_of(db: Target, arn: str) -> dict[str, str]:
    return {tag["Key"]: tag["Value"] for tag in db.call("ListTagsOfResource", {"ResourceArn": arn})["Tags"]}


def no_such_resource(arn: str) -> re.Pattern[str]:
    """DynamoDB has spelled the member both ways."""
    sentence = "Requested resource not found: {}: {} not found"
    return either(sentence.format("ResourcArn", arn), sentence.format("ResourceArn", arn))
