"""A store over HTTP: DynamoDB itself, or any endpoint. Credentials and signatures are botocore's, the JSON is ours."""

import random
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import HTTPClientError
from botocore.httpsession import URLLib3Session
from botocore.session import Session

from chabudai.engine import jsontext
from chabudai.store.errors import BadAddress, Refused, Throttled, Unreachable, refusal
from chabudai.store.protocol import Closing

_STREAMS = frozenset({"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"})
_TRANSIENT = frozenset({"InternalServerError", "ServiceUnavailable", "TransactionInProgressException"})
_TRIES = 10
_LONGEST_PAUSE = 5.0


class RemoteStore(Closing):
    """Connections are pooled and kept alive; what is worth asking again is asked again, with growing pauses."""

    def __init__(
        self, url: str, region: str, credentials: Credentials, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self.url = url.rstrip("/") + "/"
        self._streams_url = self.url.replace("://dynamodb.", "://streams.dynamodb.", 1)
        self._signer = SigV4Auth(credentials, "dynamodb", region)
        self._http = URLLib3Session(timeout=60, max_pool_connections=50)
        self._pause = pause
        self._lock = threading.Lock()

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        body = jsontext.dumps(request)
        for attempt in range(_TRIES):
            try:
                return self._ask(operation, body)
            except (Throttled, Unreachable) as error:
                failure: Exception = error
            except Refused as error:
                if error.code not in _TRANSIENT:
                    raise
                failure = error
            self._pause(random.uniform(0, min(_LONGEST_PAUSE, 0.05 * 2**attempt)))
        raise failure

    def close(self) -> None:
        self._http.close()

    def _ask(self, operation: str, body: bytes) -> dict[str, Any]:
        service, url = ("DynamoDBStreams", self._streams_url) if operation in _STREAMS else ("DynamoDB", self.url)
        headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": f"{service}_20120810.{operation}",
            "Accept-Encoding": "identity",
        }
        asked = AWSRequest("POST", url, headers, body)
        with self._lock:
            self._signer.add_auth(asked)
        try:
            response = self._http.send(asked.prepare())
        except HTTPClientError as error:
            raise Unreachable(f"{self.url} does not answer: {error}") from error
        return _understood(response.status_code, response.content, self.url)


def dynamodb(region: str) -> RemoteStore:
    """DynamoDB itself, with the credentials that boto3 would find."""
    session = Session()
    credentials = session.get_credentials()
    if credentials is None:
        raise BadAddress("No AWS credentials were found: set them up as for boto3 or the AWS CLI.")
    return RemoteStore(f"https://dynamodb.{region}.amazonaws.com/", region, credentials)


def endpoint(url: str) -> RemoteStore:
    """Any endpoint; who has no credentials signs with made-up ones, which local endpoints accept."""
    session = Session()
    credentials = session.get_credentials() or Credentials("chabudai", "chabudai")
    return RemoteStore(url, session.get_config_variable("region") or "ap-northeast-1", credentials)


def _understood(status: int, content: bytes, url: str) -> dict[str, Any]:
    try:
        answer = jsontext.loads(content)
    except jsontext.DecodeError:
        raise Unreachable(f"{url} does not speak DynamoDB: it answered {status} without JSON.") from None
    if status == 200 and isinstance(answer, dict):
        return answer
    if not isinstance(answer, dict) or "__type" not in answer:
        raise Unreachable(f"{url} does not speak DynamoDB: it answered {status}.")
    code = str(answer.pop("__type")).rpartition("#")[2]
    message = answer.pop("message", None) or answer.pop("Message", None) or ""
    raise refusal(code, str(message), answer)
