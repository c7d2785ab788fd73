"""Signatures: those that botocore makes of the same request, whatever it is."""

from datetime import UTC, datetime

import pytest
from botocore import auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import ReadOnlyCredentials
from hypothesis import example, given
from hypothesis import strategies as st

from chabudai.store.signature import RequestSigner

_KEYS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", min_size=16, max_size=24)
_SECRETS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=44)
_TOKENS = st.none() | st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=900)
_REGIONS = st.sampled_from(("ap-northeast-1", "us-east-1", "us-gov-west-1", "cn-north-1", "local"))
_HOSTS = st.sampled_from(("127.0.0.1", "[::1]", "DB.example.com", "dynamodb.eu-west-1.amazonaws.com", "localhost"))
_PORTS = st.sampled_from(("", ":80", ":443", ":8000", ":65535"))
_PATHS = st.lists(
    st.sampled_from(("", ".", "..", "a", "a.b", "..c", "~x", "a%20b", "p+q", "v=1", "@", "$")), max_size=6
).map(lambda segments: "/" + "".join(f"{segment}/" for segment in segments))
_TIMES = st.integers(0, 4_000_000_000)


@given(
    st.sampled_from(("http", "https")), _HOSTS, _PORTS, _PATHS, _REGIONS,
    _KEYS, _SECRETS, _TOKENS, st.binary(max_size=300), st.sampled_from(("GetItem", "TransactWriteItems")), _TIMES,
)  # fmt: skip
@example("http", "h", ":80", "/", "local", "K" * 16, "s", "  a  token\twith  spaces ", b"", "GetItem", 0)
def test_a_request_is_signed_as_botocore_signs_it(
    scheme: str, host: str, port: str, path: str, region: str,
    key: str, secret: str, token: str | None, body: bytes, operation: str, seconds: int,
) -> None:  # fmt: skip
    url = f"{scheme}://{host}{port}{path}"
    credentials = ReadOnlyCredentials(key, secret, token)
    target = f"DynamoDB_20120810.{operation}"
    headers = RequestSigner(url, region, lambda: float(seconds)).sign(target, body, credentials)
    theirs = _signed_by_botocore(url, region, target, body, credentials, seconds)
    assert {name: headers.get(name) for name in theirs} == theirs


@pytest.mark.parametrize("later", [0, 1, 86_400, -86_400])
@pytest.mark.parametrize("secret", ["one", "two"])
def test_a_signing_key_is_kept_for_its_day_and_its_secret_only(later: int, secret: str) -> None:
    url, target, times = "https://h/", "DynamoDB_20120810.GetItem", iter((1_800_000_000, 1_800_000_000 + later))
    signer = RequestSigner(url, "local", lambda: float(next(times)))
    signer.sign(target, b"{}", ReadOnlyCredentials("AKID", "one", None))
    credentials = ReadOnlyCredentials("AKID", secret, None)
    theirs = _signed_by_botocore(url, "local", target, b"{}", credentials, 1_800_000_000 + later)
    assert signer.sign(target, b"{}", credentials)["Authorization"] == theirs["Authorization"]


def _signed_by_botocore(
    url: str, region: str, target: str, body: bytes, credentials: ReadOnlyCredentials, seconds: int
) -> dict[str, str]:
    request = AWSRequest("POST", url, {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": target}, body)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auth, "get_current_datetime", lambda: datetime.fromtimestamp(seconds, UTC))
        auth.SigV4Auth(credentials, "dynamodb", region).add_auth(request)
    return dict(request.headers.items())
