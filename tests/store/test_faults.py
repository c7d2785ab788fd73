"""What goes wrong between a store and its endpoint: asked again while it may help, told rightly when it does not."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

import pytest
from tests.store.remotes import Connect
from tests.store.scripted import (
    Line,
    Scripted,
    answer,
    closed_port,
    fault,
    half,
    half_in_chunks,
    reset,
    scripted,
    silence,
    sound,
)

from chabudai.store import Store
from chabudai.store.connections import HttpTimeouts
from chabudai.store.endpoints import url_endpoint
from chabudai.store.errors import (
    AccessDenied,
    Cancelled,
    ConditionFailed,
    InvalidRequest,
    NotDynamoDB,
    RequestRefused,
    StoreError,
    StoreFailed,
    StoreUnreachable,
    Throttled,
    TransactionConflict,
)
from chabudai.store.retries import RetryPolicy

FINE = sound({"TableNames": ["x"]})
BUSY = fault("ProvisionedThroughputExceededException")
ILL = fault("InternalServerError", 500)
THROTTLED, CONFLICTING, FAILED = (
    {"Code": code} for code in ("ThrottlingError", "TransactionConflict", "ConditionalCheckFailed")
)
PAGE = "<html>Welcome to nginx</html>"

pytestmark = pytest.mark.usefixtures("keys")


@dataclass(slots=True)
class Rig:
    """A store before a scripted server, with a clock that only its pauses move."""

    server: Scripted
    store: Store
    pauses: list[float] = field(default_factory=list)


Rigged = Callable[..., AbstractContextManager[Rig]]


@pytest.fixture
def rigged(connect: Connect) -> Rigged:
    @contextmanager
    def rigged(*script: Line) -> Iterator[Rig]:
        with scripted(*script) as server:
            pauses: list[float] = []
            policy = RetryPolicy(clock=lambda: sum(pauses))
            with connect(url_endpoint(server.url), policy, pauses.append) as store:
                yield Rig(server, store, pauses)

    return rigged


@pytest.mark.parametrize(
    "wrong",
    [
        ILL,
        fault("ServiceUnavailable", 503),
        fault("SomethingNew", 500),
        answer(PAGE, 502),
        answer("", 503),
        answer("", 429),
        BUSY,
        fault("ThrottlingException"),
        fault("RequestLimitExceeded"),
        fault("SomethingNew", 429),
        fault("TransactionInProgressException"),
        fault("ReplicatedWriteConflictException", 409),
        fault("TransactionCanceledException", CancellationReasons=[{"Code": "None"}, {"Code": "ThrottlingError"}]),
        fault("TransactionCanceledException", CancellationReasons=[{"Code": "ProvisionedThroughputExceeded"}]),
        reset,
        half,
        half_in_chunks,
        answer({"TableNames": []}, checksum=1),
    ],
    ids=[
        *("500", "503", "unknown-500", "html-502", "empty-503", "empty-429"),
        *("throughput", "throttling", "request-limit", "unknown-429", "in-progress", "write-conflict"),
        *("throttled-transaction", "throughput-of-transaction"),
        *("reset", "half", "half-in-chunks", "checksum"),
    ],
)
def test_what_passes_is_asked_again(rigged: Rigged, wrong: Line) -> None:
    with rigged(wrong, wrong, FINE) as rig:
        assert rig.store.call("ListTables", {"Limit": 1}) == {"TableNames": ["x"]}
        assert [heard.body for heard in rig.server.heard] == [{"Limit": 1}] * 3
        assert len(rig.pauses) == 2


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (BUSY, Throttled),
        (ILL, StoreFailed),
        (fault("TransactionInProgressException"), TransactionConflict),
        (answer(PAGE, 502), StoreUnreachable),
        (reset, StoreUnreachable),
        (half, StoreUnreachable),
        (answer({}, checksum=1), StoreUnreachable),
    ],
    ids=["throttled", "500", "in-progress", "html-502", "reset", "half", "checksum"],
)
def test_what_does_not_pass_is_told_after_ten_tries(rigged: Rigged, wrong: Line, error: type[StoreError]) -> None:
    with rigged(wrong) as rig, pytest.raises(error):
        rig.store.call("ListTables", {})
    assert len(rig.server.heard) == 10
    assert len(rig.pauses) == 9


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (fault("ValidationException"), InvalidRequest),
        (fault("TransactionCanceledException", CancellationReasons=[]), Cancelled),
        (fault("TransactionCanceledException", CancellationReasons=[THROTTLED, CONFLICTING]), Cancelled),
        (fault("TransactionCanceledException", CancellationReasons=[THROTTLED, FAILED]), Cancelled),
        (fault("TransactionConflictException"), TransactionConflict),
        (fault("AccessDeniedException"), AccessDenied),
        (fault("SomethingNew"), RequestRefused),
        (answer("", 413), RequestRefused),
        (answer(PAGE), NotDynamoDB),
        (answer(PAGE, 404), NotDynamoDB),
        (answer("", 307), NotDynamoDB),
        (answer([]), NotDynamoDB),
        (answer({"detail": "Not Found"}, 404), NotDynamoDB),
    ],
    ids=[
        *(
            "validation",
            "cancelled",
            "throttled-and-conflict",
            "throttled-and-failed",
            "conflict",
            "access",
            "unknown",
            "too-large",
        ),
        *("html", "html-404", "redirect", "list", "other-json"),
    ],
)
def test_what_will_not_change_is_asked_once(rigged: Rigged, wrong: Line, error: type[StoreError]) -> None:
    with rigged(wrong) as rig, pytest.raises(error) as caught:
        rig.store.call("ListTables", {})
    assert type(caught.value) is error
    assert (len(rig.server.heard), rig.pauses) == (1, [])


def test_pauses_are_drawn_from_windows_that_double_up_to_five_seconds(rigged: Rigged) -> None:
    windows = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]
    with rigged(BUSY) as rig, pytest.raises(Throttled):
        rig.store.call("ListTables", {})
    assert all(0 <= pause <= window for pause, window in zip(rig.pauses, windows, strict=True))
    assert len(set(rig.pauses)) == 9


def test_a_minute_after_the_first_try_no_other_begins(connect: Connect) -> None:
    ticks = iter(range(0, 1000, 40))
    with scripted(BUSY) as server:
        store = connect(url_endpoint(server.url), RetryPolicy(clock=lambda: next(ticks)))
        with store, pytest.raises(Throttled):
            store.call("ListTables", {})
    assert len(server.heard) == 2


def test_who_says_nothing_is_waited_for_and_asked_again_and_given_up(connect: Connect) -> None:
    with scripted(silence) as server:
        timeouts = HttpTimeouts(connect=5.0, read=0.05)
        store = connect(url_endpoint(server.url), RetryPolicy(tries=3), timeouts=timeouts)
        with store, pytest.raises(StoreUnreachable, match=r"Read timed out. \(read timeout=0.05\)"):
            store.call("ListTables", {})
        assert server.connections == 3


def test_where_nobody_listens_the_store_is_unreachable(connect: Connect) -> None:
    url = f"http://127.0.0.1:{closed_port()}"
    with connect(url_endpoint(url), RetryPolicy()) as store, pytest.raises(StoreUnreachable, match=url):
        store.call("ListTables", {})


def test_where_no_connection_came_about_nothing_can_have_been_done(connect: Connect, rigged: Rigged) -> None:
    with connect(url_endpoint(f"http://127.0.0.1:{closed_port()}"), RetryPolicy(tries=3)) as store:
        with pytest.raises(StoreUnreachable) as refused:
            store.call("PutItem", {})
        assert (refused.value.was_sent, refused.value.after_lost_answer) == (False, False)
    with rigged(reset) as rig, pytest.raises(StoreUnreachable) as lost:
        rig.store.call("PutItem", {})
    assert (lost.value.was_sent, lost.value.after_lost_answer) == (True, True)


def test_who_does_not_speak_dynamodb_is_named(rigged: Rigged) -> None:
    with rigged(answer(PAGE)) as rig, pytest.raises(NotDynamoDB, match=f"^{rig.server.url}/ is not a DynamoDB"):
        rig.store.call("ListTables", {})


@pytest.mark.parametrize("operation", ["TransactWriteItems", "ExecuteTransaction"])
def test_a_transaction_asked_again_keeps_the_token_it_was_given(rigged: Rigged, operation: str) -> None:
    with rigged(half, reset, sound({})) as rig:
        rig.store.call(operation, {})
        rig.store.call(operation, {})
    tokens = [heard.body["ClientRequestToken"] for heard in rig.server.heard]
    assert tokens[0] == tokens[1] == tokens[2] != tokens[3]
    assert all(1 <= len(token) <= 36 for token in tokens)


def test_a_token_of_the_callers_own_stays(rigged: Rigged) -> None:
    with rigged(sound({})) as rig:
        rig.store.call("TransactWriteItems", {"ClientRequestToken": "mine"})
    assert rig.server.heard[0].body == {"ClientRequestToken": "mine"}


def test_no_other_operation_gets_a_token(rigged: Rigged) -> None:
    with rigged(FINE) as rig:
        rig.store.call("ListTables", {})
    assert rig.server.heard[0].body == {}


def test_the_fields_beside_a_refusal_arrive_whichever_way_its_message_is_spelled(rigged: Rigged) -> None:
    refused = answer({"__type": "a#ConditionalCheckFailedException", "Message": "no", "Item": {"PK": {"S": "a"}}}, 400)
    with rigged(refused) as rig, pytest.raises(RequestRefused) as caught:
        rig.store.call("PutItem", {})
    assert (caught.value.message, caught.value.fields) == ("no", {"Item": {"PK": {"S": "a"}}})


@pytest.mark.parametrize(
    ("before", "is_told"),
    [
        ((reset,), True),
        ((half, BUSY), True),
        ((fault("InternalServerError", 500),), True),
        ((BUSY,), False),
        ((), False),
    ],
    ids=["reset", "half-then-busy", "500", "busy", "nothing"],
)
def test_a_refusal_after_a_lost_answer_tells_that_it_may_be_of_ones_own_doing(
    rigged: Rigged, before: tuple[Line, ...], is_told: bool
) -> None:
    with rigged(*before, fault("ConditionalCheckFailedException")) as rig, pytest.raises(ConditionFailed) as caught:
        rig.store.call("PutItem", {})
    assert caught.value.after_lost_answer is is_told
