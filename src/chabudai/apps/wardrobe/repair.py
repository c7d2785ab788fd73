"""Repair: `wearCount` and `lastWornAt` made right from the daily rows, which are the truth; idle photos removed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.entities import Piece, WearDaily
from chabudai.apps.wardrobe.errors import TooBusy
from chabudai.apps.wardrobe.pieces import CLOTHES, TEMPLATES, PieceKind
from chabudai.apps.wardrobe.wear_counts import Figures, figures_of
from chabudai.common.retries import retry
from chabudai.table import ConditionNotMet, ItemNotFound, Query

P = TypeVar("P", bound=Piece)
D = TypeVar("D", bound=WearDaily)
DriftKind: TypeAlias = Literal["clothing", "template"]


@dataclass(frozen=True, slots=True)
class Drift:
    """A piece whose figures were not what its days say."""

    wardrobe_id: str
    kind: DriftKind
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
class RepairReport:
    wardrobes: int
    pieces: int
    drifts: tuple[Drift, ...]
    idle_photos: int  # files that nothing referred to; they are gone

    def __str__(self) -> str:
        mended = f"{len(self.drifts)} made right, {self.idle_photos} idle photo files removed"
        head = f"{self.pieces} pieces in {self.wardrobes} wardrobes, {mended}"
        return "\n".join([head, *map(str, self.drifts)])


def repair(closet: Closet) -> RepairReport:
    """One wardrobe, while others read and write."""
    closet.require_edit()
    clothes = list(closet.store.all(design.all_clothes(closet.wardrobe_id)))
    templates = list(closet.store.all(design.all_templates(closet.wardrobe_id)))
    drifts = (
        *_mend_all(closet, CLOTHES, "clothing", {piece.clothing_id: piece for piece in clothes}),
        *_mend_all(closet, TEMPLATES, "template", {piece.template_id: piece for piece in templates}),
    )
    return RepairReport(1, len(clothes) + len(templates), drifts, sweep_photos(closet))


def sweep_photos(closet: Closet) -> int:
    """Removes the photos that no piece names any more, and tells how many files those were."""
    named = {piece.image_key for piece in closet.writable_store.all(design.all_clothes(closet.wardrobe_id))}
    return closet.photos.sweep(named, closet.house.clock())


def repair_all(house: House, only: str | None = None) -> RepairReport:
    """Every wardrobe there is, or only the one with this id or key."""
    wanted = (each for each in house.wardrobes() if only in (None, each.wardrobe_id, each.edit_secret))
    reports = [repair(Closet(house, wardrobe)) for wardrobe in wanted]
    drifts = tuple(drift for report in reports for drift in report.drifts)
    pieces, idle = sum(report.pieces for report in reports), sum(report.idle_photos for report in reports)
    return RepairReport(len(reports), pieces, drifts, idle)


def _mend_all(closet: Closet, kind: PieceKind[P, D], called: DriftKind, pieces: Mapping[str, P]) -> Iterator[Drift]:
    for piece_id, piece in pieces.items():
        found = _mend(closet, kind, piece_id, piece)
        if found is not None:
            was, now = found
            yield Drift(closet.wardrobe_id, called, piece_id, piece.name, was, now)


def _mend(closet: Closet, kind: PieceKind[P, D], piece_id: str, piece: P) -> tuple[Figures, Figures] | None:
    """What its figures were and became, None when they were right; it is read again when others change it meanwhile."""
    read: list[P | None] = [piece]

    def attempt() -> tuple[Figures, Figures] | None:
        current = read.pop() if read else closet.store.get(kind.find(closet.wardrobe_id, piece_id).consistently())
        if current is None:
            return None
        was, now = (current.wear_count, current.last_worn_at), _count_days(closet, kind, piece_id)
        if was != now:
            closet.writable_store.write(kind.set_figures(current, *now))
        return None if was == now else (was, now)

    return retry(attempt, (ConditionNotMet, ItemNotFound), TooBusy, closet.house.retry_policy)


def _count_days(closet: Closet, kind: PieceKind[P, D], piece_id: str) -> Figures:
    days: Query[D] = kind.days(closet.wardrobe_id, piece_id)
    rows = closet.store.all(days.consistently())
    return figures_of(rows)
