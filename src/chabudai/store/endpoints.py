"""Endpoints: where the requests of a store go, with whose credentials, signed for which region."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from botocore.credentials import Credentials, RefreshableCredentials
from botocore.exceptions import BotoCoreError, ClientError, UnknownRegionError
from botocore.httpsession import get_cert_path
from botocore.session import Session

from chabudai.store.addresses import StoreAddress, parse_address
from chabudai.store.errors import InvalidStoreAddress, NoCredentials, refusal
from chabudai.store.signature import RequestSigner, SigningCredentials

_STREAMS = frozenset({"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"})
_REGION_OF_LOCAL_ENDPOINTS = "ap-northeast-1"  # they answer whichever region is signed for


class SignedRequest(NamedTuple):
    url: str
    headers: dict[str, str]
    body: bytes


class Endpoint:
    """Signs requests; `certificates` is a file or folder of those that it trusts. Threads may share it."""

    def __init__(self, address: StoreAddress, session: Session, credentials: Credentials) -> None:
        self.url = address.url
        self.urls = frozenset({address.url, address.streams_url})
        self.certificates: str = session.get_config_variable("ca_bundle") or get_cert_path(True)
        self._streams_url = address.streams_url
        self._credentials = credentials
        region = address.region or session.get_config_variable("region") or _REGION_OF_LOCAL_ENDPOINTS
        self._signers = {url: RequestSigner(url, region) for url in self.urls}

    @property
    def must_renew_credentials(self) -> bool:
        """Whether the next request waits for new credentials, from another server perhaps."""
        credentials = self._credentials
        return isinstance(credentials, RefreshableCredentials) and credentials.refresh_needed()

    def sign(self, operation: str, body: bytes) -> SignedRequest:
        if not (operation.isascii() and operation.isalnum()):  # no header could carry it
            raise refusal("UnknownOperationException", "", {})
        service, url = ("DynamoDBStreams", self._streams_url) if operation in _STREAMS else ("DynamoDB", self.url)
        credentials = self._freeze_credentials()
        return SignedRequest(url, self._signers[url].sign(f"{service}_20120810.{operation}", body, credentials), body)

    def _freeze_credentials(self) -> SigningCredentials:
        """Anew for each request: temporary credentials are renewed here when they are about to expire."""
        try:
            frozen: SigningCredentials = self._credentials.get_frozen_credentials()
        except (BotoCoreError, ClientError, RuntimeError) as error:
            raise NoCredentials(f"The AWS credentials can't be renewed: {error}") from error
        for text in (frozen.access_key, frozen.token or ""):
            if not (text.isascii() and text.isprintable()):
                raise NoCredentials("The AWS credentials hold what no header can carry, such as a line break.")
        return frozen


def find_endpoint(address: str) -> Endpoint:
    """At `dynamodb://REGION` or at a URL."""
    scheme, _, rest = address.partition("://")
    return region_endpoint(rest) if scheme == "dynamodb" else url_endpoint(address)


def region_endpoint(region: str) -> Endpoint:
    """DynamoDB itself, with the credentials that boto3 would find."""
    with _open_session() as session:
        try:
            session.get_partition_for_region(region)
            tables, streams = (_service_url(service, region, session) for service in ("dynamodb", "dynamodbstreams"))
        except (UnknownRegionError, ValueError):
            raise InvalidStoreAddress(
                f"Unknown AWS region in dynamodb://{region}: expected one such as ap-northeast-1."
            ) from None
        return Endpoint(StoreAddress(tables, streams, region, is_aws=True), session, _credentials(session))


def url_endpoint(url: str) -> Endpoint:
    """Any endpoint. Who has no credentials signs with made-up ones, which local endpoints accept."""
    address = parse_address(url)
    with _open_session() as session:
        if address.is_aws:
            return Endpoint(address, session, _credentials(session))
        # The machine's own role is for AWS; asking for it takes seconds where there is none.
        session.get_component("credential_provider").remove("iam-role")
        return Endpoint(address, session, session.get_credentials() or Credentials("chabudai", "chabudai"))


@contextmanager
def _open_session() -> Iterator[Session]:
    try:
        yield Session()
    except (BotoCoreError, ClientError) as error:
        raise NoCredentials(f"Invalid AWS configuration: {error}") from error


def _service_url(service: str, region: str, session: Session) -> str:
    return str(session.create_client(service, region_name=region).meta.endpoint_url).rstrip("/") + "/"


def _credentials(session: Session) -> Credentials:
    credentials = session.get_credentials()
    if credentials is None:
        raise NoCredentials("No AWS credentials were found: set them up as for boto3 or the AWS CLI.")
    return credentials
