"""Objects in Amazon S3, or in what speaks like it. Needs botocore, of the extra `aws`."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError
from botocore.session import Session

from chabudai.outside.objects.errors import BadPlace, NoSuchObject, ObjectsError, Refused, Unreachable
from chabudai.outside.objects.keys import checked
from chabudai.outside.objects.protocol import Entry, Objects

# Every call here may be repeated without harm.
_PATIENT = Config(connect_timeout=5, read_timeout=30, retries={"total_max_attempts": 4, "mode": "standard"})


class S3(Objects):
    """`prefix` stands before every key in the bucket, and is not part of any. `rows` are listed in one answer."""

    def __init__(self, client: Any, bucket: str, prefix: str = "", rows: int = 1000) -> None:
        self._client = client
        self._bucket = bucket
        self._rows = rows
        self._prefix = f"{prefix}/" if prefix else ""

    def put(self, key: str, content: bytes, content_type: str) -> None:
        place = self._place(key)
        with _failures_told(key):
            self._client.put_object(**place, Body=content, ContentType=content_type)

    def get(self, key: str) -> bytes:
        place = self._place(key)
        with _failures_told(key):
            content: bytes = self._client.get_object(**place)["Body"].read()
            return content

    def delete(self, key: str) -> None:
        place = self._place(key)
        with _failures_told(key):
            self._client.delete_object(**place)

    def list(self, under: str) -> Iterator[Entry]:
        place = {"Bucket": self._bucket, "Prefix": f"{self._prefix}{checked(under)}/"}
        pages = self._client.get_paginator("list_objects_v2").paginate
        with _failures_told(under):
            for page in pages(**place, PaginationConfig={"PageSize": self._rows}):
                for found in page.get("Contents", ()):
                    key = found["Key"].removeprefix(self._prefix)
                    yield Entry(key, found["Size"], found["LastModified"].astimezone(UTC))

    def _place(self, key: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": f"{self._prefix}{checked(key)}"}


def in_bucket(bucket: str, prefix: str, config: Config = _PATIENT) -> S3:
    """With the region and the credentials that boto3 would find; they are first needed when an object is."""
    try:
        return S3(Session().create_client("s3", config=config), bucket, prefix)
    except (BotoCoreError, ValueError) as error:
        raise BadPlace(f"AWS is not set up rightly: {error}") from error


@contextmanager
def _failures_told(key: str) -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        raise _failure(key, error) from error
    except NoCredentialsError as error:
        raise Refused("No AWS credentials were found: set them up as for boto3 or the AWS CLI.") from error
    except BotoCoreError as error:
        raise Unreachable(f"S3 gave no answer: {error}") from error


def _failure(key: str, error: ClientError) -> ObjectsError:
    code = error.response["Error"]["Code"]
    status = error.response["ResponseMetadata"]["HTTPStatusCode"]
    if code == "NoSuchKey":
        return NoSuchObject(f"There is no {key!r} in the bucket.")
    said = f"S3 said {code}: {error.response['Error'].get('Message', '')}"
    return Unreachable(said) if status == 429 or status >= 500 else Refused(said)
