"""What can go wrong with a wardrobe, in the person's words.

WebError
├── InvalidInput   422   `details` name the field
│   ├── InvalidName   InvalidGenre   InvalidSeason   InvalidColour   InvalidText   InvalidPrice   UnknownField
│   ├── InvalidDay          no day of the calendar, or one that is too far away
│   │   └── InvalidPeriod   its first day is after its last, or it is too long
│   ├── NoClothes   TooManyClothes   SameClothingTwice
│   ├── PhotoUnreadable   PhotoTooWide
│   └── InvalidDocument     an export that can't be taken back
├── Conflict       409
│   ├── ClothingInTrash   TemplateInTrash   AllInTrash
│   └── TooBusy           others were faster each time
├── Forbidden      403
│   └── ReadOnly          opened by a link that shows and does not change
├── NotFound       404
│   └── NoSuchWardrobe   NoSuchClothing   NoSuchTemplate   NoSuchRecord   NoSuchPhoto
├── BadRequest     400
│   ├── NoSuchPage        a cursor that no page gave
│   └── NoSuchOrder       a sort or an order that there is not
├── ContentTooLarge       413
│   └── PhotoTooHeavy
└── UnsupportedMediaType  415
    └── NotAPhoto
"""

from typing import ClassVar

from chabudai.apps.wardrobe.messages import lazy
from chabudai.web.errors import (
    BadRequest,
    Conflict,
    ContentTooLarge,
    Forbidden,
    InvalidInput,
    NotFound,
    UnsupportedMediaType,
)
from chabudai.web.translations import Text


class InvalidField(InvalidInput):
    """The base of those that name one field; the sentence stands beside it."""

    field: ClassVar[str]

    def __init__(self, sentence: Text | None = None) -> None:
        said = self.sentence if sentence is None else sentence
        super().__init__(said, details=[(self.field, said)])


class InvalidName(InvalidField):
    code = "invalid_name"
    field = "name"
    sentence = lazy("Enter a name of up to 40 characters.")


class InvalidGenre(InvalidField):
    code = "invalid_genre"
    field = "genre"
    sentence = lazy("Choose a type from the list.")


class InvalidSeason(InvalidField):
    code = "invalid_season"
    field = "seasons"
    sentence = lazy("Choose a season from the list.")


class InvalidColour(InvalidField):
    code = "invalid_colour"
    field = "colour"
    sentence = lazy("Choose a colour from the list.")


class InvalidText(InvalidInput):
    code = "invalid_text"
    sentence = lazy("Use up to 40 characters.")

    def __init__(self, field: str) -> None:
        super().__init__(details=[(field, self.sentence)])


class InvalidPrice(InvalidField):
    code = "invalid_price"
    field = "price"
    sentence = lazy("Enter a whole number of yen, up to 100 million.")


class UnknownField(InvalidInput):
    code = "unknown_field"
    sentence = lazy("There is no field with this name.")

    def __init__(self, field: str) -> None:
        super().__init__(details=[(field, self.sentence)])


class InvalidDay(InvalidField):
    code = "invalid_day"
    field = "date"
    sentence = lazy("Choose a date between 1970 and 2285.")


class InvalidPeriod(InvalidDay):
    code = "invalid_period"
    field = "first"
    sentence = lazy("Choose a period of up to 10 years between 1970 and 2285, starting before it ends.")


class NoClothes(InvalidField):
    code = "no_clothes"
    field = "clothingIds"
    sentence = lazy("Choose at least one item.")


class TooManyClothes(InvalidField):
    code = "too_many_clothes"
    field = "clothingIds"
    sentence = lazy("Choose up to 20 items.")


class SameClothingTwice(InvalidField):
    code = "same_clothing_twice"
    field = "clothingIds"
    sentence = lazy("The same item is chosen twice.")


class PhotoUnreadable(InvalidField):
    code = "photo_unreadable"
    field = "photo"
    sentence = lazy("This photo is damaged or didn't arrive complete. Try another.")


class PhotoTooWide(InvalidField):
    code = "photo_too_wide"
    field = "photo"
    sentence = lazy("This photo is too large. Use one of up to 50 megapixels.")


class InvalidDocument(InvalidField):
    code = "invalid_document"
    field = "file"
    sentence = lazy("This isn't a wardrobe export.")


class ClothingInTrash(Conflict):
    code = "clothing_in_trash"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("“%(name)s” is in the trash. Restore it first.", name=name))


class AllInTrash(Conflict):
    code = "all_in_trash"
    sentence = lazy("Everything worn that day is in the trash. Restore something first.")


class TemplateInTrash(Conflict):
    code = "template_in_trash"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("The outfit “%(name)s” is in the trash. Restore it first.", name=name))


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Someone else is logging the same clothes right now. Try again.")


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


class NoSuchPhoto(NotFound):
    code = "no_such_photo"
    sentence = lazy("We can't find that photo.")


class NoSuchPage(BadRequest):
    code = "no_such_page"
    sentence = lazy("That page isn't part of this list. Start again from the first one.")

    def __init__(self) -> None:
        super().__init__(details=[("cursor", self.sentence)])


class NoSuchOrder(BadRequest):
    code = "no_such_order"
    sentence = lazy("That sort order isn't available.")


class PhotoTooHeavy(ContentTooLarge):
    code = "photo_too_heavy"
    sentence = lazy("Photos can be up to 10 MB.")

    def __init__(self) -> None:
        super().__init__(details=[("photo", self.sentence)])


class NotAPhoto(UnsupportedMediaType):
    code = "not_a_photo"
    sentence = lazy("Use a JPEG, PNG or WebP photo.")

    def __init__(self) -> None:
        super().__init__(details=[("photo", self.sentence)])
