"""Passwords: as slow for nobody as for somebody, and never too many at once."""

import threading
import time
from typing import Literal

from argon2 import PasswordHasher
from tests.accounts.house import GOOD

from chabudai.accounts import service
from chabudai.accounts.errors import WrongPassword
from chabudai.accounts.hashing import Hasher
from chabudai.accounts.service import Accounts


class Counting(PasswordHasher):
    """Says how often it was asked, and how many asked at the same time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.asked = self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as argon2 calls it
        with self._lock:
            self.asked += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            time.sleep(0.01)
            return super().verify(hash, password)
        finally:
            with self._lock:
                self.at_once -= 1


def test_a_password_is_hashed_for_whoever_is_named_and_for_nobody_alike(accounts: Accounts) -> None:
    argon = Counting()
    slow = Accounts(accounts.store, accounts.mail, accounts.clock, accounts.address, Hasher(argon))
    service.sign_up(slow, username="hanako", email="hanako@example.jp", password=GOOD)
    for login in ("hanako", "hanako@example.jp", "nobody", "nobody@example.jp", "", "#", "x" * 5000):
        before = argon.asked
        try:
            service.sign_in(slow, login=login, password="wrong password")
        except WrongPassword:
            assert argon.asked == before + 1, login


def test_many_who_come_at_once_take_turns() -> None:
    argon = Counting()
    hasher = Hasher(argon)
    hashed = hasher.hash(GOOD)
    outcomes: list[bool] = []
    threads = [threading.Thread(target=lambda: outcomes.append(hasher.verify(GOOD, hashed))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [True] * 20
    assert 1 < argon.most_at_once <= 4


def test_a_hash_of_lesser_cost_is_made_anew_at_the_next_sign_in_without_the_password_counting_as_changed(
    accounts: Accounts,
) -> None:
    service.sign_up(accounts, username="hanako", email="hanako@example.jp", password=GOOD)
    dearer = Hasher(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    later = Accounts(accounts.store, accounts.mail, accounts.clock, accounts.address, dearer)
    before = service.sign_in(later, login="hanako", password=GOOD)
    after = service.sign_in(later, login="hanako", password=GOOD)
    assert before.password_hash != after.password_hash
    assert not dearer.is_outdated(after.password_hash)
    assert after.changed_password_at is None
