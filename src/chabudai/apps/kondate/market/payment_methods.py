"""Cards of a person: what the provider calls them, which is used unless another is chosen, and taken away with undo.

One of them is used, as long as any was not declined the last time. All that changes them is held to their tally, so
that neither their number nor the one that is used depends on who was faster.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from chabudai.adapters.payments import CardInvalid, CardNumber, CardToken, Payments, ProviderUnreachable
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import deletions
from chabudai.apps.kondate.book.limits import change_counted
from chabudai.apps.kondate.errors import (
    CardRefused,
    NoSuchCard,
    NoSuchUndo,
    PaymentMethodMissing,
    PaymentsUnreachable,
    TooManyCards,
)
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.market.entities import PaymentMethod
from chabudai.common.owner import Owner
from chabudai.common.store_errors import translate
from chabudai.common.text import is_id
from chabudai.table import Insert, Transaction, ulid

T = TypeVar("T")

MOST_CARDS: Final = 10
_UNDO_ACT: Final = "remove_card"


def find_methods(owner: Owner) -> list[PaymentMethod]:
    """The one that is used unless another is chosen first, then the latest; those that were declined last."""
    return sorted(_find(owner), key=lambda row: (not row.is_default, row.declined_at is not None))


def find_method(owner: Owner, payment_method_id: str | None) -> PaymentMethod:
    """By its id, or the one that is used unless another is chosen. PaymentMethodMissing when there is none."""
    if payment_method_id is None:
        found = _find_used(_find(owner))
    else:
        plan = design.payment_method(owner.username, payment_method_id)
        found = owner.store.get(plan.consistently()) if is_id(payment_method_id) else None
    if found is None:
        raise PaymentMethodMissing
    return found


def add_method(owner: Owner, payments: Payments, number: str) -> PaymentMethod:
    """The number goes to the provider and is nowhere else, in no error either. The first card is the one used."""
    _check_room(_find(owner))
    token = _tokenize(payments, number)

    def decide(rows: Sequence[PaymentMethod], plan: Transaction) -> tuple[Transaction, PaymentMethod]:
        _check_room(rows)
        made = PaymentMethod(
            user_id=owner.username,
            payment_method_id=ulid(),
            brand=token.brand,
            last4=token.last4,
            provider_token=token.token,
            is_default=_find_used(rows) is None,
            created_at=moment(owner),
        )
        return plan.step("card", Insert(made)), made

    return _change(owner, decide)


def choose_default(owner: Owner, payment_method_id: str) -> None:
    """The one that is used from now on, also one that was declined; of two phones that choose, the later one wins."""

    def decide(rows: Sequence[PaymentMethod], plan: Transaction) -> tuple[Transaction, None]:
        return _write(owner, plan, _use(rows, _pick(rows, payment_method_id))), None

    _change(owner, decide)


def remove_method(owner: Owner, payment_method_id: str) -> str:
    """The id of what takes it back, for half an hour. The latest of the others is used then."""

    def decide(rows: Sequence[PaymentMethod], plan: Transaction) -> tuple[Transaction, str]:
        row = _pick(rows, payment_method_id)
        record = deletions.new_record(owner, _UNDO_ACT, row)
        plan = plan.step("removed", PaymentMethod.delete(**row.own_key)).step("undo", design.add_undo(record))
        others = [each for each in rows if each is not row]
        return _write(owner, plan, _use(others, _find_next(others)) if row.is_default else {}), record.undo_id

    return _change(owner, decide)


def restore_method(owner: Owner, undo_id: str) -> PaymentMethod:
    """As it was; the card that is used meanwhile stays the one. TooManyCards where others stand in its place: it can
    be taken back once one goes.
    """
    record = deletions.find_record(owner, undo_id, _UNDO_ACT)
    (removed,) = deletions.rows_of(record, PaymentMethod)

    def decide(rows: Sequence[PaymentMethod], plan: Transaction) -> tuple[Transaction, PaymentMethod]:
        _check_room(rows)
        is_used = _find_used(rows) is None and removed.declined_at is None
        row = removed.model_copy(update={"is_default": is_used})
        return plan.step("undo", design.delete_undo(record).existing()).step("card", Insert(row)), row

    with translate(missing=NoSuchUndo, unmet=NoSuchUndo):
        return _change(owner, decide)


def note_declined(owner: Owner, payment_method_id: str) -> None:
    """It is not offered first any more, nor used unasked: another is, if there is one that was not declined."""

    def decide(rows: Sequence[PaymentMethod], plan: Transaction) -> tuple[Transaction, None]:
        row = _find_by_id(rows, payment_method_id)
        if row is None:
            return plan, None
        marked = {row.payment_method_id: {"declined_at": moment(owner), "is_default": False}}
        others = [each for each in rows if each is not row]
        return _write(owner, plan, {**(_use(others, _find_next(others)) if row.is_default else {}), **marked}), None

    _change(owner, decide)


def note_accepted(owner: Owner, payment_method_id: str) -> None:
    """One that was declined before is as good as any again."""

    def decide(rows: Sequence[PaymentMethod], plan: Transaction) -> tuple[Transaction, None]:
        row = _find_by_id(rows, payment_method_id)
        if row is None:
            return plan, None
        is_used = row.is_default or _find_used(rows) is None
        return _write(owner, plan, {row.payment_method_id: {"declined_at": None, "is_default": is_used}}), None

    _change(owner, decide)


def _change(owner: Owner, decide: Callable[[Sequence[PaymentMethod], Transaction], tuple[Transaction, T]]) -> T:
    """Decided on the cards as they are, again when another device changed one meanwhile."""
    return change_counted(owner, "card", lambda plan: decide(_find(owner), plan))


def _find(owner: Owner) -> list[PaymentMethod]:
    """The latest first."""
    rows = owner.store.all(design.payment_methods(owner.username).consistently())
    return sorted(rows, key=lambda row: (row.created_at, row.payment_method_id), reverse=True)


def _find_used(rows: Sequence[PaymentMethod]) -> PaymentMethod | None:
    return next((row for row in rows if row.is_default), None)


def _find_next(rows: Sequence[PaymentMethod]) -> PaymentMethod | None:
    """The one that is used when the one that was can't be any more."""
    return next((row for row in rows if row.declined_at is None), None)


