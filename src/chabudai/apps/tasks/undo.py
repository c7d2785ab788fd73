"""Taking back: by the same acts that a person can do, and one that only undo needs."""

from collections.abc import Callable
from functools import partial

from chabudai.apps.tasks import checklist, comments, invitations, members, tags, tasks, teams, trash
from chabudai.apps.tasks.membership import Member
from chabudai.common import undo as undos
from chabudai.common.undo import Undo


def take_back(member: Member, undo: Undo) -> None:
    """As it was before. What was changed since, or is gone, is told when all the others are taken back."""
    acts: dict[str, Callable[..., object]] = {
        "put_back": tasks.put_back,
        "throw_away": trash.throw_away,
        "restore": trash.restore,
        "put_comment_back": comments.put_back,
        "put_line_back": checklist.put_back,
        "edit_tag": tags.edit,
        "edit_team": teams.edit,
        "change_role": members.change_role,
        "restore_invitation": invitations.restore,
    }
    undos.take_back(undo, {name: partial(act, member) for name, act in acts.items()})
