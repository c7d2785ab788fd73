"""Demo data: a person's games of the last year, in folders, tagged, some of them analysed. Kept as by that person."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from chabudai.accounts.design import Language
from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import analysis_answers, demo_games, design, games, record_texts, sharing, tags
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.demo_english import ENGLISH
from chabudai.apps.shogi.demo_games import DemoGame
from chabudai.apps.shogi.demo_stories import COMMENTS, MEMOS, VARIATIONS, Story, stories
from chabudai.apps.shogi.entities import Game, Side
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.records import Address, Record, name_opening
from chabudai.common.owner import Owner

_PUBLIC: Final = frozenset({"g31", "g33"})
_LINKED: Final = frozenset({"league"})
_SAMPLE: Final = "league"
_FRIEND: Final = "鈴木 浩二"
_FRIENDS_GAMES: Final = ("g30", "g43")
_NOBODY: Final = "-"  # no account can be called so
_Say: TypeAlias = Callable[[str], str]


def fill(owner: Owner, language: Language = "ja") -> None:
    """Around today. Someone who has any game already keeps just those."""
    if owner.store.first(design.all_heads(owner.username)) is not None:
        return
    say: _Say = (lambda text: ENGLISH.get(text, text)) if language == "en" else str
    names: Counter[str] = Counter()
    made: dict[str, str] = {}
    for story in sorted(stories(), key=lambda each: -each.days):
        then = replace(owner, clock=_evening_of(owner, story))
        for tag in story.tags:
            if tag not in made:
                made[tag] = tags.add(then, say(tag)).tag_id
        slug = _slug(story, say, then.today().year, names)
        _keep(then, story, say, slug, tuple(made[tag] for tag in story.tags))
    _let_friend_share(owner, say)


def _let_friend_share(owner: Owner, say: _Say) -> None:
    """Games of another player, who lets this person read them: no account, so nobody can be them."""
    friend = replace(owner, username=f"suzuki.{owner.username}")
    for story in (each for each in stories() if each.game in _FRIENDS_GAMES):
        then = replace(friend, clock=_evening_of(owner, story))
        side: Side = "first" if story.first == _FRIEND else "second"
        other = story.second if story.first == _FRIEND else story.first
        own = replace(story, side=side, tags=())
        game = _keep(then, own, say, f"{say(story.event)}/{say(other)} {story.days}", ())
        sharing.let_read(then, game.game_id, owner.username)


def make_sample(language: Language, clock: Clock) -> Game:
    """One of these games that is nobody's, for whoever has none yet: with comments and a variation."""
    say: _Say = (lambda text: ENGLISH.get(text, text)) if language == "en" else str
    story = next(story for story in stories() if story.game == _SAMPLE)
    now = this_second(clock)
    day = (now - timedelta(days=story.days)).strftime("%Y/%m/%d")
    record = _annotate(story, demo_games.load()[story.game], day, say)
    return Game(
        owner=_NOBODY,
        game_id=_SAMPLE,
        slug=_SAMPLE,
        record=record_texts.compose(record),
        created=now,
        latest_access=now,
        latest_update=now,
    )


def _keep(owner: Owner, story: Story, say: _Say, slug: str, tag_ids: tuple[str, ...]) -> Game:
    played = demo_games.load()[story.game]
    record = _annotate(story, played, owner.today().strftime("%Y/%m/%d"), say)
    given = {"slug": slug, "side": story.side, "memo": say(MEMOS.get(story.game, ""))}
    game = games.keep(owner, record_texts.compose(record), given, tags=tag_ids).game
    if played.review is not None:
        _keep_scores(owner, game, record, played)
    if story.game in _PUBLIC:
        sharing.set_public(owner, game.game_id, public=True)
    if story.game in _LINKED:
        sharing.start_link(owner, game.game_id)
    return game


def _annotate(story: Story, played: DemoGame, day: str, say: _Say) -> Record:
    headers = {"開始日時": day, "棋戦": say(story.event), "先手": say(story.first), "後手": say(story.second)}
    record = played.record(headers)
    if opening := name_opening(record):
        record = record.with_headers({**headers, "戦型": opening})
    for number, text in COMMENTS.get(story.game, {}).items():
        record = record.with_comment(Address(number), say(text))
    for variation in VARIATIONS.get(story.game, ()):
        before = Address(variation.number - 1)
        record = record.with_branch(before, variation.moves.split())
        if variation.comment:
            place = record.nodes[record.find(before).index].children[-1]
            record = record.with_comment(record.address_of(place), say(variation.comment))
    return record


def _keep_scores(owner: Owner, game: Game, record: Record, played: DemoGame) -> None:
    assert played.review is not None
    row = GameScores(
        owner=owner.username,
        game_id=game.game_id,
        line=digest_line(record),
        scores=played.review.scores,
        response=analysis_answers.write_details(played.review),
        created=this_second(owner.clock),
    )
    owner.store.put(row)


def _slug(story: Story, say: _Say, year: int, names: Counter[str]) -> str:
    """By whoever sits at the other side, with a number from the second game on."""
    slug = f"{say(story.folder).format(year=year)}/{_name(story, say)}"
    names[slug] += 1
    return slug if names[slug] == 1 else f"{slug} {names[slug]}"


def _name(story: Story, say: _Say) -> str:
    """A surname, both where others play, and the handicap within the family."""
    first, second = (_surname(name, say) for name in (story.first, story.second))
    if story.side is None:
        return f"{first} - {second}"
    if first == second:
        return say(demo_games.load()[story.game].handicap)
    return second if story.side == "first" else first


def _surname(name: str, say: _Say) -> str:
    return say(name).split()[0 if say is str else -1]


def _evening_of(owner: Owner, story: Story) -> Callable[[], datetime]:
    """Some hours apart, so that those of one day have an order."""
    minutes = sum(map(ord, story.game)) % 180
    moment = owner.clock() - timedelta(days=story.days, minutes=minutes)
    return lambda: moment
