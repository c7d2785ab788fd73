"""What can go wrong in a team beside a field that is wrong, in the person's words.

WebError
├── InvalidInput    422
│   ├── LastAdmin            the team would have none any more
│   ├── DatesCrossed         the end would be before the start
│   ├── TooManyTasks         more at once than one act may touch
│   └── TooManyTags          a team has as many as it can
├── Forbidden       403
│   ├── AdminOnly            a member asks for what admins do
│   ├── NotYourComment       only who wrote it, or an admin
│   ├── WrongToken           the link of an invitation is not, or no longer, this one
│   └── EmailNeeded          an address that is not proven yet: the link in the email joins
├── Conflict        409
│   ├── FieldChanged         a field is no longer what the person saw: it carries both values
│   ├── TaskInTrash          it has to be restored first
│   ├── NoSuchLine           of a checklist: someone changed or deleted it
│   ├── TagNameTaken
│   ├── TagBeingDeleted      it takes no task any more
│   ├── TooBusy              others wrote at the same time at every try
│   ├── AlreadyMember        whoever is to be invited
│   ├── AlreadyInvited       it names the invitation, which can be resent
│   ├── RemovedMeanwhile     while they imported a file
│   ├── TooManyInvitations   a team has as many as it can
│   ├── JoinedAlready        whoever accepts is in the team
│   └── OtherAddress         whoever accepts has another one, and has to know it
├── Gone            410
│   └── InvitationExpired    another can be asked for
└── NotFound        404
    ├── NoSuchTeam           also for those who are not in it
    ├── NoSuchMember
    ├── NoSuchTask
    ├── NoSuchTag
    ├── NoSuchComment
    ├── NoSuchNotice
    ├── NoSuchInvitation
    └── InvitationUnusable   to whoever accepts: cancelled, used up, or never there
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, Literal

from chabudai.apps.tasks.messages import lazy
from chabudai.common.imports import ImportStopped
from chabudai.common.names import NameTaken
from chabudai.web.errors import Conflict, Forbidden, Gone, InvalidFields, InvalidInput, NotFound
from chabudai.web.translations import Text


class LastAdmin(InvalidInput):
    code = "last_admin"
    sentence = lazy("A team needs at least one admin. Make someone else an admin first.")


class DatesCrossed(InvalidFields):
    """`given` is the field that was to be changed: start or end."""

    def __init__(self, given: Literal["start", "end"], start: date, end: date) -> None:
        ends_early, starts_late = (
            lazy("Choose a due date on or after the start date."),
            lazy("Choose a start date on or before the due date."),
        )
        super().__init__([(given, ends_early if given == "end" else starts_late)])
        self.given, self.start, self.end = given, start, end


class TooManyTasks(InvalidInput):
    code = "too_many"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("Choose up to %(most)s at a time.", most=most))


class TooManyTags(InvalidInput):
    code = "too_many_tags"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("A team can have up to %(most)s tags.", most=most))


class RemovedMeanwhile(ImportStopped):
    """What came in until then stays."""

    def explain(self, done: int, every: int) -> Text:
        told = {"done": done, "every": every}
        return lazy("You're no longer in this team. Import stopped after %(done)s of %(every)s.", **told)


class AdminOnly(Forbidden):
    """`admins` are those who could be asked: the name of each, and the colour of their face."""

    code = "admin_only"
    sentence = lazy("Only admins can do this.")
    help = lazy("Ask an admin of your team.")

    def __init__(self, team_id: str = "", admins: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.people = tuple(admins)
        self.ways = ((lazy("Members"), f"/tasks/{team_id}/members"),) if team_id else ()


class NotYourComment(Forbidden):
    code = "not_your_comment"
    sentence = lazy("Only the person who wrote this comment, or an admin, can delete it.")
    help = lazy("Ask an admin of your team.")


class WrongToken(Forbidden):
    code = "wrong_token"
    sentence = lazy("This invitation can't be used.")


class EmailNeeded(Forbidden):
    code = "email_needed"
    sentence = lazy("To join, open the link in the email we sent you.")


class FieldChanged(Conflict):
    """`theirs` is what the field holds now, `yours` what was sent for it; `by` changed it, None when nobody knows."""

    code = "changed_since"

    def __init__(self, field: str, theirs: Any, yours: Any, by: str | None = None) -> None:
        super().__init__(details=[(field, self.sentence)])
        self.changed_field, self.theirs, self.yours, self.by = field, theirs, yours, by


class TaskInTrash(Conflict):
    code = "in_trash"
    sentence = lazy("This task is in the trash. Restore it first.")


class NoSuchLine(Conflict):
    code = "no_such_line"
    sentence = lazy("Someone else changed this line, or deleted it.")
    field = "checklist"


class TagNameTaken(NameTaken):
    """By another tag of the team."""


class TagBeingDeleted(Conflict):
    code = "tag_being_deleted"
    sentence = lazy("This tag is being deleted. Choose another.")
    field = "tags"


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Others are changing this right now. Try again.")


class AlreadyMember(Conflict):
    code = "already_member"
    sentence = lazy("They're already a member.")
    field = "email"


class AlreadyInvited(Conflict):
    """`invite_id` is the invitation that there is: it can be resent."""

    code = "already_invited"
    sentence = lazy("They're already invited. You can resend the invitation.")
    field = "email"

    def __init__(self, invite_id: str) -> None:
        super().__init__()
        self.invite_id = invite_id


class TooManyInvitations(Conflict):
    code = "too_many_invitations"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("This team already has %(most)s invitations. Cancel one you no longer need.", most=most))


class JoinedAlready(Conflict):
    """To whoever accepts: they are in the team, so that they can go straight to its board."""

    code = "joined_already"
    sentence = lazy("You're already in this team.")


class OtherAddress(Conflict):
    """The invitation is for another address than that of whoever is signed in: they may join, once they know it."""

    code = "other_address"

    def __init__(self, address: str) -> None:
        super().__init__(lazy("This invitation is for %(address)s.", address=address))
        self.address = address


class InvitationExpired(Gone):
    """`was_asked`: whoever has it has asked for another already."""

    code = "invitation_expired"
    sentence = lazy("This invitation has expired.")

    def __init__(self, team_name: str = "", *, was_asked: bool = False) -> None:
        super().__init__()
        self.team_name, self.was_asked = team_name, was_asked


class NoSuchTeam(NotFound):
    """`others` are teams that the person is in, each a name and an id."""

    code = "no_such_team"
    sentence = lazy("You can't see this team.")

    def __init__(self, others: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.ways = tuple((name, f"/tasks/{team_id}/board") for name, team_id in others)


class NoSuchMember(NotFound):
    code = "no_such_member"
    sentence = lazy("We can't find that person in the team.")


class NoSuchAssignee(NoSuchMember):
    field = "assignee"


class NoSuchTask(NotFound):
    code = "no_such_task"
    sentence = lazy("We can't find that task.")


class NoSuchTag(NotFound):
    code = "no_such_tag"
    sentence = lazy("We can't find that tag.")
    field = "tags"


class NoSuchComment(NotFound):
    code = "no_such_comment"
    sentence = lazy("We can't find that comment.")


class NoSuchNotice(NotFound):
    code = "no_such_notice"
    sentence = lazy("We can't find that notification.")


class NoSuchInvitation(NotFound):
    code = "no_such_invitation"
    sentence = lazy("We can't find that invitation.")


class InvitationUnusable(NotFound):
    code = "invitation_unusable"
    sentence = lazy("This invitation can't be used.")
