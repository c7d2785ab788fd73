"""HTML from templates: everything escaped, nothing undefined, with what every page may use at hand."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from chabudai.web import call_log, formats
from chabudai.web.assets import Assets
from chabudai.web.context import current_context, current_display
from chabudai.web.csrf import Csrf
from chabudai.web.forms import Form
from chabudai.web.fragments import FragmentCache, Fragments
from chabudai.web.navigation import NavigationEntry
from chabudai.web.packages import Package
from chabudai.web.toasts import PendingToasts
from chabudai.web.translations import current_language, gettext, ngettext


class Templates:
    def __init__(
        self,
        packages: Iterable[Package],
        navigation: Iterable[NavigationEntry],
        assets: Assets,
        csrf: Csrf,
        fragments: FragmentCache,
    ) -> None:
        self._navigation = tuple(navigation)
        self._csrf = csrf
        self._environment = Environment(
            loader=_loader(tuple(packages)),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals |= _globals(assets, csrf)
        self._environment.globals["fragment"] = Fragments(self._environment, fragments).render

    def render(self, name: str, values: dict[str, Any]) -> str:
        known = self._context(values)
        page = self._environment.get_template(name).render(known, ui=self._components(known))
        return self._csrf.fill(page, current_context().jar)

    def _components(self, known: dict[str, Any]) -> Any:
        """They look at the form that was sent, and at nothing else of a page: most pages can share them."""
        components = self._environment.get_template("components.html")
        return components.make_module(known) if known["form"].values or known["errors"] else components.module

    def _context(self, values: dict[str, Any]) -> dict[str, Any]:
        context = current_context()
        form = values.get("form") or Form()
        return {
            "person": context.person,
            "theme": context.theme,
            "toasts": PendingToasts(context.jar),
            "call_log": call_log.build_call_log(context.calls) if context.calls is not None else None,
            "apps": self._navigation,
            "app": next((entry for entry in self._navigation if entry.is_at(context.path)), None),
            "form": form,
            "errors": form.errors,
        } | values


class PerRequestText:
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


def _globals(assets: Assets, csrf: Csrf) -> dict[str, Any]:
    return {
        "_": gettext,
        "gettext": gettext,
        "ngettext": ngettext,
        "lang": PerRequestText(current_language),
        "asset": assets.url,
        "icon": assets.icon,
        "picture_url": assets.picture,
        "csrf_field": csrf.field,
        "csrf_token": csrf.placeholder,
        "request_path": PerRequestText(lambda: current_context().path),
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
    return current_context().query_with(**changes)


def _fmt_date(value: date) -> str:
    return formats.date_text(value, current_display().zone)


def _fmt_day(value: date) -> str:
    return formats.day_text(value, current_display().zone)


def _fmt_time(value: datetime) -> str:
    return formats.time_text(value, current_display().zone)


def _fmt_relative(value: date) -> str:
    if isinstance(value, datetime):
        return formats.moment_distance_text(value, current_context().clock())
    return formats.day_distance_text(value, current_display().today)
