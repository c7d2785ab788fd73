"""HTML from templates: everything escaped, nothing undefined, with what every page may use at hand."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from chabudai.web import drawer, formats, language, visits
from chabudai.web.assets import Assets
from chabudai.web.csrf import Csrf
from chabudai.web.forms import Form
from chabudai.web.packages import Package, Seat
from chabudai.web.toasts import Tray


class Templates:
    def __init__(self, packages: Iterable[Package], seats: Iterable[Seat], assets: Assets, csrf: Csrf) -> None:
        self._seats = tuple(seats)
        self._environment = Environment(
            loader=_loader(tuple(packages)),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals |= _everywhere(assets, csrf)

    def render(self, name: str, context: dict[str, Any]) -> str:
        known = self._context(context)
        parts = self._environment.get_template("components.html").make_module(known)
        return self._environment.get_template(name).render(known, ui=parts)

    def _context(self, context: dict[str, Any]) -> dict[str, Any]:
        visit = visits.current()
        form = context.get("form") or Form()
        return {
            "person": visit.person,
            "theme": visit.theme,
            "toasts": Tray(visit.jar),
            "drawer": drawer.filled(visit.asked) if visit.asked is not None else None,
            "apps": self._seats,
            "app": next((seat for seat in self._seats if seat.is_at(visit.path)), None),
            "form": form,
            "errors": form.errors,
        } | context


class Late:
    """A text that each request has its own of, seen also by macros that are imported without their page's context."""

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text()

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _loader(packages: tuple[Package, ...]) -> BaseLoader:
    apps = PrefixLoader({each.key: FileSystemLoader(each.templates) for each in packages if each.key})
    return ChoiceLoader([apps, *(FileSystemLoader(each.templates) for each in packages if not each.key)])


def _everywhere(assets: Assets, csrf: Csrf) -> dict[str, Any]:
    return {
        "_": language.gettext,
        "gettext": language.gettext,
        "ngettext": language.ngettext,
        "lang": Late(language.spoken),
        "asset": assets.url,
        "icon": assets.icon,
        "picture_url": assets.picture,
        "csrf_field": lambda: csrf.field(visits.current().jar),
        "csrf_token": Late(lambda: csrf.token(visits.current().jar)),
        "request_path": Late(lambda: visits.current().path),
        "query_with": _query_with,
        "fmt_date": _fmt_date,
        "fmt_day": _fmt_day,
        "fmt_month": formats.month_text,
        "fmt_month_name": formats.month_name,
        "fmt_time": _fmt_time,
        "fmt_number": formats.number_text,
        "fmt_relative": _fmt_relative,
    }


def _query_with(**changes: object) -> str:
    return visits.current().query_with(**changes)


def _fmt_date(value: date) -> str:
    return formats.date_text(value, visits.current().zone)


def _fmt_day(value: date) -> str:
    return formats.day_text(value, visits.current().zone)


def _fmt_time(value: datetime) -> str:
    return formats.time_text(value, visits.current().zone)


def _fmt_relative(value: date) -> str:
    visit = visits.current()
    return formats.relative_text(value, visit.zone, visit.clock())
