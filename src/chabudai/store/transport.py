"""Signed requests over HTTP: where they go, with whose credentials, and under botocore's signatures."""

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import BotoCoreError, ClientError, UnknownRegionError
from botocore.session import Session

from chabudai.store.addresses import StoreAddress, parse_address
from chabudai.store.connections import ConnectionPool, HttpTimeouts
from chabudai.store.errors import InvalidStoreAddress, NoCredentials
from chabudai.store.replies import HttpReply

_STREAMS = frozenset({"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"})
_REGION_OF_LOCAL_ENDPOINTS = "ap-northeast-1"  # they answer whichever region is signed for
DEFAULT_TIMEOUTS = HttpTimeouts()


class Transport:
    """One signed request, one reply."""

    def __init__(
        self, address: StoreAddress, session: Session, credentials: Credentials, timeouts: HttpTimeouts
    ) -> None:
        self.url = address.url
        self._streams_url = address.streams_url
        self._region = address.region or session.get_config_variable("region") or _REGION_OF_LOCAL_ENDPOINTS
        self._credentials = credentials
        certificates = session.get_config_variable("ca_bundle")
        self._connections = {
            url: ConnectionPool(url, certificates, timeouts) for url in {address.url, address.streams_url}
        }

    def post(self, operation: str, body: bytes) -> HttpReply:
        service, url = ("DynamoDBStreams", self._streams_url) if operation in _STREAMS else ("DynamoDB", self.url)
        return self._connections[url].post(self._signed_headers(f"{service}_20120810.{operation}", url, body), body)

    def close(self) -> None:
        for connections in self._connections.values():
            connections.close()

    def _signed_headers(self, target: str, url: str, body: bytes) -> dict[str, str]:
        """The headers, signature included."""
        headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": target,
            "Accept-Encoding": "identity",
            "User-Agent": "chabudai",
        }
        request = AWSRequest("POST", url, headers, body)
        try:
            # Frozen anew for each request: temporary credentials are renewed here when they are about to expire.
            SigV4Auth(self._credentials.get_frozen_credentials(), "dynamodb", self._region).add_auth(request)
        except (BotoCoreError, ClientError, RuntimeError) as error:
            raise NoCredentials(f"The AWS credentials can't be renewed: {error}") from error
        return dict(request.headers.items())


def connect_to_region(region: str) -> Transport:
    """To DynamoDB itself, with the credentials that boto3 would find."""
    with _open_session() as session:
        try:
            session.get_partition_for_region(region)
            tables, streams = (_endpoint_url(service, region, session) for service in ("dynamodb", "dynamodbstreams"))
        except (UnknownRegionError, ValueError):
            raise InvalidStoreAddress(
                f"Unknown AWS region in dynamodb://{region}: expected one such as ap-northeast-1."
            ) from None
        return Transport(
            StoreAddress(tables, streams, region, is_aws=True), session, _credentials(session), DEFAULT_TIMEOUTS
        )


def connect_to_url(url: str, timeouts: HttpTimeouts = DEFAULT_TIMEOUTS) -> Transport:
    """To any endpoint. Who has no credentials signs with made-up ones, which local endpoints accept."""
    address = parse_address(url)
    with _open_session() as session:
        if address.is_aws:
            return Transport(address, session, _credentials(session), timeouts)
        # The machine's own role is for AWS; asking for it takes seconds where there is none.
        session.get_component("credential_provider").remove("iam-role")
        return Transport(address, session, session.get_credentials() or Credentials("chabudai", "chabudai"), timeouts)


@contextmanager
def _open_session() -> Iterator[Session]:
    try:
        yield Session()
    except (BotoCoreError, ClientError) as error:
        raise NoCredentials(f"Invalid AWS configuration: {error}") from error


def _endpoint_url(service: str, region: str, session: Session) -> str:
    return str(session.create_client(service, region_name=region).meta.endpoint_url).rstrip("/") + "/"


def _credentials(session: Session) -> Credentials:
    credentials = session.get_credentials()
    if credentials is None:
        raise NoCredentials("No AWS credentials were found: set them up as for boto3 or the AWS CLI.")
    return credentials
