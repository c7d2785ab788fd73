"""Requests on their way: signed with the credentials of the moment, over connections that are kept and let go."""

import itertools
import statistics
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from botocore.credentials import Credentials, RefreshableCredentials
from botocore.exceptions import CredentialRetrievalError
from botocore.session import Session
from tests.store.remotes import Connect
from tests.store.scripted import scripted, sound
from tests.wire.endpoint import serving

from chabudai import store
from chabudai.engine import Engine
from chabudai.store.addresses import parse_address
from chabudai.store.endpoints import Endpoint, region_endpoint, url_endpoint
from chabudai.store.errors import AccessDenied, NoCredentials, StoreClosed
from chabudai.store.remote import RemoteStore
from chabudai.store.transport import Transport
from chabudai.wire.server import EndpointSettings
from chabudai.wire.signature import AccessKey

pytestmark = pytest.mark.usefixtures("keys")


def test_a_request_names_its_operation_and_carries_its_signature() -> None:
    with scripted(sound({})) as server, store.open(server.url) as opened:
        opened.call("GetItem", {"TableName": "x"})
    headers = server.heard[0].headers
    assert headers["x-amz-target"] == "DynamoDB_20120810.GetItem"
    assert headers["content-type"] == "application/x-amz-json-1.0"
    assert headers["authorization"].startswith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
    assert server.heard[0].body == {"TableName": "x"}


def test_an_operation_on_streams_names_their_service() -> None:
    with scripted(sound({"Streams": []})) as server, store.open(server.url) as opened:
        opened.call("ListStreams", {})
    assert server.heard[0].headers["x-amz-target"] == "DynamoDBStreams_20120810.ListStreams"


def test_the_path_of_an_endpoint_is_kept() -> None:
    with scripted(sound({})) as server, store.open(f"{server.url}/behind/a/path") as opened:
        opened.call("ListTables", {})
    assert server.heard[0].path == "/behind/a/path/"


def test_the_region_of_the_environment_is_signed_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with scripted(sound({})) as server, store.open(server.url) as opened:
        opened.call("ListTables", {})
    assert "/eu-west-1/dynamodb/aws4_request" in server.heard[0].headers["authorization"]


@pytest.mark.usefixtures("no_keys")
def test_without_credentials_an_endpoint_is_asked_with_made_up_ones() -> None:
    with scripted(sound({})) as server, store.open(server.url) as opened:
        opened.call("ListTables", {})
    assert "Credential=chabudai/" in server.heard[0].headers["authorization"]


def test_an_endpoint_that_checks_signatures_is_satisfied_by_the_right_key_only() -> None:
    settings = EndpointSettings(port=0, access_key=AccessKey("AKIDEXAMPLE", "secret"))
    with Engine.open(":memory:") as engine, serving(engine, settings) as endpoint:
        with store.open(endpoint.url) as opened:
            assert opened.call("ListTables", {"Limit": 3}) == {"TableNames": []}
        wrong = Transport(Endpoint(parse_address(endpoint.url), Session(), Credentials("AKIDEXAMPLE", "guess")))
        with RemoteStore(wrong) as opened, pytest.raises(AccessDenied):
            opened.call("ListTables", {})


def test_temporary_credentials_are_renewed_before_they_expire(connect: Connect) -> None:
    with scripted(sound({})) as server, connect(_expiring(server.url, 5, 3600)) as opened:
        opened.call("ListTables", {})
        opened.call("ListTables", {})
    first, second = (heard.headers for heard in server.heard)
    assert ("Credential=KEY2/" in first["authorization"], first["x-amz-security-token"]) == (True, "token2")
    assert second["x-amz-security-token"] == "token2"


def test_credentials_that_cannot_be_renewed_are_told_as_such(connect: Connect) -> None:
    with scripted(sound({})) as server, connect(_expiring(server.url, 5)) as opened:
        with pytest.raises(NoCredentials, match="can't be renewed"):
            opened.call("ListTables", {})
        assert server.heard == []


def test_one_after_another_calls_share_a_connection(connect: Connect) -> None:
    with scripted(sound({})) as server, connect(url_endpoint(server.url)) as opened:
        for _ in range(5):
            opened.call("ListTables", {})
        assert (len(server.heard), server.connections) == (5, 1)


def test_closing_lets_the_connections_go(connect: Connect) -> None:
    with scripted(sound({})) as server:
        with connect(url_endpoint(server.url)) as opened:
            opened.call("ListTables", {})
        deadline = time.monotonic() + 10
        while not server.ended and time.monotonic() < deadline:
            time.sleep(0.01)
        assert server.ended == 1


def test_a_closed_store_answers_no_more() -> None:
    with scripted(sound({})) as server:
        opened = store.open(server.url)
        opened.call("ListTables", {})
        opened.close()
        opened.close()
        with pytest.raises(StoreClosed):
            opened.call("ListTables", {})


def test_a_request_is_not_held_back_by_the_network_stack() -> None:
    with (
        Engine.open(":memory:") as engine,
        serving(engine, EndpointSettings(port=0)) as endpoint,
        store.open(endpoint.url) as opened,
    ):
        opened.call("ListTables", {})
        # A delayed receipt costs 40 ms each time; a busy machine may cost that too, but not for most of the calls.
        assert statistics.median(_seconds(opened) for _ in range(21)) < 0.03


def test_a_region_is_asked_at_its_own_hosts() -> None:
    assert region_endpoint("ap-northeast-1").url == "https://dynamodb.ap-northeast-1.amazonaws.com/"
    assert region_endpoint("cn-north-1").url == "https://dynamodb.cn-north-1.amazonaws.com.cn/"


@pytest.mark.usefixtures("no_keys")
def test_aws_is_not_asked_without_credentials() -> None:
    with pytest.raises(NoCredentials, match="No AWS credentials were found"):
        store.open("dynamodb://ap-northeast-1")
    with pytest.raises(NoCredentials):
        url_endpoint("https://dynamodb.ap-northeast-1.amazonaws.com")


def test_an_unknown_profile_is_told_as_missing_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    with pytest.raises(NoCredentials, match="nobody"):
        store.open("dynamodb://ap-northeast-1")


def _seconds(opened: store.Store) -> float:
    begun = time.perf_counter()
    opened.call("ListTables", {})
    return time.perf_counter() - begun


def _expiring(url: str, *lives: int) -> Endpoint:
    """One whose credentials live that many seconds, one after the other, and can't be renewed after the last."""
    remaining = map(_temporary, itertools.count(1), lives)

    def renew() -> dict[str, Any]:
        try:
            return next(remaining)
        except StopIteration:
            raise CredentialRetrievalError(provider="test", error_msg="the role is gone") from None

    credentials = RefreshableCredentials.create_from_metadata(renew(), renew, "test")
    return Endpoint(parse_address(url), Session(), credentials)


def _temporary(number: int, seconds: int) -> dict[str, Any]:
    return {
        "access_key": f"KEY{number}",
        "secret_key": f"secret{number}",
        "token": f"token{number}",
        "expiry_time": (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(),
    }
