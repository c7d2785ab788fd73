"""HTTP without any app's knowledge: pages, forms, cookies, languages, errors, all put together by `build`."""

from chabudai.web.assembly import build
from chabudai.web.packages import Package, Seat, Today
from chabudai.web.settings import Settings

__all__ = ["Package", "Seat", "Settings", "Today", "build"]
