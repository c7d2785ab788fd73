"""Tags: each name once for a person; a rename touches no game, and a deletion can be taken back."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from chabudai.apps.shogi import design, quotas
from chabudai.apps.shogi.entities import GameHead, GameTag, Tag, ThrownTag
from chabudai.apps.shogi.errors import (
    NoSuchGame,
    NoSuchTag,
    TagBeingDeleted,
    TagNameTaken,
    TagsFull,
    TooBusy,
    TooManyTags,
)
from chabudai.apps.shogi.games import MOST_TAGS
from chabudai.apps.shogi.moments import later_than, this_second
from chabudai.apps.shogi.permissions import find_own_head
from chabudai.common import trash
from chabudai.common.fields import Fields
from chabudai.common.names import find_by_name, sort_by_name
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.sweeps import batches
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.store.errors import StoreFull
from chabudai.table import Insert, NotUnique, Put, StepFailed, Transaction, TypedStore, Update, lt, size, where

TAG_FIELDS: Final = Fields(Tag, "name")
Extend: TypeAlias = Callable[[Transaction], Transaction]
_GAMES_AT_ONCE: Final = 45  # two writes each, in one transaction


@dataclass(frozen=True)
class TagOutcome:
    tag: Tag
    undo: Undo


@dataclass(frozen=True)
class TagLine:
    """A tag, and how many games have it."""

    tag: Tag
    games: int


def find_all(owner: Owner) -> list[Tag]:
    """By name. A deletion that was interrupted is brought to its end."""
    found = list(owner.store.all(design.whole_tags(owner.username)))
    for tag in found:
        if tag.leaving:
            _finish_deletion(owner, tag)
    return sort_by_name(tag for tag in found if not tag.leaving)


def find_lines(owner: Owner) -> list[TagLine]:
    """The same with true counts."""
    _finish_restoring(owner)
    counts = Counter(tag_id for head in owner.store.all(design.all_heads(owner.username)) for tag_id in head.tags)
    return [TagLine(tag, counts[tag.tag_id]) for tag in find_all(owner)]


def find_on(owner: Owner, game_id: str) -> frozenset[str]:
    """The ids of the tags that a game has."""
    find_own_head(owner, game_id)
    return frozenset(row.tag_id for row in owner.store.all(design.tags_of(game_id).consistently()))


def find_beginning(owner: Owner, beginning: str) -> list[str]:
    """The ids of those whose names begin so, as they are stored."""
    names = owner.store.page(design.tags_beginning(owner.username, beginning)) if beginning else ()
    return [name.tag_id for name in names]


def find_tag(owner: Owner, tag_id: str) -> Tag:
    found = owner.store.get(design.tag(owner.username, tag_id).consistently()) if is_id(tag_id) else None
    if found is None or found.leaving:
        raise NoSuchTag
    return found


def open_tag(owner: Owner, tag_id: str) -> Tag:
    """Its page is opened: the time of the last look moves."""
    tag, now = find_tag(owner, tag_id), this_second(owner.clock)
    if tag.latest_access >= now:
        return tag
    with suppress(StoreFull), translate(missing=NoSuchTag, unmet=NoSuchTag):  # a full disk can still be read
        return owner.store.write(Tag.update(**tag.own_key).set(latest_access=now).when(leaving=False))
    return tag


def add(owner: Owner, name: str) -> Tag:
    """TagNameTaken without regard to case and width."""
    return _insert(owner, _new(owner, TAG_FIELDS.check_new({"name": name})["name"]))


def find_or_add(owner: Owner, name: str, extend: Extend = lambda plan: plan) -> Tag:
    """The one of this name, or a new one; `extend` adds to what is written with that."""
    wanted = TAG_FIELDS.check_new({"name": name})["name"]
    for _ in attempts(TooBusy):
        found = find_by_name(find_all(owner), wanted)
        if found is not None:
            return found
        try:
            return _insert(owner, _new(owner, wanted), extend)
        except TagNameTaken:
            continue
    raise AssertionError("attempts end by raising")


def rename(owner: Owner, tag_id: str, name: str) -> TagOutcome:
    kept = TAG_FIELDS.check_new({"name": name})["name"]
    before = find_tag(owner, tag_id)
    if before.name == kept:
        return TagOutcome(before, Undo())
    moment = later_than(before.latest_update, this_second(owner.clock))
    row: Update[Tag] = Tag.update(**before.own_key).set(name=kept, latest_update=moment)
    with translate(missing=NoSuchTag, unmet=TagBeingDeleted, taken=TagNameTaken):
        after = owner.store.write(row.when(leaving=False))
    return TagOutcome(after, undo_by("rename_tag", tag_id=tag_id, to=before.name))


def put_on(owner: Owner, game_id: str, tag_id: str) -> Undo:
    """What it has already stays as it is."""
    head = find_own_head(owner, game_id)
    if tag_id in head.tags:
        return Undo()
    find_tag(owner, tag_id)
    full = StepErrors(missing=NoSuchGame, unmet=lambda: TooManyTags(MOST_TAGS))
    gone = StepErrors(missing=NoSuchTag, unmet=TagBeingDeleted)
    with translate(steps={"head 0": full, "tag": gone}):
        owner.store.transact(_plan_put_on(owner.username, tag_id, [game_id]))
    return undo_by("take_off_tag", game_id=game_id, tag_id=tag_id)


def take_off(owner: Owner, game_id: str, tag_id: str) -> Undo:
    head = find_own_head(owner, game_id)
    if tag_id not in head.tags:
        return Undo()
    with translate(missing=NoSuchGame):
        owner.store.transact(_plan_take_off(owner.username, tag_id, [game_id]))
    return undo_by("put_on_tag", game_id=game_id, tag_id=tag_id)


def delete(owner: Owner, tag_id: str) -> TagOutcome:
    """Games stay without it. Once it is marked no game takes it, so that one look finds all that will ever be."""
    tag = find_tag(owner, tag_id)
    with translate(missing=NoSuchTag):
        owner.store.write(Tag.update(**tag.own_key).set(leaving=True))
    _finish_deletion(owner, tag)
    return TagOutcome(tag, undo_by("restore_tag", tag_id=tag_id))


def restore(owner: Owner, tag_id: str) -> Tag:
    """Back on the games that are still there. If its name is another's by now, they get that one."""
    thrown = owner.store.get(design.thrown_tag(owner.username, tag_id).consistently()) if is_id(tag_id) else None
    if thrown is None:
        raise NoSuchTag
    if thrown.restoring is None:
        thrown = _begin_restoring(owner, thrown)
    return _end_restoring(owner, thrown)


