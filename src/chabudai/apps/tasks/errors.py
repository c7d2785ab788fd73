"""What can go wrong in a team beside a field that is wrong, in the person's words.

WebError
├── InvalidInput    422
│   ├── LastAdmin            the team would have none any more
│   ├── TooManyTasks         more at once than one act may touch
│   └── TooManyTags          a team has as many as it can
├── Forbidden       403
│   ├── AdminOnly            a member asks for what admins do
│   ├── NotYourComment       only who wrote it, or an admin
│   └── WrongToken           the link of an invitation is not, or no longer, this one
├── Conflict        409
│   ├── FieldChanged         a field is no longer what the person saw: it carries both values
│   ├── TaskIdTaken          a program chose it
│   ├── TaskInTrash          it has to be restored first
│   ├── TagNameTaken
│   ├── TagBeingDeleted      it takes no task any more
│   ├── TooBusy              others wrote at the same time at every try
│   ├── AlreadyMember        whoever is to be invited
│   ├── AlreadyInvited       it names the invitation, which can be resent
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
    ├── NoSuchInvitation
    └── InvitationUnusable   to whoever accepts: cancelled, used up, or never there
"""

from typing import Any

from chabudai.apps.tasks.messages import lazy
from chabudai.common.names import NameTaken
from chabudai.web.errors import Conflict, Forbidden, Gone, InvalidInput, NotFound


class LastAdmin(InvalidInput):
    code = "last_admin"
    sentence = lazy("A team needs an admin. Make someone else an admin first.")


class TooManyTasks(InvalidInput):
    code = "too_many"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("Choose up to %(most)s at a time.", most=most))


class TooManyTags(InvalidInput):
    code = "too_many_tags"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("A team can have up to %(most)s tags.", most=most))


class AdminOnly(Forbidden):
    code = "admin_only"
    sentence = lazy("Only admins can do this.")


class NotYourComment(Forbidden):
    code = "not_your_comment"
    sentence = lazy("Only the person who wrote this comment, or an admin, can delete it.")


class WrongToken(Forbidden):
    code = "wrong_token"
    sentence = lazy("This invitation can't be used.")


class FieldChanged(Conflict):
    """`theirs` is what the field holds now, `yours` what was sent for it; `by` changed it, None when nobody knows."""

    code = "changed_since"

    def __init__(self, field: str, theirs: Any, yours: Any, by: str | None = None) -> None:
        super().__init__(details=[(field, self.sentence)])
        self.changed_field, self.theirs, self.yours, self.by = field, theirs, yours, by


class TaskInTrash(Conflict):
    code = "in_trash"
    sentence = lazy("This task is in the trash. Restore it first.")


class TaskIdTaken(Conflict):
    """Only what a program sends can meet it: an id that it was given for another team's task."""

    code = "id_taken"
    sentence = lazy("Another task has this id.")


class TagNameTaken(NameTaken):
    sentence = lazy("The team already has a tag with this name.")


class TagBeingDeleted(Conflict):
    code = "tag_being_deleted"
    sentence = lazy("This tag is being deleted. Choose another.")
    field = "tags"


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Others are changing this at the moment. Try again.")


class AlreadyMember(Conflict):
    code = "already_member"
    sentence = lazy("This person is already a member.")
    field = "email"


class AlreadyInvited(Conflict):
    """`invite_id` is the invitation that there is: it can be resent."""

    code = "already_invited"
    sentence = lazy("This address is already invited. You can resend the invitation.")
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
    code = "invitation_expired"
    sentence = lazy("This invitation has expired.")


class NoSuchTeam(NotFound):
    code = "no_such_team"
    sentence = lazy("We can't find that team.")


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


class NoSuchInvitation(NotFound):
    code = "no_such_invitation"
    sentence = lazy("We can't find that invitation.")


class InvitationUnusable(NotFound):
    code = "invitation_unusable"
    sentence = lazy("This invitation can't be used.")
