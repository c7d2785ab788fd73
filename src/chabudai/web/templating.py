"""HTML from templates: everything escaped, nothing undefined, with what every page may use at hand."""

import secrets
from collections.abc import Iterable, MutableMapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from chabudai.web import call_log, formats
from chabudai.web.assets import Assets
from chabudai.web.call_log import StoreCall
from chabudai.web.context import (
    PageAddress,
    RequestContext,
    current_context,
    current_display,
    current_page_address,
    use_display,
    use_page_address,
)
from chabudai.web.csrf import Csrf
from chabudai.web.forms import Form
from chabudai.web.fragments import FragmentCache, FragmentExtension, render_once
from chabudai.web.navigation import NavigationEntry
from chabudai.web.one_time_text import OneTimeText
from chabudai.web.packages import Package
from chabudai.web.per_request_text import PerRequestText
from chabudai.web.template_messages import PackageLoader, message_extension, message_globals
from chabudai.web.toasts import PendingToasts
from chabudai.web.translations import current_language


class Templates:
    def __init__(
        self,
        packages: Iterable[Package],
        navigation: Iterable[NavigationEntry],
        assets: Assets,
        csrf: Csrf,
        fragments: FragmentCache,
    ) -> None:
        packages = tuple(packages)
        self._navigation = tuple(navigation)
        self._csrf = csrf
        self._fragments = fragments
        self._call_log = Markup(secrets.token_hex(16))  # stands for it until the page is whole
        self._environment = _Environment(
            loader=PackageLoader(packages),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,  # all of them: there are as many as files, and looking one up is then cheap
            extensions=[message_extension(packages), FragmentExtension],
        )
        self._environment.globals |= message_globals(packages) | _globals(assets, csrf)
        self._environment.extend(fragments=fragments)
        self._components = self._environment.get_template("components.html")
        self._environment.globals["shared"] = self._components.module

    def render(self, name: str, values: dict[str, Any]) -> str:
        context = current_context()
        known = self._known_values(context, values)
        return self._fill(self._render(name, known, context.page_address), values, context)

    def render_once(self, name: str, values: dict[str, Any]) -> str:
        """The same for a page that shows nothing but its values, its address and its reader, and is kept by them.

        Toasts and what was refused concern one request alone: a page with them is not kept.
        """
        context = current_context()
        known, address = self._known_values(context, values), context.page_address
        render = partial(self._render, name, known, address)
        if known["toasts"] or known["errors"]:
            return self._fill(render(), values, context)
        # the templates themselves are in the key: what stands for tokens in a page is theirs alone
        shown = (self, address, context.person, known["theme"], known["call_log"], *values, *values.values())
        return self._fill(render_once(self._fragments, name, 0, shown, render), values, context)

    def _render(self, name: str, known: dict[str, Any], address: PageAddress) -> str:
        with use_display(current_display()), use_page_address(address):
            return self._environment.get_template(name).render(known, ui=self._ui(known))

    def _fill(self, page: str, values: dict[str, Any], context: RequestContext) -> str:
        for each in values.values():
            if isinstance(each, OneTimeText):
                page = each.fill(page)
        if context.calls is not None and self._call_log in page:
            page = page.replace(self._call_log, self._render_call_log(context.calls))
        return self._csrf.fill(page, context.jar)

    def _render_call_log(self, calls: Sequence[StoreCall]) -> str:
        log = call_log.build_call_log(calls)
        return self._environment.get_template("partials/call_log.html").render(call_log=log)

    def _ui(self, known: dict[str, Any]) -> Any:
        """Every page has the components as `ui`, which fill in what was sent of its form. `shared` knows of no form."""
        has_form = known["form"].values or known["errors"]
        return self._components.make_module(known) if has_form else self._components.module

    def _known_values(self, context: RequestContext, values: dict[str, Any]) -> dict[str, Any]:
        form = values.get("form") or Form()
        return {
            "person": context.person,
            "theme": context.theme,
            "toasts": PendingToasts(context.jar),
            "call_log": self._call_log if context.calls is not None else "",
            "apps": self._navigation,
            "app": next((entry for entry in self._navigation if entry.is_at(context.path)), None),
            "is_temporary": context.ends_at is not None,
            "form": form,
            "errors": form.errors,
        } | values


class _Environment(Environment):
    """All templates share the same globals; the layered ones that each gets otherwise cost more than they are worth."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


def _globals(assets: Assets, csrf: Csrf) -> dict[str, Any]:
    csrf_field = csrf.field()
    return {
        "lang": PerRequestText(current_language),
        "asset": assets.url,
        "icon": assets.icon,
        "picture_url": assets.picture,
        "csrf_field": lambda: csrf_field,
        "csrf_token": csrf.placeholder,
        "request_path": PerRequestText(lambda: current_page_address().path),
        "query_with": _query_with,
        "page_address": current_page_address,
        "fmt_date": _fmt_date,
        "fmt_day": _fmt_day,
        "fmt_month": formats.month_text,
        "fmt_month_name": formats.month_name,
        "fmt_short_day": formats.short_day_text,
        "fmt_time": _fmt_time,
        "fmt_number": formats.number_text,
        "fmt_relative": _fmt_relative,
    }


def _query_with(**changes: object) -> str:
    return current_page_address().but(**changes)


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
