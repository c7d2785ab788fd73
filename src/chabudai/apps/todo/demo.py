"""Demo data: a household's todos, so that no list is empty. Imported like a file."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from chabudai.accounts.design import Language
from chabudai.apps.todo import design
from chabudai.apps.todo.demo_english import ENGLISH
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.records import read_category, read_todo
from chabudai.apps.todo.transfer import FileContent, FileEntry, import_content
from chabudai.common.owner import Owner
from chabudai.common.records import to_plain

_CATEGORIES: Final = (
    ("買い物", "success"),
    ("家のこと", "warning"),
    ("仕事", "primary"),
    ("こども", "danger"),
    ("お金", "info"),
    ("旅行", "link"),
)

# Title, category, days until it is due, and what else there is to say.
_TODOS: Final[tuple[tuple[str, str | None, int | None, dict[str, Any]], ...]] = (
    ("図書館の本を返す", "こども", -2, {"priority": "high", "description": "絵本3冊。青い袋に入っています。"}),
    ("自転車のパンクを直してもらう", "家のこと", -5, {}),
    ("保険証の更新を申し込む", "お金", -1, {"priority": "high"}),
    ("牛乳と卵を買う", "買い物", 0, {"dueTime": "18:30"}),
    ("燃えるごみを出す", "家のこと", 0, {"repeat": "weekly", "dueTime": "08:00"}),
    ("週報を送る", "仕事", 0, {"priority": "high", "repeat": "weekly", "dueTime": "17:00"}),
    ("植木に水をやる", "家のこと", 0, {"repeat": "daily/2", "priority": "low"}),
    ("花の薬を飲ませる", "こども", 0, {"repeat": "daily", "dueTime": "20:00"}),
    ("歯医者", None, 1, {"dueTime": "10:30", "description": "保険証とお薬手帳を持っていく。"}),
    ("遠足のお弁当の材料", "買い物", 2, {"steps": ["鶏もも肉", "ブロッコリー", "ミニトマト", "海苔"], "ticked": 1}),
    ("企画書の下書き", "仕事", 3, {"priority": "high", "steps": ["目次", "予算", "写真をさがす"], "ticked": 2}),
    ("家賃を払う", "お金", 6, {"repeat": "monthly"}),
    ("冬用の布団を干す", "家のこと", 7, {"priority": "low"}),
    ("新幹線の切符をとる", "旅行", 9, {"priority": "high", "description": "指定席、海側。4人。"}),
    ("年賀状の住所を確かめる", "家のこと", 20, {}),
    ("水道の浄水カートリッジを替える", "家のこと", 30, {"repeat": "monthly/3"}),
    ("祖母の誕生日の贈りもの", "買い物", 41, {"repeat": "yearly", "steps": ["花", "手紙", "写真を選ぶ"]}),
    ("読みたい本: 暮らしの手帖", None, None, {"priority": "low"}),
    ("押し入れの整理", "家のこと", None, {}),
    ("ピアノの先生に電話", "こども", None, {"priority": "high"}),
    ("箱根の宿を調べる", "旅行", None, {"description": "露天風呂つき。できれば部屋食。"}),
    ("洗剤の詰め替え", "買い物", -1, {"done": 0}),
    ("連絡帳に印を押す", "こども", 0, {"done": 0}),
    ("請求書を送る", "仕事", -1, {"done": 1, "priority": "high"}),
    ("電球を替える", "家のこと", None, {"done": 3}),
    ("粗大ごみの予約", "家のこと", -4, {"done": 4}),
    ("運動会の写真を印刷", "こども", None, {"done": 6}),
    ("古い傘を捨てる", "家のこと", None, {"trashed": 2}),
    ("通販の返品", "買い物", -9, {"trashed": 5}),
)


def fill(owner: Owner, language: Language = "ja") -> None:
    """Around today, as the person's zone has it. Someone who has anything already keeps just that."""
    if owner.store.first(design.everything(owner.username)) is not None:
        return
    made = owner.now() - timedelta(days=40)
    say: Callable[[str], str] = ENGLISH.__getitem__ if language == "en" else str
    categories = [_category(owner, say(name), color, made) for name, color in _CATEGORIES]
    ids = {name: category.category_id for (name, _), category in zip(_CATEGORIES, categories, strict=True)}
    entries = tuple(FileEntry(_todo(owner, number, ids, say), number) for number in range(len(_TODOS)))
    import_content(owner, FileContent(entries, tuple(categories)))


def _category(owner: Owner, name: str, color: str, made: datetime) -> Category:
    times = {"createdAt": to_plain(made), "updatedAt": to_plain(made)}
    return read_category(owner.username, {"id": owner.new_id(), "name": name, "color": color, **times})


def _todo(owner: Owner, number: int, category_ids: Mapping[str, str], say: Callable[[str], str]) -> Todo:
    """The first is the newest: each was made some hours before the one above it."""
    title, category, days, more = _TODOS[number]
    said = dict(more)
    made = owner.now() - timedelta(hours=7 * number + 3)
    record: dict[str, Any] = {"id": owner.new_id(), "title": say(title), "createdAt": to_plain(made)}
    record |= {} if category is None else {"categoryId": category_ids[category]}
    record |= {} if days is None else {"due": (owner.today() + timedelta(days=days)).isoformat()}
    changed = made
    if (ago := said.pop("done", None)) is not None:
        changed = _days_ago(owner, ago)
        record |= {"completed": True, "completedAt": to_plain(changed)}
    if (ago := said.pop("trashed", None)) is not None:
        changed = _days_ago(owner, ago)
        record |= {"deletedAt": to_plain(changed)}
    ticked = said.pop("ticked", 0)
    if steps := said.pop("steps", None):
        record["steps"] = [{"text": say(text), "done": place < ticked} for place, text in enumerate(steps)]
    if notes := said.pop("description", None):
        record["description"] = say(notes)
    return read_todo(owner.username, {**record, "updatedAt": to_plain(max(made, changed)), **said})


def _days_ago(owner: Owner, days: int) -> datetime:
    """At this time of the day, so that nothing was done in the future."""
    return owner.now() - timedelta(days=days)
