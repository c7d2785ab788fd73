"""The sandbox as every provider should be: once for each key, and silent about numbers of cards."""

import pickle
import threading
from pathlib import Path

import pytest

from chabudai.adapters.payments import (
    TEST_CARDS,
    CardInvalid,
    CardNumber,
    Charge,
    KeyInUse,
    ProviderUnreachable,
    SandboxPayments,
    UnknownCharge,
)


@pytest.fixture
def sandbox() -> SandboxPayments:
    return SandboxPayments()


def token(sandbox: SandboxPayments, name: str) -> str:
    (card,) = [card for key, card in TEST_CARDS.items() if key == name]
    return sandbox.tokenize(CardNumber(card.number)).token


def test_a_card_has_brand_and_last_digits_and_a_token_without_its_number(sandbox: SandboxPayments) -> None:
    for card in TEST_CARDS.values():
        made = sandbox.tokenize(CardNumber(card.number))
        assert (made.brand, made.last4) == (card.brand, card.number[-4:])
        assert card.number not in repr(made)


def test_nothing_shows_the_number_of_a_card() -> None:
    number = CardNumber("4242 4242-42424242")
    assert "4242" not in f"{number!r} {number} {[number]}"
    with pytest.raises(TypeError):
        pickle.dumps(number)
    for wrong in ("4242424242424241", "99", "abc", "４２４２４２４２４２４２４２４２"):
        with pytest.raises(CardInvalid) as refused:
            CardNumber(wrong)
        assert wrong not in str(refused.value)


def test_a_real_card_is_none_in_the_sandbox(sandbox: SandboxPayments) -> None:
    with pytest.raises(CardInvalid):
        sandbox.tokenize(CardNumber("4111111111111111"))


def test_what_becomes_of_a_charge_is_the_cards(sandbox: SandboxPayments) -> None:
    found = [sandbox.charge(name, token(sandbox, name), 300).status for name in TEST_CARDS]
    assert found == ["succeeded", "declined", "needs_confirmation"]
    assert sandbox.charge("x", "nonsense", 300).status == "declined"


def test_one_key_is_one_charge_also_at_once(sandbox: SandboxPayments) -> None:
    card = token(sandbox, "succeeds")
    made: list[Charge] = []
    threads = [threading.Thread(target=lambda: made.append(sandbox.charge("k", card, 300))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({each.charge_id for each in made}) == 1
    assert sandbox.charges() == made[:1]
    with pytest.raises(KeyInUse):
        sandbox.charge("k", card, 400)


def test_a_charge_that_asks_back_is_allowed_refused_or_canceled(sandbox: SandboxPayments) -> None:
    card = token(sandbox, "asks")
    for key in ("a", "b", "c"):
        sandbox.charge(key, card, 300)
    assert sandbox.confirm("a", is_allowed=True).status == "succeeded"
    assert sandbox.confirm("b", is_allowed=False).status == "declined"
    assert sandbox.cancel("c").status == "canceled"
    assert sandbox.confirm("c", is_allowed=True).status == "canceled"
    assert sandbox.cancel("a").status == "succeeded"


def test_nothing_is_charged_under_a_canceled_key(sandbox: SandboxPayments) -> None:
    assert sandbox.cancel("k").status == "canceled"
    assert sandbox.charge("k", token(sandbox, "succeeds"), 300).status == "canceled"


def test_money_goes_back_once(sandbox: SandboxPayments) -> None:
    sandbox.charge("k", token(sandbox, "succeeds"), 300)
    assert [sandbox.refund("k").status for _ in range(2)] == ["refunded", "refunded"]
    assert sandbox.charge("d", token(sandbox, "declines"), 300) == sandbox.refund("d")
    with pytest.raises(UnknownCharge):
        sandbox.refund("nothing")


def test_what_it_knows_outlives_the_process(tmp_path: Path) -> None:
    first = SandboxPayments(tmp_path / "payments.db")
    made = first.charge("k", token(first, "succeeds"), 300)
    first.close()
    second = SandboxPayments(tmp_path / "payments.db")
    assert second.find("k") == made
    assert second.find("other") is None
    second.close()
    assert b"4242424242424242" not in (tmp_path / "payments.db").read_bytes()


def test_where_its_file_can_not_be_written_no_answer_comes_and_later_it_goes_on(tmp_path: Path) -> None:
    sandbox = SandboxPayments(tmp_path / "payments.db")
    card = token(sandbox, "succeeds")
    assert sandbox.charge("first", card, 480).status == "succeeded"
    sandbox._file.execute("PRAGMA max_page_count = 1")  # as if the disk were full
    long_key = "x" * 10_000
    with pytest.raises(ProviderUnreachable, match="full"):
        sandbox.charge(long_key, card, 480)
    assert sandbox.find(long_key) is None
    assert sandbox.find("first") is not None
    sandbox._file.execute("PRAGMA max_page_count = 10000")
    assert sandbox.charge("later", card, 480).status == "succeeded"
    sandbox.close()
