"""Cards of a person: what the provider calls them, which is used unless another is chosen, and taken away with undo."""

from typing import Final

from chabudai.adapters.payments import CardInvalid, CardNumber, Payments, ProviderUnreachable
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import deletions
from chabudai.apps.kondate.errors import (
    CardRefused,
    NoSuchCard,
    NoSuchUndo,
    PaymentMethodMissing,
    PaymentsUnreachable,
    TooBusy,
    TooManyCards,
)
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.market.entities import PaymentMethod
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Insert, Transaction, Update, ulid

MOST_CARDS: Final = 10
_UNDO_ACT: Final = "remove_card"


def find_methods(owner: Owner) -> list[PaymentMethod]:
    """The one that is used unless another is chosen first, then the latest."""
    rows = sorted(owner.store.all(design.payment_methods(owner.username).consistently()), key=_age, reverse=True)
    chosen = next((row for row in rows if row.is_default), rows[0] if rows else None)
    return sorted(rows, key=lambda row: row is not chosen)


def find_method(owner: Owner, payment_method_id: str | None) -> PaymentMethod:
    """By its id, or the one that is used unless another is chosen. PaymentMethodMissing when there is none."""
    if payment_method_id is None:
        methods = find_methods(owner)
        if not methods:
            raise PaymentMethodMissing
        return methods[0]
    plan = design.payment_method(owner.username, payment_method_id)
    found = owner.store.get(plan.consistently()) if is_id(payment_method_id) else None
    if found is None:
        raise PaymentMethodMissing
    return found


def add_method(owner: Owner, payments: Payments, number: str) -> PaymentMethod:
    """The number goes to the provider and is nowhere else, in no error either. The first card is the default."""
    methods = find_methods(owner)
    if len(methods) >= MOST_CARDS:
        raise TooManyCards(MOST_CARDS)
    try:
        card = payments.tokenize(CardNumber(number))
    except CardInvalid:
        raise CardRefused from None
    except ProviderUnreachable:
        raise PaymentsUnreachable from None
    return owner.store.insert(
        PaymentMethod(
            user_id=owner.username,
            payment_method_id=ulid(),
            brand=card.brand,
            last4=card.last4,
            provider_token=card.token,
            is_default=not methods,
            created_at=moment(owner),
        )
    )


def choose_default(owner: Owner, payment_method_id: str) -> None:
    """The one that is used from now on; of two phones that choose, the later one wins."""
    for _ in attempts(TooBusy):
        methods = find_methods(owner)
        if payment_method_id not in {row.payment_method_id for row in methods}:
            raise NoSuchCard
        changes = [row for row in methods if row.is_default != (row.payment_method_id == payment_method_id)]
        plan = Transaction()
        for number, row in enumerate(changes):
            plan = plan.step(f"card {number}", _flag(row, not row.is_default))
        if not changes or failed_step(owner.store, plan) is None:
            return


def remove_method(owner: Owner, payment_method_id: str) -> str:
    """The id of what takes it back, for half an hour. The latest of the others is used then."""
    for _ in attempts(TooBusy):
        methods = find_methods(owner)
        row = next((row for row in methods if row.payment_method_id == payment_method_id), None)
        if row is None:
            raise NoSuchCard
        record = deletions.new_record(owner, _UNDO_ACT, row)
        plan = Transaction().step("card", PaymentMethod.delete(**row.own_key).when(is_default=row.is_default))
        plan = plan.step("undo", design.add_undo(record))
        others = [each for each in methods if each is not row]
        if row.is_default and others:
            plan = plan.step("default", _flag(others[0], True))
        if failed_step(owner.store, plan) is None:
            return record.undo_id
    raise AssertionError("attempts end by raising")


def restore_method(owner: Owner, undo_id: str) -> PaymentMethod:
    """As it was; the card that is used meanwhile stays the one."""
    record = deletions.find_record(owner, undo_id, _UNDO_ACT)
    (row,) = deletions.rows_of(record, PaymentMethod)
    row = row.model_copy(update={"is_default": not find_methods(owner)})
    plan = Transaction().step("undo", design.delete_undo(record).existing()).step("card", Insert(row))
    if failed_step(owner.store, plan) is not None:
        raise NoSuchUndo
    return row


def _flag(row: PaymentMethod, is_default: bool) -> Update[PaymentMethod]:
    update: Update[PaymentMethod] = PaymentMethod.update(**row.own_key).set(is_default=is_default)
    return update.when(is_default=row.is_default)


def _age(row: PaymentMethod) -> tuple[object, str]:
    return row.created_at, row.payment_method_id
