"""Tags for programs."""

from chabudai.apps.tasks import tags
from chabudai.apps.tasks.api.bodies import NewTag, TagBody, TagChanges, TagList
from chabudai.apps.tasks.membership import Member
from chabudai.common.bodies import fill, sent_fields
from chabudai.common.collections.bodies import RowCount
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post


@get("/teams/{team_id:str}/tags")
def list_tags(member: Injected[Member]) -> TagList:
    """Every tag of the team, by name. Access pattern 5."""
    return TagList(tags=[fill(TagBody, tag) for tag in tags.find_all(member)])


@post("/teams/{team_id:str}/tags")
def add_tag(data: JSONBody[NewTag], member: Injected[Member]) -> TagBody:
    """Make a tag; each name once in a team, without regard to case."""
    return fill(TagBody, tags.add(member, **sent_fields(data)))


@patch("/teams/{team_id:str}/tags/{tag_id:str}")
def edit_tag(tag_id: FromPath[str], data: JSONBody[TagChanges], member: Injected[Member]) -> TagBody:
    """Rename it, recolour it, or both."""
    return fill(TagBody, tags.edit(member, tag_id, sent_fields(data)).tag)


@delete("/teams/{team_id:str}/tags/{tag_id:str}", status_code=200)
def delete_tag(tag_id: FromPath[str], member: Injected[Member]) -> RowCount:
    """By an admin; from how many tasks it was taken off. Interrupted, ask again and it goes on."""
    return RowCount(count=tags.delete(member, tag_id))
