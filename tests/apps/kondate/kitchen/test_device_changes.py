"""What a device did to the list without a connection: taken in order, once, and never over what others did since."""

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate.kitchen import shopping
from chabudai.apps.kondate.kitchen.device_changes import Addition, apply_changes, parse_changes
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge
from chabudai.table import ulid
from chabudai.web.errors import InvalidFields


def send(home: Household, *changes: str, device: str = "phone") -> dict[str, bool]:
    apply_changes(home.owner(), parse_changes(changes), device)
    return {line.name: line.done for line in shopping.find_lines(home.owner())}


def test_ticks_and_additions_are_taken_in_their_order_and_only_once(home: Household) -> None:
    leek, milk = shopping.write_down(home.owner(), "ねぎ 1本").result.item_id, ulid()
    changes = [f"in {leek} 0", f"add {milk} 牛乳 2本", f"in {milk} 0"]
    for _ in range(3):
        assert send(home, *changes) == {"ねぎ": True, "牛乳": True}
    assert home.shopping() == {"✓ねぎ": "1本", "✓牛乳": "2本"}
    assert [home.line(name).ticks for name in ("ねぎ", "牛乳")] == [1, 1]


def test_what_was_added_bought_and_put_away_is_not_bought_again_when_a_device_sends_it_again(home: Household) -> None:
    milk, eggs = ulid(), ulid()
    send(home, f"add {milk} 牛乳 2本", f"in {milk} 0", f"add {eggs} 卵")  # whose answer is lost
    stock_fridge(home.owner())
    shopping.dismiss(home.owner(), eggs)
    assert send(home, f"add {milk} 牛乳 2本", f"in {milk} 0", f"add {eggs} 卵") == {}
    assert home.fridge() == {"牛乳": "2本"}


def test_a_device_takes_back_its_own_tick_of_which_it_never_heard_that_it_landed(home: Household) -> None:
    leek = shopping.write_down(home.owner(), "ねぎ").result.item_id
    assert send(home, f"out {leek} 0") == {"ねぎ": False}
    send(home, f"in {leek} 0")  # whose answer is lost
    for _ in range(2):
        assert send(home, f"out {leek} 0") == {"ねぎ": False}
    send(home, f"in {leek} 2", device="other")
    assert send(home, f"out {leek} 0") == {"ねぎ": True}
    assert send(home, f"out {leek} 2") == {"ねぎ": True}


def test_a_tick_always_lands_and_an_untick_only_if_the_device_had_seen_the_latest_state(home: Household) -> None:
    leek = shopping.write_down(home.owner(), "ねぎ").result.item_id
    send(home, f"in {leek} 0")
    send(home, f"out {leek} 1", device="other")
    send(home, f"in {leek} 2", device="other")
    assert send(home, f"out {leek} 1") == {"ねぎ": True}
    assert send(home, f"out {leek} 3") == {"ねぎ": False}
    assert send(home, f"in {leek} 0", device="tablet") == {"ねぎ": True}


def test_what_a_device_sends_again_after_it_went_on_changes_nothing(home: Household) -> None:
    leek, milk = (shopping.write_down(home.owner(), name).result.item_id for name in ("ねぎ", "牛乳"))
    changes = [f"in {leek} 0", f"out {leek} 1", f"in {milk} 0"]
    for _ in range(3):
        assert send(home, *changes) == {"ねぎ": False, "牛乳": True}
    send(home, f"in {leek} 0")
    send(home, f"out {leek} 1")
    ticks = home.line("ねぎ").ticks
    for change in (f"in {leek} 0", f"out {leek} 1"):  # one by one, each of which is late
        assert send(home, change) == {"ねぎ": False, "牛乳": True}
    assert home.line("ねぎ").ticks == ticks
    assert send(home, f"in {leek} 0", device="other") == {"ねぎ": True, "牛乳": True}


def test_taps_of_which_a_device_never_heard_whether_they_landed_all_land_once(home: Household) -> None:
    leek = shopping.write_down(home.owner(), "ねぎ").result.item_id
    for own, kind in enumerate(["in", "out", "in", "out", "in"]):
        for _ in range(2):
            assert send(home, f"{kind} {leek} 0 {own}") == {"ねぎ": kind == "in"}
    assert home.line("ねぎ").ticks == 5
    send(home, f"out {leek} 5", device="other")
    assert send(home, f"in {leek} 0 2") == {"ねぎ": False}
    assert send(home, f"in {leek} 0 5") == {"ねぎ": True}


def test_a_line_remembers_the_latest_devices_alone(home: Household) -> None:
    leek = shopping.write_down(home.owner(), "ねぎ").result.item_id
    for number in range(10):
        send(home, f"in {leek} {2 * number}", device=f"device {number}")
        send(home, f"out {leek} {2 * number + 1}", device=f"device {number}")
    assert [heard.device for heard in home.line("ねぎ").heard] == [f"device {number}" for number in (6, 7, 8, 9)]


def test_what_is_gone_meanwhile_or_can_not_be_read_is_passed_over(home: Household) -> None:
    unknown = ulid()
    broken = ["", "in", f"in {unknown}", f"in {unknown} x", f"in {unknown} ²", f"in {unknown} {'9' * 30}", "add  x",
              f"add {unknown} ", f"add {unknown}", f"drop {unknown} 1", "add a#b milk",
              f"in {unknown} 1 x", f"in {unknown} 1 2 3"]  # fmt: skip
    assert parse_changes(broken) == []
    assert send(home, f"in {unknown} 0", *broken) == {}


def test_a_line_that_the_list_does_not_take_is_told_by_its_id_and_the_others_land(home: Household) -> None:
    first, second = ulid(), ulid()
    result = apply_changes(
        home.owner(), [Addition(first, "長" * 300), Addition(second, "卵"), Tick(second, done=True)], None
    )
    assert [(line_id, str(message)) for line_id, message in result.refused] == [(first, "Use up to 80 characters.")]
    assert [line.name for line in result.lines] == ["卵"]
    assert result.acts == 3


@pytest.mark.parametrize("text", ["", "　", "長" * 81, "卵 " + "1" * 300])
def test_a_line_needs_a_name_of_at_most_80_characters(home: Household, text: str) -> None:
    with pytest.raises(InvalidFields):
        shopping.write_down(home.owner(), text)


def test_a_line_s_amount_and_note_are_changed_together_and_a_long_note_is_cut(home: Household) -> None:
    leek = shopping.write_down(home.owner(), "ねぎ 1本").result.item_id
    line = shopping.change_line(home.owner(), leek, amount="3本", note="青いところも\n" + "x" * 900).result
    assert home.shopping() == {"ねぎ": "3本"}
    assert line.note is not None
    assert len(line.note) == 500
    assert home.line("ねぎ").note == line.note
