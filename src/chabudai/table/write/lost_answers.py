"""Lost answers: what can be known of a single write that a store sent again, since no answer came to its first try."""

from typing import Any

from chabudai.store.errors import AnswerLost
from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan
from chabudai.table.nested_changes import NestedChange
from chabudai.table.plans import Delete, Insert, Put, Update
from chabudai.table.query.conditions import ALWAYS
from chabudai.table.schema.markers import MadeId
from chabudai.table.write.pending_steps import PendingStep
from chabudai.table.write.prepared_write import WriteAction, WritePlan


def was_done(step: PendingStep, action: WriteAction, current: Item | None) -> bool:
    """Whether a write that was refused at its second try was done by the first; `current` is what stands there now.

    AnswerLost where nobody can tell: a rival who wanted the same would have left the same behind.
    """
    plan = step.prepared.plan
    if _is_repeatable(plan) or (step.is_read and current == step.seen):
        return False
    if isinstance(plan, Insert) and current is not None and _has_own_id(plan, action.body["Item"], current):
        return True
    raise AnswerLost(
        f"{describe_plan(plan)}: no answer came to it, and when it was sent again it was refused: whether it was "
        "done, or another was faster, is not known; read the row before you write again, or use a transaction "
        ".once(token)"
    )


def _is_repeatable(plan: WritePlan) -> bool:
    """Whether to do it twice is the same as once, and no condition of its own is lost by that."""
    if plan.condition is not ALWAYS:
        return False
    if isinstance(plan, Put):
        return not isinstance(plan, Insert) and plan.layout.version is None
    if isinstance(plan, Update):
        counts = any(change.verb in ("add", "append") or _closes_up(change) for change in plan.nested)
        return not (plan.adds or plan.appends or counts)
    return isinstance(plan, Delete) and not plan.must_exist


def _closes_up(change: NestedChange) -> bool:
    """Whether another element has the number of the one that was removed."""
    return change.verb == "remove" and change.path.steps[-1].container == "list"


def _has_own_id(plan: Insert[Any], inserted: Item, current: Item) -> bool:
    """Whether what stands there has the id that was made for the inserted one, and that nobody else could know."""
    given, fields = plan.entity.model_fields_set, plan.layout.entity.model_fields
    made = (name for name, info in fields.items() if isinstance(info.default_factory, MadeId) and name not in given)
    # At its key there can be no other: nobody else could know that.
    return any(
        name in plan.layout.key_fields
        or any(source in inserted and inserted[source] == current.get(source) for source in plan.layout.sources(name))
        for name in made
    )
