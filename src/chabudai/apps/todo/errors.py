"""What can go wrong with todos, in the person's words.

WebError
├── RuleBroken      422   `details` name the field
│   ├── TitleUnfit   DescriptionUnfit   PriorityUnfit   DueUnfit   DueMissing
│   ├── TimeUnfit    RepeatUnfit        StepsUnfit
│   ├── NameUnfit    ColourUnfit        SortUnfit
│   └── TooMany           more at once than one act may touch
├── Conflict        409
│   ├── NameTaken         a category is called so already
│   ├── CategoryLeaving   it is being deleted, and takes no todo any more
│   ├── InTrash           it has to be put back first
│   ├── ChangedSince      what should be changed, or taken back, is no longer what it was
│   └── ImportStopped     some of a file was taken in; the rest was not
├── NotFound        404
│   ├── NoSuchTodo   NoSuchCategory
├── Malformed       400
│   ├── FileUnreadable    UndoUnreadable   UnknownField
└── TooLarge        413   FileTooLong
"""

from typing import ClassVar

from chabudai.web.errors import Conflict, Malformed, NotFound, RuleBroken, TooLarge
from chabudai.web.language import Text, lazy


class FieldUnfit(RuleBroken):
    """The base of those that name one field; the sentence stands beside it."""

    field: ClassVar[str]

    def __init__(self) -> None:
        super().__init__(details=[(self.field, self.sentence)])


class TitleUnfit(FieldUnfit):
    code = "title_unfit"
    field = "title"
    sentence = lazy("A title has 1 to 200 characters.")


class DescriptionUnfit(FieldUnfit):
    code = "description_unfit"
    field = "description"
    sentence = lazy("A description has at most 1000 characters.")


class PriorityUnfit(FieldUnfit):
    code = "priority_unfit"
    field = "priority"
    sentence = lazy("A priority is high, medium or low.")


class DueUnfit(FieldUnfit):
    code = "due_unfit"
    field = "due"
    sentence = lazy("Please give a date from 1970 to 2999.")


class DueMissing(FieldUnfit):
    code = "due_missing"
    field = "due"
    sentence = lazy("A time needs a date.")


class TimeUnfit(FieldUnfit):
    code = "time_unfit"
    field = "due_time"
    sentence = lazy("This is no time of day.")


class RepeatUnfit(FieldUnfit):
    code = "repeat_unfit"
    field = "repeat"
    sentence = lazy("We do not know this kind of repetition.")


class StepsUnfit(FieldUnfit):
    code = "steps_unfit"
    field = "steps"
    sentence = lazy("A todo has at most 100 steps, each of 1 to 200 characters.")


class NameUnfit(FieldUnfit):
    code = "name_unfit"
    field = "name"
    sentence = lazy("A category's name has 1 to 50 characters.")


class ColourUnfit(FieldUnfit):
    code = "colour_unfit"
    field = "color"
    sentence = lazy("Please choose one of the eight colours.")


class SortUnfit(FieldUnfit):
    code = "sort_unfit"
    field = "sort"
    sentence = lazy("Todos are not sorted that way.")


class TooMany(RuleBroken):
    code = "too_many"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("At most %(most)s at once, please.", most=most))


class NameTaken(Conflict):
    code = "name_taken"
    sentence = lazy("You have a category of this name already.")

    def __init__(self) -> None:
        super().__init__(details=[("name", self.sentence)])


class CategoryLeaving(Conflict):
    code = "category_leaving"
    sentence = lazy("This category is being deleted. Please choose another one.")

    def __init__(self) -> None:
        super().__init__(details=[("category_id", self.sentence)])


class InTrash(Conflict):
    code = "in_trash"
    sentence = lazy("This todo is in the trash. Please put it back first.")


class ChangedSince(Conflict):
    code = "changed_since"
    sentence = lazy("This was changed in the meantime. Please look again.")


class ImportStopped(Conflict):
    code = "import_stopped"

    def __init__(self, done: int, every: int) -> None:
        sentence = lazy(
            "The import stopped after %(done)s of %(every)s. Take in the same file again: nothing comes twice.",
            done=done,
            every=every,
        )
        super().__init__(sentence)
        self.done = done


class NoSuchTodo(NotFound):
    code = "no_such_todo"
    sentence = lazy("There is no such todo.")


class NoSuchCategory(NotFound):
    code = "no_such_category"
    sentence = lazy("There is no such category.")

    def __init__(self) -> None:
        super().__init__(details=[("category_id", self.sentence)])


class FileUnreadable(Malformed):
    code = "file_unreadable"

    def __init__(self, reason: Text) -> None:
        super().__init__(reason, details=[("file", reason)])


class UndoUnreadable(Malformed):
    code = "undo_unreadable"
    sentence = lazy("There is nothing to take back here.")


class UnknownField(Malformed):
    code = "unknown_field"

    def __init__(self, name: str) -> None:
        super().__init__(details=[(name, lazy("A todo has no such field."))])


class FileTooLong(TooLarge):
    code = "file_too_long"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("A file has at most %(most)s todos.", most=most))
