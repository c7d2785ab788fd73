"""What can go wrong with a wardrobe, in the person's words.

WebError
├── RuleBroken     422   `details` name the field
│   ├── NameUnfit   GenreUnfit   SeasonUnfit   ColourUnfit   TextUnfit   PriceUnfit   UnknownField
│   ├── DayUnfit          no day of the calendar, or one that is too far away
│   │   └── PeriodUnfit   its first day is after its last, or it is too long
│   ├── NoClothes   TooManyClothes   SameClothingTwice
│   ├── PhotoUnreadable   PhotoTooWide
│   └── DocumentUnfit     an export that can't be taken back
├── Conflict       409
│   ├── ClothingInTrash   TemplateInTrash   AllInTrash
│   └── TooBusy           others were faster each time
├── NotAllowed     403
│   └── ReadOnly          opened by a link that shows and does not change
├── NotFound       404
│   └── NoSuchWardrobe   NoSuchClothing   NoSuchTemplate   NoSuchRecord   NoSuchPhoto
├── Malformed      400
│   ├── NoSuchPage        a cursor that no page gave
│   └── NoSuchOrder       a sort or an order that there is not
├── TooLarge       413
│   └── PhotoTooHeavy
└── WrongType      415
    └── NotAPhoto
"""

from typing import ClassVar

from chabudai.web.errors import Conflict, Malformed, NotAllowed, NotFound, RuleBroken, TooLarge, WrongType
from chabudai.web.language import Text, lazy


class FieldUnfit(RuleBroken):
    """The base of those that name one field; the sentence stands beside it."""

    field: ClassVar[str]

    def __init__(self, sentence: Text | None = None) -> None:
        said = self.sentence if sentence is None else sentence
        super().__init__(said, details=[(self.field, said)])


class NameUnfit(FieldUnfit):
    code = "name_unfit"
    field = "name"
    sentence = lazy("A name has 1 to 40 characters.")


class GenreUnfit(FieldUnfit):
    code = "genre_unfit"
    field = "genre"
    sentence = lazy("There is no such kind of clothes.")


class SeasonUnfit(FieldUnfit):
    code = "season_unfit"
    field = "seasons"
    sentence = lazy("There is no such season.")


class ColourUnfit(FieldUnfit):
    code = "colour_unfit"
    field = "colour"
    sentence = lazy("There is no such colour to choose.")


class TextUnfit(RuleBroken):
    code = "text_unfit"
    sentence = lazy("This has at most 40 characters.")

    def __init__(self, field: str) -> None:
        super().__init__(details=[(field, self.sentence)])


class PriceUnfit(FieldUnfit):
    code = "price_unfit"
    field = "price"
    sentence = lazy("A price is a whole number of yen, up to 100 million.")


class UnknownField(RuleBroken):
    code = "unknown_field"
    sentence = lazy("There is nothing by this name to change.")

    def __init__(self, field: str) -> None:
        super().__init__(details=[(field, self.sentence)])


class DayUnfit(FieldUnfit):
    code = "day_unfit"
    field = "date"
    sentence = lazy("This is no day of the calendar from 1970 to 2285.")


class PeriodUnfit(DayUnfit):
    code = "period_unfit"
    field = "first"
    sentence = lazy("A time begins before it ends, lies between 1970 and 2285, and has at most ten years.")


class NoClothes(FieldUnfit):
    code = "no_clothes"
    field = "clothingIds"
    sentence = lazy("Please choose at least one piece.")


class TooManyClothes(FieldUnfit):
    code = "too_many_clothes"
    field = "clothingIds"
    sentence = lazy("At most 20 pieces go together.")


class SameClothingTwice(FieldUnfit):
    code = "same_clothing_twice"
    field = "clothingIds"
    sentence = lazy("The same piece is chosen twice.")


class PhotoUnreadable(FieldUnfit):
    code = "photo_unreadable"
    field = "photo"
    sentence = lazy("This photo is damaged, or was not sent whole. Please try another.")


class PhotoTooWide(FieldUnfit):
    code = "photo_too_wide"
    field = "photo"
    sentence = lazy("This photo has too many pixels. Please send one of at most 50 million.")


class DocumentUnfit(FieldUnfit):
    code = "document_unfit"
    field = "file"
    sentence = lazy("This is no wardrobe that was saved here.")


class ClothingInTrash(Conflict):
    code = "clothing_in_trash"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("“%(name)s” is in the trash. Please take it back first.", name=name))


class AllInTrash(Conflict):
    code = "all_in_trash"
    sentence = lazy("Everything that was worn then is in the trash. Please take something back first.")


class TemplateInTrash(Conflict):
    code = "template_in_trash"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("The outfit “%(name)s” is in the trash. Please take it back first.", name=name))


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Others are writing down the same clothes at this moment. Please try again.")


class ReadOnly(NotAllowed):
    code = "read_only"
    sentence = lazy("This link shows the wardrobe, but can't change it.")


class NoSuchWardrobe(NotFound):
    code = "no_such_wardrobe"
    sentence = lazy("There is no wardrobe at this address. Perhaps its link was made anew.")


class NoSuchClothing(NotFound):
    code = "no_such_clothing"
    sentence = lazy("There is no such piece in this wardrobe.")


class NoSuchTemplate(NotFound):
    code = "no_such_template"
    sentence = lazy("There is no such outfit in this wardrobe.")


class NoSuchRecord(NotFound):
    code = "no_such_record"
    sentence = lazy("There is no such record. Perhaps it was deleted or changed.")


class NoSuchPhoto(NotFound):
    code = "no_such_photo"
    sentence = lazy("There is no such photo.")


class NoSuchPage(Malformed):
    code = "no_such_page"
    sentence = lazy("This is no page of this list. Please begin at the first.")

    def __init__(self) -> None:
        super().__init__(details=[("cursor", self.sentence)])


class NoSuchOrder(Malformed):
    code = "no_such_order"
    sentence = lazy("This list can't be put in such an order.")


class PhotoTooHeavy(TooLarge):
    code = "photo_too_heavy"
    sentence = lazy("A photo has at most 10 MB.")

    def __init__(self) -> None:
        super().__init__(details=[("photo", self.sentence)])


class NotAPhoto(WrongType):
    code = "not_a_photo"
    sentence = lazy("This is no photo that can be kept: JPEG, PNG and WebP can.")

    def __init__(self) -> None:
        super().__init__(details=[("photo", self.sentence)])
