"""What a provider of payments can't do. That a card is declined is no error: it is what became of a charge.

PaymentsError
├── ProviderUnreachable   no answer came: it may have been done, ask again under the same key
├── CardInvalid           no card has this number
├── KeyInUse              the key stands for another charge
└── UnknownCharge         it has no such charge
"""


class PaymentsError(Exception):
    """The base of all that a provider raises. None of them says the number of a card."""


class ProviderUnreachable(PaymentsError): ...


class CardInvalid(PaymentsError): ...


class KeyInUse(PaymentsError): ...


class UnknownCharge(PaymentsError): ...
