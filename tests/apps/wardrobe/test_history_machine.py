"""AP-16, AP-17 and edits in any order, beside a plain model: the daily rows are right, and the figures say the same."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.adapters.clocks import SettableClock
from tests.apps.wardrobe.wardrobes import TODAY

from chabudai import table
from chabudai.adapters.objects import FolderStorage
from chabudai.apps.wardrobe import access, design, service
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.entities import Clothing, ClothingWearDaily, Sort, Template, TemplateWearDaily, epoch_ms
from chabudai.apps.wardrobe.errors import ClothingInTrash, TemplateInTrash

DAYS = [TODAY + timedelta(days=number) for number in (-400, -8, -2, -1, 0, 5)]
PIECES = 22
ORDERS: dict[Sort, Callable[[Clothing], tuple[int, str]]] = {
    "created": lambda piece: (piece.created_at, piece.clothing_id),
    "wearCount": lambda piece: (piece.wear_count, piece.clothing_id),
    "lastWorn": lambda piece: (piece.last_worn_at, piece.clothing_id),
}


@dataclass
class Worn:
    """What the model knows of one piece: its daily rows, and so the two figures beside them."""

    days: Counter[date] = field(default_factory=Counter)
    is_deleted: bool = False
    has_drifted: bool = False  # a row was lost, and nobody has looked since

    @property
    def figures(self) -> tuple[int, int]:
        return self.days.total(), max((epoch_ms(day) for day, count in self.days.items() if count), default=0)

    def take_back(self, day: date) -> None:
        """Where the day has no row, the figures are made anew of the others, and are right again."""
        self.has_drifted = self.has_drifted and self.days[day] > 0
        self.days[day] = max(self.days[day] - 1, 0)

    def lose(self, day: date) -> None:
        self.has_drifted = self.has_drifted or self.days[day] > 0
        self.days[day] = 0


@dataclass
class Kept:
    day: date
    clothing_ids: tuple[str, ...]
    template_id: str | None


class HistoryMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        clock = SettableClock()
        self.store = table.open(":memory:", clock=clock)
        self.store.create(*design.design.tables)
        self.closet = access.create_wardrobe(House(self.store, FolderStorage(Path(self.folder.name)), clock), name="w")
        self.pieces: dict[str, Worn] = {}
        self.templates: dict[str, Worn] = {}
        self.records: dict[str, Kept] = {}

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @initialize()
    def fill(self) -> None:
        for number in range(PIECES):
            self.pieces[service.add_clothing(self.closet, {"name": f"服{number}"}).clothing_id] = Worn()
        ids = list(self.pieces)
        for some in (ids[:1], ids[1:4], ids[:20]):
            made = service.add_template(self.closet, name="コーデ", clothing_ids=some)
            self.templates[made.template_id] = Worn()

    @rule(data=st.data(), day=st.sampled_from(DAYS))
    def record(self, data: st.DataObject, day: date) -> None:
        chosen = self._some(data)
        template_id = data.draw(st.sampled_from([None, *self.templates]))
        try:
            made = service.record_wear(self.closet, day=day, clothing_ids=chosen, template_id=template_id)
        except ClothingInTrash:
            assert any(self.pieces[piece].is_deleted for piece in chosen)
        except TemplateInTrash:
            assert template_id is not None
            assert self.templates[template_id].is_deleted
        else:
            self._keep(made.history_id, Kept(day, chosen, template_id))

    @precondition(lambda self: any(not worn.is_deleted for worn in self.templates.values()))
    @rule(data=st.data(), day=st.sampled_from(DAYS))
    def record_an_outfit(self, data: st.DataObject, day: date) -> None:
        usable = [each for each, worn in self.templates.items() if not worn.is_deleted]
        template_id = data.draw(st.sampled_from(usable))
        ids = service.template(self.closet, template_id).clothing_ids
        there = tuple(piece for piece in ids if not self.pieces[piece].is_deleted)
        if there:
            made = service.record_template(self.closet, day=day, template_id=template_id)
            assert made.clothing_ids == there
            self._keep(made.history_id, Kept(day, there, template_id))

    @precondition(lambda self: self.records)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        history_id = data.draw(st.sampled_from(list(self.records)))
        service.delete_record(self.closet, history_id)
        self._forget(history_id)

    @precondition(lambda self: self.records)
    @rule(data=st.data(), day=st.sampled_from(DAYS))
    def edit(self, data: st.DataObject, day: date) -> None:
        history_id = data.draw(st.sampled_from(list(self.records)))
        old = self.records[history_id]
        chosen = data.draw(st.sampled_from([old.clothing_ids, self._some(data)]))
        template_id = data.draw(st.sampled_from([old.template_id, None, *self.templates]))
        new_pieces = set(chosen) - set(old.clothing_ids)
        try:
            made = service.edit_record(self.closet, history_id, day=day, clothing_ids=chosen, template_id=template_id)
        except ClothingInTrash:
            assert any(self.pieces[piece].is_deleted for piece in new_pieces)
            return
        except TemplateInTrash:
            assert template_id is not None
            assert template_id != old.template_id
            assert self.templates[template_id].is_deleted
            return
        if made.history_id != history_id:
            self._exchange(history_id, made.history_id, Kept(day, chosen, template_id))

    @precondition(lambda self: self.records)
    @rule(data=st.data())
    def lose_daily_rows(self, data: st.DataObject) -> None:
        """What a careless hand may do: the rows of a day go, and the figures stay."""
        record = self.records[data.draw(st.sampled_from(list(self.records)))]
        piece = data.draw(st.sampled_from(record.clothing_ids))
        key = {"wardrobe_id": self.closet.wardrobe_id, "day": record.day}
        self.store.write(ClothingWearDaily.delete(clothing_id=piece, **key))
        self.pieces[piece].lose(record.day)
        if record.template_id is not None:
            self.store.write(TemplateWearDaily.delete(template_id=record.template_id, **key))
            self.templates[record.template_id].lose(record.day)

    @rule()
    def repair(self) -> None:
        service.repair(self.closet)
        for worn in (*self.pieces.values(), *self.templates.values()):
            worn.has_drifted = False

    @rule(data=st.data())
    def turn_a_piece(self, data: st.DataObject) -> None:
        piece = data.draw(st.sampled_from(list(self.pieces)))
        worn = self.pieces[piece]
        act = service.restore_clothing if worn.is_deleted else service.throw_away_clothing
        act(self.closet, piece)
        worn.is_deleted = not worn.is_deleted

    @rule(data=st.data())
    def turn_a_template(self, data: st.DataObject) -> None:
        template_id = data.draw(st.sampled_from(list(self.templates)))
        worn = self.templates[template_id]
        act = service.restore_template if worn.is_deleted else service.throw_away_template
        act(self.closet, template_id)
        worn.is_deleted = not worn.is_deleted

    @rule(data=st.data())
    def edit_a_template(self, data: st.DataObject) -> None:
        template_id = data.draw(st.sampled_from(list(self.templates)))
        chosen = [piece for piece in self._some(data) if not self.pieces[piece].is_deleted]
        if chosen and not self.templates[template_id].is_deleted:
            service.edit_template(self.closet, template_id, name="別のコーデ", clothing_ids=chosen)

    @invariant()
    def the_daily_rows_are_those_of_the_model(self) -> None:
        for piece, worn in self.pieces.items():
            rows = self.store.all(design.clothing_days(self.closet.wardrobe_id, piece))
            assert {row.day: row.count for row in rows} == +worn.days
        for template_id, worn in self.templates.items():
            days = self.store.all(design.template_days(self.closet.wardrobe_id, template_id))
            assert {row.day: row.count for row in days} == +worn.days

    @invariant()
    def the_figures_say_what_the_daily_rows_say(self) -> None:
        found: dict[str, Clothing | Template] = {piece: service.clothing(self.closet, piece) for piece in self.pieces}
        found |= {template_id: service.template(self.closet, template_id) for template_id in self.templates}
        for name, worn in {**self.pieces, **self.templates}.items():
            assert found[name].wear_count >= 0
            assert worn.has_drifted or (found[name].wear_count, found[name].last_worn_at) == worn.figures

    @invariant()
    def the_three_orders_are_right(self) -> None:
        there = [service.clothing(self.closet, piece) for piece, worn in self.pieces.items() if not worn.is_deleted]
        for sort, key in ORDERS.items():
            rising = sorted(there, key=key)
            assert list(service.clothes(self.closet, sort, "asc")) == rising
            assert list(service.clothes(self.closet, sort, "desc")) == rising[::-1]

    @invariant()
    def every_record_is_on_its_day(self) -> None:
        cards = service.records(self.closet).cards
        if len(cards) < 30:
            assert {card.row.history_id: card.row.day for card in cards} == {
                history_id: kept.day for history_id, kept in self.records.items()
            }

    def _some(self, data: st.DataObject) -> tuple[str, ...]:
        sizes = st.one_of(st.integers(1, 3), st.just(20))
        ids = st.sampled_from(list(self.pieces))
        count = data.draw(sizes)
        if count == 20:
            return tuple(list(self.pieces)[:20])
        return tuple(data.draw(st.lists(ids, min_size=count, max_size=count, unique=True)))

    def _keep(self, history_id: str, kept: Kept) -> None:
        self.records[history_id] = kept
        for worn in self._named(kept).values():
            worn.days[kept.day] += 1

    def _forget(self, history_id: str) -> None:
        kept = self.records.pop(history_id)
        for worn in self._named(kept).values():
            worn.take_back(kept.day)

    def _exchange(self, old_id: str, new_id: str, new: Kept) -> None:
        """What both records have on the same day is left alone."""
        old = self.records.pop(old_id)
        self.records[new_id] = new
        before, after = self._named(old), self._named(new)
        for name, worn in before.items():
            if name not in after or old.day != new.day:
                worn.take_back(old.day)
        for name, worn in after.items():
            if name not in before or old.day != new.day:
                worn.days[new.day] += 1

    def _named(self, kept: Kept) -> dict[str, Worn]:
        found = {piece: self.pieces[piece] for piece in kept.clothing_ids}
        return found if kept.template_id is None else {**found, kept.template_id: self.templates[kept.template_id]}


TestHistory = HistoryMachine.TestCase
# Without shrinking, which would take minutes: 25 steps can be read.
TestHistory.settings = settings(
    max_examples=20, stateful_step_count=25, deadline=None, phases=[Phase.explicit, Phase.generate]
)
