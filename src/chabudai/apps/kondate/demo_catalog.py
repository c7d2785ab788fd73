"""Demo data that all share: what four people and the house itself publish, and what the demo's person keeps of it."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from chabudai.accounts.design import Language
from chabudai.adapters.payments import TEST_CARDS
from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import is_japanese
from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.demo_times import at_supper
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import catalog, creators, payment_methods, publishing, purchases, saves
from chabudai.apps.kondate.market.cards import Card
from chabudai.apps.kondate.market.creators import HOUSE
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.pictures import read_picture
from chabudai.common.owner import Owner

_FILE: Final = Path(__file__).with_suffix(".toml")
_DAYS: Final = 2
"""Between one thing that is published and the next."""
_VISITORS: Final = 5


def fill(till: Till, owner: Owner, language: Language) -> None:
    """The catalog once for the whole site; then of it some saved, and one set of the house bought."""
    if owner.store.get(design.creator(HOUSE)) is None:
        _publish_all(owner)
    _keep(till, owner, language)


def _publish_all(owner: Owner) -> None:
    content = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    for key, said in content["creators"].items():
        _settle(_as(owner, key), said)
    ids: dict[str, str] = {}
    days = _DAYS * (len(content["recipes"]) + len(content["sets"]))
    for number, (key, said) in enumerate(_mix(content["recipes"])):
        author = at_supper(_as(owner, said["creator"]), days - _DAYS * number)
        ids[key] = recipes.add(author, _form(said)).recipe_id
        if said["creator"] != "house":
            _publish(author, "RECIPE", ids[key], 0, number)
    for number, said in enumerate(content["sets"]):
        author = at_supper(_as(owner, said["creator"]), _DAYS * (len(content["sets"]) - number))
        made = sets.add(author, {"title": said["title"], "lead": said["lead"]}, _dishes(said["dishes"], ids))
        _publish(author, "SET", made.set_id, said.get("price", 0), number)


def _mix(rows: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """The first of everyone, then the second of everyone: so that no language stands above the other."""
    written: Counter[str] = Counter()
    places: dict[str, int] = {}
    for key, said in rows.items():
        places[key] = written[said["creator"]]
        written[said["creator"]] += 1
    return sorted(rows.items(), key=lambda row: places[row[0]])


def _settle(author: Owner, said: Mapping[str, str]) -> None:
    """With a row of their own, and no starter content."""
    now = moment(at_supper(author, 90))
    author.store.put(Profile(user_id=author.username, name=said["name"], created_at=now, updated_at=now))
    creators.edit_creator(author, {**said, "is_selling": author.username == HOUSE})


def _publish(author: Owner, kind: Kind, item_id: str, price: int, number: int) -> None:
    name = creators.find_named(author).name
    publishing.publish(author, kind, item_id, PublishForm(price, author_name=name))
    for visitor in range((number * 7 + 3) % (_VISITORS + 1)):
        saves.save(replace(author, username=f"@visitor{visitor}"), kind, item_id)


def _keep(till: Till, owner: Owner, language: Language) -> None:
    for card in _written_in(language, catalog.find_newest(owner.store, "RECIPE").cards)[1:4]:
        saves.save(owner, "RECIPE", card.item_id)
    offered = _written_in(language, catalog.find_newest(owner.store, "SET").cards)
    for card in [card for card in offered if not card.price][:1]:
        saves.save(owner, "SET", card.item_id)
    wanted = next(card for card in reversed(offered) if card.price)
    payment_methods.add_method(owner, till.payments, TEST_CARDS["succeeds"].number)
    purchases.buy(till, owner, "SET", wanted.item_id, key="demo", price=wanted.price)


def _written_in(language: Language, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if is_japanese(card.title) == (language == "ja")]


def _form(said: Mapping[str, Any]) -> dict[str, Any]:
    picture = read_picture(said["picture"])
    names = ("title", "lead", "minutes", "ingredients", "steps")
    return {
        **{name: said[name] for name in names},
        "tags": said.get("tags", ""),
        "picture_kind": picture.kind,
        "picture_palette": picture.palette,
    }


def _dishes(named: Sequence[str], ids: Mapping[str, str]) -> list[dict[str, Any]]:
    pairs = [each.split() for each in named]
    return [{"recipe_id": ids[key], "day": int(day)} for day, key in pairs]


def _as(owner: Owner, key: str) -> Owner:
    """Nobody's username has an @."""
    return replace(owner, username=HOUSE if key == "house" else f"@{key}")
