"""Statistics: by month, side, opponent, opening and length, of one walk through the heads."""

from datetime import date

from tests.apps.shogi.club import Club

from chabudai.apps.shogi import statistics
from chabudai.apps.shogi.statistics import Share
from chabudai.store import record_calls


def counts(shares: tuple[Share, ...]) -> list[tuple[str, int, int]]:
    return [(share.key, share.outcomes.games, share.outcomes.wins) for share in shares]


def test_games_are_counted_by_what_they_were(club: Club) -> None:
    club.keep(day="2040/01/05", opening="四間飛車")
    club.keep(day="2040/01/06", second="鈴木　浩二", given={"result": "lose"})
    club.keep(day="2040/02/07", first="佐藤", second="山田 健", opening="四間飛車", given={"result": "draw"})
    club.keep(day="", given={"side": None, "result": None})
    found = statistics.find_statistics(club.store, "akira")
    assert (found.all.games, found.all.wins, found.all.losses, found.all.draws, found.all.rate) == (4, 1, 1, 1, 0.5)
    assert counts(found.months) == [("2040-01", 2, 1), ("2040-02", 1, 0), ("2040-11", 1, 0)]
    assert counts(found.sides) == [("first", 2, 1), ("second", 1, 0)]
    assert counts(found.opponents) == [("鈴木 浩二", 2, 1), ("佐藤", 1, 0)]
    assert counts(found.openings)[0] == ("四間飛車", 2, 1)
    assert counts(found.lengths) == [("0-59", 4, 1)]
    assert not found.has_rates
    january = statistics.find_statistics(club.store, "akira", date(2040, 1, 6), date(2040, 1, 31))
    assert january.all.games == 1
    assert statistics.find_statistics(club.store, "yuko").all.games == 0


def test_three_thousand_games_are_two_queries(large_club: Club) -> None:
    with record_calls() as calls:
        found = statistics.find_statistics(large_club.store, "akira")
    assert (found.all.games, len(found.months), len(found.lengths)) == (3000, 60, 4)
    assert {call.operation for call in calls} == {"Query"}
    assert len(calls) <= 3
    assert counts(found.opponents)[-1][:2] == ("佐藤 めずらしい", 30)
