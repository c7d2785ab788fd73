"""Answers to a form: on to the next page with a sentence, or the form again with what is wrong beside each field."""

from collections.abc import Callable

from litestar import Response
from markupsafe import escape

from chabudai.web import toasts
from chabudai.web.context import RequestContext, current_context
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full
from chabudai.web.redirects import see_other
from chabudai.web.toasts import Toast, UndoForm

WHOLE_FORM = "form"
"""Where a refusal stands that concerns no single field: a template shows it above all of them."""


def redirect_with_toast(
    context: RequestContext, url: str, sentence: str, undo: UndoForm | None = None
) -> Response[str]:
    """On to a page that says what was done, and offers to take it back."""
    toasts.leave(context.jar, Toast(sentence, undo=undo))
    return see_other(url)


def redirect_with_joined_toast(
    context: RequestContext, url: str, sentence: str, undo: UndoForm | None, group: str, joined: Callable[[int], str]
) -> Response[str]:
    """The same for what is often done several times in a row: told as one, as `joined` says it, and taken back as one.

    `group` names the act.
    """
    toasts.leave(context.jar, Toast(sentence, undo=undo, group=group), joined)
    return see_other(url)


def warn(context: RequestContext, url: str, sentence: str) -> Response[str]:
    """On to a page that says why nothing was done."""
    toasts.leave(context.jar, Toast(sentence, kind="fault"))
    return see_other(url)


def submit(form: Form, act: Callable[[], Response[str]], show_form: Callable[[Form], Response[str]]) -> Response[str]:
    """The answer of an act; when it is refused, the form as it was filled in, with what is wrong beside each field."""
    try:
        with refuse_when_full():
            return act()
    except WebError as refusal:
        if not refusal.concerns_form:
            raise
        return refuse(form, refusal, show_form)


def refuse(form: Form, refusal: WebError, show_form: Callable[[Form], Response[str]]) -> Response[str]:
    """A page that has no place for what concerns no single field says it in a toast."""
    again = form.with_errors(refusal.details or [(WHOLE_FORM, refusal.message)])
    page = show_form(again)
    if not refusal.details and escape(refusal.message) not in page.content:
        toasts.leave(current_context().jar, Toast(str(refusal.message), kind="fault"))
        page = show_form(again)
    page.status_code = refusal.status
    page.headers.update(refusal.headers)
    return page
