"""Where an endpoint is: the URL of its tables, the URL of its streams, and the region that requests are signed for."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from chabudai.store.errors import BadAddress

_AWS_HOSTS = (".amazonaws.com", ".amazonaws.com.cn", ".api.aws")
_REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-\d+")


@dataclass(frozen=True, slots=True)
class Place:
    url: str
    streams_url: str
    region: str | None  # None when the address does not say
    is_aws: bool


def place_of(url: str) -> Place:
    """The place that a URL names; its path stays, since an endpoint may stand behind one."""
    host = _host_of(url)
    tables = url.rstrip("/") + "/"
    is_aws = host.endswith(_AWS_HOSTS)
    # AWS keeps streams on a host of their own; every other endpoint has them beside its tables.
    has_streams_host = is_aws and host.startswith("dynamodb.")
    streams = tables.replace("://dynamodb.", "://streams.dynamodb.", 1) if has_streams_host else tables
    regions = filter(_REGION.fullmatch, host.split(".")) if is_aws else iter(())
    return Place(tables, streams, next(regions, None), is_aws)


def _host_of(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadAddress(f"{url} is no URL, as http://127.0.0.1:8000 is.") from None
    if parts.username is not None:
        raise BadAddress("Credentials do not belong into an address: set them up as for boto3 or the AWS CLI.")
    if not host or port == 0 or parts.query or parts.fragment or re.search(r"\s", url):
        raise BadAddress(f"{url} is no endpoint, as http://127.0.0.1:8000 is.")
    return host
