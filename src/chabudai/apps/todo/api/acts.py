"""What is done to one todo, and to what is done or thrown away."""

from chabudai.apps.todo import service, trash
from chabudai.apps.todo.api.bodies import Count, Place, Ticked, TodoBody, todo_body
from chabudai.apps.todo.todos import Todos
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, post


@post("/todos/{id_:str}/tick", status_code=200)
def tick(id_: FromPath[str], todos: Injected[Todos]) -> Ticked:
    """Done. One that repeats makes the next one; what is done already stays as it is."""
    outcome = service.tick(todos, id_)
    return Ticked(todo=todo_body(outcome.todo), next=todo_body(outcome.next) if outcome.next else None)


@post("/todos/{id_:str}/untick", status_code=200)
def untick(id_: FromPath[str], todos: Injected[Todos]) -> TodoBody:
    """Open again. The next one goes, unless something was done with it."""
    return todo_body(service.untick(todos, id_).todo)


@post("/todos/{id_:str}/restore", status_code=200)
def restore(id_: FromPath[str], todos: Injected[Todos]) -> TodoBody:
    """Out of the trash."""
    return todo_body(service.restore(todos, id_).todo)


@post("/todos/{id_:str}/move", status_code=200)
def move(id_: FromPath[str], data: JSONBody[Place], todos: Injected[Todos]) -> TodoBody:
    """By hand, to another place among what is open."""
    return todo_body(service.move(todos, id_, before=data.before).todo)


@delete("/done", status_code=200)
def clear_done(todos: Injected[Todos]) -> Count:
    """Everything that is done goes into the trash."""
    return Count(count=trash.clear_done(todos)[0])


@delete("/trash", status_code=200)
def empty_trash(todos: Injected[Todos]) -> Count:
    """Everything in the trash goes for good."""
    return Count(count=trash.empty(todos))


HANDLERS = (tick, untick, restore, move, clear_done, empty_trash)
