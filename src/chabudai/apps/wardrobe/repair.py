"""Repair: `wearCount` and `lastWornAt` made right from the daily rows, which are the truth; idle photos removed."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from chabudai.apps.wardrobe import design, photos
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import Clothing, Template
from chabudai.apps.wardrobe.errors import TooBusy
from chabudai.apps.wardrobe.wearing import Figures, figures_of
from chabudai.table import ConditionNotMet, ItemNotFound

Kind: TypeAlias = Literal["clothing", "template"]


@dataclass(frozen=True, slots=True)
class Drift:
    """A piece whose figures were not what its days say."""

    wardrobe_id: str
    kind: Kind
    id: str
    name: str
    was: Figures
    now: Figures

    def __str__(self) -> str:
        (count, worn), (right_count, right_worn) = self.was, self.now
        return (
            f"{self.wardrobe_id} {self.kind} {self.id} ({self.name}): "
            f"wearCount {count} → {right_count}, lastWornAt {worn} → {right_worn}"
        )


@dataclass(frozen=True, slots=True)
class Report:
    wardrobes: int
    pieces: int
    drifts: tuple[Drift, ...]
    idle_photos: int  # files that nothing referred to; they are gone

    def __str__(self) -> str:
        mended = f"{len(self.drifts)} made right, {self.idle_photos} idle photo files removed"
        head = f"{self.pieces} pieces in {self.wardrobes} wardrobes, {mended}"
        return "\n".join([head, *map(str, self.drifts)])


def repair(closet: Closet) -> Report:
    """One wardrobe, while others read and write."""
    closet.must_be_mine()
    clothes = list(closet.store.all(design.all_clothes(closet.wardrobe_id)))
    templates = list(closet.store.all(design.all_templates(closet.wardrobe_id)))
    pieces: list[Clothing | Template] = [*clothes, *templates]
    found = [_mended(closet, piece) for piece in pieces]
    return Report(1, len(found), tuple(drift for drift in found if drift is not None), photos.sweep(closet))


def repair_all(house: House, only: str | None = None) -> Report:
    """Every wardrobe there is, or only the one with this id or key."""
    wanted = (each for each in house.wardrobes() if only in (None, each.wardrobe_id, each.edit_secret))
    reports = [repair(Closet(house, wardrobe)) for wardrobe in wanted]
    drifts = tuple(drift for report in reports for drift in report.drifts)
    pieces, idle = sum(report.pieces for report in reports), sum(report.idle_photos for report in reports)
    return Report(len(reports), pieces, drifts, idle)


def _mended(closet: Closet, piece: Clothing | Template) -> Drift | None:
    """What was wrong with a piece; it is read again when others change it meanwhile."""
    current: Clothing | Template | None = piece
    for _ in closet.house.retry_policy.attempts():
        if current is None:
            return None
        was, now = (current.wear_count, current.last_worn_at), _figures(closet, current)
        if was == now:
            return None
        try:
            _write(closet, current, now)
        except (ConditionNotMet, ItemNotFound):
            current = _again(closet, current)
            continue
        return _drift(current, was, now)
    raise TooBusy


def _figures(closet: Closet, piece: Clothing | Template) -> Figures:
    if isinstance(piece, Clothing):
        worn = closet.store.all(design.clothing_days(closet.wardrobe_id, piece.clothing_id).consistently())
        return figures_of(worn)
    days = closet.store.all(design.template_days(closet.wardrobe_id, piece.template_id).consistently())
    return figures_of(days)


def _write(closet: Closet, piece: Clothing | Template, figures: Figures) -> None:
    if isinstance(piece, Clothing):
        closet.writing.write(design.mend_clothing(piece, *figures))
    else:
        closet.writing.write(design.mend_template(piece, *figures))


def _again(closet: Closet, piece: Clothing | Template) -> Clothing | Template | None:
    if isinstance(piece, Clothing):
        return closet.store.get(design.clothing(closet.wardrobe_id, piece.clothing_id).consistently())
    return closet.store.get(design.template(closet.wardrobe_id, piece.template_id).consistently())


def _drift(piece: Clothing | Template, was: Figures, now: Figures) -> Drift:
    if isinstance(piece, Clothing):
        return Drift(piece.wardrobe_id, "clothing", piece.clothing_id, piece.name, was, now)
    return Drift(piece.wardrobe_id, "template", piece.template_id, piece.name, was, now)
