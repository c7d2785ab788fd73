"""The harness's arithmetic: turns, medians, ratios, verdicts, and how they are written down."""

import pytest
from tests.bench import report, workload
from tests.bench.measure import (
    Bar,
    Line,
    Section,
    Side,
    Spread,
    at_least,
    at_most,
    duration,
    interleave,
    milliseconds,
    ratios,
    spread,
    times_faster,
    times_the_time,
)


def test_sides_take_turns_in_turning_order_and_the_warm_up_is_not_kept() -> None:
    order: list[tuple[str, int]] = []

    def side(name: str) -> Side:
        def turn_of(turn: int) -> float:
            order.append((name, turn))
            return float(turn)

        return turn_of

    times = interleave({"a": side("a"), "b": side("b")}, rounds=2)
    assert order == [("b", 0), ("a", 0), ("a", 1), ("b", 1), ("b", 2), ("a", 2)]
    assert times == {"a": (1.0, 2.0), "b": (1.0, 2.0)}


def test_a_spread_is_the_median_with_the_lowest_and_the_highest() -> None:
    assert spread([5.0, 1.0, 3.0]) == Spread(3.0, 1.0, 5.0)
    assert spread([4.0, 2.0]) == Spread(3.0, 2.0, 4.0)


def test_ratios_are_taken_round_by_round() -> None:
    assert ratios([2.0, 9.0], [1.0, 3.0]) == (2.0, 3.0)
    with pytest.raises(ValueError, match="shorter"):
        ratios([1.0, 2.0], [1.0])


def test_a_round_that_was_slow_for_both_does_not_move_the_ratio() -> None:
    line = times_faster("Get", ours=[1.0, 10.0, 1.0], peer=[4.0, 40.0, 4.0], bar=at_least(4))
    assert line.figure == Spread(4.0, 4.0, 4.0)
    assert line.verdict == "reached"


def test_being_faster_divides_the_peers_time_and_taking_time_divides_ours() -> None:
    assert times_faster("Get", [1.0], [3.0], None).figure.middle == 3.0
    assert times_the_time("Put", [1.0], [4.0], None).figure.middle == 0.25


@pytest.mark.parametrize(
    ("bar", "value", "verdict"),
    [
        (at_least(15), 15.0, "reached"),
        (at_least(15), 14.99, "MISSED"),
        (at_most(1.5), 1.5, "reached"),
        (at_most(1.5), 1.501, "MISSED"),
        (None, 1.0, ""),
    ],
)
def test_a_bar_is_reached_or_missed_by_the_median(bar: Bar | None, value: float, verdict: str) -> None:
    assert Line("Put", "", "", Spread(value, 0.0, 99.0), "×", bar).verdict == verdict


def test_durations_are_written_in_the_unit_that_reads_best() -> None:
    assert duration(0.0000084) == "8.4 µs"
    assert duration(0.00025) == "250 µs"
    assert duration(0.0123) == "12.3 ms"


def test_a_section_is_a_table_with_its_notes_below() -> None:
    made = Section("Start", (milliseconds("first answer", [0.09, 0.12, 0.1], at_most(150)),), ("A note.",))
    assert report.section(made).splitlines() == [
        "## Start",
        "",
        *report.HEAD.format("ours", "peer").splitlines(),
        "| first answer | 100 ms |  | 100 ms | 90.0–120 | ≤ 150 ms | reached |",
        "",
        "A note.",
    ]


def test_a_comparison_without_its_peer_is_a_title_and_a_reason() -> None:
    assert report.section(Section("Against x", notes=("skipped: no npm",))) == "## Against x\n\nskipped: no npm\n"


def test_the_tally_counts_only_lines_with_a_bar() -> None:
    lines = (
        times_faster("a", [1.0], [3.0], at_least(2)),
        times_faster("b", [1.0], [3.0], at_least(4)),
        times_faster("c", [1.0], [3.0], None),
    )
    assert report.tally([Section("", lines)]) == "1 of 2 bars reached, 1 missed"


def test_every_item_is_of_four_hundred_bytes_and_every_partition_fills_a_page() -> None:
    items = [workload.item(number, 10_000) for number in range(0, 10_000, 37)]
    assert {workload.size(made) for made in items} == {workload.ITEM_BYTES}
    partitions = [workload.key(number, 1000)["PK"]["S"] for number in range(1000)]
    assert {partitions.count(partition) for partition in set(partitions)} == {workload.ITEMS_PER_PARTITION}


def test_the_transaction_has_forty_three_actions_on_different_items() -> None:
    actions = [next(iter(action.values())) for action in workload.transaction(20_000, 10_000)["TransactItems"]]
    keys = {str(action.get("Key") or workload.key_of(action["Item"])) for action in actions}
    assert len(actions) == len(keys) == 43
