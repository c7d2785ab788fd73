"""The log: a month with small pictures on its days, and a day with what was cooked, its words and its photo."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from litestar import Response

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Profile, Recipe
from chabudai.apps.kondate.errors import NoSuchLogEntry
from chabudai.apps.kondate.kitchen import cooking_log
from chabudai.apps.kondate.kitchen.entities import CookLog
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.days import Month, parse_day
from chabudai.common.owner import Owner
from chabudai.common.text import clean_line, clean_prose, fold_search, shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import EMPTY, too_long
from chabudai.web.forms import Form
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

URL: Final = "/kondate/log"
_SHOWN: Final = 2
"""Pictures on one day of a month."""
_LONGEST_MEMO: Final = 500
_LONGEST_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class LogDay:
    """`more` are those without a picture of their own here. A day of another month is None in its week."""

    day: date
    entries: tuple[CookLog, ...]
    pictures: tuple[ShownPicture, ...]

    @property
    def more(self) -> int:
        return len(self.entries) - len(self.pictures)


@dataclass(frozen=True, slots=True)
class ShownEntry:
    entry: CookLog
    picture: ShownPicture


@get("/log")
def show_month(
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    month: FromQuery[str] = "",
) -> Response[str]:
    """Access pattern 8, once. What is no month is this one."""
    chosen = Month.parse(month) or Month.of(owner.today())
    entries = cooking_log.find_month(owner, chosen.year, chosen.number)
    by_day: dict[date, list[CookLog]] = {}
    for entry in entries:
        by_day.setdefault(entry.day, []).append(entry)
    return keep_offline(
        pages.page(
            "kondate/log.html",
            shell=shell,
            month=chosen,
            today=owner.today(),
            weeks=_weeks(chosen, by_day, is_sunday_first=profile.week_start == "sunday"),
            is_sunday_first=profile.week_start == "sunday",
            days=len(by_day),
            dishes=len(entries),
        )
    )


@get("/log/{day:str}")
def show_day(
    day: FromPath[str], owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    return keep_offline(_show_day(_parse(day), owner, shell, pages, Form(), None))


@post("/log/{day:str}", status_code=200)
def add_entry(
    day: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """Something that was cooked without a plan; a name of the book leads to its recipe."""
    parsed = _parse(day)

    def act() -> Response[str]:
        title = _check_title(form["title"])
        recipe = _find_named(owner, title)
        outcome = cooking_log.add_entry(
            owner,
            parsed,
            title,
            recipe_id=None if recipe is None else recipe.recipe_id,
            servings=recipe.servings if recipe is not None else 2,
        )
        sentence = gettext("Logged “%(title)s”.", title=shorten_in_sentence(title))
        return redirect_with_toast(context, _url(parsed), sentence, undo_form(outcome.undo_id, _url(parsed)))

    return submit(form, act, lambda again: _show_day(parsed, owner, shell, pages, again, None))


@post("/log/{day:str}/{log_id:str}", status_code=200)
def change_entry(
    day: FromPath[str],
    log_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """A word to remember."""
    parsed = _parse(day)

    def act() -> Response[str]:
        memo = clean_prose(form["memo"])
        if len(memo) > _LONGEST_MEMO:
            raise InvalidFields([("memo", too_long(_LONGEST_MEMO))])
        cooking_log.change_entry(owner, parsed, log_id, {"memo": memo or None})
        return redirect_with_toast(context, _url(parsed), gettext("Saved."))

    return submit(form, act, lambda again: _show_day(parsed, owner, shell, pages, again, log_id))


@post("/log/{day:str}/{log_id:str}/delete", status_code=200)
def delete_entry(
    day: FromPath[str], log_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]
) -> Response[str]:
    """The fridge stays as it is."""
    parsed = _parse(day)
    outcome = cooking_log.delete_entry(owner, parsed, log_id)
    sentence = gettext("Deleted “%(title)s” from the log.", title=shorten_in_sentence(outcome.result.title))
    return redirect_with_toast(context, _url(parsed), sentence, undo_form(outcome.undo_id, _url(parsed)))


def _show_day(day: date, owner: Owner, shell: Shell, pages: Pages, form: Form, refused_id: str | None) -> Response[str]:
    """`refused_id` is of the entry whose note is in the form."""
    entries = cooking_log.find_day(owner, day)
    pictures = show_pictures([entry.picture for entry in entries], across=1)
    return pages.page(
        "kondate/log_day.html",
        shell=shell,
        day=day,
        month=Month.of(day),
        entries=[ShownEntry(entry, picture) for entry, picture in zip(entries, pictures, strict=True)],
        titles=[recipe.title for recipe in recipes.find_all(owner, "often")][:200],
        form=form,
        errors=form.errors,
        refused_id=refused_id,
    )


def _weeks(
    month: Month, by_day: dict[date, list[CookLog]], *, is_sunday_first: bool
) -> Sequence[Sequence[LogDay | None]]:
    blank = (month.first.weekday() + (1 if is_sunday_first else 0)) % 7
    cells: list[LogDay | None] = [None] * blank + [_log_day(day, by_day.get(day, [])) for day in month.days]
    cells += [None] * (-len(cells) % 7)
    return [cells[start : start + 7] for start in range(0, len(cells), 7)]


def _log_day(day: date, entries: Sequence[CookLog]) -> LogDay:
    shown = show_pictures([entry.picture for entry in entries[:_SHOWN]])
    return LogDay(day, tuple(entries), tuple(shown))


def _find_named(owner: Owner, title: str) -> Recipe | None:
    folded = fold_search(title)
    return next((recipe for recipe in recipes.find_all(owner) if fold_search(recipe.title) == folded), None)


def _check_title(text: str) -> str:
    title = clean_line(text)
    if not title:
        raise InvalidFields([("title", EMPTY)])
    if len(title) > _LONGEST_TITLE:
        raise InvalidFields([("title", too_long(_LONGEST_TITLE))])
    return title


def _parse(day: str) -> date:
    found = parse_day(day)
    if found is None:
        raise NoSuchLogEntry
    return found


def _url(day: date) -> str:
    return f"{URL}/{day.isoformat()}"
