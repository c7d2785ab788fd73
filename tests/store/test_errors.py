"""Refusals by their codes: each has its class, its words, and survives a journey to another process."""

import pickle

import pytest

from chabudai.store import errors
from chabudai.store.errors import RequestRefused, refusal


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("ValidationException", errors.InvalidRequest),
        ("SerializationException", errors.InvalidRequest),
        ("ConditionalCheckFailedException", errors.ConditionFailed),
        ("TransactionCanceledException", errors.Cancelled),
        ("TransactionConflictException", errors.TransactionConflict),
        ("ResourceNotFoundException", errors.NoSuchTable),
        ("ResourceInUseException", errors.TableInUse),
        ("IdempotentParameterMismatchException", errors.TokenReused),
        ("UnrecognizedClientException", errors.AccessDenied),
        ("ProvisionedThroughputExceededException", errors.Throttled),
        ("InternalServerError", errors.StoreFailed),
        ("LimitExceededException", errors.RequestRefused),
    ],
)
def test_a_code_has_its_class(code: str, kind: type[RequestRefused]) -> None:
    assert type(refusal(code, "no", {})) is kind


def test_a_refusal_without_a_message_is_its_code() -> None:
    assert str(refusal("UnknownOperationException", "", {})) == "UnknownOperationException"


def test_a_refusal_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(refusal("TransactionCanceledException", "no", {"CancellationReasons": [{}]})))
    assert isinstance(error, errors.Cancelled)
    assert (error.code, error.message, error.reasons) == ("TransactionCanceledException", "no", [{}])


def test_a_cancellation_without_reasons_has_none() -> None:
    error = refusal("TransactionCanceledException", "no", {})
    assert isinstance(error, errors.Cancelled)
    assert error.reasons == []
