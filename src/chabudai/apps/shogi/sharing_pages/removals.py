"""How it is told that somebody may no longer see what they saw, with the way to take that back."""

from dataclasses import replace
from typing import Final

from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.people import People
from chabudai.common.undo import Undo
from chabudai.web import toasts
from chabudai.web.context import RequestContext
from chabudai.web.toasts import Toast

_UNDO: Final = "/shogi/undo"


def tell_removed(
    context: RequestContext, people: People, reader: str, undo: Undo, back_to: str, *, target: str
) -> None:
    """`target` is the part of the page in which it is taken back."""
    name = people.names_of([reader])[reader]
    form = undo.form(_UNDO, back_to)
    sentence = gettext("%(name)s can no longer see this.", name=name)
    toasts.leave(context.jar, Toast(sentence, undo=replace(form, target=target) if form else None))
