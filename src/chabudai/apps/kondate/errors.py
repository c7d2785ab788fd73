"""What can go wrong with meals beside a field that is wrong, in the person's words.

WebError
├── InvalidInput    422
│   ├── NothingToCook        a set of which no recipe is left
│   ├── NothingToSuggest     no recipe keeps to the rules
│   ├── NoRecipeFound        in a page that was given; it carries its text
│   ├── EntryTooLarge        of a file: no recipe that can be written here is so long
│   ├── TooManyDishes        a plan takes no more
│   ├── BookFull             the quota of recipes: it carries how many one may have
│   ├── TooManySets          a book takes no more
│   ├── TooManyCategories
│   ├── ListFull             the shopping list takes no more lines
│   ├── FridgeFull
│   ├── WordTooShort         one letter of kana finds too much
│   ├── AuthorMissing        neither an author's name nor a source
│   ├── PriceRefused         out of bounds, or for what is not one's own
│   ├── CreatorNameMissing   nobody publishes without a name
│   ├── NotForSale           it is free, one's own, or published no more
│   ├── CardRefused          the card was declined, or can't be one
│   ├── PaymentMethodMissing
│   ├── TooManyCards
│   ├── TooManyDevices
│   └── UnknownPushService   no push service that we know answers there
├── Forbidden       403
│   ├── StarterReadOnly      starter content is copied before it is edited
│   ├── NotYoursToPublish    it came with the book, was bought, or is somebody else's
│   ├── SellingNotOn         a price is for creators who switched selling on
│   └── NotBought            what was asked for has to be bought first
├── Conflict        409
│   ├── RecipeChanged        under the hand of whoever saves: nothing is written
│   ├── SetChanged
│   ├── PlanUnfinished       dishes are left: what becomes of them has to be said; it carries how many
│   ├── ChangedSince         it can't be taken back: something later depends on it; it names what
│   ├── TooBusy              others wrote at the same time at every try
│   ├── PriceChanged         since the person saw it; it carries the new one
│   ├── SubscribedAlready
│   └── NotPending           a purchase that came to its end is confirmed no more
└── NotFound        404
    ├── NoSuchRecipe         also for another person's
    ├── NoSuchSet
    ├── NoSuchCategory
    ├── NoSuchDish
    ├── NoSuchLine
    ├── NoSuchFood           of the fridge, or of its trash
    ├── NoSuchLogEntry
    ├── NoSuchUndo           it is over, or was done already
    ├── NoSuchItem           of the catalog
    ├── NoSuchCreator
    ├── NoSuchLink           revoked, or never there
    ├── NoSuchCard
    ├── NoSuchPurchase
    ├── NoSubscription
    └── NoSuchDevice
PageTooLarge        413  a saved page of more than 2 MB
NotAvailableYet     503  an index of the table is not there yet; it carries which
PaymentsUnreachable 503  the provider does not answer; nothing was decided
"""

from chabudai.apps.kondate.messages import lazy, lazy_plural
from chabudai.web.errors import Conflict, ContentTooLarge, Forbidden, InvalidInput, NotFound, WebError


class NothingToCook(InvalidInput):
    code = "nothing_to_cook"
    sentence = lazy("None of its recipes is there any more.")


class NothingToSuggest(InvalidInput):
    code = "nothing_to_suggest"
    sentence = lazy("No recipe fits all of this. Take one of the rules away.")


class NoRecipeFound(InvalidInput):
    """`text` is what the page says, to choose from."""

    code = "no_recipe_found"
    sentence = lazy("There's no recipe on this page.")

    def __init__(self, text: str) -> None:
        super().__init__(self.sentence, details=[("file", self.sentence)])
        self.text = text


class PageTooLarge(ContentTooLarge):
    code = "page_too_large"
    sentence = lazy("A saved page can be up to 2 MB.")

    def __init__(self) -> None:
        super().__init__(self.sentence, details=[("file", self.sentence)])


class EntryTooLarge(InvalidInput):
    code = "entry_too_large"
    sentence = lazy("This is too large to import.")


class TooManyDishes(InvalidInput):
    code = "too_many_dishes"

    def __init__(self, most: int) -> None:
        super().__init__(lazy_plural("A meal set takes %(n)s dish.", "A meal set takes up to %(n)s dishes.", most))


class BookFull(InvalidInput):
    code = "book_full"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("You have reached %(most)s recipes of your own.", most=f"{most:,}"))
        self.most = most


class TooManySets(InvalidInput):
    code = "too_many_sets"

    def __init__(self, most: int) -> None:
        super().__init__(lazy_plural("You can keep %(n)s meal set.", "You can keep up to %(n)s meal sets.", most))


class TooManyCategories(InvalidInput):
    code = "too_many_categories"
    field = "name"

    def __init__(self, most: int) -> None:
        super().__init__(lazy_plural("You can have %(n)s category.", "You can have up to %(n)s categories.", most))


class ListFull(InvalidInput):
    code = "list_full"
    field = "name"

    def __init__(self, most: int) -> None:
        super().__init__(
            lazy_plural("The shopping list takes %(n)s line.", "The shopping list takes up to %(n)s lines.", most)
        )


class FridgeFull(InvalidInput):
    code = "fridge_full"
    field = "name"

    def __init__(self, most: int) -> None:
        super().__init__(lazy_plural("The fridge takes %(n)s item.", "The fridge takes up to %(n)s items.", most))


class StarterReadOnly(Forbidden):
    code = "starter_read_only"
    sentence = lazy("This came with the recipe book. Duplicate it to make it your own.")


class RecipeChanged(Conflict):
    code = "recipe_changed"
    sentence = lazy("This recipe was changed on your other device.")


