"""Every object storage that keeps the contract: a folder, and S3 with and without a prefix."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from botocore.session import Session
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer

from chabudai.adapters import objects
from chabudai.adapters.objects import ObjectStorage

KINDS = ("folder", "s3", "s3 with a prefix")
BUCKET = "household-photos"


@contextmanager
def storage_of(kind: str, folder: Path) -> Iterator[ObjectStorage]:
    match kind:
        case "folder":
            yield objects.open(folder / "photos")
        case "s3":
            with bucket():
                yield objects.open(f"s3://{BUCKET}")
        case _:
            with bucket():
                yield objects.open(f"s3://{BUCKET}/house/photos")


@contextmanager
def bucket() -> Iterator[None]:
    with moto() as url, aws(url):
        client = Session().create_client("s3")
        client.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "ap-northeast-1"})
        yield


@contextmanager
def moto() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        s3_backends.reset()
        server.stop()


@contextmanager
def aws(url: str) -> Iterator[None]:
    """The environment of one who has set up AWS, with S3 at another place."""
    given = {
        "AWS_ENDPOINT_URL_S3": url,
        "AWS_ACCESS_KEY_ID": "household",
        "AWS_SECRET_ACCESS_KEY": "household",
        "AWS_DEFAULT_REGION": "ap-northeast-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patch.delenv(name)
        for name, value in given.items():
            patch.setenv(name, value)
        yield
