"""What a form of a task's panel asks for, and how it is answered: the task as it is then, or what is wrong."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from litestar import Response

from chabudai.apps.tasks.entities import Tag, TeamUser
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.cards import Names
from chabudai.apps.tasks.pages.looks import Look, revision_url
from chabudai.apps.tasks.pages.task_fields import Unsaved, explain
from chabudai.apps.tasks.team_pages import task_panel
from chabudai.apps.tasks.team_pages.task_panel import task_url
from chabudai.common.undo import Undo
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, Injected
from chabudai.web.toasts import UndoForm


@dataclass(frozen=True)
class TaskRequest:
    member: Member
    task_id: str
    form: Form
    pages: Pages
    context: RequestContext

    @property
    def here(self) -> str:
        """Where the task is seen next. A script wants the panel alone; without one it is the page of the form."""
        own = task_url(self.member.team_id, self.task_id)
        return own if self.context.is_swap else safe_next(self.form["next"], own)

    @property
    def undo_url(self) -> str:
        return f"/tasks/{self.member.team_id}/undo"

    def undo_form(self, undo: Undo) -> UndoForm | None:
        """For a toast. Taken back by a script, the panel changes, and nothing around it."""
        form = undo.form(self.undo_url, self.here)
        return replace(form, target="#task") if form and self.context.is_swap else form

    def tell(self, sentence: str, undo: Undo) -> Response[str]:
        """What was done, with the way back."""
        return redirect_with_toast(self.context, self.here, sentence, self.undo_form(undo))

    def show(self, unsaved: Unsaved) -> Response[str]:
        """The task as it is, with what was typed into a field."""
        return self._show(*task_panel.read_names(self.member), unsaved)

    def attempt(self, field: str, typed: str, act: Callable[[], object]) -> Response[str]:
        """When it is refused, what was typed stands beside what is wrong."""
        try:
            with refuse_when_full():
                act()
        except WebError as error:
            if not error.concerns_form:
                raise
            return self._refuse(error, field, typed)
        return see_other(self.here)

    def _refuse(self, error: WebError, field: str, typed: str) -> Response[str]:
        people, known_tags = task_panel.read_names(self.member)
        unsaved = explain(error, field, typed, Names.of(people, known_tags), self.member.today())
        page = self._show(people, known_tags, unsaved)
        page.status_code = error.status
        return page

    def _show(self, people: Sequence[TeamUser], known_tags: Sequence[Tag], unsaved: Unsaved) -> Response[str]:
        task = task_panel.read_task(self.member, self.task_id)
        panel = task_panel.build_panel(self.member, task, people, known_tags, unsaved=unsaved)
        look = Look(revision_url(self.member.team_id))
        return task_panel.respond(self.pages, self.context, self.member, panel, look)


def read(
    member: Injected[Member],
    task_id: FromPath[str],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> TaskRequest:
    """For routes that name `asked`."""
    return TaskRequest(member, task_id, form, pages, context)
