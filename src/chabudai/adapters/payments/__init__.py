"""Payments: one protocol, whoever moves the money. Amounts are whole yen, and a card's number stays at the provider."""

from chabudai.adapters.payments.cards import CardNumber, CardToken
from chabudai.adapters.payments.errors import CardInvalid, KeyInUse, PaymentsError, ProviderUnreachable, UnknownCharge
from chabudai.adapters.payments.protocol import Charge, ChargeStatus, Payments
from chabudai.adapters.payments.sandbox import TEST_CARDS, SandboxPayments

__all__ = [
    "TEST_CARDS",
    "CardInvalid",
    "CardNumber",
    "CardToken",
    "Charge",
    "ChargeStatus",
    "KeyInUse",
    "Payments",
    "PaymentsError",
    "ProviderUnreachable",
    "SandboxPayments",
    "UnknownCharge",
]
