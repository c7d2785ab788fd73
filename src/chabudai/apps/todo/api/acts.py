"""What is done to one todo, and to what is done or in the trash."""

from chabudai.apps.todo import service, trash
from chabudai.apps.todo.api.bodies import NewPlace, TickedTodo, TodoBody, todo_body
from chabudai.common.collections.bodies import RowCount
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, post


@post("/todos/{id_:str}/tick", status_code=200)
def tick(id_: FromPath[str], owner: Injected[Owner]) -> TickedTodo:
    """Done. One that repeats makes the next one; what is done already stays as it is."""
    outcome = service.tick(owner, id_)
    return TickedTodo(todo=todo_body(outcome.todo), next=todo_body(outcome.next) if outcome.next else None)


@post("/todos/{id_:str}/untick", status_code=200)
def untick(id_: FromPath[str], owner: Injected[Owner]) -> TodoBody:
    """Open again. The next one goes, unless something was done with it."""
    return todo_body(service.untick(owner, id_).todo)


@post("/todos/{id_:str}/restore", status_code=200)
def restore(id_: FromPath[str], owner: Injected[Owner]) -> TodoBody:
    """Out of the trash."""
    return todo_body(service.restore(owner, id_).todo)


@post("/todos/{id_:str}/move", status_code=200)
def move(id_: FromPath[str], data: JSONBody[NewPlace], owner: Injected[Owner]) -> TodoBody:
    """By hand, to another place among what is open."""
    return todo_body(service.move(owner, id_, before=data.before).todo)


@delete("/done", status_code=200)
def clear_done(owner: Injected[Owner]) -> RowCount:
    """Everything that is done goes into the trash."""
    return RowCount(count=trash.clear_done(owner)[0])


@delete("/trash", status_code=200)
def empty_trash(owner: Injected[Owner]) -> RowCount:
    """Everything in the trash goes for good."""
    return RowCount(count=trash.empty(owner))
