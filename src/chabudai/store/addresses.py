"""An endpoint's address: the URL of its tables, the URL of its streams, and the region that requests are signed for."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from chabudai.store.errors import InvalidStoreAddress

_AWS_HOSTS = (".amazonaws.com", ".amazonaws.com.cn", ".api.aws")
_REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-\d+")


@dataclass(frozen=True, slots=True)
class StoreAddress:
    url: str
    streams_url: str
    region: str | None  # None when the address does not say
    is_aws: bool


def parse_address(url: str) -> StoreAddress:
    """The endpoint that a URL names; its path stays, since an endpoint may stand behind one."""
    host = _parse_host(url)
    tables = url.rstrip("/") + "/"
    is_aws = host.endswith(_AWS_HOSTS)
    # AWS keeps streams on a host of their own; every other endpoint has them beside its tables.
    has_streams_host = is_aws and host.startswith("dynamodb.")
    streams = tables.replace("://dynamodb.", "://streams.dynamodb.", 1) if has_streams_host else tables
    regions = filter(_REGION.fullmatch, host.split(".")) if is_aws else iter(())
    return StoreAddress(tables, streams, next(regions, None), is_aws)


def _parse_host(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise InvalidStoreAddress(f"Invalid URL {url}: expected one such as http://127.0.0.1:8000.") from None
    if parts.username is not None:
        raise InvalidStoreAddress("A store address holds no credentials: set them up as for boto3 or the AWS CLI.")
    # What is not ASCII has two spellings, and a signature only one.
    is_plain = url.isascii() and url.isprintable() and " " not in url
    if not host or port == 0 or parts.query or parts.fragment or not is_plain:
        raise InvalidStoreAddress(f"Invalid endpoint URL {url}: expected one such as http://127.0.0.1:8000.")
    return host
