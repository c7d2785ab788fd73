"""What can go wrong with a wardrobe beyond a field that is wrong, in the person's words.

WebError
├── Conflict       409
│   ├── ClothingInTrash   TemplateInTrash   AllInTrash
│   ├── TooBusy           others were faster each time
│   └── TooManyRemembered an account whose list of wardrobes is full
├── ContentTooLarge 413
│   └── HistoryTooLong    a file in which more was worn than one import takes
├── Forbidden      403
│   └── ReadOnly          opened by a link that shows and does not change
└── NotFound       404
    └── NoSuchWardrobe   NoSuchClothing   NoSuchTemplate   NoSuchRecord
"""

from chabudai.apps.wardrobe.messages import lazy
from chabudai.web.errors import Conflict, ContentTooLarge, Forbidden, NotFound


class ClothingInTrash(Conflict):
    code = "clothing_in_trash"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("“%(name)s” is in the trash. Restore it first.", name=name))


class TemplateInTrash(Conflict):
    code = "template_in_trash"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("The outfit “%(name)s” is in the trash. Restore it first.", name=name))


class AllInTrash(Conflict):
    code = "all_in_trash"
    sentence = lazy("Everything worn that day is in the trash. Restore something first.")


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Someone else is logging the same clothes right now. Try again.")


class TooManyRemembered(Conflict):
    code = "too_many_remembered"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("This list holds up to %(n)s wardrobes. Remove one to make room for another.", n=most))


class HistoryTooLong(ContentTooLarge):
    code = "history_too_long"
    field = "file"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("The history in a file can hold up to %(most)s worn items.", most=f"{most:,}"))


class ReadOnly(Forbidden):
    code = "read_only"
    sentence = lazy("This is a view-only link. You can't make changes with it.")


class NoSuchWardrobe(NotFound):
    code = "no_such_wardrobe"
    sentence = lazy("There's no wardrobe at this link. It may have been replaced.")


class NoSuchClothing(NotFound):
    code = "no_such_clothing"
    sentence = lazy("We can't find that item in this wardrobe.")


class NoSuchTemplate(NotFound):
    code = "no_such_template"
    sentence = lazy("We can't find that outfit in this wardrobe.")


class NoSuchRecord(NotFound):
    code = "no_such_record"
    sentence = lazy("We can't find that entry. It may have been deleted or edited.")
