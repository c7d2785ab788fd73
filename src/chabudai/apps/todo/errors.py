"""What can go wrong with todos beside a field that is wrong, in the person's words.

WebError
├── InvalidInput    422
│   └── TooManyTodos           more at once than one act may touch
├── Conflict        409
│   ├── CategoryNameTaken      a category is called so already
│   ├── CategoryBeingDeleted   it takes no todo any more
│   ├── TodoInTrash            it has to be put back first
│   └── TodoChanged            what should be changed, or taken back, is no longer what it was
└── NotFound        404
    ├── NoSuchTodo
    └── NoSuchCategory
"""

from chabudai.apps.todo.messages import lazy
from chabudai.common.names import NameTaken
from chabudai.web.errors import Conflict, InvalidInput, NotFound


class TooManyTodos(InvalidInput):
    code = "too_many"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("Choose up to %(most)s at a time.", most=most))


class CategoryNameTaken(NameTaken):
    sentence = lazy("You already have a category with this name.")


class CategoryBeingDeleted(Conflict):
    code = "category_being_deleted"
    sentence = lazy("This category is being deleted. Choose another.")

    def __init__(self) -> None:
        super().__init__(details=[("category_id", self.sentence)])


class TodoInTrash(Conflict):
    code = "in_trash"
    sentence = lazy("This to-do is in the trash. Restore it first.")


class TodoChanged(Conflict):
    code = "changed_since"


class NoSuchTodo(NotFound):
    code = "no_such_todo"
    sentence = lazy("We can't find that to-do.")


class NoSuchCategory(NotFound):
    code = "no_such_category"
    sentence = lazy("We can't find that category.")

    def __init__(self) -> None:
        super().__init__(details=[("category_id", self.sentence)])