def _new(owner: Owner, name: str) -> Tag:
    now = this_second(owner.clock)
    return Tag(owner=owner.username, name=name, created=now, latest_access=now, latest_update=now)


def _insert(owner: Owner, tag: Tag, extend: Extend = lambda plan: plan) -> Tag:
    for _ in attempts(TooBusy):
        limits = quotas.find_limits(owner)
        if limits.tags.is_full:
            raise TagsFull(limits.tags.most)
        plan = quotas.plan_one_more(Transaction().step("tag", Insert(tag)), owner, limits, "tags")
        try:
            owner.store.transact(extend(plan))
        except StepFailed as failure:
            if failure.step == "tag" and isinstance(failure.cause, NotUnique):
                if any(row.leaving for row in owner.store.all(design.whole_tags(owner.username))):
                    find_all(owner)
                    continue
                raise TagNameTaken from failure
            if failure.step != "tags":
                raise
            continue  # its limits are read again
        return tag
    raise AssertionError("attempts end by raising")


def _plan_put_on(owner: str, tag_id: str, game_ids: Sequence[str]) -> Transaction:
    transaction = Transaction().step("tag", Tag.check(owner=owner, tag_id=tag_id).when(leaving=False))
    for number, game_id in enumerate(game_ids):
        head: Update[GameHead] = GameHead.update(owner=owner, game_id=game_id).add_to_set(tags={tag_id})
        transaction = transaction.step(f"head {number}", head.when(where(tags=size(lt(MOST_TAGS)))))
        transaction = transaction.step(f"row {number}", Put(GameTag(game_id=game_id, tag_id=tag_id)))
    return transaction


