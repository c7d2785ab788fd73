"""What can go wrong with todos, in the person's words.

WebError
├── InvalidInput    422   `details` name the field
│   ├── InvalidTitle   InvalidDescription   InvalidPriority   InvalidDue   DueMissing
│   ├── InvalidTime    InvalidRepeat        InvalidSteps
│   ├── InvalidName    InvalidColour        InvalidSort
│   └── TooMany           more at once than one act may touch
├── Conflict        409
│   ├── NameTaken         a category is called so already
│   ├── CategoryLeaving   it is being deleted, and takes no todo any more
│   ├── InTrash           it has to be put back first
│   ├── ChangedSince      what should be changed, or taken back, is no longer what it was
│   └── ImportStopped     some of a file was taken in; the rest was not
├── NotFound        404
│   ├── NoSuchTodo   NoSuchCategory
├── BadRequest      400
│   ├── FileUnreadable    UndoUnreadable   UnknownField
└── ContentTooLarge 413   FileTooLong
"""

from typing import ClassVar

from chabudai.web.errors import BadRequest, Conflict, ContentTooLarge, InvalidInput, NotFound
from chabudai.web.translations import Text, lazy


class InvalidField(InvalidInput):
    """The base of those that name one field; the sentence stands beside it."""

    field: ClassVar[str]

    def __init__(self) -> None:
        super().__init__(details=[(self.field, self.sentence)])


class InvalidTitle(InvalidField):
    code = "invalid_title"
    field = "title"
    sentence = lazy("Enter a title of up to 200 characters.")


class InvalidDescription(InvalidField):
    code = "invalid_description"
    field = "description"
    sentence = lazy("Use up to 1,000 characters for notes.")


class InvalidPriority(InvalidField):
    code = "invalid_priority"
    field = "priority"
    sentence = lazy("Choose high, medium or low priority.")


class InvalidDue(InvalidField):
    code = "invalid_due"
    field = "due"
    sentence = lazy("Enter a date between 1970 and 2999.")


class DueMissing(InvalidField):
    code = "due_missing"
    field = "due"
    sentence = lazy("Add a date to go with the time.")


class InvalidTime(InvalidField):
    code = "invalid_time"
    field = "due_time"
    sentence = lazy("Enter a time such as 15:30.")


class InvalidRepeat(InvalidField):
    code = "invalid_repeat"
    field = "repeat"
    sentence = lazy("That repeat isn't available.")


class InvalidSteps(InvalidField):
    code = "invalid_steps"
    field = "steps"
    sentence = lazy("Use up to 100 steps of up to 200 characters each.")


class InvalidName(InvalidField):
    code = "invalid_name"
    field = "name"
    sentence = lazy("Enter a name of up to 50 characters.")


class InvalidColour(InvalidField):
    code = "invalid_colour"
    field = "color"
    sentence = lazy("Choose one of the eight colours.")


class InvalidSort(InvalidField):
    code = "invalid_sort"
    field = "sort"
    sentence = lazy("That sort order isn't available.")


class TooMany(InvalidInput):
    code = "too_many"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("Choose up to %(most)s at a time.", most=most))


class NameTaken(Conflict):
    code = "name_taken"
    sentence = lazy("You already have a category with this name.")

    def __init__(self) -> None:
        super().__init__(details=[("name", self.sentence)])


class CategoryLeaving(Conflict):
    code = "category_leaving"
    sentence = lazy("This category is being deleted. Choose another.")

    def __init__(self) -> None:
        super().__init__(details=[("category_id", self.sentence)])


class InTrash(Conflict):
    code = "in_trash"
    sentence = lazy("This to-do is in the trash. Restore it first.")


class ChangedSince(Conflict):
    code = "changed_since"
    sentence = lazy("This was just changed somewhere else. Check it and try again.")


class ImportStopped(Conflict):
    code = "import_stopped"

    def __init__(self, done: int, every: int) -> None:
        sentence = lazy(
            "Import stopped after %(done)s of %(every)s. Import the same file again; nothing is added twice.",
            done=done,
            every=every,
        )
        super().__init__(sentence)
        self.done = done


class NoSuchTodo(NotFound):
    code = "no_such_todo"
    sentence = lazy("We can't find that to-do.")


class NoSuchCategory(NotFound):
    code = "no_such_category"
    sentence = lazy("We can't find that category.")

    def __init__(self) -> None:
        super().__init__(details=[("category_id", self.sentence)])


class FileUnreadable(BadRequest):
    code = "file_unreadable"

    def __init__(self, reason: Text) -> None:
        super().__init__(reason, details=[("file", reason)])


class UndoUnreadable(BadRequest):
    code = "undo_unreadable"
    sentence = lazy("There's nothing to undo.")


class UnknownField(BadRequest):
    code = "unknown_field"

    def __init__(self, name: str) -> None:
        super().__init__(details=[(name, lazy("To-dos have no such field."))])


class FileTooLong(ContentTooLarge):
    code = "file_too_long"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("A file can hold up to %(most)s to-dos.", most=most))
