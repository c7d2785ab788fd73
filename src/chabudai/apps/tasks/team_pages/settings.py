"""The settings of a team: name, description, zone, its tags; and the ways out of it."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from litestar import Response

from chabudai.accounts import zone_choices
from chabudai.apps.tasks import tags, team_deletion, teams
from chabudai.apps.tasks.entities import TEAM_FIELDS, Tag
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext, lazy, ngettext
from chabudai.apps.tasks.names import Progress
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.texts import tag_colour
from chabudai.apps.tasks.tags import COLOURS
from chabudai.common.form_fields import FormFields
from chabudai.common.owner import Owner
from chabudai.common.text import fold_name
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import invalid_field
from chabudai.web.forms import Form
from chabudai.web.lists import PagedAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import Text, current_language

_FORM: Final = FormFields(TEAM_FIELDS)
_COLOUR_NAMES: Final[tuple[Text, ...]] = (
    lazy("Blue"),
    lazy("Green"),
    lazy("Amber"),
    lazy("Red"),
    lazy("Purple"),
    lazy("Pink"),
    lazy("Teal"),
    lazy("Olive"),
    lazy("Brown"),
    lazy("Grey"),
)
COLOUR_OPTIONS: Final = tuple(
    (str(number), name, tag_colour(colour))
    for number, (name, colour) in enumerate(zip(_COLOUR_NAMES, COLOURS, strict=True))
)
"""The house's ten: each by its number, as a form sends it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRowsAddress(PagedAddress):
    """How far the tags are shown; its path is within the team."""

    PATH: ClassVar[str] = "/settings"
    PAGE: ClassVar[int] = 20


FIRST_TAGS: Final = TagRowsAddress()


@get("/settings")
def show_settings(
    member: Injected[Member], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    return _show(pages, member, shell, _FORM.fill(member.team), TagRowsAddress.parse(context.query))


@post("/settings")
def save_settings(
    member: Injected[Member],
    shell: Injected[Shell],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    member.require_admin()

    def act() -> Response[str]:
        outcome = teams.edit(member, _FORM.changes(form, member.team))
        back = f"/tasks/{member.team_id}/settings"
        return redirect_with_toast(context, back, gettext("Saved."), outcome.undo.form(_undo(member), back))

    return submit(_FORM.refill(form, member.team), act, lambda again: _show(pages, member, shell, again))


@post("/settings/finish-renaming")
def finish_renaming(member: Injected[Member], context: Injected[RequestContext]) -> Response[str]:
    """A name that was interrupted on its way to every member's row."""
    teams.finish_renaming(member)
    return redirect_with_toast(context, f"/tasks/{member.team_id}/settings", gettext("Saved."))


@post("/tags")
def add_tag(
    member: Injected[Member],
    shell: Injected[Shell],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        added = tags.add(member, **_tag_fields(form))
        sentence = gettext("Added “%(title)s”.", title=added.name)
        return redirect_with_toast(context, f"/tasks/{member.team_id}/settings#tags", sentence)

    return submit(form, act, lambda again: _show(pages, member, shell, _FORM.fill(member.team), tag_form=again))


@get("/tags/{tag_id:str}")
def show_tag(
    tag_id: FromPath[str], member: Injected[Member], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    tag = tags.find_tag(member, tag_id)
    return _show_tag(pages, member, shell, tag, Form.of(name=tag.name, colour=_number_of(tag)))


@post("/tags/{tag_id:str}")
def edit_tag(
    tag_id: FromPath[str],
    member: Injected[Member],
    shell: Injected[Shell],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    tag = tags.find_tag(member, tag_id)

    def act() -> Response[str]:
        given = _tag_fields(form)
        if form["colour"] == _number_of(tag):
            given.pop("colour", None)  # one that is none of the ten stays as it is
        outcome = tags.edit(member, tag_id, given)
        back = f"/tasks/{member.team_id}/settings#tags"
        return redirect_with_toast(context, back, gettext("Saved."), outcome.undo.form(_undo(member), back))

    return submit(form, act, lambda again: _show_tag(pages, member, shell, tag, again))


@post("/tags/{tag_id:str}/delete")
def delete_tag(tag_id: FromPath[str], member: Injected[Member], context: Injected[RequestContext]) -> Response[str]:
    """What was interrupted is done again by the same form, and goes on."""
    name = tags.find_tag(member, tag_id).name
    count = tags.delete(member, tag_id)
    sentence = ngettext(
        "Deleted “%(name)s”, also from %(n)s task.", "Deleted “%(name)s”, also from %(n)s tasks.", count, name=name
    )
    return redirect_with_toast(context, f"/tasks/{member.team_id}/settings#tags", sentence)


@post("/delete")
def delete_team(
    member: Injected[Member],
    shell: Injected[Shell],
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """The name has to be typed, since nothing brings it back."""

    def act() -> Response[str]:
        member.require_admin()
        if fold_name(form["sure"]) != fold_name(member.team.name):
            raise invalid_field("sure", lazy("Enter the team's name exactly as it is."))
        team_deletion.delete(owner, member.team_id)
        return redirect_with_toast(context, "/tasks", gettext("Deleted “%(team)s”.", team=member.team.name))

    return submit(form, act, lambda again: _show(pages, member, shell, _FORM.fill(member.team), delete_form=again))


def _show(
    pages: Pages, member: Member, shell: Shell, form: Form, address: TagRowsAddress = FIRST_TAGS, **forms: Form
) -> Response[str]:
    """`forms` are those beside the first that were refused; what is wrong is told in its own place."""
    refused = next(iter(forms.values()), form)
    found, base = tags.find_settled(member), f"/tasks/{member.team_id}"
    return pages.page(
        "tasks/settings.html",
        shell=shell,
        base=base,
        team=member.team,
        team_form=form,
        form=refused,
        refused=next(iter(forms), "team_form"),
        originals=_FORM.originals,
        tags=tuple((tag, tag_colour(tag.colour)) for tag in found[address.start : address.last]),
        more_tags=f"{base}{address.more().url}" if address.last < len(found) else None,
        colours=COLOUR_OPTIONS,
        zone_choices=zone_choices.zone_choices(current_language()),
        progress=_progress(member),
    )


def _show_tag(pages: Pages, member: Member, shell: Shell, tag: Tag, form: Form) -> Response[str]:
    return pages.page(
        "tasks/tag.html", shell=shell, base=f"/tasks/{member.team_id}", tag=tag, form=form, colours=COLOUR_OPTIONS
    )


def _progress(member: Member) -> Progress | None:
    """Of a new name that is not everywhere yet."""
    return None if member.team.renaming is None else teams.rename_progress(member)


def _tag_fields(form: Form) -> dict[str, Any]:
    number = form["colour"]
    chosen = {"colour": COLOURS[int(number)]} if number in map(str, range(len(COLOURS))) else {}
    return {"name": form["name"], **chosen}


def _number_of(tag: Tag) -> str:
    return str(COLOURS.index(tag.colour)) if tag.colour in COLOURS else ""


def _undo(member: Member) -> str:
    return f"/tasks/{member.team_id}/undo"
