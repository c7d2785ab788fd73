"""The sandbox: a provider on this machine that moves no money. Test cards succeed, are declined, or ask back.

It keeps its charges in a file of its own, as a provider elsewhere would: what we know and what it knows can differ, and
have to be brought together again.
"""

import hmac
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, Literal, cast

from chabudai.adapters.payments.cards import CardNumber, CardToken
from chabudai.adapters.payments.errors import CardInvalid, KeyInUse, ProviderUnreachable, UnknownCharge
from chabudai.adapters.payments.protocol import Charge, ChargeStatus, Payments
from chabudai.adapters.private_files import make_file

_TABLE: Final = """CREATE TABLE IF NOT EXISTS charges (
    key TEXT PRIMARY KEY, charge_id TEXT NOT NULL, token TEXT NOT NULL, amount INTEGER NOT NULL, status TEXT NOT NULL
)"""


@dataclass(frozen=True, slots=True)
class SandboxCard:
    """A number that the sandbox knows, and what becomes of its charges."""

    number: str
    brand: str
    outcome: ChargeStatus


Trial = Literal["succeeds", "declines", "asks"]
TEST_CARDS: Final[Mapping[Trial, SandboxCard]] = {
    "succeeds": SandboxCard("4242424242424242", "visa", "succeeded"),
    "declines": SandboxCard("4000000000000002", "visa", "declined"),
    "asks": SandboxCard("5555555555554444", "mastercard", "needs_confirmation"),
}


class SandboxPayments(Payments):
    """`path` of its file; without one it forgets everything with the process."""

    is_sandbox = True

    def __init__(self, path: Path | None = None) -> None:
        self._lock = Lock()
        if path is not None:
            make_file(path)
        self._file = sqlite3.connect(
            ":memory:" if path is None else path, check_same_thread=False, isolation_level=None, timeout=30
        )
        self._file.execute(_TABLE)

    def close(self) -> None:
        self._file.close()

    def tokenize(self, number: CardNumber) -> CardToken:
        """A number that is no test card's is none here: real cards have no business in a sandbox."""
        for name, card in TEST_CARDS.items():
            if hmac.compare_digest(card.number, number.reveal()):
                return CardToken(f"sandbox_{name}_{secrets.token_hex(8)}", card.brand, card.number[-4:])
        raise CardInvalid("the sandbox takes its test cards alone")

    def charge(self, key: str, token: str, amount: int) -> Charge:
        if amount <= 0:
            raise ValueError("a charge has an amount")
        with self._writing() as file:
            found = self._read(file, key)
            if found is None:
                self._insert(file, key, token, amount, _outcome(token))
                found = self._read(file, key)
            row = file.execute("SELECT token, status FROM charges WHERE key = ?", (key,)).fetchone()
        assert found is not None, "it was inserted"
        if found.status != "canceled" and (row[0], found.amount) != (token, amount):
            raise KeyInUse(f"{key} stands for another charge")
        return found

    def find(self, key: str) -> Charge | None:
        with self._lock:
            return self._read(self._file, key)

    def confirm(self, key: str, *, is_allowed: bool) -> Charge:
        return self._change(key, "needs_confirmation", "succeeded" if is_allowed else "declined")

    def cancel(self, key: str) -> Charge:
        with self._writing() as file:
            if self._read(file, key) is None:
                self._insert(file, key, "", 0, "canceled")
        return self._change(key, "needs_confirmation", "canceled")

    def refund(self, key: str) -> Charge:
        return self._change(key, "succeeded", "refunded")

    def charges(self) -> list[Charge]:
        """All that it was ever asked for, in no order."""
        with self._lock:
            rows = self._file.execute("SELECT charge_id, key, amount, status FROM charges").fetchall()
        return [Charge(*row) for row in rows]

    def _change(self, key: str, before: ChargeStatus, after: ChargeStatus) -> Charge:
        with self._writing() as file:
            file.execute("UPDATE charges SET status = ? WHERE key = ? AND status = ?", (after, key, before))
            found = self._read(file, key)
        if found is None:
            raise UnknownCharge(f"there is no charge {key}")
        return found

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Whole or not at all, also beside other processes; ProviderUnreachable where its file can't be written."""
        with self._lock:
            try:
                self._file.execute("BEGIN IMMEDIATE")
                yield self._file
                self._file.execute("COMMIT")
            except BaseException as failure:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                if isinstance(failure, sqlite3.OperationalError):
                    raise ProviderUnreachable(f"the sandbox can't be written: {failure}") from failure
                raise

    @staticmethod
    def _insert(file: sqlite3.Connection, key: str, token: str, amount: int, status: ChargeStatus) -> None:
        made = (key, f"ch_{secrets.token_hex(12)}", token, amount, status)
        file.execute("INSERT INTO charges VALUES (?, ?, ?, ?, ?)", made)

    @staticmethod
    def _read(file: sqlite3.Connection, key: str) -> Charge | None:
        row = file.execute("SELECT charge_id, key, amount, status FROM charges WHERE key = ?", (key,)).fetchone()
        return None if row is None else Charge(*row)


def _outcome(token: str) -> ChargeStatus:
    parts = token.split("_")
    if len(parts) != 3 or parts[1] not in TEST_CARDS:
        return "declined"
    return TEST_CARDS[cast(Trial, parts[1])].outcome