def _plan_take_off(owner: str, tag_id: str, game_ids: Sequence[str]) -> Transaction:
    transaction = Transaction()
    for number, game_id in enumerate(game_ids):
        head = GameHead.update(owner=owner, game_id=game_id).remove_from_set(tags={tag_id})
        transaction = transaction.step(f"head {number}", head)
        transaction = transaction.step(f"row {number}", GameTag.delete(game_id=game_id, tag_id=tag_id))
    return transaction


def _sweep(store: TypedStore, game_ids: Iterable[str], plan: Callable[[Sequence[str]], Transaction]) -> None:
    """Some at a time; a game that is in the way, since it was thrown away at this moment, is passed over."""
    for some in batches(game_ids, _GAMES_AT_ONCE):
        if failed_step(store, plan(some)) is not None and len(some) > 1:
            half = len(some) // 2
            _sweep(store, some[:half], plan)
            _sweep(store, some[half:], plan)


def _finish_deletion(owner: Owner, tag: Tag) -> None:
    """The games are noted before the first of them loses it."""
    username, key = owner.username, tag.own_key
    games = frozenset(head.game_id for head in owner.store.all(design.heads_tagged(username, tag.tag_id)))
    now = owner.now()
    noted: Update[ThrownTag] = ThrownTag.upsert(**key).set(
        name=tag.name, created=tag.created, expired=trash.expiry(now)
    )
    owner.store.write(noted.add_to_set(games=games) if games else noted)
    _sweep(owner.store, sorted(games), lambda some: _plan_take_off(username, tag.tag_id, some))
    for _ in attempts(TooBusy):
        plan = Transaction().step("tag", Tag.delete(**key).existing().when(name=tag.name))
        failed = failed_step(owner.store, quotas.plan_one_less(plan, quotas.find_limits(owner), "tags"))
        if failed is None or owner.store.get(design.tag(username, tag.tag_id).consistently()) is None:
            return


def _begin_restoring(owner: Owner, thrown: ThrownTag) -> ThrownTag:
    now = this_second(owner.clock)
    key = thrown.own_key
    tag = Tag(
        owner=owner.username,
        tag_id=thrown.tag_id,
        name=thrown.name,
        created=thrown.created,
        latest_access=now,
        latest_update=now,
    )

    def mark(target: str) -> Any:
        return ThrownTag.update(**key).set(restoring=target)

    try:
        _insert(owner, tag, lambda plan: plan.step("trash", mark(tag.tag_id)))
    except TagNameTaken:
        same = find_by_name(find_all(owner), thrown.name)
        if same is None:
            raise
        owner.store.write(mark(same.tag_id))
        return thrown.model_copy(update={"restoring": same.tag_id})
    return thrown.model_copy(update={"restoring": tag.tag_id})


def _end_restoring(owner: Owner, thrown: ThrownTag) -> Tag:
    target = find_tag(owner, str(thrown.restoring))
    _sweep(owner.store, sorted(thrown.games), lambda some: _plan_put_on(owner.username, target.tag_id, some))
    owner.store.write(ThrownTag.delete(**thrown.own_key))
    return target


def _finish_restoring(owner: Owner) -> None:
    for thrown in list(owner.store.all(design.thrown_tags(owner.username))):
        if thrown.restoring is not None:
            try:
                _end_restoring(owner, thrown)
            except NoSuchTag:  # deleted anew meanwhile
                owner.store.write(ThrownTag.delete(**thrown.own_key))
