"""What several screens do at once, at random: whatever was refused, the table has no fault."""

import random
import threading
from typing import Any

import pytest
from tests.apps.shogi.club import Club, find_faults, kif
from tests.apps.shogi.neighbours import people

from chabudai.apps.shogi import folders, games, job_worker, repair, sharing, tags, trash
from chabudai.apps.shogi.entities import Game, Tag
from chabudai.apps.shogi.records import Address
from chabudai.web.errors import WebError


def any_game(club: Club, chance: random.Random) -> Game:
    found = club.rows(Game)
    return chance.choice(found) if found else games.keep(club.owner(), kif()).game


def any_tag(club: Club, chance: random.Random) -> str:
    found = club.rows(Tag)
    return chance.choice(found).tag_id if found else tags.find_or_add(club.owner(), "t").tag_id


def restore_any(club: Club, chance: random.Random) -> None:
    thrown = list(trash.find_page(club.owner()))
    if thrown:
        row = chance.choice(thrown)
        trash.restore(club.owner(), row.thrown, row.game_id)


def edit_any(club: Club, chance: random.Random) -> None:
    game = any_game(club, chance)
    slug = f"{chance.choice('ab')}/{chance.randrange(9)}"
    games.edit(club.owner(), game.game_id, {"slug": slug, "memo": slug}, game.latest_update)


def rewrite_any(club: Club, chance: random.Random) -> None:
    game = any_game(club, chance)
    games.delete_from(club.owner(), game.game_id, Address(chance.randrange(1, 9)), game.latest_update)


def act(club: Club, chance: random.Random, house: Any) -> None:
    owner = club.owner()
    match chance.randrange(12):
        case 0 | 1:
            games.keep(owner, kif(moves=chance.randrange(1, 10)), folder=chance.choice("ab"))
        case 2:
            edit_any(club, chance)
        case 3:
            rewrite_any(club, chance)
        case 4 | 5:
            trash.throw_away(owner, any_game(club, chance).game_id)
        case 6:
            restore_any(club, chance)
        case 7:
            tags.put_on(owner, any_game(club, chance).game_id, any_tag(club, chance))
        case 8:
            tags.delete(owner, any_tag(club, chance))
        case 9:
            sharing.add_reader(owner, any_game(club, chance).game_id, "yuko", house)
        case 10:
            sharing.reissue_link(owner, any_game(club, chance).game_id)
        case _:
            source = chance.choice("ab")
            folders.move(owner, source, "b" if source == "a" else "a")


@pytest.mark.parametrize("seed", range(3))
def test_no_fault_is_left(club: Club, seed: int) -> None:
    house = people(club, "yuko")
    failures: list[BaseException] = []

    def work(number: int) -> None:
        chance = random.Random(seed * 100 + number)
        for _ in range(25):
            try:
                act(club, chance, house)
            except WebError:
                continue
            except BaseException as failure:
                failures.append(failure)
                raise

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    club.clock.advance(minutes=2)
    job_worker.new_worker(club.store, club.clock).catch_up()
    repair.finish_interrupted(club.owner())
    assert find_faults(club) == []
