"""What every provider of payments does. Each charge has a key of ours: asked for twice, it is made once."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from chabudai.adapters.payments.cards import CardNumber, CardToken

ChargeStatus: TypeAlias = Literal["succeeded", "declined", "needs_confirmation", "canceled", "refunded"]


@dataclass(frozen=True, slots=True)
class Charge:
    """`amount` in whole yen. Money has moved when it succeeded, and moved back when it is refunded."""

    charge_id: str
    key: str
    amount: int
    status: ChargeStatus


class Payments(Protocol):
    """Threads may share one. Any of these may raise ProviderUnreachable, done or not."""

    is_sandbox: bool
    """Whether no money is moved."""

    def close(self) -> None:
        """Let go of what is open, if anything is."""
        return

    @abstractmethod
    def tokenize(self, number: CardNumber) -> CardToken:
        """What stands for the card from now on. Raises CardInvalid."""

    @abstractmethod
    def charge(self, key: str, token: str, amount: int) -> Charge:
        """Take this amount, once for each key, whatever became of it. KeyInUse when the key is another charge's."""

    @abstractmethod
    def find(self, key: str) -> Charge | None:
        """What became of a charge; None when nobody asked for it."""

    @abstractmethod
    def confirm(self, key: str, *, is_allowed: bool) -> Charge:
        """The person's answer where one is needed; where none is, the charge as it is."""

    @abstractmethod
    def cancel(self, key: str) -> Charge:
        """Nothing is charged under this key from now on; one that succeeded or was declined stays as it is."""

    @abstractmethod
    def refund(self, key: str) -> Charge:
        """Give back what was taken; done twice, it is done once. UnknownCharge when there was none."""