def _find_by_id(rows: Sequence[PaymentMethod], payment_method_id: str) -> PaymentMethod | None:
    return next((row for row in rows if row.payment_method_id == payment_method_id), None)


def _pick(rows: Sequence[PaymentMethod], payment_method_id: str) -> PaymentMethod:
    found = _find_by_id(rows, payment_method_id)
    if found is None:
        raise NoSuchCard
    return found


def _check_room(rows: Sequence[PaymentMethod]) -> None:
    if len(rows) >= MOST_CARDS:
        raise TooManyCards(MOST_CARDS)


def _tokenize(payments: Payments, number: str) -> CardToken:
    try:
        return payments.tokenize(CardNumber(number))
    except CardInvalid:
        raise CardRefused from None
    except ProviderUnreachable:
        raise PaymentsUnreachable from None


def _use(rows: Sequence[PaymentMethod], chosen: PaymentMethod | None) -> dict[str, dict[str, Any]]:
    """What changes in each, so that this one is used and no other."""
    changes: dict[str, dict[str, Any]] = {
        row.payment_method_id: {"is_default": False} for row in rows if row.is_default and row is not chosen
    }
    if chosen is not None:
        changes[chosen.payment_method_id] = {"is_default": True, "declined_at": None}
    return changes


def _write(owner: Owner, plan: Transaction, changes: Mapping[str, Mapping[str, Any]]) -> Transaction:
    for number, (payment_method_id, fields) in enumerate(changes.items()):
        key = {"user_id": owner.username, "payment_method_id": payment_method_id}
        plan = plan.step(f"card {number}", PaymentMethod.update(**key).set(**fields))
    return plan