class SetChanged(Conflict):
    code = "set_changed"
    sentence = lazy("This meal set was changed on your other device.")


class PlanUnfinished(Conflict):
    """`left` dishes are neither cooked nor skipped."""

    code = "plan_unfinished"

    def __init__(self, left: int) -> None:
        super().__init__(
            lazy_plural(
                "%(n)s dish is left: say what becomes of it.", "%(n)s dishes are left: say what becomes of them.", left
            )
        )
        self.left = left


class ChangedSince(Conflict):
    """`name` is what something later depends on."""

    code = "changed_since"

    def __init__(self, name: str) -> None:
        super().__init__(lazy("“%(name)s” has changed since, so this can't be undone any more.", name=name))
        self.name = name


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Something else changed at the same moment. Try again.")


class NoSuchRecipe(NotFound):
    code = "no_such_recipe"
    sentence = lazy("This recipe isn't there.")


class NoSuchSet(NotFound):
    code = "no_such_set"
    sentence = lazy("This meal set isn't there.")


class NoSuchCategory(NotFound):
    code = "no_such_category"
    sentence = lazy("This category isn't there.")


class NoSuchDish(NotFound):
    code = "no_such_dish"
    sentence = lazy("This dish isn't planned any more.")


class NoSuchLine(NotFound):
    code = "no_such_line"
    sentence = lazy("This line isn't on the list any more.")


class NoSuchFood(NotFound):
    code = "no_such_food"
    sentence = lazy("This isn't in the fridge any more.")


class NoSuchLogEntry(NotFound):
    code = "no_such_log_entry"
    sentence = lazy("This isn't in the cooking log any more.")


class NoSuchUndo(NotFound):
    code = "no_such_undo"
    sentence = lazy("This can't be undone any more.")


class WordTooShort(InvalidInput):
    code = "word_too_short"
    sentence = lazy("Type at least two letters.")
    field = "q"


class AuthorMissing(InvalidInput):
    code = "author_missing"
    sentence = lazy("Say who wrote it, or where it comes from.")
    field = "author_name"


class PriceRefused(InvalidInput):
    code = "price_refused"
    sentence = lazy("Enter 0, or a price from ¥100 to ¥3,000.")
    field = "price"


class CreatorNameMissing(InvalidInput):
    code = "creator_name_missing"
    sentence = lazy("Enter the name that you publish under.")
    field = "creator_name"


class NotForSale(InvalidInput):
    code = "not_for_sale"
    sentence = lazy("This can't be bought.")


class CardRefused(InvalidInput):
    code = "card_refused"
    sentence = lazy("The card was declined. No money was moved.")
    field = "card"


class PaymentMethodMissing(InvalidInput):
    code = "payment_method_missing"
    sentence = lazy("Choose a card to pay with.")
    field = "card"


class TooManyCards(InvalidInput):
    code = "too_many_cards"
    field = "card"

    def __init__(self, most: int) -> None:
        super().__init__(lazy_plural("You can keep %(n)s card.", "You can keep up to %(n)s cards.", most))


class TooManyDevices(InvalidInput):
    code = "too_many_devices"
    field = "subscription"

    def __init__(self, most: int) -> None:
        super().__init__(lazy_plural("We can notify %(n)s device.", "We can notify up to %(n)s devices.", most))


class UnknownPushService(InvalidInput):
    code = "unknown_push_service"
    sentence = lazy("This browser can't be notified.")
    field = "subscription"


class NotYoursToPublish(Forbidden):
    code = "not_yours_to_publish"
    sentence = lazy("Only what you wrote yourself, or may pass on, can be published.")


class SellingNotOn(Forbidden):
    code = "selling_not_on"
    sentence = lazy("Switch on selling on your creator page first.")


class NotBought(Forbidden):
    code = "not_bought"
    sentence = lazy("Buy it first to see the whole recipe.")


class PriceChanged(Conflict):
    """`price` in whole yen, as it is now."""

    code = "price_changed"

    def __init__(self, price: int) -> None:
        super().__init__(lazy("The price has changed: it is ¥%(price)s now.", price=f"{price:,}"))
        self.price = price


class SubscribedAlready(Conflict):
    code = "subscribed_already"
    sentence = lazy("You are a member already.")


class NotPending(Conflict):
    code = "not_pending"
    sentence = lazy("This payment isn't waiting for you any more.")


class NoSuchItem(NotFound):
    code = "no_such_item"
    sentence = lazy("This isn't published any more.")


class NoSuchCreator(NotFound):
    code = "no_such_creator"
    sentence = lazy("Nobody publishes under this address.")


class NoSuchLink(NotFound):
    code = "no_such_link"
    sentence = lazy("This link doesn't work.")


class NoSuchCard(NotFound):
    code = "no_such_card"
    sentence = lazy("This card isn't there any more.")


class NoSuchPurchase(NotFound):
    code = "no_such_purchase"
    sentence = lazy("This purchase isn't there.")


class NoSubscription(NotFound):
    code = "no_subscription"
    sentence = lazy("You aren't a member.")


class NoSuchDevice(NotFound):
    code = "no_such_device"
    sentence = lazy("This device isn't there any more.")


class NotAvailableYet(WebError):
    """`index` of the table is not there, or still being filled."""

    status = 503
    code = "not_available_yet"
    sentence = lazy("Not available yet.")
    help = lazy("It is being prepared. Your own recipes and sets work as always.")

    def __init__(self, index: str) -> None:
        super().__init__()
        self.index = index


class PaymentsUnreachable(WebError):
    status = 503
    code = "payments_unreachable"
    sentence = lazy("We couldn't reach the payment service. Look at your purchases before you try again.")
