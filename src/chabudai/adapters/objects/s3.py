"""Objects in Amazon S3, or in what speaks like it. Needs botocore, of the extra `aws`."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError
from botocore.session import Session

from chabudai.adapters.objects.errors import (
    InvalidObjectStorage,
    NoSuchObject,
    ObjectStorageError,
    ObjectStorageRefused,
    ObjectStorageUnavailable,
)
from chabudai.adapters.objects.keys import check_key
from chabudai.adapters.objects.protocol import ObjectStorage, StoredObject

# Every call here may be repeated without harm.
_RETRYING = Config(connect_timeout=5, read_timeout=30, retries={"total_max_attempts": 4, "mode": "standard"})


class S3Storage(ObjectStorage):
    """`prefix` stands before every key in the bucket, and is not part of any. `rows` are listed in one answer."""

    def __init__(self, client: Any, bucket: str, prefix: str = "", rows: int = 1000) -> None:
        self._client = client
        self._bucket = bucket
        self._rows = rows
        self._prefix = f"{prefix}/" if prefix else ""

    def put(self, key: str, content: bytes, content_type: str) -> None:
        location = self._location(key)
        with _translate_errors(key):
            self._client.put_object(**location, Body=content, ContentType=content_type)

    def get(self, key: str) -> bytes:
        location = self._location(key)
        with _translate_errors(key):
            content: bytes = self._client.get_object(**location)["Body"].read()
            return content

    def delete(self, key: str) -> None:
        location = self._location(key)
        with _translate_errors(key):
            self._client.delete_object(**location)

    def list(self, under: str) -> Iterator[StoredObject]:
        location = {"Bucket": self._bucket, "Prefix": f"{self._prefix}{check_key(under)}/"}
        pages = self._client.get_paginator("list_objects_v2").paginate
        with _translate_errors(under):
            for page in pages(**location, PaginationConfig={"PageSize": self._rows}):
                for found in page.get("Contents", ()):
                    key = found["Key"].removeprefix(self._prefix)
                    yield StoredObject(key, found["Size"], found["LastModified"].astimezone(UTC))

    def _location(self, key: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": f"{self._prefix}{check_key(key)}"}


def open_bucket(bucket: str, prefix: str, config: Config = _RETRYING) -> S3Storage:
    """With the region and the credentials that boto3 would find; they are first needed when an object is."""
    try:
        return S3Storage(Session().create_client("s3", config=config), bucket, prefix)
    except (BotoCoreError, ValueError) as error:
        raise InvalidObjectStorage(f"Invalid AWS configuration: {error}") from error


@contextmanager
def _translate_errors(key: str) -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        raise _storage_error(key, error) from error
    except NoCredentialsError as error:
        raise ObjectStorageRefused("No AWS credentials were found: set them up as for boto3 or the AWS CLI.") from error
    except BotoCoreError as error:
        raise ObjectStorageUnavailable(f"S3 gave no answer: {error}") from error


def _storage_error(key: str, error: ClientError) -> ObjectStorageError:
    code = error.response["Error"]["Code"]
    status = error.response["ResponseMetadata"]["HTTPStatusCode"]
    if code == "NoSuchKey":
        return NoSuchObject(f"There is no {key!r} in the bucket.")
    said = f"S3 said {code}: {error.response['Error'].get('Message', '')}"
    return ObjectStorageUnavailable(said) if status == 429 or status >= 500 else ObjectStorageRefused(said)
